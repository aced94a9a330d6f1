// Data: variables and their types, places in cells, expressions, statements, functions.

import type { Span } from "../diagnostics/index.ts";

export interface Variable {
  /** `id`, `P(1).count`. */
  readonly name: string;
  readonly type: ValueType;
  /** First cell; the variable takes `sizeOf(type)` neighbouring cells. */
  readonly cell: number;
  /**
   * A temporary, not part of the state: nothing depends on what an earlier transition left in it (`analysis/meta.ts`
   * decides that), so it holds its initial value between transitions.
   */
  readonly meta: boolean;
  /** It was declared `meta`, but something depends on its value between transitions: an ordinary variable. */
  readonly kept?: true;
  /**
   * A table of constants that is read with computed indices: never written, keeps its initial values. Implies `meta`.
   */
  readonly constant?: true;
  readonly process?: number;
  readonly span?: Span;
}

export type ValueType = ScalarValueType | ArrayType | StructType;
export type ScalarValueType = IntType | BoolType | ScalarSetType;
export interface IntType {
  readonly kind: "int";
  readonly min: number;
  readonly max: number;
  /** A double, in networks made for statistics: any number. */
  readonly real?: true;
}
export interface BoolType {
  readonly kind: "bool";
}
/** A scalar set: values 0 … size − 1 that may only be compared for equality. Equal `set` means the same set. */
export interface ScalarSetType {
  readonly kind: "scalar";
  readonly set: string;
  readonly size: number;
}
export interface ArrayType {
  readonly kind: "array";
  readonly element: ValueType;
  /** Index of the first element: 0, or the lower bound of the type that indexes the array. */
  readonly first: number;
  readonly length: number;
}
export interface StructType {
  readonly kind: "struct";
  readonly fields: readonly { readonly name: string; readonly type: ValueType }[];
}

/** One subscript: `(index − first)` must lie in `0 … count − 1`, else the model has a fault; moves by `stride`. */
export interface Subscript {
  readonly index: Expression;
  readonly first: number;
  readonly count: number;
  readonly stride: number;
  readonly span?: Span;
}

/**
 * The cells an lvalue names, starting at: state cell `base`; frame cell `base`; or the cell whose address is kept in
 * frame cell `base` (a reference parameter); plus `offset` (fields behind a reference) plus the steps.
 */
export interface Place {
  readonly space: "state" | "frame" | "reference";
  readonly base: number;
  readonly offset: number;
  readonly steps: readonly Subscript[];
}

/** A channel, clock or process named by index: `base` plus the steps. */
export interface IndexedRef {
  readonly base: number;
  readonly steps: readonly Subscript[];
}
/** A clock; `reference`: the clock's index is kept in frame cell `base` (a reference parameter of a function). */
export interface ClockRef extends IndexedRef {
  readonly space: "clock" | "reference";
}

export type ComparisonOperator = "<" | "<=" | "==" | "!=" | ">=" | ">";
type CompoundOperator = "+" | "-" | "*" | "/" | "%" | "&" | "|" | "^" | "<<" | ">>";
/** `<?` and `>?` are the lesser and the greater. */
export type BinaryOperator = CompoundOperator | "**" | "<?" | ">?" | ComparisonOperator;

/** Operators of compound assignment; "" is plain assignment. */
export type AssignmentOperator = "" | CompoundOperator;

/**
 * Expressions yield int32. Arithmetic wraps; division by zero, a negative shift, an index or a stored value out of
 * range are faults of the model. Truth is "not 0"; operators that decide yield 0 or 1.
 */
export type Expression =
  | { readonly kind: "constant"; readonly value: number }
  | { readonly kind: "load"; readonly place: Place }
  | { readonly kind: "unary"; readonly op: "-" | "!" | "abs"; readonly operand: Expression }
  | {
      readonly kind: "binary";
      readonly op: BinaryOperator;
      readonly left: Expression;
      readonly right: Expression;
      readonly span?: Span;
    }
  /** Short circuit, left to right. */
  | {
      readonly kind: "and" | "or";
      readonly left: Expression;
      readonly right: Expression;
      /** Of `or`: it was written `p imply right`, and `left` is the negation of p. */
      readonly imply?: true;
    }
  | {
      readonly kind: "conditional";
      readonly condition: Expression;
      readonly then: Expression;
      readonly otherwise: Expression;
    }
  /** Binds frame cell `cell` to min … max ascending; empty when max < min. */
  | {
      readonly kind: "forall" | "exists" | "sum";
      readonly cell: number;
      readonly min: number;
      readonly max: number;
      readonly body: Expression;
    }
  /** 1 when the process is in the location, else 0. */
  | { readonly kind: "at"; readonly process: IndexedRef; readonly location: number }
  /** Stores `target op value`, which must lie in min … max; yields the new value, or the old one (`i++`). */
  | {
      readonly kind: "assign";
      readonly target: Place;
      readonly op: AssignmentOperator;
      readonly value: Expression;
      readonly min: number;
      readonly max: number;
      readonly yields: "new" | "old";
      readonly span?: Span;
    }
  /** Copies whole arrays and structs; with `type`, every cell is checked against it. Yields 0. */
  | {
      readonly kind: "copy";
      readonly target: Place;
      readonly source: Place;
      readonly size: number;
      readonly type?: ValueType;
      readonly span?: Span;
    }
  /** Are two arrays or structs equal, cell by cell? */
  | { readonly kind: "same"; readonly left: Place; readonly right: Place; readonly size: number }
  /** Yields the returned value (0 for void); a returned array or struct is written to `into`. */
  | {
      readonly kind: "call";
      readonly function: number;
      readonly arguments: readonly Argument[];
      readonly into?: Place;
      readonly span?: Span;
    }
  /** `clock := source + value` (source absent: 0); a negative result is a fault. Yields 0. */
  | {
      readonly kind: "clock-assign";
      readonly clock: ClockRef;
      readonly source?: ClockRef;
      readonly value: Expression;
      readonly span?: Span;
    }
  /** Evaluates `first` in order for their effects, then yields `value`. */
  | { readonly kind: "sequence"; readonly first: readonly Expression[]; readonly value: Expression }
  /** The case of that number; out of range is a fault. */
  | { readonly kind: "choose"; readonly index: Expression; readonly cases: readonly Expression[]; readonly span?: Span }
  /** The value, which must lie in min … max (arguments, returned values). */
  | {
      readonly kind: "check";
      readonly value: Expression;
      readonly min: number;
      readonly max: number;
      readonly span?: Span;
    }
  /**
   * Stands where the model uses something that no symbolic analysis supports; see `Network.obstacles`. Statistics
   * evaluate the operation in its place.
   */
  | { readonly kind: "unsupported"; readonly feature: string; readonly real?: RealOperation; readonly span?: Span };

/**
 * What computes with numbers that need not be whole: weights, rates of locations, and (in networks made for statistics)
 * doubles and values of clocks. Operands are expressions; those that yield int32 are taken as they are.
 */
export type RealOperation =
  /** `text` is how it was written, for those who compute in rationals. */
  | { readonly kind: "literal"; readonly value: number; readonly text?: string }
  | { readonly kind: "negative"; readonly operand: Expression }
  | { readonly kind: "arithmetic"; readonly op: RealOperator; readonly left: Expression; readonly right: Expression }
  /** Yields 0 or 1. */
  | {
      readonly kind: "compare";
      readonly op: ComparisonOperator;
      readonly left: Expression;
      readonly right: Expression;
    }
  | {
      readonly kind: "sum";
      readonly cell: number;
      readonly min: number;
      readonly max: number;
      readonly body: Expression;
    }
  | { readonly kind: "clock"; readonly clock: ClockRef }
  /** A function of the language: `sqrt`, `random`. */
  | { readonly kind: "function"; readonly name: string; readonly arguments: readonly Expression[] }
  | {
      readonly kind: "assign";
      readonly target: Place;
      readonly op: AssignmentOperator;
      readonly value: Expression;
      readonly yields: "new" | "old";
    };
export type RealOperator = "+" | "-" | "*" | "/" | "%" | "**" | "<?" | ">?";

export type Argument =
  | { readonly kind: "value"; readonly value: Expression }
  | { readonly kind: "copy"; readonly source: Place; readonly size: number }
  | { readonly kind: "reference"; readonly place: Place }
  | { readonly kind: "clock"; readonly clock: ClockRef };

export interface FunctionDefinition {
  /** `P(1).enqueue`. One per instance for functions of templates. */
  readonly name: string;
  readonly process?: number;
  /** Arguments are written to consecutive frame cells from 0: a value or copy takes `size` cells, a reference one. */
  readonly parameters: readonly {
    readonly name: string;
    readonly cell: number;
    readonly size: number;
    readonly kind: Argument["kind"];
  }[];
  readonly frameSize: number;
  /** Cells of the result: 0 for void. */
  readonly returns: number;
  readonly body: readonly Statement[];
  readonly span?: Span;
}

export type Statement =
  | { readonly kind: "expression"; readonly expression: Expression }
  /** Writes constants to neighbouring cells: how a local variable starts, each time its declaration is reached. */
  | { readonly kind: "initialise"; readonly target: Place; readonly values: readonly number[] }
  | { readonly kind: "block"; readonly body: readonly Statement[] }
  | {
      readonly kind: "if";
      readonly condition: Expression;
      readonly then: readonly Statement[];
      readonly otherwise: readonly Statement[];
    }
  | {
      readonly kind: "while";
      readonly condition: Expression;
      readonly body: readonly Statement[];
      readonly span?: Span;
    }
  | { readonly kind: "do"; readonly body: readonly Statement[]; readonly condition: Expression; readonly span?: Span }
  | {
      readonly kind: "for";
      readonly init: readonly Expression[];
      readonly condition: Expression;
      readonly step: readonly Expression[];
      readonly body: readonly Statement[];
      readonly span?: Span;
    }
  /** `for (i : T)`: frame cell `cell` runs over min … max. */
  | {
      readonly kind: "iterate";
      readonly cell: number;
      readonly min: number;
      readonly max: number;
      readonly body: readonly Statement[];
    }
  /** `value` for scalars, `from` for arrays and structs, neither for void. */
  | { readonly kind: "return"; readonly value?: Expression; readonly from?: Place }
  /** `otherwise`: what is said when the condition is false, instead of naming an assertion. */
  | { readonly kind: "assert"; readonly condition: Expression; readonly otherwise?: string; readonly span?: Span };
