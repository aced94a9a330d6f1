// A PRISM file as it is written: declarations with their places, names not yet resolved. Properties share the
// expressions.

import type { Diagnostic, Span } from "../../diagnostics/index.ts";

export type ModelType = "dtmc" | "ctmc" | "mdp";
export type TypeName = "int" | "double" | "bool";

export type UnaryOperator = "-" | "!";
export type InfixOperator = "+" | "-" | "*" | "/" | "=" | "!=" | "<" | "<=" | ">" | ">=" | "&" | "|" | "=>" | "<=>";

export type Node = { readonly span: Span } & (
  | { readonly kind: "number"; readonly text: string }
  | { readonly kind: "truth"; readonly value: boolean }
  | { readonly kind: "name"; readonly name: string }
  /** `"stable"`, or the name of a property. */
  | { readonly kind: "label"; readonly name: string }
  | { readonly kind: "unary"; readonly op: UnaryOperator; readonly operand: Node }
  | { readonly kind: "binary"; readonly op: InfixOperator; readonly left: Node; readonly right: Node }
  | { readonly kind: "conditional"; readonly condition: Node; readonly then: Node; readonly otherwise: Node }
  | { readonly kind: "call"; readonly name: string; readonly arguments: readonly Node[] }
  | ProbabilityNode
  | RewardNode
  | SteadyNode
  | FilterNode
);

/** `=?`, or a comparison with a bound. */
export interface AskNode {
  readonly op: "=" | "<" | "<=" | ">" | ">=";
  /** Absent: `=?`. */
  readonly bound?: Node;
  readonly optimum?: "min" | "max";
}

/** `P<=0.1 [ F "done" ]` */
export interface ProbabilityNode {
  readonly kind: "probability";
  readonly ask: AskNode;
  readonly path: PathNode;
}

export interface PathNode {
  readonly op: "X" | "F" | "G" | "U" | "W" | "R";
  /** Of `U`, `W` and `R`. */
  readonly left?: Node;
  readonly right: Node;
  readonly bound?: BoundNode;
  readonly span: Span;
}

/** `<=k`, `<k`, `>=k`, `>k`, `=k`, `[a,b]` */
export interface BoundNode {
  readonly lower?: Node;
  readonly lowerStrict?: boolean;
  readonly upper?: Node;
  readonly upperStrict?: boolean;
  readonly span: Span;
}

/** `R{"time"}min=? [ F "done" ]` */
export interface RewardNode {
  readonly kind: "reward";
  readonly structure?: Node;
  readonly ask: AskNode;
  readonly body:
    | { readonly op: "F"; readonly target: Node }
    | { readonly op: "C" | "I"; readonly bound: Node }
    | { readonly op: "S" }
    | { readonly op: "total" };
}

/** `S=? [ "premium" ]` */
export interface SteadyNode {
  readonly kind: "steady";
  readonly ask: AskNode;
  readonly operand: Node;
}

/** `filter(max, R=? [ F "stable" ], "init")` */
export interface FilterNode {
  readonly kind: "filter";
  readonly op: string;
  readonly operand: Node;
  readonly states?: Node;
}

export interface ConstantNode {
  readonly name: string;
  readonly nameSpan: Span;
  readonly type: TypeName;
  /** Absent: to be set from outside. */
  readonly value?: Node;
}

export interface FormulaNode {
  readonly name: string;
  readonly nameSpan: Span;
  readonly body: Node;
}

export interface VariableNode {
  readonly name: string;
  readonly nameSpan: Span;
  /** Absent: `bool`. */
  readonly range?: { readonly low: Node; readonly high: Node };
  readonly initial?: Node;
}

export interface AssignmentNode {
  readonly name: string;
  readonly nameSpan: Span;
  readonly value: Node;
}

export interface BranchNode {
  /** Absent: 1. */
  readonly weight?: Node;
  readonly update: readonly AssignmentNode[];
  readonly span: Span;
}

export interface CommandNode {
  /** Empty: `[]`. */
  readonly action: string;
  readonly actionSpan: Span;
  readonly guard: Node;
  readonly branches: readonly BranchNode[];
  readonly span: Span;
}

export interface ModuleNode {
  readonly name: string;
  readonly nameSpan: Span;
  readonly variables: readonly VariableNode[];
  readonly commands: readonly CommandNode[];
  /** `module b = a [x=y] endmodule` */
  readonly renamed?: {
    readonly base: string;
    readonly baseSpan: Span;
    readonly pairs: readonly {
      readonly from: string;
      readonly fromSpan: Span;
      readonly to: string;
      readonly toSpan: Span;
    }[];
  };
}

export interface RewardItemNode {
  /** Absent: a reward of states; else of transitions, `""` those without action. */
  readonly action?: string;
  readonly actionSpan?: Span;
  readonly guard: Node;
  readonly value: Node;
}

export interface RewardsNode {
  readonly name?: string;
  readonly nameSpan: Span;
  readonly items: readonly RewardItemNode[];
}

export interface ModelNode {
  readonly type: ModelType | undefined;
  readonly constants: ConstantNode[];
  readonly formulas: FormulaNode[];
  readonly labels: FormulaNode[];
  readonly globals: VariableNode[];
  readonly modules: ModuleNode[];
  readonly rewards: RewardsNode[];
  initial?: Node;
}

export interface PropertyNode {
  readonly name?: string;
  readonly node: Node;
  readonly span: Span;
}

/** A property that cannot be read, or that is refused by name; it keeps its place among the others. */
export interface UnreadProperty {
  readonly name?: string;
  readonly diagnostic: Diagnostic;
  readonly span: Span;
}

export interface PropertiesNode {
  readonly constants: ConstantNode[];
  readonly labels: FormulaNode[];
  readonly properties: (PropertyNode | UnreadProperty)[];
}
