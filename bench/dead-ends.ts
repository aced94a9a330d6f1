// What it costs to check dead ends before a verdict rests on them: every question about states of the public models, and the
// families of the papers without their error, by the directed member of the default and by the default itself. Where an answer is "cannot happen": processor time of the
// search, of it what went into checking, how many dead ends were checked or taken on the estimate's word, and whether the answer is `unknown` for it.
//
//   npm run bench -- dead-ends [--time SECONDS] [--only TEXT] [--search SPEC]

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { parseArgs } from "node:util";
import {
  type CheckResult,
  checkQueries,
  configure,
  defaultStrategy,
  type Environment,
  families,
  loadModel,
  type Network,
  type Query,
  soughtBy,
  strategies,
} from "@tracehound/core";
import { Checker, Prover } from "@tracehound/core/testing";
import { cpuSeconds, printHead, printRow, unwrap } from "./measure.ts";
import { generate } from "./models.ts";
import { SHARED_MODELS } from "./places.ts";

const { values } = parseArgs({
  options: {
    time: { type: "string", default: "10" },
    only: { type: "string", default: "" },
    search: { type: "string", default: "greedy(hU(broadcast=each))" },
  },
});

const SIZES: Readonly<Record<string, readonly number[]>> = {
  arbiter: [2, 3],
  csmacd: [4, 6],
  fddi: [3, 5],
  fischer: [3, 4, 5],
  gossip: [3],
  hanoi: [3, 4],
  leader: [3],
  milner: [4, 8],
  mutex: [2, 3],
  philosophers: [3, 5],
  ring: [4, 8],
  "train-gate": [3, 4],
  tram: [2, 3],
};

const environment: Environment = {
  now: () => performance.now() / 1000,
  cpu: cpuSeconds,
  memoryBytes: () => process.memoryUsage().rss,
  pause: () => new Promise((resolve) => setImmediate(resolve)),
};

/** Processor seconds in the checker. */
let checking = 0;
function counted<A extends readonly unknown[], R>(work: (...args: A) => R): (...args: A) => R {
  return function (this: unknown, ...args: A): R {
    const before = cpuSeconds();
    try {
      return work.apply(this, args as never);
    } finally {
      checking += cpuSeconds() - before;
    }
  };
}
Prover.prototype.proves = counted(Prover.prototype.proves);
Checker.for = counted(Checker.for);

printHead(["model", "query", "cpu s", "checking s", "checked", "trusted", "named search says", "default says"]);
for (const path of publicModels()) await measure(basename(path), readFileSync(path, "utf8"));
for (const { name, variants } of families) {
  for (const size of SIZES[name] ?? []) {
    const variant = variants[0]?.name;
    const named = `${name} ${size}, correct`;
    if (!named.includes(values.only)) continue;
    await measure(
      `${named}`,
      generate(name, { size, correct: true, ...(variant === undefined ? {} : { variant }) }),
      ".xml",
    );
  }
}

function publicModels(): string[] {
  const folders = ["uppaal-models/error-search", "uppaal-models/case-studies", "uppaal-models/dynamic-constraints"];
  return folders
    .map((folder) => join(SHARED_MODELS, folder))
    .filter((folder) => existsSync(folder))
    .flatMap((folder) => readdirSync(folder).map((file) => join(folder, file)))
    .filter((file) => file.endsWith(".xml") && file.includes(values.only));
}

async function measure(name: string, content: string, ending = ""): Promise<void> {
  const { network } = loadModel({ name: `${name}${ending}`, content }, { lints: false });
  if (network === null || network.obstacles.length > 0) return;
  for (const query of network.queries) {
    if (soughtBy(query)?.kind !== "state") continue;
    checking = 0;
    const before = cpuSeconds();
    const named = await answer(network, query, unwrap(configure(strategies, values.search)));
    const cpu = cpuSeconds() - before;
    const { verdict, statistics } = named;
    const isAbsent = verdict.kind !== "unknown" && verdict.evidence.kind === "exhausted";
    if (!isAbsent) continue;
    const { checked = 0, trusted = 0 } = statistics.deadEnds ?? {};
    const spent = checking;
    const byDefault = await answer(network, query, defaultStrategy());
    const told = ({ verdict: one }: CheckResult): string =>
      one.kind === "unknown" ? `unknown, ${one.because}` : one.kind;
    printRow([
      name,
      query.text.length > 40 ? `${query.text.slice(0, 39)}…` : query.text,
      cpu.toFixed(2),
      spent.toFixed(2),
      `${checked}`,
      `${trusted}`,
      trusted > 0 ? "unknown, estimate" : told(named),
      told(byDefault),
    ]);
  }
}

async function answer(
  network: Network,
  query: Query,
  strategy: Parameters<typeof checkQueries>[0]["options"]["strategy"],
) {
  const limits = { seconds: Number(values.time) };
  const options = { limits, trustEstimates: true, ...(strategy === undefined ? {} : { strategy }) };
  const [result] = await checkQueries({ network, options, environment }, [query]);
  return result!;
}
