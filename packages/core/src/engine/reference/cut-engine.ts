// The reference engine for formulas over clocks: its zones lie in one cell each, so that every one of its targets holds
// in all of a state or nowhere. Where time leads from a cell into the next one there is a step of its own, without
// edges: an observation. All constants of the formulas have to count in both bounds of their clocks, so that widening
// stays within cells.

import type { Network } from "../../network/index.ts";
import { constrainAll } from "../../semantics/constraints.ts";
import type { JointTransition } from "../../semantics/joint-transition.ts";
import type { Discrete, SymbolicFault } from "../../semantics/semantics.ts";
import { foreverAvoiding, stuckAvoiding } from "../../semantics/symbolic/avoiding-paths.ts";
import { beyond, type Cell, Cells } from "../../semantics/symbolic/clock-cells.ts";
import type { ReferenceSemantics } from "../../semantics/symbolic/symbolic-semantics.ts";
import { copyZone, type Federation, isEmpty } from "../../zone/index.ts";
import type { StateId } from "../engine.ts";
import { type Abstraction, createAbstraction } from "./abstraction.ts";
import { ReferenceEngine, type ReferenceEngineOptions } from "./reference-engine.ts";
import { GlobalTime, type ZoneGraphStep } from "./zone-graph.ts";

/** Time has come into the next cell; nothing else has happened. */
export const OBSERVATION: JointTransition = { edges: [] };

/** Told by what it is: a vector of which nobody takes part is a step without edges, too. */
export function isObservation(transition: JointTransition): boolean {
  return transition === OBSERVATION;
}

class CutTime extends GlobalTime {
  private readonly exact: ReferenceSemantics;
  private readonly widening: Abstraction;
  private readonly cells: Cells;

  constructor(semantics: ReferenceSemantics, abstraction: Abstraction, cells: Cells) {
    super(semantics, abstraction);
    this.exact = semantics;
    this.widening = abstraction;
    this.cells = cells;
  }

  override settle(discrete: Discrete, entry: Int32Array): Federation {
    const settled: Int32Array[] = [];
    for (const { zone, cell } of this.cells.split(discrete, this.widening.forget(discrete, entry))) {
      for (const later of this.exact.elapse(discrete, zone)) {
        // A cell is convex: who comes from it and is in it has not left it.
        const piece = copyZone(later);
        if (constrainAll(piece, this.dim, cell)) settled.push(...this.widening.pack(discrete, piece));
      }
    }
    return settled.filter((zone) => !isEmpty(zone));
  }

  override successors(
    discrete: Discrete,
    zone: Int32Array,
  ): { steps: readonly ZoneGraphStep[]; faults: readonly SymbolicFault[] } {
    const { steps, faults } = super.successors(discrete, zone);
    return { steps: [...steps, ...this.observations(discrete, zone)], faults };
  }

  private observations(discrete: Discrete, zone: Int32Array): ZoneGraphStep[] {
    const now = this.exact.withinInvariant(discrete, zone);
    // Where the data of an edge fails nobody can wait.
    if (now === null || this.exact.timeStops(discrete) || this.exact.fault(discrete) !== null) return [];
    const steps: ZoneGraphStep[] = [];
    for (const { leave, next } of this.cells.passages(this.cells.cellOf(discrete, now), now)) {
      for (const later of this.exact.elapse(discrete, leave)) {
        const entered = copyZone(later);
        if (constrainAll(entered, this.dim, next)) steps.push({ transition: OBSERVATION, discrete, zone: entered });
      }
    }
    return steps;
  }
}

export class CutEngine extends ReferenceEngine {
  private readonly cells: Cells;

  /** The first `atoms` targets are what zones are cut along. */
  constructor(network: Network, options: ReferenceEngineOptions, atoms: number) {
    let cells: Cells | undefined;
    super(network, options, (semantics, { targets, abstraction, subsumption, bounds }) => {
      if (abstraction === "local-time") throw new Error("in local time nobody knows when a formula holds");
      const cutting = targets.slice(0, atoms).map(({ formula, frameSize }) => semantics.compile(formula, frameSize));
      cells = new Cells(cutting, semantics.dim);
      return new CutTime(semantics, createAbstraction(abstraction, subsumption, bounds, semantics.dim), cells);
    });
    this.cells = cells!;
  }

  letterOf(state: StateId, atoms: number): number {
    let letter = -1;
    this.guarded(state, undefined, () => {
      const [discrete, zone] = [this.view(state), this.valuationsOf(state)];
      let found = 0;
      for (let atom = 0; atom < atoms; atom++) {
        if (this.targets[atom]!.where(discrete, zone).length > 0) found |= 1 << atom;
      }
      letter = found;
    });
    return letter;
  }

  cellOf(state: StateId): Cell {
    return this.cells.cellOf(this.view(state), this.valuationsOf(state));
  }

  /** How a run may end in a state without leaving its cell any more. */
  endOf(state: StateId): "deadlock" | "unbounded-delay" | undefined {
    let end: "deadlock" | "unbounded-delay" | undefined;
    this.guarded(state, undefined, () => {
      const zone = this.valuationsOf(state);
      const discrete = this.view(state);
      const outside = beyond(this.cells.cellOf(discrete, zone), this.semantics.dim);
      if (foreverAvoiding(this.semantics, discrete, zone, outside).length > 0) end = "unbounded-delay";
      else if (stuckAvoiding(this.semantics, discrete, zone, outside).length > 0) end = "deadlock";
    });
    return end;
  }

  /** Evaluating the edges of the state fails, so that staying there is no run. */
  isBroken(state: StateId): boolean {
    return this.semantics.fault(this.view(state)) !== null;
  }
}
