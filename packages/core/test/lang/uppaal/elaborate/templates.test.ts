// Templates, parameters, system.

import { describe } from "vitest";
import { conformance } from "./harness.ts";

describe("instantiation", () => {
  conformance([
    [
      "a value parameter",
      { parameters: "const int n", globals: "int x;", guard: "x == n", system: "Q = P(3); system Q;" },
    ],
    [
      "references to variables, clocks and channels",
      {
        globals: "int v; clock c; chan a; int t[3];",
        parameters: "int &x, clock &y, chan &z, int &u[3]",
        guard: "y > 2 && u[1] == 0",
        sync: "z!",
        update: "x = 1, y = 0",
        system: "Q = P(v, c, a, t); system Q;",
      },
    ],
    [
      "an element as a reference",
      { globals: "chan a[3];", parameters: "chan &c", sync: "c?", system: "Q = P(a[1]); system Q;" },
    ],
    [
      "a row as a reference",
      { globals: "chan a[3][2];", parameters: "chan &c[2]", sync: "c[1]?", system: "Q = P(a[1]); system Q;" },
    ],
    [
      "an element that is not known",
      { globals: "chan a[3]; int i;", parameters: "chan &c", system: "Q = P(a[i]); system Q;" },
      "TH2204",
    ],
    ["too few arguments", { parameters: "const int n, const int m", system: "Q = P(1); system Q;" }, "TH2202"],
    ["a template that does not exist", { system: "Q = R(1); system Q;" }, "TH2001"],
    ["an instantiation of a variable", { globals: "int v;", system: "Q = v(1); system Q;" }, "TH2201"],
    ["an argument out of range", { parameters: "const int[0,3] n", system: "Q = P(4); system Q;" }, "TH2015"],
    [
      "an argument that is not constant",
      { globals: "int v;", parameters: "const int n", system: "Q = P(v); system Q;" },
      "TH2010",
    ],
    [
      "an argument with effects",
      { globals: "int v;", parameters: "const int n", system: "Q = P(v++); system Q;" },
      "TH2070",
    ],
    ["a value for a reference", { parameters: "int &n", system: "Q = P(3); system Q;" }, "TH2203"],
    [
      "a constant for a reference",
      { globals: "const int c = 1;", parameters: "int &n", system: "Q = P(c); system Q;" },
      "TH2203",
    ],
    [
      "a constant for a constant reference",
      { globals: "const int c = 1;", parameters: "const int &n", system: "Q = P(c); system Q;" },
    ],
    [
      "a reference of another type",
      { globals: "bool v;", parameters: "int &n", system: "Q = P(v); system Q;" },
      "TH2205",
    ],
    [
      "a broadcast channel for a plain one",
      { globals: "broadcast chan b;", parameters: "chan &c", system: "Q = P(b); system Q;" },
      "TH2205",
    ],
    [
      "a plain channel for a broadcast one",
      { globals: "chan b;", parameters: "broadcast chan &c", system: "Q = P(b); system Q;" },
    ],
    [
      "an urgent channel for an urgent one",
      { globals: "urgent chan b;", parameters: "urgent chan &c", system: "Q = P(b); system Q;" },
    ],
    ["a clock parameter by value", { parameters: "clock c" }, "TH2056"],
    ["a channel parameter by value", { parameters: "chan c" }, "TH2056"],
    [
      "an array by value",
      {
        parameters: "const int t[3], int i",
        guard: "t[i] == 2",
        system: "const int u[3] = {1, 2, 3}; Q = P(u, 1); system Q;",
      },
    ],
    [
      "an array that is not constant by value",
      { globals: "int v[3];", parameters: "const int t[3]", system: "Q = P(v); system Q;" },
      "TH2010",
    ],
    [
      "a record by value",
      {
        globals: "typedef struct { int a; int b; } S;",
        parameters: "const S s",
        guard: "s.b == 2",
        system: "const S t = {1, 2}; Q = P(t); system Q;",
      },
    ],
    [
      "a partial instantiation",
      {
        parameters: "const int a, const int[0,2] b",
        guard: "a > b",
        system: "Q(const int[0,2] i) = P(7, i); system Q;",
      },
    ],
    [
      "a chain of instantiations",
      {
        parameters: "const int a, const int b",
        guard: "a > b",
        system: "Q(const int x) = P(x, 1); R = Q(5); system R;",
      },
    ],
    [
      "a parameter whose type uses another",
      { parameters: "const int n, const int[0,n] m", guard: "m < n", system: "Q = P(3, 2); system Q;" },
    ],
    [
      "an array size from a parameter",
      {
        parameters: "const int n",
        locals: "int a[n];",
        update: "a[n - 1] = 1",
        system: "Q = P(3); R = P(5); system Q, R;",
      },
    ],
    ["a parameter that is written", { parameters: "int n", update: "n = n + 1", system: "Q = P(3); system Q;" }],
    [
      "a constant parameter that is written",
      { parameters: "const int n", update: "n = 2", system: "Q = P(3); system Q;" },
      "TH2043",
    ],
    [
      "types that depend on a parameter, unknown or not",
      {
        parameters: "const int n",
        locals:
          "typedef int[0,n-1] T; int a[T][T]; int b[n]; int c[3]; T t = 2; const T u = 1; int m[n] = {1, 2, 3}; void f(int &v[3], T &w) { v[0] = w; }",
        select: "k : T",
        guard: "b == c && forall (i : T) a[i][k] == b[i]",
        update: "b = c, f(b, t), c[u] = m[t]",
        system: "Q = P(3); system Q;",
      },
    ],
    [
      "types that do not fit the argument",
      { parameters: "const int n", locals: "int b[n]; int c[3];", update: "b = c", system: "Q = P(4); system Q;" },
      "TH2045",
    ],
    ["a function nobody calls that is wrong", { globals: "void f() { int a[2] = {1, 2, 3}; }" }, "TH2018"],
    ["an instantiation that reuses a name", { system: "P = P(); system P;" }, "TH2002"],
    [
      "an initial value from a parameter that is written",
      {
        parameters: "int n",
        locals: "int[0,9] k = n * 2; int f() { return n; } int j = f();",
        guard: "f() == k",
        update: "n++",
        system: "Q = P(3); system Q;",
      },
    ],
    ["a system declaration that repeats a global one", { globals: "int n;", system: "int n; system P;" }, "TH2002"],
    ["a template that is wrong but never used", { globals: "process Q() { state S { zz > 1 }; init S; }" }],
    [
      "an initial value out of range for one argument",
      { parameters: "const int n", locals: "int[0,4] x = n;", system: "Q = P(3); R = P(5); system Q, R;" },
      "TH2015",
    ],
  ]);
});

describe("the system line", () => {
  conformance([
    ["several processes", { parameters: "const int n", system: "Q = P(1); R = P(2); system Q, R;" }],
    [
      "free parameters",
      { globals: "typedef int[1,3] id;", parameters: "const id i, const bool b", system: "system P;" },
    ],
    [
      "a free scalar",
      { globals: "typedef scalar[3] S; int v[S];", parameters: "const S s", update: "v[s] = 1", system: "system P;" },
    ],
    [
      "a free parameter that is not const",
      { globals: "int x;", parameters: "int[1,3] i", guard: "x == i", system: "system P;" },
    ],
    ["a free int", { parameters: "const int i", system: "system P;" }, "TH2207"],
    ["a free reference", { parameters: "int &i", system: "system P;" }, "TH2208"],
    ["a free array", { parameters: "const int t[2]", system: "system P;" }, "TH2208"],
    [
      "a free parameter as an array size",
      { parameters: "const int[1,3] i", locals: "int a[i];", system: "system P;" },
      "TH2211",
    ],
    [
      "a free parameter as an array size, indirectly",
      { parameters: "const int n", locals: "int a[n];", system: "Q(const int[1,3] i) = P(i + 1); system Q;" },
      "TH2211",
    ],
    [
      "a free parameter in a select",
      { parameters: "const int[1,3] i", select: "k : int[0,i]", system: "system P;" },
      "TH2211",
    ],
    [
      "a huge product",
      { parameters: "const int[1,1000] i, const int[1,1000] j, const int[1,1000] k", system: "system P;" },
      "TH2209",
    ],
    ["an unknown process", { system: "system P, Q;" }, "TH2001"],
    ["a process listed twice", { system: "system P, P;" }, "TH2212"],
    ["a variable in the system line", { globals: "int v;", system: "system v;" }, "TH2201"],
    ["process priorities", { globals: "process Q() { state S; init S; }", system: "system P < Q;" }],
    [
      "constants in the system section",
      { parameters: "const int n", system: "const int N = 4; Q = P(N * 2); system Q;" },
    ],
  ]);
});

describe("channel priorities", () => {
  conformance([
    ["levels with default", { globals: "chan a, b[2], c; chan priority a, b[0] < default < c;" }],
    ["a whole array", { globals: "chan b[2]; chan priority b < default;" }],
    ["something that is no channel", { globals: "int x; chan a; chan priority a < x;" }, "TH2302"],
    ["an index that is not known", { globals: "int x; chan a[2]; chan priority a[x] < default;" }, "TH2302"],
    ["two declarations", { globals: "chan a; chan priority a < default; chan priority default < a;" }, "TH2301"],
    ["an unknown channel", { globals: "chan a; chan priority a < zzz;" }, "TH2001"],
  ]);
});

describe("progress and gantt", () => {
  conformance([
    ["progress measures", { globals: "int x; bool b;", system: "system P; progress { x; b : x + 1; }" }],
    ["a progress measure over a process", { locals: "int n;", system: "system P; progress { P.n; }" }],
    ["a progress measure over a clock", { globals: "clock x;", system: "system P; progress { x; }" }, "TH2020"],
  ]);
});
