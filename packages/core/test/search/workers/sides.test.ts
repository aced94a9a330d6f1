// Several engines in one memory against one engine: same states and transitions without clocks and under equality, the
// same answers everywhere; and what happens when something fails or there is no memory left. All sides take turns in
// one thread.

import { describe, expect, test } from "vitest";
import { type CheckStatistics, checkQueries, exploreNetwork, strategies } from "../../../src/check/index.ts";
import { families } from "../../../src/families/index.ts";
import { loadModel } from "../../../src/lang/load.ts";
import { type Environment, stillEnvironment } from "../../../src/limits/index.ts";
import type { Network } from "../../../src/network/index.ts";
import { Rendezvous, sidesHere } from "../../../src/search/index.ts";
import { configure } from "../../../src/spec/index.ts";

function read(content: string) {
  const loaded = loadModel({ name: "m.xta", content }, { lints: false });
  const { network } = loaded;
  if (network === null) throw new Error(loaded.diagnostics.map(({ message }) => message).join("; "));
  return { network, ask: (formula: string) => loaded.readQueries({ name: "m.q", content: formula }).queries };
}

function family(name: string, size: number): Network {
  const { xta } = families.find((one) => one.name === name)!.generate({ size, variant: "", correct: false, seed: 1 });
  return read(xta).network;
}

/** Apart from what was built, which has times. */
const timeless = ({ estimates, ...rest }: CheckStatistics) => ({
  ...rest,
  estimates: estimates?.map(({ build: _built, ...said }) => said),
});

const several = (count: number) => ({ workers: { count, isAuto: false }, sides: sidesHere });

async function explored(network: Network, options: object, environment: Environment = stillEnvironment) {
  const { statistics, because } = await exploreNetwork(network, options, environment);
  const { stored, explored: popped, transitions, deadlocks, workers } = statistics;
  return { because, stored, explored: popped, transitions, deadlocks, workers };
}

describe("sides explore what one engine explores", () => {
  test.each([
    ["fischer", 4],
    ["csmacd", 4],
    ["philosophers", 6],
    // States of more than 63 bits, and long ones, which are trees.
    ["hanoi", 5],
    ["leader", 3],
  ])("%s %i", async (name, size) => {
    const network = family(name, size);
    for (const subsumption of ["equality", "inclusion"] as const) {
      const { workers: _none, ...one } = await explored(network, { subsumption });
      for (const count of [2, 3]) {
        const { workers, ...divided } = await explored(network, { subsumption, ...several(count) });
        if (subsumption === "equality" || network.clocks.length === 0) expect(divided).toEqual(one);
        expect(workers).toHaveLength(count);
        const sum = (what: "sent" | "received" | "explored") =>
          workers!.reduce((total, worker) => total + worker[what], 0);
        expect(sum("sent")).toBe(sum("received"));
        expect(sum("explored")).toBe(divided.explored);
        expect(sum("sent")).toBeGreaterThan(0);
      }
    }
  });

  test("and every run is alike", async () => {
    const network = family("fischer", 4);
    expect(await explored(network, several(3))).toEqual(await explored(network, several(3)));
  });
});

describe("sides answer what one engine answers", () => {
  const options = (count: number) => (count === 1 ? {} : { workers: { count, isAuto: false } });
  const answered = async (content: string, formula: string, count: number, more: object = {}) => {
    const { network, ask } = read(content);
    const environment = stillEnvironment;
    const context = { network, options: { ...options(count), ...more }, environment, sides: sidesHere };
    return (await checkQueries(context, ask(formula)))[0]!;
  };

  test("a fault is told with its place, and the search goes on behind it", async () => {
    const content = `int n; int[0,3] r;
      process P() { clock x; state a, b, c; init a; trans
        a -> a { guard n < 4; assign n++; }, a -> b { guard n == 3; assign r = 9; }, a -> c { guard n == 4 && x > 2; }; }
      process Q() { state u, v; init u; trans u -> v { }, v -> u { }; } system P, Q;`;
    for (const formula of ["E<> P.b", "E<> P.c", "A[] n < 9"]) {
      const one = await answered(content, formula, 1);
      for (const count of [2, 4]) {
        const { verdict } = await answered(content, formula, count);
        expect(verdict.kind).toBe(one.verdict.kind);
        if (verdict.kind !== "unknown" || one.verdict.kind !== "unknown") continue;
        expect(verdict.because).toBe("model-fault");
        expect(verdict.diagnostic?.message).toBe(one.verdict.diagnostic?.message);
        // The way to it was replayed.
        expect(verdict.trace?.steps.length).toBe(one.verdict.trace?.steps.length);
        expect(verdict.trace).toBeDefined();
      }
    }
  });

  test("what cannot be shared is refused by name, and has one thread with auto", async () => {
    const content = "process P() { state a, b; init a; trans a -> b { }; } system P;";
    const { verdict } = await answered(content, "P.a --> P.b", 2);
    expect(verdict).toMatchObject({ kind: "unknown", because: "not-supported", diagnostic: { code: "TH4515" } });
    const auto = await answered(content, "P.a --> P.b", 1, { workers: { count: 2, isAuto: true } });
    expect(auto.verdict.kind).toBe((await answered(content, "P.a --> P.b", 1)).verdict.kind);
  });

  const shared = (spec: string) => {
    const strategy = configure(strategies, spec, { seed: 1 });
    if (!strategy.ok) throw new Error(`no such search: ${spec}`);
    return { strategy: strategy.value };
  };

  test.each(["astar(hL())", "astar(distance(combine=max))", "greedy(hU())", "astar(pdb())"])(
    "%s finds what one engine finds, and every run is alike",
    async (spec) => {
      const generate = (name: string, size: number, correct: boolean) =>
        families.find((one) => one.name === name)!.generate({ size, variant: "", correct, seed: 1 });
      for (const [name, size, correct] of [
        ["fischer", 4, false],
        ["fischer", 3, true],
        ["leader", 3, false],
      ] as const) {
        const { xta, queries } = generate(name, size, correct);
        const query = queries[0]!.formula;
        const one = await answered(xta, query, 1, shared(spec));
        for (const count of [2, 3]) {
          const several = await answered(xta, query, count, shared(spec));
          expect(several.statistics.workers, `${name} ${spec}`).toHaveLength(count);
          expect(several.verdict.kind).toBe(one.verdict.kind);
          if (one.verdict.kind !== "unknown" && several.verdict.kind !== "unknown") {
            const [a, b] = [one.verdict.evidence, several.verdict.evidence];
            expect(b.kind).toBe(a.kind);
            if (a.kind === "trace" && b.kind === "trace" && !spec.startsWith("greedy")) {
              expect(b.trace.steps.length).toBe(a.trace.steps.length);
            }
          }
          expect(several.statistics.estimates?.map(({ first }) => first)).toEqual(
            one.statistics.estimates?.map(({ first }) => first),
          );
          const again = await answered(xta, query, count, shared(spec));
          expect(again.verdict).toEqual(several.verdict);
          expect(timeless(again.statistics)).toEqual(timeless(several.statistics));
        }
      }
    },
  );

  test("who asks for nothing has one engine at first, and all that are idle when it takes long", async () => {
    const { xta, queries } = families
      .find((one) => one.name === "fischer")!
      .generate({ size: 5, variant: "", correct: true, seed: 1 });
    const { network, ask } = read(xta);
    const asked = ask(queries[0]!.formula);
    // Work is counted by looks at it.
    const withCores = async (idle: number, spec = "portfolio([bfs])", workers?: object) => {
      let looks = 0;
      const environment = { ...stillEnvironment, cpu: () => looks++ / 1000 };
      const sides = { ...sidesHere, cores: 3, watchIdle: () => () => idle };
      const options = { ...shared(spec), ...workers };
      return (await checkQueries({ network, options, environment, sides }, asked))[0]!;
    };
    const one = await withCores(0);
    expect(one.statistics.workers).toBeUndefined();
    for (const [idle, count] of [
      [0.9, 2],
      [2.8, 3],
    ] as const) {
      const several = await withCores(idle);
      expect(several.statistics.workers).toHaveLength(count);
      expect(several.verdict).toEqual(one.verdict);
    }
    const wished = await withCores(2, "portfolio([bfs])", { workers: { count: 1, isAuto: false } });
    expect(wished.statistics.workers).toBeUndefined();
    // Who names a search counts its states.
    expect((await withCores(2.8, "bfs")).statistics.workers).toBeUndefined();
  });

  test("no memory is no answer", async () => {
    const network = family("fischer", 6);
    const makeMemory: NonNullable<Environment["makeMemory"]> = (size) =>
      new WebAssembly.Memory({ ...size, maximum: size.initial + 40 });
    const { because } = await explored(network, several(2), { ...stillEnvironment, makeMemory });
    expect(because).toBe("memory");
  });
});

describe("a rendezvous", () => {
  test("is met when all have come, and is left by all when one ends it", () => {
    const meeting = new Rendezvous(2);
    expect(meeting.arrive(0)).toBe(1);
    expect(meeting.isMet(1)).toBe(false);
    expect(meeting.arrive(1)).toBe(1);
    expect(meeting.isMet(1)).toBe(true);
    meeting.arrive(0);
    meeting.end();
    // Does not wait for ever: there is nobody else.
    meeting.wait(2);
    expect(meeting.isOver).toBe(true);
    meeting.arrive(1);
    expect(meeting.isOver).toBe(true);
  });

  test("hands over what is said, and what fits of it", () => {
    const meeting = new Rendezvous(2);
    meeting.post(1, { long: "x".repeat(1 << 16) }, { short: "ü" });
    expect(meeting.letter(1)).toEqual({ short: "ü" });
    meeting.publish(1, "fresh", 7);
    expect([meeting.sum("fresh"), meeting.told(0, "fresh")]).toEqual([7, 0]);
  });
});
