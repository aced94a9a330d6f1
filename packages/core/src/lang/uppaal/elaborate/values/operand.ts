// What an expression of the language turns out to be: a number, a clock (difference), a constraint on clocks, a
// channel, a process, …. Lowering an expression yields an operand; whoever asked decides whether it fits.

import type { Span } from "../../../../diagnostics/index.ts";
import type { ClockRef, Expression, Formula } from "../../../../network/index.ts";
import type { AccessPath, FunctionSymbol, ProcessSet } from "../scope.ts";
import type { ArrayOf, BooleanType, ChannelType, IntegerType, RecordType, ScalarSet } from "./types.ts";

/** An lvalue or an aggregate that depends on a condition: `(c ? a : b)`. */
export interface ConditionalPlace {
  readonly condition: Expression;
  readonly then: LocatedOperand;
  readonly otherwise: LocatedOperand;
}
export type LocatedOperand = AccessPath | ConditionalPlace;

export function isChoice(located: LocatedOperand): located is ConditionalPlace {
  return "condition" in located;
}

export type Operand =
  | DataOperand
  | AggregateOperand
  | ClockOperand
  | RateOperand
  | ConstraintOperand
  | ChannelOperand
  | DoubleOperand
  | ChosenOperand
  | ProcessOperand
  | { readonly kind: "function"; readonly symbol: FunctionSymbol; readonly process?: ProcessOperand }
  | { readonly kind: "string"; readonly value: string }
  | { readonly kind: "void"; readonly value: Expression }
  /** Reported already. */
  | { readonly kind: "error" };

/** An int, bool or scalar. */
export interface DataOperand {
  readonly kind: "data";
  readonly type: IntegerType | BooleanType | ScalarSet;
  readonly value: Expression;
  /** Present for lvalues. For `(a = 1)` and `++a` the value must run before the place is used again: `effect`. */
  readonly located?: LocatedOperand;
  readonly effect?: true;
}
export interface AggregateOperand {
  readonly kind: "aggregate";
  readonly type: ArrayOf | RecordType;
  readonly located: LocatedOperand;
}
/** plus − minus + offset. With `located` it is exactly one clock, which may be assigned. */
export interface ClockOperand {
  readonly kind: "clock";
  readonly plus?: ClockRef;
  readonly minus?: ClockRef;
  readonly offset: Expression;
  readonly located?: AccessPath;
  /** For `(x = e)`: the assignment, and the value that x has afterwards (on top of the clock it was set to). */
  readonly assigned?: { readonly effect: Expression; readonly value: Expression; readonly source?: ClockRef };
}
/** `x'`; null for hybrid clocks, which symbolic analysis leaves out. */
export interface RateOperand {
  readonly kind: "rate";
  readonly clock: ClockRef | null;
  /** `cost'`. */
  readonly price?: true;
}
export interface ConstraintOperand {
  readonly kind: "constraint";
  readonly constraint: ElaboratedConstraint;
}
export interface ChannelOperand {
  readonly kind: "channel";
  readonly type: ChannelType;
  readonly access: AccessPath;
}
/** A clock or channel that a condition chooses: `b ? x : y`. */
export interface ChosenOperand {
  readonly kind: "chosen";
  readonly condition: Expression;
  readonly then: ClockOperand | ChannelOperand | ChosenOperand;
  readonly otherwise: ClockOperand | ChannelOperand | ChosenOperand;
  readonly span: Span;
}
/**
 * What symbolic analysis has no value for: doubles, and (`loose`) numbers that imported functions or unreadable
 * initialisers would give. `value` is there when it is a literal or constant; `lvalue`: may be assigned (and is
 * dropped).
 */
export interface DoubleOperand {
  readonly kind: "double";
  readonly value?: number;
  readonly lvalue?: true;
  /** `cost`. */
  readonly price?: true;
  readonly loose?: true;
  readonly feature: string;
  readonly span: Span;
  /** Effects of evaluating it, kept when the value itself is dropped. */
  readonly effects?: readonly Expression[];
  /** Its value, where statistics will ask for it. */
  readonly real?: Expression;
  /** Of an lvalue, in networks made for statistics. */
  readonly located?: LocatedOperand;
}
/** One process: `P`, `P(1)`, `P(i)`; `steps` is empty when it is known which. */
export interface ProcessOperand {
  readonly kind: "process";
  readonly set: ProcessSet;
  /** Offset from the first process of the set, as far as it is constant. */
  readonly offset: number;
  readonly steps: readonly { index: Expression; first: number; count: number; stride: number; span?: Span }[];
  /** Arguments were given: `P(1)`, not the bare name of a set. */
  readonly applied?: true;
}

/** A formula over clocks and data, with rates as they occur in invariants. Data parts hold no clocks at all. */
export type ElaboratedConstraint =
  | Exclude<Formula, { kind: "and" | "or" | "not" | "forall" | "exists" }>
  | { readonly kind: "rate"; readonly clock: ClockRef | null; readonly rate: Expression; readonly span?: Span }
  | { readonly kind: "and" | "or"; readonly parts: readonly ElaboratedConstraint[]; readonly imply?: true }
  | { readonly kind: "not"; readonly part: ElaboratedConstraint; readonly span?: Span }
  | {
      readonly kind: "forall" | "exists";
      readonly binder: { readonly cell: number; readonly min: number; readonly max: number };
      readonly body: ElaboratedConstraint;
      readonly span?: Span;
    };

export const ERROR_OPERAND: Operand = { kind: "error" };
