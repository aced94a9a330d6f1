// Which variables an abstract chain keeps: those that the targets speak of, then those that decide about steps which
// change what is kept, as long as the product of their ranges is small.

import { cellsRead, cellTable, type Network, type NumericExpression } from "../../network/index.ts";
import type { AbstractCommand } from "./abstract-step.ts";

/** A coordinate of abstract states: the values of a cell. */
export interface Coordinate {
  readonly cell: number;
  readonly least: number;
  readonly size: number;
}

/** Named ones; or as many as fit. */
export type WantedPattern = "auto" | readonly string[];

export function coordinatesOf(
  network: Network,
  commands: readonly AbstractCommand[],
  speaksOf: readonly NumericExpression[],
  wanted: WantedPattern,
  most: number,
): readonly Coordinate[] {
  const all = everything(network);
  if (wanted !== "auto") {
    const { name } = cellTable(network);
    return all.filter(({ cell }) => wanted.includes(name(cell)));
  }
  const kept = new Set<Coordinate>();
  let product = 1;
  const take = (one: Coordinate | undefined): void => {
    if (one === undefined || kept.has(one) || product * one.size > most) return;
    kept.add(one);
    product *= one.size;
  };
  const byCell = new Map(all.map((one) => [one.cell, one]));
  for (const expression of speaksOf) for (const cell of cellsRead(expression)) take(byCell.get(cell));
  for (let before = -1; before !== kept.size; ) {
    before = kept.size;
    const votes = votesOf(commands, new Set([...kept].map(({ cell }) => cell)));
    // Of small ranges more fit.
    const worth = ([cell, count]: readonly [number, number]): number => count / (byCell.get(cell)?.size ?? 1);
    for (const [cell] of [...votes].sort((a, b) => worth(b) - worth(a))) {
      take(byCell.get(cell));
      if (kept.size > before) break;
    }
  }
  return all.filter((one) => kept.has(one));
}

function everything(network: Network): Coordinate[] {
  return network.variables.flatMap(({ cell, type, constant, meta }): Coordinate[] => {
    if (constant || meta) return [];
    if (type.kind === "bool") return [{ cell, least: 0, size: 2 }];
    if (type.kind !== "int") return [];
    return [{ cell, least: type.min, size: type.max - type.min + 1 }];
  });
}

/** By cell that is not kept: how many commands that change what is kept look at it. */
function votesOf(commands: readonly AbstractCommand[], kept: ReadonlySet<number>): ReadonlyMap<number, number> {
  const votes = new Map<number, number>();
  for (const { guard, branches } of commands) {
    const written = branches.some(({ assignments }) => assignments.some(({ cell }) => kept.has(cell)));
    if (!written) continue;
    const seen = new Set<number>();
    for (const part of guard) cellsRead(part, seen);
    for (const { assignments, weights } of branches) {
      for (const { value } of assignments) if (value !== undefined) cellsRead(value, seen);
      for (const weight of weights) if (weight !== undefined) cellsRead(weight, seen);
    }
    for (const cell of seen) if (!kept.has(cell)) votes.set(cell, (votes.get(cell) ?? 0) + 1);
  }
  return votes;
}
