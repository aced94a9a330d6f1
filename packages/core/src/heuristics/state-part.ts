// Parts of a state as they are written in a specification: `P.wait`, `x == 3`, several joined by `&&` or in a list. The
// name of a template stands for all its processes. Names are those of the network, so this works for any input
// language.

import { didYouMean } from "../diagnostics/index.ts";
import { cellTable, type Expression, type Network } from "../network/index.ts";
import type { GoalFormula } from "./goal.ts";

export interface StatePart {
  readonly locations: readonly { readonly process: number; readonly location: number }[];
  readonly values: readonly { readonly cell: number; readonly value: number }[];
}

/** What the texts name, or why they name nothing. */
export function readStatePart(network: Network, texts: readonly string[]): StatePart | string {
  const locations: { process: number; location: number }[] = [];
  const values: { cell: number; value: number }[] = [];
  for (const text of texts.flatMap((one) => one.split("&&")).map((one) => one.trim())) {
    const equation = /^(.*\S)\s*==\s*(-?\d+|true|false)$/s.exec(text);
    if (equation === null) {
      const found = locationsNamed(network, text);
      if (typeof found === "string") return found;
      locations.push(...found);
    } else {
      const cell = cellNamed(network, equation[1]!);
      if (typeof cell === "string") return cell;
      values.push({ cell, value: equation[2] === "true" ? 1 : equation[2] === "false" ? 0 : Number(equation[2]) });
    }
  }
  return { locations, values };
}

/** Only locations: `["P.wait", "Q.busy"]`. */
export function readLocations(network: Network, texts: readonly string[]): StatePart["locations"] | string {
  const part = readStatePart(network, texts);
  if (typeof part === "string") return part;
  return part.values.length === 0 ? part.locations : "a location is expected, not a value";
}

/** The part as a goal; of several locations of one process any will do. */
export function goalOfStatePart({ locations, values }: StatePart): GoalFormula {
  const byProcess = new Map<number, GoalFormula[]>();
  for (const { process, location } of locations) {
    const goals = byProcess.get(process) ?? [];
    goals.push({ kind: "location", process, location, holds: true });
    byProcess.set(process, goals);
  }
  const parts: GoalFormula[] = [...byProcess.values()].map((goals) =>
    goals.length === 1 ? goals[0]! : { kind: "or", parts: goals },
  );
  for (const { cell, value } of values) {
    const left: Expression = { kind: "load", place: { space: "state", base: cell, offset: 0, steps: [] } };
    parts.push({ kind: "data", condition: { kind: "binary", op: "==", left, right: { kind: "constant", value } } });
  }
  return { kind: "and", parts };
}

function locationsNamed({ processes }: Network, text: string): StatePart["locations"] | string {
  const dot = text.lastIndexOf(".");
  const owner = text.slice(0, Math.max(0, dot));
  const name = text.slice(dot + 1);
  const found = processes.flatMap((process, index) => {
    if (process.name !== owner && process.template !== owner) return [];
    const location = process.locations.findIndex((one) => one.name === name);
    return location < 0 ? [] : [{ process: index, location }];
  });
  if (found.length > 0) return found;
  // Location names of the right process first, since hints look at a limited number of names.
  const near = [...processes].sort((a, b) => Number(b.name === owner) - Number(a.name === owner));
  return unknown(
    "location",
    text,
    near.flatMap((process) => process.locations.map((location) => `${process.name}.${location.name}`)),
  );
}

function cellNamed(network: Network, text: string): number | string {
  const wanted = text.replace(/\s+/g, "");
  const { meta, name } = cellTable(network);
  const names = Array.from({ length: network.cells }, (_, cell) => name(cell));
  const cell = names.indexOf(wanted);
  if (cell >= 0) return meta[cell] === 1 ? `\`${wanted}\` is no part of the state` : cell;
  return unknown("variable", wanted, names);
}

function unknown(kind: string, text: string, names: readonly string[]): string {
  const hint = didYouMean(text, names);
  return `there is no ${kind} \`${text}\`${hint === undefined ? "" : `; ${hint}`}`;
}
