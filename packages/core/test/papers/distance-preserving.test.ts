// The example of the distance-preserving paper (sections 3 and 6), step by step. The paper's figures show processes
// that its text does not spell out; these are the smallest ones that meet every number it prints.

import { describe, expect, it } from "vitest";
import { Meter } from "../../src/heuristics/factored/build-budget.ts";
import type { Problem } from "../../src/heuristics/index.ts";
import { abstractSystem, type Composed, type Watch } from "../../src/heuristics/merge/abstract-system.ts";
import { weightsOf } from "../../src/heuristics/merge/composition-strategy.ts";
import { loadModel } from "../../src/lang/load.ts";
import { wholeGraph } from "../heuristics/exhaustive.ts";
import { create } from "../heuristics/trials.ts";

const XTA = `
chan a, b, c;
process P1() {
    state p1, p2, p3; init p1;
    trans p1 -> p2 { sync b!; }, p2 -> p3 { sync a!; }, p3 -> p3 { sync a!; }, p3 -> p1 { sync a!; };
}
process P2() {
    state q1, q2, q3; init q1;
    trans q1 -> q2 { sync c!; }, q1 -> q3 { sync a?; }, q2 -> q3 { sync a?; }, q3 -> q3 { sync a?; }, q1 -> q2 { sync a?; };
}
process P3() {
    state r1, r2, r3; init r1;
    trans r1 -> r2 { sync b?; }, r1 -> r3 { sync c?; }, r2 -> r3 { sync c?; }, r3 -> r1 { sync b?; };
}
system P1, P2, P3;
`;

function problem(): Problem {
  const { network, compileQuery, diagnostics } = loadModel({ name: "example.xta", content: XTA });
  if (network === null) throw new Error(diagnostics.map(({ message }) => message).join("\n"));
  const query = compileQuery("E<> P1.p3 && P2.q3 && P3.r3");
  if (!query.ok || query.value.kind !== "E<>") throw new Error("no query");
  return { network, target: query.value.formula, frameSize: query.value.frameSize };
}

const state = (p: number, q: number, r: number) => ({ locations: [p - 1, q - 1, r - 1], cells: [] });
const rows = (cells: readonly number[], width: number) =>
  Array.from({ length: cells.length / width }, (_, at) => cells.slice(at * width, (at + 1) * width));

describe("the worked example of the distance-preserving paper", () => {
  it("composes P1 and P2 first, and reads distances off A || P3", () => {
    const events: Composed[] = [];
    const firstTable: number[] = [];
    const firstDistances: number[] = [];
    const weights: [string, number][] = [];
    const watch: Watch = {
      choosing: (systems) => {
        if (events.length === 0) weights.push(...weightsOf(systems));
      },
      composed: (event) => {
        events.push(event);
        if (events.length > 1) return;
        firstTable.push(...event.table);
        firstDistances.push(...event.composed.distances(event.systems.usedRelations(event.node)));
      },
    };
    const meter = new Meter({ seconds: 10, megabytes: 100 });
    const options = { N: 3, order: "ranked", refine: "near", ties: "index" } as const;
    const work = abstractSystem(problem(), options, meter, watch);
    let at = work.next();
    while (at.done !== true) at = work.next();
    const built = at.value;
    const table = (p: number, q: number) => [1, 2, 3].map((r) => built.lookUp.estimate(state(p, q, r)));
    // Rankings r(P1,a)=0, r(P1,b)=1, r(P2,a)=0, r(P2,c)=1, r(P3,b)=1, r(P3,c)=0 give these weights.
    expect(Object.fromEntries(weights)).toEqual({ "0 1": 0, "0 2": 1, "1 2": 1 });
    expect(events[0]!.choice).toEqual({ pair: [0, 1], weight: 0 });
    // P1 || P2 has 8 states; p3q1 cannot be reached.
    expect(events[0]!.composed.size).toBe(8);
    const distances = firstTable.map((product) => (product < 0 ? null : firstDistances[product]!));
    expect(rows(distances as number[], 3)).toEqual([
      [2, 2, 2],
      [1, 1, 1],
      [null, 1, 0],
    ]);
    // α: one class per distance.
    const alpha = rows([...events[0]!.table], 3);
    expect(new Set(alpha[0])).toEqual(new Set([alpha[0]![0]!]));
    expect(new Set(alpha[1])).toEqual(new Set([alpha[1]![0]!]));
    expect(alpha[2]![0]).toBe(-1);
    expect(alpha[2]![1]).toBe(alpha[1]![0]);
    expect(new Set(alpha.flat()).size).toBe(4);
    // d of A || P3, by the state of P1 and P2 that each class stands for.
    expect(table(1, 1)).toEqual([3, 4, 3]);
    expect(table(2, 1)).toEqual([2, 2, 1]);
    expect(table(3, 3)).toEqual([4, 5, 0]);
  });

  it("leads greedy search along b, c, a", () => {
    const { heuristic } = create("merge(3, ties=index)", problem());
    const path = [state(1, 1, 1), state(2, 1, 2), state(2, 2, 3), state(3, 3, 3)];
    expect(path.map((at) => heuristic.estimate(at))).toEqual([3, 2, 1, 0]);
    // Not accurate everywhere: p1q2r3 has no way to the error.
    expect(heuristic.estimate(state(1, 2, 3))).toBe(3);
    expect(create("merge(8, ties=index)", problem()).heuristic.estimate(state(1, 2, 3))).toBe(Number.POSITIVE_INFINITY);
  });
});

describe("Algorithm 2", () => {
  it.each([2, 3, 50])("two processes are composed as they are: the estimate is exact, N = %i", (N) => {
    // A switch that has to go round its four positions before the walker may take its next step.
    const xta = `chan step;
process Wheel() { state w0, w1, w2, w3; init w0; trans w0 -> w1 { }, w1 -> w2 { }, w2 -> w3 { }, w3 -> w0 { sync step!; }; }
process Walker() { state s0, s1, s2, s3; init s0; trans s0 -> s1 { sync step?; }, s1 -> s2 { sync step?; }, s2 -> s3 { sync step?; }; }
system Wheel, Walker;
query { E<> Walker.s3 }`;
    const { network } = loadModel({ name: "two.xta", content: xta });
    const query = network!.queries[0]!;
    if (query.kind !== "E<>") throw new Error("no query");
    const of = { network: network!, target: query.formula, frameSize: query.frameSize };
    const { heuristic } = create(`merge(${N})`, of);
    for (let wheel = 0; wheel < 4; wheel++) {
      for (let walker = 0; walker < 4; walker++) {
        const steps = walker === 3 ? 0 : 4 * (3 - walker) - wheel;
        expect(heuristic.estimate({ locations: [wheel, walker], cells: [] })).toBe(steps);
      }
    }
  });

  it("is consistent whatever is composed and abstracted: no step gains more than one (towers, N = 2, 5, 20)", () => {
    const { problem: towers, states, steps } = wholeGraph("hanoi", 3, "no");
    for (const spec of ["merge(2)", "merge(5, order=declared)", "merge(20, refine=far)"]) {
      const { heuristic } = create(spec, towers);
      const estimates = states.map((one) => heuristic.estimate(one));
      for (const [from, to] of steps) expect(estimates[from]!).toBeLessThanOrEqual(estimates[to]! + 1);
    }
  });
});

describe("section 7", () => {
  it.each([
    [4, 105],
    [5, 229],
  ])("H%i: the paper prints %i, which is 2n + 1 for a trace of n", (size, printed) => {
    const { distances } = wholeGraph("hanoi", size, "no");
    expect(2 * distances[0]! + 1).toBe(printed);
  });
});
