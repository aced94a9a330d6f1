// Costs that users ask for, from the specification to the answer: random weighted graphs as models, and the best cost
// by relaxing all edges until nothing changes. Also what is refused, and that the least delay is that of
// `--optimal time`.

import { describe, expect, it } from "vitest";
import { Prng } from "../../src/basics/prng.ts";
import { type CostAlgebra, dearestStep, fuzzy, narrowestStep, probabilities, sums } from "../../src/search/index.ts";
import { durationOf } from "../../src/trace/index.ts";
import { rationalToString } from "../../src/zone/index.ts";
import { ask } from "../check/ask.ts";
import { questionOf, refusalOf, searchOf } from "./runs.ts";

interface Graph {
  readonly size: number;
  readonly edges: readonly { readonly from: number; readonly to: number; readonly price: number }[];
}

function randomGraph(seed: number): Graph {
  const prng = new Prng(seed);
  const size = 8 + prng.below(5);
  const edges = Array.from({ length: 3 * size }, () => ({
    from: prng.below(size),
    to: prng.below(size),
    price: 1 + prng.below(90),
  }));
  return { size, edges };
}

/** A partner takes part in some steps, and adds to the price. */
function modelOf({ size, edges }: Graph): string {
  const names = Array.from({ length: size }, (_, i) => `s${i}`).join(", ");
  const trans = edges.map(({ from, to, price }) => `s${from} -> s${to} { assign price = ${price}; }`).join(",\n");
  return `meta int[0,1000] price;
    process P() { state ${names}; init s0; trans ${trans}; }
    A = P(); system A;`;
}

/** The best cost of a way to the last node, by relaxing edges. */
function best(algebra: CostAlgebra<number>, { size, edges }: Graph, scale: number): number | undefined {
  const cost: (number | undefined)[] = Array.from({ length: size });
  cost[0] = algebra.one;
  for (let round = 0; round < size * size; round++) {
    for (const { from, to, price } of edges) {
      const before = cost[from];
      if (before === undefined) continue;
      const after = algebra.times(before, price / scale);
      if (cost[to] === undefined || algebra.compare(after, cost[to]) < 0) cost[to] = after;
    }
  }
  return cost[size - 1];
}

const CASES: readonly (readonly [string, CostAlgebra<number>, number])[] = [
  ['sum("price")', sums, 1],
  ['max("price")', dearestStep, 1],
  ['min("price")', narrowestStep, 1],
  ['probability("price", of=100)', probabilities, 100],
  ['fuzzy("price", of=100)', fuzzy, 100],
];

/** Windows need whole numbers, halved gaps natural ones. */
const REFUSED: Readonly<Record<string, readonly string[]>> = {
  'min("price")': ["threshold"],
  'probability("price", of=100)': ["threshold", "beam-stack"],
  'fuzzy("price", of=100)': ["threshold", "beam-stack"],
};

describe.each(CASES)("the least %s", (cost, algebra, scale) => {
  it.each([
    "dijkstra(COST)",
    "astar(hL(), COST)",
    "astar(blind(), COST)",
    "bnb(hL(), COST)",
    "bnb(hU(), COST)",
    "idastar(hL(), COST)",
    "idastar(blind(), states=3, COST)",
    "sma(hL(), COST)",
    "threshold(hL(), COST)",
    "frontier(hL(), states=2, COST)",
    "frontier(hU(), COST)",
    "bfhs(hL(), states=2, COST)",
    "beam-stack(1, hL(), COST)",
    "beam-stack(3, hU(), COST)",
  ])("is found by %s", async (search) => {
    if (REFUSED[cost]?.some((name) => search.startsWith(name))) return;
    let found = 0;
    for (let seed = 1; seed <= 4; seed++) {
      const graph = randomGraph(seed);
      const config = searchOf(search.replace("COST", `cost=${cost}`));
      // Costs are no business of engines: one graph is enough for the compiled one.
      const engine = seed === 1 ? "auto" : "reference";
      const result = await ask(modelOf(graph), `E<> A.s${graph.size - 1}`, { search: config, engine });
      const expected = best(algebra, graph, scale);
      expect(result.verdict.kind).toBe(expected === undefined ? "violated" : "satisfied");
      if (expected === undefined) continue;
      found++;
      expect(Number(result.statistics.cost)).toBeCloseTo(expected, 9);
    }
    expect(found).toBeGreaterThan(2);
  });

  it("is reached by improving any search", async () => {
    const graph = randomGraph(3);
    const search = searchOf(`wastar(hU(), w=9, cost=${cost})`);
    const result = await ask(modelOf(graph), `E<> A.s${graph.size - 1}`, { search, improve: true });
    expect(Number(result.statistics.cost)).toBeCloseTo(best(algebra, graph, scale)!, 9);
  });
});

describe("costs", () => {
  const race = `
    clock x; meta int price;
    process P() { state a, b { x <= 9 }, c, done; init a; trans
      a -> done { guard x >= 7; assign price = 1; },
      a -> b { assign x = 0, price += 4; },
      b -> c { guard x >= 2; assign price += 4; },
      c -> done { assign price += 4; }; }
    A = P(); system A;`;

  it("decide which trace is best", async () => {
    const lengthBy = async (spec: string): Promise<number> => {
      const { verdict } = await ask(race, "E<> A.done", { search: searchOf(spec) });
      if (verdict.kind === "unknown" || verdict.evidence.kind !== "trace") throw new Error("no trace");
      return verdict.evidence.trace.steps.length;
    };
    expect(await lengthBy('dijkstra(cost=sum("price"))')).toBe(1);
    expect(await lengthBy("dijkstra(cost=delay)")).toBe(3);
  });

  it.each(["dijkstra(cost=delay)", "astar(hL(), cost=delay)", "bnb(hU(), cost=delay)"])(
    "%s takes as long as --optimal time",
    async (spec) => {
      const timeOf = async (options: Parameters<typeof ask>[2]): Promise<string> => {
        const { verdict } = await ask(race, "E<> A.done", options);
        if (verdict.kind === "unknown" || verdict.evidence.kind !== "trace") throw new Error("no trace");
        return rationalToString(durationOf(verdict.evidence.trace));
      };
      expect(await timeOf({ search: searchOf(spec) })).toBe(await timeOf({ optimal: "time" }));
    },
  );

  it("of tuples: the first decides, the second among equals", async () => {
    const costOf = async (spec: string): Promise<string | undefined> =>
      (await ask(race, "E<> A.done", { search: searchOf(spec) })).statistics.cost;
    expect(await costOf('dijkstra(cost=tuple([sum("price"), steps]))')).toBe("(1, 1)");
    expect(await costOf('astar(hL(), cost=tuple([steps, max("price")]))')).toBe("(1, 1)");
  });

  it.each([
    ['dijkstra(cost=sum("prize"))', "no integer variable `prize`"],
    ['dijkstra(cost=sum("x"))', "no integer variable `x`"],
    ['dijkstra(cost=probability("price", of=2))', "can be more than 2"],
    ['dijkstra(cost=tuple([max("price"), steps]))', "not be isotone"],
    ['dijkstra(cost=tuple([steps, probability("price")]))', "no whole number"],
    ['threshold(hL(), cost=min("price"))', "no natural number"],
    ['beam-stack(3, hL(), cost=probability("price"))', "no whole number"],
    ["bounded(3, astar(hL(), cost=tuple([steps, moves])))", "more than one number"],
  ])("%s is refused", (spec, reason) => {
    expect(refusalOf(spec, questionOf(race, "E<> A.done"))).toContain(reason);
  });

  it("may have a bound, as people write it", async () => {
    const within = async (spec: string): Promise<string> =>
      (await ask(race, "E<> A.done", { search: searchOf(spec) })).verdict.kind;
    expect(await within('bounded(1, astar(hL(), cost=sum("price")))')).toBe("satisfied");
    expect(await within('bounded(0, astar(hL(), cost=sum("price")))')).toBe("unknown");
    expect(await within('bounded(0.01, dijkstra(cost=probability("price")))')).toBe("unknown");
    expect(await within("bounded(1, bnb(hL(), cost=moves))")).toBe("satisfied");
  });

  it("that depend on data are refused", () => {
    const model = `int[0,5] n; meta int price;
      process P() { state a, b; init a; trans a -> b { assign price = n; }; }
      A = P(); system A;`;
    expect(refusalOf('dijkstra(cost=sum("price"))', questionOf(model, "E<> A.b"))).toContain("other than a constant");
  });
});
