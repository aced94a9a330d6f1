// `--optimal time` against Dijkstra without any estimate, on random plans of every kind.

import { describe, expect, it } from "vitest";
import { TimeBound } from "../../../src/heuristics/index.ts";
import { type PlanKind, randomPlan } from "../../../src/testing/index.ts";
import { ask, load } from "../ask.ts";
import { slowFastest } from "./slow-fastest.ts";

const KINDS: readonly PlanKind[] = [
  "locks",
  "counters",
  "flags",
  "hand-over",
  "unset",
  "late-end",
  "urgent",
  "broadcast",
  "branches",
  "deadline",
  "machines",
];
const SEEDS = Array.from({ length: 5 }, (_, seed) => seed);

describe("the fastest run", () => {
  it.each(KINDS)("takes as long as Dijkstra says: %s", async (kind) => {
    let telling = 0;
    const refused = new Set<string>();
    for (const seed of SEEDS) {
      const { xta, query } = randomPlan(kind, seed);
      const { network, compileQuery } = load(xta);
      const compiled = compileQuery(query);
      if (!compiled.ok || !("formula" in compiled.value)) throw new Error("the query cannot be read");
      const { formula } = compiled.value;
      const slow = slowFastest(network, formula);
      for (const space of [undefined, "points", "ticks", "zones"] as const) {
        const where = `${kind} ${seed} in ${space ?? "any space"}`;
        const { verdict, optimum } = await ask(xta, query, { optimal: "time", ...(space && { space }) });
        if (verdict.kind === "unknown" && verdict.diagnostic?.code === "TH4512") {
          refused.add(space!);
          continue;
        }
        expect([verdict.kind, optimum?.best], where).toEqual(
          slow === undefined ? ["violated", undefined] : ["satisfied", slow],
        );
        if (slow !== undefined) expect(optimum, where).toMatchObject({ lower: slow, proven: true, attained: true });
      }
      if (slow === undefined) continue;
      const bound = new TimeBound({ network, target: formula });
      const locations = network.processes.map(({ initial }) => initial[0]!);
      const first = bound.of({ locations, cells: network.initialValues }, 0, () => 0);
      expect(first, `${kind} ${seed}`).toBeLessThanOrEqual(slow);
      if (first > 0) telling++;
    }
    expect(telling).toBeGreaterThan(0);
    const needPoints = ["locks", "counters", "flags", "branches"].includes(kind);
    expect([...refused].sort(), kind).toEqual(needPoints ? [] : ["points"]);
  });
});

describe("what is told of the fastest run", () => {
  it("is no bound above what is found where bounds are strict", async () => {
    const xta = "process P() { clock x; state a, b; init a; trans a -> b { guard x > 6; }; } system P;";
    const { optimum, improvements } = await ask(xta, "E<> P.b", { optimal: "time" });
    expect(optimum).toMatchObject({ best: 6.5, lower: 6, proven: true, attained: false });
    expect(improvements!.map(({ lower }) => lower)).toEqual([6]);
  });

  it("counts units of time where a variable has a wide range and small values", async () => {
    const xta = `int need; chan go; process P() { clock x; state a, b { x <= need }, c; init a;
      trans a -> b { select k : int[2,3]; guard k > 2; assign need = k + 4, x = 0; }, b -> c { guard x >= need; }; } system P;`;
    const { optimum } = await ask(xta, "E<> P.c", { optimal: "time", space: "ticks" });
    expect(optimum).toMatchObject({ best: 7, proven: true });
  });
});
