// What an update writes: constants, or a variable plus a constant where neighbouring cases agree in that. Munta
// computes all right sides of an edge before it writes any; here nothing that an edge writes is read by its other
// right sides, so that one after the other means the same.

import type { CaseTree } from "./cases.ts";

/** `cell := base + plus`; base −1 is nothing. */
export interface Write {
  readonly cell: number;
  readonly base: number;
  readonly plus: number;
}

export interface UpdateEffect {
  /** The update fails, or meets values that no certified state has. */
  readonly fails: boolean;
  /** By cell, ascending. */
  readonly writes: readonly Write[];
  /** Clocks, ascending. */
  readonly resets: readonly number[];
}

export const FAILS: UpdateEffect = { fails: true, writes: [], resets: [] };

/** The clock is compared with a constant. */
export interface ClockBound {
  readonly clock: number;
  readonly op: "<" | "<=" | ">" | ">=";
  readonly constant: number;
}

/** What becomes of an edge, for some values of what it reads. */
export type CaseOutcome =
  /** Its guard is false. */
  | { readonly kind: "disabled" }
  /** Its guard or channel fails, or nobody has seen these values where it leaves. */
  | { readonly kind: "unseen" }
  /** It may be taken; `effect` is a tree over what a partner may have written before. */
  | {
      readonly kind: "step";
      readonly channel: number;
      readonly clocks: readonly ClockBound[];
      readonly effect: CaseTree<UpdateEffect>;
    };

/** One outcome for two neighbouring values of a key. `isStable`: nobody writes it before this update is run. */
export function joinOutcomes(
  one: CaseOutcome,
  other: CaseOutcome,
  key: number,
  value: number,
  isOne: boolean,
): CaseOutcome | undefined {
  if (one.kind !== "step" || other.kind !== "step" || one.channel !== other.channel) return undefined;
  if (!("leaf" in one.effect) || !("leaf" in other.effect)) return undefined;
  if (JSON.stringify(one.clocks) !== JSON.stringify(other.clocks)) return undefined;
  const effect = joinEffects(one.effect.leaf, other.effect.leaf, key, value, isOne);
  return effect === undefined ? undefined : { ...one, effect: { leaf: effect } };
}

export function joinEffects(
  one: UpdateEffect,
  other: UpdateEffect,
  key: number,
  value: number,
  isOne: boolean,
): UpdateEffect | undefined {
  if (one.fails || other.fails || one.writes.length !== other.writes.length) return undefined;
  if (`${one.resets}` !== `${other.resets}`) return undefined;
  const isWritten = one.writes.some(({ cell }) => cell === key);
  const writes: Write[] = [];
  for (const [i, a] of one.writes.entries()) {
    const b = other.writes[i]!;
    if (a.cell !== b.cell) return undefined;
    if (a.base === b.base && a.plus === b.plus) {
      writes.push(a);
      continue;
    }
    const offset = a.base === key ? a.plus : a.base === -1 && isOne ? a.plus - (value - 1) : undefined;
    const isSame = offset !== undefined && b.base === -1 && b.plus - value === offset;
    if (!isSame || (isWritten && a.cell !== key)) return undefined;
    writes.push({ cell: a.cell, base: key, plus: offset });
  }
  return { ...one, writes };
}
