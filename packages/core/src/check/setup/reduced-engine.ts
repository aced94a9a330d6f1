// Engines that reduce the steps of a question about single states, where the plan allows it and where it pays: it is
// left off where it leaves out next to nothing of the first states.

import { faultsOf } from "../../analysis/faults.ts";
import type { Engine, StateId, Target } from "../../engine/index.ts";
import type { Network } from "../../network/index.ts";
import { C2cEngine, persistentSets, ReducedEngine, type ReductionCount, StubbornSets } from "../../reduction/index.ts";
import type { ReductionChoice } from "../plan/reduction.ts";
import type { EngineSetup } from "./engines.ts";

export interface Reduction {
  /** An engine that reduces. */
  searching(extended?: Network): Engine;
  /** Whose engines take again what was found by one that reduces. */
  readonly retracing: EngineSetup;
  readonly count: Readonly<ReductionCount>;
  /** May the model fail while it runs? Then faults elsewhere were not looked for. */
  readonly canFault: boolean;
}

/** Undefined: reduction leaves out too little to be worth its time. */
export function reduced(
  network: Network,
  target: Target,
  whole: EngineSetup,
  por: ReductionChoice,
): Reduction | undefined {
  const count = { possible: 0, left: 0 };
  const faults = faultsOf(network);
  const about = { count, canFault: faults.canFault || faults.formula(target.formula) };
  if (por === "c2c") {
    const sets = persistentSets(network, target.formula);
    const searching = (): Engine => new C2cEngine(whole.create(), sets, count);
    // What it leaves out depends on what was seen before, so that only a whole engine can take a way again.
    return { searching, retracing: whole, ...about };
  }
  const tried = trialOf(network, target, whole);
  if (por === "auto" && !tried.pays()) return undefined;
  // More cells tell more states apart, and may remember the order of steps.
  const create: EngineSetup["create"] = (extended) =>
    extended === undefined ? new ReducedEngine(whole.create(), tried.sets, count) : whole.create(extended);
  return { searching: create, retracing: { ...whole, create }, ...about };
}

interface Trial {
  readonly sets: StubbornSets;
  pays(): boolean;
}

/** All members of a portfolio have one setup, and try once. */
const trials = new WeakMap<EngineSetup, Trial>();

function trialOf(network: Network, target: Target, setup: EngineSetup): Trial {
  let trial = trials.get(setup);
  if (trial === undefined) {
    const sets = new StubbornSets(network, target);
    let known: boolean | undefined;
    trial = { sets, pays: () => (known ??= pays(sets, setup)) };
    trials.set(setup, trial);
  }
  return trial;
}

/**
 * States that reduction is tried on, where it is looked at first, and the shares of steps and of states that it has to
 * leave out.
 */
const TRIED = 500;
const FIRST_LOOK = 200;
const LEAST_STEPS = 0.05;
const LEAST_STATES = 0.05;
/** Steps that are looked at per state beyond which closing takes some hundred times as long as expanding. */
const DEAR = 1000;
const LEAST_STATES_WHERE_DEAR = 0.5;

/**
 * Steps may be left out that lead to the same states as others, which gains nothing; so what is met is compared, too.
 */
function pays(sets: StubbornSets, setup: EngineSetup): boolean {
  const count = { possible: 0, left: 0 };
  const met = statesMet(new ReducedEngine(setup.create(), sets, count), () => count.left > 0);
  if (count.left === 0 || count.left < LEAST_STEPS * count.possible) return false;
  const least = sets.looks > DEAR * TRIED ? LEAST_STATES_WHERE_DEAR : LEAST_STATES;
  return met <= (1 - least) * statesMet(setup.create(), () => true);
}

/** How many states are met when some are expanded, breadth first, as long as it looks worth while. */
function statesMet(engine: Engine, isWorthWhile: () => boolean): number {
  const queue: StateId[] = [];
  const { count: beginnings } = engine.initial();
  for (let ordinal = 0; ordinal < beginnings; ordinal++) queue.push(engine.insert(ordinal, -1, 0));
  for (let head = 0; head < queue.length && head < TRIED; head++) {
    if (head === FIRST_LOOK && !isWorthWhile()) break;
    const state = queue[head]!;
    if (state < 0 || !engine.alive(state)) continue;
    queue.push(...Array.from(engine.expandAll(state, 0)));
  }
  return queue.length;
}
