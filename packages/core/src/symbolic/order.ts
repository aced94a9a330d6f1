// The order of the levels, by blocks: what belongs to one process stays together (its location, its own cells, its own
// clocks), what is shared stands alone. Blocks that take part in one step are drawn towards each other by FORCE (Aloul,
// Markov and Sakallah 2003): every block moves to where its steps have their centre, a few times, from the order of
// declaration and from some random ones; the order in which steps span least is kept.

import type { AccessAnalysis, Accesses } from "../analysis/accesses.ts";
import { Prng } from "../basics/prng.ts";
import type { StepChain } from "./network/joint-steps.ts";
import type { StateAxes, StateAxis } from "./network/parts.ts";

export interface LevelOrder {
  /** In their order; each holds its parts. */
  readonly blocks: readonly (readonly StateAxis[])[];
  /** What the steps spanned as declared, and now. */
  readonly span: readonly [number, number];
}

const RANDOM_STARTS = 3;
const ROUNDS = 5;

/** Shared cells and clocks first, then the processes as declared, each with what no other one touches. */
export function blocksOf(parts: StateAxes, accesses: AccessAnalysis): StateAxis[][] {
  const { network } = parts;
  const SHARED = -1;
  const owners = new Map<StateAxis, number>();
  const touch = (process: number, touched: Accesses): void => {
    const { readCells, writtenCells, testedClocks, resetClocks } = touched;
    const claim = (part: StateAxis): void => {
      const owner = owners.get(part);
      if (owner !== process) owners.set(part, owner === undefined ? process : SHARED);
    };
    for (const cells of [readCells, writtenCells]) for (const cell of cells) claim(parts.ofCell(cell));
    for (const clocks of [testedClocks, resetClocks]) for (const clock of clocks) claim(parts.ofClock(clock));
  };
  for (const [index, { locations }] of network.processes.entries())
    for (const { invariant } of locations) touch(index, accesses.ofConjuncts(invariant));
  for (const { id, process } of network.edges) touch(process, accesses.ofEdge(id));
  const own: StateAxis[][] = Array.from({ length: parts.processes }, (_, process) => [process]);
  const shared: StateAxis[][] = [];
  for (let part = parts.processes; part < parts.count; part++) {
    if (!parts.isKept(part)) continue;
    const owner = owners.get(part) ?? SHARED;
    if (owner === SHARED) shared.push([part]);
    else own[owner]!.push(part);
  }
  return [...shared, ...own];
}

/** What each step speaks of. */
export function* axesOfSteps(steps: readonly StepChain[]): Generator<Iterable<StateAxis>> {
  for (const { links } of steps) yield links.flatMap(({ support }) => [...support.keys()]);
}

/** `together`: what is drawn towards each other. */
export function forceOrder(
  blocks: readonly (readonly StateAxis[])[],
  together: Iterable<Iterable<StateAxis>>,
  seed = 1,
): LevelOrder {
  const blockOf = new Map(blocks.flatMap((block, index) => block.map((part) => [part, index] as const)));
  const edges = hyperedges(together, blockOf);
  const declared = Float64Array.from(blocks.keys());
  const before = spanOf(edges, declared);
  let best: Settled = { positions: declared, span: before };
  const rng = new Prng(seed);
  for (let start = 0; start <= RANDOM_STARTS; start++) {
    const shuffled = [...blocks.keys()];
    if (start > 0) rng.shuffle(shuffled);
    const settled = settle(edges, start === 0 ? declared : Float64Array.from(shuffled));
    if (settled.span < best.span) best = settled;
  }
  const { positions, span } = best;
  const order = [...blocks.keys()].sort((a, b) => positions[a]! - positions[b]!);
  return { blocks: order.map((index) => blocks[index]!), span: [before, span] };
}

function hyperedges(together: Iterable<Iterable<StateAxis>>, blockOf: ReadonlyMap<StateAxis, number>): Int32Array[] {
  const distinct = new Map<string, Int32Array>();
  for (const axes of together) {
    const blocks = new Set<number>();
    for (const part of axes) blocks.add(blockOf.get(part)!);
    if (blocks.size < 2) continue;
    const edge = Int32Array.from(blocks).sort();
    distinct.set(edge.join(), edge);
  }
  return [...distinct.values()];
}

interface Settled {
  readonly positions: Float64Array;
  readonly span: number;
}

function settle(edges: readonly Int32Array[], start: Float64Array): Settled {
  const count = start.length;
  let positions = start;
  let best: Settled = { positions, span: spanOf(edges, positions) };
  for (let round = 0; round < ROUNDS * Math.log2(count + 2); round++) {
    const sum = new Float64Array(count);
    const degree = new Float64Array(count);
    for (const edge of edges) {
      const centre = edge.reduce((total, block) => total + positions[block]!, 0) / edge.length;
      for (const block of edge) {
        sum[block]! += centre;
        degree[block]!++;
      }
    }
    const drawnTo = (block: number): number => (degree[block] === 0 ? positions[block]! : sum[block]! / degree[block]!);
    const order = [...start.keys()].sort((a, b) => drawnTo(a) - drawnTo(b) || positions[a]! - positions[b]!);
    const next = new Float64Array(count);
    for (const [at, block] of order.entries()) next[block] = at;
    positions = next;
    const span = spanOf(edges, positions);
    if (span < best.span) best = { positions, span };
  }
  return best;
}

function spanOf(edges: readonly Int32Array[], positions: Float64Array): number {
  let total = 0;
  for (const edge of edges) {
    let least = Number.POSITIVE_INFINITY;
    let most = Number.NEGATIVE_INFINITY;
    for (const block of edge) {
      least = Math.min(least, positions[block]!);
      most = Math.max(most, positions[block]!);
    }
    total += most - least;
  }
  return total;
}
