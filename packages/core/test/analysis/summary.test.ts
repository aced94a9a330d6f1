import { describe, expect, it } from "vitest";
import { featuresOf } from "../../src/analysis/features.ts";
import { bitsFor, statisticsOf } from "../../src/analysis/statistics.ts";
import { loadModel } from "../../src/lang/load.ts";
import type { Network } from "../../src/network/index.ts";

function networkOf(content: string, name = "m.xta"): Network {
  const { network, diagnostics } = loadModel({ name, content }, { lints: false });
  if (network === null) throw new Error(diagnostics.map(({ message }) => message).join("\n"));
  return network;
}

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
