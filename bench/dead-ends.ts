// What it costs to check dead ends before a verdict rests on them, and which answers are lost by it: every question
// about states of the public models (UPPAAL, TChecker), and the families of the papers without their error, by the
// default and by its directed member alone. Where an answer is "cannot happen": processor seconds, of them those in the
// checkers, how many dead ends were checked or taken on the estimate's word. Where the default has no answer it is
// asked once more with estimates trusted: what it then says was lost.
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
  labelsQuery,
  loadModel,
  type Network,
  type Query,
  soughtBy,
  strategies,
} from "@tracehound/core";
import { Checker, FreeClocks, Prover } from "@tracehound/core/testing";
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

/** Time is processor time: on a busy machine a question is not given up sooner. */
const environment: Environment = {
  now: cpuSeconds,
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
FreeClocks.prototype.proves = counted(FreeClocks.prototype.proves);
Checker.for = counted(Checker.for);

const seen = { questions: 0, cannot: 0, lost: [] as string[], lostByName: [] as string[] };
const HEAD = ["model", "query", "default says", "cpu s", "checking s", `${values.search} says`, "cpu s", "checking s"];
printHead([...HEAD, "checked", "trusted"]);
for (const path of publicModels()) await measure(basename(path), readFileSync(path, "utf8"));
for (const path of labelledModels()) await measure(basename(path), readFileSync(path, "utf8"));
for (const { name, variants } of families) {
  for (const size of SIZES[name] ?? []) {
    const variant = variants[0]?.name;
    const named = `${name} ${size}, correct`;
    if (!named.includes(values.only)) continue;
    const options = { size, correct: true, ...(variant === undefined ? {} : { variant }) };
    await measure(named, generate(name, options), ".xml");
  }
}
const listed = (all: readonly string[]): string => (all.length === 0 ? "none" : `${all.length}: ${all.join("; ")}`);
process.stdout.write(`
${seen.questions} questions, ${seen.cannot} with "cannot happen" by the default within ${values.time} s each.
Answers that the default gives only with estimates trusted: ${listed(seen.lost)}.
Answers that ${values.search} gives only with estimates trusted: ${listed(seen.lostByName)}.
`);

function publicModels(): string[] {
  const folders = ["uppaal-models/error-search", "uppaal-models/case-studies", "uppaal-models/dynamic-constraints"];
  return [...folders, "ticktac"]
    .map((folder) => join(SHARED_MODELS, folder))
    .filter((folder) => existsSync(folder))
    .flatMap((folder) => readdirSync(folder).map((file) => join(folder, file)))
    .filter((file) => file.endsWith(".xml") && file.includes(values.only));
}

/** TChecker's models are asked for labels: for the first alone, and for two of the first three together. */
function labelledModels(): string[] {
  const folder = join(SHARED_MODELS, "tchecker");
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .map((file) => join(folder, file))
    .filter((file) => file.endsWith(".tck") && file.includes(values.only));
}

function questionsAbout(network: Network): readonly Query[] {
  const [first, second, third] = network.labels;
  const together = [[first], [first, second], [first, third], [second, third]];
  return together.flatMap((labels) => {
    const known = labels.filter((label) => label !== undefined);
    return known.length < labels.length ? [] : [unwrap(labelsQuery(network, known))];
  });
}

async function measure(name: string, content: string, ending = ""): Promise<void> {
  const { network } = loadModel({ name: `${name}${ending}`, content }, { lints: false });
  if (network === null || network.obstacles.length > 0) return;
  const queries = name.endsWith(".tck") ? questionsAbout(network) : network.queries;
  for (const query of queries) {
    if (soughtBy(query)?.kind !== "state") continue;
    seen.questions++;
    const about = [name, query.text.length > 40 ? `${query.text.slice(0, 39)}…` : query.text];
    const byDefault = await answer(network, query, defaultStrategy());
    if (isUnknown(byDefault)) {
      const trusting = await answer(network, query, defaultStrategy(), true);
      if (!isUnknown(trusting)) seen.lost.push(about.join(" "));
    }
    if (!isAbsent(byDefault) && !isUnknown(byDefault)) continue;
    const named = await answer(network, query, unwrap(configure(strategies, values.search)));
    if (isUnknown(named) && !isAbsent(byDefault)) continue;
    seen.cannot++;
    const { checked = 0, trusted = 0 } = named.result.statistics.deadEnds ?? {};
    if (trusted > 0) seen.lostByName.push(about.join(" "));
    const told = ({ result: { verdict }, cpu, checked: spent }: Answered): string[] => [
      verdict.kind === "unknown" ? `unknown, ${verdict.because}` : verdict.kind,
      cpu.toFixed(2),
      spent.toFixed(2),
    ];
    printRow([...about, ...told(byDefault), ...told(named), `${checked}`, `${trusted}`]);
  }
}

interface Answered {
  readonly result: CheckResult;
  /** Processor seconds, and of them those in the checkers. */
  readonly cpu: number;
  readonly checked: number;
}

function isUnknown({ result: { verdict } }: Answered): boolean {
  return verdict.kind === "unknown";
}

function isAbsent({ result: { verdict } }: Answered): boolean {
  return verdict.kind !== "unknown" && verdict.evidence.kind === "exhausted";
}

async function answer(
  network: Network,
  query: Query,
  strategy: Parameters<typeof checkQueries>[0]["options"]["strategy"],
  trustEstimates = false,
): Promise<Answered> {
  const limits = { seconds: Number(values.time) };
  const options = { limits, trustEstimates, ...(strategy === undefined ? {} : { strategy }) };
  checking = 0;
  const before = cpuSeconds();
  const [result] = await checkQueries({ network, options, environment }, [query]);
  return { result: result!, cpu: cpuSeconds() - before, checked: checking };
}
