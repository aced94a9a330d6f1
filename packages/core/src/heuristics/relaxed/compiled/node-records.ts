// The nodes of a circuit as the emitted code sees them: one record each, in one line of the processor's cache, which
// names its parts by their addresses. Rows of bits lie apart, those of cells first.

import { type CircuitNode, KINDS } from "../../../circuit/node-store.ts";
import { and, shrU } from "../../../wasm/arithmetic.ts";
import type { FunctionWriter } from "../../../wasm/function-writer.ts";
import { load32 } from "../../../wasm/memory.ts";
import type { Arg, Value } from "../../../wasm/value.ts";
import type { CircuitInputs } from "../kernel/circuit-inputs.ts";
import type { ModuleTables } from "./tables.ts";

const FIELDS = [
  "kind",
  "a",
  "b",
  "c",
  "d",
  "row",
  "words",
  "base",
  "lo",
  "hi",
  /** When it was last looked at, twice, and whether a gate was open then. */
  "looked",
  /** In which build a monotone gate was seen open. */
  "opened",
  /**
   * When the layer since which a gate is open was found (of a cell: is it touched?), that layer, and when it was last
   * shut.
   */
  "known",
  "layer",
  "shut",
  /** The trace for which a gate was last a goal. */
  "goal",
] as const;
type Field = (typeof FIELDS)[number];
const RECORD = 4 * FIELDS.length;
const AT = Object.fromEntries(FIELDS.map((name, at) => [name, 4 * at])) as Record<Field, number>;
/**
 * Gates have no row: there stand the next goal of their layer, and where they may have to be tried out, see `TriedOut`.
 */
const OFFSETS = { ...AT, nextGoal: AT.row, cellList: AT.words };

/** Beside the kind: the gate stays open when sets grow. */
const MONOTONE = 32;

export const get = (node: Arg, field: keyof typeof OFFSETS): Value => load32(node, OFFSETS[field]);
export const put = (f: FunctionWriter, node: Arg, field: keyof typeof OFFSETS, value: Arg): void =>
  f.store32(node, value, OFFSETS[field]);
export const kindOf = (node: Arg): Value => and(get(node, "kind"), MONOTONE - 1);
export const isMonotone = (node: Arg): Value => shrU(get(node, "kind"), 5);

/** Of the elements that an index may mean: the index of the first, their number, and behind these their addresses. */
export const LIST_HEADER = 8;

export interface NodeRecords {
  /** The address of a node's record. */
  of(node: CircuitNode): number;
  /** The first word of its row, and their number. */
  rowOf(node: CircuitNode): { readonly row: number; readonly words: number };
  /** Where the rows begin; those of cells take up so many words. */
  readonly rows: number;
  readonly cellWords: number;
  /** Which operators the circuit has, by number. */
  readonly operators: readonly string[];
}

/** `listOf`: of gates, see `TriedOut`. */
export function layNodes(
  workshop: ModuleTables,
  { circuit, values }: CircuitInputs,
  cellWords: number,
  listOf: Int32Array,
): NodeRecords {
  const { map } = workshop;
  const { size, kind, a, b, c, d, lo, hi, monotone, lists } = circuit;
  const bits = values.showRows();
  const rows = map.table(bits);
  const records = map.reserve(size * RECORD, 64);
  const of = (node: CircuitNode): number => records + node * RECORD;
  const listAt = lists.map(({ first, elements }) => map.table([first, elements.length, ...elements.map(of)]));
  const words = new Int32Array((size * RECORD) / 4);
  for (let node = 0; node < size; node++) {
    const parts = [a[node]!, b[node]!, c[node]!, d[node]!];
    const shape = PARTS[kind[node]!] ?? "";
    for (let at = 0; at < 4; at++) {
      if (shape[at] === "n") parts[at] = of(parts[at]!);
      if (shape[at] === "l") parts[at] = listAt[parts[at]!]!;
    }
    if (kind[node] === KINDS.binary) {
      // Whether the node is an interval around its values; what the operands were when it was last made.
      parts[3] = map.reserve(4 * (1 + values.wordsOf(a[node]!) + values.wordsOf(b[node]!)), 4);
    }
    const row = rows + 4 * values.rowOf(node);
    words.set(
      [
        kind[node]! | (monotone[node]! ? MONOTONE : 0),
        ...parts,
        row,
        circuit.isGate(node) ? listOf[node]! : values.wordsOf(node),
        values.baseOf(node),
        lo[node]!,
        hi[node]!,
      ],
      (node * RECORD) / 4,
    );
  }
  map.tableAt(records, words);
  const rowOf = (node: CircuitNode) => ({ row: values.rowOf(node), words: values.wordsOf(node) });
  return { of, rowOf, rows, cellWords, operators: circuit.names };
}

/** Which of a node's four numbers are nodes, and which lists. */
const PARTS: Readonly<Record<number, string>> = {
  [KINDS.binary]: "nn",
  [KINDS.union]: "nn",
  [KINDS.gated]: "nn",
  [KINDS.within]: "n",
  [KINDS.truth]: "nn",
  [KINDS.indexed]: "nl",
  [KINDS.written]: "nnnn",
  [KINDS.nonzero]: "n",
  [KINDS.has]: "n",
  [KINDS.among]: "nn",
  [KINDS.nonempty]: "n",
  [KINDS.single]: "n",
  [KINDS.meets]: "nn",
  [KINDS.differ]: "nn",
  [KINDS.below]: "nn",
  [KINDS.atMost]: "nn",
  [KINDS.and]: "nn",
  [KINDS.or]: "nn",
  [KINDS.not]: "n",
};
