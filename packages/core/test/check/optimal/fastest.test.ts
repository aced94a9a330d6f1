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
