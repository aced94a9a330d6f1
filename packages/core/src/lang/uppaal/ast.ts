// The syntax tree of the UPPAAL language, as written: names unresolved, nothing folded. Every node carries its span.
// `checker` and `elaborate` turn it into the network; `format` prints it back.

import type { Span } from "../../diagnostics/index.ts";
import type { BinaryOperator, KindName } from "../../network/index.ts";

interface Node {
  readonly span: Span;
}

// ---------------------------------------------------------------------------------------------- expressions

export type Expr =
  | NumberLiteral
  | DoubleLiteral
  | BoolLiteral
  | StringLiteral
  | NameExpr
  | UnaryExpr
  | BinaryExpr
  | AssignExpr
  | StepExpr
  | ConditionalExpr
  | IndexExpr
  | FieldExpr
  | CallExpr
  | QuantifierExpr
  | RateExpr
  | DeadlockExpr
  | CommaExpr
  | ExtensionExpr
  | ErrorExpr;

export interface NumberLiteral extends Node {
  readonly kind: "number";
  readonly value: number;
}
export interface DoubleLiteral extends Node {
  readonly kind: "double";
  readonly value: number;
}
export interface BoolLiteral extends Node {
  readonly kind: "bool";
  readonly value: boolean;
}
export interface StringLiteral extends Node {
  readonly kind: "string";
  readonly value: string;
}
export interface NameExpr extends Node {
  readonly kind: "name";
  readonly name: string;
}
export interface UnaryExpr extends Node {
  readonly kind: "unary";
  readonly op: "-" | "+" | "!";
  readonly operand: Expr;
}
export type BinaryOp = BinaryOperator | "&&" | "||" | "imply" | "xor";
export interface BinaryExpr extends Node {
  readonly kind: "binary";
  readonly op: BinaryOp;
  readonly left: Expr;
  readonly right: Expr;
}
export type AssignOp = "=" | "+=" | "-=" | "*=" | "/=" | "%=" | "&=" | "|=" | "^=" | "<<=" | ">>=";
export interface AssignExpr extends Node {
  readonly kind: "assign";
  readonly op: AssignOp;
  readonly target: Expr;
  readonly value: Expr;
}
/** `++i`, `i--` */
export interface StepExpr extends Node {
  readonly kind: "step";
  readonly op: "++" | "--";
  readonly prefix: boolean;
  readonly target: Expr;
}
export interface ConditionalExpr extends Node {
  readonly kind: "conditional";
  readonly condition: Expr;
  readonly then: Expr;
  readonly otherwise: Expr;
}
export interface IndexExpr extends Node {
  readonly kind: "index";
  readonly base: Expr;
  readonly index: Expr;
}
export interface FieldExpr extends Node {
  readonly kind: "field";
  readonly base: Expr;
  readonly field: string;
  readonly fieldSpan: Span;
}
/** Function call, builtin call (`abs(x)`) or process of a set in a query (`P(1).loc`). */
export interface CallExpr extends Node {
  readonly kind: "call";
  readonly callee: Expr;
  readonly args: readonly Expr[];
}
/** `i : T`, a name that runs over a type. */
export interface BoundName {
  readonly name: string;
  readonly nameSpan: Span;
  readonly type: TypeExpr;
}
export interface QuantifierExpr extends Node, BoundName {
  readonly kind: "quantifier";
  readonly op: "forall" | "exists" | "sum";
  readonly body: Expr;
}
/** `x'` */
export interface RateExpr extends Node {
  readonly kind: "rate";
  readonly clock: Expr;
}
export interface DeadlockExpr extends Node {
  readonly kind: "deadlock";
}
/** `a, b` where a list is one expression: heads of `for`, `if`, … */
export interface CommaExpr extends Node {
  readonly kind: "comma";
  readonly parts: readonly Expr[];
}
/** Read and kept, refused when something needs it: `spawn T(..)`, `exit()`, `numOf(T)`, `foreach`. */
export interface ExtensionExpr extends Node {
  readonly kind: "extension";
  readonly feature: string;
  readonly parts: readonly Expr[];
  /** As written, for printing. */
  readonly text: string;
}
/** Stands where the text could not be read; a diagnostic was given. */
export interface ErrorExpr extends Node {
  readonly kind: "error";
}

// ---------------------------------------------------------------------------------------------- types

export interface TypeExpr extends Node {
  readonly prefixes: readonly TypePrefix[];
  readonly base: BaseType;
}
export type TypePrefix = "const" | "meta" | "urgent" | "broadcast" | "hybrid";
export type BaseType =
  | { readonly kind: "int"; readonly range?: { readonly min: Expr | null; readonly max: Expr | null } }
  | { readonly kind: "bool" | "clock" | "chan" | "void" | "double" | "string" }
  | { readonly kind: "scalar"; readonly size: Expr }
  | { readonly kind: "struct"; readonly fields: readonly VariableDeclaration[] }
  | { readonly kind: "named"; readonly name: string };

/** `[N]` or `[Type]`; which of the two a lone name means is decided when names are resolved. */
export type ArrayDimension =
  | { readonly kind: "size"; readonly size: Expr }
  | { readonly kind: "type"; readonly type: TypeExpr };

export type Initialiser = Expr | InitialiserList;
export interface InitialiserList extends Node {
  readonly kind: "list";
  readonly items: readonly { readonly name?: string; readonly nameSpan?: Span; readonly value: Initialiser }[];
}

// ---------------------------------------------------------------------------------------------- declarations

export type Declaration =
  | VariableDeclaration
  | TypedefDeclaration
  | FunctionDeclaration
  | ChannelPriorityDeclaration
  | UpdateHookDeclaration
  | InstantiationDeclaration
  | ExtensionDeclaration;

export interface Declarator extends Node {
  readonly name: string;
  readonly nameSpan: Span;
  readonly dimensions: readonly ArrayDimension[];
  readonly initialiser?: Initialiser;
}
/** `const int N = 3, M[2] = {1, 2};` also the fields of structs. */
export interface VariableDeclaration extends Node {
  readonly kind: "variable";
  readonly type: TypeExpr;
  readonly declarators: readonly Declarator[];
}
export interface TypedefDeclaration extends Node {
  readonly kind: "typedef";
  readonly type: TypeExpr;
  readonly declarators: readonly Declarator[];
}
export interface Parameter extends Node {
  readonly type: TypeExpr;
  readonly reference: boolean;
  readonly name: string;
  readonly nameSpan: Span;
  readonly dimensions: readonly ArrayDimension[];
}
export interface FunctionDeclaration extends Node {
  readonly kind: "function";
  readonly returns: TypeExpr;
  readonly name: string;
  readonly nameSpan: Span;
  readonly parameters: readonly Parameter[];
  readonly body: BlockStatement;
  /** Something in it could not be read: what seems to be missing may stand there. */
  readonly broken: boolean;
}
/** Levels from lowest to highest; an entry is a channel expression or `default`. */
export interface ChannelPriorityDeclaration extends Node {
  readonly kind: "channel-priority";
  readonly levels: readonly (readonly (Expr | { readonly kind: "default"; readonly span: Span })[])[];
}
export interface UpdateHookDeclaration extends Node {
  readonly kind: "before-update" | "after-update";
  readonly updates: readonly Expr[];
}
/** `P = T(args);` and `P(params) = T(args);` */
export interface InstantiationDeclaration extends Node {
  readonly kind: "instantiation";
  readonly name: string;
  readonly nameSpan: Span;
  readonly parameters: readonly Parameter[];
  readonly template: string;
  readonly templateSpan: Span;
  readonly args: readonly Expr[];
}
/** `dynamic T(params);`, `import "lib" {…};`, `IO …`: read and kept. */
export interface ExtensionDeclaration extends Node {
  readonly kind: "extension";
  readonly feature: string;
  /** Names it introduces, so that their use is not reported as unknown. */
  readonly names: readonly string[];
  /** As written, for printing. */
  readonly text: string;
}

// ---------------------------------------------------------------------------------------------- statements

export type Stmt =
  | BlockStatement
  | (Node & { readonly kind: "expression"; readonly expression: Expr })
  | (Node & { readonly kind: "empty" })
  | (Node & { readonly kind: "if"; readonly condition: Expr; readonly then: Stmt; readonly otherwise?: Stmt })
  | (Node & { readonly kind: "while"; readonly condition: Expr; readonly body: Stmt })
  | (Node & { readonly kind: "do"; readonly body: Stmt; readonly condition: Expr })
  | (Node & {
      readonly kind: "for";
      readonly init: Expr | null;
      readonly condition: Expr | null;
      readonly step: Expr | null;
      readonly body: Stmt;
    })
  | (Node & {
      readonly kind: "iterate";
      readonly name: string;
      readonly nameSpan: Span;
      readonly type: TypeExpr;
      readonly body: Stmt;
    })
  | (Node & { readonly kind: "return"; readonly value?: Expr })
  | (Node & { readonly kind: "assert"; readonly condition: Expr });
export interface BlockStatement extends Node {
  readonly kind: "block";
  readonly declarations: readonly (VariableDeclaration | TypedefDeclaration)[];
  readonly statements: readonly Stmt[];
}

// ---------------------------------------------------------------------------------------------- labels, system,
// queries

export interface SelectBinding extends Node {
  readonly name: string;
  readonly nameSpan: Span;
  readonly type: TypeExpr;
}
/** `c!`, `c?`; `csp` is a bare channel. */
export interface SyncLabel extends Node {
  readonly direction: "send" | "receive" | "csp";
  readonly channel: Expr;
}
export interface SystemLine extends Node {
  /** Process names from lowest to highest priority level (`A, B < C`). */
  readonly levels: readonly (readonly { readonly name: string; readonly span: Span }[])[];
}
export interface ProgressEntry extends Node {
  readonly guard?: Expr;
  readonly measure: Expr;
}
export interface GanttEntry extends Node {
  readonly name: string;
  readonly parameters: readonly SelectBinding[];
  readonly bars: readonly {
    readonly bindings: readonly SelectBinding[];
    readonly predicate: Expr;
    readonly colour: Expr;
  }[];
}

export type TemporalOp =
  | "not"
  | "next"
  | "always"
  | "eventually"
  | "and"
  | "or"
  | "imply"
  | "iff"
  | "until"
  | "weak-until"
  | "release"
  | "strong-release";

export type TemporalNode = Node &
  (
    | { readonly kind: "state"; readonly formula: Expr }
    | {
        readonly kind: "unary";
        readonly op: Extract<TemporalOp, "not" | "next" | "always" | "eventually">;
        readonly part: TemporalNode;
        /** Where the operator stands, if it is written as a letter. */
        readonly letter?: Span;
      }
    | {
        readonly kind: "binary";
        readonly op: Exclude<TemporalOp, "not" | "next" | "always" | "eventually">;
        readonly left: TemporalNode;
        readonly right: TemporalNode;
        readonly letter?: Span;
      }
    | ({ readonly kind: "quantified"; readonly op: "forall" | "exists"; readonly body: TemporalNode } & BoundName)
  );

export type RunBoundNode =
  | { readonly kind: "time" | "steps"; readonly limit: Expr }
  | { readonly kind: "clock"; readonly clock: Expr; readonly limit: Expr };

export interface PathPropertyNode {
  readonly bound: RunBoundNode;
  readonly runs?: Expr;
  readonly path: "<>" | "[]" | "U";
  readonly formula: Expr;
  readonly until?: Expr;
}

export type StatisticalNode =
  | {
      readonly kind: "probability";
      readonly property: PathPropertyNode;
      readonly test?: { readonly op: ">=" | "<="; readonly threshold: Expr };
      readonly against?: PathPropertyNode;
    }
  | {
      readonly kind: "expectation";
      readonly bound: RunBoundNode;
      readonly runs?: Expr;
      readonly extreme: "max" | "min";
      readonly expression: Expr;
    }
  | {
      readonly kind: "simulation";
      readonly bound: RunBoundNode;
      readonly runs?: Expr;
      readonly expressions: readonly Expr[];
      readonly filter?: { readonly count?: Expr; readonly condition: Expr };
    };

/** `Pmax<=p [ path ]` */
export interface AskedProbabilityNode {
  readonly optimum?: "min" | "max";
  /** `=`: what is the value? */
  readonly op: "=" | "<" | "<=" | ">" | ">=";
  /** The text between the comparison and the path. */
  readonly bound: Span;
  readonly path: {
    readonly op: "X" | "F" | "G" | "U" | "W";
    readonly left?: Expr;
    readonly right: Expr;
    readonly steps?: { readonly comparison: "=" | "<" | "<=" | ">" | ">="; readonly count: number };
  };
}

export type QueryNode = Node &
  (
    | { readonly form: "path"; readonly kind: KindName<"path">; readonly formula: Expr }
    | {
        readonly form: "leads-to";
        readonly kind: KindName<"leads-to">;
        readonly premise: Expr;
        readonly conclusion: Expr;
      }
    | {
        readonly form: "terms";
        readonly kind: KindName<"terms">;
        readonly condition?: Expr;
        readonly terms: readonly Expr[];
      }
    | { readonly form: "temporal"; readonly kind: KindName<"temporal">; readonly formula: TemporalNode }
    | { readonly form: "statistical"; readonly kind: KindName<"statistical">; readonly question: StatisticalNode }
    | ({ readonly form: "property"; readonly kind: KindName<"property"> } & AskedProbabilityNode)
    /** SMC, TIGA, Stratego, LSC, until: `feature` names it ("statistical query `Pr`", "strategy synthesis"). */
    | { readonly form: "feature"; readonly kind: "extension"; readonly feature: string }
  );
