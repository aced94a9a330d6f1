// Walks inside the compiled engine beside those in JavaScript: the same nodes in the same order, whatever the automaton
// asks for, where runs may end, and where the model fails.

import { describe, expect, it } from "vitest";
import { chooseAbstraction } from "../../src/engine/abstraction.ts";
import type { GraphEngine } from "../../src/engine/engine.ts";
import { createCompiledEngine } from "../../src/engine/index.ts";
import type { Automaton } from "../../src/ltl/index.ts";
import type { Formula, Network } from "../../src/network/index.ts";
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
  const chosen = chooseAbstraction(network, [], "extra-lu");
  if (!chosen.ok) return undefined;
  const { bounds } = chosen.value;
  const formulas = randomAtoms(network, choices);
  const automaton = randomAutomaton(formulas.length, choices);
  const targets = [...formulas.map((formula) => ({ formula, frameSize: 0 })), STUCK];
  const options = { targets, bounds, abstraction: "extra-lu", subsumption: "equality", graph: true } as const;
  const endsCount = choices.below(2) === 0;
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
});
