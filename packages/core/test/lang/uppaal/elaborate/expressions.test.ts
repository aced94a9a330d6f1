// Expressions, and the typing of clock constraints.

import { describe, expect, it } from "vitest";
import { conformance, firstEdge, run } from "./harness.ts";

describe("operators", () => {
  const globals = "int a, b; bool p, q; int v[3]; typedef struct { int f; } S; S s, t; clock x; chan c;";
  conformance([
    ["arithmetic", { globals, update: "a = b + 2 * -a / 3 % 4 - +b" }],
    ["bits", { globals, update: "a = b & 3 | a ^ b << 2 >> 1" }],
    ["logic in words and signs", { globals, guard: "p && !q || p and not q or a > 1 imply p" }],
    ["xor", { globals, guard: "p xor a" }],
    ["min and max", { globals, update: "a = b <? 3 >? a" }],
    ["power", { globals, update: "a = 2 ** b" }],
    ["abs", { globals, update: "a = abs(b - 3)" }],
    ["abs with two arguments", { globals, update: "a = abs(b, 3)" }, "TH2052"],
    ["conditional", { globals, update: "a = p ? b : 3, s = q ? s : t" }],
    ["conditional of different kinds", { globals, update: "a = p ? s : 3" }, "TH2028"],
    ["a field of a conditional", { globals, guard: "(p ? s : t).f == 1" }],
    ["steps before and after", { globals, update: "a = b++ + ++a, v[a]--" }],
    ["a step of a value", { globals, update: "++(a + b)" }, "TH2041"],
    ["a step of a record", { globals, update: "s++" }, "TH2041"],
    ["quantifiers over data", { globals, guard: "forall (i : int[0,2]) v[i] > 0 && exists (j : int[0,1]) v[j] == i" }],
    ["sum", { globals, guard: "sum (i : int[0,2]) v[i] > 5" }],
    ["sum over clocks", { globals, guard: "(sum (i : int[0,2]) (x > i)) > 1" }, "TH2021"],
    ["a quantifier over a record", { globals, guard: "forall (i : S) p" }, "TH2029"],
    ["a quantifier that changes something", { globals, update: "p = forall (i : int[0,2]) v[i]++ > 0" }, "TH2030"],
    ["a quantified name outside", { globals, guard: "(forall (i : int[0,2]) v[i] > 0) && i > 1" }, "TH2001"],
    ["arithmetic on records", { globals, update: "a = s + 1" }, "TH2020"],
    ["arithmetic on channels", { globals, update: "a = c + 1" }, "TH2020"],
    ["records set to numbers", { globals, update: "s = 1" }, "TH2045"],
    ["records added", { globals, update: "s += t" }, "TH2045"],
    ["logic on records", { globals, guard: "s && p" }, "TH2020"],
    ["bits of clocks", { globals, guard: "(x & 1) == 0" }],
    ["a string as a number", { globals, update: 'a = "b"' }, "TH2020"],
    ["a clock as a condition of ?:", { globals, update: "a = x < 3 ? 1 : 2" }, "TH2021"],
    ["a clock difference as a number", { globals: "clock x, y; int a;", update: "a = x - y" }, "TH2020"],
    ["an array over the sum of clocks", { globals, update: "v[x] = 1" }, "TH2020"],
  ]);
});

describe("what is folded", () => {
  const value = (expression: string): unknown => {
    const edge = firstEdge({
      globals: "int r; const int N = 3; const int t[3] = {5, 6, 7};",
      update: `r = ${expression}`,
    });
    const statement = edge.update[0]!;
    return statement.kind === "expression" && statement.expression.kind === "assign"
      ? statement.expression.value
      : null;
  };
  const cases: [string, number][] = [
    ["1 + 2 * 3", 7],
    ["-7 / 2", -3],
    ["-7 % 3", -1],
    ["7 >> 1", 3],
    ["1 << 4", 16],
    ["2 ** 10", 1024],
    ["2 ** 3 * 2", 16],
    ["N * N", 9],
    ["t[N - 1]", 7],
    ["t[0] <? t[1]", 5],
    ["3 >? 4", 4],
    ["5 == true", 0],
    ["!5", 0],
    ["true + true", 2],
    ["N > 2 ? 10 : 20", 10],
    ["abs(-4)", 4],
    ["2147483647 + 1", -2147483648],
    ["65536 * 65536", 0],
    ["false imply false", 1],
    ["true xor true", 0],
    ["6 & 3", 2],
    ["6 | 3", 7],
    ["6 ^ 3", 5],
    ["INT8_MAX", 127],
  ];
  for (const [expression, expected] of cases) {
    it(`${expression} to ${expected}`, () => expect(value(expression)).toEqual({ kind: "constant", value: expected }));
  }
  it("keeps what fails at run time", () => {
    expect(value("1 / (N - 3)")).toMatchObject({ kind: "binary", op: "/" });
    expect(value("1 << (0 - N)")).toMatchObject({ kind: "binary", op: "<<" });
  });
});

describe("clock constraints", () => {
  const globals = "clock x, y; int n;";
  const guard = (text: string): unknown => {
    const [conjunct, ...rest] = firstEdge({ globals, guard: text }).guard;
    expect(rest).toEqual([]);
    if (conjunct?.kind !== "clock") return conjunct;
    const { left, right, op, bound } = conjunct;
    return [left?.base, right?.base, op, bound.kind === "constant" ? bound.value : bound.kind];
  };
  const cases: [string, unknown[]][] = [
    ["x <= 5", [0, undefined, "<=", 5]],
    ["5 <= x", [0, undefined, ">=", 5]],
    ["5 > y", [1, undefined, "<", 5]],
    ["x == 3", [0, undefined, "==", 3]],
    ["x - y < 3", [0, 1, "<", 3]],
    ["3 > x - y", [0, 1, "<", 3]],
    ["x < y", [0, 1, "<", 0]],
    ["x == y", [0, 1, "==", 0]],
    ["x + 3 <= y", [0, 1, "<=", -3]],
    ["x - 2 >= 1", [0, undefined, ">=", 3]],
    ["3 + x > y + 1", [0, 1, ">", -2]],
    ["x <= n", [0, undefined, "<=", "load"]],
    ["x <= y + n", [0, 1, "<=", "load"]],
    ["2 < x - y - 1", [0, 1, ">", 3]],
  ];
  for (const [text, expected] of cases) it(text, () => expect(guard(text)).toEqual(expected));
  it("a clock against itself is data", () => {
    expect(firstEdge({ globals, guard: "x - x <= n" }).guard).toMatchObject([{ kind: "data" }]);
    expect(firstEdge({ globals, guard: "x <= x" }).guard).toEqual([]);
  });
});

describe("hints and places", () => {
  it("suggests near names", () => {
    const outcome = run({ globals: "int counter;", guard: "conter > 1" });
    expect(outcome.diagnostics[0]).toMatchObject({ code: "TH2001", hint: "did you mean `counter`?" });
    expect(outcome.sources.textOf(outcome.diagnostics[0]!.span!)).toBe("conter");
  });
  it("suggests fields and members", () => {
    expect(run({ globals: "struct { int size; } s;", guard: "s.sze == 1" }).diagnostics[0]!.hint).toContain("size");
    expect(run({ locals: "int total;", query: "E<> P.totl > 1" }).diagnostics[0]!.hint).toContain("total");
  });
  it("reports everything in one go", () => {
    const outcome = run({ globals: "int x = 99999; foo y;", guard: "x[1] == 2", sync: "x!", update: "z = 1, y = 2" });
    expect(outcome.errors).toEqual(["TH2015", "TH2001", "TH2001"]);
  });
});
