// Queries, compiled in the scope of the system: processes have members, clocks may be asked anywhere, nothing may
// change. What needs more than symbolic analysis is kept as unsupported, with the name of what it needs.

import { defined } from "../../../../basics/defined.ts";
import type { Span } from "../../../../diagnostics/index.ts";
import {
  type Expectation,
  type Formula,
  kindOf,
  kindsWhere,
  mentions,
  type Query,
  type QueryOf,
  type Term,
} from "../../../../network/index.ts";
import type { Expr, QueryNode } from "../../ast.ts";
import { Context, MODEL_OWNER, type Unit } from "../context.ts";
import { lowerExpression } from "../expressions/expressions.ts";
import { Scope } from "../scope.ts";
import { asConstraint, asInteger, nameOf, unsupported } from "../values/convert.ts";
import { ZERO } from "../values/fold.ts";
import { toFormula } from "./constraints.ts";
import { pure } from "./edges.ts";
import { lowerProbability } from "./probabilities.ts";
import { lowerTemporal } from "./temporal.ts";

export interface QueryMeta {
  readonly text: string;
  readonly number?: number;
  readonly comment?: string;
  readonly expectation?: Expectation;
  readonly span?: Span;
}

/** `statistics` makes the question of a statistical query, in the network that is made for it. */
export function compileQuery(
  unit: Unit,
  scope: Scope,
  node: QueryNode,
  meta: QueryMeta,
  statistics: (node: StatisticalQuery) => Statistics | null,
): Query | null {
  const base = {
    text: meta.text,
    ...defined({
      number: meta.number,
      comment: meta.comment === undefined || meta.comment === "" ? undefined : meta.comment,
    }),
    ...defined({ expectation: meta.expectation }),
    span: meta.span ?? node.span,
  };
  if (node.form === "feature") return { ...base, kind: "unsupported", feature: node.feature, frameSize: 0 };
  if (node.form === "statistical") {
    const made = statistics(node);
    return made === null ? null : { ...base, kind: node.kind, ...made };
  }
  const errors = unit.sink.errors;
  const obstacles = unit.obstacles.length;
  const ctx = new Context(unit, new Scope(scope), MODEL_OWNER, true);
  const body = compileBody(ctx, node);
  const needed = unit.obstacles.splice(obstacles);
  if (unit.sink.errors > errors) return null;
  const [obstacle] = needed;
  if (obstacle !== undefined) return { ...base, kind: "unsupported", feature: obstacle.feature, frameSize: 0 };
  return { ...base, ...body, frameSize: ctx.frameSize } as Query;
}

export type StatisticalQuery = Extract<QueryNode, { form: "statistical" }>;
export type Statistics = Pick<QueryOf<"statistical">, "model" | "question" | "frameSize">;
type Symbolic = Exclude<QueryNode, { form: "feature" | "statistical" }>;

type Without<T, K extends string> = T extends unknown ? Omit<T, K> : never;
type Body = Without<Query, "text" | "comment" | "expectation" | "frameSize" | "span">;

function compileBody(ctx: Context, node: Symbolic): Body {
  switch (node.form) {
    case "path":
      return { kind: node.kind, formula: lowerFormula(ctx, node.formula, node) };
    case "leads-to":
      return {
        kind: node.kind,
        premise: lowerFormula(ctx, node.premise, node),
        conclusion: lowerFormula(ctx, node.conclusion, node),
      };
    case "temporal":
      return { kind: node.kind, ...lowerTemporal(ctx, node.formula, (formula) => lowerFormula(ctx, formula, node)) };
    case "property":
      return { kind: node.kind, property: lowerProbability(ctx, node, (formula) => lowerFormula(ctx, formula, node)) };
    case "terms": {
      const terms = node.terms.map((term) => lowerTerm(ctx, term));
      const condition = node.condition === undefined ? {} : { condition: lowerFormula(ctx, node.condition, node) };
      return { kind: node.kind, ...condition, terms };
    }
  }
}

function lowerFormula(ctx: Context, node: Expr, query: Symbolic): Formula {
  const formula = lowerCondition(ctx, node);
  if (!mentions(formula, "deadlock") || kindOf(query).deadlock) return formula;
  // In a temporal formula it would mean something, and nothing here can tell when it begins; elsewhere it is no
  // question.
  if (query.form === "temporal") unsupported(ctx, "`deadlock` in a temporal formula", node.span);
  else {
    const where = kindsWhere(({ deadlock, about }) => deadlock && about !== undefined, { quote: "`" });
    ctx.error("TH4010", `\`deadlock\` cannot be asked in \`${query.kind}\``, node.span, `use it in ${where}`);
  }
  return formula;
}

export function lowerCondition(ctx: Context, node: Expr): Formula {
  const operand = pure(ctx, "a query", () => lowerExpression(ctx, node));
  if (operand.kind === "process") {
    ctx.error("TH4008", "a process is not a condition", node.span, "ask for one of its locations: `P.name`");
    return { kind: "data", condition: ZERO };
  }
  return toFormula(ctx, asConstraint(ctx, operand, node.span), node.span);
}

function lowerTerm(ctx: Context, node: Expr): Term {
  const operand = pure(ctx, "a query", () => lowerExpression(ctx, node));
  const text = ctx.unit.sources.textOf(node.span).trim();
  if (operand.kind === "clock") {
    return {
      text,
      ...defined({ left: operand.plus, right: operand.minus }),
      value: operand.offset,
    };
  }
  if (operand.kind === "chosen" || operand.kind === "double") {
    const feature = operand.kind === "double" ? operand.feature : `${nameOf(operand)} that a condition chooses`;
    return { text, value: unsupported(ctx, feature, node.span) };
  }
  if (operand.kind === "constraint") {
    ctx.error("TH4012", "a number or a clock is needed here, not a condition on clocks", node.span);
    return { text, value: ZERO };
  }
  return { text, value: asInteger(ctx, operand, node.span) };
}
