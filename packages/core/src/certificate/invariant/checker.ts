// Tests inductive invariants by the reference semantics alone: it shares no code with the estimates whose word it
// checks. For one network and one target it holds the joint steps cut into components, and what their runs came to.

import { AccessAnalysis } from "../../analysis/accesses.ts";
import { type Formula, mentions, type Network } from "../../network/index.ts";
import { FunctionTable } from "../../semantics/evaluate/index.ts";
import { ChoosingMachine } from "./choosing-machine.ts";
import { type JointStep, jointSteps } from "./joint-steps.ts";
import { type SetId, Space, type Tracked } from "./space.ts";
import type { StepComponent } from "./step-component.ts";
import { StepCutter } from "./step-parts.ts";
import { type StepProgram, StepPrograms, Untracked } from "./step-program.ts";
import { TargetProgram } from "./target.ts";
import { coneOf } from "./tracked.ts";

/** Joint steps of a network that is looked at. */
const MOST_STEPS = 60_000;

/** What cannot be reached, if it cannot. */
export interface Asked {
  readonly formula: Formula;
  readonly frameSize: number;
}

/** The target's cone, and what makes these edges fail. */
export interface WithFailing {
  readonly failing: ReadonlySet<number>;
}

export class Checker {
  readonly space: Space;
  readonly machine: ChoosingMachine;
  readonly steps: readonly StepProgram[];
  readonly components: readonly StepComponent[];
  readonly target: TargetProgram;
  /** By set: the components that read from it. */
  readonly readers: number[][] = [];
  /** Runs in the trees of all components. */
  kept = 0;
  private readonly byLocation: number[][][];
  private readonly unions: (SetId | undefined)[] = [];

  private constructor(
    network: Network,
    joint: readonly JointStep[],
    { formula, frameSize }: Asked,
    accesses: AccessAnalysis,
    located: boolean,
    tracked: Tracked,
  ) {
    const functions = new FunctionTable(network.functions, true);
    this.space = new Space(network, accesses, located, tracked);
    this.machine = new ChoosingMachine(network, this.space.isMeta);
    const programs = new StepPrograms(this.space, new StepCutter(network, accesses, functions));
    const steps: StepProgram[] = [];
    for (const step of joint) {
      const made = programs.make(steps.length, step);
      if (made !== null) steps.push(made);
    }
    this.steps = steps;
    this.components = programs.components;
    this.target = new TargetProgram(formula, frameSize, this.space, accesses, functions, (make) => {
      const component = make(programs.components.length);
      programs.components.push(component);
      return component;
    });
    this.byLocation = network.processes.map(({ locations }) => locations.map(() => []));
    for (const { index, sources } of steps) {
      for (let at = 0; at < sources.length; at += 2) this.byLocation[sources[at]!]![sources[at + 1]!]!.push(index);
    }
    for (const [process, cells] of this.space.owned.entries()) {
      for (const cell of cells) {
        for (const location of network.processes[process]!.locations.keys()) {
          this.unions[this.space.ofCellAt(cell, location)] = this.space.ofCell(cell);
        }
      }
    }
  }

  /**
   * Undefined where nothing can be proved in this way: the target asks for deadlock, there are too many joint steps, or
   * what an invariant speaks of is too little.
   */
  static for(network: Network, asked: Asked, located: boolean, speaksOf?: Tracked | WithFailing): Checker | undefined {
    if (mentions(asked.formula, "deadlock") || network.obstacles.length > 0) return undefined;
    const joint = jointSteps(network, MOST_STEPS);
    if (joint === undefined) return undefined;
    const accesses = new AccessAnalysis(network);
    const tracked =
      speaksOf !== undefined && "processes" in speaksOf
        ? speaksOf
        : coneOf(network, joint, asked.formula, accesses, speaksOf?.failing);
    try {
      return new Checker(network, joint, asked, accesses, located, tracked);
    } catch (error) {
      if (error instanceof Untracked) return undefined;
      throw error;
    }
  }

  /** Steps that leave a location of a process. */
  readonly stepsFrom = (process: number, location: number): readonly number[] =>
    this.byLocation[process]![location] ?? [];

  unionOf(set: SetId): SetId | undefined {
    return this.unions[set];
  }

  noteReader(set: SetId, component: number): void {
    this.readers[set] ??= [];
    this.readers[set]!.push(component);
  }
}
