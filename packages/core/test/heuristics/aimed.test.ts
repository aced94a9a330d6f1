// Estimates that are told names of the model: dangerous locations for deadlocks, and given states to aim at. Names that
// are not there are refused with the nearest one that is.

import { describe, expect, it } from "vitest";
import { waitingLocations } from "../../src/heuristics/deadlock.ts";
import { heuristics } from "../../src/heuristics/index.ts";
import { configure } from "../../src/spec/index.ts";
import { questionOf, questions, refusalOf, runSearch } from "../search/runs.ts";
import { estimate } from "./estimate.ts";

const forks = `
int[0,3] eaten;
int a[2] = {5, 6};
bool fork[2];
process Eater(const int me) {
  state thinks, hungry, eats;
  init thinks;
  trans thinks -> hungry { guard !fork[me]; assign fork[me] := true; },
    hungry -> eats { guard !fork[1 - me]; assign fork[1 - me] := true, eaten := (eaten + 1) % 3; },
    eats -> thinks { assign fork[0] := false, fork[1] := false; };
}
A := Eater(0);
B := Eater(1);
system A, B;
`;
const question = questionOf(forks, "E<> deadlock");

describe("deadlock", () => {
  const of = (spec: string, moved: Readonly<Record<string, string>> = {}): number =>
    estimate(spec, forks, moved, "E<> deadlock");

  it("counts active processes", () => {
    expect(of("deadlock()")).toBe(2);
  });

  it("adds up distances to dangerous locations", () => {
    const spec = 'deadlock(dangerous=["A.hungry", "B.hungry"])';
    expect(of(spec)).toBe(2);
    expect(of(spec, { A: "hungry" })).toBe(1);
    expect(of(spec, { A: "hungry", B: "eats" })).toBe(2);
    expect(of('deadlock(dangerous="B.hungry")', { A: "eats" })).toBe(1);
  });

  it("knows templates and where processes may wait", () => {
    expect(of("deadlock(dangerous=['Eater.hungry'])", { B: "hungry" })).toBe(1);
    const names = waitingLocations(question.network).map(({ process, location }) => {
      const { name, locations } = question.network.processes[process]!;
      return `${name}.${locations[location]!.name}`;
    });
    expect(names).toEqual(["A.thinks", "A.hungry", "B.thinks", "B.hungry"]);
    expect(of("deadlock(dangerous=auto)", { A: "eats" })).toBe(1);
  });

  it("leads to a deadlock sooner than breadth does", () => {
    const plain = runSearch("bfs", question);
    for (const spec of ["deadlock()", 'deadlock(dangerous="Eater.hungry")', "deadlock(dangerous=auto)"]) {
      const ending = runSearch(`greedy(${spec})`, question);
      expect(ending).toMatchObject({ status: "found", length: 2 });
      expect(ending.statistics.explored).toBeLessThan(plain.statistics.explored);
    }
  });

  it.each(["eager(tiebreaking([deadlock(dangerous=auto), deadlock()]))", "lazy(best(deadlock(dangerous=auto)))"])(
    "%s misses no deadlock of random networks",
    (spec) => {
      for (const { network } of questions(0, 12)) {
        const asked = { network, target: { kind: "deadlock" } as const };
        expect([spec, runSearch(spec, asked).status]).toEqual([spec, runSearch("bfs", asked).status]);
      }
    },
  );
});

describe("to", () => {
  const of = (spec: string, moved: Readonly<Record<string, string>> = {}): number =>
    estimate(spec, forks, moved, "E<> A.eats && eaten == 1");

  it("counts differences from a given state", () => {
    expect(of("hamming()")).toBe(2);
    expect(of('hamming(to="A.thinks && B.eats && a[1] == 7 && fork[0] == false")')).toBe(2);
    expect(of('hamming(to=["A.hungry", "eaten == 0", "a[0] == 5"])')).toBe(1);
  });

  it("adds up or maximises distances to a given state", () => {
    expect(of("distance()")).toBe(2);
    expect(of('distance(to="A.hungry && B.eats && eaten == 2")')).toBe(4);
    expect(of('distance(combine=max, to="A.hungry && B.eats")')).toBe(2);
    expect(of('distance(to=["A.hungry", "A.eats"])', { A: "eats" })).toBe(0);
  });

  it("claims nothing of a given state", () => {
    for (const spec of ['hamming(to="A.eats")', 'distance(combine=max, to="A.eats")']) {
      const config = configure(heuristics, spec);
      expect(config.ok && config.value.guarantees).toMatchObject({ safe: false, admissible: false, consistent: false });
    }
  });

  it("misleads no complete search", () => {
    for (const asked of questions(0, 12)) {
      const { name, locations } = asked.network.processes[0]!;
      for (const heuristic of ["hamming", "distance"]) {
        const spec = `greedy(${heuristic}(to="${name}.${locations.at(-1)!.name}"))`;
        expect([spec, runSearch(spec, asked).status]).toEqual([spec, runSearch("bfs", asked).status]);
      }
    }
  });
});

describe("names that are not there", () => {
  it.each([
    ['greedy(deadlock(dangerous="A.hungrry"))', "there is no location `A.hungrry`; did you mean `A.hungry`?"],
    ['greedy(deadlock(dangerous="eaten == 1"))', "a location is expected, not a value"],
    ['astar(hamming(to="eatn == 1"))', "there is no variable `eatn`; did you mean `eaten`?"],
    [
      'eager(context(useless(fifo(), distance(to="C.thinks"))))',
      "there is no location `C.thinks`; did you mean `A.thinks`?",
    ],
    ['lazy(alternation([fifo(), best(hamming(to="B.eat"))]))', "there is no location `B.eat`; did you mean `B.eats`?"],
    ['bnb(distance(to="B.eat"))', "there is no location `B.eat`; did you mean `B.eats`?"],
    ['idastar(distance(to="B.eat"))', "there is no location `B.eat`; did you mean `B.eats`?"],
    ['guided(distance(to="B.eat"))', "there is no location `B.eat`; did you mean `B.eats`?"],
    ['frontier(distance(to="B.eat"))', "there is no location `B.eat`; did you mean `B.eats`?"],
    ['threshold(distance(to="B.eat"))', "there is no location `B.eat`; did you mean `B.eats`?"],
    ['broadening(distance(to="B.eat"))', "there is no location `B.eat`; did you mean `B.eats`?"],
  ])("%s", (spec, reason) => {
    expect(refusalOf(spec, question)).toBe(reason);
  });
});
