// Hoffmann, Smaus, Rybalchenko, Kupferschmid and Podelski 2006, "Using predicate abstraction to generate heuristic
// functions in UPPAAL": its propositions on small networks.

import { describe, expect, it } from "vitest";
import { estimate } from "../heuristics/estimate.ts";
import { create, trials } from "../heuristics/trials.ts";

/** An automaton that counts to three by its own variable. */
const counter = (name: string): string => `int[0, 3] ${name.toLowerCase()};
process ${name}() { state l, done; init l;
    trans l -> l { guard ${name.toLowerCase()} < 3; assign ${name.toLowerCase()}++; }, l -> done { guard ${name.toLowerCase()} == 3; }; }`;

const INDEPENDENT = `${counter("A")}
${counter("B")}
system A, B;
query { E<> A.done && B.done }`;

describe("section 3.1", () => {
  it("proposition 1: the estimate is at most the distance, for any predicates", () => {
    let compared = 0;
    for (const { problem, graph } of trials.slice(0, 12)) {
      for (const spec of [
        "predicates(split=1)",
        "predicates(split=all)",
        "predicates(refinement, rounds=2, split=2)",
      ]) {
        const { heuristic } = create(spec, problem);
        for (const [at, state] of graph.states.entries()) {
          expect(heuristic.estimate(state)).toBeLessThanOrEqual(graph.distances[at]!);
          compared++;
        }
      }
    }
    expect(compared).toBeGreaterThan(100);
  });

  it("proposition 2: more rounds know more predicates, and estimate no less", () => {
    const values = [0, 1, 2, 3, 4].map((rounds) =>
      estimate(`predicates(refinement, rounds=${rounds}, split=all)`, INDEPENDENT),
    );
    expect([...values].sort((a, b) => a - b)).toEqual(values);
    expect(values.at(-1)!).toBeGreaterThan(values[0]!);
  });
});

describe("section 3.3, splitting the network", () => {
  it("proposition 4: parts that do not interact may be added up, and are exact", () => {
    const walker = (name: string): string =>
      `process ${name}() { state l0, l1, l2, l3; init l0; trans l0 -> l1 { }, l1 -> l2 { }, l2 -> l3 { }; }`;
    const two = `${walker("A")} ${walker("B")} system A, B; query { E<> A.l3 && B.l3 }`;
    expect(estimate("predicates(split=1, combine=sum)", two)).toBe(6);
    expect(estimate("predicates(split=1, combine=max)", two)).toBe(3);
  });

  it("guards alone tell few values apart: two counters to three are eight steps, and estimated as four", () => {
    expect(estimate("predicates(split=1, combine=sum)", INDEPENDENT)).toBe(4);
    expect(estimate("predicates(refinement, rounds=8, split=1, combine=sum)", INDEPENDENT)).toBe(8);
  });

  it("what another part writes is cut: its condition is met by nobody's effort", () => {
    const linked = `int[0, 3] x;
process W() { state w0, w1, w2; init w0; trans w0 -> w1 { }, w1 -> w2 { assign x = 1; }; }
process R() { state r0, r1; init r0; trans r0 -> r1 { guard x == 1; }; }
system W, R;
query { E<> R.r1 }`;
    expect(estimate("predicates(split=1, combine=sum)", linked)).toBe(1);
    expect(estimate("predicates(split=2, combine=sum)", linked)).toBe(3);
  });

  it("a synchronisation is counted once per part: at most twice what it costs", () => {
    const joint = `chan c;
process P() { state p0, p1, p2; init p0; trans p0 -> p1 { sync c!; }, p1 -> p2 { sync c!; }; }
process Q() { state q0, q1, q2; init q0; trans q0 -> q1 { sync c?; }, q1 -> q2 { sync c?; }; }
system P, Q;
query { E<> P.p2 && Q.q2 }`;
    expect(estimate("predicates(split=1, combine=sum)", joint)).toBe(4);
    expect(estimate("predicates(split=1, combine=max)", joint)).toBe(2);
    expect(estimate("predicates(split=2, combine=sum)", joint)).toBe(2);
  });

  it("an effect can affect what it reaches by a chain of variables: x := 1 and y := x affect y > 2", () => {
    const chain = `int[0, 3] x, y;
process W() { state w0, w1, w2; init w0; trans w0 -> w1 { assign x = 3; }, w1 -> w2 { assign y = x; }; }
process R() { state r0, r1; init r0; trans r0 -> r1 { guard y > 2; }; }
system W, R;
query { E<> R.r1 }`;
    expect(estimate("predicates(split=1, combine=sum)", chain)).toBe(1);
    expect(estimate("predicates(split=2, combine=sum)", chain)).toBe(3);
  });
});
