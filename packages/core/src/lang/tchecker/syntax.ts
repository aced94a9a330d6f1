// The syntax tree of a TChecker file: declarations with their fields and attributes as they stand on a line, and the
// expressions and statements inside attributes. Names are not looked up yet; every node knows where it stands.

import type { Span } from "../../diagnostics/index.ts";

/** A trimmed piece of a line. */
export interface TckPiece {
  readonly text: string;
  readonly span: Span;
}

export interface Attribute {
  readonly key: TckPiece;
  readonly value: TckPiece;
}

/** One line: `keyword:field:field{attributes}`. */
export interface TckDeclaration {
  readonly keyword: TckPiece;
  readonly fields: readonly TckPiece[];
  readonly attributes: readonly Attribute[];
  readonly span: Span;
}

export type TckBinaryOp = "+" | "-" | "*" | "/" | "%" | "<" | "<=" | "==" | "!=" | ">=" | ">";

/** `depth` is the height of the tree, bounded by the parser so that later stages may recurse. */
export type TckExpr = { readonly span: Span; readonly depth: number } & (
  | { readonly kind: "number"; readonly value: number }
  | { readonly kind: "name"; readonly name: string; readonly nameSpan: Span; readonly index?: TckExpr }
  | { readonly kind: "unary"; readonly op: "-" | "!"; readonly operand: TckExpr }
  | { readonly kind: "binary"; readonly op: TckBinaryOp; readonly left: TckExpr; readonly right: TckExpr }
  | { readonly kind: "and"; readonly left: TckExpr; readonly right: TckExpr }
  | { readonly kind: "if"; readonly condition: TckExpr; readonly then: TckExpr; readonly otherwise: TckExpr }
);
export type TckName = Extract<TckExpr, { kind: "name" }>;

export type TckStmt = { readonly span: Span } & (
  | { readonly kind: "nop" }
  | { readonly kind: "assign"; readonly target: TckName; readonly value: TckExpr }
  | { readonly kind: "local"; readonly name: TckPiece; readonly size?: TckExpr; readonly value?: TckExpr }
  | {
      readonly kind: "if";
      readonly condition: TckExpr;
      readonly then: readonly TckStmt[];
      readonly otherwise: readonly TckStmt[];
    }
  | { readonly kind: "while"; readonly condition: TckExpr; readonly body: readonly TckStmt[] }
);
