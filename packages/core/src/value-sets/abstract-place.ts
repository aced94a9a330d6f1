// Addresses over sets of values: every cell that an lvalue may mean, every process or clock that an indexed name may.

import type { IndexedRef, Place, Subscript } from "../network/index.ts";
import type { AbstractCompiler } from "./abstract-compiler.ts";
import { type AbstractMachine, TooComplex } from "./abstract-machine.ts";
import { EMPTY, isSingle, type ValueSet } from "./value-set.ts";

/** More possible addresses than this, and an indexed access is not followed. */
const MAX_ADDRESSES = 1024;

export function readAll(m: AbstractMachine, addresses: readonly number[]): ValueSet {
  if (addresses.length === 1) return m.read(addresses[0]!);
  if (addresses.length === 0) return EMPTY;
  const first = m.read(addresses[0]!);
  const others: ValueSet[] = [];
  // Elements of an array are often alike.
  for (let at = 1, latest = first; at < addresses.length; at++) {
    const set = m.read(addresses[at]!);
    if (set === latest) continue;
    others.push(set);
    latest = set;
  }
  return others.length === 0 ? first : m.pool.uniteAll(first, others);
}

/** Every address a place may mean. */
export function abstractPlace(place: Place, functions: AbstractCompiler): (m: AbstractMachine) => readonly number[] {
  const { base, offset } = place;
  const steps = place.steps.map((step) => abstractStep(step, functions));
  const fixed = place.space === "state" ? [base + offset] : null;
  if (fixed !== null && steps.length === 0) return () => fixed;
  return (m) => {
    let addresses: readonly number[];
    if (place.space === "state") addresses = [base + offset];
    else if (place.space === "frame") addresses = [m.frame + base + offset];
    else {
      const references = m.read(m.frame + base).values;
      if (references === null) throw new TooComplex();
      addresses = references.map((address) => address + offset);
    }
    return addSteps(m, addresses, steps);
  };
}

export function abstractIndices(
  ref: IndexedRef,
  functions: AbstractCompiler,
): (m: AbstractMachine) => readonly number[] {
  const steps = ref.steps.map((step) => abstractStep(step, functions));
  const fixed = [ref.base];
  return steps.length === 0 ? () => fixed : (m) => addSteps(m, fixed, steps);
}

function addSteps(
  m: AbstractMachine,
  from: readonly number[],
  steps: readonly ((m: AbstractMachine) => readonly number[])[],
): readonly number[] {
  let addresses = from;
  for (const step of steps) {
    const moves = step(m);
    if (addresses.length === 1 && moves.length === 1) {
      addresses = [addresses[0]! + moves[0]!];
      continue;
    }
    if (addresses.length * moves.length > MAX_ADDRESSES) throw new TooComplex();
    const moved: number[] = [];
    for (const address of addresses) for (let at = 0; at < moves.length; at++) moved.push(address + moves[at]!);
    addresses = moved;
  }
  return addresses;
}

function abstractStep(step: Subscript, functions: AbstractCompiler): (m: AbstractMachine) => readonly number[] {
  const index = functions.expression(step.index);
  const { first, count, stride } = step;
  return (m) => {
    const set = m.pool.within(index(m), first, first + count - 1);
    if (isSingle(set)) return [(set.lo - first) * stride];
    const moves: number[] = [];
    if (set.values === null) for (let value = set.lo; value <= set.hi; value++) moves.push((value - first) * stride);
    else for (let at = 0; at < set.values.length; at++) moves.push((set.values[at]! - first) * stride);
    return moves;
  };
}
