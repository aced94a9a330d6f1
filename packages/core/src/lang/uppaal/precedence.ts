// The precedence table, for the parser and the printer. From loose to tight: quantifiers,
// assignments, `? :`, then the binary levels below, then prefix and postfix operators.

import type { BinaryOp } from "./ast.ts";
import { KIND_COUNT, T, type TokenText } from "./tokens.ts";

/** Binding powers, low to high; all binary operators associate to the left. */
const BINARY_LEVELS: readonly (readonly (readonly [TokenText, BinaryOp])[])[] = [
  [
    ["||", "||"],
    ["or", "||"],
    ["imply", "imply"],
    ["xor", "xor"],
  ],
  [
    ["&&", "&&"],
    ["and", "&&"],
  ],
  [["|", "|"]],
  [["^", "^"]],
  [["&", "&"]],
  [
    ["==", "=="],
    ["!=", "!="],
  ],
  [
    ["<", "<"],
    ["<=", "<="],
    ["=<", "<="],
    [">=", ">="],
    ["=>", ">="],
    [">", ">"],
  ],
  [
    ["<?", "<?"],
    [">?", ">?"],
  ],
  [
    ["<<", "<<"],
    [">>", ">>"],
  ],
  [
    ["+", "+"],
    ["-", "-"],
  ],
  [
    ["*", "*"],
    ["/", "/"],
    ["%", "%"],
  ],
  [["**", "**"]],
];

/** Binding power by token kind; 0: no binary operator. */
export const POWER = new Uint8Array(KIND_COUNT);
export const OPERATOR: BinaryOp[] = [];
for (const [level, operators] of BINARY_LEVELS.entries()) {
  for (const [token, op] of operators) {
    POWER[T[token]] = level + 1;
    OPERATOR[T[token]] = op;
  }
}
export const FIRST_ASSIGN: number = T["="];
export const LAST_ASSIGN: number = T[">>="];

/** Levels of binding for the printer: 1 for `||` up to 12 for `**`. */
export const BINARY_POWER: ReadonlyMap<BinaryOp, number> = new Map(
  BINARY_LEVELS.flatMap((operators, level) => operators.map(([, op]) => [op, level + 1] as const)),
);

/** Kinds of prefix and of postfix operators. */
export const PREFIX = new Uint8Array(KIND_COUNT);
for (const token of ["-", "+", "!", "not", "++", "--"] as const) PREFIX[T[token]] = 1;
export const POSTFIX = new Uint8Array(KIND_COUNT);
for (const token of ["(", "[", ".", "'", "++", "--"] as const) POSTFIX[T[token]] = 1;
