// Statements, compiled to closures that say whether they returned from the function. Loops count against the
// machine's step budget, so that an endless function is reported and does not hang the checker.

import type { Expression, Statement } from "../../network/index.ts";
import { ModelFault } from "../fault.ts";
import type { Compiler } from "./compiler.ts";
import { compileExpression } from "./expression.ts";
import type { Evaluator, Machine, Runner } from "./machine.ts";
import { compilePlace } from "./place.ts";

export function compileBlock(body: readonly Statement[], functions: Compiler): Runner {
  const statements = body.map((statement) => compileStatement(statement, functions));
  const [first, second] = statements;
  if (first === undefined) return () => false;
  if (second === undefined) return first;
  if (statements.length === 2) return (m) => first(m) || second(m);
  return (m) => {
    for (let i = 0; i < statements.length; i++) if (statements[i]!(m)) return true;
    return false;
  };
}

function compileStatement(statement: Statement, functions: Compiler): Runner {
  const expression = (inner: Expression) => compileExpression(inner, functions);
  switch (statement.kind) {
    case "expression": {
      const evaluate = expression(statement.expression);
      return (m) => {
        evaluate(m);
        return false;
      };
    }
    case "initialise": {
      const target = compilePlace(statement.target, functions);
      const { values } = statement;
      return (m) => {
        const address = target(m);
        for (let i = 0; i < values.length; i++) m.memory[address + i] = values[i]!;
        m.noteWrites(address, values.length);
        return false;
      };
    }
    case "block":
      return compileBlock(statement.body, functions);
    case "if": {
      const condition = expression(statement.condition);
      const then = compileBlock(statement.then, functions);
      const otherwise = compileBlock(statement.otherwise, functions);
      return (m) => (condition(m) !== 0 ? then(m) : otherwise(m));
    }
    case "while":
      return loop(expression(statement.condition), compileBlock(statement.body, functions), [], statement.span);
    case "do": {
      const body = compileBlock(statement.body, functions);
      const rest = loop(expression(statement.condition), body, [], statement.span);
      return (m) => body(m) || rest(m);
    }
    case "for": {
      const init = statement.init.map(expression);
      const step = statement.step.map(expression);
      const body = compileBlock(statement.body, functions);
      const rounds = loop(expression(statement.condition), body, step, statement.span);
      return (m) => {
        for (let i = 0; i < init.length; i++) init[i]!(m);
        return rounds(m);
      };
    }
    case "iterate": {
      const { cell, min, max } = statement;
      const body = compileBlock(statement.body, functions);
      return (m) => {
        for (let value = min; value <= max; value++) {
          m.tick(undefined);
          m.memory[m.frame + cell] = value;
          if (body(m)) return true;
        }
        return false;
      };
    }
    case "return": {
      const value = statement.value === undefined ? null : expression(statement.value);
      const result = value ?? (statement.from === undefined ? () => 0 : compilePlace(statement.from, functions));
      return (m) => {
        m.result = result(m);
        return true;
      };
    }
    case "assert": {
      const condition = expression(statement.condition);
      const { span, otherwise = "the assertion does not hold" } = statement;
      return (m) => {
        if (condition(m) === 0) throw new ModelFault("assert", otherwise, span);
        return false;
      };
    }
  }
}

function loop(
  condition: Evaluator,
  body: Runner,
  step: readonly Evaluator[],
  span: Extract<Statement, { kind: "while" }>["span"],
): Runner {
  return (m: Machine) => {
    while (condition(m) !== 0) {
      m.tick(span);
      if (body(m)) return true;
      for (let i = 0; i < step.length; i++) step[i]!(m);
    }
    return false;
  };
}
