// Functions: read and checked where they are declared, put into the network when something calls them. Functions of
// templates exist once per instance that calls them, or once for all when they do not depend on the instance.

import { defined } from "../../../../basics/defined.ts";
import type { FunctionDefinition } from "../../../../network/index.ts";
import type { FunctionDeclaration, Parameter } from "../../ast.ts";
import { Context, type Unit } from "../context.ts";
import {
  type FunctionSignature,
  type FunctionSymbol,
  Scope,
  type SignatureParameter,
  type ValueSymbol,
} from "../scope.ts";
import { describe } from "../values/compatible.ts";
import { elementOf, isSimple, isStoredDouble } from "../values/types.ts";
import { frameSymbol } from "./binders.ts";
import { lowerDimensions, lowerType } from "./type-expressions.ts";

interface Shared {
  readonly index: number;
}

export function declareFunction(ctx: Context, declaration: FunctionDeclaration): void {
  const symbol: FunctionSymbol = {
    kind: "function",
    name: declaration.name,
    span: declaration.nameSpan,
    // Whether a call depends on the instance shows when the function is put into the network.
    local: false,
    declaration,
    scope: ctx.scope,
    owner: ctx.owner,
    signature: null,
    open: false,
    index: null,
    touched: false,
    broken: false,
  };
  ctx.declare(symbol);
  // Instances of a template reuse what the check of the template has shown.
  if (ctx.owner.process !== undefined) return;
  symbol.open = true;
  const { unit } = ctx;
  const dry = unit.dry;
  unit.dry = true;
  const errors = unit.sink.errors;
  const { inner, signature } = enter(unit, symbol);
  unit.grammar.body(inner, declaration);
  unit.dry = dry;
  symbol.open = false;
  symbol.broken = unit.sink.errors > errors;
  signature.effect = inner.effect !== null;
  unit.facts.set(declaration, {
    effect: inner.effect !== null,
    written: signature.parameters.map((parameter) => parameter.symbol.written),
  });
  symbol.signature = signature;
  if (signature.effect && RUN_AT_START.has(declaration.name)) {
    unit.obstacle(`the function \`${declaration.name}\``, declaration.nameSpan);
  }
}

/** UPPAAL 5 runs these by itself, before anything else. */
const RUN_AT_START: ReadonlySet<string> = new Set(["__ON_CONSTRUCT__", "__ON_BEGIN__"]);

/** What a caller must know; null when the head of the function is broken. */
export function signatureOf(unit: Unit, symbol: FunctionSymbol): FunctionSignature | null {
  symbol.signature ??= enter(unit, symbol).signature;
  return symbol.signature;
}

/** Opens a function: its parameters, in a scope and frame of their own. */
function enter(unit: Unit, symbol: FunctionSymbol): { inner: Context; signature: FunctionSignature } {
  const { declaration } = symbol;
  const inner = new Context(unit, new Scope(symbol.scope), symbol.owner);
  if (symbol.order !== undefined) inner.horizon = symbol.order;
  const known = unit.facts.get(declaration);
  const { type } = lowerType(inner, declaration.returns);
  if (type.kind === "clock" || type.kind === "chan" || type.kind === "string" || type.kind === "array") {
    inner.error("TH2055", `a function cannot return \`${describe(type)}\``, declaration.returns.span);
  }
  const parameters = declaration.parameters.map((parameter, i) => {
    const made = enterParameter(inner, parameter);
    if (known?.written[i]) made.symbol.written = true;
    return made;
  });
  const signature = { returns: type, parameters, effect: known?.effect ?? false };
  inner.returns = type;
  return { inner, signature };
}

function enterParameter(inner: Context, parameter: Parameter): SignatureParameter {
  const { name, nameSpan, reference } = parameter;
  const use = lowerType(inner, parameter.type);
  const type = lowerDimensions(inner, use.type, parameter.dimensions);
  const leaf = elementOf(type);
  if ((leaf.kind === "clock" || leaf.kind === "chan") && !reference) {
    const hint = `write \`${describe(leaf)} &${name}\``;
    inner.error("TH2056", `\`${name}\` must be passed by reference`, parameter.span, hint);
  }
  if (type.extent.clocks > 0 && type.extent.cells > 0) {
    inner.error("TH3001", `\`${name}\` holds both clocks and data, which cannot be passed together`, parameter.span);
  }
  if (leaf.kind === "void") inner.error("TH2013", `\`${name}\` cannot be of type \`void\``, nameSpan);
  const passing = passingOf(type, reference);
  const size = passing === "ignored" ? 0 : passing === "value" || passing === "copy" ? type.extent.cells : 1;
  const cell = inner.cells(size);
  const symbol: ValueSymbol = frameSymbol(name, nameSpan, type, cell, !use.constant);
  const at = { cells: cell, clocks: cell, channels: cell };
  const root = {
    space: passing === "reference" || passing === "clock" ? ("reference" as const) : ("frame" as const),
    at,
    writable: !use.constant,
    symbol: null as unknown as ValueSymbol,
  };
  const made: ValueSymbol = { ...symbol, root };
  root.symbol = made;
  inner.declare(made);
  return { name, type, passing, constant: use.constant, symbol: made };
}

function passingOf(type: SignatureParameter["type"], reference: boolean): SignatureParameter["passing"] {
  const { cells, clocks } = type.extent;
  if (clocks > 0) return "clock";
  if (cells === 0) return "ignored";
  if (reference) return "reference";
  return isSimple(type) || isStoredDouble(type) ? "value" : "copy";
}

/** The function's number in the network, made on first use; `touched`: it belongs to one instance. */
export function realise(unit: Unit, symbol: FunctionSymbol): { index: number; touched: boolean } {
  const { owner, declaration } = symbol;
  if (symbol.index !== null) return { index: symbol.index, touched: symbol.touched };
  const shared = owner.template?.shared.get(declaration) as Shared | undefined;
  if (shared !== undefined) {
    symbol.index = shared.index;
    return { index: shared.index, touched: false };
  }
  const index = unit.functions.length;
  symbol.index = index;
  // The place is taken first: what the function calls comes after it.
  unit.functions.push(PLACEHOLDER);
  const { inner, signature } = enter(unit, symbol);
  const body = unit.grammar.body(inner, declaration);
  symbol.touched = inner.touched;
  const common = owner.template !== undefined && !inner.touched;
  const prefix = common ? `${owner.template?.node.name}.` : owner.prefix;
  unit.functions[index] = {
    name: prefix + declaration.name,
    ...defined({ process: owner.process === undefined || common ? undefined : owner.process }),
    parameters: signature.parameters
      .filter((parameter) => parameter.passing !== "ignored")
      .map((parameter) => {
        const copied = parameter.passing === "value" || parameter.passing === "copy";
        return {
          name: parameter.name,
          cell: parameter.symbol.root.at.cells,
          size: copied ? parameter.type.extent.cells : 1,
          kind: parameter.passing as FunctionDefinition["parameters"][number]["kind"],
        };
      }),
    frameSize: inner.frameSize,
    returns: signature.returns.extent.cells,
    body,
    span: declaration.nameSpan,
  };
  if (common) owner.template?.shared.set(declaration, { index });
  return { index, touched: symbol.touched };
}

const PLACEHOLDER: FunctionDefinition = { name: "", parameters: [], frameSize: 0, returns: 0, body: [] };
