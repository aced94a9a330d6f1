// Who must look again when something is added to the relaxed graph: tables from location facts, cells, conditions and
// operators to what depends on them, made once per problem. What can have no part in reaching the target, as far as the
// text of the network tells, is left out of them: it is never looked at.

import { ChainPieces } from "./chain-pieces.ts";
import { type Chain, ChainBuilder } from "./chains.ts";
import type { CircuitBuilder } from "./circuit-builder.ts";
import type { Condition } from "./conditions.ts";
import { type Lists, listsFrom, listsOf } from "./lists.ts";
import type { Operator } from "./operators.ts";
import type { TargetNode } from "./target-node.ts";

export interface GraphIndex {
  readonly chains: readonly Chain[];
  /** Operators by a location they start from, and by a condition they need. */
  readonly operatorsFrom: Lists;
  readonly operatorsNeeding: Lists;
  /** By operator. */
  readonly sources: Lists;
  readonly conditionsOf: Lists;
  readonly targets: Lists;
  readonly chainsOf: Lists;
  /** Chains that look at what the operator, if it is possible, does before. */
  readonly chainsAfter: Lists;
  /** By chain. */
  readonly operatorsWith: Lists;
  /** By cell. */
  readonly chainsReading: Lists;
  readonly conditionsReading: Lists;
  /** 1 for cells and location facts that matter to the target, perhaps by way of others. */
  readonly relevant: { readonly cells: Uint8Array; readonly facts: Uint8Array };
}

export interface IndexedParts {
  readonly operators: readonly Operator[];
  readonly conditions: readonly Condition[];
  readonly target: TargetNode;
  readonly facts: number;
  readonly cells: number;
  readonly sent: number;
}

/** Shares of the work, for who watches, once it is known what each operator does. */
const DONE = { chains: 0.1, relevant: 0.2, narrowed: 0.3, conditions: 0.6, cut: 0.9 } as const;
/** What is done for each of many takes so little that pauses are this many apart. */
const STRETCH = 256;

/** Step by step; says what share is done. */
export function* indexGraph(parts: IndexedParts, circuits: CircuitBuilder | null): Generator<number, GraphIndex> {
  const { operators, conditions, facts, cells, sent } = parts;
  const builder = new ChainBuilder(operators, sent);
  const whole: (readonly Chain[])[] = [];
  for (const operator of operators) {
    whole.push(builder.of(operator));
    yield (DONE.chains * whole.length) / operators.length;
  }
  let { chains, chainsOf }: Cut = { chains: builder.chains, chainsOf: whole };
  let relevant = yield* findRelevant(parts, chainsOf, DONE.chains);
  if (circuits !== null) {
    ({ chains, chainsOf } = yield* cut(parts, circuits, whole, relevant));
    // Pieces read less than chains do.
    relevant = yield* findRelevant(parts, chainsOf, DONE.cut);
  }
  const pairs = {
    from: [] as number[],
    needing: [] as number[],
    sources: [] as number[],
    conditions: [] as number[],
    targets: [] as number[],
    chains: [] as number[],
    with: [] as number[],
  };
  const indexed = new Set<Chain>();
  for (const { index, sources, targets, conditions: needed } of operators) {
    if (index % STRETCH === 0) yield 1;
    if (relevant.operators[index] === 0) continue;
    for (const fact of sources) {
      pairs.from.push(fact, index);
      pairs.sources.push(index, fact);
    }
    for (const condition of needed) {
      pairs.needing.push(condition.index, index);
      pairs.conditions.push(index, condition.index);
    }
    for (const fact of targets) {
      if (relevant.facts[fact] === 1 && !sources.includes(fact)) pairs.targets.push(index, fact);
    }
    for (const chain of chainsOf[index]!) {
      if (!chain.writes.some((cell) => relevant.cells[cell] === 1)) continue;
      pairs.chains.push(index, chain.index);
      pairs.with.push(chain.index, index);
      indexed.add(chain);
    }
  }
  return {
    chains,
    operatorsFrom: listsOf(facts, pairs.from),
    operatorsNeeding: listsOf(conditions.length, pairs.needing),
    sources: listsOf(operators.length, pairs.sources),
    conditionsOf: listsOf(operators.length, pairs.conditions),
    targets: listsOf(operators.length, pairs.targets),
    chainsOf: listsOf(operators.length, pairs.chains),
    chainsAfter: listsFrom(operators.length, (visit) => {
      for (const { index, earlier } of indexed) for (const { operator } of earlier) visit(operator, index);
    }),
    operatorsWith: listsOf(chains.length, pairs.with),
    chainsReading: readersOf(cells, indexed),
    conditionsReading: readersOf(cells, conditions),
    relevant,
  };
}

function readersOf(
  cells: number,
  readers: Iterable<{ readonly index: number; readonly reads: readonly number[] }>,
): Lists {
  return listsFrom(cells, (visit) => {
    for (const { index, reads } of readers) for (const cell of reads) visit(cell, index);
  });
}

/** Of the chains that matter, how many may be circuits before any is made one. */
const LEAST_SHARE = 0.25;

interface Cut {
  readonly chains: readonly Chain[];
  readonly chainsOf: readonly (readonly Chain[])[];
}

/** Makes a circuit of the conditions and chains that matter, as far as they fit. */
function* cut(
  { operators, conditions }: IndexedParts,
  circuits: CircuitBuilder,
  whole: readonly (readonly Chain[])[],
  relevant: Relevant,
): Generator<number, Cut> {
  const mattering = whole.map((chains, operator) => (relevant.operators[operator] === 1 ? chains : []));
  // Where hardly any chain can be one, those that can gain nothing, and trying takes long.
  const chains = new Set(mattering.flat());
  const isWorth = [...chains].filter(({ earlier }) => earlier.length === 0).length >= LEAST_SHARE * chains.size;
  const idle = new Set(operators.flatMap(({ index, conditions: all }) => (relevant.operators[index] === 0 ? all : [])));
  for (const { index, conditions: all } of operators) {
    if (relevant.operators[index] === 1) for (const condition of all) idle.delete(condition);
  }
  const asked = conditions.filter((condition) => !idle.has(condition));
  if (isWorth) for (const _chain of circuits.narrow(chains, asked, relevant.cells)) yield DONE.relevant;
  for (const condition of asked) {
    yield between(DONE.narrowed, DONE.conditions, condition.index / conditions.length);
    condition.circuit = circuits.gateOf(condition);
    if (condition.circuit?.exact === true) condition.reads = circuits.circuit.cellsOf([condition.circuit.gate]);
  }
  const pieces = new ChainPieces(isWorth ? circuits : null, relevant.cells);
  const chainsOf: (readonly Chain[])[] = [];
  for (const all of mattering) {
    const cutOnes: Chain[] = [];
    for (const chain of all) {
      cutOnes.push(...pieces.of(chain));
      yield between(DONE.conditions, DONE.cut, chainsOf.length / mattering.length);
    }
    chainsOf.push(cutOnes);
  }
  return { chains: pieces.chains, chainsOf };
}

function between(from: number, to: number, share: number): number {
  return from + share * (to - from);
}

interface Relevant {
  readonly facts: Uint8Array;
  readonly cells: Uint8Array;
  readonly operators: Uint8Array;
}

/** Backwards from the target: what adds something that matters matters, and so does everything that it needs. */
function* findRelevant(
  { operators, conditions, target, facts, cells }: IndexedParts,
  chainsOf: readonly (readonly Chain[])[],
  share: number,
): Generator<number, Relevant> {
  const relevant = {
    facts: new Uint8Array(facts),
    cells: new Uint8Array(cells),
    operators: new Uint8Array(operators.length),
  };
  const queue: (() => void)[] = [];
  const { adders, writers, operatorsWith, chains } = whoAdds(operators, chainsOf, facts, cells);
  const isMarked = new Uint8Array(chains.length);
  const markFact = (fact: number): void => {
    if (relevant.facts[fact] === 1) return;
    relevant.facts[fact] = 1;
    queue.push(() => forEach(adders, fact, markOperator));
  };
  const markCells = (some: readonly number[]): void => {
    for (const cell of some) {
      if (relevant.cells[cell] === 1) continue;
      relevant.cells[cell] = 1;
      queue.push(() => forEach(writers, cell, markChain));
    }
  };
  const markChain = (index: number): void => {
    if (isMarked[index] === 1) return;
    isMarked[index] = 1;
    forEach(operatorsWith, index, markOperator);
    const { reads, earlier } = chains[index]!;
    markCells(reads);
    for (const { operator } of earlier) markOperator(operator);
  };
  const markCondition = ({ reads, asksLocations }: Condition): void => {
    markCells(reads);
    if (asksLocations) for (let fact = 0; fact < facts; fact++) markFact(fact);
  };
  const markOperator = (index: number): void => {
    if (relevant.operators[index] === 1) return;
    relevant.operators[index] = 1;
    const { sources, conditions: needed } = operators[index]!;
    for (const fact of sources) markFact(fact);
    for (const condition of needed) markCondition(condition);
  };
  const markTarget = (node: TargetNode): void => {
    if (node.kind === "location") for (const fact of node.facts) markFact(fact);
    if (node.kind === "data") markCondition(conditions[node.condition.index]!);
    if (node.kind === "and" || node.kind === "or") for (const part of node.parts) markTarget(part);
  };
  markTarget(target);
  for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
    next();
    yield share;
  }
  return relevant;
}

/** Operators by the locations they add, chains by the cells they write, and operators by their chains. */
function whoAdds(
  operators: readonly Operator[],
  chainsOf: readonly (readonly Chain[])[],
  facts: number,
  cells: number,
): { adders: Lists; writers: Lists; operatorsWith: Lists; chains: readonly Chain[] } {
  const adders: number[] = [];
  const having: number[] = [];
  const chains: Chain[] = [];
  const known = new Map<Chain, number>();
  for (const { index, sources, targets } of operators) {
    for (const fact of targets) if (!sources.includes(fact)) adders.push(fact, index);
    for (const chain of chainsOf[index]!) {
      let at = known.get(chain);
      if (at === undefined) {
        at = chains.length;
        known.set(chain, at);
        chains.push(chain);
      }
      having.push(at, index);
    }
  }
  return {
    adders: listsOf(facts, adders),
    writers: listsFrom(cells, (visit) => {
      for (const [at, { writes }] of chains.entries()) for (const cell of writes) visit(cell, at);
    }),
    operatorsWith: listsOf(chains.length, having),
    chains,
  };
}

function forEach({ first, items }: Lists, list: number, visit: (item: number) => void): void {
  for (let at = first[list]!; at < first[list + 1]!; at++) visit(items[at]!);
}
