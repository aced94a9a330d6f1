// Searches by several workers in threads that are interrupted at any moment: by Ctrl-C, by the end of their time or
// memory, by a memory that cannot grow, or by a fault of the model on either side. What they say is what one engine
// says, or that they were interrupted; and no thread is left. Most trials are made in this process, with threads of the
// command line as it was built; one in ten is a command of its own.

import { pathToFileURL } from "node:url";
import type { Worker } from "node:worker_threads";
import {
  type CheckOptions,
  type CheckResult,
  checkQueries,
  configure,
  type Environment,
  families,
  loadModel,
  strategies,
} from "@tracehound/core";
import { type Choices, query, randomFaultyNetwork, randomTarget, seededChoices } from "@tracehound/core/testing";
import { sideDriver } from "../../packages/cli/src/check/side-workers.ts";
import { type Asked, questionOf } from "../../packages/cli/src/cluster/models.ts";
import { COMMAND, type Ended, inFolder, runCommand } from "../command.ts";
import type { Claim, Sightings } from "../hunt.ts";

const SEARCHES = ["bfs", "astar(distance(combine=max))", "greedy(hL())", "bfs"] as const;
/** Somebody fails, one side or the other, behind some hundred states. */
const FAULTY = (bound: number): string => `int[0,${bound}] n; int[0,7] a[4];
process P(const int i) { clock x; state s { x <= 2 }; init s;
  trans s -> s { guard x >= 1; assign x := 0, a[i] := (a[i] + 1) % 8; }, s -> s { guard a[i] == 7 && n < ${bound + 1}; assign n := n + 1; }; }
p0 = P(0); p1 = P(1); p2 = P(2); system p0, p1, p2;`;
/** Looks at limits within which something happens; small searches have some hundred. */
const SOON = 300;
/** Milliseconds in which a thread that was ended is gone. */
const PATIENCE = 20_000;
/** As an answer says it, and as the command takes it. */
const WAYS = ["to the end", "interrupted", "time", "memory", "no memory"] as const;
type Way = (typeof WAYS)[number];

interface Told {
  readonly verdict: string;
  readonly because?: string | undefined;
}

interface Model {
  readonly content: string;
  readonly formula: string;
}

export const interruptions: Claim = {
  what: "workers that are interrupted say what one engine says, or that they were interrupted, and end",
  seeds: 2000,
  inTests: 0,
  secondsPerSeed: 300,
  async run(seed, seen) {
    const choices = seededChoices(seed);
    if (seed % 10 === 0) return asCommand(seed, choices, seen);
    const asked = seed % 3 === 0 ? networkOf(choices) : read(modelOf(seed, 4 + (seed % 2)));
    const search = SEARCHES[seed % SEARCHES.length]!;
    const one = await answered(asked, search, unlimited);
    const way = WAYS[choices.below(WAYS.length)]!;
    await inThreads(asked, search, 2 + (seed % 2), way, choices, one, seen);
  },
};

function modelOf(seed: number, size: number): Model {
  if (seed % 5 === 4) return { content: FAULTY(3 + (seed % 4)), formula: "E<> n == 20" };
  const fischer = families.find(({ name }) => name === "fischer")!;
  const { xta, queries } = fischer.generate({ size, variant: "", correct: seed % 2 === 0, seed: 1 });
  return { content: xta, formula: queries[0]!.formula };
}

const read = ({ content, formula }: Model): Asked =>
  questionOf(loadModel({ name: "m.xta", content }, { lints: false }), formula);

function networkOf(choices: Choices): Asked {
  const { network, features } = randomFaultyNetwork(choices);
  return { network, query: query("E<>", randomTarget(network, choices, features.has("diagonals")), 1) };
}

const unlimited: Environment = {
  now: () => performance.now() / 1000,
  cpu: () => 0,
  memoryBytes: () => 0,
  pause: () => new Promise((resolve) => setImmediate(resolve)),
};

async function answered(
  { network, query: asked }: Asked,
  search: string,
  environment: Environment,
  more: { readonly options?: CheckOptions; readonly signal?: AbortSignal } & Record<string, unknown> = {},
): Promise<Told> {
  const strategy = configure(strategies, search, { seed: 1 });
  if (!strategy.ok) throw new Error(`there is no ${search}`);
  const options = { strategy: strategy.value, ...more.options };
  return told((await checkQueries({ ...more, network, environment, options }, [asked]))[0]!);
}

function told({ verdict }: CheckResult): Told {
  return { verdict: verdict.kind, because: verdict.kind === "unknown" ? verdict.because : undefined };
}

/** Something happens at a look at the limits that is drawn. */
async function inThreads(
  asked: Asked,
  search: string,
  count: number,
  way: Way,
  choices: Choices,
  one: Told,
  seen: Sightings,
): Promise<void> {
  const moment = choices.below(SOON);
  const abort = new AbortController();
  let looks = 0;
  const isTime = (): boolean => ++looks > moment;
  const environment: Environment = {
    ...unlimited,
    now: () => {
      if (isTime() && way === "interrupted") abort.abort();
      return unlimited.now() + (way === "time" && looks > moment ? 1e6 : 0);
    },
    memoryBytes: () => (way === "memory" && looks > moment ? 2e9 : 1e6),
    ...(way === "no memory" ? { makeMemory: small(20 + choices.below(200)) } : {}),
  };
  const alive = new Set<Worker>();
  const note = (worker: Worker): void => {
    alive.add(worker);
    worker.once("exit", () => alive.delete(worker));
  };
  process.on("worker", note);
  try {
    const sides = sideDriver(pathToFileURL(COMMAND), abort.signal);
    const limits = { ...(way === "time" ? { seconds: 1e5 } : {}), ...(way === "memory" ? { memoryBytes: 1e9 } : {}) };
    const options = { workers: { count, isAuto: false }, limits };
    const said = await answered(asked, search, environment, { sides, signal: abort.signal, options });
    judge(one, said, search, way, seen);
    const end = performance.now() + PATIENCE;
    while (alive.size > 0 && performance.now() < end) await new Promise((resolve) => setTimeout(resolve, 2));
    if (alive.size > 0) seen.report(`${alive.size} threads are left (${way})`);
  } finally {
    process.off("worker", note);
  }
}

/** Memory that does not grow beyond so many pages of what it had at first. */
const small =
  (pages: number): NonNullable<Environment["makeMemory"]> =>
  ({ initial, maximum = 65_536, shared = false }) =>
    new WebAssembly.Memory({ initial, maximum: Math.min(maximum, initial + pages), shared });

const known = new Map<string, Told | undefined>();

/** The same by a process, which is interrupted by a signal. */
async function asCommand(seed: number, choices: Choices, seen: Sightings): Promise<void> {
  const { content, formula } = modelOf(seed / 10, 5 + ((seed / 10) % 3));
  await inFolder({ "m.xta": content, "m.q": formula }, async (folder) => {
    const search = SEARCHES[(seed / 10) % SEARCHES.length]!;
    const base = ["check", "m.xta", "m.q", "--json", "--no-why", "--search", search];
    const key = `${content} ${formula} ${search}`;
    if (!known.has(key)) known.set(key, toldBy(await runCommand(base, folder)));
    const way = WAYS[choices.below(4)]!;
    const moment = 100 + choices.below(1500);
    const limits =
      way === "time"
        ? ["--time", String(moment / 1000)]
        : way === "memory"
          ? ["--memory", String(60 + choices.below(200))]
          : [];
    const args = [...base, "--workers", String(2 + (seed % 2)), ...limits];
    const blow = way === "interrupted" ? ({ signal: "SIGINT", after: moment } as const) : undefined;
    const ended = await runCommand(args, folder, blow);
    const [one, several] = [known.get(key), toldBy(ended)];
    if (ended.isStuck) seen.report(`${args.join(" ")} does not end`);
    else if (ended.code === 70 || one === undefined) {
      seen.report(`exit code ${ended.code}: ${ended.err.slice(0, 300)}`);
    } else if (several === undefined) seen.count("interrupted before it began");
    else judge(one, several, search, way, seen);
  });
}

function toldBy({ out }: Ended): Told | undefined {
  try {
    return (JSON.parse(out) as { results: Told[] }).results[0];
  } catch {
    return undefined;
  }
}

function judge(one: Told, said: Told, search: string, way: Way, seen: Sightings): void {
  const expected = way === "no memory" ? "memory" : way;
  const byFault = [one, said].some(({ because }) => because === "model-fault");
  if (said.verdict === one.verdict && said.because === one.because) seen.count(`as one: ${said.verdict}`);
  else if (said.verdict === "unknown" && said.because === expected) seen.count(`unknown: ${way}`);
  // Who looks elsewhere first may meet a target or a fault that the other one has not come to.
  else if (search !== "bfs" && byFault) seen.count("a fault first");
  else
    seen.report(`one says ${one.verdict} ${one.because}, several ${said.verdict} ${said.because} (${search}, ${way})`);
}
