// Estimates on models as people write them, for targets that name a whole state: what they claim holds, the relaxed ones
// are those of their twins, emitted code reads what its twin reads, and in the first state they are as large as this.

import { describe, expect, it } from "vitest";
import type { Problem } from "../../src/heuristics/index.ts";
import { CompiledGraph } from "../../src/heuristics/relaxed/compiled/compiled-graph.ts";
import { PLAIN_OPTIONS } from "../../src/heuristics/relaxed/ground/options.ts";
import { RelaxedGraph } from "../../src/heuristics/relaxed/kernel/graph.ts";
import { TraceReader } from "../../src/heuristics/relaxed/kernel/relaxed-trace.ts";
import { loadModel } from "../../src/lang/load.ts";
import type { Formula, Network } from "../../src/network/index.ts";
import {
  brokenClaims,
  cell,
  createOracle,
  type DiscreteGraph,
  inLocation,
  num,
  op,
  query,
  SlowRelaxation,
} from "../../src/testing/index.ts";
import { UNTIMED, type Written } from "../engine/compiled/hand-written-models.ts";
import { configured, create } from "./trials.ts";

const SMALL = 45;
/** States that are held against slow twins. */
const TWINS = 12;
const SPECS = [
  "hL()",
  "hU()",
  "hadd()",
  "hU(values=per-location)",
  "merge(4)",
  "merge(6, refine=far)",
  "pdb(states=6)",
  "cegar(5)",
  "predicates()",
  "perimeter(9, hL())",
  "formula(numeric=true)",
];

/** All of a state, or that every variable lies on the other side of its first value, as it does there. */
function isState(network: Network, { locations, cells }: DiscreteGraph["states"][number], whole: boolean): Formula {
  const places = [...locations].map((location, process) => inLocation(process, location));
  const values = [...cells].flatMap((value, at): Formula[] =>
    network.variables.some((one) => one.meta && one.cell === at)
      ? []
      : [{ kind: "data", condition: op("==", cell(at), num(value)) }],
  );
  if (whole) return { kind: "and", parts: [...places, ...values] };
  const sides = [...cells].flatMap((value, at): Formula[] => {
    const first = network.initialValues[at]!;
    return value === first ? [] : [{ kind: "data", condition: op(value < first ? "<" : ">", cell(at), num(first)) }];
  });
  return { kind: "and", parts: [places.at(-1)!, ...sides] };
}

const TRUE: Formula = { kind: "data", condition: num(1) };

/** Clocks that decide, and counters that go far in both directions. */
const MORE: readonly Written[] = [
  {
    name: "two trains and a gate",
    states: 0,
    text: `clock x[2]; int[0, 2] len; int[0, 1] list[2]; chan appr[2], leave[2]; int[0, 3] passed;
      process T(const int[0, 1] i) { state far, near { x[i] <= 4 }, in { x[i] <= 2 }; init far; trans
        far -> near { sync appr[i]!; assign x[i] = 0; }, near -> in { guard x[i] >= 3 && list[0] == i; assign x[i] = 0; },
        in -> far { guard x[i] >= 1; sync leave[i]!; }; }
      process G() { state s; init s; trans s -> s { select e : int[0, 1]; guard len < 2; sync appr[e]?; assign list[len] = e, len++; },
        s -> s { select e : int[0, 1]; guard passed < 3; sync leave[e]?; assign list[0] = list[1], list[1] = 0, len--, passed++; }; }
      system T, G;`,
  },
  {
    name: "who waits first, with a clock for two",
    states: 0,
    text: `clock x, y; int[0, 2] id; int[0, 2] cs;
      process P(const int[1, 2] i) { clock z; state a, b { z <= 2 }, c, d; init a; trans a -> b { guard id == 0; assign z = 0; },
        b -> c { guard z <= 2; assign z = 0, id = i; }, c -> d { guard z > 2 && id == i; assign cs = cs == 2 ? 2 : cs + 1; },
        c -> b { guard id == 0; assign z = 0; }, d -> a { assign id = 0, cs = cs - 1; }; }
      system P;`,
  },
  {
    name: "conditions on two that grow",
    states: 0,
    text: `int[0, 4] a; int[0, 4] b; int[0, 5] q[5] = { 3, 1, 4, 1, 5 }; bool s1, s2, s3, s4, s5, s6;
      process P() { state s; init s; trans s -> s { guard a < 4 && !s4; assign a++; }, s -> s { guard b < 4 && !s5; assign b++; },
        s -> s { guard a + b == 5 && !s1; assign s1 = true; }, s -> s { guard a * b == 6 && s1 && !s2; assign s2 = true; },
        s -> s { guard a - b == -2 && !s3; assign s3 = true; }, s -> s { guard q[a] == b && a > 0 && !s4; assign s4 = true, a = 0; },
        s -> s { guard (a > b ? a : b) == 4 && a % 3 == 0 && !s5; assign s5 = true; }, s -> s { guard q[b] / (a + 1) == 2 && s5 && !s6; assign s6 = true, q[a] = b; }; }
      system P;`,
  },
  {
    name: "counters that go far up and down",
    states: 0,
    text: `int[-1000, 1000] up; int[-1000, 1000] down = 5; int[0, 900] both = 300;
      process P() { state s, t; init s; trans s -> s { guard up < 7; assign up++; }, s -> s { guard down > -6; assign down--; },
        s -> t { guard up == 7 && both < 303; assign both = both + 1; }, t -> s { guard down == -6 && both > 297; assign both -= 2; }; }
      system P;`,
  },
];

const cases = [...UNTIMED.filter(({ states, name }) => states <= SMALL && !name.includes("leaves")), ...MORE].flatMap(
  (written) => {
    const { network } = loadModel({ name: written.file ?? "m.xta", content: written.text }, { lints: false });
    const { states } = createOracle(network!, [query("E<>", TRUE, 1)], { maxStates: 3000 }).discreteGraph(TRUE);
    return [
      [states.length - 1, true],
      [states.length >> 1, false],
    ].map(([at, whole]) => {
      const target = isState(network!, states[at as number]!, whole as boolean);
      const problem: Problem = { network: network!, target, frameSize: 1 };
      const graph = createOracle(network!, [query("E<>", target, 1)], { maxStates: 3000 }).discreteGraph(target);
      return { name: `${written.name}, ${whole ? "a whole state" : "some bounds"}`, problem, graph };
    });
  },
);

/** By case: how far the target is from the first state, and what the estimates say there. */
const EXPECTED: readonly string[] = [
  "16: 2 2 2 2 16 16 0 2 4 4 2",
  "8: 2 2 4 8 8 8 2 2 4 4 3",
  "8: 5 8 33 9 3 5 0 2 4 4 32",
  "4: 3 4 9 4 2 2 0 1 2 2 4",
  "8: 1 1 2 2 8 8 2 2 2 2 2",
  "2: 2 2 4 3 2 2 2 1 2 2 3",
  "2: 1 1 1 2 2 2 0 2 2 2 8",
  "1: 1 1 2 1 1 1 1 1 1 1 2",
  "3: 2 3 5 3 3 3 3 3 3 3 4",
  "2: 2 2 3 2 2 2 1 2 2 2 2",
  "8: 4 5 16 6 7 8 2 3 8 8 4",
  "2: 2 2 3 2 2 2 1 2 2 2 2",
  "15: 6 6 17 6 6 15 3 3 3 3 8",
  "4: 4 4 5 4 4 4 1 1 2 2 2",
  "3: 1 1 1 1 3 3 0 2 3 3 2",
  "2: 2 2 2 2 2 2 2 2 2 2 1",
  "4: 4 5 7 5 3 4 1 2 1 1 7",
  "2: 2 3 4 3 2 2 1 2 2 2 3",
  "5: 3 4 12 4 4 5 1 3 1 5 4",
  "2: 2 2 2 2 2 2 1 2 0 2 1",
  "10: 4 4 4 8 5 7 0 4 4 8 4",
  "4: 3 3 4 4 4 4 1 4 4 4 2",
  "6: 3 3 9 6 6 6 0 2 4 4 11",
  "1: 1 1 4 1 1 1 1 1 1 1 4",
  "2: 2 3 6 3 2 2 2 2 2 2 5",
  "1: 1 1 2 1 1 1 1 1 1 1 2",
  "12: 5 8 16 8 4 6 2 2 4 6 8",
  "3: 3 3 3 3 2 2 1 2 1 3 1",
  "7: 2 3 3 3 3 3 1 2 7 7 2",
  "2: 2 4 4 4 2 2 2 2 2 2 2",
  "12: 6 12 45 12 3 5 4 4 11 10 15",
  "7: 5 7 20 7 3 4 1 2 5 5 4",
  "27: 13 21 74 28 14 16 1 4 5 5 22",
  "2: 1 2 2 2 2 2 0 2 2 2 2",
];

describe.each(cases.map((one, at) => ({ ...one, at })))("$name", ({ problem, graph, at }) => {
  it("relaxed estimates are those of their twins", () => {
    const slow = new SlowRelaxation(problem);
    const [hL, hmax, hU] = ["hL()", "hmax()", "hU()"].map((spec) => create(spec, problem).heuristic);
    for (const state of graph.states.slice(0, TWINS)) {
      const layers = slow.layers(state as never);
      expect([hL!.estimate(state), hmax!.estimate(state)]).toEqual([layers, layers]);
      const best = slow.optimum(state as never, 200);
      if (best !== null) expect(hU!.estimate(state)).toBeGreaterThanOrEqual(best);
    }
  });

  it("emitted code reads what its twin reads", () => {
    const relaxed = new RelaxedGraph(problem, PLAIN_OPTIONS, true);
    const compiled = CompiledGraph.of(relaxed);
    if (compiled === null) return;
    const reader = new TraceReader(relaxed);
    for (const state of graph.states.slice(0, TWINS).filter((one) => relaxed.standIn(one) === one)) {
      const found = compiled.read(state, undefined);
      if (found === null) continue;
      const layers = relaxed.build(state);
      const trace = Number.isFinite(layers) ? reader.read() : null;
      expect(found.transitions).toBe(trace?.transitions ?? Number.POSITIVE_INFINITY);
      if (trace !== null) expect(new Set(found.first)).toEqual(new Set(trace.first.map(({ index }) => index)));
    }
  });

  it("distances are these", () => expect(String(graph.distances[0])).toBe(EXPECTED[at]!.split(":")[0]));

  it.each(SPECS.map((spec, index) => [spec, index] as const))("%s keeps its word, and is this large", (spec, index) => {
    const { guarantees, heuristic } = create(spec, problem);
    const config = { ...configured(spec), guarantees, create: () => heuristic };
    expect(brokenClaims(config, { seed: at, problem, graph })).toEqual([]);
    const large = EXPECTED[at]!.split(": ")[1]!.split(" ")[index];
    expect(String(heuristic.estimate(graph.states[0]!))).toBe(large);
  });
});
