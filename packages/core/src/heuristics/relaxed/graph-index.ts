// Who must look again when something is added to the relaxed graph: tables from location facts, cells and conditions to
// the operators and conditions that depend on them, made once per problem; and the cells that matter at all.

import type { Condition, Operator } from "./operators.ts";

export interface GraphIndex {
  readonly operatorsFrom: readonly Int32Array[];
  readonly operatorsNeeding: readonly Int32Array[];
  readonly operatorsReading: readonly Int32Array[];
  readonly conditionsReading: readonly Int32Array[];
  /** Operators that run after another one's effects in the same transition. */
  readonly followers: readonly Int32Array[];
  /** 1 for cells that some condition reads, perhaps by way of other cells; the others are not followed. */
  readonly relevant: Uint8Array;
}

export function indexGraph(
  operators: readonly Operator[],
  conditions: readonly Condition[],
  facts: number,
  cells: number,
): GraphIndex {
  const operatorsFrom = lists(facts);
  const operatorsNeeding = lists(conditions.length);
  const operatorsReading = lists(cells);
  const conditionsReading = lists(cells);
  const followers = lists(operators.length);
  for (const operator of operators) {
    const { index } = operator;
    for (const fact of operator.sources) operatorsFrom[fact]!.push(index);
    for (const condition of operator.conditions) operatorsNeeding[condition.index]!.push(index);
    if (operator.effects.length > 0) for (const cell of operator.reads) operatorsReading[cell]!.push(index);
    for (const other of operator.earlier) followers[other]!.push(index);
  }
  for (const { index, program } of conditions) for (const cell of program.reads) conditionsReading[cell]!.push(index);
  const pack = (list: readonly number[][]): Int32Array[] => list.map((items) => Int32Array.from(items));
  return {
    operatorsFrom: pack(operatorsFrom),
    operatorsNeeding: pack(operatorsNeeding),
    operatorsReading: pack(operatorsReading),
    conditionsReading: pack(conditionsReading),
    followers: pack(followers),
    relevant: relevantCells(operators, conditions, cells),
  };
}

function relevantCells(operators: readonly Operator[], conditions: readonly Condition[], cells: number): Uint8Array {
  const relevant = new Uint8Array(cells);
  const writers = lists(cells);
  for (const { index, effects } of operators) {
    for (const { writes } of effects) for (const cell of writes) writers[cell]!.push(index);
  }
  const queue: number[] = [];
  const seen = new Uint8Array(operators.length);
  const mark = (some: readonly number[]): void => {
    for (const cell of some) {
      if (relevant[cell] === 1) continue;
      relevant[cell] = 1;
      queue.push(cell);
    }
  };
  for (const { program } of conditions) mark(program.reads);
  for (let cell = queue.pop(); cell !== undefined; cell = queue.pop()) {
    for (const writer of writers[cell]!) {
      if (seen[writer] === 1) continue;
      seen[writer] = 1;
      mark(operators[writer]!.reads);
    }
  }
  return relevant;
}

const lists = (length: number): number[][] => Array.from({ length }, () => []);
