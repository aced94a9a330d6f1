// The machine on which a model made for statistics runs: cells hold doubles (integers are exact in them), clocks have
// values that expressions may read and set at once, and random functions draw from the stream of the run. Everything
// about integers is compiled as elsewhere (`semantics/evaluate`); here is what only doubles need.

import type { Span } from "../diagnostics/index.ts";
import type {
  AssignmentOperator,
  ComparisonOperator,
  Expression,
  RealOperation,
  RealOperator,
} from "../network/index.ts";
import { REAL_FUNCTIONS } from "../network/real-functions.ts";
import { compileClock, type Evaluator, FunctionTable, Machine } from "../semantics/evaluate/index.ts";
import { compilePlace } from "../semantics/evaluate/place.ts";
import { ModelFault } from "../semantics/fault.ts";
import { RANDOM_FUNCTIONS } from "./random-functions.ts";
import { Stream } from "./stream.ts";

export class RealMachine extends Machine {
  readonly clocks: Float64Array;
  readonly stream = new Stream();

  constructor(cells: number, clocks: number) {
    super(cells);
    // Integers are exact in doubles; all code of the machine works on either kind of array.
    this.memory = new Float64Array(cells + 64) as unknown as Int32Array;
    this.clocks = new Float64Array(clocks);
  }

  /** Updates see at once what they have set. */
  override assign(row: number, source: number, value: number): void {
    this.clocks[row - 1] = source === 0 ? value : this.clocks[source - 1]! + value;
  }
}

type Operation = (a: number, b: number, span: Span | undefined) => number;

const ARITHMETIC: Readonly<Record<RealOperator, Operation>> = {
  "+": (a, b) => a + b,
  "-": (a, b) => a - b,
  "*": (a, b) => a * b,
  "/": (a, b) => a / b,
  "%": (a, b) => a % b,
  "**": (a, b) => a ** b,
  "<?": (a, b) => Math.min(a, b),
  ">?": (a, b) => Math.max(a, b),
};

const COMPARISON: Readonly<Record<ComparisonOperator, (a: Evaluator, b: Evaluator) => Evaluator>> = {
  "<": (a, b) => (m) => (a(m) < b(m) ? 1 : 0),
  "<=": (a, b) => (m) => (a(m) <= b(m) ? 1 : 0),
  "==": (a, b) => (m) => (a(m) === b(m) ? 1 : 0),
  "!=": (a, b) => (m) => (a(m) !== b(m) ? 1 : 0),
  ">=": (a, b) => (m) => (a(m) >= b(m) ? 1 : 0),
  ">": (a, b) => (m) => (a(m) > b(m) ? 1 : 0),
};

export class RealCompiler extends FunctionTable {
  real(operation: RealOperation, span: Span | undefined): Evaluator {
    const compile = (expression: Expression): Evaluator => this.expression(expression);
    switch (operation.kind) {
      case "literal": {
        const { value } = operation;
        return () => value;
      }
      case "negative": {
        const operand = compile(operation.operand);
        return (m) => -operand(m);
      }
      case "arithmetic":
        return arithmetic(operation.op, compile(operation.left), compile(operation.right), span);
      case "compare":
        return COMPARISON[operation.op](compile(operation.left), compile(operation.right));
      case "sum": {
        const { cell, min, max } = operation;
        const body = compile(operation.body);
        return (m) => {
          let total = 0;
          for (let value = min; value <= max; value++) {
            m.memory[m.frame + cell] = value;
            total += body(m);
          }
          return total;
        };
      }
      case "clock": {
        const clock = compileClock(operation.clock, this);
        return (m) => (m as RealMachine).clocks[clock(m) - 1]!;
      }
      case "function":
        return this.functionOf(operation.name, operation.arguments.map(compile), span);
      case "assign":
        return this.assignment(operation);
    }
  }

  private functionOf(name: string, values: readonly Evaluator[], span: Span | undefined): Evaluator {
    const none: Evaluator = () => 0;
    const [a = none, b = none, c = none] = values;
    const random = RANDOM_FUNCTIONS.get(name);
    if (random !== undefined) return (m) => random((m as RealMachine).stream, a(m), b(m), c(m));
    const known = REAL_FUNCTIONS.get(name);
    if (known === undefined) throw new ModelFault("unsupported", `the function \`${name}\` cannot be evaluated`, span);
    const { apply } = known;
    return values.length === 1 ? (m) => apply(a(m), 0, 0) : (m) => apply(a(m), b(m), c(m));
  }

  private assignment({ target, op, value, yields }: Extract<RealOperation, { kind: "assign" }>): Evaluator {
    const address = compilePlace(target, this);
    const right = this.expression(value);
    const operation = ARITHMETIC[op as Exclude<AssignmentOperator, "" | "&" | "|" | "^" | "<<" | ">>">];
    return (m) => {
      const at = address(m);
      const operand = right(m);
      const old = m.memory[at]!;
      const result = op === "" ? operand : operation(old, operand, undefined);
      m.memory[at] = result;
      if (at < m.noted) m.noteWrite(at);
      return yields === "new" ? result : old;
    };
  }
}

function arithmetic(op: RealOperator, left: Evaluator, right: Evaluator, span: Span | undefined): Evaluator {
  switch (op) {
    case "+":
      return (m) => left(m) + right(m);
    case "-":
      return (m) => left(m) - right(m);
    case "*":
      return (m) => left(m) * right(m);
    case "/":
      return (m) => left(m) / right(m);
    default: {
      const operation = ARITHMETIC[op];
      return (m) => operation(left(m), right(m), span);
    }
  }
}
