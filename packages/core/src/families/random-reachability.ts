// Can all processes of a random system be in their last states at once? Decided exactly for products up to 20 million
// states, mostly in milliseconds: distances in projections to one, two, three, … processes refute the systems that
// cannot, and lead a best-first search to the error in those that can. Both go on by turns, each with more effort,
// until one knows.

export interface RandomSystem {
  readonly sizes: readonly number[];
  /** The two processes that share each action. */
  readonly actions: readonly (readonly [number, number])[];
  /** Per process: edges as (source, action, target). */
  readonly edges: readonly (readonly (readonly [number, number, number])[])[];
}

/** No product with more states is searched whole. */
const MOST_STATES = 2e7;
const MOST_EFFORT = 200_000;

/** "unknown" only where the product, or a projection that would have to be looked at, is too large. */
export function errorIsReachable(system: RandomSystem): boolean | "unknown" {
  const everyone = system.sizes.map((_, process) => process);
  const whole = new Product(system, everyone);
  let guides: readonly Projection[] = [];
  for (let size = 1; size < everyone.length; size++) {
    const projections: Projection[] = [];
    for (const processes of subsets(everyone, size)) {
      const product = new Product(system, processes);
      if (product.stateCount > MOST_STATES) return "unknown";
      const distances = distancesToError(product);
      if (distances[0] === UNREACHABLE) return false;
      projections.push({ product, distances });
    }
    // Larger ones say more, but there are many of them to ask in every state.
    if (size <= 3) guides = projections;
    const answer = isReachedBestFirst(whole, guides, Math.min(5 * 10 ** size, MOST_EFFORT));
    if (answer !== "unknown") return answer;
  }
  if (whole.stateCount > MOST_STATES) return "unknown";
  return distancesToError(whole)[0] !== UNREACHABLE;
}

interface Projection {
  readonly product: Product;
  /** By state of the projection. */
  readonly distances: Int16Array;
}

const UNREACHABLE = -1;

/**
 * The product of some of the processes. Actions shared with one that is left out are taken alone, as if it always
 * agreed.
 */
class Product {
  readonly processes: readonly number[];
  readonly sizes: readonly number[];
  /** A state is the sum of its processes' states, each times its weight. */
  readonly weights: readonly number[];
  readonly stateCount: number;
  private readonly system: RandomSystem;

  constructor(system: RandomSystem, processes: readonly number[]) {
    this.system = system;
    this.processes = processes;
    this.sizes = processes.map((process) => system.sizes[process]!);
    this.weights = this.sizes.map((_, at) => this.sizes.slice(0, at).reduce((a, b) => a * b, 1));
    this.stateCount = this.sizes.reduce((a, b) => a * b, 1);
  }

  split(state: number, into: Int32Array): void {
    let rest = state;
    for (const [at, size] of this.sizes.entries()) {
      into[at] = rest % size;
      rest = (rest - into[at]!) / size;
    }
  }

  /** Per action: who takes part, and by how much the state's number changes when it moves from each of its states. */
  moves(direction: "forwards" | "backwards"): readonly (readonly Mover[])[] {
    return this.system.actions.flatMap((pair, action) => {
      const movers = pair
        .map((process) => this.processes.indexOf(process))
        .filter((at) => at >= 0)
        .map((at): Mover => {
          const changes: number[][] = Array.from({ length: this.sizes[at]! }, () => []);
          for (const [source, by, target] of this.system.edges[this.processes[at]!]!) {
            if (by !== action) continue;
            const change = (target - source) * this.weights[at]!;
            if (direction === "forwards") changes[source]!.push(change);
            else changes[target]!.push(-change);
          }
          return { at, changes };
        });
      return movers.length === 0 ? [] : [movers];
    });
  }
}

interface Mover {
  /** Its place among the processes of the product. */
  readonly at: number;
  readonly changes: readonly (readonly number[])[];
}

/** Calls back with every state that one step leads to. */
function forEachStep(
  moves: readonly (readonly Mover[])[],
  state: number,
  places: Int32Array,
  visit: (next: number) => void,
): void {
  for (const [first, second] of moves) {
    for (const change of first!.changes[places[first!.at]!]!) {
      if (second === undefined) visit(state + change);
      else for (const other of second.changes[places[second.at]!]!) visit(state + change + other);
    }
  }
}

/** Breadth first, backwards from the state in which all are in their last. */
function distancesToError(product: Product): Int16Array {
  const distances = new Int16Array(product.stateCount).fill(UNREACHABLE);
  const moves = product.moves("backwards");
  const places = new Int32Array(product.sizes.length);
  const queue = [product.stateCount - 1];
  distances[product.stateCount - 1] = 0;
  for (const state of queue) {
    product.split(state, places);
    forEachStep(moves, state, places, (previous) => {
      if (distances[previous] !== UNREACHABLE) return;
      distances[previous] = distances[state]! + 1;
      queue.push(previous);
    });
  }
  return distances;
}

/** Ordered by the sum of the distances in the projections; what one of them rules out is not entered. */
function isReachedBestFirst(product: Product, projections: readonly Projection[], effort: number): boolean | "unknown" {
  const error = product.stateCount - 1;
  const moves = product.moves("forwards");
  const places = new Int32Array(product.sizes.length);
  const known = new Set<number>();
  const waiting: number[][] = [];
  let least = 0;
  const enter = (state: number): void => {
    if (known.has(state)) return;
    known.add(state);
    product.split(state, places);
    const estimate = sumOfDistances(projections, places);
    if (estimate === UNREACHABLE) return;
    (waiting[estimate] ??= []).push(state);
    if (estimate < least) least = estimate;
  };
  enter(0);
  const origin = new Int32Array(places.length);
  for (let left = effort; least < waiting.length; ) {
    const state = waiting[least]?.pop();
    if (state === undefined) least++;
    else if (state === error) return true;
    else if (left-- === 0) return "unknown";
    else {
      product.split(state, origin);
      forEachStep(moves, state, origin, enter);
    }
  }
  return false;
}

function sumOfDistances(projections: readonly Projection[], places: Int32Array): number {
  let sum = 0;
  for (const { product, distances } of projections) {
    let state = 0;
    for (const [at, process] of product.processes.entries()) state += places[process]! * product.weights[at]!;
    const distance = distances[state]!;
    if (distance === UNREACHABLE) return UNREACHABLE;
    sum += distance;
  }
  return sum;
}

function subsets(items: readonly number[], size: number): readonly (readonly number[])[] {
  if (size === 0) return [[]];
  return items.flatMap((item, at) => subsets(items.slice(at + 1), size - 1).map((rest) => [item, ...rest]));
}
