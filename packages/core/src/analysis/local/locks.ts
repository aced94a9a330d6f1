// Resources, recognised by discipline: a cell that is free at first, taken only where it was seen to be free in the
// same step, and given back only by who holds it. Who holds it is then a function of where the processes are, and at
// most `capacity` of them do at a time: by induction over steps, whatever else the network does. Locks may be flags of
// either sense or hold the number of their owner; counters may count up to a capacity or down to zero, in any units.

import type { Network } from "../../network/index.ts";
import { holdsFor, type Test } from "./guard-run.ts";
import type { LocalStep, Unfolding } from "./local-unfolding.ts";

import type { CellEffect } from "./partial-state.ts";

export interface Lock {
  readonly cell: number;
  /** `machine[2]`. */
  readonly name: string;
  readonly capacity: number;
  /** By process, by local state: how many units the process holds there. Absent: it never does. */
  readonly held: readonly (Uint8Array | undefined)[];
}

const MOST_UNITS = 200;

/** `unfoldings` by process; what a process does that has none is not known, and cells it may write are no locks. */
export function findLocks(
  network: Network,
  unfoldings: readonly (Unfolding | undefined)[],
  writes: (process: number) => ReadonlySet<number>,
): readonly Lock[] {
  const candidates = new Set<number>();
  for (const unfolding of unfoldings) {
    for (const { tests, effects } of unfolding?.steps ?? []) {
      for (const { cell } of effects) {
        if (tests.some((test) => test.kind === "cell" && test.cell === cell)) candidates.add(cell);
      }
    }
  }
  for (const [process, unfolding] of unfoldings.entries()) {
    if (unfolding === undefined) for (const cell of writes(process)) candidates.delete(cell);
  }
  for (const { cell, meta } of network.variables) if (meta) candidates.delete(cell);
  return [...candidates].sort((a, b) => a - b).flatMap((cell) => lockAt(network, unfoldings, cell) ?? []);
}

function lockAt(network: Network, unfoldings: readonly (Unfolding | undefined)[], cell: number): Lock | undefined {
  const initial = network.initialValues[cell]!;
  let capacity = 0;
  const held: (Uint8Array | undefined)[] = [];
  const takers = new Map<string, Taker>();
  const kinds = new Set<CellEffect["op"]>();
  const taken = takenValues(unfoldings, cell, initial);
  for (const [process, unfolding] of unfoldings.entries()) {
    if (unfolding === undefined || !unfolding.steps.some(({ effects }) => touches(effects, cell))) {
      held.push(undefined);
      continue;
    }
    const units = new Int16Array(unfolding.states.length).fill(-1);
    const queue = [...unfolding.initial];
    for (const state of queue) units[state] = 0;
    for (let state = queue.pop(); state !== undefined; state = queue.pop()) {
      for (const number of unfolding.leaving[state]!) {
        const step = unfolding.steps[number]!;
        const now = units[state]!;
        const made = changeOf(step, cell, initial, taken);
        if (made === undefined) return undefined;
        for (const effect of step.effects) if (effect.cell === cell) kinds.add(effect.op);
        const then = now + made.change;
        // What the process holds itself is not free: the step is never taken.
        if (made.change > 0 && then > made.capacity) continue;
        if (then < 0 || then > MOST_UNITS) return undefined;
        if (made.change > 0) {
          capacity = Math.max(capacity, made.capacity);
          if (!isSafe(network, step, process, takers)) return undefined;
        }
        if (units[step.to] === -1) {
          units[step.to] = then;
          queue.push(step.to);
        } else if (units[step.to] !== then) return undefined;
      }
    }
    held.push(Uint8Array.from(units, (count) => Math.max(count, 0)));
  }
  // Who counts and who sets would undo each other.
  return capacity === 0 || kinds.size > 1 ? undefined : { cell, name: nameOfCell(network, cell), capacity, held };
}

/** Who takes while speaking to others: over which channel (absent: any), and on which side. */
interface Taker {
  readonly process: number;
  readonly channel: number | undefined;
  readonly isReceiver: boolean;
}

/**
 * Two processes that take in one joint step would both see it free: a sender and a receiver, or two receivers of a
 * broadcast. Two that send, or two that receive from one sender each, are never in the same step.
 */
function isSafe(network: Network, { edge, channel }: LocalStep, process: number, takers: Map<string, Taker>): boolean {
  const { kind } = edge.sync;
  if (kind === "internal") return true;
  if (kind === "event") return false;
  const isReceiver = kind === "receive";
  const isBroadcast = (one: number | undefined): boolean =>
    one === undefined ? network.channels.some(({ broadcast }) => broadcast) : network.channels[one]!.broadcast;
  takers.set(`${process},${channel},${kind}`, { process, channel, isReceiver });
  for (const other of takers.values()) {
    if (other.process === process) continue;
    if (channel !== undefined && other.channel !== undefined && channel !== other.channel) continue;
    if (other.isReceiver !== isReceiver) return false;
    if (isReceiver && isBroadcast(channel) && isBroadcast(other.channel)) return false;
  }
  return true;
}

const touches = (effects: readonly CellEffect[], cell: number): boolean =>
  effects.some((effect) => effect.cell === cell);

/** Undefined: what the step does to the cell is against the discipline. */
function changeOf(
  { tests, effects }: LocalStep,
  cell: number,
  initial: number,
  taken: ReadonlySet<number>,
): { readonly change: number; readonly capacity: number } | undefined {
  const own = effects.filter((effect) => effect.cell === cell);
  if (own.length === 0) return { change: 0, capacity: 0 };
  const [{ op, value }] = own as [CellEffect];
  if (own.length > 1 || value === undefined) return undefined;
  if (op === "set") {
    if (value === initial) return { change: -1, capacity: 0 };
    return tests.some((test) => showsFree(test, cell, initial, taken)) ? { change: 1, capacity: 1 } : undefined;
  }
  // A counter of units that are held, or of those that are left.
  const units = initial === 0 ? value : -value;
  if (units <= 0) return { change: units, capacity: 0 };
  const up = tests.flatMap((test) =>
    test.kind === "cell" && test.cell === cell ? capacityOf(test, initial, units) : [],
  );
  return up.length === 0 ? undefined : { change: units, capacity: Math.min(...up) };
}

/** What the cell is set to where it is taken. */
function takenValues(
  unfoldings: readonly (Unfolding | undefined)[],
  cell: number,
  initial: number,
): ReadonlySet<number> {
  const values = new Set<number>();
  for (const unfolding of unfoldings) {
    for (const { effects } of unfolding?.steps ?? []) {
      for (const { cell: written, op, value } of effects) {
        if (written === cell && op === "set" && value !== undefined && value !== initial) values.add(value);
      }
    }
  }
  return values;
}

/** `owner == 0`, `owner < 0` of numbers from -1 on, `free != 0` of a flag that is 1 when free. */
function showsFree(test: Test, cell: number, initial: number, taken: ReadonlySet<number>): boolean {
  if (test.kind !== "cell" || test.cell !== cell || !holdsFor(test, initial)) return false;
  return [...taken].every((value) => !holdsFor(test, value));
}

/** How many units may be held after a step that asks this, and takes so many. */
function capacityOf({ op, value }: Extract<Test, { kind: "cell" }>, initial: number, units: number): number[] {
  if (initial === 0) {
    if (op === "<") return [value - 1 + units];
    if (op === "<=") return [value + units];
    return op === "==" && value === 0 ? [units] : [];
  }
  // Fewer are left than were asked for where more are taken than that.
  if (op === ">" && value + 1 >= units) return [initial - value - 1 + units];
  if (op === ">=" && value >= units) return [initial - value + units];
  return op === "!=" && value === 0 && units === 1 ? [initial] : [];
}

/** `occupied[2]`, `P(1).busy`. */
export function nameOfCell(network: Network, cell: number): string {
  const variable = network.variables.filter((one) => one.cell <= cell).at(-1);
  if (variable === undefined) return `cell ${cell}`;
  const { type } = variable;
  if (type.kind !== "array") return variable.name;
  const size = type.element.kind === "int" || type.element.kind === "bool" || type.element.kind === "scalar" ? 1 : 0;
  return size === 1
    ? `${variable.name}[${cell - variable.cell + type.first}]`
    : `${variable.name} (${cell - variable.cell})`;
}
