// What every model finds declared: integer limits and types of C, and the mathematical functions. Of these only `abs`
// works on integers; the others yield doubles, which symbolic analysis does not have.

import type { Span } from "../../../../diagnostics/index.ts";
import type { Expression } from "../../../../network/index.ts";
import { INT32_MAX, INT32_MIN } from "../../../../network/integers.ts";
import { REAL_CONSTANTS, REAL_FUNCTIONS } from "../../../../network/real-functions.ts";
import type { CallExpr } from "../../ast.ts";
import type { Context } from "../context.ts";
import { Scope } from "../scope.ts";
import { asInteger } from "../values/convert.ts";
import { constant, UNKNOWN } from "../values/fold.ts";
import { ERROR_OPERAND, type Operand } from "../values/operand.ts";
import { asReal, doubleOperand, knownNumber, realFunction } from "../values/reals.ts";
import { ANY_INT, COST, DOUBLE, integer } from "../values/types.ts";

/** UINT8_MAX is 255, as UPPAAL's parser has it (its documentation says 256). */
const INTEGERS: Readonly<Record<string, number>> = {
  INT8_MIN: -128,
  INT8_MAX: 127,
  UINT8_MAX: 255,
  INT16_MIN: -32768,
  INT16_MAX: 32767,
  UINT16_MAX: 65535,
  INT32_MIN,
  INT32_MAX,
};

const TYPES: Readonly<Record<string, readonly [number, number]>> = {
  int8_t: [-128, 127],
  uint8_t: [0, 255],
  int16_t: [-32768, 32767],
  uint16_t: [0, 65535],
  int32_t: [INT32_MIN, INT32_MAX],
};

const FUNCTIONS: ReadonlySet<string> = new Set(
  [
    "abs fabs fmod fma fmax fmin fdim exp exp2 expm1 ln log log10 log2 log1p pow sqrt cbrt hypot",
    "sin cos tan asin acos atan atan2 sinh cosh tanh asinh acosh atanh erf erfc tgamma lgamma",
    "ceil floor trunc round fint ldexp ilogb logb nextafter copysign",
    "fpclassify isfinite isinf isnan isnormal signbit isunordered",
    "random random_arcsine random_beta random_gamma random_normal random_poisson random_tri random_weibull",
  ]
    .join(" ")
    .split(" "),
);

/** Those whose results are whole numbers all the same. */
const INTEGRAL: ReadonlySet<string> = new Set(
  "abs fint ilogb isfinite isinf isnan isnormal signbit isunordered fpclassify".split(" "),
);

/** How many arguments those take that draw random numbers. */
const RANDOM_ARITY: ReadonlyMap<string, number> = new Map([
  ["random", 1],
  ["random_poisson", 1],
  ["random_arcsine", 2],
  ["random_beta", 2],
  ["random_gamma", 2],
  ["random_normal", 2],
  ["random_weibull", 2],
  ["random_tri", 3],
]);

const NOWHERE: Span = { block: 0, start: 0, end: 0 };

export function builtinScope(): Scope {
  const scope = new Scope(null);
  const at = { cells: 0, clocks: 0, channels: 0 };
  const common = { span: NOWHERE, local: false, free: false, written: false } as const;
  for (const [name, value] of Object.entries(INTEGERS)) {
    const root = { space: "state" as const, at, values: [value], writable: false };
    scope.names.set(name, { kind: "value", name, type: ANY_INT, root, ...common });
  }
  for (const [name, value] of Object.entries(REAL_CONSTANTS)) {
    const root = { space: "state" as const, at, values: [value], writable: false };
    scope.names.set(name, { kind: "value", name, type: DOUBLE, root, ...common });
  }
  // Cost-optimal models (UPPAAL CORA) have it without declaring it.
  const cost = { space: "state" as const, at, writable: true };
  scope.names.set("cost", { kind: "value", name: "cost", type: COST, root: cost, ...common });
  for (const [name, [min, max]] of Object.entries(TYPES)) {
    const type = integer(min, max);
    scope.names.set(name, { kind: "type", name, type, constant: false, meta: false, span: NOWHERE, local: false });
  }
  return scope;
}

export function builtinFunction(name: string): boolean {
  return FUNCTIONS.has(name);
}

export function lowerBuiltin(ctx: Context, name: string, node: CallExpr): Operand {
  const operands = node.args.map((argument) => ctx.lower(argument));
  if (operands.some((operand) => operand.kind === "error")) return ERROR_OPERAND;
  const [first] = operands;
  if (name === "abs" && first?.kind !== "double") {
    if (operands.length !== 1 || first === undefined) {
      ctx.error("TH2052", `\`abs\` takes 1 argument, not ${operands.length}`, node.span);
      return ERROR_OPERAND;
    }
    const value = asInteger(ctx, first, node.args[0]!.span);
    if (value.kind === "constant") return { kind: "data", type: ANY_INT, value: constant(Math.abs(value.value) | 0) };
    return { kind: "data", type: ANY_INT, value: { kind: "unary", op: "abs", operand: value } };
  }
  const known = REAL_FUNCTIONS.get(name);
  const arity = known?.arity ?? RANDOM_ARITY.get(name);
  if (arity !== undefined && arity !== operands.length && ctx.unit.reals) {
    const wanted = arity === 1 ? "1 argument" : `${arity} arguments`;
    ctx.error("TH2052", `\`${name}\` takes ${wanted}, not ${operands.length}`, node.span);
    return ERROR_OPERAND;
  }
  const numbers = operands.map((operand, i) => asReal(operand, node.args[i]!.span));
  const feature = `the function \`${name}\``;
  const isKnown = numbers.every((number) => number !== null && (ctx.unit.reals || knownNumber(number) !== null));
  if (!isKnown || arity === undefined) {
    const integral = INTEGRAL.has(name) ? { loose: true as const } : {};
    return { kind: "double", feature, ...integral, span: node.span };
  }
  const value = numbers.includes(UNKNOWN) ? UNKNOWN : realFunction(name, numbers as Expression[], node.span);
  if (known?.integral) return { kind: "data", type: ANY_INT, value };
  return doubleOperand(value, node.span, { feature });
}
