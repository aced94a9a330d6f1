// Strong stubborn sets (Valmari 1990) seeded by what is looked for: of all steps that are possible in a state, those
// that some shortest way to every target can begin with. A set is closed when no run of steps outside of it changes
// what its members do: with an enabled step everything that depends on it is a member, with a disabled one everything
// that can undo one of the reasons why it is disabled. Seeded by what can make a false part of the target true
// (Kristensen, Schmidt and Valmari 2006; Wehrle and Helmert 2012) every way to the target meets a member, which can be
// taken first: verdicts and shortest lengths are kept, and no cycle proviso is needed. For deadlocks any enabled step
// is a seed.
//
// With clocks time depends on everything. But while a process is in an urgent or committed location no time passes, and
// it does not before that process has moved: there clocks are data that tests read and resets write (Bønneland, Jensen,
// Larsen, Muñiz and Srba 2018), and the steps of that process are seeds, too. Elsewhere everything is expanded.

import { AccessAnalysis } from "../analysis/accesses.ts";
import type { DiscreteView, Expansion } from "../engine/engine.ts";
import { type EvaluatedGoal, GoalEvaluator } from "../heuristics/evaluation.ts";
import { goalOf } from "../heuristics/goal.ts";
import type { Edge, Formula, Network } from "../network/index.ts";
import { compileExpression, type Evaluator, FunctionTable, Machine } from "../semantics/evaluate/index.ts";
import { ModelFault } from "../semantics/fault.ts";
import { Closure } from "./closure.ts";
import { Dependence, listOf, type StepList, type TakenStep } from "./dependence.ts";
import type { Visibility } from "./visibility.ts";

interface ReductionTarget {
  readonly formula: Formula;
  readonly frameSize: number;
}

/** What has to be kept of runs: a set that leaves out steps has to consist of such that do not show. */
type ShownSteps = Pick<Visibility, "shows">;

/** Lists of steps one of which has to be taken before a target is met. */
type Seeds = readonly StepList[];

/** Sets are compared, and the smallest is taken; but not more than these are tried in a state. */
const MOST_TRIALS = 24;

/** A condition on data, false where it is evaluated to 0, with what can change it. */
interface DataCondition {
  readonly evaluate: Evaluator;
  readonly cells: readonly number[];
  readonly asked: readonly number[];
}

export class StubbornSets {
  private readonly network: Network;
  private readonly dependence: Dependence;
  private readonly closure: Closure;
  private readonly accesses: AccessAnalysis;
  private readonly goals: GoalEvaluator | undefined;
  private readonly goal: EvaluatedGoal = { kind: "true" };
  /** Steps that may not be members of a set that leaves out others. */
  private readonly shown: ShownSteps | undefined;
  /** Every target is a deadlock, or any step will do for other reasons. */
  private readonly deadlocks: boolean;
  private readonly timed: boolean;
  /** Processes with urgent or committed locations. */
  private readonly pausing: readonly number[];
  private readonly machine: Machine;
  private readonly functions: FunctionTable;
  private readonly guards: (readonly DataCondition[] | undefined)[] = [];
  private readonly dataSeeds = new Map<
    object,
    { readonly cells: readonly number[]; readonly asked: readonly number[] }
  >();
  private locations = new Int32Array(0);
  private committed: readonly number[] = [];

  constructor(network: Network, kept: ReductionTarget | ShownSteps, dependence: Dependence = new Dependence(network)) {
    this.network = network;
    this.dependence = dependence;
    this.accesses = new AccessAnalysis(network);
    if ("formula" in kept) {
      const { formula, frameSize } = kept;
      this.goals = new GoalEvaluator({ network, target: formula, frameSize });
      this.goal = this.goals.prepare(goalOf(formula));
      this.deadlocks = demandsDeadlock(formula);
    } else {
      this.shown = kept;
      this.deadlocks = true;
    }
    this.timed = network.clocks.length > 0;
    this.pausing = [...network.processes.keys()].filter((process) =>
      network.processes[process]!.locations.some(({ urgent, committed }) => urgent || committed),
    );
    this.machine = new Machine(network.cells);
    this.functions = new FunctionTable(network.functions);
    this.closure = new Closure(this.dependence, (step) => this.reasons(step));
  }

  /** The candidates that are enough in a state; undefined: all of them. The expansion is that of the state. */
  choose(view: DiscreteView, expansion: Expansion): readonly number[] | undefined {
    if (expansion.count === 0) return undefined;
    this.load(view);
    const waiting = this.timed ? this.waiting() : [undefined];
    if (waiting.length === 0) return undefined;
    const taken = this.stepsOf(expansion);
    if (taken === undefined) return undefined;
    this.closure.load(this.locations, this.committed, taken);
    let best: { readonly size: number; readonly chosen: readonly number[] } | undefined;
    let trials = 0;
    for (const process of waiting) {
      const first = process === undefined ? [] : [this.dependence.movers[process]![this.locations[process]!]!];
      for (const seeds of this.seedings(taken)) {
        if (trials++ >= MOST_TRIALS) break;
        const size = this.closure.close([...first, ...seeds], best?.size ?? this.closure.enabled);
        if (size === undefined) continue;
        const chosen = this.closure.chosen(taken);
        if (chosen.some((ordinal) => this.shown?.shows(this.dependence.steps[taken[ordinal]!]!))) continue;
        best = { size, chosen };
        if (size <= 1) return best.chosen;
      }
    }
    return best?.chosen;
  }

  /** How many steps all sets together made look at. */
  get looks(): number {
    return this.closure.looks;
  }

  private load({ locations, cells }: DiscreteView): void {
    this.locations = Int32Array.from(locations);
    this.machine.load(this.locations, cells, 0);
    this.goals?.load({ locations: this.locations, cells });
    this.committed = this.pausing.filter((process) => this.locationOf(process).committed);
  }

  private locationOf(process: number) {
    return this.network.processes[process]!.locations[this.locations[process]!]!;
  }

  /** The processes that keep time from passing. */
  private waiting(): number[] {
    return this.pausing.filter((process) => {
      const { urgent, committed } = this.locationOf(process);
      return urgent || committed;
    });
  }

  private stepsOf(expansion: Expansion): Int32Array | undefined {
    const taken = new Int32Array(expansion.count);
    for (let ordinal = 0; ordinal < taken.length; ordinal++) {
      const step = this.dependence.stepOf(expansion.transition(ordinal));
      if (step === undefined) return undefined;
      taken[ordinal] = step;
    }
    return taken;
  }

  /** Ways to seed a set; none where the target may be met already. */
  private seedings(taken: Int32Array): Seeds[] {
    const byGoal = this.alternatives(this.goal);
    if (!this.deadlocks) return byGoal;
    // What can be done stays possible until a member is taken, so that no deadlock is met before.
    const entering = this.committed.length === 0 ? [this.dependence.committing] : [];
    const { steps } = this.dependence;
    const keys = [...new Set(taken)].filter((step) => !steps[step]!.testsClocks && !this.shown?.shows(steps[step]!));
    return [...byGoal, ...keys.map((step) => [listOf([step]), ...entering])];
  }

  /** For a goal that does not hold: each of the seedings is enough. Empty where it holds. */
  private alternatives(goal: EvaluatedGoal): Seeds[] {
    switch (goal.kind) {
      case "true":
        return [];
      case "false":
        return [[]];
      case "and":
        return goal.parts.flatMap((part) => this.alternatives(part));
      case "or": {
        const parts = goal.parts.map((part) => this.alternatives(part));
        if (parts.some((ways) => ways.length === 0)) return [];
        return [parts.flatMap((ways) => this.fewest(ways))];
      }
      case "atom": {
        if (goal.holds()) return [];
        const { atom } = goal;
        const { entering, movers } = this.dependence;
        if (atom.kind === "data") return [this.changing(this.readBy(atom))];
        const { process, location, holds } = atom;
        return [[holds ? entering[process]![location]! : movers[process]![location]!]];
      }
    }
  }

  private fewest(ways: readonly Seeds[]): Seeds {
    const size = (seeds: Seeds): number => seeds.reduce((sum, { steps }) => sum + steps.length, 0);
    return ways.reduce((least, way) => (size(way) < size(least) ? way : least));
  }

  private readBy(atom: Extract<EvaluatedGoal, { kind: "atom" }>["atom"] & { kind: "data" }) {
    let known = this.dataSeeds.get(atom);
    if (known === undefined) {
      const { readCells, askedProcesses } = this.accesses.ofExpression(atom.condition);
      known = { cells: [...readCells], asked: [...askedProcesses] };
      this.dataSeeds.set(atom, known);
    }
    return known;
  }

  /** Steps one of which comes before the value of a condition changes. */
  private changing({ cells, asked }: Pick<DataCondition, "cells" | "asked">): StepList[] {
    const { writers, movers } = this.dependence;
    return [
      ...cells.map((cell) => writers[cell]!),
      ...asked.map((process) => movers[process]![this.locations[process]!]!),
    ];
  }

  /** Why a step is disabled: for each reason, lists of steps one of which has to be taken before it no longer holds. */
  private reasons(step: TakenStep): Seeds[] {
    const { entering, movers } = this.dependence;
    const found: Seeds[] = [];
    for (const edge of step.edges) {
      const { process, source } = edge;
      if (this.locations[process] !== source) found.push([entering[process]![source]!]);
      for (const condition of this.conditionsOf(edge)) {
        if (this.isFalse(condition, edge)) found.push(this.changing(condition));
      }
    }
    const leaving = this.committed.map((process) => movers[process]![this.locations[process]!]!);
    if (this.isHeldUp(step)) for (const list of leaving) found.push([list]);
    if (found.length > 0) return found;
    // It may be that who joins may not be where it would get.
    const { reads, asks, joiners } = step;
    return [[...this.changing({ cells: reads, asked: [...asks, ...joiners] }), ...leaving]];
  }

  /** Is somebody else committed, and nobody who may take part? */
  private isHeldUp({ edges, joining }: TakenStep): boolean {
    const { processes } = this.network;
    return (
      this.committed.length > 0 &&
      [...edges, ...joining].every(({ process, source }) => !processes[process]!.locations[source]!.committed)
    );
  }

  /** The data conditions of an edge's guard that no select has a part in. */
  private conditionsOf({ id, selects, guard }: Edge): readonly DataCondition[] {
    let known = this.guards[id];
    if (known === undefined) {
      known = (selects.length > 0 ? [] : guard).flatMap((conjunct) => {
        if (conjunct.kind !== "data") return [];
        const { readCells, askedProcesses } = this.accesses.ofExpression(conjunct.condition);
        const evaluate = compileExpression(conjunct.condition, this.functions);
        return [{ evaluate, cells: [...readCells], asked: [...askedProcesses] }];
      });
      this.guards[id] = known;
    }
    return known;
  }

  private isFalse({ evaluate }: DataCondition, { frameSize }: Edge): boolean {
    this.machine.beginStep();
    this.machine.openFrame(frameSize);
    try {
      return evaluate(this.machine) === 0;
    } catch (error) {
      // Where it fails it is not what keeps the step from happening.
      if (error instanceof ModelFault) return false;
      throw error;
    }
  }
}

/** Can only a deadlock satisfy the formula? */
export function demandsDeadlock(formula: Formula): boolean {
  switch (formula.kind) {
    case "deadlock":
      return true;
    case "and":
      return formula.parts.some(demandsDeadlock);
    case "or":
      return formula.parts.length > 0 && formula.parts.every(demandsDeadlock);
    case "not":
      return formula.part.kind === "not" && demandsDeadlock(formula.part.part);
    default:
      return false;
  }
}
