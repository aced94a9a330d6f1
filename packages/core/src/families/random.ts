// R: random systems after the distance-preserving paper: n processes of 3 to 10 states, 2n actions each shared by two
// processes, connected, with a reachable error (all processes in their last state). The paper leaves the number of
// edges open; 2 to 4 per state give its trace lengths. From the seed on, the first system that qualifies is taken;
// products above 20 million states are passed over, since the error is looked for by breadth-first search.

import { type Family, range } from "./family.ts";
import { MersenneTwister } from "./random-source.ts";

interface RandomSystem {
  readonly sizes: readonly number[];
  /** The two processes that share each action. */
  readonly actions: readonly (readonly [number, number])[];
  /** Per process: edges as (source, action, target). */
  readonly edges: readonly (readonly (readonly [number, number, number])[])[];
}

export const random: Family = {
  name: "random",
  summary: "random systems: n automata of 3 to 10 states that synchronise pairwise",
  unit: "processes",
  sizes: { min: 2, max: 12, default: 5 },
  variants: [{ name: "pairs", summary: "2n actions, each shared by two processes" }],
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
};

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
  for (let attempt = seed; attempt < seed + 10_000; attempt++) {
    const system = draw(size, new MersenneTwister(attempt));
    if (isConnected(size, system) && errorIsReachable(system)) return system;
  }
  throw new Error(`no random system of ${size} processes with a reachable error near seed ${seed}`);
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

/** Breadth-first search of the product; products above 20 million states count as unsuitable, as in the paper's setting. */
function errorIsReachable({ sizes, actions, edges }: RandomSystem): boolean {
  const product = sizes.reduce((a, b) => a * b, 1);
  if (product > 2e7) return false;
  const weight = sizes.map((_, p) => sizes.slice(0, p).reduce((a, b) => a * b, 1));
  // by[p][s][a]: targets of process p in state s under action a
  const by = edges.map((list, p) => {
    const table = range(sizes[p]!).map(() => new Map<number, number[]>());
    for (const [s, a, t] of list) table[s]!.set(a, [...(table[s]!.get(a) ?? []), t]);
    return table;
  });
  const seen = new Uint8Array(product);
  const queue = new Int32Array(product);
  let tail = 1;
  seen[0] = 1;
  for (let head = 0; head < tail; head++) {
    const state = queue[head]!;
    if (state === product - 1) return true;
    const at = sizes.map((n, p) => Math.floor(state / weight[p]!) % n);
    for (const [a, [p, q]] of actions.entries()) {
      for (const t of by[p]![at[p]!]!.get(a) ?? []) {
        for (const u of by[q]![at[q]!]!.get(a) ?? []) {
          const next = state + (t - at[p]!) * weight[p]! + (u - at[q]!) * weight[q]!;
          if (seen[next] === 0) {
            seen[next] = 1;
            queue[tail++] = next;
          }
        }
      }
    }
  }
  return false;
}
