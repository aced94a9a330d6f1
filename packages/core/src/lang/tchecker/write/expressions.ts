// Prints reduced expressions, guards and invariants in TChecker's syntax, with no more parentheses than it needs.

import { MIRROR } from "../../../network/comparisons.ts";
import type { ClockConjunct, ClockRef, Conjunct, Expression } from "../../../network/index.ts";
import { ZERO } from "../fold.ts";
import type { Element, Layout } from "./layout.ts";
import { type Known, reduce, reducePlace, reduceSteps } from "./reduce.ts";
import type { Refusals } from "./refusals.ts";

/** How the cells of a frame are called: locals of the statements being written. */
export interface LocalNames {
  local(place: Extract<Expression, { kind: "load" }>["place"]): Element;
}

export const NO_FRAME = { local: () => ({ name: "_" }) } satisfies LocalNames;

const PRECEDENCE: Readonly<Record<string, number>> = { "+": 3, "-": 3, "*": 4, "/": 4, "%": 4 };
const MAX_BINDINGS = 4096;

export class ExpressionWriter {
  private readonly layout: Layout;
  private readonly refusals: Refusals;

  constructor(layout: Layout, refusals: Refusals) {
    this.layout = layout;
    this.refusals = refusals;
  }

  /** Any expression of the network. */
  expression(expression: Expression, known: Known, frame: LocalNames, outer = 0): string {
    return this.print(reduce(expression, known, this.refusals), frame, outer);
  }

  /** `outer` is the binding power the surroundings ask for; a looser expression is put in parentheses. */
  private print(expression: Expression, frame: LocalNames, outer = 0): string {
    switch (expression.kind) {
      case "constant":
        return expression.value < 0 && outer > 3 ? `(${expression.value})` : `${expression.value}`;
      case "load": {
        const { place } = expression;
        if (place.space === "reference") {
          this.refusals.refuse("a reference parameter");
          return "0";
        }
        if (place.space === "frame") return this.element(frame.local(place), frame);
        const table = this.layout.table(place);
        return table === null ? this.element(this.layout.variable(place), frame) : this.print(table, frame, outer);
      }
      case "unary":
        return `${expression.op}${this.print(expression.operand, frame, 5)}`;
      case "binary": {
        const power = PRECEDENCE[expression.op] ?? 2;
        const left = this.print(expression.left, frame, power);
        const right = this.print(expression.right, frame, power + 1);
        return parenthesised(`${left}${expression.op}${right}`, power < outer);
      }
      case "and": {
        const text = `${this.print(expression.left, frame, 1)}&&${this.print(expression.right, frame, 2)}`;
        return parenthesised(text, outer > 1);
      }
      case "conditional": {
        const parts = [expression.condition, expression.then, expression.otherwise];
        const [condition, then, otherwise] = parts.map((part) => this.print(part, frame));
        return `(if ${condition} then ${then} else ${otherwise})`;
      }
      default:
        throw new Error(`not a reduced expression: ${expression.kind}`);
    }
  }

  element({ name, index }: Element, frame: LocalNames): string {
    return index === undefined ? name : `${name}[${this.print(index, frame)}]`;
  }

  clock(ref: ClockRef, known: Known, frame: LocalNames): string {
    if (ref.space === "reference") {
      this.refusals.refuse("a reference parameter");
      return "_";
    }
    const { base, steps } = reduceSteps(ref.base, ref.steps, known, this.refusals);
    return this.element(this.layout.clock({ space: "clock", base, steps }), frame);
  }

  place(place: Extract<Expression, { kind: "load" }>["place"], known: Known, frame: LocalNames): string {
    const reduced = reducePlace(place, known, this.refusals);
    if (reduced.space === "frame") return this.element(frame.local(reduced), frame);
    if (reduced.space === "state") return this.element(this.layout.variable(reduced), frame);
    this.refusals.refuse("a reference parameter");
    return "_";
  }

  /** A guard or invariant; null when it can never hold, "" when it always does. */
  conjunction(conjuncts: readonly Conjunct[], known: Known, extra: readonly Expression[] = []): string | null {
    const parts: string[] = [];
    const data = (condition: Expression): boolean => {
      const reduced = reduce(condition, known, this.refusals);
      // Only what select values decide is dropped: a constant the user wrote is kept.
      if (reduced.kind === "constant" && condition.kind !== "constant") return reduced.value !== 0;
      parts.push(this.print(reduced, NO_FRAME, 1));
      return true;
    };
    for (const condition of extra) if (!data(condition)) return null;
    for (const conjunct of conjuncts) {
      if (conjunct.kind === "clock") this.clockConjunct(conjunct, known, parts);
      else if (!data(conjunct.condition)) return null;
    }
    return parts.join("&&");
  }

  private clockConjunct(conjunct: ClockConjunct, known: Known, parts: string[]): void {
    for (const values of bindings(conjunct.binders, known)) {
      if (values === null) {
        this.refusals.refuse(`a quantifier over more than ${MAX_BINDINGS} values`, conjunct.span);
        return;
      }
      if (conjunct.when !== undefined) {
        const when = reduce(conjunct.when, values, this.refusals);
        if (when.kind !== "constant")
          this.refusals.refuse("a clock constraint that holds under a condition", conjunct.span);
        else if (when.value === 0) continue;
      }
      const bound = this.expression(conjunct.bound, values, NO_FRAME, 3);
      const left = conjunct.left === undefined ? "" : this.clock(conjunct.left, values, NO_FRAME);
      const right = conjunct.right === undefined ? "" : this.clock(conjunct.right, values, NO_FRAME);
      if (left !== "") parts.push(`${left}${right === "" ? "" : `-${right}`}${conjunct.op}${bound}`);
      // −y ≺ e, read from the other side.
      else if (right !== "") {
        parts.push(
          `${right}${MIRROR[conjunct.op]}${this.expression({ kind: "unary", op: "-", operand: conjunct.bound }, values, NO_FRAME, 3)}`,
        );
      } else {
        parts.push(
          this.expression({ kind: "binary", op: conjunct.op, left: ZERO, right: conjunct.bound }, values, NO_FRAME, 1),
        );
      }
    }
  }
}

/** All values of the binders, each added to what is known; a lone null when there are too many. */
function bindings(binders: ClockConjunct["binders"], known: Known): (Known | null)[] {
  let all: Known[] = [known];
  for (const { cell, min, max } of binders) {
    if ((max - min + 1) * all.length > MAX_BINDINGS) return [null];
    const next: Known[] = [];
    for (const values of all) for (let v = min; v <= max; v++) next.push(new Map(values).set(cell, v));
    all = next;
  }
  return all;
}

function parenthesised(text: string, needed: boolean): string {
  return needed ? `(${text})` : text;
}
