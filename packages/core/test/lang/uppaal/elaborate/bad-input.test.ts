// Input that is wrong, huge or malicious: an answer in bounded time, never an exception; and what is accepted after
// random changes to a rich model is still a sound network.

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { DiagnosticSink, Sources } from "../../../../src/diagnostics/index.ts";
import { elaborate } from "../../../../src/lang/uppaal/elaborate.ts";
import { parseXta } from "../../../../src/lang/uppaal/parse.ts";
import { run } from "./harness.ts";
import { problems } from "./well-formed.ts";

/** Processor time, since the machine may be busy with other things. */
function timed<T>(work: () => T, limit = 3000): T {
  const start = process.cpuUsage();
  const result = work();
  expect(process.cpuUsage(start).user / 1000).toBeLessThan(limit);
  return result;
}

describe("too much of everything", () => {
  it("long conjunctions", () => {
    const guard = Array.from({ length: 900 }, (_, i) => `x != ${i} - n`).join(" && ");
    expect(timed(() => run({ globals: "int x, n;", guard })).errors).toEqual([]);
    const clocks = Array.from({ length: 900 }, (_, i) => `c < ${i}`).join(" && ");
    expect(timed(() => run({ globals: "clock c;", guard: clocks })).errors).toEqual([]);
    const either = Array.from({ length: 900 }, (_, i) => `c < ${i}`).join(" || ");
    expect(timed(() => run({ globals: "clock c;", guard: either })).errors).toEqual(["TH2064"]);
  });

  it("deeply nested negations and disjunctions of clocks", () => {
    let guard = "x < 1";
    for (let i = 0; i < 150; i++) guard = `!(${guard} && (y > ${i} || n == ${i}))`;
    const outcome = timed(() => run({ globals: "clock x, y; int n;", guard }));
    expect(outcome.errors.every((code) => code === "TH2064")).toBe(true);
  });

  it("functions that take for ever at compile time", () => {
    const globals = "int f(int n) { int i; for (i = 0; i < 32000; i++) for (k : int[0,32000]) n = k; return n; }";
    expect(timed(() => run({ globals: `${globals} const int a = f(1);` })).errors).toEqual(["TH2010"]);
    expect(timed(() => run({ globals: `${globals} int a[f(1)], b[f(2)], c[f(3)];` })).errors).toHaveLength(3);
  });

  it("chains of functions that double their work", () => {
    let globals = "int f0(int n) { return n; }";
    for (let i = 1; i <= 40; i++) globals += `int f${i}(int n) { return f${i - 1}(n) + f${i - 1}(n); }`;
    expect(timed(() => run({ globals: `${globals} const int a = f40(1);` })).errors).toEqual(["TH2010"]);
    expect(timed(() => run({ globals: `${globals} int x;`, update: "x = f40(1)" })).errors).toEqual([]);
  });

  it("types and sets that would not fit", () => {
    expect(timed(() => run({ globals: "typedef int T[30000]; typedef T U[30000]; U u;" })).errors).toEqual(["TH2012"]);
    expect(timed(() => run({ globals: "typedef struct { int a[200000]; int b[200000]; } S; S s[9];" })).errors).toEqual(
      ["TH2012"],
    );
    expect(timed(() => run({ globals: "chan c[2000000];" })).errors).toEqual(["TH2012"]);
    expect(timed(() => run({ globals: "void f() { int a[2000000]; }" })).errors).toEqual(["TH2012"]);
    expect(timed(() => run({ parameters: "const int[0,2000000000] i" })).errors).toEqual(["TH2209"]);
    expect(timed(() => run({ locals: "int a[100000];", parameters: "const int[0,999] i" })).errors).toEqual(["TH2012"]);
    expect(timed(() => run({ globals: "int a[int[-2147483647,2147483647]];" })).errors).toEqual(["TH2012"]);
  });

  it("arrays without end", () => {
    const globals = "typedef int[-2147483647,2147483647] all; clock x[all]; chan c[all]; struct { double d[all]; } s;";
    expect(timed(() => run({ globals })).errors).toEqual(["TH2012", "TH2012"]);
  });

  it("models that were not read whole give no network, wrong queries do", () => {
    expect(run("int x = ; process P() { state A; init A; } system P;").network).toBeNull();
    expect(run("process P() { state A; init A; } system P; query { E<> }").network).not.toBeNull();
  });

  it("cyclic instantiations and unknown everything", () => {
    expect(run({ system: "Q = R(); R = Q(); system Q;" }).errors).toEqual(["TH2001"]);
    expect(run({ system: "Q = Q(); system Q;" }).errors).toEqual(["TH2001"]);
    expect(run({ globals: "typedef T T; typedef U V; typedef V U;" }).errors).toEqual(["TH2001", "TH2001"]);
  });

  it("at most so many diagnostics", () => {
    const guard = Array.from({ length: 500 }, (_, i) => `unknown${i} > 0`).join(" && ");
    expect(run({ guard }).diagnostics.length).toBeLessThanOrEqual(200);
  });
});

const RICH =
  `const int N = 3; typedef int[0,N-1] id; typedef struct { id list[N]; int[0,N] len; } Q; Q q; struct { clock c; double e; } r; int v[id]; clock x[id], z;
typedef scalar[2] S; S s; int w[S]; const int tab[2][2] = {{1,2},{3,4}}; meta int m; bool b; double d; chan go[id]; broadcast chan all; urgent chan u;
int f(int &a, const int t[2], bool c) { int k = a; for (i : id) { if (v[i] > k && c) k = v[i]; else k--; } while (k > 9) { k -= 2; } return k + t[a % 2]; }
Q make(id i) { Q r; r.len = i; return r; } void put(clock &y, id e) { q.list[q.len] = e; q.len++; y = e; }
chan priority all < default < u; before_update { m = 0 }
process P(const id i, int[0,5] p, clock &y) { int n = i; int a[2] = {p, 1}; bool own(int k) { n = k; return n > i; } void set() { p++; v[i] = p; }
 state A { z <= 5 && y' == b && (b imply x[i] < tab[i % 2][1]) }, B { forall (j : id) x[j] <= v[j] + 9 }, C; commit C; init A;
 trans A -> B { select e : id; guard e != i && x[e] >= 2 && z - y < 4 || b; sync go[e]!; assign n = f(v[e], tab[1], b), put(x[i], e), set(); },
  B -> C { guard (sum (k : id) v[k]) > 2 && r.c > 1 && (exists (k : id) v[k] == n) && z != 3; sync go[(i + 1) % N]?; assign q.len = make(i).len, b = own(2), d = d + 0.5, z = n >? 0; },
  C -> A { sync all?; assign v[i] = b ? 1 : a[n % 2], w[s]++; }; }
Z(const id i) = P(i, 2, z);
system Z; progress { n0; }
query { A[] forall (i : id) forall (j : id) Z(i).C && Z(j).C imply i == j && x[i] <= Z(j).n }
query { sup{b}: x[0], Z(1).a[1] }`.replace(" progress { n0; }", "");

function attempt(text: string): ReturnType<typeof problems> | null {
  const sources = new Sources();
  const sink = new DiagnosticSink();
  const document = parseXta({ sources, block: sources.add({ file: "fuzz.xta", text }), sink, syntax: "new" });
  if (document === null) return null;
  const elaboration = elaborate(document, sources, sink);
  // Without a network there is a reason; with one, it is sound.
  if (elaboration === null) {
    expect(sink.errors).toBeGreaterThan(0);
    return null;
  }
  return problems(elaboration.network);
}

describe("changed models", () => {
  it("the model itself is sound", () => {
    expect(run(RICH).errors).toEqual([]);
    expect(attempt(RICH)).toEqual([]);
  });

  const words = RICH.match(/[A-Za-z_]\w*|\d+|[^\s\w]+|\s+/g)!;
  const vocabulary = [...new Set(words.map((word) => word.trim()).filter((word) => word !== ""))];
  it("a few words replaced, dropped or doubled", () => {
    const change = fc.record({ at: fc.nat(words.length - 1), how: fc.nat(2), word: fc.constantFrom(...vocabulary) });
    fc.assert(
      fc.property(fc.array(change, { minLength: 1, maxLength: 3 }), (changes) => {
        const text = [...words];
        for (const { at, how, word } of changes)
          text[at] = how === 0 ? word : how === 1 ? "" : `${text[at]} ${text[at]}`;
        expect(attempt(text.join("")) ?? []).toEqual([]);
      }),
      { numRuns: 200 },
    );
  });
});
