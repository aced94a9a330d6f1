// A relaxed trace that takes too much work is given up; layers alone, which claim more, never are.

import { describe, expect, it } from "vitest";
import { GivenUp, RelaxedGraph } from "../../src/heuristics/relaxed/graph.ts";
import { PLAIN_OPTIONS } from "../../src/heuristics/relaxed/options.ts";
import { families, generateModel, loadModel } from "../../src/index.ts";

describe("work", () => {
  const leader = families.find(({ name }) => name === "leader")!;
  const content = generateModel(leader, { size: 2, variant: "pool", correct: false, seed: 1 }, "xml");
  const { network } = loadModel({ name: "pool.xml", content });
  const { formula: target, frameSize } = network!.queries[0] as Extract<
    NonNullable<typeof network>["queries"][number],
    { kind: "E<>" }
  >;
  const problem = { network: network!, target, frameSize };
  const state = {
    locations: Int32Array.from(network!.processes, ({ initial }) => initial[0]!),
    cells: Int32Array.from(network!.initialValues),
  };
  /** By the interpreter, whose work is counted. */
  const layers = (causes: boolean, most: number): number =>
    new RelaxedGraph(problem, PLAIN_OPTIONS, causes, true, most).build(state);

  it("is limited where a trace is read off, and only there", () => {
    const all = layers(true, Number.POSITIVE_INFINITY);
    expect(all).toBeGreaterThan(5);
    expect(() => layers(true, 10)).toThrow(GivenUp);
    expect(layers(false, 10)).toBe(all);
  });
});
