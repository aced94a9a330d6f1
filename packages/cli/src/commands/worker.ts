// `tracehound worker`: takes part in jobs until it is told to stop.

import type { Command } from "commander";
import { type BrokerOptions, declareBroker, withBroker } from "../cluster/broker-options.ts";
import { modelsFor } from "../cluster/models.ts";
import { defineCommand } from "../command.ts";
import type { Context } from "../context.ts";
import { UsageError } from "../errors.ts";
import { EXIT } from "../exit-codes.ts";
import { abortForMany } from "../limits/abort.ts";
import { positiveInteger, positiveNumber } from "../options.ts";

interface Options extends BrokerOptions {
  readonly memory?: number;
  readonly cores?: number;
  readonly job?: string;
  readonly once?: true;
  readonly quiet?: true;
}

export const worker = defineCommand<Options>({
  name: "worker",
  summary: "Works on jobs of a broker, as one of many.",
  description:
    "Takes part in the jobs that a broker knows (`tracehound job start`): hunts of swarms, questions of lists, shards of a search. It may " +
    "join and leave at any time. It runs nothing but models, refuses jobs of another version, and ends with Ctrl-C.",
  examples: [
    ["tracehound worker --broker nats://host:4222", "one core"],
    ["tracehound worker --broker nats://host:4222 --cores 8 --memory 2000", "eight processes with 2 GB each"],
    ["TRACEHOUND_BROKER=nats://host:4222 tracehound worker --once", "leaves when there is nothing to do"],
  ],
  declare: (command: Command) =>
    declareBroker(command)
      .option("--cores <n>", "so many processes, each a worker (default: 1)", positiveInteger)
      .option("--memory <MB>", "each worker gives up a task beyond this memory", positiveNumber)
      .option("--job <id>", "only this job")
      .option("--once", "leave when there is nothing to do")
      .option("--quiet", "say nothing"),
  async run(_, options, context) {
    const { cores = 1, memory, job, once } = options;
    const ending = abortForMany();
    context.signal.addEventListener("abort", () => ending.abort(), { once: true });
    if (cores > 1 && context.runSelf === undefined) throw new UsageError("there are no processes to be had here");
    const others = Array.from({ length: cores - 1 }, () =>
      context.runSelf!(argumentsOf(options, context), undefined, ending.signal, LONGEST),
    );
    const tell = (sentence: string): void => {
      if (!options.quiet) context.err(`${sentence}\n`);
    };
    const limits = memory === undefined ? {} : { memoryBytes: memory * 1e6 };
    context.listen();
    // By this Kubernetes and systemd end a process: it is meant as Ctrl-C is, so that what it holds is free at once.
    process.once("SIGTERM", () => process.kill(process.pid, "SIGINT"));
    try {
      await withBroker(options, context, async (broker, cluster) => {
        // A worker for a job that is not there would wait for ever, and say nothing.
        if (job !== undefined) await cluster.jobStatus(broker, job);
        tell(`at work${cores > 1 ? ` in ${cores} processes` : ""}; Ctrl-C ends it`);
        await cluster.runWorker({
          broker,
          models: modelsFor(context.environment, limits),
          signal: context.signal,
          tell,
          ...(job === undefined ? {} : { only: job }),
          ...(once === undefined ? {} : { once: true }),
        });
      });
    } finally {
      ending.abort();
      await Promise.allSettled(others);
    }
    return EXIT.satisfied;
  },
});

/** What a timer can be set to, in milliseconds. */
const LONGEST = 2 ** 31 - 1;

/** The same for each of the other processes. */
function argumentsOf({ broker, credentials, memory, job, once }: Options, context: Context): readonly string[] {
  const named = { broker: broker ?? context.variable("TRACEHOUND_BROKER"), credentials, memory, job };
  const words = Object.entries(named).flatMap(([name, value]) =>
    value === undefined ? [] : [`--${name}`, String(value)],
  );
  return ["worker", "--quiet", ...words, ...(once ? ["--once"] : [])];
}
