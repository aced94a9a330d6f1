// A problem as a factored transition system: one component per process (its locations) and per integer cell (the values
// it can hold), and labels that say which relations of which components make one joint step. Every step of the network
// is a step of this system, and every target a goal: what is measured here never exceeds what it takes in the network.
//
// A target that is one cube gives goals to components. Any other is watched by an observer, a component of two states
// that a further label per cube leads from 0 to 1: all distances are then one too large.

import { ClockIntervals } from "../../analysis/clock-intervals.ts";
import type { DiscreteView } from "../../engine/engine.ts";
import { cellTable } from "../../network/index.ts";
import type { Problem } from "../heuristic.ts";
import type { Meter } from "./build-budget.ts";
import { ANY, type EffectPiece, type Row, SAME } from "./effect-tables.ts";
import { type Components, type GoalCube, goalCubes, joinCubes } from "./goal-cubes.ts";
import type { Disturbance, Happening } from "./happening.ts";
import { type FactoredStep, type Happenings, happeningsOf } from "./joint-steps.ts";
import { TransitionSystem } from "./transition-system.ts";
import { CellValues } from "./values.ts";

/** A component's number and the relation that the label means in it. Others do not take part. */
export type TransitionLabel = ReadonlyMap<number, number>;

export interface FactoredComponent {
  readonly system: TransitionSystem;
  readonly name: string;
  /** What of a state it follows. */
  readonly follows: { readonly kind: "process" | "cell"; readonly index: number } | { readonly kind: "observer" };
  /** Its state; NOT_FOLLOWED for a value that was never expected. */
  stateIn(state: DiscreteView): number;
}

export const NOT_FOLLOWED = -1;

export interface FactoredSystem {
  readonly components: readonly FactoredComponent[];
  readonly labels: readonly TransitionLabel[];
  /** The step of the network that each label stands for; undefined for the observer's. */
  readonly steps: readonly (FactoredStep | undefined)[];
  /** Labels of steps that are possible only while nobody is in a committed location. */
  readonly calm: ReadonlySet<TransitionLabel>;
  /** The observer takes a step that the network does not. */
  readonly observed: boolean;
  /** What was not followed exactly. */
  readonly loss: { readonly wildCells: number; readonly coarseSteps: number; readonly joinedRows: number };
}

/** Labels of one step, and of all: beyond, each component moves as it may in some of them. */
const MOST_ROWS = 4096;
const MOST_LABELS = 50_000;

/** Yields now and then, so that others may have a turn. */
export function* factoredSystem(problem: Problem, meter: Meter): Generator<undefined, FactoredSystem> {
  const clocks = new ClockIntervals(problem.network);
  const happenings = yield* happeningsOf(problem.network, clocks, meter);
  return yield* new Factoring(problem, clocks, happenings, meter).system();
}

class Factoring {
  private readonly problem: Problem;
  private readonly meter: Meter;
  private readonly clocks: ClockIntervals;
  private readonly steps: readonly FactoredStep[];
  private readonly values: CellValues;
  private readonly coarse: number;
  private readonly components: FactoredComponent[] = [];
  private readonly byCell = new Map<number, number>();
  private readonly positions = new Map<number, ReadonlyMap<number, number>>();
  private readonly labels: TransitionLabel[] = [];
  private readonly stepOf: (FactoredStep | undefined)[] = [];
  private readonly calm = new Set<TransitionLabel>();
  private readonly writings = new Map<string, number>();
  private joinedRows = 0;

  constructor(problem: Problem, clocks: ClockIntervals, { steps, receptions, coarse }: Happenings, meter: Meter) {
    this.problem = problem;
    this.meter = meter;
    this.clocks = clocks;
    this.steps = steps;
    this.coarse = coarse;
    this.values = new CellValues(problem.network, [...steps, ...receptions], meter);
  }

  *system(): Generator<undefined, FactoredSystem> {
    const { network } = this.problem;
    yield* this.values.close();
    const { meta } = cellTable(network);
    const values = this.values.of;
    const cells = values.flatMap((domain, cell) => (domain !== undefined && domain.length > 1 ? [cell] : []));
    for (const [k, cell] of cells.entries()) this.byCell.set(cell, network.processes.length + k);
    const followed: Components = {
      process: (index) => index,
      cell: (index) => {
        const domain = values[index];
        return domain && { component: this.byCell.get(index) ?? -1 - index, values: domain };
      },
      isMeta: (cell) => meta[cell] === 1,
    };
    const wanted = goalCubes(this.problem, this.clocks, followed, this.meter);
    // Cells that never change are no components: what they hold was found to be allowed.
    const cubes = joinCubes(wanted.map((cube) => new Map([...cube].filter(([component]) => component >= 0))));
    const observed = cubes.length !== 1;
    this.addComponents(cells, observed ? undefined : cubes[0]!);
    for (const [at, step] of this.steps.entries()) {
      this.addLabels(step);
      if (at % 16 === 0) yield undefined;
    }
    if (observed) this.addObserver(cubes);
    this.meter.hold(this.labels.reduce((bytes, label) => bytes + 64 + 16 * label.size, 0));
    const wildCells = values.filter((domain, cell) => domain === undefined && meta[cell] === 0).length;
    const loss = { wildCells, coarseSteps: this.coarse, joinedRows: this.joinedRows };
    const { components, labels, stepOf: steps, calm } = this;
    return { components, labels, steps, calm, observed, loss };
  }

  private addComponents(cells: readonly number[], goals: GoalCube | undefined): void {
    const { network } = this.problem;
    const goal = (component: number, size: number): Uint8Array =>
      Uint8Array.from({ length: size }, (_, state) => (goals?.get(component)?.has(state) === false ? 0 : 1));
    for (const [index, { name, locations, initial }] of network.processes.entries()) {
      this.components.push({
        name,
        follows: { kind: "process", index },
        system: new TransitionSystem(
          locations.length,
          initial,
          goal(index, locations.length),
          Uint8Array.from(locations, ({ committed }) => Number(committed)),
        ),
        stateIn: (state) => state.locations[index]!,
      });
    }
    const { name } = cellTable(network);
    for (const index of cells) {
      const domain = this.values.of[index]!;
      const position = new Map(domain.map((value, at) => [value, at]));
      this.positions.set(index, position);
      const initial = [position.get(network.initialValues[index]!)!];
      this.components.push({
        name: name(index),
        follows: { kind: "cell", index },
        system: new TransitionSystem(domain.length, initial, goal(this.components.length, domain.length)),
        stateIn: (state) => position.get(state.cells[index]!) ?? NOT_FOLLOWED,
      });
    }
  }

  private addObserver(cubes: readonly GoalCube[]): void {
    const system = new TransitionSystem(2, [0], Uint8Array.of(0, 1));
    const observer = this.components.push({
      name: "observer",
      follows: { kind: "observer" },
      system,
      stateIn: () => 0,
    });
    const seen = system.relationOf(new Map([[0, [1]]]));
    for (const cube of cubes) {
      const label = new Map([[observer - 1, seen]]);
      for (const [component, states] of cube) {
        const stay = new Map([...states].map((state) => [state, [state]]));
        label.set(component, this.components[component]!.system.relationOf(stay));
      }
      this.labels.push(label);
      this.stepOf.push(undefined);
    }
  }

  // -------------------------------------------------------------------------------------------------- labels

  private addLabels(step: FactoredStep): void {
    const moving = new Map<number, number>();
    for (const { process, source, target } of step.moves) {
      moving.set(process, this.components[process]!.system.relationOf(new Map([[source, [target]]])));
    }
    for (const { process, moves, must } of step.joins) {
      const { system } = this.components[process]!;
      const ways = new Map<number, number[]>();
      for (let at = 0; at < system.size; at++) if (!must.has(at)) ways.set(at, [at]);
      for (const { source, target } of moves) ways.set(source, [...(ways.get(source) ?? []), target]);
      moving.set(process, system.relationOf(ways));
    }
    const { pieces, havoc } = this.values.runner.cut(step);
    let groups: (readonly TransitionLabel[])[] = [];
    const free = new Set(havoc);
    for (const piece of pieces) {
      const rows = this.rowLabels(piece, havoc);
      if (rows.length === 0) return;
      for (const cell of piece.cells) free.delete(cell);
      groups.push(rows);
    }
    for (const cell of free) {
      const component = this.byCell.get(cell);
      if (component === undefined) continue;
      const { system } = this.components[component]!;
      moving.set(component, this.cellRelation(system, cell, ANY, ANY));
    }
    const most = this.labels.length > MOST_LABELS ? 1 : MOST_ROWS;
    while (groups.reduce((product, { length }) => product * length, 1) > most) {
      const longest = groups.reduce((a, b) => (b.length > a.length ? b : a));
      groups = groups.map((group) => (group === longest ? [this.merged(group)] : group));
      this.joinedRows++;
    }
    let labels: Map<number, number>[] = [moving];
    for (const group of groups) {
      labels = labels.flatMap((label) => group.map((row) => new Map([...label, ...row])));
      this.meter.spend(labels.length);
    }
    if (step.disturbed !== undefined) for (const label of labels) this.disturb(label, step.disturbed);
    for (const label of labels) {
      this.labels.push(label);
      this.stepOf.push(step);
    }
    if (step.calm) for (const label of labels) this.calm.add(label);
  }

  /** What others may write on top of what a label does. */
  private disturb(label: Map<number, number>, disturbance: Disturbance): void {
    for (const cell of disturbance.cells) {
      const component = this.byCell.get(cell);
      if (component === undefined) continue;
      const { system } = this.components[component]!;
      label.set(component, system.followedBy(label.get(component) ?? null, this.written(component, cell, disturbance)));
    }
  }

  /**
   * Where each value of a cell may lead when processes act on it one after the other, each in one of its ways or not.
   */
  private written(component: number, cell: number, { by, key }: Disturbance): number {
    const known = this.writings.get(`${cell} ${key}`);
    if (known !== undefined) return known;
    const { system } = this.components[component]!;
    let reached: number | null = null;
    for (const ways of by) {
      const relations = ways.flatMap((way) => this.writing(way, system, cell));
      if (relations.length > 0) reached = system.followedBy(reached, system.union([null, ...relations]));
    }
    const relation = reached ?? system.union([null]);
    this.writings.set(`${cell} ${key}`, relation);
    return relation;
  }

  /** What one way of a process does to a cell, whatever other cells hold; nothing where it leaves it alone. */
  private writing(way: Happening, system: TransitionSystem, cell: number): readonly number[] {
    const { pieces, havoc } = this.values.runner.cut(way);
    if (havoc.has(cell)) return [this.cellRelation(system, cell, ANY, ANY)];
    return pieces.flatMap((piece) => {
      const at = piece.cells.indexOf(cell);
      if (at < 0 || !piece.writes.includes(cell)) return [];
      const relations = this.values.runner
        .rows(piece)!
        .map(({ from, to }) => this.cellRelation(system, cell, from[at]!, to[at]!));
      this.meter.spend(relations.length);
      return relations.length === 0 ? [] : [system.union([...new Set(relations)])];
    });
  }

  /** One label per enabled valuation; one in all where only one component is concerned. */
  private rowLabels(piece: EffectPiece, havoc: ReadonlySet<number>): readonly TransitionLabel[] {
    const rows = this.values.runner.rows(piece);
    if (rows === null) throw new Error("a piece was cut too large");
    const labels = rows.map((row) => this.rowLabel(piece, row, havoc));
    const followed = piece.cells.filter((cell) => this.byCell.has(cell));
    if (labels.length > 1 && followed.length <= 1) return [this.merged(labels)];
    return labels;
  }

  private rowLabel({ cells }: EffectPiece, { from, to }: Row, havoc: ReadonlySet<number>): TransitionLabel {
    const label = new Map<number, number>();
    for (const [at, cell] of cells.entries()) {
      const component = this.byCell.get(cell);
      if (component === undefined) continue;
      const { system } = this.components[component]!;
      const result = havoc.has(cell) ? ANY : to[at]!;
      if (from[at] !== ANY || result !== SAME) {
        label.set(component, this.cellRelation(system, cell, from[at]!, result));
      }
    }
    this.meter.spend(cells.length);
    return label;
  }

  private cellRelation(system: TransitionSystem, cell: number, from: number, to: number): number {
    const position = this.positions.get(cell)!;
    const sources = from === ANY ? Array.from({ length: system.size }, (_, at) => at) : [position.get(from)!];
    const all = system.sets.of(Int32Array.from({ length: system.size }, (_, at) => at));
    const targets = sources.map((source) =>
      to === ANY ? all : system.sets.of([to === SAME ? source : position.get(to)!]),
    );
    return system.relation(sources, targets);
  }

  /** Each component moves as it does in some of the labels. */
  private merged(labels: readonly TransitionLabel[]): TransitionLabel {
    const label = new Map<number, number>();
    for (const component of new Set(labels.flatMap((one) => [...one.keys()]))) {
      const relations = new Set(labels.map((one) => one.get(component) ?? null));
      label.set(component, this.components[component]!.system.union([...relations]));
    }
    return label;
  }
}
