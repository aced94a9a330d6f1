// What expressions, places, calls and statements over sets of values are compiled with. They contain each other, so
// none of their files imports all the others: what a place needs of expressions, and a call of function bodies, it asks
// here.

import type { BinaryOperator, Expression, FunctionDefinition } from "../network/index.ts";
import type { AbstractEvaluator, AbstractRunner } from "./abstract-machine.ts";
import type { SetOperation, SetPool } from "./set-pool.ts";
import type { Shortcut } from "./shortcut.ts";

export interface AbstractCompiler {
  readonly definitions: readonly FunctionDefinition[];
  readonly pool: SetPool;
  readonly shortcut: Shortcut;
  expression(expression: Expression): AbstractEvaluator;
  /** Compiled when it is first asked for, so that functions can refer to each other. */
  body(index: number): AbstractRunner;
  /** An arithmetic operation on sets, the same for everybody so that its results are shared. */
  operation(op: BinaryOperator): SetOperation;
}
