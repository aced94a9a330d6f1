// An expression evaluated in one discrete state after the other.

import type { DiscreteView } from "../../engine/engine.ts";
import type { Expression, Network } from "../../network/index.ts";
import { compileExpression, type Evaluator, FunctionTable, Machine } from "../../semantics/evaluate/index.ts";

export class OnStates {
  private readonly machine: Machine;
  private readonly evaluate: Evaluator;

  constructor(network: Network, expression: Expression) {
    this.machine = new Machine(network.cells);
    this.evaluate = compileExpression(expression, new FunctionTable(network.functions));
  }

  of({ locations, cells }: DiscreteView): number {
    const { machine } = this;
    machine.load(Int32Array.from(locations), Array.from(cells), 0);
    return this.evaluate(machine);
  }
}
