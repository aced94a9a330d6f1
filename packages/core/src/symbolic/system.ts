// A network as sets and relations: the initial states, every joint step as a chain of relations, and what fails where.
// Steps can be taken from a whole set at once, forwards and backwards; which sets are made of them, and in which order,
// is said elsewhere (`reach.ts`).

import { faultsOf } from "../analysis/faults.ts";
import { DiscreteSemantics } from "../semantics/discrete/discrete-semantics.ts";
import { ModelFault } from "../semantics/fault.ts";
import type { Discrete } from "../semantics/semantics.ts";
import { type Diagram, type Diagrams, EMPTY, type Link, type LinkChain } from "./diagrams.ts";
import { type LevelValues, LinkRelation } from "./link-relation.ts";
import { mergedStrides, type Stride, StrideChains } from "./merged-links.ts";
import { holds, NO_CLOCKS } from "./network/clock-reading.ts";
import type { StepChain } from "./network/joint-steps.ts";
import { LinkEvaluator, ShortState } from "./network/link-evaluator.ts";
import type { StateAxis } from "./network/parts.ts";
import { axesOfSteps, blocksOf, forceOrder, type LevelOrder } from "./order.ts";
import { PassingTime } from "./passing-time.ts";
import { shapeOf } from "./short-vectors.ts";
import type { Structure } from "./structure.ts";
import { TriggerWatch } from "./trigger-watch.ts";

/** A joint step as relations. */
export interface SymbolicStep {
  readonly step: StepChain;
  readonly relations: readonly LinkRelation[];
  /** The first level that any of them speaks of. */
  readonly top: number;
}

export interface SystemOptions {
  /** False: everything is learnt. For tests. */
  readonly enumerates?: boolean;
  /** In place of FORCE. For tests. */
  readonly order?: (blocks: readonly (readonly StateAxis[])[]) => readonly (readonly StateAxis[])[];
}

export class SymbolicSystem {
  readonly diagrams: Diagrams;
  readonly structure: Structure;
  readonly order: LevelOrder;
  /** By level. */
  readonly partAt: readonly StateAxis[];
  readonly steps: readonly SymbolicStep[];
  readonly initial: Diagram;
  readonly semantics: DiscreteSemantics;
  /** How time passes; absent where it decides about nothing. */
  readonly ticks: PassingTime | undefined;
  private readonly levels: ReadonlyMap<StateAxis, number>;
  private readonly noneCommitted: { readonly top: number; readonly link: Link } | undefined;
  private readonly watches: readonly TriggerWatch[];
  private readonly learning: readonly LinkRelation[];
  private hasGrown = true;
  /** Rises when a relation grows. */
  private revision = 0;
  private readonly strideChains: StrideChains;
  /** What fails when an initial state is made. */
  initialFault: ModelFault | undefined;
  /** What others want to stay when the package collects. */
  pinned: readonly Diagram[] = [];
  /** Steps of one priority, the highest first, and the same in few strides. */
  private readonly ranks: readonly { readonly steps: readonly SymbolicStep[]; readonly strides: readonly Stride[] }[];

  constructor(diagrams: Diagrams, structure: Structure, { enumerates = true, order }: SystemOptions = {}) {
    const { network, parts, accesses, clocks, steps } = structure;
    this.diagrams = diagrams;
    this.structure = structure;
    const blocks = blocksOf(parts, accesses);
    this.order = order === undefined ? forceOrder(blocks, axesOfSteps(steps)) : { blocks: order(blocks), span: [0, 0] };
    this.partAt = this.order.blocks.flat();
    this.levels = new Map(this.partAt.map((part, level) => [part, level]));
    this.semantics = new DiscreteSemantics(network);
    const evaluator = new LinkEvaluator(this.semantics, parts, clocks);
    const levelOf = (part: StateAxis): number => this.levelOf(part);
    this.noneCommitted = this.whereNoneIsCommitted();
    const relationOf = new Map<string, LinkRelation>();
    this.steps = steps.map((step) => {
      const relations = step.links.map((link) => {
        const key = `${link.edges}|${link.channel}|${JSON.stringify(link.joiners)}`;
        let relation = relationOf.get(key);
        if (relation === undefined) {
          relation = new LinkRelation(diagrams, parts, levelOf, link, evaluator, { enumerates });
          relationOf.set(key, relation);
        }
        return relation;
      });
      const tops = relations.map(({ top }) => top);
      if (step.needsNoneCommitted && this.noneCommitted !== undefined) tops.push(this.noneCommitted.top);
      return { step, relations, top: Math.min(...tops) };
    });
    this.learning = [...relationOf.values()].filter(({ isEnumerated }) => !isEnumerated);
    this.ranks = ranked(this.steps).map((rank) => ({ steps: rank, strides: mergedStrides(diagrams, rank) }));
    this.strideChains = new StrideChains(
      this.ranks.flatMap(({ strides }) => strides),
      (step, top) => this.before(step, top),
    );
    this.watches = [...faultsOf(network).guards].map(
      (edge) => new TriggerWatch(diagrams, parts, accesses, levelOf, edge, evaluator),
    );
    this.initial = this.initialStates();
    this.ticks =
      clocks === NO_CLOCKS
        ? undefined
        : new PassingTime({
            structure,
            diagrams,
            semantics: this.semantics,
            blocks: this.order.blocks,
            levelOf,
            hurried: (set) => this.hurried(set),
          });
  }

  /** States of a set in which an urgent synchronisation is offered: of a broadcast, the sender decides. */
  private hurried(set: Diagram): Diagram {
    let result = EMPTY;
    for (const { step, relations } of this.steps) {
      if (!step.urgent) continue;
      const [first] = relations;
      if (first!.learn(set)) this.noteGrowth();
      result = this.diagrams.union(result, first!.where(set, "offered"));
    }
    return result;
  }

  /** The states of a set in which time may pass for ever, where no clock is compared. */
  waitingForever(set: Diagram): Diagram {
    const { diagrams } = this;
    let rest = set;
    for (const [process, { locations }] of this.structure.network.processes.entries()) {
      const calm = [...locations.keys()].filter((at) => !locations[at]!.urgent && !locations[at]!.committed);
      if (calm.length === locations.length) continue;
      const level = this.levelOf(process);
      rest = diagrams.image(rest, diagrams.product([calm]), diagrams.shape(shapeOf([{ level, mode: "read" }])), level);
    }
    return diagrams.minus(rest, this.hurried(rest));
  }

  /**
   * Everything that comes of a set by waiting, and what is `known`, of which that was already asked; `roots`: what else
   * has to stay.
   */
  elapse(set: Diagram, roots: () => readonly Diagram[], known: Diagram = EMPTY): Diagram {
    if (this.ticks === undefined) return this.diagrams.union(known, set);
    return this.ticks.elapse(set, () => [...this.roots, ...roots()], known);
  }

  /** The states of `within` from which waiting leads into a set, itself included. */
  waitedFor(set: Diagram, within: Diagram): Diagram {
    return this.ticks?.before(set, within) ?? set;
  }

  /** The states of a set without their clocks. */
  discrete(set: Diagram): Diagram {
    const { parts } = this.structure;
    const kept = this.partAt
      .map((part, level) => ({ part, level, mode: "read" as const }))
      .filter(({ part }) => !parts.isClock(part));
    if (kept.length === this.partAt.length) return set;
    return this.diagrams.project(set, this.diagrams.shape(shapeOf(kept)), kept[0]?.level ?? 0);
  }

  levelOf(part: StateAxis): number {
    const level = this.levels.get(part);
    if (level === undefined) throw new Error(`${this.structure.parts.nameOf(part)} has no level`);
    return level;
  }

  /** How many values all levels have. */
  get valueCount(): number {
    return this.partAt.reduce((sum, part) => sum + this.structure.parts.sizeOf(part), 0);
  }

  /** Every value at every level: all states there can be, and more. */
  universe(): Diagram {
    const { parts } = this.structure;
    return this.diagrams.product(
      this.partAt.map((part) => Array.from({ length: parts.sizeOf(part) }, (_, value) => value)),
    );
  }

  get hasPriorities(): boolean {
    return this.ranks.length > 1;
  }

  /** The highest priority first. */
  get stepsByRank(): readonly (readonly SymbolicStep[])[] {
    return this.ranks.map(({ steps }) => steps);
  }

  /** Learns from a set what steps there are. */
  learn(set: Diagram): void {
    for (const relation of this.learning) if (relation.learn(set)) this.noteGrowth();
  }

  private noteGrowth(): void {
    this.hasGrown = true;
    this.revision++;
  }

  /** Has some relation grown since this was asked the last time? */
  takeGrowth(): boolean {
    const { hasGrown } = this;
    this.hasGrown = false;
    return hasGrown;
  }

  /** For saturation, which knows no priorities. */
  get chains(): LinkChain[] {
    return this.steps
      .filter(({ relations }) => relations.every(({ relation }) => relation !== EMPTY))
      .map(({ step, relations, top }) => ({
        top,
        links: [...this.before(step, top), ...relations.map((relation) => relation.linkFrom(top))],
      }));
  }

  /** Everything that one step makes of a set, whatever else is possible there. */
  fire({ step, relations }: Stride, set: Diagram): Diagram {
    let at = this.unlessCommitted(step, set);
    for (const relation of relations) at = relation.apply(at);
    return at;
  }

  /** The states of a set from which a step is possible. */
  where({ step, relations }: SymbolicStep, set: Diagram): Diagram {
    let at = this.unlessCommitted(step, set);
    for (const relation of relations) at = relation.where(at, "domain");
    return at;
  }

  /** All that some step makes of the set, as priorities have it. */
  successors(set: Diagram): Diagram {
    const { diagrams } = this;
    if (!this.hasPriorities) {
      diagrams.setChains(this.strideChains.forwards(this.revision));
      return diagrams.step(set);
    }
    let result = EMPTY;
    this.byRank(set, (strides, rest) => {
      for (const stride of strides) result = diagrams.union(result, this.fire(stride, rest));
    });
    return result;
  }

  /** Goes through the steps by priority, with the states where nothing higher is possible. */
  byRank(set: Diagram, visit: (strides: readonly Stride[], rest: Diagram) => void): void {
    let rest = set;
    for (const [index, { steps, strides }] of this.ranks.entries()) {
      visit(strides, rest);
      if (index === this.ranks.length - 1) return;
      let possible = EMPTY;
      for (const step of steps) possible = this.diagrams.union(possible, this.where(step, rest));
      rest = this.diagrams.minus(rest, possible);
    }
  }

  /** The states of a set from which nothing is possible. */
  stuck(set: Diagram): Diagram {
    let rest = set;
    for (const step of this.steps) rest = this.diagrams.minus(rest, this.where(step, rest));
    return this.diagrams.minus(rest, this.failing(rest));
  }

  /** States of a set in which something may fail: a superset of those in which something does. */
  failing(set: Diagram): Diagram {
    const { diagrams } = this;
    let result = EMPTY;
    for (const { step, relations } of this.steps) {
      for (const relation of relations) {
        if (relation.failing === EMPTY) continue;
        result = diagrams.union(result, relation.where(this.unlessCommitted(step, set), "failing"));
      }
    }
    for (const watch of this.watches) result = diagrams.union(result, watch.where(set));
    return result;
  }

  /** What leads into `target` by one step from `within`; `among`: the values that occur there. */
  predecessors(target: Diagram, within: Diagram, among: LevelValues): Diagram {
    const { diagrams } = this;
    if (!this.hasPriorities) {
      diagrams.setChains(this.strideChains.backwards(this.revision, among));
      return diagrams.intersect(diagrams.step(target), within);
    }
    let result = EMPTY;
    this.byRank(within, (strides, rest) => {
      for (const { step, relations } of strides) {
        let at = target;
        for (const relation of [...relations].reverse()) at = relation.applyBackwards(at, among);
        if (at !== EMPTY) result = diagrams.union(result, diagrams.intersect(this.unlessCommitted(step, at), rest));
      }
    });
    return result;
  }

  /** The state that a tuple is. */
  stateOf(tuple: readonly number[]): Discrete {
    const state = new ShortState(this.structure.parts);
    for (const [level, part] of this.partAt.entries()) state.put(part, tuple[level]!);
    return { locations: state.locations, cells: state.cells };
  }

  /** The tuple that a state without clocks is. */
  tupleOf(locations: ArrayLike<number>, cells: ArrayLike<number>): number[] {
    const state = new ShortState(this.structure.parts);
    state.locations.set(Array.from(locations));
    state.cells.set(Array.from(cells));
    return this.partAt.map((part) => state.get(part));
  }

  get roots(): readonly Diagram[] {
    const { initial, noneCommitted, steps, ranks, watches, ticks } = this;
    return [
      initial,
      ...(noneCommitted === undefined ? [] : [noneCommitted.link.relation]),
      ...steps.flatMap(({ relations }) => relations.flatMap(({ roots }) => roots)),
      ...ranks.flatMap(({ strides }) => strides.flatMap(({ relations }) => relations.flatMap(({ roots }) => roots))),
      ...watches.flatMap(({ roots }) => roots),
      ...(ticks?.roots ?? []),
      ...this.pinned,
    ];
  }

  private before({ needsNoneCommitted }: StepChain, top: number): readonly Link[] {
    const { noneCommitted } = this;
    if (!needsNoneCommitted || noneCommitted === undefined) return [];
    return [{ ...noneCommitted.link, skip: noneCommitted.top - top }];
  }

  /** The states of a set in which nobody is committed, where the step asks for that. */
  unlessCommitted(step: StepChain, set: Diagram): Diagram {
    let at = set;
    for (const { relation, shape, skip } of this.before(step, 0)) at = this.diagrams.image(at, relation, shape, skip);
    return at;
  }

  private whereNoneIsCommitted(): SymbolicSystem["noneCommitted"] {
    const { processes } = this.structure.network;
    const able = [...processes.keys()]
      .filter((process) => processes[process]!.locations.some(({ committed }) => committed))
      .sort((a, b) => this.levelOf(a) - this.levelOf(b));
    if (able.length === 0) return undefined;
    const lists = able.map((process) =>
      [...processes[process]!.locations.keys()].filter((at) => !processes[process]!.locations[at]!.committed),
    );
    const shape = this.diagrams.shape(shapeOf(able.map((process) => ({ level: this.levelOf(process), mode: "read" }))));
    return { top: this.levelOf(able[0]!), link: { relation: this.diagrams.product(lists), shape, skip: 0 } };
  }

  /** An invariant that fails allows nothing. */
  private isAllowed(discrete: Discrete, { clocks }: ShortState): boolean {
    try {
      const asked = this.semantics.invariant(discrete);
      return asked !== null && holds(asked, clocks, this.structure.clocks);
    } catch (error) {
      if (!(error instanceof ModelFault)) throw error;
      this.initialFault ??= error;
      return false;
    }
  }

  private initialStates(): Diagram {
    const { parts } = this.structure;
    const tuples: number[][] = [];
    const state = new ShortState(parts);
    for (const discrete of this.semantics.initial()) {
      if (!this.isAllowed(discrete, state)) continue;
      state.locations.set(discrete.locations);
      tuples.push(this.partAt.map((part) => state.get(part)));
    }
    return this.diagrams.ofTuples(tuples);
  }
}

function ranked(steps: readonly SymbolicStep[]): SymbolicStep[][] {
  const ranks = new Map<string, SymbolicStep[]>();
  const compare = (a: SymbolicStep, b: SymbolicStep): number =>
    b.step.priority[0] - a.step.priority[0] || b.step.priority[1] - a.step.priority[1];
  for (const step of [...steps].sort(compare)) {
    const key = step.step.priority.join();
    const rank = ranks.get(key);
    if (rank === undefined) ranks.set(key, [step]);
    else rank.push(step);
  }
  return [...ranks.values()];
}
