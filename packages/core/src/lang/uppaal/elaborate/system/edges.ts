// Locations and edges of a template, lowered in the scope of one instance (or of none, when the template is checked
// on its own). A label that does not depend on the instance is lowered once and shared.

import type { Span } from "../../../../diagnostics/index.ts";
import type { Conjunct, Edge, Expression, Rate, Select, Statement, Sync } from "../../../../network/index.ts";
import type { Expr, SelectBinding, SyncLabel } from "../../ast.ts";
import type { EdgeNode, LocationNode } from "../../document.ts";
import { Context, type PaidTerm, type Unit } from "../context.ts";
import { bind, runsOverNothing } from "../expressions/binders.ts";
import { lowerConstraint, lowerExpression } from "../expressions/expressions.ts";
import { type Owner, Scope } from "../scope.ts";
import { channelOf } from "../values/access.ts";
import { nameOf, unsupported } from "../values/convert.ts";
import { ZERO } from "../values/fold.ts";
import { effectOf } from "../values/operands.ts";
import { asReal, realArithmetic } from "../values/reals.ts";
import { toGuards, toInvariant } from "./constraints.ts";

export interface LoweredLocation {
  readonly invariant: readonly Conjunct[];
  readonly rates: readonly Rate[];
  readonly rate?: Expression;
  readonly price?: Expression;
  readonly frameSize: number;
}

export interface LoweredEdge {
  readonly selects: readonly Select[];
  readonly guards: readonly (readonly Conjunct[])[];
  readonly sync: Sync;
  readonly update: readonly Statement[];
  /** Of the edge out of a branchpoint. */
  readonly weight?: Expression;
  readonly branchSelects: number;
  readonly payments?: NonNullable<Edge["payments"]>;
  readonly frameSize: number;
}

/** No value to select: the edge is never taken. */
const NEVER: LoweredEdge["guards"] = [[{ kind: "data", condition: ZERO }]];
const PLAIN: LoweredLocation = { invariant: [], rates: [], frameSize: 0 };

export function lowerLocation(unit: Unit, scope: Scope, owner: Owner, node: LocationNode): LoweredLocation {
  if (node.urgent && node.committed && unit.dry) {
    const hint = "time stops in both; keep one of the two";
    unit.error("TH2072", `the location \`${node.name ?? node.id}\` is both urgent and committed`, node.span, hint);
  }
  const { invariant, rate } = node;
  if (invariant === null && rate === null) return PLAIN;
  return shared(unit, scope, owner, node, (ctx) => {
    const left = rate === null ? {} : { rate: lowerNumber(ctx, rate, "an exponential rate") };
    if (invariant === null) return { invariant: [], rates: [], ...left, frameSize: ctx.frameSize };
    ctx.paid = [];
    const constraint = pure(ctx, "an invariant", () => lowerConstraint(ctx, invariant));
    checkRate(ctx, ctx.paid, invariant);
    return { ...toInvariant(ctx, constraint, invariant.span), ...left, ...priceOf(ctx.paid), frameSize: ctx.frameSize };
  });
}

/** `branch`: the edge out of the branchpoint that `node` leads to. */
export function lowerEdge(
  unit: Unit,
  scope: Scope,
  owner: Owner,
  node: EdgeNode,
  branch: EdgeNode | null,
  key: object,
): LoweredEdge {
  return shared(unit, scope, owner, key, (ctx) => {
    const selects = lowerSelects(ctx, node.selects);
    const own = selects.length;
    const before = ctx.scope;
    if (branch !== null) {
      ctx.scope = new Scope(before);
      selects.push(...lowerSelects(ctx, branch.selects));
    }
    const after = ctx.scope;
    ctx.scope = before;
    const possible = lowerGuard(ctx, node.guard);
    const guards = selects.some(runsOverNothing) ? NEVER : possible;
    const sync = lowerSync(ctx, node.sync);
    ctx.paid = [];
    ctx.stated = 0;
    const update = lowerUpdate(ctx, node.update);
    ctx.scope = after;
    if (branch !== null) {
      update.push(...lowerUpdate(ctx, branch.update));
      // UPPAAL's parser takes both; what they mean no document says.
      lowerGuard(ctx, branch.guard);
      lowerSync(ctx, branch.sync);
      const label = branch.guard ?? branch.sync;
      const kind = branch.guard === null ? "a synchronisation" : "a guard";
      if (label !== null) unsupported(ctx, `${kind} on an edge that leaves a branchpoint`, label.span);
    }
    const { weight: written } = branch ?? node;
    const weight = written === null ? {} : { weight: lowerNumber(ctx, written, "a weight") };
    const branchSelects = selects.length - own;
    const common = { selects: selects.map(nonEmpty), guards, sync, update, ...weight, ...paymentsOf(ctx.paid) };
    return { ...common, branchSelects, frameSize: ctx.frameSize };
  });
}

function paymentsOf(paid: readonly PaidTerm[]): Pick<LoweredEdge, "payments"> {
  return paid.length === 0 ? {} : { payments: paid.map(({ value, after }) => ({ value, after })) };
}

/** A location has one rate, whatever holds: only then is the sum over processes what a unit of time costs. */
function checkRate(ctx: Context, paid: readonly PaidTerm[], invariant: Expr): void {
  const [, second] = paid;
  if (second !== undefined) ctx.unit.price("`cost' == e` twice in a location", second.span);
  const always = new Set(conjunctsOf(invariant).map(({ span }) => span));
  const other = paid.find(({ span }) => !always.has(span));
  if (other !== undefined) ctx.unit.price("`cost' == e` under a quantifier or a condition", other.span);
}

function conjunctsOf(node: Expr): readonly Expr[] {
  return node.kind === "binary" && node.op === "&&" ? [...conjunctsOf(node.left), ...conjunctsOf(node.right)] : [node];
}

function priceOf([rate]: readonly PaidTerm[]): { readonly price?: Expression } {
  return rate === undefined ? {} : { price: rate.value };
}

/** Engines run over one value at least; whether the edge is possible at all its guard says. */
function nonEmpty(select: Select): Select {
  return runsOverNothing(select) ? { ...select, max: select.min } : select;
}

/** Rates and weights are for statistics and probabilities: what they need is no obstacle to anything else. */
function lowerNumber(ctx: Context, node: Expr, what: string): Expression {
  const { obstacles } = ctx.unit;
  const before = obstacles.length;
  const parts = node.kind === "extension" ? node.parts : [node];
  const values = parts.map((part) => {
    const operand = pure(ctx, what, () => lowerExpression(ctx, part));
    const fits = operand.kind === "data" || operand.kind === "double";
    const value = fits ? asReal(operand, part.span) : null;
    if (value !== null) return value;
    if (operand.kind !== "error") {
      ctx.error("TH2020", `${what} is a number, but this is ${nameOf(operand)}`, part.span);
    }
    return ZERO;
  });
  obstacles.length = before;
  const [value, divisor] = values;
  return divisor === undefined ? value! : realArithmetic("/", value!, divisor, node.span);
}

/** Lowers once for all instances when nothing in it depends on the instance. */
function shared<T>(unit: Unit, scope: Scope, owner: Owner, key: object, lower: (ctx: Context) => T): T {
  const store = unit.dry ? undefined : owner.template?.shared;
  const known = store?.get(key);
  if (known !== undefined) return known as T;
  const ctx = new Context(unit, new Scope(scope), owner);
  const result = lower(ctx);
  if (!ctx.touched) store?.set(key, result);
  return result;
}

const EFFECTS = "only updates of edges (and functions they call) change variables";

/** Runs `lower` and reports if it found something that changes the state. */
export function pure<T>(ctx: Context, what: string, lower: () => T): T {
  const effect = ctx.effect;
  const errors = ctx.unit.sink.errors;
  ctx.effect = null;
  const result = lower();
  // One thing at a time: what does not fit is not asked for its effects.
  if (ctx.effect !== null && ctx.unit.sink.errors === errors) {
    ctx.error(ctx.query ? "TH4006" : "TH2070", `${what} must not change anything`, ctx.effect, EFFECTS);
  }
  ctx.effect = effect;
  return result;
}

function lowerSelects(ctx: Context, bindings: readonly SelectBinding[]): Select[] {
  return bindings.flatMap(({ name, nameSpan, type }) => {
    ctx.free = false;
    const binder = bind(ctx, name, nameSpan, type);
    if (ctx.free) {
      ctx.error("TH2211", "the type of a select cannot depend on a free parameter of a process", type.span);
    }
    return binder === null ? [] : [{ name, min: binder.min, max: binder.max }];
  });
}

function lowerGuard(ctx: Context, node: Expr | null): readonly (readonly Conjunct[])[] {
  if (node === null) return [[]];
  const constraint = pure(ctx, "a guard", () => lowerConstraint(ctx, node));
  return toGuards(ctx, constraint, node.span);
}

function lowerSync(ctx: Context, node: SyncLabel | null): Sync {
  if (node === null) return { kind: "internal" };
  const operand = pure(ctx, "a synchronisation", () => lowerExpression(ctx, node.channel));
  if (operand.kind === "chosen" && nameOf(operand) === "a channel") {
    unsupported(ctx, "a channel that a condition chooses", node.span);
    return { kind: "internal" };
  }
  if (operand.kind !== "channel") {
    if (operand.kind !== "error") {
      const { name } = node.channel as { name?: string };
      const hint =
        operand.kind === "aggregate"
          ? `say which element: \`${name ?? "c"}[i]\``
          : "declare it as a channel: `chan c;`";
      ctx.error("TH2075", `a channel is needed here, but this is ${nameOf(operand)}`, node.channel.span, hint);
    }
    return { kind: "internal" };
  }
  if (node.direction === "csp") {
    ctx.unit.bareSyncs.push(node.span);
    return { kind: "internal" };
  }
  return { kind: node.direction, channel: channelOf(operand.access), span: node.span };
}

export function lowerUpdate(ctx: Context, nodes: readonly Expr[]): Statement[] {
  const result: Statement[] = [];
  const add = (node: Expr): void => {
    if (node.kind === "comma") {
      for (const part of node.parts) add(part);
      return;
    }
    const operand = lowerExpression(ctx, node);
    checkUpdate(ctx, operand, node.span);
    const expression: Expression | null = effectOf(operand);
    if (expression === null) return;
    result.push({ kind: "expression", expression });
    ctx.stated++;
  };
  for (const node of nodes) add(node);
  return result;
}

/** An update is any expression; some that cannot have been meant are reported. */
function checkUpdate(ctx: Context, operand: ReturnType<typeof lowerExpression>, span: Span): void {
  switch (operand.kind) {
    case "constraint":
    case "channel":
    case "process":
    case "function":
    case "chosen":
    case "rate":
      ctx.error(
        "TH2076",
        `an update changes variables, but this is ${nameOf(operand)}`,
        span,
        operand.kind === "function"
          ? "call it: add `()`"
          : operand.kind === "constraint"
            ? "assign with `=`"
            : undefined,
      );
      return;
    default:
  }
}
