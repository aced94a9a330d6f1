// A trace as threads send it to each other: plain data that weighs what changes from state to state. Sent as it is, a
// trace of thousands of steps through thousands of clocks would take longer to copy than to find.

import { type ClockChanges, type ConcreteState, changedClocks, stateAfter } from "../semantics/index.ts";
import type { Trace, TraceStep } from "./trace.ts";

export interface TraceParcel extends Omit<Trace, "steps" | "final"> {
  readonly steps: readonly (Omit<TraceStep, "state"> & { readonly change: StateChange })[];
  readonly final: StateChange;
}

interface StateChange {
  readonly locations: ValueChanges;
  readonly cells: ValueChanges;
  readonly clocks: ClockChanges;
}

/** Index and new value, in turns. */
type ValueChanges = readonly number[];

export function packTrace({ initial, steps, final, ...rest }: Trace): TraceParcel {
  let before = initial;
  const changeTo = (state: ConcreteState): StateChange => {
    const change = {
      locations: changedValues(before.locations, state.locations),
      cells: changedValues(before.cells, state.cells),
      clocks: changedClocks(before, state),
    };
    before = state;
    return change;
  };
  const { locations, cells, clocks } = initial;
  const packed = steps.map(({ state, ...step }) => ({ ...step, change: changeTo(state) }));
  return { ...rest, initial: { locations, cells, clocks }, steps: packed, final: changeTo(final) };
}

export function unpackTrace({ initial, steps, final, ...rest }: TraceParcel): Trace {
  let state = initial;
  const follow = ({ locations, cells, clocks }: StateChange): ConcreteState => {
    const discrete = { locations: withChanges(state.locations, locations), cells: withChanges(state.cells, cells) };
    state = stateAfter(state, discrete, clocks);
    return state;
  };
  const unpacked = steps.map(({ change, ...step }) => ({ ...step, state: follow(change) }));
  return { ...rest, initial, steps: unpacked, final: follow(final) };
}

function changedValues(before: Int32Array, after: Int32Array): ValueChanges {
  const changes: number[] = [];
  if (before === after) return changes;
  for (let index = 0; index < after.length; index++) {
    if (before[index] !== after[index]) changes.push(index, after[index]!);
  }
  return changes;
}

function withChanges(before: Int32Array, changes: ValueChanges): Int32Array {
  if (changes.length === 0) return before;
  const after = before.slice();
  for (let at = 0; at < changes.length; at += 2) after[changes[at]!] = changes[at + 1]!;
  return after;
}
