// Arguments of templates and partial instantiations: what each parameter of a template stands for in one process.
// Value arguments are constants by now; reference arguments are the variables, clocks and channels themselves.

import type { Span } from "../../../../diagnostics/index.ts";
import type { Expr, InstantiationDeclaration, Parameter } from "../../ast.ts";
import { Context, MODEL_OWNER, type Unit } from "../context.ts";
import { lowerExpression } from "../expressions/expressions.ts";
import { constantCells, lowerInitialiser } from "../expressions/initialisers.ts";
import type { TypeUse } from "../expressions/type-expressions.ts";
import { type AccessPath, type Instantiable, type Owner, Scope, type ValueSymbol } from "../scope.ts";
import { constantsOf } from "../values/access.ts";
import { describe, equivalent, sameShape } from "../values/compatible.ts";
import { nameOf } from "../values/convert.ts";
import { evaluate } from "../values/evaluate.ts";
import { isChoice, type Operand } from "../values/operand.ts";
import { type ChannelType, elementOf, isSimple, type Type } from "../values/types.ts";
import { pure } from "./edges.ts";
import { declareUnknown, parameterType } from "./templates.ts";

/** `P(params) = T(args);` null when it cannot be used (reported). */
export function declareInstantiation(unit: Unit, node: InstantiationDeclaration, scope: Scope): Instantiable | null {
  const ctx = new Context(unit, scope, MODEL_OWNER);
  const symbol = ctx.resolve(node.template, node.templateSpan);
  if (symbol === null) return null;
  if (symbol.kind === "extension") {
    unit.obstacle(symbol.feature, node.span);
    return null;
  }
  if (symbol.kind !== "template") {
    unit.error("TH2201", `\`${node.template}\` is not a template`, node.templateSpan);
    return null;
  }
  const base = symbol.instantiable;
  const { parameters, template } = base;
  const made: Instantiable = {
    name: node.name,
    parameters: node.parameters,
    template,
    partial: { base, node, scope },
    broken: base.broken,
  };
  if (node.args.length !== parameters.length) {
    const wanted = parameters.length === 1 ? "1 argument" : `${parameters.length} arguments`;
    const names = parameters.map(({ name }) => `\`${name}\``).join(", ");
    const hint = names === "" ? "leave the arguments out" : `its parameters are ${names}`;
    unit.error("TH2202", `\`${base.name}\` takes ${wanted}, not ${node.args.length}`, node.span, hint);
    return { ...made, broken: true };
  }
  if (base.broken) return made;
  // The arguments are checked with its own parameters unknown; each process checks its values again.
  const errors = unit.sink.errors;
  unit.dry = true;
  const own = new Scope(scope);
  declareUnknown(new Context(unit, own, MODEL_OWNER), node.parameters);
  bindArguments(unit, made, own, MODEL_OWNER);
  unit.dry = false;
  return { ...made, broken: unit.sink.errors > errors };
}

/** From the values of its own parameters to those of the template; null when an argument does not fit (reported). */
export function templateArguments(
  unit: Unit,
  instantiable: Instantiable,
  own: readonly ValueSymbol[],
  owner: Owner,
): readonly ValueSymbol[] | null {
  const { partial } = instantiable;
  if (partial === undefined) return own;
  const scope = new Scope(partial.scope);
  for (const symbol of own) scope.names.set(symbol.name, symbol);
  const bound = bindArguments(unit, instantiable, scope, owner);
  return bound === null ? null : templateArguments(unit, partial.base, bound, owner);
}

/** Evaluates the arguments of a partial instantiation in `scope`. */
function bindArguments(
  unit: Unit,
  instantiable: Instantiable,
  scope: Scope,
  owner: Owner,
): readonly ValueSymbol[] | null {
  const { base, node } = instantiable.partial!;
  // Types of parameters may use parameters to their left.
  const outer = base.partial?.scope ?? base.template.scope;
  const parameterScope = new Context(unit, new Scope(outer), MODEL_OWNER);
  const result: ValueSymbol[] = [];
  for (const [i, parameter] of base.parameters.entries()) {
    const use = parameterType(parameterScope, parameter);
    const argument = node.args[i];
    if (use.type.kind === "error" || argument === undefined) return null;
    const ctx = new Context(unit, scope, MODEL_OWNER);
    const symbol = bindArgument(ctx, parameter, use, argument, owner);
    if (symbol === null) return null;
    parameterScope.scope.names.set(parameter.name, symbol);
    result.push(symbol);
  }
  return result;
}

const VARIABLE = "declare a variable and name it here, or let the parameter be `const`";
const NOWHERE = { cells: 0, clocks: 0, channels: 0 };

/** A parameter that stands for given values. */
export function valueParameter(
  parameter: Parameter,
  type: Type,
  values: readonly number[] | null,
  free: boolean,
): ValueSymbol {
  const at = { cells: 0, clocks: 0, channels: 0 };
  return {
    kind: "value",
    name: parameter.name,
    span: parameter.nameSpan,
    type,
    root: { space: "state", at, values, writable: false },
    local: true,
    free,
    written: false,
  };
}

function bindArgument(ctx: Context, parameter: Parameter, use: TypeUse, node: Expr, owner: Owner): ValueSymbol | null {
  if (parameter.reference) {
    const operand = pure(ctx, "an argument", () => lowerExpression(ctx, node));
    return bindReference(ctx, parameter, use, operand, node.span);
  }
  const { type } = use;
  if (!isSimple(type) && (type.kind === "array" || type.kind === "struct")) {
    const operand = pure(ctx, "an argument", () => lowerExpression(ctx, node));
    if (operand.kind === "error") return null;
    const located = operand.kind === "aggregate" ? operand.located : undefined;
    if (located !== undefined && !isChoice(located) && sameShape(type, located.type)) {
      if (located.root.values !== undefined && located.steps.length === 0) {
        // A table of the model: the parameter is another name for it.
        const symbol = valueParameter(parameter, type, constantsOf(located), ctx.free);
        return { ...symbol, alias: { ...located, type } };
      }
    }
  }
  const errors = ctx.unit.sink.errors;
  const initial = pure(ctx, "an argument", () => lowerInitialiser(ctx, type, node));
  if (initial === null || ctx.unit.sink.errors > errors) return null;
  if (initial.unknown !== undefined) ctx.unit.obstacle(initial.unknown, node.span);
  const cells = constantCells(ctx, initial.cells, parameter.name);
  if (cells === null && !ctx.unit.dry) return null;
  const number = initial.double === undefined ? null : evaluate(ctx.unit, initial.double);
  const values = number?.kind === "value" ? [number.value] : cells;
  const symbol = valueParameter(parameter, type, values, ctx.free);
  if (isSimple(type) || type.kind === "double" || values === null) return symbol;
  // Arrays and structs are read with computed indices: a table of this process.
  const options = { values, clockValues: [], meta: false, constant: true };
  const at = ctx.unit.allocate(parameter.name, type, owner, parameter.nameSpan, options);
  return at === null ? null : { ...symbol, root: { ...symbol.root, at } };
}

function bindReference(
  ctx: Context,
  parameter: Parameter,
  use: TypeUse,
  operand: Operand,
  span: Span,
): ValueSymbol | null {
  if (operand.kind === "error") return null;
  const { type } = use;
  const isDropped = operand.kind === "double" && operand.lvalue && operand.located === undefined;
  if (isDropped && type.extent.cells === 0 && type.kind !== "chan") {
    // Doubles are not part of the symbolic state: which one it is makes no difference.
    return { ...valueParameter(parameter, type, null, false), root: { space: "state", at: NOWHERE, writable: true } };
  }
  const access = accessIn(operand);
  if (access === null || (!access.root.writable && !use.constant)) {
    if (access === null && use.constant && operand.kind === "data" && isSimple(type)) {
      const value = ctx.constantOf(operand.value, span, "an argument");
      return value === null && !ctx.unit.dry
        ? null
        : valueParameter(parameter, type, value === null ? null : [value], ctx.free);
    }
    const what = access === null ? nameOf(operand) : "a constant";
    ctx.error(
      "TH2203",
      `\`${parameter.name}\` is a reference: it needs a variable, and this is ${what}`,
      span,
      VARIABLE,
    );
    return null;
  }
  if (access.steps.length > 0) {
    const known = !ctx.unit.dry;
    if (known) {
      ctx.error("TH2204", "which one is passed must be known before the model runs", span, "use a constant index");
      return null;
    }
  }
  if (!accepts(type, access.type, use.constant)) {
    const message = `\`${parameter.name}\` is \`${describe(type)}\`, but the argument is \`${describe(access.type)}\``;
    ctx.error("TH2205", message, span, hintFor(type, access.type));
    return null;
  }
  if (use.constant && access.root.values !== undefined && isSimple(type)) {
    const values = access.root.values === null ? null : constantsOf(access);
    return valueParameter(parameter, type, values, ctx.free);
  }
  return {
    kind: "value",
    name: parameter.name,
    span: parameter.nameSpan,
    type: access.type,
    root: access.root,
    alias: access,
    local: true,
    free: ctx.free,
    written: false,
  };
}

function accessIn(operand: Operand): AccessPath | null {
  switch (operand.kind) {
    case "double":
      return operand.located === undefined || isChoice(operand.located) ? null : operand.located;
    case "data":
      return operand.located === undefined || isChoice(operand.located) || operand.effect ? null : operand.located;
    case "aggregate":
      return isChoice(operand.located) || operand.located.prelude.length > 0 ? null : operand.located;
    case "clock":
      return operand.located ?? null;
    case "channel":
      return operand.access;
    default:
      return null;
  }
}

/**
 * Channels: a parameter promises no more than its argument gives (plain ⊂ broadcast ⊂ urgent, as UPPAAL ranks them).
 */
function accepts(parameter: Type, argument: Type, constant: boolean): boolean {
  const wanted = elementOf(parameter);
  const given = elementOf(argument);
  if (wanted.kind === "chan" && given.kind === "chan") {
    return equivalent(parameter, argument) && capability(given) >= capability(wanted);
  }
  return constant ? sameShape(parameter, argument) : equivalent(parameter, argument);
}

function capability(type: ChannelType): number {
  return type.urgent ? 0 : type.broadcast ? 1 : 2;
}

function hintFor(parameter: Type, argument: Type): string | undefined {
  const wanted = elementOf(parameter);
  const given = elementOf(argument);
  if (wanted.kind === "chan" && given.kind === "chan") return `declare the parameter as \`${describe(given)} &\``;
  return undefined;
}
