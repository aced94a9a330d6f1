// A* on whole sets: BDDA* (Reffel and Edelkamp 1999), SetA* (Jensen, Bryant and Veloso 2002) and ADDA* (Hansen, Zhou
// and Feng 2002). All states with one length of way and one estimate are expanded in common. BDDA* divides what comes
// of them by the estimate; SetA* has divided the steps; ADDA* keeps lengths and estimates in the diagram itself. With
// an admissible estimate the first target that is taken out has a shortest way. States from which the estimate sees no
// way come last, so that nothing rests on it when all is done.

import { type Diagram, EMPTY, listedLater } from "../diagrams.ts";
import type { Reach } from "../reach.ts";
import type { SymbolicSystem } from "../system.ts";
import { ClosedSets } from "./closed-sets.ts";
import { EstimateSets } from "./estimate-sets.ts";
import type { EstimateTree } from "./estimate-tree.ts";
import { EstimatedSteps } from "./estimated-steps.ts";
import { BucketsOfSets, OneDiagram, type OpenSets, type SetBucket } from "./open-sets.ts";

export type SetAlgorithm = "bdda" | "seta" | "adda";

export interface SetAStarOptions {
  readonly algorithm: SetAlgorithm;
  readonly estimate: EstimateTree;
  /** No step lowers the estimate by more than one: whatever was expanded had a shortest way. */
  readonly isConsistent: boolean;
}

export class SetAStar implements Reach {
  /** By the length of ways: what was expanded. */
  readonly layers: Diagram[] = [];
  readonly isStepwise = true;
  readonly initial: Diagram;
  states: Diagram = EMPTY;
  rounds = 0;
  private readonly system: SymbolicSystem;
  private readonly estimates: EstimateSets;
  private readonly steps: EstimatedSteps | undefined;
  private readonly open: OpenSets;
  private readonly closed: ClosedSets;
  private bucket: SetBucket | undefined;
  /** What comes of the bucket at hand, by estimate, while it is being made. */
  private made: [h: number, states: Diagram][] = [];

  constructor(system: SymbolicSystem, { algorithm, estimate, isConsistent }: SetAStarOptions) {
    const { diagrams } = system;
    this.system = system;
    this.estimates = new EstimateSets(system, estimate);
    this.steps = algorithm === "seta" ? new EstimatedSteps(system, this.estimates) : undefined;
    this.open = algorithm === "adda" ? new OneDiagram(diagrams, system.partAt.length) : new BucketsOfSets(diagrams);
    this.closed = new ClosedSets(diagrams, isConsistent);
    this.initial = system.elapse(system.initial, () => this.own);
    this.open.add(0, this.estimates.divide(this.initial));
    this.takeNext();
  }

  get front(): Diagram {
    return this.bucket?.states ?? EMPTY;
  }

  advance(): boolean {
    const { system, bucket, closed } = this;
    if (bucket === undefined) return false;
    this.rounds++;
    const g = bucket.g + 1;
    system.learn(bucket.states);
    this.made = this.successorsOf(bucket).map(([h, states]) => [h, closed.without(h, g, states)]);
    for (const [at, [h, states]] of this.made.entries()) {
      if (states === EMPTY) continue;
      const waited = system.elapse(states, () => [this.initial, ...this.own]);
      this.made[at] = [h, closed.without(h, g, waited)];
    }
    for (const [h, states] of this.made) if (states !== EMPTY) this.open.add(g, new Map([[h, states]]));
    this.made = [];
    this.takeNext();
    system.diagrams.tidy(listedLater(() => [...system.roots, this.initial, ...this.own]));
    return this.bucket !== undefined;
  }

  private successorsOf({ h, states }: SetBucket): [number, Diagram][] {
    const { system, estimates, steps } = this;
    if (steps === undefined || h === Number.POSITIVE_INFINITY) return [...estimates.divide(system.successors(states))];
    return [...steps.successors(states)].flatMap(([by, next]): [number, Diagram][] =>
      by === undefined ? [...estimates.divide(next)] : [[h + by, next]],
    );
  }

  private takeNext(): void {
    const { diagrams } = this.system;
    for (;;) {
      const next = this.open.pop();
      this.bucket = undefined;
      if (next === undefined) return;
      const { g, h } = next;
      const states = this.closed.without(h, g, next.states);
      if (states === EMPTY) continue;
      this.bucket = { g, h, states };
      this.closed.add(h, g, states);
      this.states = diagrams.union(this.states, states);
      while (this.layers.length <= g) this.layers.push(EMPTY);
      this.layers[g] = diagrams.union(this.layers[g]!, states);
      return;
    }
  }

  private get own(): readonly Diagram[] {
    const { estimates, steps, open, closed, layers, states, made } = this;
    return [
      ...[estimates, open, closed].flatMap(({ roots }) => roots),
      ...(steps?.roots ?? []),
      ...layers,
      states,
      this.front,
      ...made.map(([, some]) => some),
    ];
  }
}
