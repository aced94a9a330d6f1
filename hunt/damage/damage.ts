// Evidence is damaged on purpose, one thing at a time: a genuine trace or certificate goes in, a forged one comes out,
// or nothing where the damage cannot be done. What checks evidence must refuse every one of them, or it must be
// harmless: still a run that the model has, or still a proof.

import type { Prng } from "@tracehound/core";

export type Value = number | string;
export type Values = Record<string, Value>;

export interface Damage<Evidence> {
  readonly name: string;
  /** May what results be genuine again: another run of the model, another proof of the same? */
  readonly mayBeHarmless?: true;
  /** False: there is nothing of the kind to damage. */
  apply(evidence: Evidence, random: Prng): boolean;
}

export function some<T>(list: readonly T[], random: Prng): T | undefined {
  return list.length === 0 ? undefined : list[random.below(list.length)];
}

/** So many of them, none twice. */
export function several<T>(list: readonly T[], count: number, random: Prng): T[] {
  const left = [...list];
  return Array.from({ length: Math.min(count, left.length) }, () => left.splice(random.below(left.length), 1)[0]!);
}

function other(value: unknown): Value {
  return typeof value === "number" ? value + 1 : `${value}0`;
}

/** Changes the value of a field, if there is one. */
export function change(record: Record<string, unknown> | undefined, field: string | undefined): boolean {
  if (record === undefined || field === undefined || record[field] === undefined) return false;
  record[field] = other(record[field]);
  return true;
}

export function changeSome(record: Values | undefined, random: Prng): boolean {
  return change(record, some(Object.keys(record ?? {}), random));
}
