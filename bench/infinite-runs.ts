// Infinite runs and fewer interleavings: what directed searches for lassos see and find, how short lassos become, what
// partial-order reduction leaves of models whose whole size is known, and how long liveness takes where nothing is
// found.
//
//   npm run bench -- infinite-runs [directed | shortened | reduced | exhausted] …

import {
  type CheckOptions,
  type CheckResult,
  checkQueries,
  configure,
  type Environment,
  type FamilyOptions,
  loadModel,
  strategies,
} from "@tracehound/core";
import { cpuSeconds, printHead, printRow, unwrap } from "./measure.ts";
import { generate } from "./models.ts";

const environment: Environment = {
  now: cpuSeconds,
  cpu: cpuSeconds,
  memoryBytes: () => 0,
  pause: () => Promise.resolve(),
};

type Member = Partial<FamilyOptions> & { readonly family: string; readonly size: number };

const nameOf = ({ family, size, correct }: Member): string => `${family} ${size}${correct ? ", correct" : ""}`;

async function ask(member: Member, text: string, options: CheckOptions): Promise<CheckResult> {
  const { family, ...sized } = member;
  const { compileQuery } = loadModel({ name: "model.xta", content: generate(family, sized, "xta") }, { lints: false });
  const compiled = compileQuery(text);
  const query = unwrap(compiled);
  if (!compiled.ok) throw new Error(text);
  const results = await checkQueries({ network: compiled.network, options, environment }, [query]);
  return results[0]!;
}

/** Violated, of runs with infinitely many steps; about processes that a search without directions moves last. */
const VIOLATED: readonly (readonly [Member, string])[] = [
  [{ family: "philosophers", size: 8 }, "LTL: [] (P7.eat -> <> P6.eat)"],
  [{ family: "philosophers", size: 8, correct: true }, "LTL: [] (P4.eat && P6.eat -> <> P0.eat)"],
  [{ family: "fischer", size: 4, correct: true }, "LTL: [] (P4.cs -> <> P1.cs)"],
  [{ family: "fischer", size: 4 }, "LTL: [] (P3.cs && P4.cs -> <> P1.cs)"],
  [{ family: "train-gate", size: 3 }, "LTL: [] (Train(2).stopped -> [] !Train(2).crossing)"],
  [{ family: "train-gate", size: 3 }, "LTL: [] (Train(2).crossing -> <> Train(0).crossing)"],
  [{ family: "csmacd", size: 3 }, "LTL: [] (S3.send -> <> S1.send)"],
  [{ family: "milner", size: 4 }, "LTL: <> [] !Cycler(3).both"],
  [{ family: "tram", size: 2 }, "LTL: [] (Signal2.go -> <> Signal1.go)"],
  [{ family: "ring", size: 4 }, "LTL: <> [] !Station(3).holding"],
];

const DIRECTED = ["ndfs()", "ndfs(hU())", "recorded(greedy(hU()))", "couvreur(hU())"];

async function directed(): Promise<void> {
  printHead(["model", "violated", ...DIRECTED.map((spec) => `${spec}: states, lasso`)]);
  for (const [member, text] of VIOLATED) {
    const cells: string[] = [];
    for (const spec of DIRECTED) {
      const strategy = unwrap(configure(strategies, spec));
      const { verdict, statistics } = await ask(member, text, { strategy, runs: "infinite", limits: { seconds: 12 } });
      const trace =
        verdict.kind !== "unknown" && verdict.evidence.kind === "trace" ? verdict.evidence.trace : undefined;
      cells.push(`${statistics.explored}, ${trace?.steps.length ?? verdict.kind}`);
    }
    printRow([nameOf(member), `\`${text}\``, ...cells]);
  }
}

/** Lassos made shorter (`--shorten`), beside the shortest in the product, which state recording finds breadth first. */
async function shortened(): Promise<void> {
  const specs = ["ndfs()", "couvreur()", "recorded(greedy(hU()))"];
  printHead(["model", "violated", ...specs.map((spec) => `${spec}: found, shortened, CPU s`), "shortest, CPU s"]);
  for (const [member, text] of VIOLATED) {
    const steps = async (spec: string, shorten: boolean): Promise<readonly [string, number]> => {
      const strategy = unwrap(configure(strategies, spec));
      const options = { strategy, runs: "infinite", limits: { seconds: 12 }, ...(shorten ? { shorten } : {}) } as const;
      const before = cpuSeconds();
      const { verdict } = await ask(member, text, options);
      const found = verdict.kind !== "unknown" && verdict.evidence.kind === "trace" ? verdict.evidence : undefined;
      return [String(found?.trace.steps.length ?? "time"), cpuSeconds() - before];
    };
    const cells: string[] = [];
    for (const spec of specs) {
      const [plain] = await steps(spec, false);
      const [shorter, seconds] = await steps(spec, true);
      cells.push(`${plain}, ${shorter}, ${seconds.toFixed(1)}`);
    }
    const [shortest, seconds] = await steps("recorded(bfs, record=any)", false);
    printRow([nameOf(member), `\`${text}\``, ...cells, `${shortest}, ${seconds.toFixed(1)}`]);
  }
}

const REDUCED: readonly (readonly [Member, string])[] = [
  ...[6, 8, 10, 12].map((size) => [{ family: "philosophers", size }, "E<> deadlock"] as const),
  [{ family: "philosophers", size: 10 }, "E<> P0.eat && P1.eat"],
];

async function reduced(): Promise<void> {
  printHead(["model", "asked", "whole: states, CPU s", "reduced: states, CPU s", "steps left out"]);
  const search = unwrap(configure(strategies, "bfs"));
  for (const [member, text] of REDUCED) {
    const answers: CheckResult[] = [];
    for (const por of ["off", "on"] as const) {
      // Nobody waits for half a million philosophers.
      const limits = { seconds: 20 };
      answers.push(await ask(member, text, { strategy: search, por, limits }));
    }
    const [whole, fewer] = answers.map(({ verdict, statistics: { explored, cpuSeconds: cpu } }) =>
      verdict.kind === "unknown" ? `${verdict.because}` : `${explored}, ${cpu.toFixed(2)}`,
    );
    const { possible = 0, left = 0 } = answers[1]!.statistics.reduction ?? {};
    printRow([nameOf(member), `\`${text}\``, whole!, fewer!, `${left} of ${possible}`]);
  }
}

async function exhausted(): Promise<void> {
  printHead(["model", "asked", "engine", "states", "transitions", "CPU s, once and again"]);
  for (const [size, engine] of [
    [3, "reference"],
    [4, "reference"],
    [4, "auto"],
    [5, "auto"],
    [6, "auto"],
  ] as const) {
    const text = "P1.req --> P1.wait";
    const seconds: string[] = [];
    let last: CheckResult | undefined;
    for (let turn = 0; turn < (engine === "auto" ? 5 : 1); turn++) {
      last = await ask({ family: "fischer", size }, text, { engine, limits: { seconds: 120 } });
      seconds.push(last.statistics.cpuSeconds.toFixed(3));
    }
    const { explored, transitions } = last!.statistics;
    printRow([`fischer ${size}`, `\`${text}\``, last!.statistics.engine, explored, transitions, seconds.join(", ")]);
  }
}

const parts = { directed, shortened, reduced, exhausted };
const named = process.argv.slice(2).filter((name): name is keyof typeof parts => Object.hasOwn(parts, name));
for (const name of named.length > 0 ? named : (Object.keys(parts) as (keyof typeof parts)[])) {
  await parts[name]();
  process.stdout.write("\n");
}
