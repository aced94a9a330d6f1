// From constraint trees to what the network keeps: conjuncts of guards and invariants, rates, formulas of queries.
// The rules are those of UPPAAL's clock-typing lattice; guards that are disjunctions of clock constraints, which
// UPPAAL refuses, are split into alternatives.

import { defined } from "../../../../basics/defined.ts";
import type { Span } from "../../../../diagnostics/index.ts";
import { OPPOSITE } from "../../../../network/comparisons.ts";
import type { Binder, ClockConjunct, Conjunct, Expression, Formula, Rate } from "../../../../network/index.ts";
import { type Context, LIMITS } from "../context.ts";
import { all, any, not, or, untrue, ZERO } from "../values/fold.ts";
import type { ElaboratedConstraint } from "../values/operand.ts";

// ---------------------------------------------------------------------------------------------- conjuncts

interface Sink {
  readonly conjuncts: Conjunct[];
  readonly rates: Rate[];
}

/** Adds a constraint that has at most one clock part in each disjunction. `fail` is told of what does not fit. */
function addConjuncts(
  constraint: ElaboratedConstraint,
  binders: readonly Binder[],
  when: Expression | null,
  sink: Sink,
  fail: (part: ElaboratedConstraint) => void,
): void {
  switch (constraint.kind) {
    case "data":
      addData(constraint.condition, binders, when, sink);
      return;
    case "clock": {
      if (constraint.op === "!=") {
        fail(constraint);
        return;
      }
      const conjunct = { ...constraint, op: constraint.op, binders } as ClockConjunct;
      sink.conjuncts.push(when === null ? conjunct : { ...conjunct, when });
      return;
    }
    case "rate": {
      const { clock, rate, span } = constraint;
      if (clock === null) return;
      const place = span === undefined ? {} : { span };
      sink.rates.push({ binders, clock, rate, ...defined({ when: when === null ? undefined : when }), ...place });
      return;
    }
    case "and":
      for (const part of constraint.parts) addConjuncts(part, binders, when, sink, fail);
      return;
    case "or": {
      const clocks = constraint.parts.filter((part) => part.kind !== "data");
      if (clocks.length > 1) {
        fail(constraint);
        return;
      }
      const escapes = constraint.parts.flatMap((part) => (part.kind === "data" ? [untrue(part.condition)] : []));
      const condition = all(when === null ? escapes : [when, ...escapes]);
      if (condition.kind === "constant" && condition.value === 0) return;
      const only = clocks[0];
      const needed = condition.kind === "constant" ? null : condition;
      if (only !== undefined) addConjuncts(only, binders, needed, sink, fail);
      return;
    }
    case "forall":
      addConjuncts(constraint.body, [...binders, constraint.binder], when, sink, fail);
      return;
    case "exists":
    case "not":
    case "deadlock":
      fail(constraint);
  }
}

function addData(condition: Expression, binders: readonly Binder[], when: Expression | null, sink: Sink): void {
  let whole = when === null ? condition : or(untrue(when), condition);
  for (const binder of [...binders].reverse()) whole = { kind: "forall", ...binder, body: whole };
  if (whole.kind === "and") {
    addData(whole.left, [], null, sink);
    addData(whole.right, [], null, sink);
  } else if (whole.kind !== "constant" || whole.value === 0) {
    sink.conjuncts.push({ kind: "data", condition: whole });
  }
}

export function toInvariant(
  ctx: Context,
  constraint: ElaboratedConstraint,
  span: Span,
): { invariant: readonly Conjunct[]; rates: readonly Rate[] } {
  const sink: Sink = { conjuncts: [], rates: [] };
  addConjuncts(constraint, [], null, sink, (part) => {
    const at = spanOf(part) ?? span;
    if (part.kind === "clock") {
      ctx.error("TH2061", "an invariant may bound clocks, but not exclude single values", at);
    } else {
      ctx.error(
        "TH2062",
        "an invariant must be a conjunction: one side of a disjunction may ask clocks, not both",
        at,
        "split the location, or write the condition so that only one side has clocks",
      );
    }
  });
  for (const conjunct of sink.conjuncts) {
    if (conjunct.kind === "clock" && conjunct.op === "==") {
      ctx.error(
        "TH2061",
        "an invariant may bound clocks, but not fix them with `==`",
        conjunct.span ?? span,
        "write `<=` here and `==` in a guard",
      );
    }
  }
  return { invariant: sink.conjuncts, rates: sink.rates };
}

// ---------------------------------------------------------------------------------------------- guards

/** The alternatives of a guard: one, unless it is a disjunction of clock constraints. */
export function toGuards(ctx: Context, constraint: ElaboratedConstraint, span: Span): readonly (readonly Conjunct[])[] {
  const plain = positive(constraint, false);
  const state: Splitting = { ctx, span, tooMany: false };
  const alternatives = split(plain, state);
  if (state.tooMany) {
    ctx.error("TH2064", `this guard has more than ${LIMITS.alternatives} alternatives`, span, "use several edges");
    return [[]];
  }
  if (beyondGuards(constraint)) {
    ctx.unit.warn(
      "TH2065",
      alternatives.length > 1
        ? `this guard is a disjunction of clock constraints: the edge is read as ${alternatives.length} edges`
        : "negated clock constraints in guards are an extension; UPPAAL refuses them",
      span,
      alternatives.length > 1 ? "UPPAAL refuses such guards; write one edge per alternative" : undefined,
    );
  }
  return alternatives.map((parts) => {
    const sink: Sink = { conjuncts: [], rates: [] };
    for (const part of parts) {
      addConjuncts(part, [], null, sink, (bad) => {
        ctx.error("TH2064", "this condition on clocks cannot stand in a guard", spanOf(bad) ?? span);
      });
    }
    return sink.conjuncts;
  });
}

interface Splitting {
  readonly ctx: Context;
  readonly span: Span;
  tooMany: boolean;
}

/** Disjunctive normal form, as far as clocks are concerned; each alternative is a list of conjuncts to be. */
function split(constraint: ElaboratedConstraint, state: Splitting): ElaboratedConstraint[][] {
  switch (constraint.kind) {
    case "clock":
      if (constraint.op !== "!=") return [[constraint]];
      return [[{ ...constraint, op: "<" }], [{ ...constraint, op: ">" }]];
    case "rate":
      state.ctx.error("TH2063", "rates of clocks belong in invariants", constraint.span ?? state.span);
      return [[]];
    case "and": {
      let result: ElaboratedConstraint[][] = [[]];
      for (const part of constraint.parts) {
        const next = split(part, state);
        if (result.length * next.length > LIMITS.alternatives) {
          state.tooMany = true;
          return [[]];
        }
        result = next.length === 1 ? append(result, next[0]!) : result.flatMap((a) => next.map((b) => [...a, ...b]));
      }
      return result;
    }
    case "or": {
      const data = constraint.parts.filter((part) => part.kind === "data");
      const clocks = constraint.parts.filter((part) => part.kind !== "data");
      if (clocks.length <= 1) {
        return clocks
          .flatMap((part) => split(part, state))
          .map((parts) => [{ kind: "or", parts: [...data, { kind: "and", parts }] } as ElaboratedConstraint]);
      }
      const result = clocks.flatMap((part) => split(part, state));
      if (data.length > 0) result.unshift([{ kind: "data", condition: any(data.map((part) => part.condition)) }]);
      if (result.length > LIMITS.alternatives) state.tooMany = true;
      return state.tooMany ? [[]] : result;
    }
    case "forall": {
      const body = split(constraint.body, state);
      if (body.length === 1) return [[{ ...constraint, body: { kind: "and", parts: body[0]! } }]];
      state.ctx.error(
        "TH2064",
        "a disjunction of clock constraints under `forall` cannot stand in a guard",
        constraint.span ?? state.span,
      );
      return [[]];
    }
    case "exists":
      state.ctx.error(
        "TH2064",
        "`exists` over clock constraints cannot stand in a guard",
        constraint.span ?? state.span,
        "bind the name with `select` instead",
      );
      return [[]];
    default:
      return [[constraint]];
  }
}

function append(lists: ElaboratedConstraint[][], more: readonly ElaboratedConstraint[]): ElaboratedConstraint[][] {
  for (const list of lists) list.push(...more);
  return lists;
}

/** Negation normal form: `not` disappears. */
function positive(constraint: ElaboratedConstraint, negated: boolean): ElaboratedConstraint {
  switch (constraint.kind) {
    case "data":
      return negated ? { kind: "data", condition: not(constraint.condition) } : constraint;
    case "clock":
      return negated ? { ...constraint, op: OPPOSITE[constraint.op] } : constraint;
    case "and":
    case "or": {
      const kind = negated === (constraint.kind === "and") ? "or" : "and";
      const parts = constraint.parts.map((part) => positive(part, negated));
      return kind === "or" ? disjunction(parts) : { kind, parts };
    }
    case "not":
      return positive(constraint.part, !negated);
    case "forall":
    case "exists": {
      const kind = negated === (constraint.kind === "forall") ? "exists" : "forall";
      return { ...constraint, kind, body: positive(constraint.body, negated) };
    }
    default:
      return constraint;
  }
}

/** Nested disjunctions become one, so that their data parts are found. */
function disjunction(parts: readonly ElaboratedConstraint[]): ElaboratedConstraint {
  return { kind: "or", parts: parts.flatMap((part) => (part.kind === "or" ? part.parts : [part])) };
}

/** Is it what UPPAAL types as a constraint, more than a guard: `!=`, negation, or a disjunction over clocks? */
function beyondGuards(constraint: ElaboratedConstraint): boolean {
  switch (constraint.kind) {
    case "clock":
      return constraint.op === "!=";
    case "and":
      return constraint.parts.some(beyondGuards);
    case "or":
      return constraint.parts.filter((part) => part.kind !== "data").length > 1 || constraint.parts.some(beyondGuards);
    case "not":
    case "exists":
      return true;
    case "forall":
      return beyondGuards(constraint.body);
    default:
      return false;
  }
}

// ---------------------------------------------------------------------------------------------- queries

/** A state formula; data parts that stand together become one. */
export function toFormula(ctx: Context, constraint: ElaboratedConstraint, span: Span): Formula {
  switch (constraint.kind) {
    case "data":
    case "clock":
    case "deadlock":
      return constraint;
    case "rate":
      ctx.error("TH4007", "rates of clocks cannot be asked in queries", constraint.span ?? span);
      return { kind: "data", condition: ZERO };
    case "not": {
      const part = toFormula(ctx, constraint.part, span);
      return part.kind === "data" ? { kind: "data", condition: not(part.condition) } : { kind: "not", part };
    }
    case "and":
    case "or": {
      const { kind } = constraint;
      const join = kind === "and" ? all : any;
      const parts: Formula[] = [];
      let run: Expression[] = [];
      const flush = (): void => {
        if (run.length > 0) parts.push({ kind: "data", condition: join(run) });
        run = [];
      };
      for (const part of constraint.parts.map((each) => toFormula(ctx, each, span))) {
        if (part.kind === "data") run.push(part.condition);
        else {
          flush();
          parts.push(part);
        }
      }
      flush();
      if (parts.length === 1) return parts[0]!;
      return constraint.imply && parts.length === 2 ? { kind, parts, imply: true } : { kind, parts };
    }
    case "forall":
    case "exists":
      return { kind: constraint.kind, binder: constraint.binder, body: toFormula(ctx, constraint.body, span) };
  }
}

function spanOf(constraint: ElaboratedConstraint): Span | undefined {
  if ("span" in constraint && constraint.span !== undefined) return constraint.span;
  if (constraint.kind === "and" || constraint.kind === "or") {
    for (const part of constraint.parts) {
      const span = spanOf(part);
      if (span !== undefined) return span;
    }
  }
  return undefined;
}
