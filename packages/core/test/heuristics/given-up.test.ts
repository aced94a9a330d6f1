// What takes too much work is given up, and a cheaper estimate of the same guarantees takes its place: state by state
// where nothing but safety is claimed, for all states or for none where values must be consistent.

import { describe, expect, it } from "vitest";
import { finished } from "../../src/basics/finished.ts";
import { distance } from "../../src/heuristics/distance.ts";
import { CostPropagation } from "../../src/heuristics/relaxed/costs.ts";
import { GivenUp } from "../../src/heuristics/relaxed/ground/given-up.ts";
import { OperatorBuilder } from "../../src/heuristics/relaxed/ground/operators.ts";
import { PLAIN_OPTIONS } from "../../src/heuristics/relaxed/ground/options.ts";
import { prepare } from "../../src/heuristics/relaxed/ground/prepare.ts";
import { createRelaxed, type RelaxedReader } from "../../src/heuristics/relaxed/index.ts";
import { RelaxedGraph } from "../../src/heuristics/relaxed/kernel/graph.ts";
import { families, generateModel, loadModel } from "../../src/index.ts";
import { SetPool } from "../../src/value-sets/set-pool.ts";

const leader = families.find(({ name }) => name === "leader")!;
const content = generateModel(leader, { size: 2, variant: "pool", correct: false, seed: 1 }, "xml");
const { network, compileQuery } = loadModel({ name: "pool.xml", content });
const { formula: target, frameSize } = network!.queries[0] as Extract<
  NonNullable<typeof network>["queries"][number],
  { kind: "E<>" }
>;
const problem = { network: network!, target, frameSize };
const state = {
  locations: Int32Array.from(network!.processes, ({ initial }) => initial[0]!),
  cells: Int32Array.from(network!.initialValues),
};

describe("work", () => {
  /** By the interpreter, whose work is counted. */
  const layers = (causes: boolean, most: number): number =>
    new RelaxedGraph(problem, PLAIN_OPTIONS, causes, true, most).build(state);

  it("is limited where a trace is read off, and of layers only where that is asked for", () => {
    const all = layers(true, Number.POSITIVE_INFINITY);
    expect(all).toBeGreaterThan(5);
    expect(() => layers(true, 10)).toThrow(GivenUp);
    expect(layers(false, 10)).toBe(all);
    expect(() => new RelaxedGraph(problem, PLAIN_OPTIONS, false, true).build(state, undefined, 10)).toThrow(GivenUp);
  });

  it("is limited where costs are propagated", () => {
    const costs = (most: number): number =>
      new CostPropagation(problem, PLAIN_OPTIONS, true, finished(prepare(problem, PLAIN_OPTIONS, true)), most).estimate(
        state,
      );
    expect(costs(Number.POSITIVE_INFINITY)).toBeGreaterThan(5);
    expect(() => costs(10)).toThrow(GivenUp);
  });

  it("is limited where operators are made", () => {
    const operators = (most?: number) =>
      finished(OperatorBuilder.building(network!, new SetPool(), PLAIN_OPTIONS, () => true, most)).operators.length;
    const all = operators();
    expect(operators(all)).toBe(all);
    expect(() => operators(all - 2)).toThrow(GivenUp);
  });
});

describe("what is given up", () => {
  const query = compileQuery(`E<> ${network!.processes[0]!.name}.${network!.processes[0]!.locations.at(-1)!.name}`);
  const sought = query.ok && query.value.kind === "E<>" ? { ...problem, target: query.value.formula } : problem;
  const values = { ...PLAIN_OPTIONS, cache: 0 };
  const claims = (admissible: boolean) =>
    ({ safe: true, admissible, consistent: admissible, clocks: "ignored" }) as const;
  const byDistance = (combine: "sum" | "max"): number =>
    distance.configure({ combine, to: "target" }, "distance()").create(sought).estimate(state);
  /** Estimates 1,000, or gives up where it may and as often as told; notes whether it may. */
  const reading = (failures: number) => {
    const asked: boolean[] = [];
    const reader: RelaxedReader = {
      operators: [],
      standIn: (seen) => seen,
      read(_state, _disabled, mayGiveUp) {
        asked.push(mayGiveUp);
        if (mayGiveUp && asked.length <= failures) throw new GivenUp();
        return { value: 1000 };
      },
    };
    return { reader, asked };
  };
  const estimates = (admissible: boolean, failures: number) => {
    const { reader, asked } = reading(failures);
    // biome-ignore lint/correctness/useYield: it is ready at once
    const heuristic = createRelaxed(sought, values, claims(admissible), function* () {
      return reader;
    });
    const found = [1, 2, 3, 4].map(() => heuristic.estimate(state));
    return { found, asked, givenUp: heuristic.givenUp };
  };
  const cheap = byDistance("sum");

  it("is one state among others where nothing but safety is claimed, until the first two were", () => {
    expect(estimates(false, 1)).toEqual({
      found: [cheap, 1000, 1000, 1000],
      asked: [true, true, true, true],
      givenUp: 1,
    });
    expect(estimates(false, 2)).toEqual({ found: [cheap, cheap, cheap, cheap], asked: [true, true], givenUp: 4 });
  });

  it("is everything or nothing where values must be consistent: the first state decides", () => {
    const least = byDistance("max");
    expect(estimates(true, 0)).toEqual({
      found: [1000, 1000, 1000, 1000],
      asked: [true, false, false, false],
      givenUp: 0,
    });
    expect(estimates(true, 9)).toEqual({ found: [least, least, least, least], asked: [true], givenUp: 4 });
  });

  it("is everything where a problem has too many operators", () => {
    // biome-ignore lint/correctness/useYield: it fails at once
    const heuristic = createRelaxed(sought, values, claims(false), function* () {
      throw new GivenUp();
    });
    expect(heuristic.estimate(state)).toBe(cheap);
    expect(heuristic.givenUp).toBe(1);
  });
});
