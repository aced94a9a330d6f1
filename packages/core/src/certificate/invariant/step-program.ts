// A joint step made ready: the locations it leaves and enters, and its components. Components that several steps have
// in common (the guard of a sender, whoever receives) are made once.

import type { Edge } from "../../network/index.ts";
import type { ChoosingMachine, RunScope } from "./choosing-machine.ts";
import { type Hull, neverHolds } from "./hull.ts";
import type { JointStep } from "./joint-steps.ts";
import type { SetId, Space } from "./space.ts";
import { StepComponent } from "./step-component.ts";
import { grouped, type StepCutter, type StepPart } from "./step-parts.ts";

export interface StepProgram {
  readonly index: number;
  /** Pairs of a set of locations and the one that has to be in it. */
  readonly sources: readonly number[];
  readonly targets: readonly number[];
  readonly components: readonly StepComponent[];
  /** Pairs of sets: cells that nobody looks at keep their values in the new location. */
  readonly flows: readonly SetId[];
}

/** An invariant speaks of too little to be one. */
export class Untracked extends Error {}

/** Where a cell comes from does not depend on the run. */
interface StepScope extends RunScope {
  setOfCell(cell: number): SetId;
}

export class StepPrograms {
  readonly components: StepComponent[] = [];
  private readonly space: Space;
  private readonly parts: StepCutter;
  private readonly known = new Map<string, StepComponent>();

  constructor(space: Space, parts: StepCutter) {
    this.space = space;
    this.parts = parts;
  }

  /** Null where the partners never meet, or change nothing that is tracked. */
  make(index: number, step: JointStep): StepProgram | null {
    const { edges, others, undisturbed } = step;
    const { space, parts } = this;
    const before = this.conditions(step);
    if (before === null) return null;
    const elsewhere = new Set(others.flatMap((edge) => parts.updateOf(edge).flatMap(({ writes }) => [...writes])));
    const forgets = new Map<StepPart, readonly number[]>(parts.before.map((part) => [part, []]));
    /** Who acts behind others meets what they wrote, once. */
    const behind = (own: readonly StepPart[]): void => {
      const met = new Set<number>();
      for (const part of own) {
        const cells = [...part.cells].filter((cell) => elsewhere.has(cell) && !met.has(cell));
        for (const cell of cells) met.add(cell);
        forgets.set(part, cells);
      }
    };
    for (const [at, edge] of edges.entries()) {
      if (at >= undisturbed) behind(parts.updateOf(edge));
      else for (const part of parts.updateOf(edge)) forgets.set(part, []);
    }
    behind(parts.after);
    for (const part of [...forgets.keys()]) if (!this.matters(part)) forgets.delete(part);
    const followed = edges.filter(({ process }) => space.tracked.processes.has(process));
    const moving = followed.filter(({ source, target }) => source !== target);
    if (forgets.size === 0 && moving.length === 0) return null;
    const all = [...before, ...forgets.keys()];
    const groups = grouped(space.network, all, (part) => this.linksOf(part, edges));
    const looked = new Set(all.flatMap(({ cells }) => [...cells]));
    return {
      index,
      sources: followed.flatMap(({ process, source }) => [space.ofProcess(process), source]),
      targets: followed.flatMap(({ process, target }) => [space.ofProcess(process), target]),
      components: groups.map((group) => this.component(group, forgets, edges)),
      flows: moving.flatMap(({ process, source, target }) =>
        space.owned[process]!.filter((cell) => !looked.has(cell)).flatMap((cell) => [
          space.ofCellAt(cell, source),
          space.ofCellAt(cell, target),
        ]),
      ),
    };
  }

  /** What has to hold before any update; what asks for more than is tracked counts as true. Null: it never holds. */
  private conditions({ edges, pairs }: JointStep): readonly StepPart[] | null {
    const { parts } = this;
    const conditions: StepPart[] = edges.flatMap((edge) => [...parts.guardOf(edge)]);
    for (const [sender, receiver] of pairs) {
      const same = parts.sameChannel(sender, receiver);
      if (same === null) return null;
      if (same !== undefined) conditions.push(same);
    }
    if (pairs.length === 0) conditions.push(...edges.flatMap((edge) => parts.ownChannel(edge) ?? []));
    return conditions.filter((part) => this.isTracked(part, edges));
  }

  /** Does the statement write anything that is tracked? Then all it reads has to be. */
  private matters(part: StepPart): boolean {
    const { cells } = this.space.tracked;
    if (![...part.writes].some((cell) => cells.has(cell))) return false;
    if (!this.isTracked(part, [])) throw new Untracked("an update reads what an invariant does not speak of");
    return true;
  }

  private isTracked(part: StepPart, edges: readonly Edge[]): boolean {
    const { tracked, network, cells } = this.space;
    const isConstant = (cell: number): boolean => network.variables[cells.variable[cell]!]?.constant === true;
    return (
      [...part.cells].every((cell) => tracked.cells.has(cell) || isConstant(cell)) &&
      [...part.processes].every(
        (process) => tracked.processes.has(process) || edges.some((edge) => edge.process === process),
      )
    );
  }

  /** Locations of those who take part are known: asking for them links nothing. */
  private *linksOf({ cells, processes }: StepPart, edges: readonly Edge[]): Generator<string> {
    const { variable } = this.space.cells;
    const { variables } = this.space.network;
    for (const cell of cells) if (variables[variable[cell]!]?.constant !== true) yield `v${cell}`;
    for (const process of processes) if (!edges.some((edge) => edge.process === process)) yield `p${process}`;
  }

  private component(
    group: readonly StepPart[],
    forgets: ReadonlyMap<StepPart, readonly number[]>,
    edges: readonly Edge[],
  ): StepComponent {
    const { space } = this;
    const cells = new Set(group.flatMap((part) => [...part.cells]));
    const processes = new Set(group.flatMap((part) => [...part.processes]));
    // Those who take part matter where their locations do.
    const concerned = edges.filter(
      ({ process }) => processes.has(process) || space.owned[process]!.some((cell) => cells.has(cell)),
    );
    const forgetting = group.flatMap((part) => forgets.get(part) ?? []);
    const key = `${group.map((part) => `${part.key}${(forgets.get(part) ?? []).length > 0 ? `~${forgets.get(part)}` : ""}`)}|${concerned.map(({ id }) => id)}`;
    let component = this.known.get(key);
    if (component === undefined) {
      const around = this.surroundings(cells, processes, concerned);
      component = new StepComponent(this.components.length, {
        around,
        neverHolds: (hullOf) => this.neverHolds(group, around, hullOf),
        choosesAgain: forgetting.length > 0,
        hasEffects: group.some(({ isUpdate }) => isUpdate) || concerned.some(({ source, target }) => source !== target),
        run: (machine) => this.run(machine, group, forgets, concerned),
        effects: (machine, adds, flows) => this.effects(machine, cells, concerned, adds, flows),
      });
      this.components.push(component);
      this.known.set(key, component);
    }
    return component;
  }

  private neverHolds(
    group: readonly StepPart[],
    { setOfCell, setOfSelect }: StepScope,
    hullOf: (set: SetId) => Hull | undefined,
  ): boolean {
    const { isMeta, network } = this.space;
    return group.some(({ condition, edges: [edge] }) => {
      if (condition === undefined) return false;
      const { selects } = network.edges[edge!]!;
      return neverHolds(condition, {
        cell: (cell) => (isMeta[cell] === 1 ? undefined : hullOf(setOfCell(cell))),
        frame: (cell) => (cell < selects.length ? hullOf(setOfSelect(edge!, cell)) : undefined),
      });
    });
  }

  private surroundings(cells: ReadonlySet<number>, processes: ReadonlySet<number>, edges: readonly Edge[]): StepScope {
    const { space } = this;
    const sources = new Map(edges.map(({ process, source }) => [process, source]));
    return {
      cells,
      processes,
      sources,
      setOfCell: (cell) => {
        const source = sources.get(space.owner[cell]!);
        return source === undefined ? space.ofCell(cell) : space.ofCellAt(cell, source);
      },
      setOfProcess: (process) => space.ofProcess(process),
      setOfSelect: (edge, select) => space.ofSelect(edge, select),
    };
  }

  private run(
    machine: ChoosingMachine,
    group: readonly StepPart[],
    forgets: ReadonlyMap<StepPart, readonly number[]>,
    edges: readonly Edge[],
  ): boolean {
    machine.passed.length = 0;
    for (const part of group) {
      for (const cell of forgets.get(part) ?? []) {
        // What was written here may be what the next one reads.
        if (machine.isKnown(cell)) this.pass(machine, cell, edges);
        machine.forget(cell);
      }
      if (!part.run(machine)) return false;
    }
    return true;
  }

  private pass(machine: ChoosingMachine, cell: number, edges: readonly Edge[]): void {
    if (!machine.written.includes(cell)) return;
    machine.passed.push(this.setBehind(cell, edges), machine.memory[cell]!);
  }

  private setBehind(cell: number, edges: readonly Edge[]): SetId {
    const { space } = this;
    const owner = space.owner[cell]!;
    if (owner < 0) return space.ofCell(cell);
    const taken = edges.find(({ process }) => process === owner);
    if (taken === undefined) throw new Error(`cell ${cell} is written by another process than its own`);
    return space.ofCellAt(cell, taken.target);
  }

  private effects(
    machine: ChoosingMachine,
    cells: ReadonlySet<number>,
    edges: readonly Edge[],
    adds: number[],
    flows: number[],
  ): void {
    const { space } = this;
    adds.push(...machine.passed);
    for (const cell of new Set(machine.written)) {
      // What was chosen anew came from its set, and what had been written there was passed on.
      if (!machine.isKnown(cell)) continue;
      adds.push(this.setBehind(cell, edges), machine.memory[cell]!);
    }
    for (const { process, source, target } of edges) {
      if (source === target) continue;
      for (const cell of space.owned[process]!) {
        if (!cells.has(cell)) continue;
        if (machine.isKnown(cell)) adds.push(space.ofCellAt(cell, target), machine.memory[cell]!);
        else flows.push(space.ofCellAt(cell, source), space.ofCellAt(cell, target));
      }
    }
  }
}
