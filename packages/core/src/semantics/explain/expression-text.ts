// Guards and invariants in words people recognise: expressions printed from the network (names of variables, selects,
// processes and clocks), and the current values of what they read.

import {
  type CellTable,
  type ClockRef,
  type Conjunct,
  cellTable,
  type Expression,
  type IndexedRef,
  isComparison,
  type Network,
  negatedBy,
  type Place,
} from "../../network/index.ts";
import type { Discrete } from "../semantics.ts";

/** How connectives are written. */
export interface Connectives {
  readonly and: string;
  readonly or: string;
  readonly not: string;
}

const SYMBOLS: Connectives = { and: "&&", or: "||", not: "!" };

export class ExplanationPrinter {
  private readonly network: Network;
  private readonly cells: CellTable;
  private readonly words: Connectives;

  constructor(network: Network, words = SYMBOLS) {
    this.network = network;
    this.cells = cellTable(network);
    this.words = words;
  }

  /** `names` are those of the frame's first cells (selects). */
  conjunct(conjunct: Conjunct, names: readonly string[]): string {
    if (conjunct.kind === "data") return this.expression(conjunct.condition, names);
    const left = conjunct.left === undefined ? "" : this.clock(conjunct.left, names);
    const right =
      conjunct.right === undefined ? "" : `${left === "" ? "-" : " - "}${this.clock(conjunct.right, names)}`;
    const text = `${left}${right} ${conjunct.op} ${this.expression(conjunct.bound, names)}`;
    const when = conjunct.when === undefined ? "" : `${this.expression(conjunct.when, names)} imply `;
    const binders = conjunct.binders.map(({ cell }) => `forall (${nameOf(cell, names)}) `).join("");
    return `${binders}${when}${text}`;
  }

  /** `id is 0, n is 3`: the state cells that the expression names directly. */
  values(expression: Expression, discrete: Discrete, names: readonly string[], frame: readonly number[]): string {
    const seen = new Map<string, number>();
    walk(expression, (inner) => {
      if (inner.kind !== "load" || inner.place.steps.length > 0) return;
      const { space, base, offset } = inner.place;
      if (space === "state") seen.set(this.cells.name(base + offset), discrete.cells[base + offset]!);
      else if (space === "frame" && base < frame.length) seen.set(nameOf(base, names), frame[base]!);
    });
    return [...seen].map(([name, value]) => `${name} is ${value}`).join(", ");
  }

  clock(ref: ClockRef, names: readonly string[]): string {
    if (ref.space === "reference") return nameOf(ref.base, names);
    return this.indexed(ref, (index) => this.network.clocks[index]?.name ?? `clock ${index}`, names);
  }

  row(row: number): string {
    return row === 0 ? "0" : this.network.clocks[row - 1]!.name;
  }

  channel(index: number): string {
    return this.network.channels[index]!.name;
  }

  private expression(expression: Expression, names: readonly string[]): string {
    const print = (inner: Expression) => this.expression(inner, names);
    const nested = (inner: Expression) => (binds(inner, expression) ? print(inner) : `(${print(inner)})`);
    const { words } = this;
    switch (expression.kind) {
      case "constant":
        return `${expression.value}`;
      case "load":
        return this.place(expression.place, names);
      case "unary":
        return expression.op === "abs"
          ? `abs(${print(expression.operand)})`
          : `${expression.op === "!" ? words.not : expression.op}${nested(expression.operand)}`;
      case "binary":
        return `${nested(expression.left)} ${expression.op} ${nested(expression.right)}`;
      case "and":
        return `${nested(expression.left)} ${words.and} ${nested(expression.right)}`;
      case "or":
        if (expression.imply) return `${nested(negatedBy(expression.left))} imply ${nested(expression.right)}`;
        return `${nested(expression.left)} ${words.or} ${nested(expression.right)}`;
      case "conditional":
        return `${nested(expression.condition)} ? ${nested(expression.then)} : ${nested(expression.otherwise)}`;
      case "forall":
      case "exists":
      case "sum": {
        const { kind, cell, min, max, body } = expression;
        return `${kind} (${nameOf(cell, names)} : int[${min},${max}]) ${print(body)}`;
      }
      case "at": {
        const { process, location } = expression;
        const name = this.indexed(process, (index) => this.network.processes[index]?.name ?? `process ${index}`, names);
        return `${name}.${this.network.processes[process.base]?.locations[location]?.name ?? location}`;
      }
      case "call":
        return `${this.network.functions[expression.function]!.name}(…)`;
      case "check":
        return print(expression.value);
      case "sequence":
        return print(expression.value);
      case "same":
        return `${this.place(expression.left, names)} == ${this.place(expression.right, names)}`;
      default:
        return "…";
    }
  }

  private place(place: Place, names: readonly string[]): string {
    const { space, base, offset, steps } = place;
    if (space !== "state") {
      const subscripts = steps.map(({ index }) => `[${this.expression(index, names)}]`).join("");
      return `${nameOf(base, names)}${subscripts}`;
    }
    const name = this.cells.name(base + offset);
    if (steps.length === 0) return name;
    const subscripts = steps.map(({ index }) => `[${this.expression(index, names)}]`).join("");
    return `${name.replace(/\[.*/, "")}${subscripts}`;
  }

  private indexed(ref: IndexedRef, name: (index: number) => string, names: readonly string[]): string {
    if (ref.steps.length === 0) return name(ref.base);
    const subscripts = ref.steps.map(({ index }) => `[${this.expression(index, names)}]`).join("");
    return `${name(ref.base).replace(/[[(].*/, "")}${subscripts}`;
  }
}

function nameOf(cell: number, names: readonly string[]): string {
  return names[cell] ?? `local${cell}`;
}

/** Does an operand need no parentheses within another expression? Only where everybody knows that it needs none. */
function binds(inner: Expression, outer: Expression): boolean {
  const [tight, loose] = [strength(inner), strength(outer)];
  if (loose === 0) return tight === ATOM;
  if (tight !== loose) return tight > loose;
  return inner.kind === outer.kind && (inner.kind === "and" || (inner.kind === "or" && !isImplication(inner, outer)));
}

function isImplication(...expressions: readonly Expression[]): boolean {
  return expressions.some((one) => one.kind === "or" && one.imply);
}

const ATOM = 9;
const BINARY: Readonly<Record<string, number>> = { "+": 4, "-": 4, "*": 5, "/": 5, "%": 5 };

/** 0: it is not remembered. */
function strength(expression: Expression): number {
  switch (expression.kind) {
    case "constant":
    case "load":
    case "call":
    case "at":
      return ATOM;
    case "unary":
      return 8;
    case "binary":
      return isComparison(expression.op) ? 3 : (BINARY[expression.op] ?? 0);
    case "and":
      return 2;
    case "or":
      return 1;
    default:
      return 0;
  }
}

function walk(expression: Expression, visit: (inner: Expression) => void): void {
  visit(expression);
  for (const part of Object.values(expression)) {
    for (const inner of Array.isArray(part) ? part : [part]) {
      if (typeof inner === "object" && inner !== null && "kind" in inner) walk(inner as Expression, visit);
    }
  }
}
