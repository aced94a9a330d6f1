// Statements and functions over sets of values. Where a condition may go either way both branches run, each on its own
// locals, and what they write elsewhere is not certain; where it can go only one way, as in loops over constants, the run
// is exact.

import type { Argument, BinaryOperator, Expression, FunctionDefinition, Statement } from "../../network/index.ts";
import { abstractExpression, abstractIndices, abstractPlace, guarded, hullOf } from "./abstract-expression.ts";
import type { AbstractEvaluator, AbstractMachine, AbstractRunner } from "./abstract-machine.ts";
import type { SetOperation, SetPool } from "./set-pool.ts";
import type { Shortcut } from "./shortcut.ts";
import { EMPTY, FALSE, isEmpty, isSingle, mayBeFalse, mayBeTrue, type ValueSet } from "./value-set.ts";

export class AbstractFunctions {
  readonly definitions: readonly FunctionDefinition[];
  readonly pool: SetPool;
  readonly shortcut: Shortcut;
  private readonly bodies: (AbstractRunner | undefined)[] = [];
  private readonly operations = new Map<BinaryOperator, SetOperation>();

  constructor(definitions: readonly FunctionDefinition[], pool: SetPool, shortcut: Shortcut) {
    this.definitions = definitions;
    this.pool = pool;
    this.shortcut = shortcut;
  }

  body(index: number): AbstractRunner {
    return (this.bodies[index] ??= abstractBlock(this.definitions[index]!.body, this));
  }

  /** Adding one value to a run of values gives a run, without going through it. */
  private counting(op: "+" | "-", each: SetOperation): SetOperation {
    const { pool } = this;
    return (a, b) => {
      const run = isSingle(b) ? pool.shift(a, op === "+" ? b.lo : -b.lo) : null;
      return run ?? each(a, b);
    };
  }

  /** An arithmetic operation on sets, the same for everybody so that its results are shared. */
  operation(op: BinaryOperator): SetOperation {
    let operate = this.operations.get(op);
    if (operate === undefined) {
      const each = this.pool.operation(guarded(op), hullOf(op, this.pool));
      operate = op === "+" || op === "-" ? this.counting(op, each) : each;
      this.operations.set(op, operate);
    }
    return operate;
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
    const { certain, mayHaveReturned, result: outerResult, returned: outerReturned } = m;
    m.frame = frame;
    m.mayHaveReturned = false;
    m.result = EMPTY;
    m.returned = into === null ? [] : Array.from({ length: returns }, () => EMPTY);
    functions.body(call.function)(m);
    const { result, returned } = m;
    m.frame = caller;
    m.certain = certain;
    m.mayHaveReturned = mayHaveReturned;
    m.result = outerResult;
    m.returned = outerReturned;
    m.top = frame;
    for (const target of targets) {
      for (const [i, set] of returned.entries()) m.write(target + i, set, targets.length === 1);
    }
    return into === null ? result : FALSE;
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
        m.write(frame + cell, value(m), true);
      };
    }
    case "copy": {
      const sources = abstractPlace(argument.source, functions);
      return (m, frame) => {
        const from = sources(m);
        for (let i = 0; i < argument.size; i++) {
          const set = from.reduce((all, address) => m.pool.union(all, m.read(address + i)), EMPTY);
          m.write(frame + cell + i, set, true);
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
  m.write(address, m.pool.of(indices), true);
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
          for (const [i, value] of values.entries()) m.write(address + i, value, true);
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
      return (m) => branch(m, condition, then, otherwise);
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
          m.write(m.frame + cell, m.pool.single(value), true);
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
        else if (from !== null) m.returnCells(from(m));
        return true;
      };
    }
    case "assert":
      return () => false;
  }
}

/**
 * Where the condition may go either way, both branches run from the same locals, which are joined afterwards; a branch
 * that has returned has no part in what follows. What branches write outside the function's own frame is possible, not
 * certain, and stays so until the call ends if one of the two has returned.
 */
function branch(
  m: AbstractMachine,
  condition: AbstractEvaluator,
  then: AbstractRunner,
  otherwise: AbstractRunner,
): boolean {
  const set = condition(m);
  if (isEmpty(set)) m.fail();
  if (!mayBeFalse(set)) return mayBeTrue(set) ? then(m) : false;
  if (!mayBeTrue(set)) return otherwise(m);
  const { certain } = m;
  m.certain = false;
  const before = m.saveLocals();
  const first = then(m);
  const after = m.saveLocals();
  m.restoreLocals(before);
  const second = otherwise(m);
  if (second) m.restoreLocals(after);
  else if (!first) m.joinLocals(after);
  if (first || second) m.mayHaveReturned = true;
  m.certain = certain && !m.mayHaveReturned;
  return first && second;
}

/**
 * Rounds go on while the condition may hold. Where it may also fail, the locals of that moment are among those after
 * the loop, and what further rounds write outside the frame is not certain. A round that changes nothing is the last.
 */
function loop(condition: AbstractEvaluator, body: AbstractRunner): AbstractRunner {
  return (m) => {
    const { certain } = m;
    let exits: ValueSet[] | null = null;
    let previous: readonly number[] | null = null;
    for (;;) {
      m.tick();
      const set = condition(m);
      if (isEmpty(set)) m.fail();
      if (mayBeFalse(set)) exits = m.unite(exits, m.saveLocals());
      if (!mayBeTrue(set)) break;
      if (mayBeFalse(set)) m.certain = false;
      if (!m.certain) {
        const now = m.snapshot();
        if (previous?.length === now.length && now.every((id, at) => id === previous![at])) break;
        previous = now;
      }
      if (body(m)) {
        // This way returned. If the loop may have ended before, what follows is possible, not certain.
        if (exits === null) return true;
        m.mayHaveReturned = true;
        break;
      }
    }
    if (exits !== null) m.restoreLocals(exits);
    m.certain = certain && !m.mayHaveReturned;
    return false;
  };
}
