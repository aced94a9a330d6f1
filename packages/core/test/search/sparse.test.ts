// Searches of bounded memory, made as forgetful as they can be: they answer as breadth-first search does, hold no more
// than they promise, and the traces they rebuild lead to the target. On random networks and a small protocol, with both
// engines.

import { describe, expect, it } from "vitest";
import { hasStopwatches } from "../../src/check/plan/features.ts";
import { problemOf } from "../../src/check/plan/target.ts";
import { type EngineSetup, setUpEngine } from "../../src/check/setup/engines.ts";
import type { Engine } from "../../src/engine/index.ts";
import { families } from "../../src/families/index.ts";
import { type HeuristicConfig, heuristics } from "../../src/heuristics/index.ts";
import { BeamStackSearch } from "../../src/search/beam-stack.ts";
import { FrontierSearch } from "../../src/search/frontier.ts";
import { type GoalTest, isImprovable, type Search } from "../../src/search/index.ts";
import { SmaSearch } from "../../src/search/sma.ts";
import { SearchContext } from "../../src/search-context/index.ts";
import { configure } from "../../src/spec/index.ts";
import { query } from "../../src/testing/index.ts";
import { type Ending, type Question, questionOf, questions, runSearch } from "./runs.ts";

const fischer = (correct: boolean, size: number): Question => {
  const family = families.find(({ name }) => name === "fischer")!;
  const { xta, queries } = family.generate({ size, variant: "B", correct, seed: 1 });
  return questionOf(xta, queries[0]!.formula);
};
/** A counter that goes round, with a second one that it drives. */
const ring = (length: number): Question =>
  questionOf(
    `int[0,${length}] n; int[0,3] m;
     process P() { state a; init a; trans
       a -> a { guard n < ${length}; assign n = n + 1; },
       a -> a { guard n == ${length}; assign n = 0, m = (m + 1) % 3; }; }
     A = P(); system A;`,
    "E<> m == 3",
  );
const random = [...questions(300, 315)].filter(({ network }) => !hasStopwatches(network));
const everything: readonly Question[] = [...random, fischer(false, 2), ring(25)];
/** Searches see the seam only; a compiled engine takes longer to be made than to answer such questions. */
const FEWER = { auto: 3, reference: 1 };
const some = (questions: readonly Question[], engine: EngineName) =>
  questions.filter((_, at) => at % FEWER[engine] === 0);

/** Narrow beams and few nodes explore the same states very often; that may take too long, but is never wrong. */
const STEPS = 4_000;

type Maker = (context: SearchContext, goal: GoalTest, estimate: HeuristicConfig) => Search;
const frontier =
  (capacity: number, layers: number): Maker =>
  (context, goal, estimate) =>
    new FrontierSearch(context, { goal, estimate, capacity, layers, slack: 0 });
const beamStack =
  (width: number): Maker =>
  (context, goal, estimate) =>
    new BeamStackSearch(context, { goal, estimate, width, slack: 0 });
const sma =
  (capacity: number): Maker =>
  (context, goal, estimate) =>
    new SmaSearch(context, { goal, estimate, capacity, workbench: 5 });

interface Outcome {
  readonly status: string;
  readonly length?: number;
  /** The most states that were stored after a step. */
  readonly most: number;
}

type EngineName = "auto" | "reference";

/** What an engine is made of once, however many searches ask it the same. */
const setups = { auto: new Map<Question, EngineSetup>(), reference: new Map<Question, EngineSetup>() };
function setupOf(question: Question, engine: EngineName): EngineSetup {
  const known = setups[engine].get(question);
  if (known !== undefined) return known;
  const { network, target } = question;
  const goal = { formula: target, frameSize: 1 };
  const setup = setUpEngine(network, [query("E<>", target, 1)], [goal], "auto", { engine });
  if (!setup.ok) throw new Error("no engine");
  setups[engine].set(question, setup.value);
  return setup.value;
}

const byBreadth = new Map<Question, Ending>();
function breadthFirst(question: Question): Ending {
  const ending = byBreadth.get(question) ?? runSearch("bfs", question);
  byBreadth.set(question, ending);
  return ending;
}

function run(make: Maker, question: Question, spec: string, engine: EngineName): Outcome {
  const { network, target } = question;
  const goal = { formula: target, frameSize: 1 };
  const { create, createReference } = setupOf(question, engine);
  const estimate = configure(heuristics, spec);
  if (!estimate.ok) throw new Error("no estimate");
  const isTarget: GoalTest = (state, on: Engine) => on.satisfies(state, 0);
  const search = make(new SearchContext(create(), problemOf(network, goal), create), isTarget, estimate.value);
  let length: number | undefined;
  let most = 0;
  for (let step = 0; step < STEPS; step++) {
    const status = search.step();
    most = Math.max(most, search.statistics.stored);
    if (status === "running" || status === "fault") continue;
    if (status === "found") {
      const trail = search.found!.ordinals();
      // All engines of one setup give the same candidates, and this one is made at once.
      expect(reaches(createReference(), trail, isTarget)).toBe(true);
      if (length !== undefined) expect(trail.length - 1).toBeLessThan(length);
      length = trail.length - 1;
      if (isImprovable(search)) {
        search.improve(length - 1);
        continue;
      }
    }
    return length === undefined ? { status, most } : { status: "found", length, most };
  }
  return { status: "too-long", most };
}

function reaches(engine: Engine, [first, ...rest]: readonly number[], isTarget: GoalTest): boolean {
  engine.initial();
  let at = engine.insert(first!, -1, 0);
  for (const [depth, ordinal] of rest.entries()) {
    engine.expand(at);
    at = engine.insert(ordinal, at, -1 - depth);
  }
  return isTarget(at, engine);
}

const COMPLETE: readonly (readonly [string, Maker])[] = [
  ["frontier without old layers", frontier(1, 0)],
  ["frontier with one old layer", frontier(1, 1)],
  ["frontier that forgets late", frontier(30, 1)],
  ["beam-stack of twenty", beamStack(20)],
  ["sma with room", sma(100_000)],
];
const NARROW: readonly (readonly [string, Maker])[] = [
  ["beam-stack of one", beamStack(1)],
  ["beam-stack of two", beamStack(2)],
  ["sma with 3 nodes", sma(3)],
  ["sma with 8 nodes", sma(8)],
  ["sma with 40 nodes", sma(40)],
];

describe.each(["auto", "reference"] as const)("on the %s engine", (engine) => {
  it.each(COMPLETE)("%s answers as breadth-first search", (_name, make) => {
    for (const question of some(everything, engine)) {
      const expected = breadthFirst(question);
      for (const spec of ["blind()", "hL()"]) {
        const { status, length } = run(make, question, spec, engine);
        expect([status, length]).toEqual([expected.status, expected.length]);
      }
    }
  });

  it.each(NARROW)("%s answers as breadth-first search, or not at all", (_name, make) => {
    let silent = 0;
    const asked = some(random, engine);
    for (const question of asked) {
      const expected = breadthFirst(question);
      const { status, length } = run(make, question, "hL()", engine);
      if (status === "gave-up" || status === "too-long") silent++;
      else expect([status, length]).toEqual([expected.status, expected.length]);
    }
    expect(silent).toBeLessThan(asked.length / 2);
  });
});

describe("memory", () => {
  it("of frontier search holds few layers", () => {
    const question = fischer(false, 3);
    const all = run(frontier(Number.POSITIVE_INFINITY, 0), question, "blind()", "auto");
    const few = run(frontier(1, 1), question, "blind()", "auto");
    expect(few.length).toBe(all.length);
    expect(few.most).toBeLessThan(all.most);
  });

  it("of beam-stack search is as wide as the beam and as deep as the trace", () => {
    const { most, length } = run(beamStack(5), fischer(false, 3), "hL()", "auto");
    expect(length).toBe(runSearch("bfs", fischer(false, 3)).length);
    // A layer may be twice as wide while it is being filled; successors of one state come on top.
    expect(most).toBeLessThanOrEqual(5 * 60);
  });

  it("of SMA* is what it was given, and a shortest trace that fits is found", () => {
    const question = fischer(false, 2);
    const { length } = runSearch("bfs", question);
    for (const capacity of [length! + 1, 20, 60]) {
      const outcome = run(sma(capacity), question, "hL()", "auto");
      expect([capacity, outcome.status, outcome.length]).toEqual([capacity, "found", length]);
      expect(outcome.most).toBeLessThanOrEqual(capacity);
    }
    expect(run(sma(length!), question, "hL()", "auto").status).toBe("gave-up");
  });
});

describe("a search that forgets", () => {
  it("ends on a cycle that is longer than what it remembers", () => {
    for (const make of [frontier(1, 0), frontier(1, 1), beamStack(1)]) {
      expect(run(make, ring(30), "blind()", "auto").status).toBe("exhausted");
    }
  });

  it("proves that a protocol is right", () => {
    for (const make of [frontier(1, 1), beamStack(4)]) {
      expect(run(make, fischer(true, 2), "blind()", "auto").status).toBe("exhausted");
    }
  });
});
