// Compile-time evaluation: a small interpreter of network expressions that knows constants and nothing else. It runs
// initialisers, array sizes and constant functions under a budget of steps, so no model can make it hang.

import { compares } from "../../../../network/comparisons.ts";
import type {
  Argument,
  BinaryOperator,
  Expression,
  FunctionDefinition,
  Place,
  RealOperation,
  Statement,
} from "../../../../network/index.ts";
import { applyBinary } from "../../../../network/integers.ts";
import { REAL_FUNCTIONS } from "../../../../network/real-functions.ts";
import { UNKNOWN } from "./fold.ts";
import { applyReal } from "./reals.ts";

/** `unknown`: depends on a parameter that has no value yet. `failed`: why there is no constant value. */
export type Evaluation =
  | { readonly kind: "value"; readonly value: number }
  | { readonly kind: "unknown" }
  | { readonly kind: "failed"; readonly reason: string };

const UNKNOWN_RESULT: Evaluation = { kind: "unknown" };

/** What evaluation needs of the model under construction. */
interface Memory {
  /** Steps left, for the model as a whole. */
  steps: number;
  readonly initial: readonly number[];
  /** 1 where the cell belongs to a table of constants. */
  readonly fixed: readonly number[];
  readonly functions: readonly FunctionDefinition[];
}

export function evaluate(unit: Memory, expression: Expression): Evaluation {
  if (expression.kind === "constant") return { kind: "value", value: expression.value };
  return attempt(unit, (machine) => machine.value(expression, AROUND));
}

/** Runs an expression that leaves a record or array in frame cells, and reads them. */
export function evaluateCells(
  unit: Memory,
  prelude: readonly Expression[],
  place: Place,
  size: number,
): readonly number[] | Exclude<Evaluation, { kind: "value" }> {
  let cells: number[] = [];
  const result = attempt(unit, (machine) => {
    for (const step of prelude) machine.value(step, AROUND);
    cells = machine.read(machine.address(place, AROUND), size);
    return 0;
  });
  return result.kind === "value" ? cells : result;
}

class Stop extends Error {
  readonly evaluation: Evaluation;
  constructor(evaluation: Evaluation) {
    super("stop");
    this.evaluation = evaluation;
  }
}

function attempt(unit: Memory, run: (machine: Machine) => number): Evaluation {
  try {
    return { kind: "value", value: run(new Machine(unit)) };
  } catch (problem) {
    if (problem instanceof Stop) return problem.evaluation;
    throw problem;
  }
}

function fail(reason: string): never {
  throw new Stop({ kind: "failed", reason });
}

/** What a statement list ended with: a returned value, or nothing. */
type Outcome = { readonly value: number } | null;

/**
 * Where the frame begins in which the expression stands: what it holds there, parameters and locals, nobody knows
 * before it runs.
 */
const AROUND = 1 << 24;

/** Addresses: state cells are 0, 1, …; cells of the frame stack are −1, −2, …. */
class Machine {
  private readonly unit: Memory;
  private readonly stack: number[] = [];
  /** Of the frame around, what the expression itself has put there. */
  private readonly around = new Map<number, number>();
  /** Where a returned record or array goes, and how many cells it has. */
  private result: { into: number; size: number } | null = null;

  constructor(unit: Memory) {
    this.unit = unit;
  }

  private enter(size: number): number {
    const frame = this.stack.length;
    if (frame + size > 1_000_000) fail("it needs too much memory");
    for (let i = 0; i < size; i++) this.stack.push(0);
    return frame;
  }

  private tick(): void {
    if (this.unit.steps-- <= 0) fail("it takes too many steps");
  }

  private load(address: number): number {
    if (address < 0) return this.take(-1 - address);
    if (this.unit.fixed[address] !== 1) fail("it reads a variable");
    return this.unit.initial[address]!;
  }

  private store(address: number, value: number): void {
    if (address >= 0) fail("it changes a variable");
    this.put(-1 - address, value);
  }

  private take(at: number): number {
    return (at < AROUND ? this.stack[at] : this.around.get(at)) ?? fail("it reads a variable");
  }

  private put(at: number, value: number): void {
    if (at < AROUND) this.stack[at] = value;
    else this.around.set(at, value);
  }

  read(address: number, size: number): number[] {
    return Array.from({ length: size }, (_, i) => this.load(move(address, i)));
  }

  address(place: Place, frame: number): number {
    let at: number;
    if (place.space === "state") at = place.base;
    else if (place.space === "frame") at = -1 - (frame + place.base);
    else at = this.take(frame + place.base);
    at = move(at, place.offset);
    for (const { index, first, count, stride } of place.steps) {
      const position = this.value(index, frame) - first;
      if (position < 0 || position >= count) fail("an index is out of range");
      at = move(at, position * stride);
    }
    return at;
  }

  value(expression: Expression, frame: number): number {
    this.tick();
    switch (expression.kind) {
      case "constant":
        return expression.value;
      case "load":
        return this.load(this.address(expression.place, frame));
      case "unary": {
        const operand = this.value(expression.operand, frame);
        if (expression.op === "!") return operand === 0 ? 1 : 0;
        return expression.op === "abs" ? Math.abs(operand) | 0 : -operand | 0;
      }
      case "binary": {
        const left = this.value(expression.left, frame);
        return this.apply(expression.op, left, this.value(expression.right, frame));
      }
      case "and":
        return this.value(expression.left, frame) !== 0 && this.value(expression.right, frame) !== 0 ? 1 : 0;
      case "or":
        return this.value(expression.left, frame) !== 0 || this.value(expression.right, frame) !== 0 ? 1 : 0;
      case "conditional":
        return this.value(
          this.value(expression.condition, frame) !== 0 ? expression.then : expression.otherwise,
          frame,
        );
      case "forall":
      case "exists":
      case "sum":
        return this.quantified(expression, frame);
      case "assign": {
        const target = this.address(expression.target, frame);
        const right = this.value(expression.value, frame);
        const old = expression.op === "" && expression.yields === "new" ? 0 : this.load(target);
        const value = expression.op === "" ? right : this.apply(expression.op, old, right);
        if (value < expression.min || value > expression.max) fail("a value is out of range");
        this.store(target, value);
        return expression.yields === "new" ? value : old;
      }
      case "copy": {
        const cells = this.read(this.address(expression.source, frame), expression.size);
        const target = this.address(expression.target, frame);
        for (const [i, cell] of cells.entries()) this.store(move(target, i), cell);
        return 0;
      }
      case "same": {
        const left = this.read(this.address(expression.left, frame), expression.size);
        const right = this.read(this.address(expression.right, frame), expression.size);
        return left.every((cell, i) => cell === right[i]) ? 1 : 0;
      }
      case "call":
        return this.call(expression, frame);
      case "sequence":
        for (const step of expression.first) this.value(step, frame);
        return this.value(expression.value, frame);
      case "choose": {
        const chosen = expression.cases[this.value(expression.index, frame)];
        return chosen === undefined ? fail("an index is out of range") : this.value(chosen, frame);
      }
      case "check": {
        const value = this.value(expression.value, frame);
        return value < expression.min || value > expression.max ? fail("a value is out of range") : value;
      }
      case "unsupported":
        if (expression === UNKNOWN) throw new Stop(UNKNOWN_RESULT);
        if (expression.real !== undefined) return this.real(expression.real, expression.feature, frame);
        return fail(`it uses ${expression.feature}`);
      case "at":
        return fail("it asks where a process is");
      case "clock-assign":
        return fail("it sets a clock");
    }
  }

  private real(operation: RealOperation, feature: string, frame: number): number {
    switch (operation.kind) {
      case "literal":
        return operation.value;
      case "negative":
        return -this.value(operation.operand, frame);
      case "arithmetic":
        return applyReal(operation.op, this.value(operation.left, frame), this.value(operation.right, frame))!;
      case "compare":
        return compares(operation.op, this.value(operation.left, frame), this.value(operation.right, frame)) ? 1 : 0;
      case "sum": {
        let sum = 0;
        for (let i = operation.min; i <= operation.max; i++) {
          this.put(frame + operation.cell, i);
          sum += this.value(operation.body, frame);
        }
        return sum;
      }
      case "function": {
        const { name } = operation;
        const [a = 0, b = 0, c = 0] = operation.arguments.map((argument) => this.value(argument, frame));
        return REAL_FUNCTIONS.get(name)?.apply(a, b, c) ?? fail(`it uses ${feature}`);
      }
      case "assign": {
        const target = this.address(operation.target, frame);
        const value = this.value(operation.value, frame);
        const old = operation.op === "" ? 0 : this.load(target);
        this.store(target, operation.op === "" ? value : applyReal(operation.op, old, value)!);
        return operation.yields === "old" ? old : this.load(target);
      }
      case "clock":
        return fail("it reads a clock");
    }
  }

  private apply(op: BinaryOperator, a: number, b: number): number {
    const value = applyBinary(op, a, b);
    return value === null ? fail("it divides by zero or shifts by a negative count") : value;
  }

  private quantified(expression: Expression & { kind: "forall" | "exists" | "sum" }, frame: number): number {
    let sum = 0;
    for (let i = expression.min; i <= expression.max; i++) {
      this.put(frame + expression.cell, i);
      const value = this.value(expression.body, frame);
      if (expression.kind === "forall" && value === 0) return 0;
      if (expression.kind === "exists" && value !== 0) return 1;
      sum = (sum + value) | 0;
    }
    return expression.kind === "forall" ? 1 : expression.kind === "exists" ? 0 : sum;
  }

  private call(expression: Expression & { kind: "call" }, caller: number): number {
    const definition = this.unit.functions[expression.function];
    if (definition === undefined) fail("it calls a function that is not known yet");
    const into = expression.into === undefined ? null : this.address(expression.into, caller);
    const frame = this.enter(definition.frameSize);
    for (const [i, parameter] of definition.parameters.entries()) {
      this.pass(expression.arguments[i]!, parameter.cell, caller, frame);
    }
    const outer = this.result;
    this.result = into === null ? null : { into, size: definition.returns };
    const outcome = this.run(definition.body, frame);
    this.result = outer;
    this.stack.length = frame;
    return outcome?.value ?? 0;
  }

  private pass(argument: Argument, cell: number, caller: number, frame: number): void {
    switch (argument.kind) {
      case "value":
        this.stack[frame + cell] = this.value(argument.value, caller);
        return;
      case "copy":
        for (const [i, value] of this.read(this.address(argument.source, caller), argument.size).entries()) {
          this.stack[frame + cell + i] = value;
        }
        return;
      case "reference":
        this.stack[frame + cell] = this.address(argument.place, caller);
        return;
      case "clock":
        fail("it takes a clock");
    }
  }

  private run(statements: readonly Statement[], frame: number): Outcome {
    for (const statement of statements) {
      const outcome = this.statement(statement, frame);
      if (outcome !== null) return outcome;
    }
    return null;
  }

  private statement(statement: Statement, frame: number): Outcome {
    this.tick();
    switch (statement.kind) {
      case "expression":
        this.value(statement.expression, frame);
        return null;
      case "initialise": {
        const target = this.address(statement.target, frame);
        for (const [i, value] of statement.values.entries()) this.store(move(target, i), value);
        return null;
      }
      case "block":
        return this.run(statement.body, frame);
      case "if":
        return this.run(this.value(statement.condition, frame) !== 0 ? statement.then : statement.otherwise, frame);
      case "while":
        while (this.value(statement.condition, frame) !== 0) {
          const outcome = this.run(statement.body, frame);
          if (outcome !== null) return outcome;
        }
        return null;
      case "do":
        do {
          const outcome = this.run(statement.body, frame);
          if (outcome !== null) return outcome;
        } while (this.value(statement.condition, frame) !== 0);
        return null;
      case "for":
        for (const step of statement.init) this.value(step, frame);
        while (this.value(statement.condition, frame) !== 0) {
          const outcome = this.run(statement.body, frame);
          if (outcome !== null) return outcome;
          for (const step of statement.step) this.value(step, frame);
        }
        return null;
      case "iterate":
        for (let i = statement.min; i <= statement.max; i++) {
          this.tick();
          this.put(frame + statement.cell, i);
          const outcome = this.run(statement.body, frame);
          if (outcome !== null) return outcome;
        }
        return null;
      case "return":
        return this.leave(statement, frame);
      case "assert":
        if (this.value(statement.condition, frame) === 0) fail("an assertion does not hold");
        return null;
    }
  }

  private leave(statement: Statement & { kind: "return" }, frame: number): Outcome {
    if (statement.from !== undefined && this.result !== null) {
      const cells = this.read(this.address(statement.from, frame), this.result.size);
      for (const [i, cell] of cells.entries()) this.store(move(this.result.into, i), cell);
    }
    return { value: statement.value === undefined ? 0 : this.value(statement.value, frame) };
  }
}

/** Frame addresses count down. */
function move(address: number, by: number): number {
  return address < 0 ? address - by : address + by;
}
