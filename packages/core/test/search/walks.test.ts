// Walks inside the compiled engine beside those in JavaScript: the same nodes in the same order, whatever the automaton
// asks for, where runs may end, and where the model fails.

import { describe, expect, it } from "vitest";
import { chooseAbstraction } from "../../src/engine/abstraction.ts";
import type { GraphEngine } from "../../src/engine/engine.ts";
import { createCompiledEngine } from "../../src/engine/index.ts";
import { loadModel } from "../../src/lang/load.ts";
import type { Automaton } from "../../src/ltl/index.ts";
import type { Expression, Formula, Network } from "../../src/network/index.ts";
import { Ends, InitialRoots, lassoSearches, STUCK } from "../../src/search/index.ts";
import { configure } from "../../src/spec/index.ts";
import {
  type Choices,
  cell,
  inLocation,
  livelyNetwork,
  num,
  op,
  randomFaultyNetwork,
  seededChoices,
} from "../../src/testing/index.ts";

const NETWORKS = Number(process.env.NETWORKS ?? 60);

/** Atoms about locations, and at times one that divides by a variable, which may fail. */
function randomAtoms(network: Network, choices: Choices): Formula[] {
  const somewhere = (): Formula => {
    const process = choices.below(network.processes.length);
    return inLocation(process, choices.below(network.processes[process]!.locations.length));
  };
  const divides: Formula = { kind: "data", condition: op("/", num(1), cell(0)) };
  return [somewhere(), somewhere(), ...(network.cells > 0 && choices.below(3) === 0 ? [divides] : [])];
}

function randomAutomaton(atoms: number, choices: Choices): Automaton {
  const states = 1 + choices.below(3);
  const sets = choices.below(3);
  const literal = (): number => (choices.below(3) === 0 ? 1 << choices.below(atoms) : 0);
  const edges = Array.from({ length: states }, () =>
    Array.from({ length: 1 + choices.below(4) }, () => {
      const yes = literal();
      return { yes, no: literal() & ~yes, target: choices.below(states), marks: choices.below(1 << sets) };
    }),
  );
  return { atoms, sets, edges, initial: 0 };
}

function outcomeOf(
  engine: GraphEngine,
  network: Network,
  automaton: Automaton,
  formulas: readonly Formula[],
  endsCount: boolean,
) {
  const ends = endsCount ? new Ends(network, engine, formulas.length) : null;
  const problem = { engine, automaton, atoms: [...formulas.keys()], ends, network, formulas, frameSize: 0 };
  const config = configure(lassoSearches, "couvreur()");
  if (!config.ok) throw new Error("no search");
  const search = config.value.create(problem, new InitialRoots(engine));
  const faults = new Set<string>();
  for (;;) {
    const status = search.step();
    if (status === "fault") faults.add(`${search.fault!.fault.state} ${search.fault!.fault.diagnostic.message}`);
    else if (status !== "running" || search.statistics.stored > 3000) {
      const { stored, transitions, covered, peakOpen } = search.statistics;
      const { kind, states, ordinals, loopStart } = search.lasso ?? {};
      // How far a search is when it is given up, or has found something, says nothing about faults elsewhere.
      const all = status === "exhausted" ? [...faults].sort() : [];
      if (status === "running") return { status };
      return { status, stored, transitions, covered, peakOpen, kind, states, ordinals, loopStart, faults: all };
    }
  }
}

function compare(network: Network, choices: Choices) {
  const formulas = randomAtoms(network, choices);
  const automaton = randomAutomaton(formulas.length, choices);
  return compareWalks(network, formulas, automaton, choices.below(2) === 0);
}

function compareWalks(network: Network, formulas: readonly Formula[], automaton: Automaton, endsCount: boolean) {
  const chosen = chooseAbstraction(network, [], "extra-lu");
  if (!chosen.ok) return undefined;
  const { bounds } = chosen.value;
  const targets = [...formulas.map((formula) => ({ formula, frameSize: 0 })), STUCK];
  const options = { targets, bounds, abstraction: "extra-lu", subsumption: "equality", graph: true } as const;
  const [inside, outside] = [createCompiledEngine(network, options), createCompiledEngine(network, options)];
  if ("unsupported" in inside || "unsupported" in outside) return undefined;
  let walks = 0;
  const walk = inside.walk.bind(inside);
  inside.walk = (given) => {
    walks++;
    return walk(given);
  };
  outside.walk = () => undefined;
  const mine = outcomeOf(inside, network, automaton, formulas, endsCount);
  expect(walks).toBe(1);
  return { mine, theirs: outcomeOf(outside, network, automaton, formulas, endsCount) };
}

describe("a walk inside the engine", () => {
  it.each([
    ["networks", (choices: Choices) => livelyNetwork(choices).network],
    ["networks that may fail", (choices: Choices) => randomFaultyNetwork(choices).network],
  ])(
    "finds what one in JavaScript does, in random %s",
    (name, draw) => {
      const statuses = new Map<string, number>();
      let failed = 0;
      for (let seed = 0; seed < NETWORKS; seed++) {
        const choices = seededChoices(7000 + seed);
        const both = compare(draw(choices), choices);
        if (both === undefined) continue;
        expect([seed, both.mine]).toEqual([seed, both.theirs]);
        const kind = both.mine.kind ?? both.mine.status;
        statuses.set(kind, (statuses.get(kind) ?? 0) + 1);
        if (both.mine.faults !== undefined && both.mine.faults.length > 0) failed++;
      }
      for (const kind of ["loop", "exhausted"]) expect(statuses.get(kind)).toBeGreaterThan(NETWORKS / 20);
      if (name !== "networks") expect(failed).toBeGreaterThan(0);
    },
    120_000,
  );

  // Atom 0 holds in the last state of a round, atom 1 in every other. Two sets: each is met by one of them.
  const infinitelyBoth: Automaton = {
    atoms: 2,
    sets: 2,
    initial: 0,
    edges: [
      [
        { yes: 1, no: 0, target: 0, marks: 1 },
        { yes: 2, no: 1, target: 1, marks: 0 },
      ],
      [
        { yes: 2, no: 1, target: 0, marks: 2 },
        { yes: 1, no: 0, target: 1, marks: 1 },
        { yes: 0, no: 3, target: 0, marks: 0 },
      ],
    ],
  };
  const never: Automaton = { ...infinitelyBoth, edges: [[{ yes: 0, no: 1, target: 0, marks: 3 }], []] };
  const round = (most: number, steps: string): string => `int[0, ${most}] x; process P() { state s, t; init s; trans
    ${steps}, s -> s { guard x == ${most}; assign x = 0; }; } system P;`;
  const models: readonly (readonly [name: string, most: number, text: string])[] = [
    ["a ring that is deeper than the first room", 1500, round(1500, "s -> s { guard x < 1500; assign x = x + 1; }")],
    [
      "many successors at once, and again more of them",
      400,
      round(
        400,
        "s -> t { select i : int[1, 300]; guard x % 100 == 0 && x + i <= 400; assign x = x + i; }, t -> s { }",
      ),
    ],
    [
      "rings within a ring",
      30,
      round(
        30,
        "s -> s { guard x < 30; assign x = x + 1; }, s -> t { guard x % 5 == 4; assign x = x - 3; }, t -> s { }",
      ),
    ],
    [
      "runs that end",
      20,
      `int[0, 20] x; process P() { state s, t; init s; trans s -> s { guard x < 20; assign x = x + 1; },
        s -> t { guard x % 4 == 3; } ; } system P;`,
    ],
  ];
  it.each(
    models.flatMap((model) =>
      [infinitelyBoth, never].flatMap((automaton) => [true, false].map((ends) => [...model, automaton, ends] as const)),
    ),
  )("finds the same in %s", (_name, most, text, automaton, endsCount) => {
    const { network } = loadModel({ name: "model.xta", content: text }, { lints: false });
    const atoms: Formula[] = [op("==", cell(0), num(most)), op("==", op("%", cell(0), num(2)), num(0))].map(
      (condition) => ({
        kind: "data",
        condition,
      }),
    );
    const both = compareWalks(network!, atoms, automaton, endsCount)!;
    expect(both.mine).toEqual(both.theirs);
  });

  const data = (condition: Expression): Formula => ({ kind: "data", condition });
  const is = (value: number): Formula => data(op("==", cell(0), num(value)));
  const graph = (edges: string): string => `int[0, 5] x; process P() { state s; init s; trans ${edges}; } system P;`;
  const step = (from: number, to: number): string => `s -> s { guard x == ${from}; assign x = ${to}; }`;
  const steps = (...pairs: readonly (readonly [number, number])[]): string =>
    graph(pairs.map(([from, to]) => step(from, to)).join(", "));

  it.each<[string, string, readonly Formula[], Automaton, string]>([
    [
      "the mark of the edge into a component that is merged later",
      steps([0, 1], [1, 2], [2, 1], [2, 0]),
      [is(0), is(1)],
      {
        atoms: 2,
        sets: 1,
        initial: 0,
        edges: [
          [
            { yes: 2, no: 0, target: 1, marks: 1 },
            { yes: 1, no: 0, target: 0, marks: 0 },
          ],
          [
            { yes: 0, no: 1, target: 1, marks: 0 },
            { yes: 1, no: 0, target: 0, marks: 0 },
          ],
        ],
      },
      "loop",
    ],
    [
      "marks of two loops through one state",
      steps([0, 1], [1, 0], [0, 2], [2, 0]),
      [is(1), is(2)],
      {
        atoms: 2,
        sets: 2,
        initial: 0,
        edges: [
          [
            { yes: 1, no: 0, target: 0, marks: 1 },
            { yes: 2, no: 0, target: 0, marks: 2 },
            { yes: 0, no: 3, target: 0, marks: 0 },
          ],
        ],
      },
      "loop",
    ],
    [
      "an atom that fails on the way",
      steps([0, 1], [1, 2], [2, 3], [3, 4], [4, 1], [2, 5]),
      [data(op("==", op("/", num(6), op("-", cell(0), num(3))), num(3))), is(4)],
      {
        atoms: 2,
        sets: 1,
        initial: 0,
        edges: [
          [
            { yes: 1, no: 0, target: 0, marks: 1 },
            { yes: 0, no: 1, target: 0, marks: 0 },
            { yes: 2, no: 0, target: 0, marks: 1 },
          ],
        ],
      },
      "exhausted",
    ],
  ])("minds %s", (_name, text, atoms, automaton, expected) => {
    const { network } = loadModel({ name: "model.xta", content: text }, { lints: false });
    for (const endsCount of [false, true]) {
      const both = compareWalks(network!, atoms, automaton, endsCount)!;
      expect(both.mine).toEqual(both.theirs);
      if (!endsCount) expect(both.mine.kind ?? both.mine.status).toBe(expected);
    }
  });
});
