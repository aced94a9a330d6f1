// Statements as WebAssembly. Loops count against the step budget, so that an endless function is reported and does
// not hang the checker; `return` leaves the function, whose caller gives the frame back.

import type { Expression, Statement } from "../../../network/index.ts";
import { add } from "../../../wasm/arithmetic.ts";
import { eqz, leS } from "../../../wasm/comparisons.ts";
import { siteOf } from "../../../wasm/context.ts";
import { call } from "../../../wasm/function-writer.ts";
import { noteWrite } from "../../../wasm/write-log.ts";
import { compileCondition, compileEffect } from "./expressions.ts";
import { addressOf, type CodeScope } from "./places.ts";

export function compileBlock(scope: CodeScope, body: readonly Statement[]): void {
  for (const statement of body) compileStatement(scope, statement);
}

function compileStatement(scope: CodeScope, statement: Statement): void {
  const { f, context } = scope;
  switch (statement.kind) {
    case "expression":
      compileEffect(scope, statement.expression);
      return;
    case "initialise": {
      const address = f.let(addressOf(scope, statement.target));
      for (const [i, value] of statement.values.entries()) f.store32(address, value, 4 * i);
      noteWrite(f, context.log, address, statement.values.length);
      return;
    }
    case "block":
      compileBlock(scope, statement.body);
      return;
    case "if":
      f.if(
        scope.expression(statement.condition),
        () => compileBlock(scope, statement.then),
        statement.otherwise.length === 0 ? undefined : () => compileBlock(scope, statement.otherwise),
      );
      return;
    case "while":
      loop(scope, statement.condition, statement.body, [], statement.span);
      return;
    case "do":
      // The body runs once before the condition is looked at; emitted once, with the test at its end.
      f.loop((again) => {
        tick(scope, statement.span);
        compileBlock(scope, statement.body);
        f.branchIf(again, compileCondition(scope, statement.condition));
      });
      return;
    case "for":
      for (const part of statement.init) compileEffect(scope, part);
      loop(scope, statement.condition, statement.body, statement.step, statement.span);
      return;
    case "iterate": {
      const value = f.let(statement.min);
      f.while(leS(value, statement.max), () => {
        tick(scope, undefined);
        f.store32(scope.frame, value, 4 * statement.cell);
        compileBlock(scope, statement.body);
        f.set(value, add(value, 1));
      });
      return;
    }
    case "return":
      if (statement.value !== undefined) f.return(scope.expression(statement.value));
      else if (statement.from !== undefined) f.return(addressOf(scope, statement.from));
      else f.return(0);
      return;
    case "assert":
      f.if(eqz(scope.expression(statement.condition)), () => {
        const message = () => statement.otherwise ?? "the assertion does not hold";
        f.do(call(context.fault, siteOf(context, { kind: "assert", span: statement.span, message }), 0));
      });
      return;
  }
}

type Span = Extract<Statement, { kind: "while" }>["span"];

function loop(
  scope: CodeScope,
  condition: Expression,
  body: readonly Statement[],
  step: readonly Expression[],
  span: Span,
): void {
  scope.f.while(compileCondition(scope, condition), () => {
    tick(scope, span);
    compileBlock(scope, body);
    for (const part of step) compileEffect(scope, part);
  });
}

function tick({ context, f }: CodeScope, span: Span): void {
  const message = (value: number) => `this does not end within ${value} rounds and calls`;
  f.do(call(context.tick, siteOf(context, { kind: "endless", span, message })));
}
