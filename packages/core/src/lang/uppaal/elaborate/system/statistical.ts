// Statistical questions, compiled in the network that is made for statistics: bounds and counts are constants, what is
// shown or reached may be any number or condition over data, doubles and clocks.

import { defined } from "../../../../basics/defined.ts";
import {
  type Expression,
  type Formula,
  mentions,
  negation,
  type PathProperty,
  type RunBound,
  type Shown,
  type StatisticalQuestion,
} from "../../../../network/index.ts";
import type { Expr, PathPropertyNode, RunBoundNode } from "../../ast.ts";
import { Context, MODEL_OWNER, type Unit } from "../context.ts";
import { lowerExpression } from "../expressions/expressions.ts";
import { Scope } from "../scope.ts";
import { nameOf } from "../values/convert.ts";
import { evaluate } from "../values/evaluate.ts";
import { ZERO } from "../values/fold.ts";
import { asReal } from "../values/reals.ts";
import { pure } from "./edges.ts";
import { lowerCondition, type StatisticalQuery } from "./queries.ts";

/** Null when it has errors (reported). */
export function compileStatistics(
  unit: Unit,
  scope: Scope,
  { question }: StatisticalQuery,
): { readonly question: StatisticalQuestion; readonly frameSize: number } | null {
  const errors = unit.sink.errors;
  const ctx = new Context(unit, new Scope(scope), MODEL_OWNER, true);
  const made = lowerQuestion(ctx, question);
  return unit.sink.errors > errors ? null : { question: made, frameSize: ctx.frameSize };
}

function lowerQuestion(ctx: Context, node: StatisticalQuery["question"]): StatisticalQuestion {
  switch (node.kind) {
    case "probability": {
      const property = lowerProperty(ctx, node.property);
      const test = node.test && { op: node.test.op, threshold: number(ctx, node.test.threshold, "a probability") };
      if (test !== undefined && !(test.threshold >= 0 && test.threshold <= 1)) {
        ctx.error("TH4020", `a probability lies between 0 and 1, not at ${test.threshold}`, node.test!.threshold.span);
      }
      const against = node.against && lowerProperty(ctx, node.against);
      return { kind: "probability", property, ...defined({ test, against }) };
    }
    case "expectation": {
      const { bound, runs } = lowerBounds(ctx, node);
      const shown = lowerShown(ctx, node.expression);
      return { kind: "expectation", bound, ...defined({ runs }), extreme: node.extreme, shown };
    }
    case "simulation": {
      const filter = node.filter && {
        ...(node.filter.count === undefined ? {} : { count: count(ctx, node.filter.count, "a number of runs") }),
        condition: lowerWatched(ctx, node.filter.condition),
      };
      const shown = node.expressions.map((expression) => lowerShown(ctx, expression));
      return { kind: "simulation", ...lowerBounds(ctx, node), shown, ...defined({ filter }) };
    }
  }
}

/** A condition on one state of a run. */
function lowerWatched(ctx: Context, node: Expr): Formula {
  const formula = lowerCondition(ctx, node);
  if (mentions(formula, "deadlock")) {
    const hint = "`E<> deadlock` asks for a run to one; here ask for the locations in which the model is stuck";
    ctx.error("TH4010", "`deadlock` cannot be asked of random runs", node.span, hint);
  }
  return formula;
}

function lowerProperty(ctx: Context, node: PathPropertyNode): PathProperty {
  const { path } = node;
  const first = lowerWatched(ctx, node.formula);
  const common = { ...lowerBounds(ctx, node), path };
  if (path === "U") return { ...common, keep: first, goal: lowerWatched(ctx, node.until!) };
  return { ...common, goal: path === "[]" ? negation(first) : first };
}

function lowerBounds(
  ctx: Context,
  { bound, runs }: { readonly bound: RunBoundNode; readonly runs?: Expr },
): { readonly bound: RunBound; readonly runs?: number } {
  const asked = runs === undefined ? {} : { runs: count(ctx, runs, "a number of runs") };
  if (bound.kind === "steps") {
    return { bound: { kind: "steps", limit: count(ctx, bound.limit, "a number of steps", 0) }, ...asked };
  }
  const limit = number(ctx, bound.limit, "the bound of the runs");
  if (limit < 0) ctx.error("TH4020", `runs cannot be bounded by ${limit}`, bound.limit.span);
  if (bound.kind !== "clock") return { bound: { kind: "time", limit }, ...asked };
  const clock = lowerExpression(ctx, bound.clock);
  if (clock.kind === "clock" && clock.plus !== undefined && clock.located !== undefined) {
    return { bound: { kind: "clock", clock: clock.plus, limit }, ...asked };
  }
  if (clock.kind !== "error") {
    ctx.error("TH4020", `runs are bounded by time, steps or a clock, and this is ${nameOf(clock)}`, bound.clock.span);
  }
  return { bound: { kind: "time", limit }, ...asked };
}

function lowerShown(ctx: Context, node: Expr): Shown {
  const operand = pure(ctx, "a query", () => lowerExpression(ctx, node));
  const value: Expression | null = operand.kind === "error" ? ZERO : asReal(operand, node.span);
  if (value === null) {
    ctx.error("TH2020", `a number is needed here, but this is ${nameOf(operand)}`, node.span);
  }
  return { text: ctx.unit.sources.textOf(node.span).trim(), value: value ?? ZERO };
}

/** A number that is known before the model runs. */
function number(ctx: Context, node: Expr, what: string): number {
  const operand = pure(ctx, "a query", () => lowerExpression(ctx, node));
  const value = asReal(operand, node.span);
  if (operand.kind === "error") return 0;
  const known = value === null ? null : evaluate(ctx.unit, value);
  if (known?.kind === "value" && Number.isFinite(known.value)) return known.value;
  const why = known?.kind === "failed" ? `, but ${known.reason}` : `, and this is ${nameOf(operand)}`;
  ctx.error("TH4020", `${what} is a number that is known beforehand${why}`, node.span);
  return 0;
}

function count(ctx: Context, node: Expr, what: string, least = 1): number {
  const errors = ctx.unit.sink.errors;
  const value = number(ctx, node, what);
  if (ctx.unit.sink.errors === errors && !(Number.isInteger(value) && value >= least)) {
    ctx.error("TH4020", `${what} is a whole number from ${least} on, not ${value}`, node.span);
  }
  return value;
}
