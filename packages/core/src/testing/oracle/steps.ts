// The semantics of networks over moments, for the oracle: which joint steps a state allows, what they do, and whether
// time may pass. Written from the specification, with nothing shared with the engines: sets of edges are enumerated
// outright, guards are tested on the moment, priorities by comparing all steps with each other.

import type { Conjunct, Edge, Network, Rate } from "../../network/network.ts";
import { evaluate, indexOf, OracleError, OracleFault, type OracleScope, run } from "./evaluate.ts";
import type { TimeDomain } from "./time.ts";

export interface OracleState<Moment> {
  readonly locations: readonly number[];
  readonly cells: readonly number[];
  readonly moment: Moment;
}

/** An edge with select values whose guard holds. */
interface Option {
  readonly edge: Edge;
  readonly select: readonly number[];
}
interface Step<Moment> {
  readonly priority: readonly [number, number];
  readonly target: OracleState<Moment>;
}

export class OracleSemantics<Moment> {
  readonly network: Network;
  readonly time: TimeDomain<Moment>;

  constructor(network: Network, time: TimeDomain<Moment>) {
    this.network = network;
    this.time = time;
  }

  initial(): OracleState<Moment>[] {
    let vectors: number[][] = [[]];
    for (const { initial } of this.network.processes) {
      vectors = vectors.flatMap((vector) => initial.map((location) => [...vector, location]));
    }
    const moment = this.time.start(this.network.clocks.map((clock) => clock.initial));
    const cells = [...this.network.initialValues];
    return vectors.map((locations) => ({ locations, cells, moment })).filter((state) => this.canBeEntered(state));
  }

  /** The states one step away; `fails`: trying some step is a fault of the model. */
  successors(state: OracleState<Moment>): { targets: OracleState<Moment>[]; fails: boolean } {
    const steps: Step<Moment>[] = [];
    let fails = false;
    for (const options of this.jointSteps(state)) {
      let target: OracleState<Moment> | undefined;
      try {
        target = this.take(state, options.edges);
      } catch (error) {
        if (!(error instanceof OracleFault)) throw error;
        fails = true;
      }
      if (target === undefined) continue;
      const processes = options.edges.map(({ edge }) => this.network.processes[edge.process]!.priority);
      steps.push({ priority: [options.priority, Math.max(...processes)], target });
    }
    const targets = steps
      .filter(({ priority }) => !steps.some((other) => higher(other.priority, priority)))
      .map((s) => s.target);
    return { targets, fails };
  }

  /** Does evaluating the guard or channel of some edge fail that may move? Clocks count as right. */
  dataFails(state: OracleState<Moment>): boolean {
    return this.network.edges.some((edge) => {
      if (edge.source !== state.locations[edge.process] || !this.mayMove(state, edge)) return false;
      return selectionsOf(edge).some((select) =>
        faults(() => {
          for (const conjunct of edge.guard) if (!this.dataHolds(conjunct, this.scope(state, select))) return;
          if (edge.sync.kind === "send" || edge.sync.kind === "receive") {
            indexOf(edge.sync.channel, this.scope(state, select));
          }
        }),
      );
    });
  }

  /** The committed rule: somebody committed takes part, or nobody is. */
  private mayMove(state: OracleState<Moment>, edge: Edge): boolean {
    const committed = (p: number) => this.network.processes[p]!.locations[state.locations[p]!]!.committed;
    const processes = this.network.processes.map((_, p) => p);
    if (!processes.some(committed) || committed(edge.process)) return true;
    return this.network.edges.some(
      (other) =>
        other.process !== edge.process &&
        committed(other.process) &&
        other.source === state.locations[other.process] &&
        this.couldMeet(edge, other),
    );
  }

  private couldMeet({ sync: a, process: p }: Edge, { sync: b, process: q }: Edge): boolean {
    if (a.kind === "event" && b.kind === "event") {
      return this.network.vectors.some(
        ({ participants }) =>
          participants.some(({ process, event }) => process === p && event === a.event) &&
          participants.some(({ process, event }) => process === q && event === b.event),
      );
    }
    if ((a.kind !== "send" && a.kind !== "receive") || (b.kind !== "send" && b.kind !== "receive")) return false;
    const last = (ref: typeof a.channel) => ref.steps.reduce((sum, s) => sum + (s.count - 1) * s.stride, ref.base);
    if (a.channel.base > last(b.channel) || b.channel.base > last(a.channel)) return false;
    if (a.kind !== b.kind) return true;
    return a.kind === "receive" && this.network.channels[a.channel.base]!.broadcast;
  }

  /** A conjunct with clocks counting as right; everything that it names is evaluated. */
  private dataHolds(conjunct: Conjunct, scope: OracleScope): boolean {
    if (conjunct.kind === "data") return evaluate(conjunct.condition, scope) !== 0;
    for (const _ of valuations(conjunct, scope)) {
      for (const clock of [conjunct.left, conjunct.right]) if (clock !== undefined) indexOf(clock, scope);
      evaluate(conjunct.bound, scope);
    }
    return true;
  }

  /** Does the invariant hold? Its data and the rates are evaluated as the rules say, and may fail. */
  private canBeEntered(state: OracleState<Moment>): boolean {
    for (const [p, process] of this.network.processes.entries()) {
      for (const conjunct of process.locations[state.locations[p]!]!.invariant) {
        if (!this.dataHolds(conjunct, this.scope(state))) return false;
      }
    }
    if (!this.invariantHolds(state)) return false;
    this.stopped(state);
    return true;
  }

  /** The state that a little time leads to; undefined when none may pass. */
  later(state: OracleState<Moment>): OracleState<Moment> | undefined {
    const locations = this.network.processes.map((process, p) => process.locations[state.locations[p]!]!);
    if (locations.some(({ urgent, committed }) => urgent || committed)) return undefined;
    if (this.network.channels.some(({ urgent }) => urgent) && this.dataFails(state)) return undefined;
    if (this.urgentNow(state)) return undefined;
    const { moment, lasts } = this.time.next(state.moment, this.stopped(state));
    const then = { ...state, moment };
    if (!this.invariantHolds(then)) return undefined;
    // Entering a stretch in which an urgent step is enabled from its start on would be waiting too long.
    return lasts && this.urgentNow(then) ? undefined : then;
  }

  conjunctHolds(conjunct: Conjunct, state: OracleState<Moment>, scope: OracleScope): boolean {
    if (conjunct.kind === "data") return evaluate(conjunct.condition, scope) !== 0;
    for (const _ of valuations(conjunct, scope)) if (!this.clockHolds(conjunct, state.moment, scope)) return false;
    return true;
  }

  clockHolds(
    test: Pick<Extract<Conjunct, { kind: "clock" }>, "left" | "right" | "bound"> & { readonly op: string },
    moment: Moment,
    scope: OracleScope,
  ): boolean {
    const left = test.left === undefined ? undefined : indexOf(test.left, scope);
    const right = test.right === undefined ? undefined : indexOf(test.right, scope);
    const sign = this.time.compare(moment, left, right, evaluate(test.bound, scope));
    switch (test.op) {
      case "<":
        return sign < 0;
      case "<=":
        return sign <= 0;
      case "==":
        return sign === 0;
      case "!=":
        return sign !== 0;
      case ">=":
        return sign >= 0;
      default:
        return sign > 0;
    }
  }

  scope(state: OracleState<Moment>, frame: readonly number[] = []): OracleScope {
    return {
      network: this.network,
      locations: state.locations,
      cells: [...state.cells],
      frame: [...frame],
      clocks: [],
    };
  }

  private invariantHolds(state: OracleState<Moment>): boolean {
    return this.network.processes.every((process, p) =>
      process.locations[state.locations[p]!]!.invariant.every((conjunct) =>
        this.conjunctHolds(conjunct, state, this.scope(state)),
      ),
    );
  }

  private stopped(state: OracleState<Moment>): boolean[] {
    const stopped = this.network.clocks.map(() => false);
    const apply = ({ when, clock, rate }: Rate): void => {
      const scope = this.scope(state);
      if (when !== undefined && evaluate(when, scope) === 0) return;
      const index = indexOf(clock, scope);
      const speed = evaluate(rate, scope);
      if (speed === 0) stopped[index] = true;
      else if (speed !== 1) throw new OracleFault("a rate other than 0 and 1");
    };
    for (const [p, process] of this.network.processes.entries()) {
      for (const rate of process.locations[state.locations[p]!]!.rates) {
        if (rate.binders.length > 0) throw new OracleError("quantified rates");
        apply(rate);
      }
    }
    return stopped;
  }

  /** The enabled edges of a process, guards only. */
  private options(state: OracleState<Moment>, process: number): Option[] {
    const found: Option[] = [];
    for (const id of this.network.processes[process]!.edges) {
      const edge = this.network.edges[id]!;
      if (edge.source !== state.locations[process] || !this.mayMove(state, edge)) continue;
      for (const select of selectionsOf(edge)) {
        if (edge.guard.every((conjunct) => this.conjunctHolds(conjunct, state, this.scope(state, select)))) {
          found.push({ edge, select });
        }
      }
    }
    return found;
  }

  private channelOf(
    state: OracleState<Moment>,
    { edge, select }: Option,
    kind: "send" | "receive",
  ): number | undefined {
    return edge.sync.kind === kind ? indexOf(edge.sync.channel, this.scope(state, select)) : undefined;
  }

  /** All joint steps whose guards hold, in the order in which updates run, committed locations considered. */
  private jointSteps(state: OracleState<Moment>): { edges: Option[]; priority: number }[] {
    const { processes, channels, vectors, internalPriority } = this.network;
    const options = processes.map((_, p) => this.options(state, p));
    const steps: { edges: Option[]; priority: number }[] = [];
    for (const option of options.flat()) {
      if (option.edge.sync.kind === "internal") steps.push({ edges: [option], priority: internalPriority });
      const channel = this.channelOf(state, option, "send");
      if (channel === undefined) continue;
      const { broadcast, priority } = channels[channel]!;
      const others = options
        .filter((_, p) => p !== option.edge.process)
        .map((list) => list.filter((other) => this.channelOf(state, other, "receive") === channel));
      if (broadcast) {
        const joining = combinations(others.filter((list) => list.length > 0));
        for (const receivers of joining) steps.push({ edges: [option, ...receivers], priority });
      } else {
        for (const partner of others.flat()) steps.push({ edges: [option, partner], priority });
      }
    }
    for (const { participants } of vectors) {
      const sorted = [...participants].sort((a, b) => a.process - b.process);
      const lists = sorted.map(({ process, event }) =>
        options[process]!.filter(({ edge }) => edge.sync.kind === "event" && edge.sync.event === event),
      );
      if (sorted.some(({ weak }, k) => !weak && lists[k]!.length === 0)) continue;
      const joining = lists.filter((list) => list.length > 0);
      if (joining.length === 0) continue;
      for (const edges of combinations(joining)) steps.push({ edges, priority: internalPriority });
    }
    const committed = processes.map((process, p) => process.locations[state.locations[p]!]!.committed);
    if (!committed.includes(true)) return steps;
    return steps.filter(({ edges }) => edges.some(({ edge }) => committed[edge.process]));
  }

  /** Is a synchronisation on an urgent channel enabled, by its guards? */
  private urgentNow(state: OracleState<Moment>): boolean {
    if (!this.network.channels.some(({ urgent }) => urgent)) return false;
    const options = this.network.processes.flatMap((_, p) => this.options(state, p));
    return options.some((option) => {
      const channel = this.channelOf(state, option, "send");
      if (channel === undefined || !this.network.channels[channel]!.urgent) return false;
      if (this.network.channels[channel]!.broadcast) return true;
      return options.some(
        (other) => other.edge.process !== option.edge.process && this.channelOf(state, other, "receive") === channel,
      );
    });
  }

  private take(state: OracleState<Moment>, edges: readonly Option[]): OracleState<Moment> | undefined {
    const { network } = this;
    const scope = this.scope(state);
    const runIn = (statements: Edge["update"], frame: readonly number[]): void => {
      run(statements, { ...scope, frame: [...frame] });
    };
    runIn(network.beforeUpdate, []);
    for (const { edge, select } of edges) runIn(edge.update, select);
    runIn(network.afterUpdate, []);
    let { moment } = state;
    for (const { clock, source, value } of scope.clocks) {
      const next = this.time.assign(moment, clock, source, value);
      if (next === undefined) throw new OracleFault("negative clock");
      moment = next;
    }
    const cells = [...scope.cells];
    for (const variable of network.variables) {
      // Only scalar meta variables are generated.
      if (variable.meta) cells[variable.cell] = network.initialValues[variable.cell]!;
    }
    const locations = [...state.locations];
    for (const { edge } of edges) locations[edge.process] = edge.target;
    const target = { locations, cells, moment };
    return this.canBeEntered(target) ? target : undefined;
  }
}

function selectionsOf({ selects }: Edge): number[][] {
  let selections: number[][] = [[]];
  for (const { min, max } of selects) {
    const values = Array.from({ length: max - min + 1 }, (_, k) => min + k);
    selections = selections.flatMap((chosen) => values.map((value) => [...chosen, value]));
  }
  return selections;
}

function faults(work: () => void): boolean {
  try {
    work();
    return false;
  } catch (error) {
    if (error instanceof OracleFault) return true;
    throw error;
  }
}

function higher(a: readonly [number, number], b: readonly [number, number]): boolean {
  return a[0] > b[0] || (a[0] === b[0] && a[1] > b[1]);
}

/** One of each list. */
function combinations<T>(lists: readonly (readonly T[])[]): T[][] {
  let all: T[][] = [[]];
  for (const list of lists) all = all.flatMap((chosen) => list.map((item) => [...chosen, item]));
  return all;
}

/** Puts all values of the binders, under which the condition holds, into the frame, one after the other. */
function* valuations(conjunct: Extract<Conjunct, { kind: "clock" }>, scope: OracleScope, at = 0): Generator<void> {
  const { binders, when } = conjunct;
  const bound = binders[at];
  if (bound === undefined) {
    if (when === undefined || evaluate(when, scope) !== 0) yield;
    return;
  }
  for (let value = bound.min; value <= bound.max; value++) {
    scope.frame[bound.cell] = value;
    yield* valuations(conjunct, scope, at + 1);
  }
}
