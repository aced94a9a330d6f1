// The functions of a network over sets of values, compiled when first called upon, and the operations on sets that all
// of them share.

import type { BinaryOperator, Expression, FunctionDefinition } from "../network/index.ts";
import { guarded, hullOf } from "./abstract-arithmetic.ts";
import type { AbstractCompiler } from "./abstract-compiler.ts";
import { abstractExpression } from "./abstract-expression.ts";
import type { AbstractEvaluator, AbstractRunner } from "./abstract-machine.ts";
import { abstractBlock } from "./abstract-statement.ts";
import type { SetOperation, SetPool } from "./set-pool.ts";
import type { Shortcut } from "./shortcut.ts";
import { isSingle } from "./value-set.ts";

export class AbstractFunctions implements AbstractCompiler {
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

  expression(expression: Expression): AbstractEvaluator {
    return abstractExpression(expression, this);
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
