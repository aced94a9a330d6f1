// Portfolios: the first definite answer counts, whoever gives it; members that fail, give up or cannot do it at all
// end nobody else; a seed fixes what a deterministic one does; other threads are asked through the driver and told
// to stop.

import { describe, expect, it } from "vitest";
import { defined } from "../../../src/basics/defined.ts";
import {
  answerRequest,
  type CheckOptions,
  checkQueries,
  DEFAULT_SEARCH,
  defaultStrategy,
  type MemberDriver,
  type MemberRequest,
  strategies,
} from "../../../src/check/index.ts";
import { type CancelSignal, type Environment, stillEnvironment } from "../../../src/limits/index.ts";
import { NO_STATISTICS } from "../../../src/search/index.ts";
import { configure } from "../../../src/spec/index.ts";
import { ask, load } from "../ask.ts";

const COUNTERS = `
int[0,9] a = 0; int[0,9] b = 0; clock x;
process A() { state s; init s; trans s -> s { guard a < 9; assign a = a + 1; }, s -> s { guard a > 0; assign a = a - 1; }; }
process B() { state s, t { x <= 5 }; init s; trans s -> s { guard b < 9; assign b = b + 1; }, s -> t { guard b == 7; assign x = 0; }; }
P = A(); Q = B();
system P, Q;
`;
const FAULTY = `
int[0,3] n = 0;
process A() { state s, t; init s; trans s -> s { assign n = n + 1; }, s -> t { guard n == 1; }; }
P = A();
system P;
`;

function strategyOf(spec: string, seed = 1) {
  const result = configure(strategies, spec, { seed });
  if (!result.ok) throw new Error(result.diagnostics[0]!.message);
  return result.value;
}

/** Time passes with every look, so that limits and turns have an end. */
function ticking(): Environment {
  let now = 0;
  return {
    ...stillEnvironment,
    now: () => (now += 0.01),
    // A real pause: the other "thread" of the tests below lives in this one.
    pause: () => new Promise<void>((resolve) => setTimeout(resolve, 0)),
  };
}

async function askTicking(xta: string, text: string, options: CheckOptions, driver?: MemberDriver) {
  const { network, compileQuery } = load(xta);
  const query = compileQuery(text);
  if (!query.ok) throw new Error(query.diagnostics[0]!.message);
  const context = { network, options, environment: ticking(), ...defined({ driver }) };
  const [result] = await checkQueries(context, [query.value]);
  return result!;
}

describe("a portfolio", () => {
  it("answers when one member does, and tells who", async () => {
    const strategy = strategyOf("portfolio([walk, bfs])");
    const { verdict, statistics } = await askTicking(COUNTERS, "A[] not (a == 9 && b == 9)", { strategy });
    expect(verdict.kind).toBe("violated");
    expect(statistics.members).toHaveLength(2);
    expect(statistics.members!.map(({ search }) => search)).toContain(statistics.answeredBy);
  });

  it("proves what walks cannot", async () => {
    const strategy = strategyOf("portfolio([walk, bfs, dfs])");
    const { verdict, statistics } = await askTicking(COUNTERS, "A[] a + b <= 18", { strategy });
    expect(verdict).toMatchObject({ kind: "satisfied", evidence: { kind: "exhausted" } });
    expect(statistics.answeredBy).toMatch(/^(bfs|eager\(lifo\(\)\))$/);
  });

  it("goes on when the model fails for one member", async () => {
    // Breadth first meets the fault on its way; so might the others, but the target is found by a sound trace.
    const strategy = strategyOf("portfolio([bfs, walk])");
    expect(await askTicking(FAULTY, "E<> P.t", { strategy })).toMatchObject({ verdict: { kind: "satisfied" } });
    const never = await askTicking(FAULTY, "E<> n > 3", { strategy });
    expect(never.verdict).toMatchObject({ kind: "unknown", because: "model-fault" });
    // The complete member has seen everything: nobody waits for the walks.
    expect(never.statistics.members!.length).toBeGreaterThan(0);
  });

  it("claims no proof once a fault was met", async () => {
    // By the estimate the target is out of reach, which needs no step; breadth-first search has met the fault by then.
    const strategy = strategyOf("portfolio([bfs, greedy(hU())])");
    const { verdict } = await askTicking(FAULTY, "E<> n > 3", {
      strategy: { ...strategy, alone: 1 } as typeof strategy,
    });
    expect(verdict).toMatchObject({ kind: "unknown", because: "model-fault" });
  });

  it("says that the time is up", async () => {
    const strategy = strategyOf("portfolio([walk(ret), walk(sem)])");
    const { verdict } = await askTicking(COUNTERS, "E<> a > 9", { strategy, limits: { seconds: 1 } });
    expect(verdict).toMatchObject({ kind: "unknown", because: "time" });
  });

  it("is interrupted as a whole", async () => {
    const { network, compileQuery } = load(COUNTERS);
    const query = compileQuery("E<> a > 9");
    if (!query.ok) throw new Error("the query is fine");
    const signal = { aborted: false };
    const environment = { ...ticking(), pause: async () => void (signal.aborted = true) };
    const options = { strategy: strategyOf("portfolio([walk(ret), walk(sem)])") };
    const [result] = await checkQueries({ network, options, environment, signal }, [query.value]);
    expect(result!.verdict).toMatchObject({ kind: "unknown", because: "interrupted" });
  });

  it("is interrupted at any moment, before anybody has begun as well", async () => {
    const { network, compileQuery } = load(COUNTERS);
    const query = compileQuery("E<> a > 9");
    if (!query.ok) throw new Error("the query is fine");
    const options = { strategy: strategyOf("portfolio([walk(ret), walk(sem)])") };
    for (let moment = 0; moment < 30; moment++) {
      const signal = { aborted: false };
      let looks = 0;
      const now = (): number => {
        looks++;
        signal.aborted ||= looks > moment;
        return looks / 100;
      };
      const environment = { ...stillEnvironment, now };
      const [result] = await checkQueries({ network, options, environment, signal }, [query.value]);
      expect(result!.verdict).toMatchObject({ kind: "unknown", because: "interrupted" });
    }
  });

  it("goes on with the walks where the first has given up, as long as nobody minds", async () => {
    const strategy = strategyOf("portfolio([bounded(1, bfs), walk])");
    const { verdict, statistics } = await askTicking(COUNTERS, "E<> a + b == 7", { strategy });
    expect(verdict.kind).toBe("satisfied");
    expect(statistics.answeredBy).toMatch(/^walk/);
  });

  it("believes an estimate that cannot see faults where the others are walks, and nobody else", async () => {
    // Nothing fails, but the model might, as far as estimates know.
    const model = `int[0,3] n; int k = 3; int m; int[0,1] v, w; process P() { state s, t, u; init s;
      trans s -> t { }, t -> t { guard n < k; assign n = n + 1; }, t -> t { guard v != w; assign k = 9; }, s -> u { guard m == 1; }; }
      process Q() { state q; init q; trans q -> q { assign v = 1 - v, w = v; }; } system P, Q;`;
    const by = async (spec: string) => {
      const options = { strategy: strategyOf(spec), limits: { seconds: 2 } };
      const { verdict, note } = await askTicking(model, "E<> P.u", options);
      return [verdict.kind, note];
    };
    for (const walk of ["walk", "walk()", "walk(sem)"]) {
      expect(await by(`portfolio([greedy(hU()), ${walk}])`)).toEqual(["violated", "faults-behind-dead-ends"]);
    }
    expect(await by("portfolio([greedy(hU()), bfs])")).toEqual(["violated", undefined]);
    expect((await by("portfolio([greedy(hU()), bounded(1, bfs)])"))[0]).toBe("unknown");
  });

  it("gives the first its share", async () => {
    const plain = strategyOf("portfolio([walk(ret), walk(sem)], deterministic=true)");
    const turns = async (firstShare: number) => {
      const strategy = { ...plain, firstShare } as typeof plain;
      const { statistics } = await askTicking(COUNTERS, "E<> a > 9", { strategy, limits: { seconds: 4 } });
      const [first, second] = statistics.members!.map(({ explored }) => explored);
      return first! / second!;
    };
    expect(await turns(1)).toBeLessThan(2);
    expect(await turns(8)).toBeGreaterThan(4);
    expect(await turns(0.125)).toBeLessThan(0.5);
  });

  it("tells what each has used of the thread's time", async () => {
    const { network, compileQuery } = load(COUNTERS);
    const query = compileQuery("A[] a + b <= 18");
    if (!query.ok) throw new Error("the query is fine");
    let cpu = 500;
    const environment = { ...ticking(), cpu: () => (cpu += 0.001), threadCpu: () => (cpu += 0.001) };
    const options = { strategy: strategyOf("portfolio([bfs, dfs])") };
    const [result] = await checkQueries({ network, options, environment }, [query.value]);
    const { members, threadCpuSeconds } = result!.statistics;
    const used = members!.map(({ cpuSeconds }) => cpuSeconds!);
    for (const seconds of used) expect(seconds).toBeGreaterThan(0);
    expect(used[0]! + used[1]!).toBeLessThanOrEqual(threadCpuSeconds!);
  });

  it("is fixed by a seed when it is deterministic", async () => {
    const spec = "portfolio([walk(rlc), rdfs, walk(sem)], deterministic=true)";
    for (const seed of [1, 2, 3]) {
      const run = () => ask(COUNTERS, "E<> Q.t && a == 8 && x == 5", { strategy: strategyOf(spec, seed) });
      const [one, two] = [await run(), await run()];
      expect(one.verdict).toEqual(two.verdict);
      expect(one.statistics.members).toEqual(two.statistics.members);
    }
  });

  it("leaves other kinds of questions to its first search", async () => {
    const strategy = strategyOf("portfolio([walk, dfs])");
    const { verdict, statistics } = await askTicking(COUNTERS, "E[] a < 9", { strategy });
    expect(verdict.kind).toBe("satisfied");
    expect(statistics.members).toBeUndefined();
  });
});

/** Counters that count up and down by themselves; n is always in its range. */
const WIDE = (count: number): string => `int[0,9] n;
process C() { int[0,9] c; state a; init a; trans
  a -> a { guard c < 9; assign c := c + 1; }, a -> a { guard c > 0; assign c := c - 1, n := 0; };
}
${Array.from({ length: count }, (_, i) => `C${i} = C();`).join(" ")}
system ${Array.from({ length: count }, (_, i) => `C${i}`).join(", ")};`;

describe("other threads", () => {
  /** A driver whose threads are promises in this one. */
  function driver(seen: MemberRequest[], stopped: string[], threads = 1): MemberDriver {
    return {
      threads,
      sleep: () => new Promise(() => {}),
      start(request) {
        seen.push(structuredClone(request));
        const signal: { -readonly [K in keyof CancelSignal]: CancelSignal[K] } = { aborted: false };
        return {
          report: answerRequest(structuredClone(request), { environment: ticking(), signal }).then((r) =>
            structuredClone(r),
          ),
          cancel: () => {
            stopped.push(request.search);
            signal.aborted = true;
          },
        };
      },
    };
  }

  it("go to each search by itself and to the walks together, and are told to stop", async () => {
    const [seen, stopped]: [MemberRequest[], string[]] = [[], []];
    const strategy = strategyOf("portfolio([bfs, walk(seed=7), rdfs, walk(sem)])");
    const { verdict, statistics } = await askTicking(COUNTERS, "A[] a <= 9", { strategy }, driver(seen, stopped));
    expect(verdict.kind).toBe("satisfied");
    expect(statistics.answeredBy).toBe("bfs");
    const walks = "walk(choice=rlc, seed=7, depth=256), walk(choice=sem, seed=1, depth=256)";
    expect(seen.map(({ search }) => search)).toEqual(["rdfs", `portfolio([${walks}])`]);
    expect(stopped).toEqual(seen.map(({ search }) => search));
  });

  it.each([0, 1, 2, 3, 9])("lose no member where there are %i", async (threads) => {
    const seen: MemberRequest[] = [];
    const strategy = strategyOf("portfolio([walk(seed=1), walk(seed=2), rdfs, walk(seed=3), walk(seed=4)])");
    const { verdict, statistics } = await askTicking(
      COUNTERS,
      "E<> a > 9",
      { strategy, limits: { seconds: 3 } },
      driver(seen, [], threads),
    );
    expect(verdict).toMatchObject(threads === 0 ? {} : { kind: "violated" });
    const names = statistics.members!.map(({ search }) => /seed=\d/.exec(search)?.[0] ?? search);
    expect(names.sort()).toEqual(["rdfs", "seed=1", "seed=2", "seed=3", "seed=4"]);
    const started = seen.map(({ search }) => search).join();
    for (const seed of threads === 0 ? [] : [2, 3, 4]) expect(started).toContain(`seed=${seed}`);
  });

  it("are asked for diagrams late, where they can yield and diagrams can be used", async () => {
    const chosen = defaultStrategy();
    // So slow that nobody answers before diagrams are asked: a second is a hundred looks at the clock.
    const asked = async (xta: string, text: string, options: CheckOptions = {}, isYielding = true) => {
      const seen: MemberRequest[] = [];
      const limits = { seconds: 4 };
      await askTicking(xta, text, { strategy: chosen, limits, ...options }, { ...driver(seen, []), isYielding });
      return seen.filter(({ search }) => search.startsWith("saturate")).map(({ firstShare }) => firstShare);
    };
    const large = WIDE(9);
    expect(await asked(large, "A[] n <= 9")).toEqual([10]);
    expect(await asked(large, "A[] n <= 9", {}, false)).toEqual([]);
    expect(await asked(large, "A[] n <= 9", { certify: true })).toEqual([]);
    expect(await asked(large.replace("int[0,9] n;", "int[0,9] n; clock x;"), "A[] x <= 9 || n <= 9")).toEqual([]);
  });

  it("get a share of the memory", async () => {
    const seen: MemberRequest[] = [];
    const strategy = strategyOf("portfolio([bfs, rdfs, walk])");
    const limitsOf = async (limits: CheckOptions["limits"]) => {
      seen.length = 0;
      await askTicking(COUNTERS, "A[] a <= 9", { strategy, ...defined({ limits }) }, driver(seen, []));
      return seen.map(({ options }) => options.limits?.memoryBytes);
    };
    expect(await limitsOf({ memoryBytes: 1e9 })).toEqual([0.9e9, 1e9]);
    expect(await limitsOf({ memoryBytes: 9e9 })).toEqual([3e9, 9e9]);
    // Walks store nothing: the memory of others does not end them.
    expect(await limitsOf(undefined)).toEqual([3e9, Number.POSITIVE_INFINITY]);
    await limitsOf({ seconds: 3 });
    for (const { options } of seen) {
      expect(options.limits!.seconds).toBeGreaterThan(0);
      expect(options.limits!.seconds).toBeLessThan(3);
    }
  });

  it("are not needed for a follower to give up beyond its share", async () => {
    const { network, compileQuery } = load(COUNTERS);
    const query = compileQuery("A[] a + b <= 18");
    if (!query.ok) throw new Error("the query is fine");
    const environment = { ...ticking(), memoryBytes: () => 3.5e9 };
    const options = { strategy: strategyOf("portfolio([bfs, dfs])") };
    const [result] = await checkQueries({ network, options, environment }, [query.value]);
    expect(result!).toMatchObject({ verdict: { kind: "satisfied" }, statistics: { answeredBy: "bfs" } });
    expect(result!.statistics.members).toMatchObject([{ search: "bfs" }, { because: "memory" }]);
  });

  it("are not needed for walks to go on beside searches that use much memory", async () => {
    const { network, compileQuery } = load(COUNTERS);
    const query = compileQuery("E<> a + b >= 3");
    if (!query.ok) throw new Error("the query is fine");
    const environment = { ...ticking(), memoryBytes: () => 3.5e9 };
    const options = { strategy: strategyOf("portfolio([dfs, walk])") };
    const [result] = await checkQueries({ network, options, environment }, [query.value]);
    expect(result!.statistics.members?.map(({ because }) => because)).not.toContain("memory");
  });

  it("may answer", async () => {
    const strategy = strategyOf("portfolio([walk(ret), bfs])");
    const { verdict, statistics } = await askTicking(COUNTERS, "A[] a <= 9", { strategy }, driver([], []));
    expect(verdict.kind).toBe("satisfied");
    expect(statistics).toMatchObject({ answeredBy: "bfs", members: [{ search: "walk(ret)" }, { search: "bfs" }] });
  });
});

describe("a member that does not come back", () => {
  /** A thread in the middle of a step that never ends, until it is ended. */
  const stuck: MemberDriver = {
    threads: 1,
    sleep: () => new Promise((resolve) => setTimeout(resolve, 0)),
    start: (_request, onProgress) => {
      let end: (report: undefined) => void = () => {};
      onProgress?.({ ...NO_STATISTICS, explored: 7 });
      return { report: new Promise((resolve) => (end = resolve)), cancel: () => end(undefined) };
    },
  };

  it("keeps nobody from answering, and is reported with what it told last", async () => {
    const strategy = strategyOf("portfolio([bfs, greedy(hU())])");
    const { verdict, statistics } = await askTicking(COUNTERS, "A[] a <= 9", { strategy }, stuck);
    expect(verdict.kind).toBe("satisfied");
    expect(statistics.members).toMatchObject([{ search: "bfs" }, { search: "eager(best(hU()))", explored: 7 }]);
    expect(statistics.members![1]!.because).toBe("interrupted");
    expect(statistics.members![1]!.cpuSeconds).toBeUndefined();
  });

  it("is ended at once when another thread has found the target, and this thread goes on", async () => {
    const ended: string[] = [];
    const hitting: MemberDriver = {
      ...stuck,
      threads: 2,
      start: ({ search }, _onProgress, onHit) => {
        let end: (report: undefined) => void = () => {};
        if (search.startsWith("walk")) queueMicrotask(() => onHit?.());
        const cancel = (atOnce = false): void => {
          ended.push(`${search} ${atOnce}`);
          end(undefined);
        };
        return { report: new Promise((resolve) => (end = resolve)), cancel };
      },
    };
    const strategy = strategyOf("portfolio([bfs, greedy(hU()), walk])");
    const { verdict } = await askTicking(COUNTERS, "A[] a <= 9", { strategy }, hitting);
    expect(verdict.kind).toBe("satisfied");
    expect(ended[0]).toBe("eager(best(hU())) true");
    expect(ended.filter((line) => line.startsWith("walk"))).toEqual([expect.stringMatching(/false$/)]);
  });

  it("is not waited for longer than the grace", async () => {
    const strategy = strategyOf("portfolio([walk, greedy(hU())])");
    const { verdict, statistics } = await askTicking(
      COUNTERS,
      "E<> a > 9",
      { strategy, limits: { seconds: 1 } },
      stuck,
    );
    expect(verdict).toMatchObject({ kind: "unknown", because: "time" });
    expect(statistics.members!.map(({ because }) => because)).toEqual(["time", "time"]);
  });

  it("is ended before the memory limit ends the others", async () => {
    let ended = false;
    const growing: MemberDriver = {
      ...stuck,
      start: () => {
        let end: (report: undefined) => void = () => {};
        return {
          report: new Promise((resolve) => (end = resolve)),
          cancel: () => {
            ended = true;
            end(undefined);
          },
        };
      },
    };
    const { network, compileQuery } = load(COUNTERS);
    const query = compileQuery("A[] a <= 9");
    if (!query.ok) throw new Error("the query is fine");
    const environment = { ...ticking(), memoryBytes: () => (ended ? 1e8 : 9.5e8) };
    const options = { strategy: strategyOf("portfolio([bfs, greedy(hU())])"), limits: { memoryBytes: 1e9 } };
    const [result] = await checkQueries({ network, options, environment, driver: growing }, [query.value]);
    expect(ended).toBe(true);
    expect(result!.verdict.kind).toBe("satisfied");
    expect(result!.statistics.members).toMatchObject([{ search: "bfs" }, { because: "memory" }]);
  });
});

describe("the default", () => {
  it("can be configured, and gives shortest traces and proofs of small models", async () => {
    const strategy = defaultStrategy();
    // Time stands still: all of this happens while breadth-first search has the thread to itself.
    const found = await ask(COUNTERS, "E<> Q.t", { strategy });
    expect(found.verdict).toMatchObject({ kind: "satisfied", evidence: { trace: { steps: { length: 8 } } } });
    expect(found.statistics.answeredBy).toBe("bfs");
    expect((await ask(COUNTERS, "A[] a < 10", { strategy })).verdict.kind).toBe("satisfied");
    expect(DEFAULT_SEARCH).toContain("walk");
  });
});
