// The equations behind a question: x = opt over choices of (A x + b), over the states whose value is not known
// beforehand. End components, in which one could stay for ever at no gain, are one unknown; so there is one solution,
// and whatever satisfies the equations with ≤ or ≥ in every row is a proven bound (Haddad and Monmege 2018).

import { type ComponentOrder, orderedComponents } from "../basics/components.ts";
import { endComponents } from "./components.ts";
import type { Model, Optimum, StateSet } from "./model.ts";

export interface System {
  readonly optimum: Optimum;
  readonly unknowns: number;
  /** By unknown, one more at the end: its first row. */
  readonly rows: Int32Array;
  /** By row, one more at the end: its first entry. */
  readonly entries: Int32Array;
  readonly column: Int32Array;
  readonly factor: Float64Array;
  /** By row: the chance to stay, and what is added. */
  readonly stay: Float64Array;
  readonly constant: Float64Array;
  /** By row: the chance of states whose value is known. */
  readonly leak: Float64Array;
  /** By row: how many numbers went into it; each may have been rounded. */
  readonly terms: Int32Array;
  /** By row: the choice of the model. */
  readonly choice: Int32Array;
  /** By state: its unknown, −1 where the value is known. */
  readonly unknown: Int32Array;
}

export interface Equations {
  readonly optimum: Optimum;
  /** States whose value is sought. */
  readonly sought: StateSet;
  /** By state: the value of the others. */
  readonly value: Float64Array;
  /** By choice, where something is earned. */
  readonly earned?: Float64Array;
  /** Choices that may be made; all unless told. */
  readonly isAllowed?: (choice: number) => boolean;
  /** Are end components of choices that earn nothing one unknown? */
  readonly collapse: boolean;
}

export function systemOf(
  model: Model,
  { optimum, sought, value, earned, isAllowed = () => true, collapse }: Equations,
): System {
  const { states, choices, transitions, target, probability } = model;
  const free = (choice: number): boolean => isAllowed(choice) && (earned === undefined || earned[choice] === 0);
  const ends = collapse ? endComponents(model, sought, free) : undefined;
  const unknown = new Int32Array(states).fill(-1);
  const representative = new Int32Array(ends?.count ?? 0).fill(-1);
  let unknowns = 0;
  const members: number[][] = [];
  for (let state = 0; state < states; state++) {
    if (!sought[state]) continue;
    const end = ends === undefined ? -1 : ends.of[state]!;
    if (end >= 0 && representative[end]! >= 0) {
      unknown[state] = representative[end]!;
      members[unknown[state]!]!.push(state);
      continue;
    }
    if (end >= 0) representative[end] = unknowns;
    unknown[state] = unknowns++;
    members.push([state]);
  }
  const rows = new Int32Array(unknowns + 1);
  const entries: number[] = [0];
  const column: number[] = [];
  const factor: number[] = [];
  const stay: number[] = [];
  const constant: number[] = [];
  const choice: number[] = [];
  const terms: number[] = [];
  const leak: number[] = [];
  const place = new Int32Array(unknowns).fill(-1);
  for (let row = 0; row < unknowns; row++) {
    for (const state of members[row]!) {
      for (let each = choices[state]!; each < choices[state + 1]!; each++) {
        if (!isAllowed(each)) continue;
        let [kept, added, lost] = [0, earned === undefined ? 0 : earned[each]!, 0];
        const begin = column.length;
        for (let at = transitions[each]!; at < transitions[each + 1]!; at++) {
          const to = unknown[target[at]!]!;
          if (to < 0) {
            added += probability[at]! * value[target[at]!]!;
            lost += probability[at]!;
          } else if (to === row) kept += probability[at]!;
          else if (place[to]! >= begin) factor[place[to]!]! += probability[at]!;
          else {
            place[to] = column.length;
            column.push(to);
            factor.push(probability[at]!);
          }
        }
        // A choice that stays inside of the component, at no gain.
        if (column.length === begin && added === 0 && lost === 0 && kept >= 1 - 1e-12) continue;
        stay.push(kept);
        constant.push(added);
        leak.push(lost);
        choice.push(each);
        terms.push(transitions[each + 1]! - transitions[each]! + 10);
        entries.push(column.length);
      }
    }
    rows[row + 1] = stay.length;
  }
  return {
    optimum,
    unknowns,
    rows,
    entries: Int32Array.from(entries),
    column: Int32Array.from(column),
    factor: Float64Array.from(factor),
    stay: Float64Array.from(stay),
    constant: Float64Array.from(constant),
    leak: Float64Array.from(leak),
    terms: Int32Array.from(terms),
    choice: Int32Array.from(choice),
    unknown,
  };
}

/** The unknowns by components, against the direction of the steps. */
export function orderOf({ unknowns, rows, entries, column }: System): ComponentOrder {
  return orderedComponents(
    unknowns,
    () => true,
    (node, k) => {
      const at = entries[rows[node]!]! + k;
      return at < entries[rows[node + 1]!]! ? column[at]! : -2;
    },
  );
}
