// Three members of the survey that keep account of costs in a way of their own: the matrix of buckets (Fig. 5), held
// against the figure written out over a plain graph; randomised A*; and Bellman and Ford's relaxation where steps give
// something back, held against relaxing all edges of a graph.

import { describe, expect, it } from "vitest";
import { Prng } from "../../src/basics/prng.ts";
import { ask } from "../check/ask.ts";
import { askGuided } from "../heuristics/ask-guided.ts";
import { questionOf, refusalOf, runSearch, searchOf } from "./runs.ts";

interface Graph {
  readonly size: number;
  readonly edges: readonly { readonly from: number; readonly to: number; readonly price: number }[];
}

function randomGraph(seed: number, price: (prng: Prng) => number): Graph {
  const prng = new Prng(seed);
  const size = 6 + prng.below(8);
  const edges = Array.from({ length: 2 * size }, () => ({
    from: prng.below(size),
    to: prng.below(size),
    price: price(prng),
  }));
  return { size, edges };
}

function modelOf({ size, edges }: Graph): string {
  const names = Array.from({ length: size }, (_, i) => `s${i}`).join(", ");
  const trans = edges
    .map(({ from, to, price }) => `s${from} -> s${to} { assign price = ${price}, at = ${to}; }`)
    .join(",\n");
  return `meta int[-1000,1000] price; int[0, ${size}] at;
    process P() { state ${names}; init s0; trans ${trans}; } A = P(); system A;`;
}

/**
 * Fig. 5 over the nodes of a graph, every bucket a list of its own: of the least f the least g is expanded, and where
 * the estimate is not consistent f may be less than before.
 */
function figure5(
  { size, edges }: Graph,
  h: readonly number[],
  bad: number,
): { length: number; explored: number } | null {
  const open = new Map<number, Map<number, number[]>>();
  const put = (node: number, g: number): void => {
    const row = open.get(g + h[node]!) ?? new Map<number, number[]>();
    open.set(g + h[node]!, row.set(g, [...(row.get(g) ?? []), node]));
  };
  const depth: number[] = Array.from({ length: size }, () => Number.POSITIVE_INFINITY);
  depth[0] = 0;
  put(0, 0);
  for (let explored = 1; open.size > 0; ) {
    const f = Math.min(...open.keys());
    const row = open.get(f)!;
    const g = Math.min(...row.keys());
    const [node, ...rest] = row.get(g) as [number, ...number[]];
    if (rest.length > 0) row.set(g, rest);
    else if (row.size > 1) row.delete(g);
    else open.delete(f);
    if (depth[node] !== g) continue;
    if (node === bad) return { length: g, explored };
    explored++;
    for (const { from, to } of edges) {
      if (from !== node || depth[to]! <= g + 1) continue;
      depth[to] = g + 1;
      put(to, g + 1);
    }
  }
  return null;
}

describe("buckets of g and h", () => {
  it("explore and find what Fig. 5 does, with estimates that are not consistent", async () => {
    let found = 0;
    for (let seed = 0; seed < 40; seed++) {
      const graph = randomGraph(seed, () => 0);
      const prng = new Prng(seed ^ 0x77);
      const bad = graph.size - 1;
      const h = Array.from({ length: graph.size }, (_, node) => (node === bad ? 0 : prng.below(6)));
      const expression = h.reduceRight((rest, value, node) => `(at == ${node} ? ${value} : ${rest})`, "0");
      const expected = figure5(graph, h, bad);
      const result = await askGuided(modelOf(graph), `E<> at == ${bad}`, `buckets(expr("${expression}"))`);
      if (!("verdict" in result)) throw new Error(result.message);
      const { verdict, statistics } = result;
      expect([seed, verdict.kind]).toEqual([seed, expected === null ? "violated" : "satisfied"]);
      if (expected === null || verdict.kind === "unknown" || verdict.evidence.kind !== "trace") continue;
      found++;
      const { trace } = verdict.evidence;
      expect([seed, trace.steps.length, statistics.explored]).toEqual([seed, expected.length, expected.explored]);
    }
    expect(found).toBeGreaterThan(15);
  });
});

describe("randomised A*", () => {
  const many = Array.from({ length: 8 }, (_, at) => `P${at}`);
  const GRID = `process P() { state a, b, c; init a; trans a -> b { }, b -> c { }; }
    ${many.map((name) => `${name} = P();`).join(" ")} system ${many.join(", ")};`;

  it("finds shortest traces with an admissible estimate, whatever the seed", () => {
    const question = questionOf(GRID, "E<> P1.c && P5.b");
    for (let seed = 1; seed <= 5; seed++) {
      expect(runSearch(`rastar(hL(), seed=${seed})`, question).length).toBe(3);
    }
  });

  it("sees other states with another seed, and the same with the same", async () => {
    const of = async (seed: number): Promise<string> => {
      const { verdict } = await ask(GRID, "E<> P1.c && P5.c", { search: searchOf(`rastar(blind(), seed=${seed})`) });
      if (verdict.kind === "unknown" || verdict.evidence.kind !== "trace") throw new Error("no trace");
      return JSON.stringify(verdict.evidence.trace.steps.map(({ transition }) => transition));
    };
    const orders = await Promise.all([1, 2, 3, 4, 5, 6].map(of));
    expect(new Set(orders).size).toBeGreaterThan(1);
    expect(await of(3)).toBe(orders[2]);
  });
});

describe("where steps give something back", () => {
  /** "circle": some way to the target goes on getting cheaper, or some other way does. */
  function best({ size, edges }: Graph): number | "circle" | undefined {
    const cost: (number | undefined)[] = Array.from({ length: size });
    cost[0] = 0;
    for (let round = 0; round <= size; round++) {
      let changed = false;
      for (const { from, to, price } of edges) {
        const before = cost[from];
        if (before === undefined || (cost[to] !== undefined && before + price >= cost[to])) continue;
        cost[to] = before + price;
        changed = true;
      }
      if (round === size && changed) return cost[size - 1] === undefined ? undefined : "circle";
    }
    return cost[size - 1];
  }

  it("the cheapest path is that of relaxing all edges, and a circle that pays is said", async () => {
    const counted = { cheapest: 0, circle: 0, none: 0, negative: 0 };
    for (let seed = 0; seed < 60; seed++) {
      const graph = randomGraph(seed, (prng) => prng.below(12) - 2);
      const expected = best(graph);
      for (const engine of [seed % 3 === 0 ? "auto" : "reference"] as const) {
        const search = searchOf('bellman-ford("price")');
        const { verdict, statistics } = await ask(modelOf(graph), `E<> A.s${graph.size - 1}`, { search, engine });
        expect([seed, verdict.kind]).toEqual([seed, expected === undefined ? "violated" : "satisfied"]);
        if (expected === undefined) counted.none++;
        else if (expected === "circle") {
          counted.circle++;
          expect(statistics.cost).toMatch(/less with every turn/);
        } else {
          counted.cheapest++;
          if (expected < 0) counted.negative++;
          expect([seed, statistics.cost]).toEqual([seed, String(expected)]);
        }
      }
    }
    expect(Math.min(...Object.values(counted))).toBeGreaterThan(1);
  });

  it("is refused by name with clocks, and where no variable says what steps cost", () => {
    const timed = "clock x; process P() { state a, b; init a; trans a -> b { guard x > 1; }; } A = P(); system A;";
    expect(refusalOf('bellman-ford("price")', questionOf(timed, "E<> A.b"))).toMatch(/clocks/);
    const plain = "process P() { state a, b; init a; trans a -> b { }; } A = P(); system A;";
    expect(refusalOf('bellman-ford("price")', questionOf(plain, "E<> A.b"))).toMatch(/no integer variable/);
  });
});
