// Partial-order reduction in directed search, on ten families without clocks: nothing left out, stubborn sets, and
// persistent sets under the survey's proviso C2c (`check --por off|stubborn|c2c`); states that are explored, and CPU
// seconds of the search.
//
//   npm run bench -- provisos [--time 20]

import { parseArgs } from "node:util";
import { type CheckResult, checkQueries, configure, type Environment, loadModel, strategies } from "@tracehound/core";
import { leaderElection, sieve, snoopingCaches, sortingChain } from "../packages/core/test/reduction/queues.ts";
import { cpuSeconds, printHead, printRow, unwrap } from "./measure.ts";
import { generate } from "./models.ts";

const { values } = parseArgs({ options: { time: { type: "string", default: "20" } } });
const limits = { seconds: Number(values.time) };

const environment: Environment = {
  now: cpuSeconds,
  cpu: cpuSeconds,
  memoryBytes: () => 0,
  pause: () => Promise.resolve(),
};

/** Stages that hand on what they have got, by rendezvous; each works for itself in between. */
function pipeline(stages: number): string {
  const of = (at: number): string =>
    `process S${at}() { state idle, work, full; init idle; trans idle -> work { sync c${at}?; }, work -> full { }, full -> idle { sync c${at + 1}!; }; }`;
  const list = Array.from({ length: stages }, (_, at) => at);
  return `chan ${[...list, stages].map((at) => `c${at}`).join(", ")}; int[0, 3] made, got;
    process In() { state a; init a; trans a -> a { guard made < 3; sync c0!; assign made = made + 1; }; }
    ${list.map(of).join("\n")}
    process Out() { state a; init a; trans a -> a { sync c${stages}?; assign got = got + 1; }; }
    system In, ${list.map((at) => `S${at}`).join(", ")}, Out;`;
}

/** Pairs that agree by Peterson's protocol, each pair for itself. */
function peterson(pairs: number): string {
  const pair = (at: number): string =>
    [0, 1]
      .map(
        (me) => `process P${at}${me}() { state rest, ask, wait, cs; init rest;
          trans rest -> ask { assign flag${at}[${me}] = 1; }, ask -> wait { assign turn${at} = ${1 - me}; },
                wait -> cs { guard flag${at}[${1 - me}] == 0 || turn${at} == ${me}; }, cs -> rest { assign flag${at}[${me}] = 0; }; }`,
      )
      .join("\n");
  const list = Array.from({ length: pairs }, (_, at) => at);
  return `${list.map((at) => `int[0, 1] flag${at}[2]; int[0, 1] turn${at};`).join("\n")}
    ${list.map(pair).join("\n")} system ${list.map((at) => `P${at}0, P${at}1`).join(", ")};`;
}

const family = (name: string, size: number, correct = false): string => generate(name, { size, correct }, "xta");
const moved = (disks: number): string => Array.from({ length: disks }, (_, at) => `Disk${at + 1}.I2`).join(" && ");

const QUESTIONS: readonly (readonly [name: string, model: string, query: string])[] = [
  ["philosophers 8", family("philosophers", 8), "E<> deadlock"],
  ["philosophers 8", family("philosophers", 8), "E<> P0.eat && P1.eat"],
  ["arbiter 3", family("arbiter", 3, true), "E<> C1.work && C4.work"],
  ["hanoi 4", family("hanoi", 4), `E<> ${moved(4)}`],
  ["random 4", family("random", 4), "E<> P0.s5 && P1.s9 && P2.s7 && P3.s9"],
  ["pipeline 8", pipeline(8), "E<> got == 3 && made < 3"],
  ["pipeline 8", pipeline(8), "E<> got == 3"],
  ["peterson 3", peterson(3), "E<> P00.cs && P01.cs"],
  ["peterson 3", peterson(3), "E<> P00.cs && P20.cs"],
  ["leader 4", leaderElection([2, 4, 1, 3], 2), "E<> leaders == 2"],
  ["sorting 5", sortingChain([5, 3, 1, 4, 2]), "E<> deadlock"],
  ["caches", snoopingCaches(), "E<> deadlock"],
  ["sieve 12", sieve(12), "E<> deadlock"],
];
const SEARCHES = ["bfs", "greedy(hU())"];
const REDUCTIONS = ["off", "on", "c2c"] as const;

async function ask(model: string, text: string, spec: string, por: (typeof REDUCTIONS)[number]): Promise<CheckResult> {
  const compiled = loadModel({ name: "model.xta", content: model }, { lints: false }).compileQuery(text);
  const query = unwrap(compiled);
  if (!compiled.ok) throw new Error(text);
  const strategy = unwrap(configure(strategies, spec));
  const [result] = await checkQueries({ network: compiled.network, options: { strategy, por, limits }, environment }, [
    query,
  ]);
  return result!;
}

const told = ({ verdict, statistics: { explored, cpuSeconds: cpu } }: CheckResult): string =>
  verdict.kind === "unknown" ? verdict.because : `${explored.toLocaleString("en")}, ${cpu.toFixed(2)}`;

printHead(["model", "asked", "answer", "search", "none: states, CPU s", "stubborn", "C2c"]);
for (const [name, model, text] of QUESTIONS) {
  for (const spec of SEARCHES) {
    const results: CheckResult[] = [];
    for (const por of REDUCTIONS) results.push(await ask(model, text, spec, por));
    const kinds = new Set(results.map(({ verdict }) => verdict.kind).filter((kind) => kind !== "unknown"));
    if (kinds.size > 1) throw new Error(`${name}, ${text}, ${spec}: the answers differ`);
    printRow([name, `\`${text}\``, [...kinds][0] ?? "unknown", `\`${spec}\``, ...results.map(told)]);
  }
}
