// The network as the monotonicity abstraction sees it, prepared once per problem: operators (joint transitions with
// their source locations, conditions and effects) and conditions, shared where they are the same. A broadcast is one
// transition whose receivers are operators of their own: conditional effects with the same transition number.

import { AccessAnalysis } from "../../analysis/accesses.ts";
import { type StaticTransition, staticTransitions } from "../../analysis/joint-transitions.ts";
import {
  cellTable,
  type Edge,
  type Expression,
  type Network,
  visitExpression,
  visitStatements,
} from "../../network/index.ts";
import { abstractExpression } from "./abstract-expression.ts";
import { AbstractFunctions, abstractBlock } from "./abstract-function.ts";
import type { AbstractEvaluator, AbstractMachine } from "./abstract-machine.ts";
import { channelCondition, computedIndex, passedSelect, selectSets } from "./channel-index.ts";
import type { Program, Writes } from "./program.ts";
import { FALSE, intersects, type SetPool, TRUE, type ValueSet } from "./value-set.ts";

/** One condition on data; the graph keeps the layer where it can first hold. */
export interface Condition {
  readonly index: number;
  readonly program: Program;
  /** It also asks where processes are, so it is tested in every layer. */
  readonly asksLocations: boolean;
}

/** What one edge does to data. */
export interface Effect {
  readonly program: Program;
  /** Every cell it may write. */
  readonly writes: readonly number[];
}

export interface Operator {
  readonly index: number;
  /** Operators with the same number are one transition. */
  readonly transition: number;
  readonly edges: readonly number[];
  /** Location facts: numbers of `LocationFacts`. */
  readonly sources: readonly number[];
  readonly targets: readonly number[];
  readonly conditions: readonly Condition[];
  readonly effects: readonly Effect[];
  /** What happens before in the same transition, seen by the effects: the sender's update, earlier receivers. */
  readonly before: readonly Effect[];
  readonly earlier: readonly number[];
  /** Every cell that the effects, and what happens before them, may read. */
  readonly reads: readonly number[];
}

/** Numbers (process, location) pairs. */
export class LocationFacts {
  readonly first: Int32Array;
  readonly count: number;

  constructor(network: Network) {
    this.first = new Int32Array(network.processes.length);
    let count = 0;
    for (const [index, process] of network.processes.entries()) {
      this.first[index] = count;
      count += process.locations.length;
    }
    this.count = count;
  }

  of(process: number, location: number): number {
    return this.first[process]! + location;
  }
}

/** The edge of a joint transition with what its selects may be; `passed`: one that the sender's index decides. */
interface Part {
  readonly edge: Edge;
  readonly selects: readonly ValueSet[];
  readonly passed: Passed | null;
  /** Names the part, for sharing. */
  readonly key: string;
}
interface Passed {
  readonly cell: number;
  readonly sender: Edge;
  readonly senderSelects: readonly ValueSet[];
  readonly index: Expression;
}

export class OperatorBuilder {
  readonly functions: AbstractFunctions;
  readonly facts: LocationFacts;
  readonly conditions: Condition[] = [];
  readonly operators: Operator[] = [];
  private readonly network: Network;
  private readonly pool: SetPool;
  private readonly accesses: AccessAnalysis;
  private readonly hooks: { before: Effect | null; after: Effect | null };
  private readonly sharedConditions = new Map<string, Condition>();
  private readonly sharedEffects = new Map<string, Effect>();
  private readonly ranges: { readonly min: ArrayLike<number>; readonly max: ArrayLike<number> };

  /** `mayTake`: edges that are known never to be taken need no operators. */
  constructor(network: Network, pool: SetPool, mayTake: (edge: Edge) => boolean = () => true) {
    this.network = network;
    this.pool = pool;
    this.functions = new AbstractFunctions(network.functions, pool);
    this.facts = new LocationFacts(network);
    this.accesses = new AccessAnalysis(network);
    this.ranges = cellTable(network);
    const hook = (statements: Network["beforeUpdate"]): Effect | null => {
      if (statements.length === 0) return null;
      const run = abstractBlock(statements, this.functions);
      const { readCells, writtenCells } = this.accesses.ofStatements(statements);
      return this.effect(readCells, writtenCells, (m) => {
        m.begin(network.updateFrameSize, []);
        run(m);
      });
    };
    this.hooks = { before: hook(network.beforeUpdate), after: hook(network.afterUpdate) };
    const possible = network.edges.map(mayTake);
    for (const transition of staticTransitions(network)) {
      if (!transition.edges.every((edge) => possible[edge])) continue;
      this.addTransition({ ...transition, joining: transition.joining.filter(({ edge }) => possible[edge]) });
    }
  }

  /** A condition of its own, such as the target's. */
  condition(expression: Expression, frameSize: number): Condition {
    return this.makeCondition([expression], abstractExpression(expression, this.functions), (m) =>
      m.begin(frameSize, []),
    );
  }

  private makeCondition(
    expressions: readonly Expression[],
    evaluate: AbstractEvaluator,
    prepare: (m: AbstractMachine) => void,
  ): Condition {
    const reads = new Set<number>();
    let asksLocations = false;
    for (const expression of expressions) {
      for (const cell of this.accesses.ofExpression(expression).readCells) reads.add(cell);
      visitExpression(expression, {
        expression: (inner) => {
          asksLocations ||= inner.kind === "at";
        },
      });
    }
    const condition: Condition = {
      index: this.conditions.length,
      asksLocations,
      program: {
        reads: [...reads],
        anything: { cells: [], sets: [], replaces: [] },
        root: -1,
        run: (m) => {
          prepare(m);
          return evaluate(m);
        },
      },
    };
    this.conditions.push(condition);
    return condition;
  }

  private effect(reads: ReadonlySet<number>, writes: ReadonlySet<number>, run: (m: AbstractMachine) => void): Effect {
    const cells = [...writes];
    const anything: Writes = {
      cells,
      sets: cells.map((cell) => this.pool.interval(this.ranges.min[cell]!, this.ranges.max[cell]!)),
      replaces: cells.map(() => true),
    };
    const program: Program = {
      reads: [...reads],
      anything,
      root: -1,
      run: (m) => {
        run(m);
        return undefined;
      },
    };
    return { program, writes: cells };
  }

  private addTransition({ id, edges, joining, channels }: StaticTransition): void {
    const taken = edges.map((edge) => this.network.edges[edge]!);
    this.addOperator(id, taken, taken, channels, []);
    const earlier: { process: number; operator: number }[] = [];
    for (const { edge: receiver, channels: met } of joining) {
      const edge = this.network.edges[receiver]!;
      const others = earlier.filter(({ process }) => process < edge.process).map(({ operator }) => operator);
      earlier.push({ process: edge.process, operator: this.addOperator(id, [...taken, edge], [edge], met, others) });
    }
  }

  /** `needed` edges must be possible, `effective` ones have effects (the others had theirs before). */
  private addOperator(
    transition: number,
    needed: readonly Edge[],
    effective: readonly Edge[],
    channels: readonly number[],
    earlier: readonly number[],
  ): number {
    const parts = this.parts(needed, channels);
    const effectsOf = (some: readonly Part[]): Effect[] =>
      some.map((part) => this.effectOf(part)).filter((effect) => effect.writes.length > 0);
    const { before, after } = this.hooks;
    const own = parts.filter(({ edge }) => effective.includes(edge));
    const first = before ? [before] : [];
    // The hooks are part of every transition; the first one belongs to those who start it.
    const starts = own.length === parts.length;
    const effects = [...(starts ? first : []), ...effectsOf(own), ...(after ? [after] : [])];
    const seen = relevantBefore(
      effects,
      [...(starts ? [] : first), ...effectsOf(parts.filter((part) => !own.includes(part)))],
      earlier.map((index) => this.operators[index]!),
    );
    const index = this.operators.length;
    this.operators.push({
      index,
      transition,
      edges: needed.map((edge) => edge.id),
      sources: [...new Set(needed.map((edge) => this.facts.of(edge.process, edge.source)))],
      targets: effective.map((edge) => this.facts.of(edge.process, edge.target)),
      conditions: [...new Set([...parts.flatMap((part) => this.conditionsOf(part, channels)), ...this.meeting(parts)])],
      effects,
      ...seen,
    });
    return index;
  }

  private parts(edges: readonly Edge[], channels: readonly number[]): Part[] {
    const sender = edges.find((edge) => edge.sync.kind === "send");
    const senderSelects = sender === undefined ? [] : selectSets(sender, channels, this.pool);
    const index = sender === undefined ? null : computedIndex(sender);
    return edges.map((edge) => {
      const selects = edge === sender ? senderSelects : selectSets(edge, channels, this.pool);
      const cell = sender === undefined || index === null ? null : passedSelect(edge, sender);
      const key = `${edge.id} ${selects.map(({ id }) => id).join(",")}`;
      if (sender === undefined || index === null || cell === null) return { edge, selects, passed: null, key };
      const passed = { cell, sender, senderSelects, index };
      return { edge, selects, passed, key: `${key} from ${sender.id} ${senderSelects.map(({ id }) => id).join(",")}` };
    });
  }

  /** Opens the frame of a part, with the sets of its selects. */
  private frameOf({ edge, selects, passed }: Part): (m: AbstractMachine) => void {
    if (passed === null) return (m) => m.begin(edge.frameSize, selects);
    const { cell, sender, senderSelects } = passed;
    const index = abstractExpression(passed.index, this.functions);
    const { min, max } = edge.selects[cell]!;
    return (m) => {
      m.begin(sender.frameSize, senderSelects);
      const value = m.pool.within(index(m), min, max);
      m.begin(edge.frameSize, selects);
      m.write(m.frame + cell, value, true);
    };
  }

  private effectOf(part: Part): Effect {
    const { edge, passed } = part;
    // What the update does not look at makes no difference: such effects are shared.
    const used = usedSelects(edge);
    const key = used.size === 0 ? `${edge.id}` : part.key;
    const known = this.sharedEffects.get(key);
    if (known !== undefined) return known;
    const { readCells, writtenCells } = this.accesses.ofStatements(edge.update);
    const reads = new Set(readCells);
    const usesPassed = passed !== null && used.has(passed.cell);
    if (usesPassed) for (const cell of this.accesses.ofExpression(passed.index).readCells) reads.add(cell);
    const run = abstractBlock(edge.update, this.functions);
    const prepare = this.frameOf(usesPassed ? part : { ...part, passed: null });
    const effect = this.effect(reads, writtenCells, (m) => {
      prepare(m);
      run(m);
    });
    this.sharedEffects.set(key, effect);
    return effect;
  }

  private conditionsOf(part: Part, channels: readonly number[]): Condition[] {
    const { edge, passed, key } = part;
    const guard = edge.guard.flatMap((conjunct) => (conjunct.kind === "data" ? conjuncts(conjunct.condition) : []));
    const prepare = this.frameOf(part);
    const make = (expression: Expression, name: string): Condition =>
      this.share(name, () =>
        this.makeCondition(
          passed === null ? [expression] : [expression, passed.index],
          abstractExpression(expression, this.functions),
          prepare,
        ),
      );
    const conditions = guard.map((expression, at) => make(expression, `${key} ${at}`));
    const meeting = channelCondition(edge, channels);
    if (meeting !== null) conditions.push(make(meeting, `${key} channel ${channels.join(",")}`));
    return conditions;
  }

  /** Where sender and receiver both compute their channel: the two must be able to agree. */
  private meeting(parts: readonly Part[]): Condition[] {
    const sender = parts.find(({ edge }) => edge.sync.kind === "send");
    const receiver = parts.find(({ edge }) => edge.sync.kind === "receive");
    if (sender === undefined || receiver === undefined) return [];
    const sent = computedIndex(sender.edge);
    const awaited = computedIndex(receiver.edge);
    if (sent === null || awaited === null || !sameArray(sender.edge, receiver.edge)) return [];
    return [
      this.share(`${sender.key} meets ${receiver.key}`, () => {
        const left = abstractExpression(sent, this.functions);
        const right = abstractExpression(awaited, this.functions);
        const openReceiver = this.frameOf(receiver);
        const openSender = this.frameOf(sender);
        const evaluate: AbstractEvaluator = (m) => {
          const a = left(m);
          openReceiver(m);
          return intersects(a, right(m)) ? TRUE : FALSE;
        };
        return this.makeCondition([sent, awaited], evaluate, openSender);
      }),
    ];
  }

  private share(name: string, make: () => Condition): Condition {
    let condition = this.sharedConditions.get(name);
    if (condition === undefined) {
      condition = make();
      this.sharedConditions.set(name, condition);
    }
    return condition;
  }
}

/** What happens before matters only where it writes something that is read afterwards. */
function relevantBefore(
  effects: readonly Effect[],
  before: readonly Effect[],
  earlier: readonly Operator[],
): Pick<Operator, "before" | "earlier" | "reads"> {
  const reads = new Set(effects.flatMap(({ program }) => program.reads));
  const matters = (some: readonly Effect[]): boolean => {
    if (!some.some(({ writes }) => writes.some((cell) => reads.has(cell)))) return false;
    for (const { program } of some) for (const cell of program.reads) reads.add(cell);
    return true;
  };
  const others = [...earlier]
    .reverse()
    .filter((operator) => matters(operator.effects))
    .reverse();
  const first = [...before]
    .reverse()
    .filter((effect) => matters([effect]))
    .reverse();
  return { before: first, earlier: others.map(({ index }) => index), reads: [...reads] };
}

/** Select variables that an edge's update looks at. */
function usedSelects({ update, selects }: Edge): ReadonlySet<number> {
  const used = new Set<number>();
  visitStatements(update, {
    place: (place) => {
      if (place.space === "frame" && place.base < selects.length) used.add(place.base);
    },
  });
  return used;
}

function sameArray(a: Edge, b: Edge): boolean {
  if (a.sync.kind === "internal" || a.sync.kind === "event") return false;
  if (b.sync.kind === "internal" || b.sync.kind === "event") return false;
  const left = a.sync.channel;
  const right = b.sync.channel;
  const [x, y] = [left.steps[0], right.steps[0]];
  return left.base === right.base && x?.first === y?.first && x?.stride === y?.stride;
}

/** The parts of a conjunction: each is met on its own (the paper's "local" quantification). */
function conjuncts(expression: Expression): Expression[] {
  return expression.kind === "and" ? [...conjuncts(expression.left), ...conjuncts(expression.right)] : [expression];
}
