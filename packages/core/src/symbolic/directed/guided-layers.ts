// Reachability that does not take everything at once: by hints (Ravi and Somenzi 1999), which restrict at first from
// which states steps are taken, and by dense parts of large sets (`density.ts`). What was put off is taken later, so
// that in the end everything is there; but layers no longer tell how far a state is.

import { type Diagram, EMPTY, listedLater } from "../diagrams.ts";
import type { Reach } from "../reach.ts";
import { shapeOf } from "../short-vectors.ts";
import type { SymbolicSystem } from "../system.ts";
import { densePart } from "./density.ts";

/** The states of a set from which steps are taken at first. */
export type Hint = (set: Diagram) => Diagram;

/** Diagrams that are small enough to be taken whole. */
const FEW_NODES = 1000;

export interface Guidance {
  /** The narrowest first; behind the last come all states. */
  readonly hints: readonly Hint[];
  /** The share of a large diagram's nodes that is taken at once. */
  readonly density: number;
}

export class GuidedLayers implements Reach {
  readonly layers: Diagram[];
  readonly isStepwise = false;
  readonly initial: Diagram;
  states: Diagram;
  front: Diagram;
  rounds = 0;
  private readonly system: SymbolicSystem;
  private readonly guidance: Guidance;
  private hint = 0;
  /** States from which steps were taken. */
  private expanded = EMPTY;

  constructor(system: SymbolicSystem, guidance: Guidance) {
    this.system = system;
    this.guidance = guidance;
    this.initial = system.elapse(system.initial, () => []);
    this.states = this.initial;
    this.front = this.initial;
    this.layers = [this.initial];
  }

  advance(): boolean {
    const { system, layers } = this;
    const { diagrams } = system;
    const taken = this.next();
    if (taken === EMPTY) return false;
    this.rounds++;
    this.expanded = diagrams.union(this.expanded, taken);
    system.learn(taken);
    const { states } = this;
    this.states = system.elapse(system.successors(taken), () => [...layers, states, this.expanded], states);
    this.front = diagrams.minus(this.states, states);
    if (this.front !== EMPTY) layers.push(this.front);
    diagrams.tidy(listedLater(() => [...system.roots, ...layers, this.states, this.expanded]));
    return true;
  }

  private next(): Diagram {
    const { diagrams } = this.system;
    const { hints, density } = this.guidance;
    const waiting = diagrams.minus(this.states, this.expanded);
    let chosen = waiting;
    while (waiting !== EMPTY && this.hint < hints.length) {
      chosen = hints[this.hint]!(waiting);
      if (chosen !== EMPTY) break;
      this.hint++;
      chosen = waiting;
    }
    const size = density < 1 ? diagrams.size(chosen) : 0;
    return size > FEW_NODES ? densePart(diagrams, chosen, Math.ceil(size * density)) : chosen;
  }
}

/**
 * Hints that nobody has to think of: only some processes leave where they began, a quarter of them at first, then half,
 * then three quarters; those first whose levels are nearest to these.
 */
export function processHints(system: SymbolicSystem, nearest: Iterable<number>): readonly Hint[] {
  const { diagrams, structure } = system;
  const { processes } = structure.network;
  const levels = [...nearest].map((process) => system.levelOf(process));
  const remoteness = (process: number): number =>
    levels.reduce((least, level) => Math.min(least, Math.abs(level - system.levelOf(process))), Number.MAX_VALUE);
  const order = [...processes.keys()].sort(
    (a, b) => remoteness(a) - remoteness(b) || system.levelOf(a) - system.levelOf(b),
  );
  const counts = new Set([1, 2, 3].map((quarters) => Math.floor((quarters * order.length) / 4)));
  counts.delete(0);
  return [...counts].map((count): Hint => {
    const resting = order.slice(count).sort((a, b) => system.levelOf(a) - system.levelOf(b));
    const [top] = resting;
    if (top === undefined) return (set) => set;
    const shape = diagrams.shape(
      shapeOf(resting.map((process) => ({ level: system.levelOf(process), mode: "read" as const }))),
    );
    const initial = resting.map((process) => [...processes[process]!.initial].sort((a, b) => a - b));
    // Made anew each time: it is small, and nobody keeps it when others go.
    return (set) => diagrams.image(set, diagrams.product(initial), shape, system.levelOf(top));
  });
}
