// Can evaluating this fail, as far as intervals show? Every place of an expression or statement where the engines throw
// a fault has its line here, and evaluation goes in their order: what a condition in front rules out is not asked. "No"
// is a proof; "yes" means that intervals do not show it.

import type {
  Argument,
  BinaryOperator,
  Conjunct,
  Expression,
  Formula,
  Location,
  Place,
  Statement,
  Subscript,
} from "../../network/index.ts";
import { forEachCell, rangeOf } from "../../network/index.ts";
import type { AccessAnalysis } from "../accesses.ts";
import { binary, callKey, type Frame, type Intervals, PerCall, type Range, withRange } from "../intervals.ts";
import { refine } from "./refine.ts";

/** Clock bounds up to this are representable in every engine. */
const SAFE_CLOCK_BOUND = 2 ** 28;
/** Loops of known length up to this, all nested ones multiplied, do not use up a step's budget. */
const SAFE_ROUNDS = 100_000;
const MAX_DEPTH = 8;

export class Failing {
  readonly intervals: Intervals;
  private readonly accesses: AccessAnalysis;
  /** May the body of a function fail? */
  private readonly calls = new PerCall<boolean>();
  private readonly writes = new WeakMap<Expression | Statement | readonly Statement[], ReadonlySet<number>>();

  constructor(intervals: Intervals, accesses: AccessAnalysis) {
    this.intervals = intervals;
    this.accesses = accesses;
  }

  // ------------------------------------------------------------------------------------------ conditions

  /** May the conjunction fail? `after`: what is known where its data holds; null when it never does. */
  conjuncts(conjuncts: readonly Conjunct[], frame: Frame): { readonly fails: boolean; readonly after: Frame | null } {
    let after: Frame | null = frame;
    for (const conjunct of conjuncts) {
      if (after === null) break;
      if (conjunct.kind === "data") {
        if (this.expression(conjunct.condition, after)) return { fails: true, after: null };
        after = refine(this.intervals, after, conjunct.condition, true);
        continue;
      }
      const bound = this.bound(conjunct.binders, after);
      if (bound === null) continue;
      const { when, left, right } = conjunct;
      if (when !== undefined && this.expression(when, bound)) return { fails: true, after: null };
      const inside = when === undefined ? bound : refine(this.intervals, bound, when, true);
      if (inside === null) continue;
      if (this.steps(left?.steps ?? [], inside) || this.steps(right?.steps ?? [], inside)) {
        return { fails: true, after: null };
      }
      if (this.clockBound(conjunct.bound, inside)) return { fails: true, after: null };
    }
    return { fails: false, after };
  }

  location({ invariant, rates }: Location, frame: Frame): boolean {
    if (this.conjuncts(invariant, frame).fails) return true;
    return rates.some(({ binders, when, clock, rate }) => {
      const bound = this.bound(binders, frame);
      if (bound === null) return false;
      if (when !== undefined && this.expression(when, bound)) return true;
      const inside = when === undefined ? bound : refine(this.intervals, bound, when, true);
      if (inside === null) return false;
      return (
        this.steps(clock.steps, inside) ||
        this.expression(rate, inside) ||
        !isWithin(this.intervals.of(rate, inside), { min: 0, max: 1 })
      );
    });
  }

  /** A query's formula: its data in order, with clocks and `deadlock` leaving every question open. */
  formula(formula: Formula, frame: Frame): boolean {
    switch (formula.kind) {
      case "data":
        return this.expression(formula.condition, frame);
      case "clock":
        return (
          this.steps(formula.left?.steps ?? [], frame) ||
          this.steps(formula.right?.steps ?? [], frame) ||
          this.clockBound(formula.bound, frame)
        );
      case "not":
        return this.formula(formula.part, frame);
      case "deadlock":
        return false;
      case "forall":
      case "exists": {
        const { cell, min, max } = formula.binder;
        return max >= min && this.formula(formula.body, withRange(frame, cell, { min, max }));
      }
      case "and":
      case "or": {
        let now: Frame | null = frame;
        for (const part of formula.parts) {
          if (now === null) return false;
          if (this.formula(part, now)) return true;
          if (part.kind === "data") now = refine(this.intervals, now, part.condition, formula.kind === "and");
        }
        return false;
      }
    }
  }

  private bound(binders: readonly { cell: number; min: number; max: number }[], frame: Frame): Frame | null {
    let inner = frame;
    for (const { cell, min, max } of binders) {
      if (max < min) return null;
      inner = withRange(inner, cell, { min, max });
    }
    return inner;
  }

  private clockBound(bound: Expression, frame: Frame): boolean {
    if (this.expression(bound, frame)) return true;
    return !isWithin(this.intervals.of(bound, frame), { min: -SAFE_CLOCK_BOUND, max: SAFE_CLOCK_BOUND });
  }

  // ------------------------------------------------------------------------------------------ statements

  /** May the statements fail, run one after the other? `rounds`: how often all this may be repeated. */
  statements(statements: readonly Statement[], frame: Frame, rounds = 1): boolean {
    let now: Frame = frame;
    for (const statement of statements) {
      if (this.statement(statement, now, rounds)) return true;
      now = this.after(statement, now);
    }
    return false;
  }

  private statement(statement: Statement, frame: Frame, rounds: number): boolean {
    switch (statement.kind) {
      case "expression":
        return this.expression(statement.expression, this.withoutWrites(statement.expression, frame), rounds);
      case "initialise":
        return this.place(statement.target, frame, rounds);
      case "block":
        return this.statements(statement.body, frame, rounds);
      case "if": {
        const { condition, then, otherwise } = statement;
        if (this.expression(condition, frame, rounds)) return true;
        const yes = refine(this.intervals, frame, condition, true);
        const no = refine(this.intervals, frame, condition, false);
        return (
          (yes !== null && this.statements(then, yes, rounds)) ||
          (no !== null && this.statements(otherwise, no, rounds))
        );
      }
      case "iterate": {
        const count = statement.max - statement.min + 1;
        if (count <= 0) return false;
        if (count * rounds > SAFE_ROUNDS) return true;
        const inner = withRange(this.withoutEffects(statement.body, frame), statement.cell, statement);
        return this.statements(statement.body, inner, rounds * count);
      }
      case "return":
        return (
          (statement.value !== undefined && this.expression(statement.value, frame, rounds)) ||
          (statement.from !== undefined && this.place(statement.from, frame, rounds))
        );
      case "assert": {
        if (this.expression(statement.condition, frame, rounds)) return true;
        const { min, max } = this.intervals.of(statement.condition, frame);
        return min <= 0 && max >= 0;
      }
      // Whether these end is another question than intervals answer.
      case "while":
      case "do":
      case "for":
        return true;
    }
  }

  /** What is known behind a statement. */
  after(statement: Statement, frame: Frame): Frame {
    if (statement.kind !== "expression") return this.withoutEffects(statement, frame);
    let now = frame;
    for (const expression of inSequence(statement.expression)) now = this.afterExpression(expression, now);
    return now;
  }

  /** What is known behind one expression of a sequence. */
  afterExpression(expression: Expression, frame: Frame): Frame {
    const now = this.withoutWrites(expression, frame);
    const cell = assignedCell(expression);
    if (cell === undefined || expression.kind !== "assign") return now;
    return { ...now, cells: new Map(now.cells).set(cell, this.stored(expression, now)) };
  }

  /** What an assignment leaves in its cell, if it does not fail. */
  stored(expression: Extract<Expression, { kind: "assign" }>, frame: Frame): Range {
    const { min, max } = this.assigned(expression, frame);
    return { min: clamp(min, expression), max: clamp(max, expression) };
  }

  private assigned({ op, target, value }: Extract<Expression, { kind: "assign" }>, frame: Frame): Range {
    const given = this.intervals.of(value, frame);
    return op === "" ? given : binary(op as BinaryOperator, this.intervals.loaded(target, frame), given);
  }

  private withoutEffects(what: Statement | readonly Statement[], frame: Frame): Frame {
    return knowsCells(frame) ? forget(frame, this.effectsOf(what)) : frame;
  }

  /** An expression with effects inside is evaluated as if they might have happened before. */
  private withoutWrites(expression: Expression, frame: Frame): Frame {
    if (!knowsCells(frame)) return frame;
    const isPlain = expression.kind === "assign" && assignedCell(expression) !== undefined;
    const writes = this.writesOf(isPlain ? expression.value : expression);
    return writes.size === 0 ? frame : forget(frame, writes);
  }

  /** Asked again by every process that calls the function. */
  private effectsOf(what: Statement | readonly Statement[]): ReadonlySet<number> {
    const statements = "kind" in what ? [what] : what;
    let known = this.writes.get(what);
    if (known === undefined) this.writes.set(what, (known = this.accesses.ofStatements(statements).writtenCells));
    return known;
  }

  /** Asked again in every round that looks for ranges. */
  private writesOf(expression: Expression): ReadonlySet<number> {
    let known = this.writes.get(expression);
    if (known === undefined) this.writes.set(expression, (known = this.accesses.ofExpression(expression).writtenCells));
    return known;
  }

  // ------------------------------------------------------------------------------------------ expressions

  expression(expression: Expression, frame: Frame, rounds = 1): boolean {
    const fails = (inner: Expression, within: Frame = frame): boolean => this.expression(inner, within, rounds);
    const { intervals } = this;
    switch (expression.kind) {
      case "constant":
        return false;
      case "load":
        return this.place(expression.place, frame, rounds);
      case "unary":
        return fails(expression.operand);
      case "binary": {
        const { op, left, right } = expression;
        return fails(left) || fails(right) || undefinedFor(op, intervals.of(left, frame), intervals.of(right, frame));
      }
      case "and":
      case "or": {
        if (fails(expression.left)) return true;
        const rest = refine(intervals, frame, expression.left, expression.kind === "and");
        return rest !== null && fails(expression.right, rest);
      }
      case "conditional": {
        if (fails(expression.condition)) return true;
        const yes = refine(intervals, frame, expression.condition, true);
        const no = refine(intervals, frame, expression.condition, false);
        return (yes !== null && fails(expression.then, yes)) || (no !== null && fails(expression.otherwise, no));
      }
      case "forall":
      case "exists":
      case "sum": {
        const { cell, min, max, body } = expression;
        const count = max - min + 1;
        if (count <= 0) return false;
        return this.expression(body, withRange(frame, cell, { min, max }), rounds * count);
      }
      case "at":
        return this.steps(expression.process.steps, frame, rounds);
      case "assign": {
        const { op, target, value } = expression;
        if (this.place(target, frame, rounds) || fails(value)) return true;
        const old = intervals.loaded(target, frame);
        if (op !== "" && undefinedFor(op, old, intervals.of(value, frame))) return true;
        return !isWithin(this.assigned(expression, frame), expression);
      }
      case "copy":
        return (
          this.place(expression.target, frame, rounds) ||
          this.place(expression.source, frame, rounds) ||
          this.mistyped(expression, frame)
        );
      case "same":
        return this.place(expression.left, frame, rounds) || this.place(expression.right, frame, rounds);
      case "call":
        return this.call(expression, frame, rounds);
      case "clock-assign":
        return (
          this.steps(expression.clock.steps, frame, rounds) ||
          this.steps(expression.source?.steps ?? [], frame, rounds) ||
          fails(expression.value) ||
          !isWithin(intervals.of(expression.value, frame), { min: 0, max: SAFE_CLOCK_BOUND })
        );
      case "sequence": {
        let now = frame;
        for (const part of [...expression.first, expression.value]) {
          if (this.expression(part, this.withoutWrites(part, now), rounds)) return true;
          now = this.after({ kind: "expression", expression: part }, now);
        }
        return false;
      }
      case "choose": {
        const within = { min: 0, max: expression.cases.length - 1 };
        return (
          fails(expression.index) ||
          !isWithin(intervals.of(expression.index, frame), within) ||
          expression.cases.some((one) => fails(one))
        );
      }
      case "check":
        return fails(expression.value) || !isWithin(intervals.of(expression.value, frame), expression);
      case "unsupported":
        return true;
    }
  }

  private call(call: Extract<Expression, { kind: "call" }>, frame: Frame, rounds: number): boolean {
    if (frame.depth >= MAX_DEPTH || rounds > SAFE_ROUNDS) return true;
    if (call.into !== undefined && this.place(call.into, frame, rounds)) return true;
    if (call.arguments.some((argument) => this.argument(argument, frame, rounds))) return true;
    const called = this.intervals.network.functions[call.function]!;
    const inner = this.intervals.calledFrame(called, call.arguments, frame);
    // What is known of state cells counts only while nobody writes them.
    const within = this.withoutEffects(called.body, inner);
    const key = `${rounds} ${callKey(call.function, within)}`;
    return this.calls.get(this.intervals.revision, key, () => this.statements(called.body, within, rounds));
  }

  private argument(argument: Argument, frame: Frame, rounds: number): boolean {
    switch (argument.kind) {
      case "value":
        return this.expression(argument.value, frame, rounds);
      case "copy":
        return this.place(argument.source, frame, rounds);
      case "reference":
        return this.place(argument.place, frame, rounds);
      case "clock":
        return this.steps(argument.clock.steps, frame, rounds);
    }
  }

  private place({ steps }: Place, frame: Frame, rounds: number): boolean {
    return this.steps(steps, frame, rounds);
  }

  steps(steps: readonly Subscript[], frame: Frame, rounds = 1): boolean {
    return steps.some(({ index, first, count }) => {
      if (this.expression(index, frame, rounds)) return true;
      return !isWithin(this.intervals.of(index, frame), { min: first, max: first + count - 1 });
    });
  }

  private mistyped({ source, type }: Extract<Expression, { kind: "copy" }>, frame: Frame): boolean {
    if (type === undefined) return false;
    if (source.space !== "state" || source.steps.length > 0) return true;
    let cell = source.base + source.offset;
    let fails = false;
    forEachCell(type, (scalar) => {
      const place: Place = { space: "state", base: cell++, offset: 0, steps: [] };
      fails ||= !isWithin(this.intervals.loaded(place, frame), rangeOf(scalar));
    });
    return fails;
  }
}

/**
 * The single cell of the state that an assignment writes; undefined when it has none or more than one to choose from.
 */
export function assignedCell(expression: Expression): number | undefined {
  if (expression.kind !== "assign" || expression.target.space !== "state") return undefined;
  return expression.target.steps.length > 0 ? undefined : expression.target.base + expression.target.offset;
}

export function inSequence(expression: Expression): readonly Expression[] {
  return expression.kind === "sequence" ? [...expression.first, expression.value].flatMap(inSequence) : [expression];
}

function knowsCells({ cells }: Frame): boolean {
  return cells !== undefined && cells.size > 0;
}

export function forget(frame: Frame, cells: Iterable<number>): Frame {
  if (!knowsCells(frame)) return frame;
  const kept = new Map(frame.cells);
  for (const cell of cells) kept.delete(cell);
  return { ...frame, cells: kept };
}

/** Is there a pair of operands for which the operator has no value? */
function undefinedFor(op: BinaryOperator, left: Range, right: Range): boolean {
  switch (op) {
    case "/":
    case "%":
      return right.min <= 0 && right.max >= 0;
    case "<<":
    case ">>":
      return right.min < 0;
    case "**":
      return right.min < 0 && left.min <= 0 && left.max >= 0;
    default:
      return false;
  }
}

function isWithin(range: Range, { min, max }: Range): boolean {
  return range.min >= min && range.max <= max;
}

function clamp(value: number, { min, max }: Range): number {
  return Math.min(max, Math.max(min, value));
}
