// The target as a disjunction of cubes: each allows every process some locations and every cell some values. Conditions
// over several cells are spelled out while that stays small; what does not fit counts as true, which only weakens the
// target.

import type { ClockIntervals } from "../../analysis/clock-intervals.ts";
import type { Expression, Network } from "../../network/index.ts";
import { Machine } from "../../semantics/evaluate/index.ts";
import { ModelFault } from "../../semantics/fault.ts";
import { goalWithClocks } from "../clock-goal.ts";
import type { GoalFormula } from "../goal.ts";
import type { Problem } from "../heuristic.ts";
import { ActionTable } from "./actions.ts";
import type { Meter } from "./build-budget.ts";

/** For each component that is not free the states it may be in; components are numbered by whoever asks. */
export type GoalCube = ReadonlyMap<number, ReadonlySet<number>>;

const MOST_CUBES = 2000;
const MOST_VALUATIONS = 20_000;
const ANYTHING: readonly GoalCube[] = [new Map()];

/** How processes and cells are numbered as components, and which states these have. */
export interface Components {
  process(index: number): number;
  /** Undefined when the cell is not followed. */
  cell(index: number): { readonly component: number; readonly values: readonly number[] } | undefined;
  isMeta(cell: number): boolean;
}

export function goalCubes(
  problem: Problem,
  clocks: ClockIntervals,
  components: Components,
  meter: Meter,
): readonly GoalCube[] {
  return new CubeMaker(problem, components, meter).of(goalWithClocks(problem, clocks));
}

class CubeMaker {
  private readonly network: Network;
  private readonly frameSize: number;
  private readonly components: Components;
  private readonly actions: ActionTable;

  constructor({ network, frameSize }: Problem, components: Components, meter: Meter) {
    this.network = network;
    this.frameSize = frameSize;
    this.components = components;
    this.actions = new ActionTable(network, meter);
  }

  of(goal: GoalFormula): readonly GoalCube[] {
    switch (goal.kind) {
      case "true":
        return ANYTHING;
      case "false":
        return [];
      case "location": {
        const { locations } = this.network.processes[goal.process]!;
        const allowed = [...locations.keys()].filter((location) => (location === goal.location) === goal.holds);
        return allowed.length === 0 ? [] : [new Map([[this.components.process(goal.process), new Set(allowed)]])];
      }
      case "data":
        return this.data(goal.condition);
      case "or": {
        const cubes = joinCubes(goal.parts.flatMap((part) => this.of(part)));
        return cubes.length > MOST_CUBES ? ANYTHING : cubes;
      }
      case "and":
        return goal.parts.reduce<readonly GoalCube[]>((all, part) => this.both(all, this.of(part)), ANYTHING);
    }
  }

  private both(left: readonly GoalCube[], right: readonly GoalCube[]): readonly GoalCube[] {
    // Too many: the part that says less precisely where to go is given up.
    if (left.length * right.length > 10 * MOST_CUBES) return left.length <= right.length ? left : right;
    const cubes: GoalCube[] = [];
    for (const a of left) {
      for (const b of right) {
        const cube = intersection(a, b);
        if (cube !== null) cubes.push(cube);
      }
    }
    const joined = joinCubes(cubes);
    return joined.length > MOST_CUBES ? (left.length <= right.length ? left : right) : joined;
  }

  private data(condition: Expression): readonly GoalCube[] {
    const action = this.actions.condition(condition, this.frameSize, []);
    if (action.asksLocations) return ANYTHING;
    const read = [...action.reads].filter((cell) => !this.components.isMeta(cell));
    const inputs = read.map((cell) => this.components.cell(cell));
    const valuations = inputs.reduce((count, input) => count * (input?.values.length ?? Number.POSITIVE_INFINITY), 1);
    if (valuations > MOST_VALUATIONS) return ANYTHING;
    const machine = new Machine(this.network.cells);
    machine.load(new Int32Array(this.network.processes.length), this.network.initialValues, this.frameSize);
    const at = read.map(() => 0);
    const cubes: GoalCube[] = [];
    for (;;) {
      for (const [k, cell] of read.entries()) machine.memory[cell] = inputs[k]!.values[at[k]!]!;
      if (holds(action.run, machine)) {
        cubes.push(new Map(inputs.map((input, k) => [input!.component, new Set([at[k]!])])));
      }
      let k = 0;
      while (k < at.length && ++at[k]! === inputs[k]!.values.length) at[k++] = 0;
      if (k === at.length) break;
    }
    const joined = joinCubes(cubes);
    return joined.length > MOST_CUBES ? ANYTHING : joined;
  }
}

function holds(run: (machine: Machine) => boolean, machine: Machine): boolean {
  machine.beginStep();
  try {
    return run(machine);
  } catch (error) {
    if (error instanceof ModelFault) return false;
    throw error;
  }
}

function intersection(a: GoalCube, b: GoalCube): GoalCube | null {
  const cube = new Map(a);
  for (const [component, states] of b) {
    const before = cube.get(component);
    const both = before === undefined ? states : new Set([...states].filter((state) => before.has(state)));
    if (both.size === 0) return null;
    cube.set(component, both);
  }
  return cube;
}

/** Cubes that differ in one component only become one, until there are none. */
export function joinCubes(cubes: readonly GoalCube[]): readonly GoalCube[] {
  if (cubes.some(({ size }) => size === 0)) return ANYTHING;
  let current = [...new Map(cubes.map((cube) => [keyOf(cube), cube])).values()];
  for (let changed = current.length > 1; changed; ) {
    changed = false;
    const components = new Set(current.flatMap((cube) => [...cube.keys()]));
    for (const component of components) {
      const groups = new Map<string, GoalCube>();
      for (const cube of current) {
        const key = keyOf(cube, component);
        const other = groups.get(key);
        if (other === undefined) groups.set(key, cube);
        else groups.set(key, joined(other, cube, component));
      }
      if (groups.size < current.length) {
        current = [...groups.values()];
        changed = current.length > 1;
      }
    }
  }
  return current;
}

function joined(a: GoalCube, b: GoalCube, component: number): GoalCube {
  const cube = new Map(a);
  const left = a.get(component);
  const right = b.get(component);
  if (left === undefined || right === undefined) cube.delete(component);
  else cube.set(component, new Set([...left, ...right]));
  return cube;
}

function keyOf(cube: GoalCube, without = -1): string {
  return [...cube]
    .filter(([component]) => component !== without)
    .sort(([a], [b]) => a - b)
    .map(([component, states]) => `${component}:${[...states].sort((a, b) => a - b).join()}`)
    .join(";");
}
