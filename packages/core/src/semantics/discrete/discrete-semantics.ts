// The discrete part of the semantics, shared by the symbolic and the concrete one: initial states, invariants,
// rates, urgency, joint moves and their effects. Clocks appear only in constraints and assignments.

import { Commitment } from "../../analysis/commitment.ts";
import { defined } from "../../basics/defined.ts";
import { cellTable, hasStopwatches, type Network } from "../../network/index.ts";
import { BOUNDLESS, type Room } from "../clock-feasibility.ts";
import { Machine } from "../evaluate/index.ts";
import { ModelFault } from "../fault.ts";
import type { JointTransition } from "../joint-transition.ts";
import type {
  ClockAssignment,
  Constraint,
  Constraints,
  Discrete,
  GuardFault,
  JointMove,
  MoveEffect,
  Moves,
} from "../semantics.ts";
import { type CompiledNetwork, compileNetwork } from "./compiled-network.ts";
import { EdgeData } from "./edge-faults.ts";
import { Offers } from "./enabled-edges.ts";
import { MoveFinder } from "./joint-moves.ts";

/** When time may not pass: never (`always`), or where one of these guards of urgent synchronisations holds. */
export interface Urgency {
  readonly always: boolean;
  readonly guards: readonly Constraints[];
}

export class DiscreteSemantics {
  readonly network: Network;
  readonly program: CompiledNetwork;
  readonly machine: Machine;
  private readonly metaCells: readonly number[];
  /**
   * Do clocks decide who takes part in a broadcast (or vector)? Then a state may have exponentially many moves of
   * which a zone allows a few, and it pays to ask for them zone by zone.
   */
  readonly dependsOnClocks: boolean;
  private readonly hasUrgentChannels: boolean;
  /** Processes with urgent or committed locations. */
  private readonly hurried: readonly number[];
  private readonly hasRates: boolean;
  private readonly commitment: Commitment;
  private readonly edgeData: EdgeData;

  constructor(network: Network) {
    this.network = network;
    this.program = compileNetwork(network);
    this.machine = new Machine(network.cells);
    this.commitment = new Commitment(network);
    this.edgeData = new EdgeData(this.program, this.commitment);
    const { meta } = cellTable(network);
    this.metaCells = [...meta.keys()].filter((cell) => meta[cell] === 1);
    this.dependsOnClocks = clocksDecideParticipation(network);
    this.hasUrgentChannels = network.channels.some(({ urgent }) => urgent);
    this.hurried = [...network.processes.keys()].filter((process) =>
      network.processes[process]!.locations.some(({ urgent, committed }) => urgent || committed),
    );
    this.hasRates = hasStopwatches(network);
  }

  /** One per choice of initial locations, the first process varying slowest. Invariants are not looked at. */
  initial(): readonly Discrete[] {
    let vectors: number[][] = [[]];
    for (const { initial } of this.network.processes) {
      vectors = vectors.flatMap((vector) => initial.map((location) => [...vector, location]));
    }
    const cells = Int32Array.from(this.network.initialValues);
    return vectors.map((vector) => ({ locations: Int32Array.from(vector), cells }));
  }

  /** Null when the data part of some invariant is false. */
  invariant(discrete: Discrete): Constraints | null {
    const constraints: Constraint[] = [];
    const { machine } = this;
    machine.load(discrete.locations, discrete.cells, 0);
    // By index: this is asked for every step of a trace, of thousands of processes.
    for (let process = 0; process < discrete.locations.length; process++) {
      const { invariant, fixed, frameSize } = this.program.locations[process]![discrete.locations[process]!]!;
      if (fixed !== null) {
        for (const constraint of fixed) constraints.push(constraint);
        continue;
      }
      machine.openFrame(frameSize);
      for (const condition of invariant) if (!condition(machine, constraints)) return null;
    }
    return constraints;
  }

  /** 1 for the rows of clocks that stand still; null when all clocks run. */
  stopped(discrete: Discrete): Uint8Array | null {
    if (!this.hasRates) return null;
    const stopped = new Uint8Array(this.network.clocks.length + 1);
    const { machine } = this;
    machine.load(discrete.locations, discrete.cells, 0);
    for (const [process, location] of discrete.locations.entries()) {
      const { rates, frameSize } = this.program.locations[process]![location]!;
      if (rates.length === 0) continue;
      machine.openFrame(frameSize);
      for (const rate of rates) rate(machine, stopped);
    }
    return stopped.includes(1) ? stopped : null;
  }

  /**
   * Urgent and committed locations stop time, and so do synchronisations on urgent channels where the guards of
   * their participants hold (of the sender alone for broadcast). Whether the target's invariant would let them
   * happen does not matter. Where the data of edges fails nobody can say what is urgent, and nothing comes after.
   */
  urgency(discrete: Discrete): Urgency {
    const { network, program } = this;
    for (const process of this.hurried) {
      const { urgent, committed } = program.locations[process]![discrete.locations[process]!]!;
      if (urgent || committed) return { always: true, guards: [] };
    }
    if (!this.hasUrgentChannels) return { always: false, guards: [] };
    if (this.fault(discrete) !== null) return { always: true, guards: [] };
    const guards: Constraints[] = [];
    const offers = new Offers(program, this.machine, discrete, this.commitment);
    for (const [process] of network.processes.entries()) {
      for (const edge of offers.locationOf(process).initiating) {
        if (edge.edge.sync.kind !== "send") continue;
        for (const offer of offers.ofEdge(edge)) {
          if (!network.channels[offer.channel]!.urgent) continue;
          if (network.channels[offer.channel]!.broadcast) guards.push(offer.constraints);
          else {
            for (const [other] of network.processes.entries()) {
              if (other === process) continue;
              for (const partner of offers.receiving(other, offer.channel)) {
                guards.push([...offer.constraints, ...partner.constraints]);
              }
            }
          }
        }
      }
    }
    const always = guards.some((constraints) => constraints.length === 0);
    return { always, guards: always ? [] : guards };
  }

  /** What fails when the data of the state's edges is evaluated. */
  fault(discrete: Discrete): GuardFault | null {
    return this.edgeData.fault(this.machine, discrete);
  }

  /**
   * `room` may rule out combinations of receivers early; see `dependsOnClocks`. Who wants one joint step says so:
   * others may then be left out.
   */
  moves(discrete: Discrete, room: Room = BOUNDLESS, wants?: JointTransition): Moves {
    const fault = this.fault(discrete);
    if (fault !== null) return { moves: [], fault };
    const offers = new Offers(this.program, this.machine, discrete, this.commitment);
    const { moves } = new MoveFinder(this.network, offers, room, wants).find();
    return { moves, fault };
  }

  /** Why the state cannot be entered although its invariant holds; null when it can. */
  entryFault(discrete: Discrete): ModelFault | null {
    if (!this.hasRates) return null;
    try {
      this.stopped(discrete);
      return null;
    } catch (error) {
      if (error instanceof ModelFault) return error;
      throw error;
    }
  }

  /** As `fire`; what fails in the model is an answer. */
  tryFire(discrete: Discrete, move: JointMove): MoveEffect | ModelFault {
    try {
      return this.fire(discrete, move);
    } catch (error) {
      if (error instanceof ModelFault) return error;
      throw error;
    }
  }

  /** Runs the updates of a move; throws the model's fault when one fails. */
  fire(discrete: Discrete, move: JointMove): MoveEffect {
    const { machine, network, program } = this;
    machine.load(discrete.locations, discrete.cells, network.updateFrameSize);
    machine.clearAssignments();
    program.before(machine);
    const locations = discrete.locations.slice();
    for (const { process, edge, select } of move.steps) {
      const { edge: taken, update } = program.edges[edge]!;
      machine.openFrame(taken.frameSize);
      machine.setFrame(select);
      update(machine);
      locations[process] = taken.target;
    }
    machine.openFrame(network.updateFrameSize);
    program.after(machine);
    const cells = machine.memory.slice(0, network.cells);
    this.forgetTemporaries(cells);
    const assignments = this.takeAssignments();
    const target = { locations, cells };
    return { target, assignments, invariant: this.invariant(target) };
  }

  /** What only the updates of a step speak of is no part of what comes after them, nor of what invariants ask. */
  forgetTemporaries(cells: { [cell: number]: number }): void {
    for (const cell of this.metaCells) cells[cell] = this.network.initialValues[cell]!;
  }

  private takeAssignments(): ClockAssignment[] {
    const { assignments, assignmentSpans } = this.machine;
    return assignmentSpans.map((span, i) => ({
      row: assignments[3 * i]!,
      source: assignments[3 * i + 1]!,
      value: assignments[3 * i + 2]!,
      ...defined({ span }),
    }));
  }
}

function clocksDecideParticipation(network: Network): boolean {
  const broadcasts = network.channels.some(({ broadcast }) => broadcast);
  const weak = network.vectors.some(({ participants }) => participants.some((one) => one.weak));
  return network.edges.some(
    ({ sync, guard }) =>
      ((sync.kind === "receive" && broadcasts) || (sync.kind === "event" && weak)) &&
      guard.some(({ kind }) => kind === "clock"),
  );
}
