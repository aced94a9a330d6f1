// What joint steps do, as rules: guards, channels, updates and invariants as the reference evaluator runs them on what
// the machine guesses. Strict bounds of clocks count as closed, so that every run of the model has one at whole moments
// (Henzinger, Manna and Pnueli 1992); where a bound that does not hold would let something happen, that is refused.

import { combinations, type Edge, hasStopwatches, type Network } from "../../network/index.ts";
import { type ClockCondition, compileConjunct } from "../../semantics/discrete/compiled-network.ts";
import {
  compileBlock,
  compileIndexed,
  type Evaluator,
  FunctionTable,
  type Runner,
} from "../../semantics/evaluate/index.ts";
import { ModelFault } from "../../semantics/index.ts";
import type { Constraint } from "../../semantics/semantics.ts";
import { Refused } from "../refused.ts";
import type { GuessingMachine } from "./guessing-machine.ts";
import type { JointEdges, MayJoin } from "./joint-edges.ts";
import { type RuleSet, rulesOf } from "./rules.ts";
import type { ValueLists } from "./value-lists.ts";

interface EdgeCode {
  readonly edge: Edge;
  readonly guard: readonly ClockCondition[];
  readonly channel: Evaluator | undefined;
  readonly update: Runner;
}

/** An edge that can be taken with these values of its selects. */
interface Taken {
  readonly code: EdgeCode;
  readonly select: readonly number[];
}

/** Edges, and who may join, of whom one has to, from a committed location. */
export interface StepToRead extends JointEdges {
  readonly carrier?: number;
  /** Others whose invariants are asked, too. */
  readonly watchers?: readonly number[];
  /** It is a part of a step in which others take part for sure. */
  readonly isPart?: true;
}

export class StepReader {
  private readonly network: Network;
  private readonly machine: GuessingMachine;
  private readonly lists: ValueLists;
  private readonly edges: readonly EdgeCode[];
  private readonly invariants: readonly (readonly (readonly ClockCondition[])[])[];
  private readonly before: Runner;
  private readonly after: Runner;

  constructor(machine: GuessingMachine, lists: ValueLists) {
    const { network } = machine.layout;
    this.network = network;
    this.machine = machine;
    this.lists = lists;
    if (hasStopwatches(network)) throw new Refused("clocks that are stopped cannot be followed by a diagram");
    const functions = new FunctionTable(network.functions, true);
    this.edges = network.edges.map((edge) => ({
      edge,
      guard: edge.guard.map((conjunct) => compileConjunct(conjunct, functions)),
      channel:
        edge.sync.kind === "send" || edge.sync.kind === "receive"
          ? compileIndexed(edge.sync.channel, functions)
          : undefined,
      update: compileBlock(edge.update, functions),
    }));
    this.invariants = network.processes.map(({ locations }) =>
      locations.map(({ invariant }) => invariant.map((conjunct) => compileConjunct(conjunct, functions))),
    );
    this.before = compileBlock(network.beforeUpdate, functions);
    this.after = compileBlock(network.afterUpdate, functions);
  }

  step(step: StepToRead): RuleSet {
    return rulesOf(this.machine, this.lists, () => {
      const taken = this.takenIn(step);
      return taken === undefined ? undefined : this.fire(taken, step);
    });
  }

  /** Where the guards of a synchronisation on an urgent channel hold: there time does not pass. */
  urgent(edges: readonly Edge[]): RuleSet {
    return rulesOf(this.machine, this.lists, () => {
      const taken = this.takenIn({ edges, joiners: [], isVector: false }, true);
      return taken === undefined ? undefined : NOTHING;
    });
  }

  /** Where the data of an edge fails. */
  data({ id, process, source }: Edge): RuleSet {
    return rulesOf(this.machine, this.lists, () => {
      this.machine.standAt(process, source);
      this.offer(this.edges[id]!, this.selectsOf(this.edges[id]!), []);
      return undefined;
    });
  }

  /** Where the invariant of a process holds. */
  staying(process: number): RuleSet {
    return rulesOf(this.machine, this.lists, () => {
      this.machine.locationOf(process);
      return this.mayStay(process) ? NOTHING : undefined;
    });
  }

  private takenIn({ edges, joiners, channel, carrier, isPart }: StepToRead, urgently = false): Taken[] | undefined {
    const { machine } = this;
    for (const { process, source } of edges) machine.standAt(process, source);
    const taken: Taken[] = [];
    let met = channel;
    for (const { id, sync } of edges) {
      const code = this.edges[id]!;
      const select = this.selectsOf(code);
      const constraints: Constraint[] = [];
      const offered = this.quietly(() => this.offer(code, select, constraints));
      if (
        offered === undefined ||
        (sync.kind !== "event" && sync.kind !== "internal" && met !== undefined && offered !== met)
      )
        return undefined;
      if (sync.kind === "send" || sync.kind === "receive") met = offered;
      if (urgently) {
        if (!this.network.channels[offered]!.urgent) return undefined;
        if (constraints.length > 0) throw new Refused("clocks decide whether an urgent synchronisation is possible");
      }
      if (!machine.allows(constraints, code.edge.process, code.edge.source)) return undefined;
      taken.push({ code, select });
    }
    for (const joiner of joiners) {
      const joined = this.joins(joiner, met, joiner.process === carrier);
      if (joined === "cannot") return undefined;
      if (joined !== "stays") taken.push(joined);
    }
    return taken.length === 0 && isPart === undefined ? undefined : taken;
  }

  private joins({ process, edges }: MayJoin, channel: number | undefined, must: boolean): Taken | "stays" | "cannot" {
    const { machine } = this;
    const location = machine.locationOf(process);
    if (must && !this.network.processes[process]!.locations[location]!.committed) return "cannot";
    const offers: Taken[] = [];
    for (const { id, source, selects } of edges) {
      if (source !== location) continue;
      const code = this.edges[id]!;
      for (const select of combinations(selects)) {
        const constraints: Constraint[] = [];
        const offered = this.quietly(() => this.offer(code, select, constraints));
        if (offered === undefined || (channel !== undefined && offered !== channel)) continue;
        if (constraints.length > 0) throw new Refused("clocks decide who takes part in a step");
        offers.push({ code, select });
      }
    }
    if (offers.length > 0) return offers[machine.pick(offers.length)]!;
    return must ? "cannot" : "stays";
  }

  /** What fails here is found where the data of edges is looked at. */
  private quietly<T>(work: () => T): T | undefined {
    try {
      return work();
    } catch (error) {
      if (error instanceof ModelFault) return undefined;
      throw error;
    }
  }

  private selectsOf({ edge: { selects } }: EdgeCode): readonly number[] {
    return selects.map(({ min, max }) => min + this.machine.pick(max - min + 1));
  }

  /** The channel, −1 without one; undefined where the guard does not hold. */
  private offer({ edge, guard, channel }: EdgeCode, select: readonly number[], into: Constraint[]): number | undefined {
    const { machine } = this;
    machine.openFrame(edge.frameSize);
    machine.setFrame(select);
    for (const condition of guard) if (!condition(machine, into)) return undefined;
    return channel?.(machine) ?? -1;
  }

  private fire(
    all: readonly Taken[],
    { isVector, watchers = [] }: StepToRead,
  ): ReadonlyMap<number, number> | undefined {
    const { machine, network } = this;
    const { layout } = machine;
    const taken = isVector ? [...all].sort((a, b) => a.code.edge.process - b.code.edge.process) : all;
    if (taken.length === 0) return NOTHING;
    machine.openFrame(network.updateFrameSize);
    this.before(machine);
    const setting: (readonly [from: number, process: number])[] = [];
    for (const { code, select } of taken) {
      const { edge, update } = code;
      machine.openFrame(edge.frameSize);
      machine.setFrame(select);
      const from = machine.assigned;
      update(machine);
      setting.push([from, edge.process]);
    }
    const assigned = machine.assigned;
    machine.openFrame(network.updateFrameSize);
    this.after(machine);
    if (machine.assigned > assigned || (setting[0]?.[0] ?? 0) > 0) throw new Refused("a clock is set by every step");
    const writes = new Map<number, number>();
    for (const { code } of taken) {
      machine.move(code.edge.process, code.edge.target);
      writes.set(layout.ofProcess[code.edge.process]!, code.edge.target);
    }
    this.setClocks(taken, setting, writes);
    for (const { code } of taken) if (!this.mayStay(code.edge.process)) return undefined;
    for (const process of watchers) {
      machine.locationOf(process);
      if (!this.mayStay(process)) return undefined;
    }
    for (const [level, value] of machine.writtenCells()) writes.set(level, value);
    return writes;
  }

  private setClocks(
    taken: readonly Taken[],
    setting: readonly (readonly [from: number, process: number])[],
    writes: Map<number, number>,
  ): void {
    const { machine } = this;
    const { layout } = machine;
    const set = new Set<number>();
    for (const [at, [from, process]] of setting.entries()) {
      for (let i = from; i < (setting[at + 1]?.[0] ?? machine.assigned); i++) {
        const [row, source, value] = [0, 1, 2].map((part) => machine.assignments[3 * i + part]!);
        const clock = row! - 1;
        const owner = layout.ownerOf(clock);
        const steps = value! / layout.unit;
        if (layout.ofClock[clock]! < 0) continue;
        if (source !== 0 || !Number.isInteger(steps) || steps < 0)
          throw new Refused("a clock is set to what the diagram does not tell");
        if (owner >= 0 && owner !== process)
          throw new Refused(`${this.network.clocks[clock]!.name} is set by another process`);
        machine.setClock(clock, Math.min(steps, layout.mostOf(clock)));
        set.add(clock);
      }
    }
    for (const [clock, level] of layout.ofClock.entries()) {
      if (level < 0) continue;
      const moved = taken.find(({ code }) => code.edge.process === layout.ownerOf(clock))?.code.edge;
      if (moved !== undefined && layout.isIdle(clock, moved.process, moved.target)) {
        machine.setClock(clock, 0);
        set.add(clock);
      } else if (moved !== undefined && layout.isIdle(clock, moved.process, moved.source) && !set.has(clock)) {
        throw new Refused(`${this.network.clocks[clock]!.name} counts again without being set`);
      }
      if (set.has(clock)) writes.set(level, machine.clockOf(clock));
    }
  }

  private mayStay(process: number): boolean {
    const { machine } = this;
    const location = machine.locations[process]!;
    const constraints: Constraint[] = [];
    machine.openFrame(this.network.processes[process]!.locations[location]!.frameSize);
    for (const condition of this.invariants[process]![location]!) if (!condition(machine, constraints)) return false;
    return machine.allows(constraints, process, location);
  }
}

const NOTHING: ReadonlyMap<number, number> = new Map();
