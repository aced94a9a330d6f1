// When it is enough to let time pass to the next instant at which some clock meets a lower bound: event points. They
// lose nothing where steps that end a stay of fixed length can always be moved before steps of others that push them to
// a later time. What that takes is asked here, condition by condition (E1 to E4); whoever fails one is told which.
//
// Fix the order of a run's steps: their times form a system of differences with a least solution. Only a fixed stay
// asks anything of the past, so only its end can hold up others; if it is late, its predecessor pushes it, and the two
// change places. Then every step happens at the time of the one before it, or where a lower bound is met.

import { AccessAnalysis } from "../analysis/accesses.ts";
import { holdsFor, type Test } from "../analysis/local/guard-run.ts";
import type { LocalStep, Unfolding } from "../analysis/local/local-unfolding.ts";
import type { Lock } from "../analysis/local/locks.ts";
import { nameOfCell } from "../analysis/local/locks.ts";
import type { CellEffect } from "../analysis/local/partial-state.ts";
import type { WorkLeft } from "../heuristics/index.ts";
import type { Expression, Network } from "../network/index.ts";
import { usedChannels } from "./used-channels.ts";

/** While a process is there and the conditions hold, something may happen when the clock shows the bound. */
export interface EventPoint {
  readonly process: number;
  readonly location: number;
  readonly clock: number;
  readonly bound: Expression;
  readonly conditions: readonly Expression[];
}

/** Or the condition that fails, and where. */
export function eventPointsOf(network: Network, work: WorkLeft): readonly EventPoint[] | string {
  const proof = new Proof(network, work);
  return proof.network() ?? proof.stays() ?? proof.ends() ?? proof.points();
}

class Proof {
  private readonly net: Network;
  private readonly work: WorkLeft;
  private readonly accesses: AccessAnalysis;
  private readonly unfoldings: readonly Unfolding[];

  constructor(network: Network, work: WorkLeft) {
    this.net = network;
    this.work = work;
    this.accesses = new AccessAnalysis(network);
    this.unfoldings = work.processes.flatMap((process) => process?.unfolding ?? []);
  }

  /** E1, but for what the digitised network asks anyway: bounds that are not strict, no priorities. */
  network(): string | undefined {
    const { net, accesses } = this;
    for (const [p, { name, locations }] of net.processes.entries()) {
      if (this.work.processes[p] === undefined) return `E1: ${name} cannot be followed by itself`;
      const stop = locations.find(({ urgent, committed }) => urgent || committed);
      if (stop !== undefined) return `E1: ${name}.${stop.name} is ${stop.committed ? "committed" : "urgent"}`;
    }
    if (net.beforeUpdate.length + net.afterUpdate.length > 0) return "E1: something runs around every update";
    for (const channel of usedChannels(net)) {
      if (net.channels[channel]!.urgent) return `E1: the channel ${net.channels[channel]!.name} is urgent`;
      if (net.channels[channel]!.broadcast) return `E1: the channel ${net.channels[channel]!.name} is broadcast`;
    }
    const testers = this.testers();
    for (const clock of net.clocks.keys()) {
      const by = new Set([...this.work.setters[clock]!, ...testers[clock]!]);
      if (by.size > 1) return `E1: the clock ${net.clocks[clock]!.name} belongs to several processes`;
    }
    for (const [p, { name, locations }] of net.processes.entries()) {
      const own = new Set(this.work.processes[p]!.unfolding.own);
      for (const location of locations) {
        const foreign = [...accesses.ofConjuncts(location.invariant).readCells].find(
          (cell) => !own.has(cell) && this.isWritten(cell),
        );
        if (foreign !== undefined)
          return `E1: the invariant of ${name}.${location.name} asks for ${nameOfCell(net, foreign)}`;
      }
    }
    return undefined;
  }

  /** By clock: who asks for it. */
  private testers(): readonly ReadonlySet<number>[] {
    const { net, accesses } = this;
    const testers = net.clocks.map(() => new Set<number>());
    const note = (process: number, { testedClocks }: { readonly testedClocks: ReadonlySet<number> }): void => {
      for (const clock of testedClocks) testers[clock]!.add(process);
    };
    for (const [p, { locations, edges }] of net.processes.entries()) {
      for (const { invariant } of locations) note(p, accesses.ofConjuncts(invariant));
      for (const id of edges) {
        note(p, accesses.ofConjuncts(net.edges[id]!.guard));
        note(p, accesses.ofStatements(net.edges[id]!.update));
      }
    }
    return testers;
  }

  private isWritten(cell: number): boolean {
    return this.net.edges.some(({ update }) => this.accesses.ofStatements(update).writtenCells.has(cell));
  }

  /** E2: clocks have upper bounds only where they are stays of fixed length. */
  stays(): string | undefined {
    for (const unfolding of this.unfoldings) {
      for (const [u, { invariant, unclear }] of unfolding.states.entries()) {
        const name = this.placeOf(unfolding, u);
        if (unclear) return `E2: the invariant of ${name} is more than bounds of single clocks`;
        const upper = invariant.filter(({ op }) => op !== ">=");
        if (upper.length > 0 && this.fixedStay(unfolding, u) === undefined)
          return `E2: ${name} has an invariant that is not the end of a stay of fixed length`;
        for (const step of unfolding.leaving[u]!.map((number) => unfolding.steps[number]!)) {
          if (step.unclear) return `E2: a guard at ${name} asks for more than bounds of single clocks`;
          const bounded = step.clocks.some(({ op }) => op !== ">=");
          if (bounded && upper.length === 0) return `E2: a guard at ${name} bounds a clock from above`;
        }
      }
    }
    return undefined;
  }

  /** How long the process is there, to the moment; undefined: that is not fixed. */
  private fixedStay(unfolding: Unfolding, u: number): number | undefined {
    const [only, ...more] = unfolding.states[u]!.invariant;
    const { clock, least } = this.work.processes[unfolding.process]!.stays[u]!;
    if (only === undefined || more.length > 0 || only.op !== "<=" || only.clock !== clock || only.bound !== least)
      return undefined;
    const isPlain = unfolding.leaving[u]!.every((number) =>
      unfolding.steps[number]!.clocks.every((test) => test.clock === clock && test.bound === least && test.op !== "<="),
    );
    return isPlain ? least : undefined;
  }

  /** E3 and E4: what ends a fixed stay can be moved before any step of another process. */
  ends(): string | undefined {
    for (const unfolding of this.unfoldings) {
      for (const [u, { invariant }] of unfolding.states.entries()) {
        if (invariant.length === 0) continue;
        for (const number of unfolding.leaving[u]!) {
          const end = unfolding.steps[number]!;
          const fault = this.endFault(unfolding, u, end);
          if (fault !== undefined) return `${fault}, at the end of ${this.placeOf(unfolding, u)}`;
        }
      }
    }
    return undefined;
  }

  private endFault(unfolding: Unfolding, u: number, end: LocalStep): string | undefined {
    if (end.edge.sync.kind !== "internal") return "E4: a partner may refuse";
    if (end.tests.length > 0) return "E4: more is asked for than time";
    const held = this.work.locks.filter(({ held: by, capacity }) => capacity === 1 && by[unfolding.process]?.[u] === 1);
    for (const effect of end.effects) {
      if (unfolding.own.includes(effect.cell)) continue;
      if (effect.value === undefined)
        return `E3: what becomes of ${nameOfCell(this.net, effect.cell)} depends on others`;
    }
    for (const other of this.unfoldings) {
      if (other === unfolding) continue;
      for (const step of other.steps) {
        const fault = this.pairFault(unfolding.process, end, step, held);
        if (fault !== undefined) return `E3: ${fault}`;
      }
    }
    return undefined;
  }

  private pairFault(process: number, end: LocalStep, step: LocalStep, held: readonly Lock[]): string | undefined {
    const name = this.net.processes[step.edge.process]!.name;
    for (const test of step.tests) {
      if (test.kind === "other") {
        if (test.processes.has(process)) return `${name} asks where the process is`;
        const read = end.effects.find(({ cell }) => test.cells.has(cell));
        if (read !== undefined) return `${name} asks for ${nameOfCell(this.net, read.cell)} among others`;
      } else {
        const made = end.effects.find(
          (effect) => effect.cell === test.cell && !keeps(effect, test, this.valueBefore(process, end, effect.cell)),
        );
        if (made !== undefined) return `${name} may be hindered by what becomes of ${nameOfCell(this.net, made.cell)}`;
      }
    }
    const read = step.effects.some(({ value }) => value === undefined)
      ? this.accesses.ofStatements(step.edge.update).readCells
      : new Set<number>();
    for (const effect of end.effects) {
      if (held.some(({ cell }) => cell === effect.cell)) continue;
      if (read.has(effect.cell)) return `${name} computes with ${nameOfCell(this.net, effect.cell)}`;
      const both = step.effects.find(({ cell }) => cell === effect.cell);
      if (both !== undefined && !commute(effect, both) && !this.isCounted(effect.cell))
        return `${name} sets ${nameOfCell(this.net, effect.cell)}, too`;
    }
    return undefined;
  }

  /** Of a cell that the process alone writes. */
  private valueBefore(process: number, { from }: LocalStep, cell: number): number | undefined {
    const { own, states } = this.work.processes[process]!.unfolding;
    return states[from]!.values[own.indexOf(cell)];
  }

  /** A counter that is kept within its range by discipline. */
  private isCounted(cell: number): boolean {
    return this.work.locks.some((lock) => lock.cell === cell && lock.capacity > 1);
  }

  points(): readonly EventPoint[] | string {
    const found: EventPoint[] = [];
    for (const { guard, process, source, selects } of this.net.edges) {
      const conditions: Expression[] = [];
      for (const conjunct of guard) {
        if (conjunct.kind === "data") {
          conditions.push(conjunct.condition);
          continue;
        }
        const { left, right, op, bound, when, binders } = conjunct;
        if (op !== ">=" && op !== "==") continue;
        const isPlain = left?.space === "clock" && left.steps.length === 0 && right === undefined;
        if (!isPlain || when !== undefined || binders.length > 0 || selects.length > 0)
          return `E2: a guard of ${this.net.processes[process]!.name} asks for more than bounds of single clocks`;
        found.push({ process, location: source, clock: left.base, bound, conditions: [...conditions] });
      }
    }
    return found;
  }

  private placeOf({ process, states }: Unfolding, u: number): string {
    const { name, locations } = this.net.processes[process]!;
    return `${name}.${locations[states[u]!.location]!.name}`;
  }
}

/** Does a test that held before still hold after the effect? `before`: what the cell was, where that is known. */
function keeps({ op, value }: CellEffect, test: Extract<Test, { kind: "cell" }>, before: number | undefined): boolean {
  if (value === undefined) return false;
  if (op === "set") return (before !== undefined && !holdsFor(test, before)) || holdsFor(test, value);
  if (value === 0) return true;
  return value > 0 ? test.op === ">" || test.op === ">=" : test.op === "<" || test.op === "<=";
}

/** Sums do, as long as neither leaves a range on the way. */
function commute(a: CellEffect, b: CellEffect): boolean {
  return a.op === "add" && b.op === "add" && Math.sign(a.value ?? 0) === Math.sign(b.value ?? 0);
}
