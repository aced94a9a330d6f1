// All states that a network reaches, as one set, in three ways that end with the same: layer by layer (`bfs`), all
// steps one after the other with everything there is (`chaining`), or from the lowest levels up (`saturation`). Each
// goes on step by step, so that limits can be looked at in between; between steps the package may collect.

import { type Diagram, EMPTY, listedLater } from "./diagrams.ts";
import type { SymbolicSystem } from "./system.ts";

export const ORDERS = ["bfs", "chaining", "saturation"] as const;
export type ReachOrder = (typeof ORDERS)[number];

export interface Reach {
  /** False once nothing is new. */
  advance(): boolean;
  readonly states: Diagram;
  /** Where it began. */
  readonly initial: Diagram;
  /** What was reached last, to be looked at before it goes on; undefined where that is worth it in the end only. */
  readonly front: Diagram | undefined;
  /** The states that were new in each round, waiting included, the initial ones first; undefined where none is kept. */
  readonly layers: readonly Diagram[] | undefined;
  /** One step leads from each layer to the next; otherwise from any of those before. */
  readonly isStepwise: boolean;
  readonly rounds: number;
}

export function reachFrom(system: SymbolicSystem, order: ReachOrder): Reach {
  switch (order) {
    case "bfs":
      return new Layers(system);
    case "chaining":
      return new Rounds(system, (states) => chained(system, states));
    case "saturation":
      // What is possible at one level may be forbidden by what is possible at another.
      if (system.hasPriorities) return new Rounds(system, (states) => chained(system, states));
      return new Rounds(system, (states, grown) => {
        if (grown) system.diagrams.setChains(system.chains);
        return system.diagrams.saturate(states);
      });
  }
}

class Layers implements Reach {
  readonly layers: Diagram[];
  readonly isStepwise = true;
  readonly initial: Diagram;
  states: Diagram;
  private readonly system: SymbolicSystem;

  constructor(system: SymbolicSystem) {
    this.system = system;
    this.initial = system.elapse(system.initial, () => []);
    this.states = this.initial;
    this.layers = [this.initial];
  }

  get rounds(): number {
    return this.layers.length - 1;
  }

  get front(): Diagram {
    return this.layers.at(-1)!;
  }

  advance(): boolean {
    const { system, layers } = this;
    const { diagrams } = system;
    const frontier = layers.at(-1)!;
    system.learn(frontier);
    const { states } = this;
    const all = system.elapse(system.successors(frontier), () => [...layers, states], states);
    const fresh = diagrams.minus(all, states);
    if (fresh === EMPTY) return false;
    layers.push(fresh);
    this.states = all;
    diagrams.tidy(listedLater(() => [...system.roots, ...layers, this.states]));
    return true;
  }
}

class Rounds implements Reach {
  readonly layers = undefined;
  readonly front = undefined;
  readonly isStepwise = false;
  rounds = 0;
  readonly initial: Diagram;
  states: Diagram;
  private readonly system: SymbolicSystem;
  /** Everything that comes of these by waiting is among them. */
  private waited = EMPTY;
  private readonly round: (states: Diagram, grown: boolean) => Diagram;

  constructor(system: SymbolicSystem, round: (states: Diagram, grown: boolean) => Diagram) {
    this.system = system;
    this.round = round;
    this.initial = system.initial;
    this.states = system.initial;
  }

  advance(): boolean {
    const { system } = this;
    const before = this.states;
    system.learn(before);
    const grown = system.takeGrowth();
    if (before === EMPTY) return false;
    this.states = system.elapse(this.round(before, grown), () => [before, this.waited], this.waited);
    this.waited = this.states;
    this.rounds++;
    system.diagrams.tidy(listedLater(() => [...system.roots, this.states]));
    return this.states !== before;
  }
}

/** The lowest levels first, each step with what those before it have added. */
function chained(system: SymbolicSystem, states: Diagram): Diagram {
  const { diagrams } = system;
  let all = states;
  if (system.hasPriorities) return diagrams.union(all, system.successors(all));
  for (const step of [...system.steps].sort((a, b) => b.top - a.top)) all = diagrams.union(all, system.fire(step, all));
  return all;
}
