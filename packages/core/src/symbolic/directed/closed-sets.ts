// What set-based A* has expanded, by estimate and by the length of the way. With a consistent estimate whatever was
// expanded had a shortest way; with others a state is expanded again after a shorter one.

import { type Diagram, type Diagrams, EMPTY } from "../diagrams.ts";

/** What was expanded after at most so many steps. */
interface Expanded {
  readonly g: number;
  readonly states: Diagram;
}

export class ClosedSets {
  private readonly diagrams: Diagrams;
  private readonly isConsistent: boolean;
  /** By estimate, with the lengths ascending: each holds those before it. */
  private readonly closed = new Map<number, Expanded[]>();

  constructor(diagrams: Diagrams, isConsistent: boolean) {
    this.diagrams = diagrams;
    this.isConsistent = isConsistent;
  }

  /** What was not expanded after a way as short. */
  without(h: number, g: number, states: Diagram): Diagram {
    return this.diagrams.minus(states, this.until(h, g));
  }

  add(h: number, g: number, states: Diagram): void {
    const all = this.closed.get(h) ?? [];
    const now = { g, states: this.diagrams.union(this.until(h, g), states) };
    const later = all
      .filter((one) => one.g > g)
      .map((one) => ({ g: one.g, states: this.diagrams.union(one.states, states) }));
    const earlier = this.isConsistent ? [] : all.filter((one) => one.g < g);
    this.closed.set(h, [...earlier, now, ...later]);
  }

  private until(h: number, g: number): Diagram {
    return (this.closed.get(h) ?? []).filter((one) => one.g <= g).at(-1)?.states ?? EMPTY;
  }

  get roots(): readonly Diagram[] {
    return [...this.closed.values()].flatMap((all) => all.map(({ states }) => states));
  }
}
