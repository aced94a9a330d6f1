// Asking an operand to be something in particular: a number, a condition, a constraint on clocks. What does not fit
// is reported here, in words of the person who wrote it.

import { defined } from "../../../../basics/defined.ts";
import type { Span } from "../../../../diagnostics/index.ts";
import type { Expression } from "../../../../network/index.ts";
import type { Context } from "../context.ts";
import type { AccessPath } from "../scope.ts";
import { clockOf, loadOf } from "./access.ts";
import { describe } from "./compatible.ts";
import { conditional, truth, UNKNOWN, ZERO } from "./fold.ts";
import {
  type ChannelOperand,
  type ChosenOperand,
  type ClockOperand,
  type DoubleOperand,
  type ElaboratedConstraint,
  ERROR_OPERAND,
  isChoice,
  type LocatedOperand,
  type Operand,
} from "./operand.ts";
import { conditionOf, literal } from "./reals.ts";
import { isIntegral, isSimple, isStoredDouble, type Type } from "./types.ts";

export function typeOfLocated(located: LocatedOperand): Type {
  let at = located;
  while (isChoice(at)) at = at.then;
  return at.type;
}

export function mapLocated<T>(
  located: LocatedOperand,
  leaf: (access: AccessPath) => T,
  join: (condition: Expression, then: T, otherwise: T) => T,
): T {
  if (!isChoice(located)) return leaf(located);
  const then = mapLocated(located.then, leaf, join);
  return join(located.condition, then, mapLocated(located.otherwise, leaf, join));
}

export function loadLocated(located: LocatedOperand): Expression {
  return mapLocated(
    located,
    (access) =>
      access.prelude.length === 0 ? loadOf(access) : { kind: "sequence", first: access.prelude, value: loadOf(access) },
    conditional,
  );
}

/** What a path denotes, by its type. */
export function operandAt(located: LocatedOperand, span: Span): Operand {
  const type = typeOfLocated(located);
  if (isSimple(type)) return { kind: "data", type, value: loadLocated(located), located };
  switch (type.kind) {
    case "array":
    case "struct":
      return { kind: "aggregate", type, located };
    case "clock":
      if (type.extent.clocks === 0) {
        const feature = type.price === true ? "`cost` as a number" : "hybrid clocks";
        return { kind: "double", feature, lvalue: true, ...defined({ price: type.price }), span };
      }
      return mapLocated<ClockOperand | ChosenOperand>(
        located,
        (access) => ({ kind: "clock", plus: clockOf(access), offset: ZERO, located: access }),
        (condition, then, otherwise) => ({ kind: "chosen", condition, then, otherwise, span }),
      );
    case "chan":
      return mapLocated<ChannelOperand | ChosenOperand>(
        located,
        (access) => ({ kind: "channel", type, access }),
        (condition, then, otherwise) => ({ kind: "chosen", condition, then, otherwise, span }),
      );
    case "double":
      return doubleAt(located, type, span);
    case "string":
      return { kind: "string", value: "" };
    default:
      return ERROR_OPERAND;
  }
}

function doubleAt(located: LocatedOperand, type: Type, span: Span): DoubleOperand {
  const base: DoubleOperand = { kind: "double", feature: "double variables", lvalue: true, span };
  if (!isChoice(located) && located.root.values !== undefined && located.steps.length === 0) {
    const value = located.root.values?.[located.offset.cells];
    if (value !== undefined) return { ...base, value, real: literal(value) };
    if (located.root.values === null) return { ...base, real: UNKNOWN };
  }
  return isStoredDouble(type) ? { ...base, real: loadLocated(located), located } : base;
}

/** "a clock", "an array", …: what an operand is, for messages. */
export function nameOf(operand: Operand): string {
  switch (operand.kind) {
    case "data":
      return operand.type.kind === "scalar" ? `a value of the scalar set \`${operand.type.set}\`` : "a number";
    case "aggregate":
      return operand.type.kind === "array" ? `an array (\`${describe(operand.type)}\`)` : "a struct";
    case "clock":
      return operand.minus === undefined ? "a clock" : "a difference of clocks";
    case "rate":
      return "the rate of a clock";
    case "constraint":
      return "a condition on clocks";
    case "channel":
      return "a channel";
    case "double":
      return operand.loose ? "a value that is not known" : "a double";
    case "chosen":
      return nameOf(operand.then);
    case "process":
      return "a process";
    case "function":
      return "a function";
    case "string":
      return "a string";
    case "void":
      return "a call that returns nothing";
    case "error":
      return "an error";
  }
}

/** Notes that the model needs doubles where it matters. */
export function unsupportedDouble(ctx: Context, operand: DoubleOperand): Expression {
  const { feature, span } = operand;
  if (ctx.unit.reals && operand.real !== undefined) return operand.real;
  return unsupported(ctx, feature, span);
}

/** What is paid, where it is a whole number. */
export function paidValue(ctx: Context, operand: Operand, span: Span): Expression | null {
  if (operand.kind === "data") return asInteger(ctx, operand, span);
  const whole = operand.kind === "double" && operand.value !== undefined && Number.isInteger(operand.value);
  return whole ? { kind: "constant", value: operand.value! } : null;
}

/** Notes what no analysis supports; an expression stands in its place. */
export function unsupported(ctx: Context, feature: string, span: Span): Expression {
  ctx.unit.obstacle(feature, span);
  return { kind: "unsupported", feature, span };
}

export function asInteger(ctx: Context, operand: Operand, span: Span): Expression {
  if (operand.kind === "data" && isIntegral(operand.type)) return operand.value;
  if (operand.kind === "double" && operand.loose) return unsupportedDouble(ctx, operand);
  if (operand.kind !== "error") {
    ctx.error("TH2020", `a number is needed here, but this is ${nameOf(operand)}`, span, toNumber(operand));
  }
  return ZERO;
}

/** How people get a number from what they have. */
function toNumber(operand: Operand): string | undefined {
  switch (operand.kind) {
    case "clock":
      return "clocks can be compared and set, but their values cannot be computed with";
    case "function":
      return "call it: add `()`";
    case "double":
      return "`fint(…)` makes a whole number of it";
    case "aggregate":
      return operand.type.kind === "array" ? "say which element: `a[i]`" : "say which field: `r.name`";
    case "constraint":
      return "conditions on clocks belong in guards and invariants, joined by `&&`";
    case "channel":
      return "channels stand in synchronisations only";
    case "void":
      return "give the function a type other than `void`, and a `return`";
    default:
      return undefined;
  }
}

/** A condition without clocks. */
export function asCondition(ctx: Context, operand: Operand, span: Span): Expression {
  const condition = ctx.unit.reals && operand.kind === "constraint" ? conditionOf(operand.constraint) : null;
  if (condition !== null) return condition;
  if (operand.kind === "constraint") {
    ctx.error("TH2021", "clocks cannot be asked here", span, "conditions on clocks belong in guards and invariants");
    return ZERO;
  }
  return asInteger(ctx, operand, span);
}

/** The operand as 0 or 1; bools are that already. */
export function asTruth(ctx: Context, operand: Operand, span: Span): Expression {
  const value = asInteger(ctx, operand, span);
  return operand.kind === "data" && operand.type.kind === "bool" ? value : truth(value);
}

/** A guard, invariant or state formula: data and clocks. */
export function asConstraint(ctx: Context, operand: Operand, span: Span): ElaboratedConstraint {
  if (operand.kind === "constraint") return operand.constraint;
  return { kind: "data", condition: asTruth(ctx, operand, span) };
}
