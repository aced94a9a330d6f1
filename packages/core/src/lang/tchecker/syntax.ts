// The syntax tree of a TChecker file: declarations with their fields and attributes as they stand on a line, and the
// expressions and statements inside attributes. Names are not looked up yet; every node knows where it stands.

import type { Span } from "../../diagnostics/index.ts";

/** A trimmed piece of a line. */
export interface Piece {
  readonly text: string;
  readonly span: Span;
}

export interface Attribute {
  readonly key: Piece;
  readonly value: Piece;
}

/** One line: `keyword:field:field{attributes}`. */
export interface Declaration {
  readonly keyword: Piece;
  readonly fields: readonly Piece[];
  readonly attributes: readonly Attribute[];
  readonly span: Span;
}

export type BinaryOp = "+" | "-" | "*" | "/" | "%" | "<" | "<=" | "==" | "!=" | ">=" | ">";

/** `depth` is the height of the tree, bounded by the parser so that later stages may recurse. */
export type Expr = { readonly span: Span; readonly depth: number } & (
  | { readonly kind: "number"; readonly value: number }
  | { readonly kind: "name"; readonly name: string; readonly nameSpan: Span; readonly index?: Expr }
  | { readonly kind: "unary"; readonly op: "-" | "!"; readonly operand: Expr }
  | { readonly kind: "binary"; readonly op: BinaryOp; readonly left: Expr; readonly right: Expr }
  | { readonly kind: "and"; readonly left: Expr; readonly right: Expr }
  | { readonly kind: "if"; readonly condition: Expr; readonly then: Expr; readonly otherwise: Expr }
);
export type NameExpr = Extract<Expr, { kind: "name" }>;

export type Stmt = { readonly span: Span } & (
  | { readonly kind: "nop" }
  | { readonly kind: "assign"; readonly target: NameExpr; readonly value: Expr }
  | { readonly kind: "local"; readonly name: Piece; readonly size?: Expr; readonly value?: Expr }
  | {
      readonly kind: "if";
      readonly condition: Expr;
      readonly then: readonly Stmt[];
      readonly otherwise: readonly Stmt[];
    }
  | { readonly kind: "while"; readonly condition: Expr; readonly body: readonly Stmt[] }
);
