// Jobs at a real broker, with workers that take turns in one process, against one engine: swarms and searches in many
// memories by 1, 2 and 4 workers. In some trials workers are killed, or the broker is, or it forgets what it had
// confirmed: then the answer is the same, or `unknown` because something is missing, and nothing else.

import { type CheckResult, configure, families, heuristics, loadModel, planQuery, traceOf } from "@tracehound/core";
import { livelyNetwork, query, randomTarget, seededChoices } from "@tracehound/core/testing";
import { type Asked, questionOf, whyNotShared } from "../../packages/cli/src/cluster/models.ts";
import { ClusterError, type JobWish, jobResult, startJob } from "../../packages/cluster/src/index.ts";
import { alone, answered, Crew, difference, modelsOf, wishOf } from "../../packages/cluster/test/together.ts";
import { hasBroker, OwnBroker } from "../../packages/cluster/test/with-broker.ts";
import type { Claim, Sightings } from "../hunt.ts";

const ORDERS: readonly Pick<JobWish, "order" | "heuristic">[] = [
  { order: "shortest" },
  { order: "shortest", heuristic: "hL()" },
  { order: "greedy", heuristic: "hU()" },
];
const FAMILIES = [
  ["fischer", 5, true],
  ["csmacd", 4, true],
  ["philosophers", 6, false],
  ["hanoi", 4, false],
  ["leader", 2, false],
] as const;
/** Seconds of one engine after which a network counts as too long. */
const LONG = 3;
/** Milliseconds within which workers and brokers are killed. */
const SOON = 900;

export const jobs: Claim = {
  what: "swarms and searches in many memories answer as one engine does, whoever is killed",
  seeds: 300,
  // Seconds of processor time each; jobs.test.ts tries the same by hand.
  inTests: 0,
  secondsPerSeed: 120,
  async run(seed, seen) {
    if (!hasBroker) return seen.count("no broker");
    const choices = seededChoices(seed);
    const asked = seed % 5 === 4 ? familyOf(seed) : networkOf(seed);
    const one = await alone(asked, LONG);
    if (one.verdict.kind === "unknown") return seen.count("too long, or fails, for one engine");
    const workers = [1, 2, 4][seed % 3]!;
    const isSwarm = seed % 4 === 3;
    const order = ORDERS[Math.floor(seed / 3) % 3]!;
    const wish = isSwarm ? swarmOf(asked, seed) : searchOf(asked, order, seen);
    if (wish === undefined) return seen.count("refused");
    // One for each trial: nothing is left behind.
    const own = await OwnBroker.start();
    const crew = new Crew(own, modelsOf(asked));
    const connection = await own.connect();
    try {
      const id = await startJob(connection, wish);
      await crew.hire(workers);
      const isForgetful = await disturb(seed, own, crew, choices, seen);
      const end = performance.now() + 60_000;
      const finished = await jobResult(connection, id, () => performance.now() < end).catch((error: unknown) => {
        // A broker that forgot everything has forgotten the job.
        if (isForgetful && error instanceof ClusterError) return "forgotten" as const;
        throw error;
      });
      if (finished === "forgotten") return seen.count(finished);
      if (finished === undefined) return seen.report("it does not end");
      const { outcome } = finished;
      if (outcome.kind === "answer") {
        seen.count("swarms");
        if (outcome.report.verdict !== one.verdict.kind)
          seen.report(`one engine says ${one.verdict.kind}, a hunt says ${outcome.report.verdict}`);
        if ((outcome.report.trace !== undefined) !== (traceOf(one.verdict) !== undefined)) seen.report("no trace");
      } else if (outcome.kind === "done") seen.count("swarms without an answer");
      else if (outcome.kind === "incomplete" && isForgetful) seen.count("incomplete, and said so");
      else if ("statistics" in outcome) {
        const wrong = difference(one, await answered(asked, wish, outcome), order.order === "shortest");
        if (wrong !== undefined) seen.report(`${wrong} (${outcome.kind})`);
        else seen.count(`searches, ${workers} workers`);
        if (outcome.kind === "exhausted") compareStates(one, outcome.statistics.discrete, seen);
      } else seen.report(`it ended as ${JSON.stringify(outcome)}`);
    } finally {
      await crew.dismiss();
      await connection.close();
      own.end();
    }
  },
};

function networkOf(seed: number): Asked {
  const choices = seededChoices(seed);
  const { network, features } = livelyNetwork(choices);
  return { network, query: query("E<>", randomTarget(network, choices, features.has("diagonals")), 1) };
}

function familyOf(seed: number): Asked {
  const [name, size, correct] = FAMILIES[Math.floor(seed / 5) % FAMILIES.length]!;
  const family = families.find((one) => one.name === name)!;
  const { xta, queries } = family.generate({ size, variant: "", correct, seed: 1 });
  return questionOf(loadModel({ name: "m.xta", content: xta }, { lints: false }), queries[0]!.formula);
}

function searchOf(asked: Asked, order: (typeof ORDERS)[number], seen: Sightings): JobWish | undefined {
  const read = order.heuristic === undefined ? undefined : configure(heuristics, order.heuristic);
  if (read?.ok === false) throw new Error(`no ${order.heuristic}`);
  const spec = { order: order.order!, ...(read === undefined ? {} : { heuristic: read.value }) };
  if (whyNotShared(asked, spec, {}) !== undefined) return undefined;
  seen.count("searches");
  return wishOf("E<>", order);
}

function swarmOf({ network, query: asked }: Asked, seed: number): JobWish | undefined {
  const plan = planQuery(network, asked, { swarm: { count: 8 }, seed });
  if (plan.way?.kind !== "swarm") return undefined;
  const tasks = plan.way.hunts.map(({ configuration }) => ({ model: 0, query: "E<>", ...configuration, seconds: 5 }));
  return wishOf("E<>", { kind: "swarm", tasks });
}

/** True: something that was confirmed may be gone. */
async function disturb(
  seed: number,
  own: OwnBroker,
  crew: Crew,
  choices: ReturnType<typeof seededChoices>,
  seen: Sightings,
): Promise<boolean> {
  const moment = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, choices.below(SOON)));
  switch (Math.floor(seed / 2) % 4) {
    case 1:
      for (let kill = 0; kill < 2; kill++) {
        await moment();
        await crew.kill(choices.below(4));
        await crew.hire(1);
        seen.count("workers killed");
      }
      return false;
    case 2:
      await moment();
      await own.restart();
      seen.count("brokers killed");
      return true;
    case 3: {
      await moment();
      await own.remember();
      await moment();
      await own.forget();
      seen.count("brokers that forgot");
      return true;
    }
    default:
      return false;
  }
}

/** Those that one engine stores, where it says so. */
function compareStates({ proof }: CheckResult, discrete: number, seen: Sightings): void {
  if (proof?.kind !== "states") return;
  const engine = proof.engine();
  const known = new Set<number>();
  for (let state = 0, left = engine.statistics.stored; left > 0; state++) {
    if (!engine.alive(state)) continue;
    left--;
    known.add(engine.discreteOf(state));
  }
  if (known.size === discrete) seen.count("the same states");
  else seen.report(`${known.size} discrete states by one engine, ${discrete} by workers`);
}
