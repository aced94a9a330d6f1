// The typed network: what every front end produces and every engine, search and analysis reads. Templates are
// instantiated, names resolved, types erased to int32 cells, constants folded. It is plain data: it can be written
// as JSON and read back. Everything is referred to by its index.
//
// Data lives in cells. The discrete state has `cells` int32 cells (variables, flattened row by row); select values,
// quantified variables, function parameters and locals live in frames. An expression is evaluated in the frame of
// the thing it belongs to (edge, invariant, function call, query), whose size is stated there.
//
// Symbolic semantics never read a clock into data. So an update runs on data alone and yields, in order, the list of
// clock assignments (`x := y + e`) that are then applied to the zone or the clock valuation.

import type { SourceBlock, Span } from "../diagnostics/index.ts";

export interface Network {
  readonly name: string;
  readonly language: "uppaal" | "tchecker";
  /** In system order; the order of candidates (engine seam) follows it. */
  readonly processes: readonly Process[];
  /** All edges, ordered by process and then as in the file; an edge's id is its index here. */
  readonly edges: readonly Edge[];
  readonly channels: readonly Channel[];
  /** Joint steps of TChecker's `sync` lines; empty for UPPAAL models. */
  readonly vectors: readonly SyncVector[];
  /** Names of TChecker events (`EventSync.event` is an index here); empty for UPPAAL models. */
  readonly events: readonly string[];
  readonly clocks: readonly Clock[];
  readonly variables: readonly Variable[];
  /** Number of cells of the discrete state (locations not included), and their first values. */
  readonly cells: number;
  readonly initialValues: readonly number[];
  readonly functions: readonly FunctionDefinition[];
  /** Run before and after the updates of every transition, in a frame of `updateFrameSize`. */
  readonly beforeUpdate: readonly Statement[];
  readonly afterUpdate: readonly Statement[];
  readonly updateFrameSize: number;
  /** Priority of transitions that use no channel (`default` in a `chan priority` declaration). */
  readonly internalPriority: number;
  readonly hasPriorities: boolean;
  readonly progress: readonly ProgressMeasure[];
  /** TChecker labels; `Location.labels` are indices here. */
  readonly labels: readonly string[];
  /** Things that were read and kept but that no symbolic analysis supports (doubles, dynamic templates, …). */
  readonly obstacles: readonly Obstacle[];
  readonly queries: readonly Query[];
  readonly sources: readonly SourceBlock[];
}

// ---------------------------------------------------------------------------------------------- processes

export interface Process {
  /** `Train(3)`, `P1`. Unique. */
  readonly name: string;
  /** Name of the template; processes of one template have the same locations and edges in the same order. */
  readonly template: string;
  readonly locations: readonly Location[];
  /** Ids of its edges, ascending. */
  readonly edges: readonly number[];
  /** Indices of initial locations: exactly one in UPPAAL, one or more in TChecker. */
  readonly initial: readonly number[];
  /** Higher wins; all 0 without process priorities. */
  readonly priority: number;
}

export interface Location {
  /** Unique in the process; anonymous UPPAAL locations are `_` and the XML id. */
  readonly name: string;
  readonly urgent: boolean;
  readonly committed: boolean;
  readonly invariant: readonly Conjunct[];
  /** Clock rates (stopwatches); clocks that are not named here run with rate 1. */
  readonly rates: readonly Rate[];
  readonly frameSize: number;
  readonly labels: readonly number[];
  readonly span?: Span;
}

export interface Edge {
  readonly id: number;
  readonly process: number;
  /** Location indices in the process. */
  readonly source: number;
  readonly target: number;
  /** Cells 0, 1, … of the edge's frame, in order. */
  readonly selects: readonly Select[];
  readonly guard: readonly Conjunct[];
  readonly sync: Sync;
  readonly update: readonly Statement[];
  readonly frameSize: number;
  readonly controllable: boolean;
  /**
   * Position of the edge in its template as the file has it, from 0. Several edges share one `fileIndex` when the
   * elaborator split one: at a branchpoint, or because its guard is a disjunction of clock constraints.
   */
  readonly fileIndex: number;
  readonly span?: Span;
}

export interface Select {
  readonly name: string;
  readonly min: number;
  readonly max: number;
}

export type Sync = InternalSync | ChannelSync | EventSync;
/** Happens alone. `event` is what TChecker calls the edge, for display. */
export interface InternalSync {
  readonly kind: "internal";
  readonly event?: number;
}
/** UPPAAL `c!` and `c?`; whether it is binary or broadcast, the channel says. */
export interface ChannelSync {
  readonly kind: "send" | "receive";
  readonly channel: IndexedRef;
  readonly span?: Span;
}
/** A TChecker event that occurs in some vector: happens only as part of one. */
export interface EventSync {
  readonly kind: "event";
  readonly event: number;
}

export interface SyncVector {
  readonly participants: readonly { readonly process: number; readonly event: number; readonly weak: boolean }[];
  readonly span?: Span;
}

export interface Channel {
  /** Elements of channel arrays are channels of their own, neighbours in row-major order: `go[2]`. */
  readonly name: string;
  readonly broadcast: boolean;
  readonly urgent: boolean;
  readonly priority: number;
  readonly span?: Span;
}

export interface Clock {
  /** `P(1).x`, `t[3]`; elements of clock arrays are neighbours in row-major order. */
  readonly name: string;
  readonly initial: number;
  readonly process?: number;
  readonly span?: Span;
}

// ---------------------------------------------------------------------------------------------- data

export interface Variable {
  /** `id`, `P(1).count`. */
  readonly name: string;
  readonly type: ValueType;
  /** First cell; the variable takes `sizeOf(type)` neighbouring cells. */
  readonly cell: number;
  /** Not part of the state: states that differ only here are equal. Holds its initial value between transitions. */
  readonly meta: boolean;
  /** A table of constants that is read with computed indices: never written, keeps its initial values. Implies `meta`. */
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
export interface Step {
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
  readonly steps: readonly Step[];
}

/** A channel, clock or process named by index: `base` plus the steps. */
export interface IndexedRef {
  readonly base: number;
  readonly steps: readonly Step[];
}
/** A clock; `reference`: the clock's index is kept in frame cell `base` (a reference parameter of a function). */
export interface ClockRef extends IndexedRef {
  readonly space: "clock" | "reference";
}

export type BinaryOperator =
  | "+"
  | "-"
  | "*"
  | "/"
  | "%"
  | "**"
  | "&"
  | "|"
  | "^"
  | "<<"
  | ">>"
  | "<?"
  | ">?"
  | "<"
  | "<="
  | "=="
  | "!="
  | ">="
  | ">";

/** Operators of compound assignment; "" is plain assignment. */
export type AssignmentOperator = "" | "+" | "-" | "*" | "/" | "%" | "&" | "|" | "^" | "<<" | ">>";

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
  | { readonly kind: "and" | "or"; readonly left: Expression; readonly right: Expression }
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
  /** Stands where the model uses something that no symbolic analysis supports; see `Network.obstacles`. */
  | { readonly kind: "unsupported"; readonly feature: string; readonly span?: Span };

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

// ---------------------------------------------------------------------------------------------- constraints

export interface Binder {
  readonly cell: number;
  readonly min: number;
  readonly max: number;
}

/**
 * Guards and invariants are lists of conjuncts, met in order: once a data conjunct is false, what follows is not
 * evaluated. A clock conjunct reads: for all values of the binders for which `when` holds, left − right op bound,
 * where an absent clock is the constant 0.
 */
export type Conjunct = DataConjunct | ClockConjunct;
export interface DataConjunct {
  readonly kind: "data";
  readonly condition: Expression;
}
export interface ClockConjunct {
  readonly kind: "clock";
  readonly binders: readonly Binder[];
  readonly when?: Expression;
  readonly left?: ClockRef;
  readonly right?: ClockRef;
  readonly op: "<" | "<=" | "==" | ">=" | ">";
  readonly bound: Expression;
  readonly span?: Span;
}
/** `clock' == rate` for all values of the binders for which `when` holds; only 0 and 1 are supported. */
export interface Rate {
  readonly binders: readonly Binder[];
  readonly when?: Expression;
  readonly clock: ClockRef;
  readonly rate: Expression;
  readonly span?: Span;
}

/** A state formula of a query: any boolean shape over data, clock constraints and `deadlock`. */
export type Formula =
  | { readonly kind: "data"; readonly condition: Expression }
  | {
      readonly kind: "clock";
      readonly left?: ClockRef;
      readonly right?: ClockRef;
      readonly op: "<" | "<=" | "==" | "!=" | ">=" | ">";
      readonly bound: Expression;
      readonly span?: Span;
    }
  | { readonly kind: "and" | "or"; readonly parts: readonly Formula[] }
  | { readonly kind: "not"; readonly part: Formula }
  | { readonly kind: "forall" | "exists"; readonly binder: Binder; readonly body: Formula }
  | { readonly kind: "deadlock" };

// ---------------------------------------------------------------------------------------------- queries

export type Query = QueryBase &
  (
    | { readonly kind: "E<>" | "A[]" | "E[]" | "A<>"; readonly formula: Formula }
    | { readonly kind: "-->"; readonly premise: Formula; readonly conclusion: Formula }
    | { readonly kind: "sup" | "inf" | "bounds"; readonly condition?: Formula; readonly terms: readonly Term[] }
    /** Parsed and kept, but nothing here answers it: `feature` says what it would need. */
    | { readonly kind: "unsupported"; readonly feature: string }
  );

interface QueryBase {
  /** As the user wrote it, without comments. */
  readonly text: string;
  /** Its place among the queries of its file, counted from 1; those with faults count too. */
  readonly number?: number;
  readonly comment?: string;
  readonly expectation?: Expectation;
  readonly frameSize: number;
  readonly span?: Span;
}

export interface Expectation {
  readonly outcome: "satisfied" | "violated" | "maybe-satisfied" | "maybe-violated" | "error" | "value";
  readonly value?: string;
}

/** What `sup`, `inf` and `bounds` measure: data, or a clock (difference) plus data. */
export interface Term {
  readonly text: string;
  readonly left?: ClockRef;
  readonly right?: ClockRef;
  readonly value: Expression;
}

export interface ProgressMeasure {
  readonly guard?: Expression;
  readonly measure: Expression;
  readonly frameSize: number;
}

export interface Obstacle {
  /** What it is, as a user would call it: "double variables", "dynamic templates". */
  readonly feature: string;
  readonly span?: Span;
}
