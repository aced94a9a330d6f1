// Declarations of the model and of templates: variables, constants, clocks, channels, typedefs, functions. Names are
// entered into the scope in order, room is made in the network.

import type { Expression } from "../../../../network/index.ts";
import type { Declaration, Declarator, VariableDeclaration } from "../../ast.ts";
import type { Context } from "../context.ts";
import { declareFunction } from "../expressions/functions.ts";
import { constantCells, defaultValues, lowerInitialiser } from "../expressions/initialisers.ts";
import { lowerDimensions, lowerType, type TypeUse } from "../expressions/type-expressions.ts";
import type { AnySymbol, ExtensionSymbol, PathRoot, ValueSymbol } from "../scope.ts";
import { describe } from "../values/compatible.ts";
import { evaluate } from "../values/evaluate.ts";
import { elementOf, hasEmptyRange, isSimple, type Type } from "../values/types.ts";

/** What belongs to the model as a whole (priorities, update hooks, instantiations) is dealt with by `system.ts`. */
export function declare(ctx: Context, declaration: Declaration): void {
  switch (declaration.kind) {
    case "variable":
      declareVariables(ctx, declaration);
      return;
    case "typedef":
      for (const declarator of declaration.declarators) {
        const touched = ctx.touched;
        ctx.touched = false;
        const { type, constant, meta } = lowerType(ctx, declaration.type, declarator.name);
        const full = lowerDimensions(ctx, type, declarator.dimensions);
        const { name, nameSpan: span } = declarator;
        ctx.declare({ kind: "type", name, span, type: full, constant, meta, local: ctx.touched });
        ctx.touched ||= touched;
      }
      return;
    case "function":
      declareFunction(ctx, declaration);
      return;
    case "extension":
      for (const name of declaration.names) {
        ctx.declare({ kind: "extension", name, span: declaration.span, feature: declaration.feature, local: false });
      }
      return;
    default:
  }
}

function declareVariables(ctx: Context, declaration: VariableDeclaration): void {
  for (const declarator of declaration.declarators) {
    const touched = ctx.touched;
    ctx.touched = false;
    const use = lowerType(ctx, declaration.type, undefined);
    const type = lowerDimensions(ctx, use.type, declarator.dimensions);
    ctx.declare(makeVariable(ctx, declarator, { ...use, type }));
    ctx.touched ||= touched;
  }
}

function makeVariable(ctx: Context, declarator: Declarator, use: TypeUse): AnySymbol {
  const { name, nameSpan } = declarator;
  const { type, constant, meta } = use;
  if (type.kind === "error" || !checkDeclared(ctx, declarator, use)) return broken(declarator);
  if (hasEmptyRange(type)) return unknownVariable(declarator, "a variable whose range is empty");
  let values: readonly number[] | null = null;
  let clockValues: readonly number[] = [];
  let double: Expression | undefined;
  if (declarator.initialiser !== undefined) {
    const effect = ctx.effect;
    ctx.effect = null;
    const initial = lowerInitialiser(ctx, type, declarator.initialiser);
    if (ctx.effect !== null) ctx.error("TH2017", "an initialiser must not change anything", ctx.effect);
    ctx.effect = effect;
    if (initial === null) return broken(declarator);
    if (initial.unknown !== undefined) return unknownVariable(declarator, initial.unknown);
    const errors = ctx.unit.sink.errors;
    values = constantCells(ctx, initial.cells, name);
    const clocks = constantCells(ctx, initial.clocks, name);
    if (ctx.unit.sink.errors > errors) return broken(declarator);
    clockValues = clocks ?? [];
    double = initial.double;
  }
  const instance = ctx.owner.template !== undefined;
  const dry = ctx.unit.dry;
  if (constant && type.kind === "double" && double !== undefined) {
    const known = evaluate(ctx.unit, double);
    values = known.kind === "value" ? [known.value] : null;
  }
  if (constant && (isSimple(type) || (type.kind === "double" && (values !== null || dry)))) {
    return symbolFor(
      declarator,
      type,
      { space: "state", at: NOWHERE, values, writable: false },
      instance && ctx.touched,
    );
  }
  if (!ctx.unit.hasRoom(name, type, nameSpan)) return broken(declarator);
  const start = values ?? (dry && declarator.initialiser !== undefined ? [] : defaultValues(type));
  const at = ctx.unit.allocate(name, type, ctx.owner, nameSpan, { values: start, clockValues, meta, constant });
  if (at === null) return broken(declarator);
  const root: PathRoot = constant
    ? { space: "state", at, values, writable: false }
    : { space: "state", at, writable: true };
  return symbolFor(declarator, type, root, instance);
}

const NOWHERE = { cells: 0, clocks: 0, channels: 0 };

function broken(declarator: Declarator) {
  return { kind: "broken" as const, name: declarator.name, span: declarator.nameSpan, local: false };
}

/** A variable that nothing is wrong with as long as nobody reads it. */
export function unknownVariable({ name, nameSpan }: Declarator, feature: string): ExtensionSymbol {
  return { kind: "extension", name, span: nameSpan, feature, variable: true, local: false };
}

function symbolFor(declarator: Declarator, type: Type, root: PathRoot, local: boolean): ValueSymbol {
  const { name, nameSpan: span } = declarator;
  return { kind: "value", name, span, type, root, local, free: false, written: false };
}

/** What may be declared at all, and what needs or forbids an initialiser. */
export function checkDeclared(ctx: Context, declarator: Declarator, use: TypeUse): boolean {
  const { name, nameSpan, initialiser } = declarator;
  const leaf = elementOf(use.type);
  if (leaf.kind === "void") {
    ctx.error("TH2013", `\`${name}\` cannot be of type \`void\``, nameSpan);
    return false;
  }
  if (leaf.kind === "chan" && initialiser !== undefined) {
    ctx.error("TH2018", "a channel has no value to start with", initialiser.span, "leave out `= …`");
    return false;
  }
  if (leaf.kind === "string" && !use.constant) {
    ctx.error("TH2013", `\`${name}\` must be \`const\`: strings are constants`, nameSpan);
    return false;
  }
  if (use.constant && initialiser === undefined) {
    ctx.error(
      "TH2016",
      `the constant \`${name}\` has no value`,
      nameSpan,
      `write \`const ${describe(use.type)} ${name} = …\``,
    );
    return false;
  }
  return true;
}
