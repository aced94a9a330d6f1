// A part of a joint step, or of a target, that shares no cell with the rest: its guards and updates, run by the
// reference evaluator on one choice of values at a time. What came of it is kept in a tree that branches by what was
// read, so that no choice is ever run twice, whichever invariant asks.

import { ModelFault } from "../../semantics/index.ts";
import type { ChoosingMachine, RunScope } from "./choosing-machine.ts";
import type { Hull } from "./hull.ts";
import type { SetId } from "./space.ts";

/** Where runs end: what they add to sets; `null` where a guard is false or something fails. */
export interface RunEffect {
  readonly kind: "outcome";
  readonly holds: boolean;
  readonly faulty: boolean;
  /** Pairs of a set and a value that has to be in it. */
  readonly adds: readonly number[];
  /** Pairs of sets: all of the first have to be in the second. */
  readonly flows: readonly number[];
}

/** Something is read from a set. */
export interface ReadBranch {
  readonly kind: "branch";
  readonly set: SetId;
  readonly by: Map<number, RunTree>;
}

export type RunTree = ReadBranch | RunEffect;

/** Runs guards, then updates; false where a guard is. */
export interface Script {
  readonly around: RunScope;
  /** May what was chosen once be chosen anew? Then a set may stand on a path twice. */
  readonly choosesAgain: boolean;
  /** Does a run that holds add anything to sets? */
  readonly hasEffects: boolean;
  run(machine: ChoosingMachine): boolean;
  /** Is some guard false whatever is chosen from sets that lie so? */
  neverHolds?(hullOf: (set: SetId) => Hull | undefined): boolean;
  /** What a run that held adds. */
  effects(machine: ChoosingMachine, adds: number[], flows: number[]): void;
}

export class StepComponent {
  readonly script: Script;
  readonly index: number;
  /** Sets that any run has read from. */
  readonly reads = new Set<SetId>();
  root: RunTree | undefined;

  constructor(index: number, script: Script) {
    this.index = index;
    this.script = script;
  }

  /** Makes the run that begins with these choices, and yields the tree below them. */
  grow(
    machine: ChoosingMachine,
    choices: readonly number[],
    depth: number,
    firstOf: (set: SetId) => number,
    onRead: (set: SetId) => void,
  ): RunTree {
    const outcome = this.runOn(machine, choices, depth, firstOf);
    const { chosenSets, chosenValues } = machine;
    let below: RunTree = outcome;
    for (let at = chosenSets.length - 1; at >= depth; at--) {
      const set = chosenSets[at]!;
      below = { kind: "branch", set, by: new Map([[chosenValues[at]!, below]]) };
      if (!this.reads.has(set)) {
        this.reads.add(set);
        onRead(set);
      }
    }
    if (depth === 0) this.root = below;
    return below;
  }

  private runOn(
    machine: ChoosingMachine,
    choices: readonly number[],
    depth: number,
    firstOf: (set: SetId) => number,
  ): RunEffect {
    const { script } = this;
    machine.begin(script.around, choices, depth, firstOf);
    try {
      if (!script.run(machine)) return FALSE;
    } catch (error) {
      if (error instanceof ModelFault) return FAULTY;
      throw error;
    }
    const [adds, flows]: [number[], number[]] = [[], []];
    script.effects(machine, adds, flows);
    if (adds.length === 0 && flows.length === 0) return TRUE;
    return { kind: "outcome", holds: true, faulty: false, adds, flows };
  }
}

const FALSE: RunEffect = { kind: "outcome", holds: false, faulty: false, adds: [], flows: [] };
const FAULTY: RunEffect = { ...FALSE, faulty: true };
const TRUE: RunEffect = { ...FALSE, holds: true };
