// Looking into searches changes nothing about them, and shows what is there.

import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import {
  checkQueries,
  configure,
  HeatMap,
  HuntProbe,
  InterferenceMap,
  loadModel,
  presets,
  problemOfQuery,
  SpaceProbe,
  stillEnvironment,
  strategies,
  traceOf,
} from "../src/index.ts";

const example = (name: string) =>
  loadModel({ name, content: readFileSync(new URL(`../../../examples/${name}`, import.meta.url), "utf8") }).network!;
const network = example("fischer-weakened.xml");
const query = network.queries[0]!;

async function ask(search: string, probe?: HuntProbe | SpaceProbe, signal = { aborted: false }) {
  const strategy = configure(strategies, search, { presets });
  if (!strategy.ok) throw new Error(search);
  const context = { network, options: { strategy: strategy.value }, environment: stillEnvironment, signal };
  const [result] = await checkQueries(probe === undefined ? context : { ...context, probe }, [query]);
  return result!;
}

describe("a watched search", () => {
  it.each(["bfs", "dfs", "greedy(hU())", "astar(hL())", "ce-hL", "idastar(hL())"])(
    "%s answers as if nobody watched",
    async (search) => {
      const probe = new HuntProbe();
      const [alone, watched] = [await ask(search), await ask(search, probe)];
      expect(watched.verdict.kind).toBe(alone.verdict.kind);
      expect(watched.statistics.explored).toBe(alone.statistics.explored);
      expect(traceOf(watched.verdict)!.steps.length).toBe(traceOf(alone.verdict)!.steps.length);
      const samples = probe.recorders.map((recorder) => recorder.sample());
      expect(samples.length).toBeGreaterThan(0);
      const { matrix, explored } = samples[0]!;
      const counted = matrix.total.reduce((sum, count) => sum + count, 0);
      expect(counted).toBeGreaterThan(0);
      // The target that ends a search is explored, but need not be expanded.
      if (samples[0]!.guided) expect([explored - 1, explored]).toContain(counted);
      expect(matrix.total).toHaveLength(matrix.rows * matrix.columns);
      // What was recent is recent only once.
      expect(probe.recorders[0]!.sample().matrix.recent.every((count) => count === 0)).toBe(true);
    },
  );

  it.each(["fischer-weakened.xml", "hanoi.xml"])("counts each expansion of %s once", async (name) => {
    const model = example(name);
    const probe = new HuntProbe();
    const strategy = configure(strategies, "bfs", { presets });
    if (!strategy.ok) throw new Error("bfs");
    const context = { network: model, options: { strategy: strategy.value }, environment: stillEnvironment, probe };
    const [result] = await checkQueries({ ...context, signal: { aborted: false } }, [model.queries[0]!]);
    const { explored } = result!.statistics;
    const seen = probe.recorders[0]!.sample().explored;
    // As the search counts: also the state that is found, which need not be expanded any more.
    expect(seen).toBe(explored);
  });

  it("is drawn as far as it was asked for, with parents that are there", async () => {
    const signal = { aborted: false };
    const probe = new SpaceProbe(40, () => {
      signal.aborted = true;
    });
    await ask("bfs", probe, signal);
    const { states, cut } = probe.space!;
    const ids = new Set(states.map(({ id }) => id));
    const orders = states.flatMap(({ order }) => order ?? []).sort((a, b) => a - b);
    expect(orders).toEqual(orders.map((_, index) => index));
    for (const { parent, depth } of states) {
      expect(parent < 0 || ids.has(parent)).toBe(true);
      if (parent < 0) expect(depth).toBe(0);
    }
    expect(cut).toBe(true);
    const far = states.find(({ depth, order }) => depth === 3 && order !== undefined)!;
    expect(probe.traceTo(far.id)!.steps).toHaveLength(3);
    expect([...probe.traceTo(far.id)!.final.locations]).toEqual(far.locations);
  });
});

describe("heat", () => {
  it("is what the estimate says of neighbouring states, and falls to nothing at the target", async () => {
    const problem = problemOfQuery(network, query)!;
    const map = HeatMap.create(problem, "hL()") as HeatMap;
    const trace = traceOf((await ask("bfs")).verdict)!;
    const along = map.along(trace);
    expect(along).toHaveLength(7);
    expect(along[6]).toBe(0);
    const around = map.around(trace.final, [0, 1]);
    expect(around.get(0)).toHaveLength(4);
    expect(around.get(0)![trace.final.locations[0]!]).toBe(0);
    expect(HeatMap.create(problem, "nonsense()")).toContain("nonsense");
  });
});

describe("contexts", () => {
  it("put every edge into one ring, the chosen one in the middle", () => {
    const map = new InterferenceMap(network);
    const { rings, beyond } = map.contextsOf(3);
    expect(rings[0]).toEqual([3]);
    expect([...rings.flat(), ...beyond].sort((a, b) => a - b)).toEqual(network.edges.map(({ id }) => id));
    // All processes write and read `turn`.
    expect(map.between()).toHaveLength(6);
  });
});
