// A walk through the product with an automaton that goes on inside the module (`steps/walk.ts`): hands the automaton
// over, and stands in where the model fails. Whoever expands a state by hand and records faults is the engine.

import type { StateId, Walk, WalkedAutomaton, WalkStatus } from "../engine.ts";
import type { Instance } from "./instance.ts";
import { FRAME_BYTES, WALK } from "./steps/walk.ts";
import { ASKING } from "./steps/walk-memory.ts";

/** Letters of more atoms are not told apart inside the module. */
const MOST_ATOMS = 10;

/** What the engine does when the model fails. */
export interface Repair {
  /** All successors of a state whose expansion failed. */
  successors(state: StateId, error: unknown): readonly StateId[];
  /** Reading the letter of a state failed. */
  letter(state: StateId, error: unknown): void;
  /** So many candidates were computed. */
  count(candidates: number): void;
}

export function canWalk({ atoms }: WalkedAutomaton): boolean {
  return atoms <= MOST_ATOMS;
}

export class CompiledWalk implements Walk {
  private readonly instance: Instance;
  private readonly repair: Repair;
  private readonly width: number;

  constructor(instance: Instance, { edges, sets, atoms, stuck }: WalkedAutomaton, repair: Repair) {
    this.instance = instance;
    this.repair = repair;
    this.width = edges.length;
    const words = edges.reduce((sum, list) => sum + list.length, 0);
    const at = instance.exports.walkStart!(
      this.width,
      words >> 2,
      sets,
      atoms,
      1 << atoms,
      stuck === null ? 0 : stuck + 1,
    );
    const memory = instance.words(at, 2 * this.width + words);
    let used = 2 * this.width;
    for (const [state, list] of edges.entries()) {
      memory.set([at + 4 * used, at + 4 * (used + list.length)], 2 * state);
      memory.set(list, used);
      used += list.length;
    }
  }

  get entered(): number {
    return this.instance.exports.walkEntered!.value;
  }

  get transitions(): number {
    return this.instance.exports.walkTransitions!.value;
  }

  get covered(): number {
    return this.instance.exports.walkCovered!.value;
  }

  get peak(): number {
    return this.instance.exports.walkPeak!.value / FRAME_BYTES;
  }

  enter(node: number): void {
    this.instance.exports.walkEnter!(Math.floor(node / this.width), node % this.width);
  }

  advance(most: number): WalkStatus {
    const { exports } = this.instance;
    const before = exports.walkGenerated!.value;
    try {
      switch (exports.walk!(most)) {
        case WALK.left:
          return "left";
        case WALK.ending:
          return "ending";
        case WALK.component:
          return "component";
        default:
          return "running";
      }
    } catch (error) {
      return this.afterFault(error);
    } finally {
      this.repair.count(exports.walkGenerated!.value - before);
    }
  }

  get node(): number {
    const [state, at] = this.instance.words(this.instance.exports.walkTop!(), 2);
    return state! * this.width + at!;
  }

  get first(): number {
    return this.instance.exports.walkFirst!();
  }

  numberOf(node: number): number {
    return this.instance.exports.walkNumber!(Math.floor(node / this.width), node % this.width);
  }

  dismiss(): void {
    this.instance.exports.walkDismiss!();
  }

  private afterFault(error: unknown): WalkStatus {
    const { exports } = this.instance;
    const state = exports.sourceId.value;
    switch (exports.walkAsking!.value) {
      case ASKING.successors: {
        const ids = this.repair.successors(state, error);
        this.instance.words(exports.walkList!(state, ids.length), ids.length).set(ids);
        return "running";
      }
      case ASKING.letter:
        this.repair.letter(state, error);
        exports.walkFail!(state);
        return "running";
      default:
        // Whoever asks in a way that gets along with faults decides.
        this.instance.guarded(() => {
          throw error;
        });
        return "ending";
    }
  }
}
