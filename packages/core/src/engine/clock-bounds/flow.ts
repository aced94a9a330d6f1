// How bounds flow backwards through an update: a reset ends the interest in a clock, `x := y + c` hands the interest
// in x, lowered by the least c, to y. Branches join, loops run to a fixpoint, calls are followed into the function;
// an assignment whose clock is not certain ends nothing.

import { type Frame, type Intervals, withRange } from "../../analysis/intervals.ts";
import type { Expression, IndexedRef, Network, Place, Statement } from "../../network/network.ts";
import { visitStatements } from "../../network/visit.ts";
import { type BoundMap, joined, MAX_CONSTANT, raise, raiseAll, shifted } from "./bound-map.ts";
import { withinLimit } from "./constants.ts";
import { BoundsRefusal } from "./refusal.ts";

/** Loops with known bounds up to this length are unrolled, so that `for (i : id_t) x[i] = 0` resets every x[i]. */
const UNROLLED = 64;
const MAX_DEPTH = 16;

export class UpdateFlow {
  private readonly intervals: Intervals;
  private readonly network: Network;
  private readonly touching = new Map<number, boolean>();
  /** Interest of other processes in a clock: theirs is not followed edge by edge, so copies add it everywhere. */
  outside: BoundMap = new Map();
  /** Constants beyond this prove that bounds grow for ever. */
  limit = MAX_CONSTANT;

  constructor(network: Network, intervals: Intervals) {
    this.network = network;
    this.intervals = intervals;
  }

  /** The bounds before the statements, from those after them. `returned`: at the end of the function. */
  before(statements: readonly Statement[], after: BoundMap, frame: Frame, returned: BoundMap = after): BoundMap {
    let bounds = after;
    for (let k = statements.length - 1; k >= 0; k--) bounds = this.statement(statements[k]!, bounds, frame, returned);
    return bounds;
  }

  private statement(statement: Statement, after: BoundMap, frame: Frame, returned: BoundMap): BoundMap {
    const body = (statements: readonly Statement[], bounds: BoundMap, inner = frame): BoundMap =>
      this.before(statements, bounds, inner, returned);
    switch (statement.kind) {
      case "expression":
        return this.expression(statement.expression, after, frame);
      case "initialise":
        return after;
      case "block":
        return body(statement.body, after);
      case "if":
        return this.expression(
          statement.condition,
          joined(body(statement.then, after), body(statement.otherwise, after)),
          frame,
        );
      case "while":
        return this.loop(after, (again) => this.expression(statement.condition, body(statement.body, again), frame));
      case "do":
        return this.loop(after, (again) => body(statement.body, this.expression(statement.condition, again, frame)));
      case "for": {
        const rounds = this.loop(after, (again) =>
          this.expression(
            statement.condition,
            body(statement.body, this.expressions(statement.step, again, frame)),
            frame,
          ),
        );
        return this.expressions(statement.init, rounds, frame);
      }
      case "iterate": {
        const { cell, min, max } = statement;
        if (max - min >= UNROLLED) {
          const inner = withRange(frame, cell, statement);
          return this.loop(after, (again) => body(statement.body, again, inner));
        }
        let bounds = after;
        for (let value = max; value >= min; value--) {
          bounds = body(statement.body, bounds, withRange(frame, cell, { min: value, max: value }));
        }
        return bounds;
      }
      case "return":
        return statement.value === undefined ? returned : this.expression(statement.value, returned, frame);
      case "assert":
        return this.expression(statement.condition, after, frame);
    }
  }

  /** Zero or more rounds. */
  private loop(after: BoundMap, round: (again: BoundMap) => BoundMap): BoundMap {
    const bounds = new Map(after);
    while (raiseAll(bounds, round(bounds))) this.checkGrowth(bounds);
    return bounds;
  }

  private checkGrowth(bounds: BoundMap): void {
    for (const { lower, upper } of bounds.values()) {
      if (Math.max(lower, upper) > this.limit) throw endless();
    }
  }

  private expressions(list: readonly Expression[], after: BoundMap, frame: Frame): BoundMap {
    let bounds = after;
    for (let k = list.length - 1; k >= 0; k--) bounds = this.expression(list[k]!, bounds, frame);
    return bounds;
  }

  private expression(expression: Expression, after: BoundMap, frame: Frame): BoundMap {
    switch (expression.kind) {
      case "constant":
      case "unsupported":
        return after;
      case "load":
        return this.steps([expression.place], after, frame);
      case "at":
        return this.steps([expression.process], after, frame);
      case "same":
        return this.steps([expression.left, expression.right], after, frame);
      case "copy":
        return this.steps([expression.target, expression.source], after, frame);
      case "unary":
        return this.expression(expression.operand, after, frame);
      case "check":
        return this.expression(expression.value, after, frame);
      case "binary":
        return this.expressions([expression.left, expression.right], after, frame);
      case "and":
      case "or":
        return this.expression(expression.left, joined(after, this.expression(expression.right, after, frame)), frame);
      case "conditional":
        return this.expression(
          expression.condition,
          joined(this.expression(expression.then, after, frame), this.expression(expression.otherwise, after, frame)),
          frame,
        );
      case "forall":
      case "exists":
      case "sum": {
        const inner = withRange(frame, expression.cell, expression);
        return this.loop(after, (again) => this.expression(expression.body, again, inner));
      }
      case "assign":
        return this.steps([expression.target], this.expression(expression.value, after, frame), frame);
      case "sequence":
        return this.expressions([...expression.first, expression.value], after, frame);
      case "choose": {
        const cases = expression.cases.map((each) => this.expression(each, after, frame));
        return this.expression(expression.index, cases.reduce(joined, after), frame);
      }
      case "call":
        return this.call(expression, after, frame);
      case "clock-assign": {
        const before = this.clockAssign(expression, after, frame);
        const refs = expression.source === undefined ? [expression.clock] : [expression.clock, expression.source];
        return this.steps(refs, this.expression(expression.value, before, frame), frame);
      }
    }
  }

  private steps(refs: readonly (Place | IndexedRef)[], after: BoundMap, frame: Frame): BoundMap {
    let bounds = after;
    for (const ref of refs) for (const { index } of ref.steps) bounds = this.expression(index, bounds, frame);
    return bounds;
  }

  private call(call: Expression & { kind: "call" }, after: BoundMap, frame: Frame): BoundMap {
    let bounds = after;
    const called = this.network.functions[call.function]!;
    if (this.touchesClocks(call.function)) {
      if (frame.depth >= MAX_DEPTH) {
        throw new BoundsRefusal(
          "TH3201",
          "clocks are assigned in functions that call each other without end",
          called.span,
        );
      }
      bounds = this.before(called.body, after, this.intervals.calledFrame(called, call.arguments, frame));
    }
    for (let k = call.arguments.length - 1; k >= 0; k--) {
      const argument = call.arguments[k]!;
      if (argument.kind === "value") bounds = this.expression(argument.value, bounds, frame);
    }
    return bounds;
  }

  private touchesClocks(index: number): boolean {
    const known = this.touching.get(index);
    if (known !== undefined) return known;
    this.touching.set(index, false);
    let found = false;
    visitStatements(this.network.functions[index]!.body, {
      expression: (expression) => {
        if (expression.kind === "clock-assign") found = true;
        else if (expression.kind === "call" && this.touchesClocks(expression.function)) found = true;
      },
    });
    this.touching.set(index, found);
    return found;
  }

  private clockAssign(assign: Expression & { kind: "clock-assign" }, after: BoundMap, frame: Frame): BoundMap {
    const targets = this.intervals.clocksOf(assign.clock, frame);
    if (assign.source === undefined) {
      const only = targets.length === 1 ? targets[0]! : -1;
      if (!after.has(only)) return after;
      const bounds = new Map(after);
      bounds.delete(only);
      return bounds;
    }
    const bounds = new Map(after);
    if (targets.length === 1) bounds.delete(targets[0]!);
    const least = withinLimit(this.intervals.of(assign.value, frame), assign.span).min;
    for (const source of this.intervals.clocksOf(assign.source, frame)) {
      // Whether the clock would become negative, a fault of the model, is a test of the source.
      if (least < 0) raise(bounds, source, -least, -least);
      for (const target of targets) {
        for (const need of [after.get(target), this.outside.get(target)]) {
          if (need !== undefined) raise(bounds, source, shifted(need.lower, least), shifted(need.upper, least));
        }
      }
    }
    this.checkGrowth(bounds);
    return bounds;
  }
}

export function endless(): BoundsRefusal {
  return new BoundsRefusal(
    "TH3202",
    "copies between clocks (`x := y - c`) raise the constants of clocks without end, so zones cannot be extrapolated",
    undefined,
    "use --abstraction none",
  );
}
