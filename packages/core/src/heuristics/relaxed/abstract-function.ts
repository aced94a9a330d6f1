// Statements and functions over sets of values. Where a condition may go either way both branches run and nothing is
// certain until they join again; where it can go only one way, as in loops over constants, the run is exact.

import type { Argument, Expression, FunctionDefinition, Statement } from "../../network/index.ts";
import { abstractExpression, abstractIndices, abstractPlace } from "./abstract-expression.ts";
import { type AbstractEvaluator, type AbstractMachine, type AbstractRunner, TooComplex } from "./abstract-machine.ts";
import { EMPTY, FALSE, mayBeFalse, mayBeTrue, type SetPool } from "./value-set.ts";

export class AbstractFunctions {
  readonly definitions: readonly FunctionDefinition[];
  readonly pool: SetPool;
  private readonly bodies: (AbstractRunner | undefined)[] = [];

  constructor(definitions: readonly FunctionDefinition[], pool: SetPool) {
    this.definitions = definitions;
    this.pool = pool;
  }

  body(index: number): AbstractRunner {
    return (this.bodies[index] ??= abstractBlock(this.definitions[index]!.body, this));
  }
}

type Call = Extract<Expression, { kind: "call" }>;

export function abstractCall(call: Call, functions: AbstractFunctions): AbstractEvaluator {
  const definition = functions.definitions[call.function]!;
  const { frameSize, returns } = definition;
  const pass = call.arguments.map((argument, at) =>
    abstractArgument(argument, definition.parameters[at]!.cell, functions),
  );
  const into = call.into === undefined ? null : abstractPlace(call.into, functions);
  return (m) => {
    m.tick();
    const caller = m.frame;
    const frame = m.push(frameSize);
    const targets = into === null ? [] : into(m);
    for (const write of pass) write(m, frame);
    const { certain } = m;
    m.frame = frame;
    m.result = EMPTY;
    functions.body(call.function)(m);
    const { result } = m;
    m.frame = caller;
    m.certain = certain;
    if (targets.length > 0) {
      const from = result.values;
      if (from === null) throw new TooComplex();
      for (let i = 0; i < returns; i++) {
        const set = from.reduce((all, address) => m.pool.union(all, m.read(address + i)), EMPTY);
        for (const target of targets) m.write(target + i, set, targets.length === 1);
      }
    }
    m.top = frame;
    return targets.length > 0 ? FALSE : result;
  };
}

function abstractArgument(
  argument: Argument,
  cell: number,
  functions: AbstractFunctions,
): (m: AbstractMachine, frame: number) => void {
  switch (argument.kind) {
    case "value": {
      const value = abstractExpression(argument.value, functions);
      return (m, frame) => {
        m.bind(frame + cell, value(m));
      };
    }
    case "copy": {
      const sources = abstractPlace(argument.source, functions);
      return (m, frame) => {
        const from = sources(m);
        for (let i = 0; i < argument.size; i++) {
          const set = from.reduce((all, address) => m.pool.union(all, m.read(address + i)), EMPTY);
          m.bind(frame + cell + i, set);
        }
      };
    }
    case "reference": {
      const places = abstractPlace(argument.place, functions);
      return (m, frame) => writeIndices(m, frame + cell, places(m));
    }
    case "clock": {
      // Clocks are ignored; the cell must only hold something.
      const clocks = argument.clock.space === "clock" ? abstractIndices(argument.clock, functions) : () => [0];
      return (m, frame) => writeIndices(m, frame + cell, clocks(m));
    }
  }
}

function writeIndices(m: AbstractMachine, address: number, indices: readonly number[]): void {
  m.bind(address, m.pool.of(indices));
}

export function abstractBlock(body: readonly Statement[], functions: AbstractFunctions): AbstractRunner {
  const statements = body.map((statement) => abstractStatement(statement, functions));
  return (m) => {
    for (const run of statements) if (run(m)) return true;
    return false;
  };
}

function abstractStatement(statement: Statement, functions: AbstractFunctions): AbstractRunner {
  const compile = (inner: Expression): AbstractEvaluator => abstractExpression(inner, functions);
  switch (statement.kind) {
    case "expression": {
      const evaluate = compile(statement.expression);
      return (m) => {
        evaluate(m);
        return false;
      };
    }
    case "initialise": {
      const target = abstractPlace(statement.target, functions);
      const values = statement.values.map((value) => functions.pool.single(value));
      return (m) => {
        for (const address of target(m)) {
          for (const [i, value] of values.entries()) m.bind(address + i, value);
        }
        return false;
      };
    }
    case "block":
      return abstractBlock(statement.body, functions);
    case "if": {
      const condition = compile(statement.condition);
      const then = abstractBlock(statement.then, functions);
      const otherwise = abstractBlock(statement.otherwise, functions);
      const mayReturn = containsReturn(statement.then) || containsReturn(statement.otherwise);
      return (m) => branch(m, condition, then, otherwise, mayReturn);
    }
    case "while":
      return loop(compile(statement.condition), abstractBlock(statement.body, functions));
    case "do": {
      const body = abstractBlock(statement.body, functions);
      const rest = loop(compile(statement.condition), body);
      return (m) => body(m) || rest(m);
    }
    case "for": {
      const init = statement.init.map(compile);
      const steps = statement.step.map(compile);
      const body = abstractBlock(statement.body, functions);
      const rounds = loop(compile(statement.condition), (m) => {
        if (body(m)) return true;
        for (const evaluate of steps) evaluate(m);
        return false;
      });
      return (m) => {
        for (const evaluate of init) evaluate(m);
        return rounds(m);
      };
    }
    case "iterate": {
      const { cell, min, max } = statement;
      const body = abstractBlock(statement.body, functions);
      return (m) => {
        for (let value = min; value <= max; value++) {
          m.tick();
          m.bind(m.frame + cell, m.pool.single(value));
          if (body(m)) return true;
        }
        return false;
      };
    }
    case "return": {
      const value = statement.value === undefined ? null : compile(statement.value);
      const from = statement.from === undefined ? null : abstractPlace(statement.from, functions);
      return (m) => {
        if (value !== null) m.result = m.pool.union(m.result, value(m));
        else if (from !== null)
          for (const address of from(m)) m.result = m.pool.union(m.result, m.pool.single(address));
        return m.certain;
      };
    }
    case "assert":
      return () => false;
  }
}

/** Runs a block whose condition may or may not hold: what it does is possible, not certain. */
function maybe(m: AbstractMachine, run: AbstractRunner): void {
  const { certain } = m;
  m.certain = false;
  run(m);
  m.certain = certain;
}

function branch(
  m: AbstractMachine,
  condition: AbstractEvaluator,
  then: AbstractRunner,
  otherwise: AbstractRunner,
  mayReturn: boolean,
): boolean {
  const set = condition(m);
  let returned = false;
  if (mayBeTrue(set) && mayBeFalse(set)) {
    maybe(m, then);
    maybe(m, otherwise);
    // What follows runs only if no branch returned, which is not known: possible, not certain, until the call ends.
    if (mayReturn) m.certain = false;
  } else if (mayBeTrue(set)) returned = then(m);
  else if (mayBeFalse(set)) returned = otherwise(m);
  return returned;
}

/** Rounds go on while the condition may hold. Once it may also fail, sets only grow, until a round changes nothing. */
function loop(condition: AbstractEvaluator, body: AbstractRunner): AbstractRunner {
  return (m) => {
    const { certain } = m;
    let returned = false;
    let before: readonly number[] | null = null;
    while (!returned) {
      m.tick();
      const set = condition(m);
      if (!mayBeTrue(set)) break;
      if (mayBeFalse(set)) m.certain = false;
      if (!m.certain) {
        const now = m.snapshot();
        if (before !== null && before.length === now.length && now.every((id, at) => id === before![at])) break;
        before = now;
      }
      returned = body(m);
    }
    m.certain = certain;
    return returned;
  };
}

function containsReturn(statements: readonly Statement[]): boolean {
  return statements.some((statement) => {
    switch (statement.kind) {
      case "return":
        return true;
      case "if":
        return containsReturn(statement.then) || containsReturn(statement.otherwise);
      case "block":
      case "while":
      case "do":
      case "for":
      case "iterate":
        return containsReturn(statement.body);
      default:
        return false;
    }
  });
}
