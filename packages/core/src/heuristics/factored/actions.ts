// What an edge asks and does about data, with its selects fixed, cut into the smallest pieces that can be run on their
// own: one condition per conjunct, one action per statement of the update. Clocks are not seen.

import { AccessAnalysis, type Accesses } from "../../analysis/accesses.ts";
import { type Bindings, NO_BINDINGS, specialise, specialiseRef } from "../../analysis/specialise.ts";
import {
  type Conjunct,
  cellTable,
  type Edge,
  type Expression,
  type Location,
  type Network,
  type Statement,
  visitStatements,
} from "../../network/index.ts";
import {
  compileBlock,
  compileExpression,
  compileIndexed,
  FunctionTable,
  Machine,
} from "../../semantics/evaluate/index.ts";
import { ModelFault } from "../../semantics/fault.ts";
import type { Meter } from "./build-budget.ts";

export interface Action {
  readonly id: number;
  /** State cells, those of meta variables included. */
  readonly reads: ReadonlySet<number>;
  readonly writes: ReadonlySet<number>;
  /** Asks where processes are, which is not followed. */
  readonly asksLocations: boolean;
  /** A condition as an expression without selects, where it is one. */
  readonly expression?: Expression;
  /** A condition: does it hold? A statement: runs, and is true. Throws a `ModelFault`. */
  run(machine: Machine): boolean;
}

export interface EdgeActions {
  /** False where a condition on constants fails: the edge is never taken like this. */
  readonly mayPass: boolean;
  readonly conditions: readonly Action[];
  readonly statements: readonly Action[];
}

/** What compiling an action is worth, in the units of the meter. */
const COMPILING = 500;

export class ActionTable {
  private readonly meter: Meter;
  private readonly written = new Map<Edge, readonly number[]>();
  private readonly accesses: AccessAnalysis;
  private readonly functions: FunctionTable;
  private readonly known = new Map<string, EdgeActions>();
  private readonly channelTests = new Map<string, Action>();
  private readonly machine: Machine;
  private readonly isConstant: (cell: number) => boolean;
  private count = 0;
  readonly before: readonly Action[];
  readonly after: readonly Action[];

  constructor(network: Network, meter: Meter) {
    this.meter = meter;
    this.accesses = new AccessAnalysis(network);
    this.functions = new FunctionTable(network.functions);
    this.machine = new Machine(network.cells);
    this.machine.load(new Int32Array(network.processes.length), network.initialValues, 0);
    const { variable } = cellTable(network);
    this.isConstant = (cell) => network.variables[variable[cell]!]!.constant === true;
    this.before = this.statements(network.beforeUpdate, network.updateFrameSize, []);
    this.after = this.statements(network.afterUpdate, network.updateFrameSize, []);
  }

  of(edge: Edge, select: readonly number[]): EdgeActions {
    const key = `${edge.id} ${select.join()}`;
    let actions = this.known.get(key);
    if (actions === undefined) {
      const conditions = this.conditions(edge.guard, edge.frameSize, select);
      const mayPass = !conditions.some((condition) => this.neverHolds(condition));
      actions = { mayPass, conditions, statements: this.statements(edge.update, edge.frameSize, select) };
      this.known.set(key, actions);
    }
    return actions;
  }

  /** Can the location be entered, as far as constants say? */
  mayEnter({ invariant, frameSize }: Location): boolean {
    return !this.conditions(invariant, frameSize, []).some((condition) => this.neverHolds(condition));
  }

  private conditions(guard: readonly Conjunct[], frameSize: number, select: readonly number[]): readonly Action[] {
    const bindings = bindingsOf(select);
    return guard
      .flatMap((conjunct) => (conjunct.kind === "data" ? conjuncts(specialise(conjunct.condition, bindings)) : []))
      .filter((condition) => condition.kind !== "constant" || condition.value === 0)
      .map((condition) => this.condition(condition, frameSize, select));
  }

  /** Only constants are asked, and they say no. */
  private neverHolds(condition: Action): boolean {
    if (condition.asksLocations || ![...condition.reads].every(this.isConstant)) return false;
    return !takes(this.machine, [condition], []);
  }

  /** Every cell that the edge's update may write, whatever is selected. */
  writesOf(edge: Edge): readonly number[] {
    let cells = this.written.get(edge);
    if (cells === undefined) {
      cells = [...this.accesses.ofStatements(edge.update).writtenCells];
      this.written.set(edge, cells);
    }
    return cells;
  }

  /** The channel an edge names with its selects fixed; undefined where that depends on the state. */
  channelOf({ sync }: Edge, select: readonly number[]): number | undefined {
    if (sync.kind !== "send" && sync.kind !== "receive") return undefined;
    const ref = specialiseRef(sync.channel, bindingsOf(select));
    return ref.steps.length === 0 ? ref.base : undefined;
  }

  /** Does the edge name this channel? */
  onChannel(edge: Edge, select: readonly number[], channel: number): Action {
    const key = `${edge.id} ${select.join()} ${channel}`;
    let test = this.channelTests.get(key);
    if (test === undefined) {
      const { sync } = edge;
      if (sync.kind !== "send" && sync.kind !== "receive") throw new Error("an edge without a channel");
      const ref = specialiseRef(sync.channel, bindingsOf(select));
      const named = compileIndexed(ref, this.functions);
      const reads = ref.steps.map(({ index }) => this.accesses.ofExpression(index));
      test = this.action(joined(reads), edge.frameSize, select, (machine) => named(machine) === channel);
      this.channelTests.set(key, test);
    }
    return test;
  }

  condition(condition: Expression, frameSize: number, select: readonly number[]): Action {
    const evaluate = compileExpression(condition, this.functions);
    const run = (machine: Machine): boolean => evaluate(machine) !== 0;
    return { ...this.action(this.accesses.ofExpression(condition), frameSize, select, run), expression: condition };
  }

  private statements(update: readonly Statement[], frameSize: number, select: readonly number[]): readonly Action[] {
    if (update.length === 0) return [];
    const bindings = bindingsOf(select);
    // Statements that speak to each other through the frame stay together.
    const groups = usesFrame(update) ? [update] : update.map((statement) => [statement]);
    return groups
      .map((group) => {
        const specialised = group.map(
          (statement): Statement =>
            statement.kind === "expression"
              ? { kind: "expression", expression: specialise(statement.expression, bindings) }
              : statement,
        );
        const run = compileBlock(specialised, this.functions);
        return this.action(this.accesses.ofStatements(specialised), frameSize, select, (machine) => {
          run(machine);
          return true;
        });
      })
      .filter(({ writes }) => writes.size > 0);
  }

  private action(
    { readCells, writtenCells, askedProcesses }: Accesses,
    frameSize: number,
    select: readonly number[],
    run: (machine: Machine) => boolean,
  ): Action {
    this.meter.spend(COMPILING);
    return {
      id: this.count++,
      reads: readCells,
      writes: writtenCells,
      asksLocations: askedProcesses.size > 0,
      run(machine) {
        machine.openFrame(frameSize);
        machine.setFrame(select);
        return run(machine);
      },
    };
  }
}

export function bindingsOf(select: readonly number[]): Bindings {
  return select.length === 0 ? NO_BINDINGS : new Map(select.entries());
}

/** The parts of a conjunction. A part that fails where an earlier one does not hold changes nothing: neither holds. */
export function conjuncts(condition: Expression): readonly Expression[] {
  if (condition.kind !== "and") return [condition];
  return [...conjuncts(condition.left), ...conjuncts(condition.right)];
}

function joined(parts: readonly Accesses[]): Accesses {
  const all = (pick: (accesses: Accesses) => ReadonlySet<number>): Set<number> =>
    new Set(parts.flatMap((accesses) => [...pick(accesses)]));
  return {
    readCells: all(({ readCells }) => readCells),
    writtenCells: all(({ writtenCells }) => writtenCells),
    testedClocks: all(({ testedClocks }) => testedClocks),
    resetClocks: all(({ resetClocks }) => resetClocks),
    askedProcesses: all(({ askedProcesses }) => askedProcesses),
  };
}

function usesFrame(update: readonly Statement[]): boolean {
  let found = false;
  visitStatements(update, {
    place: ({ space }, access) => {
      if (space !== "state" && access !== "read") found = true;
    },
  });
  return found;
}

/** Runs what is asked and done, from its start; false where a condition does not hold or something fails. */
export function takes(machine: Machine, conditions: readonly Action[], statements: readonly Action[]): boolean {
  machine.beginStep();
  try {
    for (const condition of conditions) if (!condition.run(machine)) return false;
    for (const statement of statements) statement.run(machine);
    return true;
  } catch (error) {
    if (error instanceof ModelFault) return false;
    throw error;
  } finally {
    machine.clearAssignments();
  }
}
