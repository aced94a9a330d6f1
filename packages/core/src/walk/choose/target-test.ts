// Is the target met in the walk's state, or when time passes there? The discrete part is asked first, and not at all
// after a step that touched nothing the formula reads.

import { faultsOf } from "../../analysis/faults.ts";
import type { Target } from "../../engine/index.ts";
import { mentions, type Network, type Query, visitQuery } from "../../network/index.ts";
import { compileFormulaData, type FormulaData } from "../../semantics/discrete/formula-data.ts";
import type { Machine } from "../../semantics/evaluate/index.ts";
import { ModelFault } from "../../semantics/index.ts";
import type { ClockLine } from "../clock-origins.ts";
import { ReadAnalysis } from "../compile/dependencies.ts";
import { compileSkeleton, type Skeleton } from "../compile/discrete-target.ts";
import type { WalkModel } from "../compile/walk-network.ts";
import { earliest } from "./delay-sampling.ts";
import { compileWhen, type When } from "./formula-windows.ts";

export class WalkTarget {
  readonly target: Target;
  /** Does the formula speak of `deadlock`? Then only the exact semantics have the last word. */
  readonly mentionsDeadlock: boolean;
  private readonly quick: Skeleton;
  private readonly inOrder: Skeleton;
  private readonly deadQuick: Skeleton;
  private readonly when: When | null;
  private readonly reads: ReadsOfTarget;
  private possible = true;
  private known = false;
  private readonly data: FormulaData | null;
  /** The moment at which the target is met, after `met` said so. */
  moment = 0;
  /** Why the formula cannot be evaluated in the state, after `met`. */
  fault: ModelFault | null = null;

  constructor(model: WalkModel, target: Target) {
    const { formula } = target;
    const { functions } = model;
    this.target = target;
    this.mentionsDeadlock = mentions(formula, "deadlock");
    this.quick = compileSkeleton(formula, true, functions, { deadlock: false, inOrder: false });
    this.inOrder = compileSkeleton(formula, true, functions, { deadlock: false, inOrder: true });
    this.deadQuick = compileSkeleton(formula, true, functions, { deadlock: true, inOrder: true });
    this.when = mentions(formula, "clock") ? compileWhen(formula, true, functions) : null;
    this.data = faultsOf(model.network).formula(formula) ? compileFormulaData(formula, functions) : null;
    this.reads = new ReadsOfTarget(model.network, target);
  }

  /** Forgets what is known of the state. */
  restart(): void {
    this.known = false;
  }

  /** A step was taken: does it matter for the discrete part? */
  stepped(process: number, source: number, target: number): void {
    if (this.known && this.reads.concernsMove(process, source, target)) this.known = false;
  }

  wrote(cell: number): void {
    if (this.known && this.reads.concernsCell(cell)) this.known = false;
  }

  /** Is the target met at some moment from now to `high`? Where `deadlock` decides, ask the exact semantics. */
  met(machine: Machine, line: ClockLine, high: number, highOpen: boolean): boolean {
    if (!this.known) {
      this.possible = this.couldBeMet(machine);
      this.known = true;
    }
    if (!this.possible) return false;
    this.moment = line.now;
    if (this.when === null) return true;
    line.low = line.now;
    line.lowOpen = false;
    line.high = high;
    line.highOpen = highOpen;
    machine.openFrame(this.target.frameSize);
    if (!this.when(machine, line, () => true)) return false;
    this.moment = earliest(line.low, line.lowOpen, line.high, line.highOpen);
    return !Number.isNaN(this.moment);
  }

  /** Does the discrete part allow it? */
  couldBeMet(machine: Machine): boolean {
    return !this.fails(machine) && this.evaluate(machine);
  }

  /** Could it be met here if nothing can happen any more? */
  metIfDead(machine: Machine): boolean {
    if (this.fault !== null) return false;
    machine.openFrame(this.target.frameSize);
    return this.deadQuick(machine);
  }

  /** Does evaluating the formula fail here? */
  private fails(machine: Machine): boolean {
    this.fault = null;
    if (this.data === null) return false;
    machine.openFrame(this.target.frameSize);
    try {
      this.data(machine);
    } catch (error) {
      if (!(error instanceof ModelFault)) throw error;
      this.fault = error;
    }
    return this.fault !== null;
  }

  private evaluate(machine: Machine): boolean {
    machine.openFrame(this.target.frameSize);
    try {
      return this.quick(machine);
    } catch (error) {
      if (!(error instanceof ModelFault)) throw error;
    }
    // Out of order something may fail that the order protects.
    machine.openFrame(this.target.frameSize);
    return this.inOrder(machine);
  }
}

/** The locations and cells that the discrete part of a formula depends on. */
class ReadsOfTarget {
  private readonly locations: readonly Uint8Array[];
  private readonly cells: Uint8Array;

  constructor(network: Network, target: Target) {
    this.locations = network.processes.map(({ locations }) => new Uint8Array(locations.length));
    this.cells = new Uint8Array(network.cells);
    const analysis = new ReadAnalysis(network);
    const query: Query = { kind: "E<>", text: "", formula: target.formula, frameSize: target.frameSize };
    const reads = analysis.of((visitor) => {
      visitQuery(query, {
        ...visitor,
        expression: (expression) => {
          visitor.expression?.(expression);
          if (expression.kind !== "at") return;
          const { base, steps } = expression.process;
          const reach = steps.reduce((sum, { count, stride }) => sum + (count - 1) * stride, 0);
          for (let process = base; process <= base + reach; process++) {
            const flags = this.locations[process];
            if (flags !== undefined && expression.location < flags.length) flags[expression.location] = 1;
          }
        },
      });
    });
    for (const cell of reads.cells) this.cells[cell] = 1;
    for (const [cell, variable] of analysis.variableOf.entries())
      if (reads.variables.has(variable)) this.cells[cell] = 1;
  }

  concernsMove(process: number, source: number, target: number): boolean {
    const flags = this.locations[process]!;
    return source !== target && (flags[source] === 1 || flags[target] === 1);
  }

  concernsCell(cell: number): boolean {
    return this.cells[cell] === 1;
  }
}
