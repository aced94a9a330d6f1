// Why an edge is not possible in a state: for any state, symbolic or concrete, and any edge, the first obstacles in
// the order in which a person would look for them, each as a value and as a sentence.

import type { Diagnostic } from "../../diagnostics/index.ts";
import { type Conjunct, combinations, type Network } from "../../network/index.ts";
import { rationalToString, ZERO } from "../../zone/index.ts";
import { ConcreteSemantics } from "../concrete/concrete-semantics.ts";
import { ClockMap } from "../constraints.ts";
import type { ClockCondition, EdgeProgram } from "../discrete/compiled-network.ts";
import { outranks } from "../discrete/joint-moves.ts";
import { ModelFault } from "../fault.ts";
import type { JointTransition } from "../joint-transition.ts";
import type { ConcreteState, Constraint, Discrete, JointMove, MoveEffect, SymbolicState } from "../semantics.ts";
import { ReferenceSemantics } from "../symbolic/symbolic-semantics.ts";
import { type ClockSpace, ConcreteSpace, FutureSpace, ZoneSpace } from "./clock-space.ts";
import { ExplanationPrinter } from "./expression-text.ts";

export type ReasonKind =
  /** The process is somewhere else. */
  | "location"
  | "guard"
  /** No other process can take the other side of the synchronisation. */
  | "no-partner"
  /** Another process is in a committed location. */
  | "committed"
  /** The guards hold one by one, but not together, or a broadcast would take more processes along. */
  | "combination"
  | "invariant"
  | "priority"
  | "fault";

export interface Reason {
  readonly kind: ReasonKind;
  readonly sentence: string;
  /** The edge whose guard fails, or that stands in the way. */
  readonly edge?: number;
  readonly process?: number;
  /** Position in the guard or invariant. */
  readonly conjunct?: number;
  /** It is about clocks as they are now: time may undo it. */
  readonly clocks?: true;
  /** What has priority. */
  readonly transition?: JointTransition;
  readonly diagnostic?: Diagnostic;
}

export interface WhyNot {
  readonly possible: boolean;
  /** Empty exactly when it is possible. */
  readonly reasons: readonly Reason[];
}

export class WhyNotExplainer {
  private readonly network: Network;
  private readonly symbolic: ReferenceSemantics;
  private readonly concrete: ConcreteSemantics;
  private readonly printer: ExplanationPrinter;

  constructor(network: Network) {
    this.network = network;
    this.symbolic = new ReferenceSemantics(network);
    this.concrete = new ConcreteSemantics(network);
    this.printer = new ExplanationPrinter(network);
  }

  /** In a concrete state: now, without a delay. In a symbolic state: for some of its valuations. */
  explain(state: SymbolicState | ConcreteState, edge: number): WhyNot {
    try {
      const transitions = this.possible(state);
      if (transitions.some((one) => uses(one, edge))) return { possible: true, reasons: [] };
      const reasons = this.reasons(state, this.spaceOf(state), edge);
      return { possible: false, reasons: "zone" in state ? reasons : this.withTime(state, reasons, edge) };
    } catch (error) {
      if (!(error instanceof ModelFault)) throw error;
      return { possible: false, reasons: [faultReason(error)] };
    }
  }

  /** Where an edge is possible neither now nor after any delay that is allowed: why not. */
  explainNever(state: ConcreteState, edge: number): readonly Reason[] {
    const allowed = this.concrete.delays(state);
    const space = new FutureSpace(state, allowed, this.concrete.discrete.stopped(state));
    try {
      return this.reasons(state, space, edge);
    } catch (error) {
      if (!(error instanceof ModelFault)) throw error;
      return [faultReason(error)];
    }
  }

  private possible(state: SymbolicState | ConcreteState): readonly JointTransition[] {
    const found = "zone" in state ? this.symbolic.successors(state, state.zone).moves : this.concrete.enabled(state);
    return found.map(({ transition }) => transition);
  }

  /** Who reads that a clock is not there yet wants to know whether it will be. */
  private withTime(state: ConcreteState, reasons: readonly Reason[], edge: number): readonly Reason[] {
    if (!reasons.some(({ kind, clocks }) => clocks && kind === "guard")) return reasons;
    const most = this.concrete.delays(state).at(-1)?.upper;
    const later = this.concrete.options(state).options.some(({ transition }) => uses(transition, edge));
    if (most === undefined && !later) return reasons;
    const room =
      most?.n === 0n ? "time cannot pass here" : `time can pass at most ${rationalToString(most ?? ZERO)} here`;
    const hope = later ? "it will after a delay" : room;
    return reasons.map((reason) =>
      reason.clocks && reason.kind === "guard" ? { ...reason, sentence: `${reason.sentence}; ${hope}` } : reason,
    );
  }

  private spaceOf(state: SymbolicState | ConcreteState): ClockSpace {
    if (!("zone" in state)) return new ConcreteSpace(state);
    return new ZoneSpace({ ...state, zone: this.symbolic.withinInvariant(state, state.zone) ?? state.zone });
  }

  private reasons(state: Discrete, space: ClockSpace, edge: number): readonly Reason[] {
    const program = this.symbolic.discrete.program.edges[edge]!;
    const { process, source } = program.edge;
    const { name, locations } = this.network.processes[process]!;
    const here = state.locations[process]!;
    if (here !== source) {
      const sentence = `${name} is in ${locations[here]!.name}, not in ${locations[source]!.name}`;
      return [{ kind: "location", sentence, edge, process }];
    }
    const guard = this.guardReason(program, state, space);
    if (guard !== null) return [guard];
    const moves = this.symbolic.discrete.moves(state).moves.filter(({ transition }) => uses(transition, edge));
    if (moves.length === 0) return this.withoutMove(program, state, space);
    return moves.slice(0, 3).map((move) => this.moveReason(move, state, space));
  }

  /** The data allows no joint step with this edge, although its own guard holds. */
  private withoutMove(program: EdgeProgram, state: Discrete, space: ClockSpace): readonly Reason[] {
    const partners = this.partners(program, state);
    const blocked = partners.flatMap((partner) => this.guardReason(partner, state, space) ?? []);
    if (partners.length > 0 && blocked.length < partners.length) return [this.committedReason(state)];
    const { sync, process } = program.edge;
    if (sync.kind === "internal") return [this.committedReason(state)];
    const what = sync.kind === "event" ? `join ${this.network.events[sync.event]}` : this.otherSide(program, state);
    const missing: Reason = { kind: "no-partner", sentence: `no other process can ${what} now`, process };
    return blocked.length === 0 ? [missing] : [missing, ...blocked.slice(0, 3)];
  }

  private otherSide(program: EdgeProgram, state: Discrete): string {
    const names = this.channelsOf(program, state).map((channel) => this.printer.channel(channel));
    const verb = program.edge.sync.kind === "send" ? "receive" : "send";
    return `${verb} on ${names.slice(0, 3).join(" or ")}`;
  }

  /** Edges of other processes that could take the other side, guards aside. */
  private partners({ edge, ...program }: EdgeProgram, state: Discrete): readonly EdgeProgram[] {
    const { sync, process } = edge;
    if (sync.kind === "internal") return [];
    const others = this.network.processes.flatMap((_, other) => {
      if (other === process) return [];
      const here = this.symbolic.discrete.program.locations[other]![state.locations[other]!]!;
      return sync.kind === "send" ? here.receiving : here.initiating;
    });
    if (sync.kind === "event") {
      const vectors = this.network.vectors.filter(({ participants }) =>
        participants.some((one) => one.process === process && one.event === sync.event),
      );
      return others.filter(({ edge: { sync: theirs, process: other } }) =>
        vectors.some(({ participants }) =>
          participants.some((one) => one.process === other && theirs.kind === "event" && one.event === theirs.event),
        ),
      );
    }
    const channels = this.channelsOf({ edge, ...program }, state);
    return others.filter(
      (other) =>
        other.edge.sync.kind === (sync.kind === "send" ? "receive" : "send") &&
        this.channelsOf(other, state).some((channel) => channels.includes(channel)),
    );
  }

  private channelsOf(program: EdgeProgram, state: Discrete): readonly number[] {
    const channels = new Set<number>();
    for (const select of combinations(program.edge.selects)) {
      this.enter(state, program.edge.frameSize, select);
      try {
        channels.add(program.channel!(this.symbolic.discrete.machine));
      } catch (error) {
        if (!(error instanceof ModelFault)) throw error;
      }
    }
    return [...channels];
  }

  /** The guard fails for all values of the selects: the one that gets furthest tells why. Null: it can hold. */
  private guardReason(program: EdgeProgram, state: Discrete, space: ClockSpace): Reason | null {
    const { edge, guard } = program;
    const names = edge.selects.map(({ name }) => name);
    let best: Reason | null = null;
    for (const select of combinations(edge.selects)) {
      this.enter(state, edge.frameSize, select);
      const failed = this.firstFailing(edge.guard, guard, state, space, names, select, (constraint) => constraint);
      if (failed === null) return null;
      if (best === null || failed.conjunct! > best.conjunct!) {
        const owner = this.network.processes[edge.process]!.name;
        best = { ...failed, kind: failed.kind, edge: edge.id, process: edge.process };
        if (failed.kind === "guard") best = { ...best, sentence: `the guard of ${owner} fails: ${failed.sentence}` };
      }
    }
    return best ?? { kind: "guard", sentence: "its select has no value", edge: edge.id, process: edge.process };
  }

  private firstFailing(
    conjuncts: readonly Conjunct[],
    conditions: readonly ClockCondition[],
    state: Discrete,
    space: ClockSpace,
    names: readonly string[],
    frame: readonly number[],
    map: (constraint: Constraint) => Constraint,
  ): Reason | null {
    const { machine } = this.symbolic.discrete;
    const met: Constraint[] = [];
    for (const [at, condition] of conditions.entries()) {
      const conjunct = conjuncts[at]!;
      const text = this.printer.conjunct(conjunct, names);
      const before = met.length;
      try {
        if (!condition(machine, met)) {
          const expression = conjunct.kind === "data" ? conjunct.condition : conjunct.bound;
          // Folded away: the number that is left would say nothing.
          if (expression.kind === "constant" && conjunct.kind === "data")
            return { kind: "guard", sentence: "it is never true", conjunct: at };
          const values = this.printer.values(expression, state, names, frame);
          return { kind: "guard", sentence: `${text} is false${values === "" ? "" : ` (${values})`}`, conjunct: at };
        }
      } catch (error) {
        if (!(error instanceof ModelFault)) throw error;
        return { ...faultReason(error), conjunct: at };
      }
      const added = met.slice(before).map(map);
      for (let i = before; i < met.length; i++) met[i] = added[i - before]!;
      if (space.canHold(met)) continue;
      const where = added
        .map((one) => (space.canHold([one]) ? "" : space.whereabouts(one, this.printer)))
        .find(Boolean);
      return {
        kind: "guard",
        sentence: `${text} ${space.verdict}${where ? `: ${where}` : ""}`,
        conjunct: at,
        clocks: true,
      };
    }
    return null;
  }

  /** A joint step that the data allows and that is not possible all the same. */
  private moveReason(move: JointMove, state: Discrete, space: ClockSpace): Reason {
    const { transition } = move;
    if (!space.canHold(move.require)) {
      const { edges } = this.symbolic.discrete.program;
      const unready = transition.edges.flatMap(({ edge }) => this.guardReason(edges[edge]!, state, space) ?? []);
      if (unready.length > 0) return { ...unready[0]!, transition };
      return { kind: "combination", sentence: "the guards of the participants cannot hold together", transition };
    }
    let effect: MoveEffect;
    try {
      effect = this.symbolic.discrete.fire(state, move);
    } catch (error) {
      if (error instanceof ModelFault) return { ...faultReason(error), transition };
      throw error;
    }
    return this.invariantReason(move, effect, space) ?? this.priorityReason(move, state, space);
  }

  private invariantReason(move: JointMove, effect: MoveEffect, space: ClockSpace): Reason | null {
    const map = new ClockMap();
    for (const assignment of effect.assignments) map.assign(assignment);
    const pull = (constraint: Constraint) => map.pullBack(constraint);
    const within: ClockSpace = {
      verdict: space.verdict,
      canHold: (constraints) => space.canHold([...move.require, ...constraints]),
      whereabouts: (constraint, printer) => space.whereabouts(constraint, printer),
    };
    const { target } = effect;
    for (const [process, { name, locations }] of this.network.processes.entries()) {
      const location = locations[target.locations[process]!]!;
      const { invariant } = this.symbolic.discrete.program.locations[process]![target.locations[process]!]!;
      this.enter(target, location.frameSize, []);
      const failed = this.firstFailing(location.invariant, invariant, target, within, [], [], pull);
      if (failed === null) continue;
      if (failed.kind === "fault") return failed;
      const sentence = `the invariant of ${name}.${location.name} would be violated: ${failed.sentence}`;
      return { ...failed, kind: "invariant", sentence, process };
    }
    return null;
  }

  private priorityReason(move: JointMove, state: Discrete, space: ClockSpace): Reason {
    const stronger = this.symbolic.discrete
      .moves(state)
      .moves.find((other) => outranks(other, move) && space.canHold([...move.require, ...other.require]));
    if (this.network.hasPriorities && stronger !== undefined) {
      const names = stronger.steps.map(({ process }) => this.network.processes[process]!.name).join(" and ");
      const sentence = `a step of ${names} has higher priority`;
      return { kind: "priority", sentence, transition: stronger.transition };
    }
    const sentence = "another combination of processes has to take part";
    return { kind: "combination", sentence, transition: move.transition };
  }

  private committedReason(state: Discrete): Reason {
    const names = this.network.processes.flatMap(({ name, locations }, process) => {
      const location = locations[state.locations[process]!]!;
      return location.committed ? [`${name}.${location.name}`] : [];
    });
    return { kind: "committed", sentence: `${names.join(", ")} is committed and must be left first` };
  }

  private enter(state: Discrete, frameSize: number, frame: readonly number[]): void {
    const { machine } = this.symbolic.discrete;
    machine.load(state.locations, state.cells, frameSize);
    machine.setFrame(frame);
  }
}

/** For a single question; `WhyNotExplainer` prepares the network once for many. */
export function whyNot(network: Network, state: SymbolicState | ConcreteState, edge: number): WhyNot {
  return new WhyNotExplainer(network).explain(state, edge);
}

function uses({ edges }: JointTransition, edge: number): boolean {
  return edges.some((one) => one.edge === edge);
}

function faultReason(fault: ModelFault): Reason {
  const what = fault.kind === "unsupported" ? "not supported" : "the model fails";
  return { kind: "fault", sentence: `${what}: ${fault.message}`, diagnostic: fault.diagnostic };
}
