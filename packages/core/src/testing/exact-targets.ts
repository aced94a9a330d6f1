// Targets that name exact values, drawn from what a network reaches: some of the locations and cells of a reached
// state, and the same with one of them changed, so that a good share can be reached and a good share cannot.

import { cellTable, type Formula, type Network } from "../network/index.ts";
import { cell, num, op } from "./builder.ts";
import { type Choices, Dice } from "./choices.ts";
import { all, holds, inLocation } from "./formulas.ts";

interface Reached {
  readonly locations: readonly number[];
  readonly cells: readonly number[];
}

export interface ExactTarget {
  readonly formula: Formula;
  readonly text: string;
}

/** `changed`: one value is another one than in the state. `among`: the cells that it may name, if there are any. */
export function exactTarget(
  network: Network,
  state: Reached,
  choices: Choices,
  changed: boolean,
  among: readonly number[] = [],
): ExactTarget {
  const dice = new Dice(choices);
  const { min, max, variable, meta } = cellTable(network);
  const isAsked = (at: number): boolean => network.variables[variable[at]!]!.constant !== true && meta[at] !== 1;
  const cells = (among.length > 0 ? among : [...state.cells.keys()]).filter(isAsked);
  const named = [...new Set(dice.several(1, 3, () => dice.one(cells)))];
  const altered = changed ? dice.one(named) : -1;
  const values = named.map((at) => {
    const value = state.cells[at]!;
    if (at !== altered) return value;
    return value < max[at]! && (value === min[at] || dice.chance(50)) ? value + 1 : value - 1;
  });
  const parts = named.map((at, k) => holds(op("==", cell(at), num(values[k]!))));
  const texts = named.map((at, k) => {
    const { name, cell: first } = network.variables[variable[at]!]!;
    return `${name}${at === first ? "" : ` + ${at - first}`} == ${values[k]}`;
  });
  if (dice.chance(30)) {
    const process = dice.between(0, state.locations.length - 1);
    parts.push(inLocation(process, state.locations[process]!));
    texts.push(`${network.processes[process]!.name}.l${state.locations[process]}`);
  }
  return { formula: parts.length === 1 ? parts[0]! : all(...parts), text: texts.join(" && ") };
}
