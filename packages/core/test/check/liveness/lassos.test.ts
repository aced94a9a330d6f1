// Infinite runs, what a reader of the survey's section 5 looks for: fair lassos by every search, lassos made shorter,
// shortest counterexamples by tight automata, inner searches that are left out, and estimates that send processes to
// where they can go round.

import { describe, expect, it } from "vitest";
import { type CheckOptions, strategies, traceOf } from "../../../src/check/index.ts";
import {
  degeneralise,
  holdsOnLasso,
  LtlFormulas,
  NEVER,
  normalForm,
  TooLarge,
  tightAutomaton,
  translate,
} from "../../../src/ltl/index.ts";
import type { Network, Temporal } from "../../../src/network/index.ts";
import { stepsToFairLoops } from "../../../src/search/lasso/borders.ts";
import { AutomatonMap } from "../../../src/search/lasso/guide.ts";
import { configure } from "../../../src/spec/index.ts";
import {
  Dice,
  fairClaims,
  inLocation,
  randomTemporal,
  SOLITARY,
  seededChoices,
  talkativeNetwork,
} from "../../../src/testing/index.ts";
import { fairGraph } from "../../../src/testing/oracle/fair-runs.ts";
import { ask, load } from "../ask.ts";

function strategy(spec: string): CheckOptions {
  const read = configure(strategies, spec);
  if (!read.ok) throw new Error(read.diagnostics[0]!.message);
  return { strategy: read.value };
}

function question(seed: number) {
  const choices = seededChoices(seed ^ 0x1a55);
  const { network } = talkativeNetwork(choices, seed % 2 === 0 ? SOLITARY : undefined);
  const dice = new Dice(choices);
  const atoms = dice.several(1, 2, () => {
    const process = dice.between(0, network.processes.length - 1);
    return inLocation(process, dice.between(0, network.processes[process]!.locations.length - 1));
  });
  return { network, atoms, temporal: randomTemporal(choices, dice.between(1, 4), atoms.length) };
}

const nobody = { kind: "weak", processes: [] } as const;

describe("fairness", () => {
  const TURNS = (guard: string): string => `int[0, 1] v;
    process P() { state a, b; init a; urgent a; trans a -> b { ${guard} }; }
    process Q() { state u, w; init u; urgent u, w; trans u -> w { assign v := 1; }, w -> u { assign v := 0; }; }
    system P, Q;`;

  it.each(["ndfs()", "ndfs(hU())", "recorded(greedy(hU()))", "recorded(bfs, record=any)", "couvreur()"])(
    "weak, by %s",
    async (spec) => {
      const weak = { ...strategy(spec), fairness: { kind: "weak" } } as const;
      expect((await ask(TURNS(""), "A<> P.b", weak)).verdict.kind).toBe("satisfied");
      expect((await ask(TURNS("guard v == 1;"), "A<> P.b", weak)).verdict.kind).toBe("violated");
    },
  );

  it.each(["recorded(greedy(hU()))", "recorded(bfs, record=any)", "couvreur()"])("strong, by %s", async (spec) => {
    const strong = { ...strategy(spec), fairness: { kind: "strong" } } as const;
    expect((await ask(TURNS("guard v == 1;"), "A<> P.b", strong)).verdict.kind).toBe("satisfied");
    expect((await ask(TURNS("guard v == 1;"), "LTL-some: [] <> Q.w && <> P.b", strong)).verdict.kind).toBe("satisfied");
  });

  it("strong is refused by name in nested search", async () => {
    const { verdict } = await ask(TURNS(""), "A<> P.b", { ...strategy("ndfs()"), fairness: { kind: "strong" } });
    expect(verdict.kind === "unknown" && verdict.diagnostic?.message).toMatch(/copies know weak fairness only/);
  });

  it("sends processes to where they can go round", () => {
    const { network } = load(`process P() { state a, b, c, d, e; init a;
      trans a -> b { }, b -> c { }, c -> d { }, d -> c { }, b -> e { }; } system P;`);
    const steps = stepsToFairLoops(network, [0]);
    const from = (location: number): number => steps({ locations: [location], cells: [] });
    // c and d are a circle, and in e nobody can ask for more.
    expect([0, 1, 2, 3, 4].map(from)).toEqual([2, 1, 0, 0, 0]);
  });
});

describe("a lasso is made shorter", () => {
  const DETOURS = `process P() { state s, a, b, c, d, e, f, g, h; init s; urgent s, a, b, c, d, e, f, g, h;
    trans s -> a { }, a -> b { }, b -> c { }, c -> d { }, d -> e { }, e -> f { }, f -> d { },
          s -> g { }, g -> h { }, h -> g { }; } system P;`;

  it("stem, loop and where the loop begins, whichever search found it", async () => {
    for (const spec of ["couvreur()", "ndfs()", "recorded(greedy(hU()))"]) {
      const plain = traceOf((await ask(DETOURS, "LTL: [] P.s", strategy(spec))).verdict)!;
      const { verdict } = await ask(DETOURS, "LTL: [] P.s", { ...strategy(spec), shorten: true });
      const trace = traceOf(verdict)!;
      expect([spec, trace.loop?.start, trace.steps.length]).toEqual([spec, 1, 3]);
      expect(plain.steps.length).toBeGreaterThanOrEqual(3);
    }
  });

  it("never becomes longer where the automaton waits, and what was found begins anywhere", async () => {
    for (const query of ["LTL: [] (P.d -> <> P.s)", "LTL: [] (P.g -> <> P.a)", "P.a --> P.s"]) {
      const lengthBy = async (spec: string, shorten: boolean): Promise<number> =>
        traceOf((await ask(DETOURS, query, { ...strategy(spec), shorten })).verdict)!.steps.length;
      const shortest = await lengthBy("recorded(bfs, record=any)", false);
      expect([query, await lengthBy("couvreur()", true)]).toEqual([query, shortest]);
      expect(await lengthBy("couvreur()", false)).toBeGreaterThanOrEqual(shortest);
    }
  });

  it("is as short as a lasso can be, with fairness and without", () => {
    let saved = 0;
    let compared = 0;
    for (let seed = 0; seed < 24; seed++) {
      const { network, ...asked } = question(seed);
      for (const fairness of [nobody, { kind: seed % 2 === 0 ? "weak" : "strong", processes: [0, 1] }] as const) {
        const [one, other] = ["couvreur()", "recorded(bfs, record=any)"].map((spec) =>
          fairClaims(network, { ...asked, fairness }, spec, 60),
        );
        if (one === undefined) continue;
        expect([seed, one.wrong, other!.wrong]).toEqual([seed, [], []]);
        expect([seed, one.lengths?.[1]]).toEqual([seed, other!.lengths?.[0]]);
        compared++;
        saved += one.lengths === undefined ? 0 : one.lengths[0] - one.lengths[1];
      }
    }
    expect(compared).toBeGreaterThan(16);
    expect(saved).toBeGreaterThan(0);
  });
});

describe("tight automata", () => {
  /** The fewest steps of a run that satisfies the formula, by trying all lassos. */
  function fewest(
    network: Network,
    { atoms, temporal }: Pick<ReturnType<typeof question>, "atoms" | "temporal">,
  ): number | undefined {
    const { letters, successors, initial } = fairGraph(network, atoms, 60)!;
    for (let length = 1; length <= 6; length++) {
      const grows = (path: readonly number[]): boolean => {
        if (path.length === length) {
          const last = successors[path.at(-1)!]!;
          const word = path.map((state) => letters[state]!);
          return path.some((state, at) => last.includes(state) && holdsOnLasso(temporal, word, at));
        }
        return successors[path.at(-1)!]!.some((next) => grows([...path, next]));
      };
      if (initial.some((state) => grows([state]))) return length;
    }
    return undefined;
  }

  it("make shortest lassos shortest runs", () => {
    const counted = { compared: 0, shorter: 0 };
    for (let seed = 0; seed < 40; seed++) {
      const { network, ...asked } = question(seed);
      const graph = fairGraph(network, asked.atoms, 25);
      if (graph === undefined) continue;
      const expected = fewest(network, asked);
      const of = (spec: string) => fairClaims(network, { ...asked, fairness: nobody }, spec, 60)!;
      const tight = of("recorded(bfs, record=any, automaton=tight)");
      expect([seed, tight.wrong]).toEqual([seed, []]);
      if (expected === undefined) continue;
      expect([seed, tight.lengths?.[0]]).toEqual([seed, expected]);
      counted.compared++;
      if (of("recorded(bfs, record=any)").lengths![0] > expected) counted.shorter++;
    }
    expect(counted.compared).toBeGreaterThan(10);
    // Small automata are not tight: some of their shortest lassos are longer.
    expect(counted.shorter).toBeGreaterThan(0);
  });

  it("are refused where they are too large, and where nothing temporal is asked", async () => {
    const formulas = new LtlFormulas();
    const atom = (at: number): Temporal => ({ kind: "eventually", part: { kind: "atom", atom: at } });
    const many: Temporal = {
      kind: "and",
      parts: Array.from({ length: 9 }, (_, at) => ({ kind: "always", part: atom(at) })),
    };
    expect(() => tightAutomaton(normalForm(formulas, many), 9)).toThrow(TooLarge);
    const model = "process P() { state a, b; init a; trans a -> b { }; } system P;";
    const { verdict } = await ask(model, "A<> P.b", strategy("recorded(bfs, record=any, automaton=tight)"));
    expect(verdict.kind === "unknown" && verdict.diagnostic?.message).toMatch(/tight automata/);
  });
});

describe("the classification of components", () => {
  const automatonOf = (temporal: Temporal, atoms: number) => {
    const formulas = new LtlFormulas();
    return degeneralise(translate(formulas, normalForm(formulas, temporal), atoms));
  };

  it("knows where every cycle accepts, so that no inner search is needed", () => {
    const never = degeneralise(NEVER);
    expect(new AutomatonMap(never).acceptsAlways(never.initial)).toBe(true);
    const again = automatonOf({ kind: "always", part: { kind: "eventually", part: { kind: "atom", atom: 0 } } }, 1);
    expect(new AutomatonMap(again).acceptsAlways(again.initial)).toBe(false);
  });

  it("saves the inner search: of a weak property every edge is looked at once", async () => {
    const model = `process P() { state a, b, c; init a; urgent a, b, c; trans a -> b { }, b -> c { }, c -> a { }; }
      process Q() { state u, v; init u; urgent u, v; trans u -> v { }; } system P, Q;`;
    const { verdict, statistics } = await ask(model, "A<> P.b || P.a", strategy("ndfs()"));
    expect(verdict.kind).toBe("satisfied");
    expect(statistics.transitions).toBeLessThanOrEqual(10);
  });
});
