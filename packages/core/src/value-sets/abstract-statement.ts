// Statements over sets of values. Where a condition may go either way both branches run, each on its own locals, and
// what they write elsewhere is not certain; where it can go only one way, as in loops over constants, the run is exact.

import type { Expression, Statement } from "../network/index.ts";
import type { AbstractCompiler } from "./abstract-compiler.ts";
import { abstractExpression } from "./abstract-expression.ts";
import type { AbstractEvaluator, AbstractMachine, AbstractRunner } from "./abstract-machine.ts";
import { abstractPlace } from "./abstract-place.ts";
import { EMPTY, isEmpty, mayBeFalse, mayBeTrue, type ValueSet } from "./value-set.ts";

export function abstractBlock(body: readonly Statement[], functions: AbstractCompiler): AbstractRunner {
  const statements = body.map((statement) => abstractStatement(statement, functions));
  return (m) => {
    for (const run of statements) if (run(m)) return true;
    return false;
  };
}

function abstractStatement(statement: Statement, functions: AbstractCompiler): AbstractRunner {
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
 * certain, and stays so until the call ends if one of the two has returned. A branch that can only fail is no way.
 */
function branch(
  m: AbstractMachine,
  condition: AbstractEvaluator,
  then: AbstractRunner,
  otherwise: AbstractRunner,
): boolean {
  const set = condition(m);
  if (isEmpty(set)) m.fail();
  if (!mayBeFalse(set)) return then(m);
  if (!mayBeTrue(set)) return otherwise(m);
  const { certain } = m;
  m.certain = false;
  const before = m.saveLocals();
  let first = false;
  let second = false;
  const firstDies = m.dies(() => {
    first = then(m);
  });
  const after = m.saveLocals();
  m.restoreLocals(before);
  const secondDies = m.dies(() => {
    second = otherwise(m);
  });
  if (second || secondDies) m.restoreLocals(after);
  else if (!first && !firstDies) m.joinLocals(after);
  if (first || second) m.mayHaveReturned = true;
  m.certain = certain && !m.mayHaveReturned;
  if (firstDies && secondDies) m.fail();
  return (first || firstDies) && (second || secondDies);
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
      let set: ValueSet = EMPTY;
      const unasked = m.dies(() => {
        set = condition(m);
        if (isEmpty(set)) m.fail();
      });
      if (unasked) {
        if (exits === null) m.fail();
        break;
      }
      if (mayBeFalse(set)) exits = m.unite(exits, m.saveLocals());
      if (!mayBeTrue(set)) break;
      if (mayBeFalse(set)) m.certain = false;
      if (!m.certain) {
        const now = m.snapshot();
        if (previous?.length === now.length && now.every((id, at) => id === previous![at])) break;
        previous = now;
      }
      let returned = false;
      const dies = m.dies(() => {
        returned = body(m);
      });
      if (dies) {
        // What may have ended before has.
        if (exits === null) m.fail();
        break;
      }
      if (returned) {
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
