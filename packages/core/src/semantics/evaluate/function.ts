// The functions of a network, compiled when first called upon: a table can be built before the functions that refer to
// each other. Everything else is compiled with it.

import type { Expression, FunctionDefinition } from "../../network/index.ts";
import type { Compiler } from "./compiler.ts";
import { compileExpression } from "./expression.ts";
import type { Evaluator, Runner } from "./machine.ts";
import { compileBlock } from "./statement.ts";

export class FunctionTable implements Compiler {
  readonly watches: boolean;
  private readonly definitions: readonly FunctionDefinition[];
  private readonly bodies: (Runner | undefined)[] = [];

  constructor(definitions: readonly FunctionDefinition[], watches = false) {
    this.definitions = definitions;
    this.watches = watches;
  }

  expression(expression: Expression): Evaluator {
    return compileExpression(expression, this);
  }

  definition(index: number): FunctionDefinition {
    return this.definitions[index]!;
  }

  body(index: number): Runner {
    return (this.bodies[index] ??= compileBlock(this.definition(index).body, this));
  }
}
