import { describe, expect, it } from "vitest";
import { featuresOf } from "../../src/analysis/features.ts";
import { bitsFor, statisticsOf } from "../../src/analysis/statistics.ts";
import { networkOf } from "./models.ts";

describe("statistics", () => {
  it.each([
    [0, 0],
    [1, 0],
    [2, 1],
    [3, 2],
    [4, 2],
    [5, 3],
    [65536, 16],
    [2 ** 32, 32],
  ])("%d values take %d bits", (count, bits) => {
    expect(bitsFor(count)).toBe(bits);
  });

  it("counts what a network is made of, and the bits of a packed state", () => {
    const network = networkOf(`
      clock x, y[2]; chan c[3]; int[0,4] n; bool b[2]; meta int[0,9] m; const int k[2] = {1, 2}; int i;
      struct { int[-1,1] p; int[2,9] q; } s;
      int f() { return k[n % 2]; }
      process P(const int[0,2] id) { int[0,1] l; state A, B, C; init A; trans A -> B { assign n = f(), m = 1; }, B -> C { }; }
      system P;`);
    const statistics = statisticsOf(network);
    // Three processes of three locations and one bit each; n: 3, b: 1 + 1, i: 16, s: 2 + 3.
    expect(statistics).toMatchObject({ processes: 3, locations: 9, edges: 6, channels: 3, clocks: 3 });
    expect(statistics.stateBits).toBe(3 * 2 + 3 * 1 + 3 + 2 + 16 + 2 + 3);
    expect(statistics.variables).toContainEqual({ name: "s", min: -1, max: 9 });
    expect(statistics.variables).toContainEqual({ name: "b", min: 0, max: 1 });
    expect(statistics.variables.map(({ name }) => name)).not.toContain("k");
  });
});

describe("features", () => {
  it("of a tiny model are few", () => {
    expect(featuresOf(networkOf("process P() { state A; init A; } system P;"))).toEqual([]);
  });

  const model = (declarations: string, edge = "", state = "A"): string =>
    `${declarations}\nprocess P() { state ${state}; init A; trans A -> A { ${edge} }; }\nsystem P;`;

  it.each<[declarations: string, edge: string, features: string, state?: string]>([
    ["clock x;", "guard x >= 1;", "clocks"],
    ["clock x;", "guard x > 1;", "clocks strict-constraints"],
    ["clock x, y;", "guard x - y >= 1;", "clocks diagonals"],
    ["clock x[2];", "guard x[0] >= 1;", "clocks clock-arrays"],
    ["clock x; int n;", "guard x >= n;", "clocks data-dependent-clock-bounds variables"],
    ["clock x;", "assign x = 1;", "clocks clock-updates"],
    ["clock x, y;", "assign x = y;", "clocks clock-copies"],
    ["clock x;", "assign x = 0;", "clocks"],
    ["clock x;", "", "clocks stopwatches", "A { x' == 0 }"],
    ["chan c;", "sync c!;", "binary-channels"],
    ["broadcast chan c[2];", "sync c[1]!;", "broadcast channel-arrays"],
    ["urgent chan c;", "sync c!;", "binary-channels urgent-channels"],
    ["int n;", "", "variables"],
    ["const int N = 3;", "", ""],
    ["int n[2];", "", "variables arrays"],
    ["struct { int a; int b[2]; } s;", "", "variables arrays structs"],
    ["struct { int a; } s[2];", "", "variables arrays structs"],
    ["typedef scalar[2] id; id who[2];", "", "variables arrays scalars"],
    ["meta int n;", "assign n = 1;", "variables meta"],
    // It keeps its value from one step to the next, and is a variable like all others then.
    ["meta int n;", "guard n == 0; assign n = 1;", "variables meta"],
    ["int n;", "select i : int[0,1]; assign n = i;", "variables select"],
    ["int n; void f() { n = 1; }", "assign f();", "variables functions"],
    ["int n; void f() { do { n++; } while (n < 3); }", "assign f();", "variables functions loops"],
    ["int n; void f() { int i; for (i = 0; i < 3; i++) n = i; }", "assign f();", "variables functions loops"],
    ["int n;", "guard exists (i : int[0,1]) n == i;", "variables quantifiers"],
    ["int n;", "assign n = sum (i : int[0,1]) i;", "variables quantifiers"],
    ["int n; before_update { n = 1 }", "", "variables update-hooks"],
    ["int n; after_update { n = 1 }", "", "variables update-hooks"],
  ])("of %s %s are %s", (declarations, edge, features, state) => {
    expect(featuresOf(networkOf(model(declarations, edge, state))).join(" ")).toBe(features);
  });

  it("are named, each when it is used", () => {
    const network = networkOf(`
      clock x, y[2]; chan c[3]; urgent broadcast chan u; int[0,4] n, a[2]; meta bool m; typedef scalar[2] id; id who;
      struct { int[0,1] f; } s;
      chan priority c < default;
      int f() { int i; while (i < 3) i++; return i; }
      before_update { m = true }
      process P() { state A { x <= n && y[0]' == 0 }, B, C; commit B; urgent C; init A;
        trans A -u-> B { select i : int[0,1]; guard x - y[i] < 3 && forall (j : int[0,1]) a[j] < 2; sync c[i]!; assign y[i] = 4, n = f(); },
              B -> C { sync u!; }; }
      process Q() { state A; init A; trans A -> A { sync c[0]?; }; }
      system P < Q;
      progress { n; }`);
    expect(featuresOf(network)).toEqual([
      "binary-channels",
      "broadcast",
      "urgent-channels",
      "channel-arrays",
      "channel-priorities",
      "process-priorities",
      "urgent-locations",
      "committed",
      "clocks",
      "clock-arrays",
      "diagonals",
      "strict-constraints",
      "stopwatches",
      "clock-updates",
      "data-dependent-clock-bounds",
      "variables",
      "arrays",
      "structs",
      "scalars",
      "meta",
      "functions",
      "loops",
      "select",
      "quantifiers",
      "update-hooks",
      "progress-measures",
      "uncontrollable-edges",
    ]);
  });

  it("of TChecker models", () => {
    const text =
      "system:s\nprocess:p\nprocess:q\nevent:e\nclock:1:x\nclock:1:y\nlocation:p:a{initial: : labels:l}\nlocation:p:b{initial:}\n" +
      "location:q:c{initial:}\nedge:p:a:a:e{do:x=y}\nedge:q:c:c:e{}\nsync:p@e:q@e?\n";
    expect(featuresOf(networkOf(text, "m.tck"))).toEqual([
      "synchronisation-vectors",
      "weak-synchronisation",
      "several-initial-locations",
      "clocks",
      "clock-copies",
      "labels",
    ]);
  });
});
