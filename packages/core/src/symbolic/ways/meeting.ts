// Layers from the initial states and layers from the targets, until they meet: a shortest run goes through where they
// do. Those go on whose last diagram is smaller, or only those from the targets. Backwards each holds the one before:
// what is at most so far away is a smaller diagram than what is just so far.

import { type Diagram, EMPTY, listedLater } from "../diagrams.ts";
import type { LevelValues } from "../link-relation.ts";
import { type Reach, reachFrom } from "../reach.ts";
import type { SymbolicSystem } from "../system.ts";
import { alongLayers, picked, type Tuple } from "./way-back.ts";

export interface MeetingOptions {
  readonly targets: Diagram;
  /** Where ways backwards lead through, and the values that occur there. */
  readonly within: Diagram;
  readonly among: LevelValues;
  /** Only the layers from the targets go on. */
  readonly isBackward?: boolean;
}

export class Meeting {
  readonly forwards: Reach;
  private readonly nearer: Diagram[];
  private readonly system: SymbolicSystem;
  private readonly options: MeetingOptions;
  private readonly pinned: readonly Diagram[];
  /** Which end has nothing new. */
  exhausted: "forwards" | "backwards" | undefined;

  constructor(system: SymbolicSystem, options: MeetingOptions) {
    const { within, targets } = options;
    this.system = system;
    this.options = options;
    this.pinned = system.pinned;
    this.nearer = [system.waitedFor(system.diagrams.intersect(within, targets), within)];
    this.pin();
    this.forwards = reachFrom(system, "bfs");
  }

  get hasMet(): boolean {
    return this.meeting !== EMPTY;
  }

  /** All from which the targets are known to be reached. */
  get near(): Diagram {
    return this.nearer.at(-1)!;
  }

  get rounds(): number {
    return this.forwards.rounds + this.nearer.length - 1;
  }

  /** False once one of the ends has nothing new. */
  advance(): boolean {
    const { system, near, forwards } = this;
    const { diagrams } = system;
    const { within, among, isBackward = false } = this.options;
    const front = forwards.front!;
    if (!isBackward && diagrams.size(front) <= diagrams.size(near)) {
      if (!forwards.advance()) this.exhausted = "forwards";
      return this.exhausted === undefined;
    }
    const next = diagrams.union(near, system.waitedFor(system.predecessors(near, within, among), within));
    if (next === near) {
      this.exhausted = "backwards";
      return false;
    }
    this.nearer.push(next);
    this.pin();
    diagrams.tidy(listedLater(() => [...system.roots, ...forwards.layers!, forwards.states]));
    return true;
  }

  /**
   * From an initial state to a target, once they have met. Undefined where steps and time do not lead along the layers
   * from the targets: with clocks these may hold more than what gets there.
   */
  run(): readonly Tuple[] | undefined {
    const { system, nearer } = this;
    const { diagrams } = system;
    const layers = this.forwards.layers!;
    const run = alongLayers(system, layers, this.meeting, this.options.among);
    for (let at = nearer.length - 2; at >= 0; at--) {
      const waiting = system.elapse(diagrams.ofTuples([[...run.at(-1)!]]), () => layers);
      const next = diagrams.intersect(system.successors(waiting), nearer[at]!);
      if (next === EMPTY) return undefined;
      run.push(picked(system, next));
    }
    return run;
  }

  /** Nothing of it has to stay any longer. */
  end(): void {
    this.system.pinned = this.pinned;
  }

  private get meeting(): Diagram {
    return this.system.diagrams.intersect(this.forwards.front!, this.near);
  }

  private pin(): void {
    const { within, targets } = this.options;
    this.system.pinned = [...this.pinned, within, targets, ...this.nearer];
  }
}
