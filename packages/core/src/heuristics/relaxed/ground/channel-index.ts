// What indices of channel arrays say about joint transitions: which values a select may have given the channels at
// hand, which value a sender passes to a receiver's select, and when a computed index names a channel.

import type { Edge, Expression, Subscript } from "../../../network/index.ts";
import type { SetPool } from "../../../value-sets/set-pool.ts";
import type { ValueSet } from "../../../value-sets/value-set.ts";

/** The values each select may have; one that is a channel's index is narrowed to the channels at hand. */
export function selectSets(edge: Edge, channels: readonly number[], pool: SetPool): ValueSet[] {
  const sets = edge.selects.map(({ min, max }) => pool.interval(min, max));
  const cell = selectedIndex(edge);
  if (cell !== null && channels.length > 0) sets[cell] = pool.of(positions(edge, channels));
  return sets;
}

/** For a computed index into a channel array: the values that name one of the channels at hand; null if any may. */
export function channelPositions(edge: Edge, channels: readonly number[]): readonly number[] | null {
  const step = indexStep(edge);
  if (computedIndex(edge) === null || step === null || channels.length === 0) return null;
  return channels.length >= Math.min(step.count, 16) ? null : positions(edge, channels);
}

/** The index of an edge's channel when it is neither a constant nor a select. */
export function computedIndex(edge: Edge): Expression | null {
  const step = indexStep(edge);
  return step === null || step.index.kind === "constant" || selectedIndex(edge) !== null ? null : step.index;
}

/** The select cell that takes the value of the sender's index: `c[e]?` with `e` selected, against `c[f(x)]!`. */
export function passedSelect(receiver: Edge, sender: Edge): number | null {
  const cell = receiver.selects.length === 0 ? null : selectedIndex(receiver);
  if (receiver === sender || cell === null) return null;
  const from = indexStep(sender);
  const to = indexStep(receiver);
  if (from === null || to === null) return null;
  return baseOf(sender) === baseOf(receiver) && from.first === to.first && from.stride === to.stride ? cell : null;
}

/** The select that is the index, if it is one. */
function selectedIndex(edge: Edge): number | null {
  const index = indexStep(edge)?.index;
  if (index?.kind !== "load" || index.place.space !== "frame" || index.place.steps.length > 0) return null;
  return index.place.base < edge.selects.length ? index.place.base : null;
}

export function indexStep({ sync }: Edge): Subscript | null {
  if (sync.kind !== "send" && sync.kind !== "receive") return null;
  return sync.channel.steps.length === 1 ? sync.channel.steps[0]! : null;
}

const baseOf = ({ sync }: Edge): number => (sync.kind === "send" || sync.kind === "receive" ? sync.channel.base : 0);

/** The index values that name the channels. */
function positions(edge: Edge, channels: readonly number[]): number[] {
  const step = indexStep(edge)!;
  return channels.map((channel) => step.first + (channel - baseOf(edge)) / step.stride).filter(Number.isInteger);
}
