// Prints the network's expressions, constraints and formulas in UPPAAL's language. Operands are put in parentheses
// unless they are atoms: the text is for the machine first. What cannot be said raises `Unsayable`, which the caller
// turns into a diagnostic.

import {
  type Binder,
  type ClockRef,
  type Conjunct,
  cellTable,
  type Expression,
  type Formula,
  type IndexedRef,
  implicationOf,
  type Network,
  negatedBy,
  type Place,
  type Rate,
  type Subscript,
  sizeOf,
} from "../../../network/index.ts";
import { boundName, type Group, type Names } from "./names.ts";
import { Unsayable } from "./unsayable.ts";
import { extent, pathInVariable } from "./variable-path.ts";

interface Constraint {
  readonly left?: ClockRef;
  readonly right?: ClockRef;
  readonly op: string;
  readonly bound: Expression;
}

/** How the cells of the frame at hand are called. */
export interface FrameNames {
  /** Selects, parameters and quantified variables by name. */
  readonly names: ReadonlyMap<number, string>;
  /** Those among them that are declared with the range that every assignment to them states. */
  readonly typed: ReadonlySet<number>;
  /** The array that holds the other cells, where there is one. */
  readonly array: string | null;
}

export const NO_FRAME: FrameNames = { names: new Map(), typed: new Set(), array: null };

export const INT32 = { min: -(2 ** 31), max: 2 ** 31 - 1 } as const;

export class ExpressionPrinter {
  private readonly network: Network;
  private readonly names: Names;
  /** Variable of each cell. */
  private readonly variableOf: Int32Array;
  /** Locations may be asked for in queries only. */
  private readonly isQuery: boolean;
  /** Names of functions that check a range, by range; filled as they are needed. */
  readonly checks: Map<string, { readonly name: string; readonly min: number; readonly max: number }>;

  constructor(network: Network, names: Names, checks: ExpressionPrinter["checks"], isQuery = false) {
    this.network = network;
    this.names = names;
    this.variableOf = cellTable(network).variable;
    this.checks = checks;
    this.isQuery = isQuery;
  }

  print(expression: Expression, frame: FrameNames): string {
    const operand = (inner: Expression): string => this.operand(inner, frame);
    switch (expression.kind) {
      case "constant":
        return String(expression.value);
      case "load":
        return this.place(expression.place, frame, 1);
      case "unary":
        return expression.op === "abs"
          ? `abs(${this.print(expression.operand, frame)})`
          : expression.op + operand(expression.operand);
      case "binary":
        return `${operand(expression.left)} ${expression.op} ${operand(expression.right)}`;
      case "and":
      case "or":
        if (expression.imply) return `${operand(negatedBy(expression.left))} imply ${operand(expression.right)}`;
        return `${operand(expression.left)} ${expression.kind === "and" ? "&&" : "||"} ${operand(expression.right)}`;
      case "conditional":
        return `${operand(expression.condition)} ? ${operand(expression.then)} : ${operand(expression.otherwise)}`;
      case "forall":
      case "exists":
      case "sum": {
        const inner = bind(frame, expression);
        const { head } = inner;
        return `${expression.kind} (${head}) ${this.operand(expression.body, inner.frame)}`;
      }
      case "at":
        if (!this.isQuery) throw new Unsayable("a location asked for outside of queries");
        return this.at(expression.process, expression.location, frame);
      case "same":
        return `${this.place(expression.left, frame, expression.size)} == ${this.place(expression.right, frame, expression.size)}`;
      case "call":
        return this.call(expression, frame);
      case "choose":
        return expression.cases.reduceRight(
          (rest, value, i) =>
            rest === "" ? operand(value) : `${operand(expression.index)} == ${i} ? ${operand(value)} : (${rest})`,
          "",
        );
      case "check":
        return this.check(this.print(expression.value, frame), expression.min, expression.max);
      case "assign":
        return this.assign(expression, frame);
      case "copy":
        return `${this.place(expression.target, frame, expression.size)} = ${this.place(expression.source, frame, expression.size)}`;
      case "clock-assign":
        return `${this.clock(expression.clock, frame)} = ${this.clockValue(expression, frame)}`;
      case "sequence":
        throw new Unsayable("several effects inside one expression");
      case "unsupported":
        throw new Unsayable(expression.feature, expression.span);
    }
  }

  private clockValue({ source, value }: Expression & { kind: "clock-assign" }, frame: FrameNames): string {
    if (source === undefined) return this.print(value, frame);
    const clock = this.clock(source, frame);
    return value.kind === "constant" && value.value === 0 ? clock : `${clock} + ${this.operand(value, frame)}`;
  }

  operand(expression: Expression, frame: FrameNames): string {
    const text = this.print(expression, frame);
    return /^\w+$/.test(text) || expression.kind === "load" || expression.kind === "check" ? text : `(${text})`;
  }

  conjunct(conjunct: Conjunct, frame: FrameNames): string {
    if (conjunct.kind === "data") return this.operand(conjunct.condition, frame);
    return this.quantified(conjunct.binders, conjunct.when, frame, (inner) => this.constraint(conjunct, inner));
  }

  rate({ binders, when, clock, rate }: Rate, frame: FrameNames): string {
    return this.quantified(
      binders,
      when,
      frame,
      (inner) => `${this.clock(clock, inner)}' == ${this.operand(rate, inner)}`,
    );
  }

  formula(formula: Formula, frame: FrameNames): string {
    switch (formula.kind) {
      case "data":
        return this.operand(formula.condition, frame);
      case "clock":
        return this.constraint(formula, frame);
      case "and":
      case "or":
        if (formula.parts.length === 0) return formula.kind === "and" ? "true" : "false";
        if (formula.imply) {
          const { premise, conclusion } = implicationOf(formula)!;
          return `(${this.formula(premise, frame)}) imply (${this.formula(conclusion, frame)})`;
        }
        return formula.parts
          .map((part) => `(${this.formula(part, frame)})`)
          .join(formula.kind === "and" ? " && " : " || ");
      case "not":
        return `!(${this.formula(formula.part, frame)})`;
      case "forall":
      case "exists": {
        const inner = bind(frame, formula.binder);
        return `${formula.kind} (${inner.head}) (${this.formula(formula.body, inner.frame)})`;
      }
      case "deadlock":
        return "deadlock";
    }
  }

  /** `left − right op bound`, with what is absent left out. */
  constraint(constraint: Constraint, frame: FrameNames): string {
    // In queries a clock may belong to a process that an index chooses (`P(i).x`): one alternative for each.
    for (const side of ["left", "right"] as const) {
      const clock = constraint[side];
      if (clock === undefined || !this.isQuery || !leaves(this.names.clockGroups[clock.base]!, clock)) continue;
      return this.alternatives(clock, frame, (chosen) => this.constraint({ ...constraint, [side]: chosen }, frame));
    }
    const { left, right, op, bound } = constraint;
    const limit = this.operand(bound, frame);
    if (left !== undefined) {
      const difference = right === undefined ? "" : ` - ${this.clock(right, frame)}`;
      return `${this.clock(left, frame)}${difference} ${op} ${limit}`;
    }
    if (right === undefined) return `0 ${op} ${limit}`;
    // −y op b reads y op' −b with the comparison turned round.
    const turned = op.includes("<") ? op.replace("<", ">") : op.replace(">", "<");
    return `${this.clock(right, frame)} ${turned} -${limit}`;
  }

  term(left: ClockRef | undefined, right: ClockRef | undefined, value: Expression, frame: FrameNames): string {
    const clocks = left === undefined ? "" : this.clock(left, frame);
    const minus = right === undefined ? "" : ` - ${this.clock(right, frame)}`;
    if (clocks + minus === "") return this.print(value, frame);
    const isZero = value.kind === "constant" && value.value === 0;
    return isZero && clocks !== "" ? clocks + minus : `${clocks}${minus} + ${this.operand(value, frame)}`;
  }

  channel(channel: IndexedRef, frame: FrameNames): string {
    return this.member(this.names.channelGroups, channel, frame);
  }

  clock(clock: ClockRef, frame: FrameNames): string {
    if (clock.space === "reference") throw new Unsayable("functions that take clocks");
    return this.member(this.names.clockGroups, clock, frame);
  }

  /** The value, through a function whose return type faults when the value lies outside. */
  check(value: string, min: number, max: number): string {
    if (min === INT32.min && max === INT32.max) return value;
    const key = `${min},${max}`;
    let known = this.checks.get(key);
    if (known === undefined) {
      known = { name: this.names.fresh(`within_${min}_${max}`), min, max };
      this.checks.set(key, known);
    }
    return `${known.name}(${value})`;
  }

  place(place: Place, frame: FrameNames, size: number): string {
    switch (place.space) {
      case "state":
        return this.cell(place, frame, size);
      case "frame": {
        const name = frame.names.get(place.base);
        if (name !== undefined && place.steps.length === 0 && place.offset === 0 && size === 1) return name;
        if (frame.array === null || size !== 1) throw new Unsayable("local arrays and structs");
        return `${frame.array}[${this.sum(place.base + place.offset, place.steps, frame)}]`;
      }
      case "reference":
        throw new Unsayable("functions with reference parameters");
    }
  }

  private assign(expression: Extract<Expression, { kind: "assign" }>, frame: FrameNames): string {
    const { target, op, min, max } = expression;
    const place = this.place(target, frame, 1);
    const value = this.print(expression.value, frame);
    const isTyped = target.space === "state" || frame.typed.has(target.base);
    if (expression.yields === "old") {
      if (isTyped && value === "1" && (op === "+" || op === "-")) return `${place}${op}${op}`;
      throw new Unsayable("the old value of an assigned variable", expression.span);
    }
    if (isTyped) return `${place} ${op}= ${value}`;
    return `${place} = ${this.check(op === "" ? value : `${place} ${op} (${value})`, min, max)}`;
  }

  private call(expression: Extract<Expression, { kind: "call" }>, frame: FrameNames): string {
    if (expression.into !== undefined) throw new Unsayable("functions that return arrays or structs", expression.span);
    const values = expression.arguments.map((argument) => {
      if (argument.kind !== "value")
        throw new Unsayable("functions with array or reference parameters", expression.span);
      return this.print(argument.value, frame);
    });
    return `${this.names.functions[expression.function]}(${values.join(", ")})`;
  }

  /** In one of the processes that the reference may name. */
  private at(process: IndexedRef, location: number, frame: FrameNames): string {
    if (process.steps.length > 0) {
      return this.alternatives(process, frame, (chosen) => this.at(chosen, location, frame));
    }
    return `${this.names.processes[process.base]}.${this.names.locations[process.base]![location]}`;
  }

  /** One case for each value of the first subscript, joined by "or". */
  private alternatives<T extends IndexedRef>(ref: T, frame: FrameNames, print: (chosen: T) => string): string {
    const [step, ...rest] = ref.steps;
    const index = this.operand(step!.index, frame);
    const cases = Array.from({ length: step!.count }, (_, i) => {
      const chosen = { ...ref, base: ref.base + i * step!.stride, steps: rest };
      return `(${index} == ${step!.first + i} && (${print(chosen)}))`;
    });
    return cases.join(" || ");
  }

  private quantified(
    binders: readonly Binder[],
    when: Expression | undefined,
    frame: FrameNames,
    body: (frame: FrameNames) => string,
  ): string {
    let inner = frame;
    let heads = "";
    for (const binder of binders) {
      const bound = bind(inner, binder);
      heads += `forall (${bound.head}) `;
      inner = bound.frame;
    }
    const text = when === undefined ? body(inner) : `${this.operand(when, inner)} imply ${body(inner)}`;
    return heads === "" && when === undefined ? text : `(${heads}(${text}))`;
  }

  private member(groups: readonly Group[], { base, steps }: IndexedRef, frame: FrameNames): string {
    const group = groups[base]!;
    if (leaves(group, { base, steps })) throw new Unsayable("clocks of a process that an index chooses");
    if (!group.isArray) return group.name;
    const [step, ...more] = steps;
    const isWhole = base === group.first && step?.count === group.length && step.first === 0 && more.length === 0;
    // The array's own bounds are the bounds of the subscript.
    if (isWhole) return `${group.name}[${this.print(step.index, frame)}]`;
    return `${group.name}[${this.sum(base - group.first, steps, frame)}]`;
  }

  /** `base + Σ (index − first) · stride`, each index checked. */
  private sum(base: number, steps: readonly Subscript[], frame: FrameNames): string {
    const terms = steps.map(({ index, first, count, stride }) => {
      const value = first === 0 ? this.print(index, frame) : `${this.operand(index, frame)} - ${first}`;
      const checked = this.check(value, 0, count - 1);
      return stride === 1 ? checked : `${checked} * ${stride}`;
    });
    return [...(base === 0 && terms.length > 0 ? [] : [String(base)]), ...terms].join(" + ");
  }

  /** Finds the way from a variable to its cells again: subscripts for steps and for constant parts, and fields. */
  private cell({ base, offset, steps }: Place, frame: FrameNames, size: number): string {
    const start = base + offset;
    const index = this.variableOf[start] ?? -1;
    const variable = this.network.variables[index];
    if (variable === undefined) throw new Unsayable("cells without a variable");
    const [outer, ...inner] = steps;
    if (outer !== undefined && start + extent(steps) >= variable.cell + sizeOf(variable.type)) {
      // A variable of a process that an index chooses (`P(i).n` in queries): the case that the index names.
      const chosen = Array.from({ length: outer.count }, (_, i) =>
        this.cell({ space: "state", base: start + i * outer.stride, offset: 0, steps: inner }, frame, size),
      );
      const subscript = this.operand(outer.index, frame);
      const cases = chosen.map((text, i) =>
        i === outer.count - 1 ? text : `${subscript} == ${outer.first + i} ? ${text} : `,
      );
      return `(${cases.join("")})`;
    }
    const path = pathInVariable(variable.type, start - variable.cell, steps, size, (step) =>
      this.print(step.index, frame),
    );
    return this.names.variables[index]! + path;
  }
}

function leaves({ first, length }: Group, { base, steps }: IndexedRef): boolean {
  return base + extent(steps) >= first + length;
}

/** A frame in which a bound cell has a name, and the binding as written. */
export function bind(
  frame: FrameNames,
  { cell, min, max }: Binder,
): { readonly frame: FrameNames; readonly head: string } {
  const name = boundName(cell);
  return { frame: { ...frame, names: new Map([...frame.names, [cell, name]]) }, head: `${name} : int[${min},${max}]` };
}
