// What expressions, places, calls and statements are compiled with. They contain each other, so none of their files
// imports all the others: what a place needs of expressions, and a call of function bodies, it asks here.

import type { Span } from "../../diagnostics/index.ts";
import type { Expression, FunctionDefinition, RealOperation } from "../../network/index.ts";
import type { Evaluator, Runner } from "./machine.ts";

export interface Compiler {
  /**
   * Whatever is read, the machine is told before (`Machine.watch`): for who runs updates on values that are not chosen
   * yet.
   */
  readonly watches?: boolean;
  expression(expression: Expression): Evaluator;
  definition(index: number): FunctionDefinition;
  /** Compiled when it is first asked for, so that functions can refer to each other. */
  body(index: number): Runner;
  /** Present where doubles and clocks have values (`stochastic/`): what stands for them elsewhere is evaluated then. */
  real?(operation: RealOperation, span: Span | undefined): Evaluator;
}
