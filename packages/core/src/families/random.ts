// R: random systems after the distance-preserving paper: n processes of 3 to 10 states, 2n actions each shared by two
// processes, connected, with a reachable error (all processes in their last state). The paper leaves the number of
// edges open; 2 to 4 per state give its trace lengths. Systems are drawn from the seed's own stream of numbers until one
// qualifies, so that different seeds give different systems; products above 20 million states are passed over, since
// the error is looked for by breadth-first search.

import { defineFamily, range } from "./family.ts";
import { MersenneTwister } from "./random-source.ts";

interface RandomSystem {
  readonly sizes: readonly number[];
  /** The two processes that share each action. */
  readonly actions: readonly (readonly [number, number])[];
  /** Per process: edges as (source, action, target). */
  readonly edges: readonly (readonly (readonly [number, number, number])[])[];
}

export const random = defineFamily("random", {
  summary: "random systems: n automata of 3 to 10 states that synchronise pairwise",
  sizes: { unit: "processes", min: 2, max: 12, default: 5 },
  hasCorrect: false,
  hasSeed: true,
  generate({ size, seed }) {
    const system = firstWithReachableError(size, seed);
    const xta = `// A random system of ${size} processes.
chan ${system.actions.map((_, a) => `a${a}`).join(", ")};

${range(size)
  .map((p) => processText(system, p))
  .join("\n")}
system ${range(size)
      .map((p) => `P${p}`)
      .join(", ")};
`;
    const error = range(size)
      .map((p) => `P${p}.s${system.sizes[p]! - 1}`)
      .join(" && ");
    return { xta, queries: [{ formula: `E<> ${error}`, comment: "Every process is in its last state.", holds: true }] };
  },
  variants: [{ name: "pairs", summary: "2n actions, each shared by two processes" }],
});

function processText({ sizes, actions, edges }: RandomSystem, p: number): string {
  const lines = edges[p]!.map(([from, action, to]) => {
    const direction = actions[action]![0] === p ? "!" : "?";
    return `        s${from} -> s${to} { sync a${action}${direction}; }`;
  });
  return `process P${p}() {
    state ${range(sizes[p]!)
      .map((s) => `s${s}`)
      .join(", ")};
    init s0;${lines.length > 0 ? `\n    trans\n${lines.join(",\n")};` : ""}
}
`;
}

function firstWithReachableError(size: number, seed: number): RandomSystem {
  const source = new MersenneTwister(seed);
  for (let attempt = 0; attempt < 10_000; attempt++) {
    const system = draw(size, source);
    if (isConnected(size, system) && errorIsReachable(system)) return system;
  }
  throw new Error(`no random system of ${size} processes with a reachable error for seed ${seed}`);
}

function draw(size: number, source: MersenneTwister): RandomSystem {
  const sizes = range(size).map(() => 3 + source.below(8));
  const actions = range(2 * size).map(() => {
    const first = source.below(size);
    const second = source.below(size - 1);
    return [first, second < first ? second : second + 1] as const;
  });
  const edges = range(size).map((p) => {
    const own = range(2 * size).filter((a) => actions[a]!.includes(p));
    const seen = new Map<string, readonly [number, number, number]>();
    if (own.length === 0) return [];
    for (let s = 0; s < sizes[p]!; s++) {
      const count = 2 + source.below(3);
      for (let k = 0; k < count; k++) {
        const action = own[source.below(own.length)]!;
        const target = source.below(sizes[p]!);
        seen.set(`${s} ${action} ${target}`, [s, action, target]);
      }
    }
    return [...seen.values()];
  });
  return { sizes, actions, edges };
}

/** Is every process linked to every other through shared actions? */
function isConnected(size: number, { actions }: RandomSystem): boolean {
  const reached = new Set([0]);
  for (let before = 0; before < reached.size; ) {
    before = reached.size;
    for (const [a, b] of actions) {
      if (reached.has(a)) reached.add(b);
      else if (reached.has(b)) reached.add(a);
    }
  }
  return reached.size === size;
}

/**
 * Breadth first in the product, from both ends at once: each time the side with fewer waiting states goes on, and it is
 * decided when the two meet or one of them ends. Products above 20 million states count as unsuitable.
 */
function errorIsReachable({ sizes, actions, edges }: RandomSystem): boolean {
  const product = sizes.reduce((a, b) => a * b, 1);
  if (product > 2e7) return false;
  const weights = sizes.map((_, p) => sizes.slice(0, p).reduce((a, b) => a * b, 1));
  const owner = new Uint8Array(product);
  const sides: readonly Side[] = [true, false].map((forwards) => ({
    mark: forwards ? 1 : 2,
    queue: [forwards ? 0 : product - 1],
    moves: actions.map((_, action) => edges.map((list) => movesOf(list, action, forwards))),
  }));
  for (const { mark, queue } of sides) owner[queue[0]!] = mark;
  const heads = [0, 0];
  const at = new Int32Array(sizes.length);
  for (;;) {
    const side = sides[0]!.queue.length - heads[0]! <= sides[1]!.queue.length - heads[1]! ? 0 : 1;
    if (heads[side] === sides[side]!.queue.length) return false;
    const { mark, queue, moves }: Side = sides[side]!;
    const state = queue[heads[side]!++]!;
    let rest = state;
    for (let p = 0; p < sizes.length; p++) {
      at[p] = rest % sizes[p]!;
      rest = (rest - at[p]!) / sizes[p]!;
    }
    for (let a = 0; a < actions.length; a++) {
      const [p, q] = actions[a]!;
      const nexts = pairs(moves[a]![p]![at[p]!], moves[a]![q]![at[q]!], at[p]!, at[q]!, weights[p]!, weights[q]!);
      for (const step of nexts) {
        const next = state + step;
        if (owner[next] === 3 - mark) return true;
        if (owner[next] !== 0) continue;
        owner[next] = mark;
        queue.push(next);
      }
    }
  }
}

const NOTHING: readonly number[] = [];

/** By how much the number of a state changes when two processes move together. */
function pairs(
  first: readonly number[] | undefined,
  second: readonly number[] | undefined,
  atFirst: number,
  atSecond: number,
  firstWeight: number,
  secondWeight: number,
): readonly number[] {
  if (first === undefined || second === undefined) return NOTHING;
  return first.flatMap((t) => second.map((u) => (t - atFirst) * firstWeight + (u - atSecond) * secondWeight));
}

interface Side {
  readonly mark: number;
  readonly queue: number[];
  /** By action and process: where the action leads from each state, or where it comes from. */
  readonly moves: readonly (readonly (readonly (readonly number[] | undefined)[])[])[];
}

/** By state: where the action leads, or where it comes from. */
function movesOf(
  list: readonly (readonly [number, number, number])[],
  action: number,
  forwards: boolean,
): readonly (readonly number[] | undefined)[] {
  const moves: number[][] = [];
  for (const [source, by, target] of list) {
    if (by !== action) continue;
    if (forwards) (moves[source] ??= []).push(target);
    else (moves[target] ??= []).push(source);
  }
  return moves;
}
