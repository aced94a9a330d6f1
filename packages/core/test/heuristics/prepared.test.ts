// What the relaxed estimates make of a problem before the first state is made step by step: whoever advances it has his
// hands free in between, and whoever does not gets the same values all the same.

import { describe, expect, it } from "vitest";
import type { Heuristic } from "../../src/heuristics/index.ts";
import { configure, families, generateModel, heuristics, loadModel } from "../../src/index.ts";

function pool(size: number) {
  const leader = families.find(({ name }) => name === "leader")!;
  const content = generateModel(leader, { size, variant: "pool", correct: false, seed: 1 }, "xml");
  const { network } = loadModel({ name: "pool.xml", content }, { lints: false });
  const query = network!.queries[0]!;
  if (query.kind !== "E<>") throw new Error("the family has another query now");
  const state = {
    locations: Int32Array.from(network!.processes, ({ initial }) => initial[0]!),
    cells: Int32Array.from(network!.initialValues),
  };
  return { problem: { network: network!, target: query.formula, frameSize: query.frameSize }, state };
}

function made(spec: string, problem: ReturnType<typeof pool>["problem"]): Heuristic {
  const config = configure(heuristics, spec);
  if (!config.ok) throw new Error(config.diagnostics[0]!.message);
  return config.value.create(problem);
}

describe.each(["hU()", "hL()", "hmax()", "hadd()", "hU(values=per-location)", "hL(cache=16)"])("%s", (spec) => {
  const { problem, state } = pool(2);

  it("is prepared in many small steps, and estimates what it does when it is prepared at once", () => {
    const [stepwise, atOnce] = [made(spec, problem), made(spec, { ...problem })];
    const [building, ...others] = stepwise.constructions!;
    expect(others).toEqual([]);
    const shares = [building!.progress];
    while (building!.advance()) shares.push(building!.progress);
    // Each pair of edges, each condition and each chain is a step: far more than there are edges.
    expect(shares.length).toBeGreaterThan(problem.network.edges.length);
    expect(shares).toEqual([...shares].sort((a, b) => a - b));
    expect(building!.progress).toBe(1);
    expect(building!.report).toBeUndefined();
    expect(stepwise.estimate(state)).toBe(atOnce.estimate(state));
  });

  it("is finished by the first estimate where nobody has", () => {
    const heuristic = made(spec, { ...problem });
    const [building] = heuristic.constructions!;
    for (let step = 0; step < 10; step++) expect(building!.advance()).toBe(true);
    expect(building!.progress).toBeLessThan(1);
    expect(heuristic.estimate(state)).toBe(made(spec, { ...problem }).estimate(state));
    expect(building!.advance()).toBe(false);
  });
});
