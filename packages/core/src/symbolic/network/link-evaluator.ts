// What a link makes of one short vector, that is of the values of what it reads: guards, channels, updates and
// invariants run as the reference semantics has them, on a state of which only those values count. A fault of the model
// is told, not thrown: the vector may belong to no state that is ever reached.

import { combinations } from "../../network/index.ts";
import type { EdgeProgram } from "../../semantics/discrete/compiled-network.ts";
import type { DiscreteSemantics } from "../../semantics/discrete/discrete-semantics.ts";
import { ModelFault } from "../../semantics/fault.ts";
import type { Constraint } from "../../semantics/semantics.ts";
import { type ClockReading, holds } from "./clock-reading.ts";
import type { Joiner, StepLink } from "./joint-steps.ts";
import type { StateAxes, StateAxis } from "./parts.ts";

/** An edge with values for its selects that can be taken. */
interface Offer {
  readonly program: EdgeProgram;
  readonly select: readonly number[];
  readonly channel: number;
}

/** Locations, cells and clocks, as numbers of the model. */
export class ShortState {
  readonly parts: StateAxes;
  readonly locations: Int32Array;
  readonly cells: Int32Array;
  readonly clocks: Int32Array;

  constructor(parts: StateAxes) {
    const { network } = parts;
    this.parts = parts;
    this.locations = Int32Array.from(network.processes, ({ initial }) => initial[0]!);
    this.cells = Int32Array.from(network.initialValues);
    this.clocks = new Int32Array(network.clocks.length);
  }

  /** Sets a part to one of its values, counted from the least. */
  put(part: StateAxis, offset: number): void {
    const { processes, cells } = this.parts;
    const value = offset + this.parts.leastOf(part);
    if (part < processes) this.locations[part] = value;
    else if (part < processes + cells) this.cells[part - processes] = value;
    else this.clocks[part - processes - cells] = value;
  }

  get(part: StateAxis): number {
    const { processes, cells } = this.parts;
    const value =
      part < processes
        ? this.locations[part]!
        : part < processes + cells
          ? this.cells[part - processes]!
          : this.clocks[part - processes - cells]!;
    return value - this.parts.leastOf(part);
  }
}

export class LinkEvaluator {
  private readonly semantics: DiscreteSemantics;
  private readonly clocks: ClockReading;
  readonly before: ShortState;
  readonly after: ShortState;

  constructor(semantics: DiscreteSemantics, parts: StateAxes, clocks: ClockReading) {
    this.semantics = semantics;
    this.clocks = clocks;
    this.before = new ShortState(parts);
    this.after = new ShortState(parts);
  }

  /** Calls `emit` for every way the link goes on from `before` to `after`; tells whether it is tried, and fails. */
  run(link: StepLink, emit: () => void): "none" | "tried" | "fails" {
    const { machine, program } = this.semantics;
    const { locations, cells } = this.before;
    for (const id of link.edges) {
      const { process, source } = program.edges[id]!.edge;
      if (locations[process] !== source) return "none";
    }
    machine.load(locations, cells, 0);
    let outcome: "none" | "tried" | "fails" = "none";
    this.initiate(link, [], (taken) => {
      const fails = this.fire(link, taken, emit);
      if (fails) outcome = "fails";
      else if (outcome === "none") outcome = "tried";
    });
    return outcome;
  }

  /** Does evaluating the guard or channel of an edge fail? */
  triggerFails(id: number): boolean {
    const { machine, program } = this.semantics;
    const edge = program.edges[id]!;
    if (this.before.locations[edge.edge.process] !== edge.edge.source) return false;
    machine.load(this.before.locations, this.before.cells, 0);
    try {
      for (const select of combinations(edge.edge.selects)) this.evaluate(edge, select);
      return false;
    } catch (error) {
      if (error instanceof ModelFault) return true;
      throw error;
    }
  }

  /** All ways to take the edges of the link together, with those who join. */
  private initiate(link: StepLink, taken: readonly Offer[], visit: (taken: readonly Offer[]) => void): void {
    const id = link.edges[taken.length];
    if (id === undefined) {
      this.join(link, 0, taken, visit);
      return;
    }
    const channel = taken[0]?.channel ?? link.channel;
    for (const offer of this.offers(this.semantics.program.edges[id]!, channel)) {
      this.initiate(link, [...taken, offer], visit);
    }
  }

  private join(link: StepLink, at: number, taken: readonly Offer[], visit: (taken: readonly Offer[]) => void): void {
    const joiner = link.joiners[at];
    if (joiner === undefined) {
      visit(taken);
      return;
    }
    const offers = this.offersOf(joiner, taken[0]?.channel ?? link.channel);
    for (const offer of offers) this.join(link, at + 1, [...taken, offer], visit);
    if (offers.length === 0 && !joiner.committed) this.join(link, at + 1, taken, visit);
  }

  private offersOf({ process, edges, committed }: Joiner, channel: number | undefined): readonly Offer[] {
    const { program } = this.semantics;
    const location = this.before.locations[process]!;
    if (committed && !program.locations[process]![location]!.committed) return [];
    return edges.flatMap((id) => {
      const edge = program.edges[id]!;
      return edge.edge.source === location ? this.offers(edge, channel) : [];
    });
  }

  /** The values of its selects with which an edge can be taken, on the channel where there is one. */
  private offers(program: EdgeProgram, channel: number | undefined): Offer[] {
    const offers: Offer[] = [];
    for (const select of combinations(program.edge.selects)) {
      const met = this.attempt(program, select);
      if (met === undefined || (channel !== undefined && met !== -1 && met !== channel)) continue;
      offers.push({ program, select, channel: met });
    }
    return offers;
  }

  /** A guard that fails holds nowhere; that it fails is found by those who look for it (`triggerFails`). */
  private attempt(program: EdgeProgram, select: readonly number[]): number | undefined {
    try {
      return this.evaluate(program, select);
    } catch (error) {
      if (error instanceof ModelFault) return undefined;
      throw error;
    }
  }

  /** The channel, −1 without one; undefined where the guard does not hold. */
  private evaluate({ edge, guard, channel }: EdgeProgram, select: readonly number[]): number | undefined {
    const { machine } = this.semantics;
    const constraints: Constraint[] = [];
    machine.openFrame(edge.frameSize);
    machine.setFrame(select);
    for (const condition of guard) if (!condition(machine, constraints)) return undefined;
    const met = channel?.(machine) ?? -1;
    return holds(constraints, this.before.clocks, this.clocks) ? met : undefined;
  }

  /** Runs the updates and asks the invariants; true when that fails. */
  private fire(link: StepLink, taken: readonly Offer[], emit: () => void): boolean {
    try {
      if (this.update(link, taken)) emit();
      return false;
    } catch (error) {
      if (error instanceof ModelFault) return true;
      throw error;
    } finally {
      // Others are asked in the same state.
      this.semantics.machine.load(this.before.locations, this.before.cells, 0);
    }
  }

  private update(link: StepLink, chosen: readonly Offer[]): boolean {
    const { machine, network, program } = this.semantics;
    const { before, after } = this;
    // Participants of a vector act as they are declared, whatever role they have.
    const taken = isVector(chosen)
      ? [...chosen].sort((a, b) => a.program.edge.process - b.program.edge.process)
      : chosen;
    machine.load(before.locations, before.cells, network.updateFrameSize);
    machine.clearAssignments();
    program.before(machine);
    after.locations.set(before.locations);
    for (const { program: edge, select } of taken) {
      machine.openFrame(edge.edge.frameSize);
      machine.setFrame(select);
      edge.update(machine);
      after.locations[edge.edge.process] = edge.edge.target;
    }
    machine.openFrame(network.updateFrameSize);
    program.after(machine);
    after.cells.set(machine.memory.subarray(0, network.cells));
    this.semantics.forgetTemporaries(after.cells);
    this.setClocks(taken);
    machine.load(after.locations, after.cells, 0);
    for (const { program: edge } of taken) if (!this.mayStay(edge.edge.process)) return false;
    return link.watchers.every((process) => this.mayStay(process));
  }

  private setClocks(taken: readonly Offer[]): void {
    const { machine } = this.semantics;
    const { before, after, clocks } = this;
    after.clocks.set(before.clocks);
    for (let i = 0; i < machine.assigned; i++) {
      const [row, source, value] = machine.assignments.slice(3 * i, 3 * i + 3);
      const from = source === 0 ? 0 : after.clocks[source! - 1]!;
      after.clocks[row! - 1] = Math.min(from + value! / clocks.unit, Math.max(0, clocks.reach[row! - 1]!));
    }
    this.forgetInactive(taken);
  }

  private forgetInactive(taken: readonly Offer[]): void {
    const { clocks, after } = this;
    for (const [clock, owner] of clocks.owner.entries()) {
      if (owner < 0 || !taken.some(({ program }) => program.edge.process === owner)) continue;
      if (!clocks.isActive(clock, owner, after.locations[owner]!)) after.clocks[clock] = 0;
    }
  }

  private mayStay(process: number): boolean {
    const { machine, program } = this.semantics;
    const { invariant, frameSize } = program.locations[process]![this.after.locations[process]!]!;
    const constraints: Constraint[] = [];
    machine.openFrame(frameSize);
    for (const condition of invariant) if (!condition(machine, constraints)) return false;
    return holds(constraints, this.after.clocks, this.clocks);
  }
}

const isVector = ([first]: readonly Offer[]): boolean => first?.program.edge.sync.kind === "event";
