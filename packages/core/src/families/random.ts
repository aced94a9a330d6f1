// R: random systems after the distance-preserving paper: n processes of 3 to 10 states, 2n actions each shared by two
// processes, connected, with a reachable error (all processes in their last state). The paper leaves the number of
// edges open; 2 to 4 per state give its trace lengths. Systems are drawn from the seed's own stream of numbers until
// one qualifies, so that different seeds give different systems; large products are passed over, so that breadth-first
// search can still answer.

import { defineFamily, range } from "./family.ts";
import { errorIsReachable, type RandomSystem } from "./random-reachability.ts";
import { MersenneTwister } from "./random-source.ts";

/** Larger products are passed over; of more than ten processes hardly any would be left. */
function mostStates(size: number): number {
  return 2e7 * 10 ** Math.max(0, size - 10);
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
    if (isConnected(size, system) && isSmall(system) && errorIsReachable(system) === true) return system;
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

function isSmall({ sizes }: RandomSystem): boolean {
  return sizes.reduce((a, b) => a * b, 1) <= mostStates(sizes.length);
}
