// `--broker` and `--credentials`, for every command that speaks with a broker. What speaks with it lies in a bundle of
// its own, which no other command has to read.

import { createRequire } from "node:module";
import type * as Cluster from "@tracehound/cluster";
import type { Command } from "commander";
import type { Context } from "../context.ts";
import { UsageError } from "../errors.ts";

export interface BrokerOptions {
  readonly broker?: string;
  readonly credentials?: string;
}

export function declareBroker(command: Command): Command {
  return command
    .option("--broker <url>", "address of the broker, nats://HOST:4222 (default: the variable TRACEHOUND_BROKER)")
    .option(
      "--credentials <file>",
      "a file of NATS: .creds, a seed (.nk) or a context (.json) with user, token or TLS (default: the variable TRACEHOUND_CREDENTIALS)",
    );
}

export type ClusterLibrary = typeof Cluster;

export function clusterLibrary(): ClusterLibrary {
  return createRequire(import.meta.url)("../dist/cluster.cjs") as ClusterLibrary;
}

/** What the broker refuses is a mistake in how it was called: exit 11. */
export async function withBroker<T>(
  options: BrokerOptions,
  context: Context,
  work: (broker: Cluster.Broker, cluster: ClusterLibrary) => Promise<T>,
): Promise<T> {
  const url = options.broker ?? context.variable("TRACEHOUND_BROKER");
  if (url === undefined) {
    throw new UsageError("no broker is named", "use --broker nats://HOST:4222, or set TRACEHOUND_BROKER");
  }
  const file = options.credentials ?? context.variable("TRACEHOUND_CREDENTIALS");
  const content = file === undefined ? undefined : new TextDecoder().decode(await context.readFile(file));
  const cluster = clusterLibrary();
  try {
    const broker = await cluster.connectBroker({
      url,
      ...(content === undefined ? {} : { credentials: { name: file!, content } }),
      onConnection: (isThere) => context.err(isThere ? "the broker is back\n" : "the broker is away; waiting for it\n"),
    });
    try {
      return await work(broker, cluster);
    } finally {
      await broker.close();
    }
  } catch (error) {
    if (error instanceof cluster.ClusterError) throw new UsageError(error.message, error.hint);
    throw error;
  }
}
