// Proves that no run leads from given states to the target: around each it makes the least invariant of its form
// (`growing-invariant.ts`), and if the target is out of it, keeps it. A later state that lies in one needs no more than
// a look; one that does not is first tried with those that are kept, so that few large invariants are made and not many
// small ones.

import type { DiscreteView } from "../../engine/engine.ts";
import type { Network } from "../../network/index.ts";
import { type Asked, Checker } from "./checker.ts";
import { Undeclared } from "./choosing-machine.ts";
import { GrowingInvariant, TooMany } from "./growing-invariant.ts";
import { type Invariant, invariantOf } from "./invariant.ts";

export interface ProverOptions {
  /** Values apart by the locations of the process that writes them. */
  readonly located: boolean;
  /** Edges that may fail, where that is to be seen: a step that fails leads nowhere. */
  readonly failing?: ReadonlySet<number>;
  /** Visits of combinations, for one state and for all. */
  readonly most?: number;
  readonly mostOfAll?: number;
}

const MOST = 1_000_000;
const MOST_OF_ALL = 30_000_000;
/** Invariants that a state is tried with, the latest first. */
const TRIED = 2;
/** Invariants that are kept. */
const MOST_KEPT = 64;

export class Prover {
  private readonly checker: Checker | undefined;
  private readonly kept: GrowingInvariant[] = [];
  private readonly most: number;
  private left: number;

  constructor(network: Network, asked: Asked, options: ProverOptions) {
    this.checker = Checker.for(
      network,
      asked,
      options.located,
      options.failing === undefined ? undefined : { failing: options.failing },
    );
    this.most = options.most ?? MOST;
    this.left = options.mostOfAll ?? MOST_OF_ALL;
  }

  /** Is there an invariant that contains the state, and not the target? */
  proves(state: DiscreteView): boolean {
    if (this.checker === undefined) return false;
    if (this.includes(state)) return true;
    // One that was enlarged in vain has shown that it is of another kind.
    for (const closure of this.kept.slice(-TRIED).reverse()) {
      closure.mark();
      if (this.grows(closure, state)) {
        closure.keep();
        return true;
      }
      closure.takeBack();
    }
    if (this.kept.length >= MOST_KEPT) return false;
    const closure = new GrowingInvariant(this.checker);
    if (!this.grows(closure, state)) return false;
    this.kept.push(closure);
    return true;
  }

  includes(state: DiscreteView): boolean {
    return this.kept.some((closure) => closure.includes(state));
  }

  /** Some combination of values in what is kept makes the model fail. */
  get faulty(): boolean {
    return this.kept.some(({ faulty }) => faulty);
  }

  get invariants(): readonly Invariant[] {
    return this.kept.map(({ sets }) => invariantOf(this.checker!.space, sets));
  }

  private grows(closure: GrowingInvariant, state: DiscreteView): boolean {
    const allowed = Math.min(this.most, this.left);
    closure.addState(state);
    try {
      return closure.close(allowed);
    } catch (error) {
      if (error instanceof TooMany || error instanceof Undeclared) return false;
      throw error;
    } finally {
      this.left -= closure.spent;
    }
  }
}
