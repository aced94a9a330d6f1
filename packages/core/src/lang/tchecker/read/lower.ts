// Expressions of the syntax tree → expressions of the network: names become places, constants are folded, clock
// terms are kept apart from data. A clock may stand only in sums and differences that end in a clock constraint or
// a clock assignment; everywhere else the value must be known without looking at a clock.

import { defined } from "../../../basics/defined.ts";
import type { DiagnosticSink, Span } from "../../../diagnostics/index.ts";
import { MIRROR } from "../../../network/comparisons.ts";
import type { ClockConjunct, ClockRef, Conjunct, Expression, Place, Subscript } from "../../../network/index.ts";
import { and, conditional, fold, negate, not, ZERO } from "../fold.ts";
import { clip } from "../lines.ts";
import type { TckExpr, TckName } from "../syntax.ts";
import type { DataSymbol } from "./scope.ts";

/** How expressions find their names: global ones and, in statements, locals. */
export interface Lookup {
  get(name: string): DataSymbol | undefined;
  /** Like `get`, but reports the miss. */
  find(name: string, span: Span, sink: DiagnosticSink): DataSymbol | undefined;
}

/** `plus − minus + data`. */
export interface ClockTerm {
  readonly plus: readonly ClockRef[];
  readonly minus: readonly ClockRef[];
  /** Null when it is 0. */
  readonly data: Expression | null;
}

const COMPARISONS: ReadonlySet<string> = new Set(["<", "<=", "==", "!=", ">=", ">"]);
export class Lowering {
  private readonly lookup: Lookup;
  private readonly sink: DiagnosticSink;

  constructor(lookup: Lookup, sink: DiagnosticSink) {
    this.lookup = lookup;
    this.sink = sink;
  }

  /** A guard or invariant, cut at its `&&`. */
  conjuncts(expr: TckExpr): Conjunct[] {
    const list: Conjunct[] = [];
    // Iterative on the left, where chains of `&&` grow.
    const pending: TckExpr[] = [expr];
    while (pending.length > 0) {
      const part = pending.pop()!;
      if (part.kind === "and") {
        pending.push(part.right, part.left);
      } else if (this.mentionsClock(part)) {
        const conjunct = this.clockConjunct(part);
        if (conjunct !== null) list.push(conjunct);
      } else {
        const condition = this.data(part);
        if (condition !== null) pushConditions(condition, list);
      }
    }
    return list;
  }

  private clockConjunct(expr: TckExpr): ClockConjunct | null {
    const shape = "write `x < e` or `x - y < e`";
    if (expr.kind !== "binary" || !COMPARISONS.has(expr.op)) {
      if (expr.kind === "unary" && expr.op === "!") {
        this.sink.error("TH2411", "A clock constraint cannot be negated", expr.span, "turn the comparison round");
      } else {
        this.sink.error("TH2410", "Clocks may only be compared with integers", expr.span, shape);
      }
      return null;
    }
    const left = this.clockTerm(expr.left);
    const right = this.clockTerm(expr.right);
    if (left === null || right === null) return null;
    if (expr.op === "!=") {
      const hint = "write one edge with `<` and one with `>`";
      this.sink.error("TH2412", "A clock cannot be compared with `!=`", expr.span, hint);
      return null;
    }
    const plus = [...left.plus, ...right.minus];
    const minus = [...left.minus, ...right.plus];
    if (plus.length > 1 || minus.length > 1 || sameClock(plus[0], minus[0])) {
      this.sink.error("TH2410", "This is not a bound on a clock or on the difference of two clocks", expr.span, shape);
      return null;
    }
    // `5 < x - y` reads as `x - y > 5`: clocks stand on the left.
    const turn = plus.length === 0 || left.plus.length + left.minus.length === 0;
    const [first, second] = turn ? [minus[0], plus[0]] : [plus[0], minus[0]];
    const from = turn ? right.data : left.data;
    const to = turn ? left.data : right.data;
    const bound = from === null ? (to ?? ZERO) : fold("-", to ?? ZERO, from, expr.span);
    return {
      kind: "clock",
      binders: [],
      left: first!,
      ...defined({ right: second }),
      op: turn ? MIRROR[expr.op as ClockConjunct["op"]] : (expr.op as ClockConjunct["op"]),
      bound,
      span: expr.span,
    };
  }

  /** A sum of clocks and data; null after an error. */
  clockTerm(expr: TckExpr): ClockTerm | null {
    if (!this.mentionsClock(expr)) {
      const data = this.data(expr);
      return data === null ? null : { plus: [], minus: [], data: isZero(data) ? null : data };
    }
    if (expr.kind === "name") {
      const clock = this.clock(expr);
      return clock === null ? null : { plus: [clock], minus: [], data: null };
    }
    if (expr.kind === "binary" && (expr.op === "+" || expr.op === "-")) {
      const left = this.clockTerm(expr.left);
      const right = this.clockTerm(expr.right);
      if (left === null || right === null) return null;
      const subtract = expr.op === "-";
      return {
        plus: [...left.plus, ...(subtract ? right.minus : right.plus)],
        minus: [...left.minus, ...(subtract ? right.plus : right.minus)],
        data: this.combine(expr.op, left.data, right.data, expr.span),
      };
    }
    this.sink.error("TH2410", "Clocks may only be added, subtracted and compared", expr.span);
    return null;
  }

  private combine(op: "+" | "-", left: Expression | null, right: Expression | null, span: Span): Expression | null {
    if (right === null) return left;
    if (left === null) return op === "+" ? right : negate(right);
    return fold(op, left, right, span);
  }

  /** A value that no clock takes part in; null after an error. */
  data(expr: TckExpr): Expression | null {
    switch (expr.kind) {
      case "number":
        if (expr.value > 0x7fffffff) {
          this.sink.error("TH1414", `${expr.value} does not fit in 32 bits`, expr.span);
          return null;
        }
        return { kind: "constant", value: expr.value };
      case "name": {
        const symbol = this.lookup.find(expr.name, expr.nameSpan, this.sink);
        if (symbol === undefined) return null;
        if (symbol.kind === "clock") {
          this.sink.error("TH2413", `The value of clock \`${clip(expr.name)}\` cannot be used here`, expr.span);
          return null;
        }
        const place = this.place(expr, symbol);
        return place === null ? null : { kind: "load", place };
      }
      case "unary": {
        // −2³¹ can be written although 2³¹ cannot.
        if (expr.op === "-" && expr.operand.kind === "number")
          return { kind: "constant", value: -expr.operand.value | 0 };
        const operand = this.data(expr.operand);
        if (operand === null) return null;
        return expr.op === "-" ? negate(operand) : not(operand);
      }
      case "binary": {
        const left = this.data(expr.left);
        const right = this.data(expr.right);
        return left === null || right === null ? null : fold(expr.op, left, right, expr.span);
      }
      case "and": {
        const left = this.data(expr.left);
        const right = this.data(expr.right);
        return left === null || right === null ? null : and(left, right);
      }
      case "if": {
        const condition = this.data(expr.condition);
        const then = this.data(expr.then);
        const otherwise = this.data(expr.otherwise);
        if (condition === null || then === null || otherwise === null) return null;
        return conditional(condition, then, otherwise);
      }
    }
  }

  /** The cells of an int variable or local. */
  place(expr: TckName, symbol: DataSymbol & { readonly cell: number }): Place | null {
    const at = this.element(expr, symbol.size);
    if (at === null) return null;
    const space = symbol.kind === "local" ? "frame" : "state";
    return { space, base: symbol.cell + at.offset, offset: 0, steps: at.steps };
  }

  clock(expr: TckName): ClockRef | null {
    const symbol = this.lookup.find(expr.name, expr.nameSpan, this.sink);
    if (symbol?.kind !== "clock") return null;
    const at = this.element(expr, symbol.size);
    return at === null ? null : { space: "clock", base: symbol.first + at.offset, steps: at.steps };
  }

  /** Which element is meant: a constant index is an offset, any other a step that is checked when it is taken. */
  private element(expr: TckName, size: number): { offset: number; steps: Subscript[] } | null {
    if (expr.index === undefined) {
      if (size === 1) return { offset: 0, steps: [] };
      const hint = `write \`${clip(expr.name)}[0]\` for its first element`;
      this.sink.error("TH2414", `\`${clip(expr.name)}\` is an array of ${size}; name one element`, expr.span, hint);
      return null;
    }
    const index = this.data(expr.index);
    if (index === null) return null;
    if (index.kind !== "constant") {
      return { offset: 0, steps: [{ index, first: 0, count: size, stride: 1, span: expr.span }] };
    }
    if (index.value >= 0 && index.value < size) return { offset: index.value, steps: [] };
    const hint = size === 1 ? "its only index is 0" : `indices run from 0 to ${size - 1}`;
    const message = `\`${clip(expr.name)}\` has no element ${index.value}`;
    this.sink.error("TH2415", message, expr.index.span, hint);
    return null;
  }

  /** Does a clock occur outside of indices? Unknown names count as data and are reported there. */
  mentionsClock(expr: TckExpr): boolean {
    switch (expr.kind) {
      case "number":
        return false;
      case "name":
        return this.lookup.get(expr.name)?.kind === "clock";
      case "unary":
        return this.mentionsClock(expr.operand);
      case "binary":
      case "and":
        return this.mentionsClock(expr.left) || this.mentionsClock(expr.right);
      case "if":
        return (
          this.mentionsClock(expr.condition) || this.mentionsClock(expr.then) || this.mentionsClock(expr.otherwise)
        );
    }
  }
}

/** Folding may have laid a conjunction bare; it is cut as well. */
function pushConditions(condition: Expression, list: Conjunct[]): void {
  if (condition.kind !== "and") {
    list.push({ kind: "data", condition });
    return;
  }
  pushConditions(condition.left, list);
  pushConditions(condition.right, list);
}

function isZero(expression: Expression): boolean {
  return expression.kind === "constant" && expression.value === 0;
}

function sameClock(a: ClockRef | undefined, b: ClockRef | undefined): boolean {
  return a !== undefined && b !== undefined && a.steps.length === 0 && b.steps.length === 0 && a.base === b.base;
}
