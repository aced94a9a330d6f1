// Expressions and statements run where only some cells are known: those that one process alone writes, and constants.
// What depends on anything else has no value (undefined), and what is written elsewhere is noted as an effect. Where
// control flow itself depends on what is not known, nothing is claimed (`Lost`).

import type { Argument, Expression, Statement } from "../../network/index.ts";
import { combined, Faulty, type KnownValue, Lost } from "./known-values.ts";
import { type PartialFrame, PartialState } from "./partial-state.ts";

const RETURNED = Symbol("returned");
export class PartialRun extends PartialState {
  private result: KnownValue;
  /** What the latest `return` yielded, to be looked at in the frame of its function. */
  private yielded: Expression | undefined;

  /** The value, where nothing may be written. */
  tried(expression: Expression): KnownValue {
    this.trying++;
    try {
      return this.value(expression);
    } finally {
      this.trying--;
    }
  }

  /** The value, should it ever be asked for: what fails here need not fail. */
  protected maybe(expression: Expression): KnownValue {
    try {
      return this.tried(expression);
    } catch (error) {
      if (error instanceof Faulty) return undefined;
      throw error;
    }
  }

  run(statements: readonly Statement[]): void {
    this.statements(statements);
  }

  // ------------------------------------------------------------------------------------------- statements

  private statements(statements: readonly Statement[]): typeof RETURNED | undefined {
    for (const statement of statements) if (this.statement(statement) === RETURNED) return RETURNED;
    return undefined;
  }

  private statement(statement: Statement): typeof RETURNED | undefined {
    switch (statement.kind) {
      case "expression":
        this.value(statement.expression);
        return undefined;
      case "initialise":
        for (const [i, value] of statement.values.entries()) this.store(statement.target, i, value);
        return undefined;
      case "block":
        return this.statements(statement.body);
      case "if":
        return this.statements(this.decided(statement.condition) ? statement.then : statement.otherwise);
      case "while":
        return this.loop(statement.condition, statement.body, []);
      case "do": {
        const returned = this.statements(statement.body);
        return returned ?? this.loop(statement.condition, statement.body, []);
      }
      case "for":
        for (const expression of statement.init) this.value(expression);
        return this.loop(statement.condition, statement.body, statement.step);
      case "iterate":
        for (let value = statement.min; value <= statement.max; value++) {
          this.turn();
          this.frame[statement.cell] = value;
          if (this.statements(statement.body) === RETURNED) return RETURNED;
        }
        return undefined;
      case "return":
        if (statement.from !== undefined) throw new Lost();
        this.result = statement.value === undefined ? 0 : this.value(statement.value);
        this.yielded = statement.value;
        return RETURNED;
      case "assert":
        if (this.value(statement.condition) === 0) throw new Faulty();
        return undefined;
    }
  }

  private loop(
    condition: Expression,
    body: readonly Statement[],
    step: readonly Expression[],
  ): typeof RETURNED | undefined {
    while (this.decided(condition)) {
      this.turn();
      if (this.statements(body) === RETURNED) return RETURNED;
      for (const expression of step) this.value(expression);
    }
    return undefined;
  }

  private decided(condition: Expression): boolean {
    const value = this.value(condition);
    if (value === undefined) throw new Lost();
    return value !== 0;
  }

  // ------------------------------------------------------------------------------------------- expressions

  private value(expression: Expression): KnownValue {
    switch (expression.kind) {
      case "constant":
        return expression.value;
      case "load":
        return this.load(expression.place, 0);
      case "unary": {
        const operand = this.value(expression.operand);
        if (operand === undefined) return undefined;
        if (expression.op === "!") return operand === 0 ? 1 : 0;
        return expression.op === "-" ? -operand | 0 : Math.abs(operand) | 0;
      }
      case "binary": {
        const [left, right] = [this.value(expression.left), this.value(expression.right)];
        return left === undefined || right === undefined ? undefined : combined(expression.op, left, right);
      }
      case "and":
      case "or": {
        const decides = expression.kind === "or";
        const left = this.value(expression.left);
        if (left !== undefined && (left !== 0) === decides) return decides ? 1 : 0;
        const right = left === undefined ? this.maybe(expression.right) : this.value(expression.right);
        if (right !== undefined && (right !== 0) === decides) return decides ? 1 : 0;
        return left === undefined || right === undefined ? undefined : decides ? 0 : 1;
      }
      case "conditional": {
        const condition = this.value(expression.condition);
        if (condition !== undefined) return this.value(condition !== 0 ? expression.then : expression.otherwise);
        const [then, otherwise] = [this.maybe(expression.then), this.maybe(expression.otherwise)];
        return then === otherwise ? then : undefined;
      }
      case "forall":
      case "exists":
      case "sum":
        return this.quantified(expression);
      case "at": {
        const process = this.index(expression.process);
        if (process === undefined) {
          for (const each of this.network.processes.keys()) this.asked.add(each);
          return undefined;
        }
        const location = this.locationOf(process);
        if (location === undefined) this.asked.add(process);
        return location === undefined ? undefined : location === expression.location ? 1 : 0;
      }
      case "assign":
        return this.assign(expression);
      case "copy":
        for (let i = 0; i < expression.size; i++) {
          this.store(expression.target, i, this.load(expression.source, i));
        }
        return 0;
      case "same":
        return this.same(expression);
      case "call":
        return this.call(expression);
      case "clock-assign": {
        const clock = expression.clock.space === "clock" ? this.index(expression.clock) : undefined;
        if (clock === undefined || this.isPure) throw new Lost();
        const value = this.value(expression.value);
        this.resets.push({ clock, value: expression.source === undefined ? value : undefined });
        return 0;
      }
      case "sequence":
        for (const first of expression.first) this.value(first);
        return this.value(expression.value);
      case "choose": {
        const index = this.value(expression.index);
        if (index === undefined) {
          for (const one of expression.cases) this.maybe(one);
          return undefined;
        }
        const chosen = expression.cases[index];
        if (chosen === undefined) throw new Faulty();
        return this.value(chosen);
      }
      case "check": {
        const value = this.value(expression.value);
        if (value !== undefined && (value < expression.min || value > expression.max)) throw new Faulty();
        return value;
      }
      case "unsupported":
        throw new Lost();
    }
  }

  private quantified(expression: Extract<Expression, { kind: "forall" | "exists" | "sum" }>): KnownValue {
    const { kind, cell, min, max, body } = expression;
    let sum = 0;
    let isOpen = false;
    for (let value = min; value <= max; value++) {
      this.turn();
      const one = this.bound(cell, value, () => (kind === "sum" ? this.tried(body) : this.maybe(body)));
      if (one === undefined) isOpen = true;
      else if (kind === "sum") sum = (sum + one) | 0;
      else if ((one !== 0) === (kind === "exists")) return kind === "exists" ? 1 : 0;
    }
    if (isOpen) return undefined;
    return kind === "sum" ? sum : kind === "forall" ? 1 : 0;
  }

  private assign(expression: Extract<Expression, { kind: "assign" }>): KnownValue {
    const { target, op, value: right, min, max, yields } = expression;
    const cell = target.space === "state" ? this.stateCell(target) : undefined;
    const before = op === "" && yields === "new" ? undefined : this.load(target, 0);
    // `c = c + 1` is `c += 1`, whatever c is.
    const isSum = right.kind === "binary" && (right.op === "+" || right.op === "-") && right.left.kind === "load";
    if (op === "" && isSum && cell !== undefined && !this.isKnown(cell)) {
      const place = (right.left as Extract<Expression, { kind: "load" }>).place;
      const same = place.space === "state" && this.stateCell(place) === cell && !this.written.has(cell);
      const by = same ? this.value(right.right) : undefined;
      if (same && by !== undefined) return this.added(cell, right.op === "+" ? by : -by);
    }
    const operand = this.value(right);
    if ((op === "+" || op === "-") && before === undefined && cell !== undefined && operand !== undefined) {
      return this.added(cell, op === "+" ? operand : -operand);
    }
    const now =
      op === "" ? operand : before === undefined || operand === undefined ? undefined : combined(op, before, operand);
    if (now !== undefined && (now < min || now > max)) throw new Faulty();
    this.store(target, 0, now);
    return yields === "new" ? now : before;
  }

  private added(cell: number, by: number): undefined {
    if (this.isPure || this.isKnown(cell)) throw new Lost();
    this.effects.push({ cell, op: "add", value: by });
    this.written.set(cell, undefined);
    return undefined;
  }

  private same({ left, right, size }: Extract<Expression, { kind: "same" }>): KnownValue {
    let isOpen = false;
    for (let i = 0; i < size; i++) {
      const [a, b] = [this.load(left, i), this.load(right, i)];
      if (a === undefined || b === undefined) isOpen = true;
      else if (a !== b) return 0;
    }
    return isOpen ? undefined : 1;
  }

  private call(call: Extract<Expression, { kind: "call" }>): KnownValue {
    return this.called(call, () => this.result);
  }

  /** Runs a function, then `work` in the frame in which it ended. A function that is tried may use its own frame. */
  protected called<T>(
    { function: index, arguments: given, into }: Extract<Expression, { kind: "call" }>,
    work: (yielded: Expression | undefined) => T,
  ): T {
    const { parameters, body, frameSize } = this.network.functions[index]!;
    if (into !== undefined) throw new Lost();
    this.turn();
    const frame: PartialFrame = new Array(frameSize).fill(undefined);
    for (const [i, argument] of given.entries()) this.hand(argument, parameters[i]!, frame);
    const { frame: before, trying, within } = this;
    this.frame = frame;
    if (trying > 0) this.within = frame;
    this.trying = 0;
    try {
      if (this.statements(body) !== RETURNED) {
        this.result = 0;
        this.yielded = undefined;
      }
      return work(this.yielded);
    } finally {
      this.frame = before;
      this.trying = trying;
      this.within = within;
    }
  }

  private hand(argument: Argument, { cell }: { readonly cell: number }, frame: PartialFrame): void {
    switch (argument.kind) {
      case "value":
        frame[cell] = this.value(argument.value);
        return;
      case "copy":
        for (let i = 0; i < argument.size; i++) frame[cell + i] = this.load(argument.source, i);
        return;
      case "reference": {
        const at = this.address(argument.place);
        if (at === undefined) throw new Lost();
        frame[cell] = at;
        return;
      }
      case "clock":
        throw new Lost();
    }
  }
}
