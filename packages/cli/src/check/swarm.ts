// `check --swarm`: how many hunts, or which ones; and the file by which a hit is found again by anybody, alone.

import {
  type CheckResult,
  type Configuration,
  defined,
  huntStrategy,
  type Network,
  type SwarmWish,
  traceOf,
  USUAL_HUNTS,
} from "@tracehound/core";
import { type Command, InvalidArgumentError } from "commander";
import type { Context } from "../context.ts";
import { BadInput, UsageError } from "../errors.ts";
import { positiveInteger } from "../options.ts";
import { VERSION } from "../version.ts";
import { partsOf, writeParts } from "../writing/numbered-files.ts";
import { modelHash } from "./identity.ts";

export interface SwarmOptions {
  readonly swarm?: number | true;
  readonly configurations?: string;
  readonly hit?: string;
}

/** Nobody waits for the end of a longer list. */
const MOST_HUNTS = 100_000;

function huntCount(text: string): number {
  const count = positiveInteger(text);
  if (count <= MOST_HUNTS) return count;
  throw new InvalidArgumentError(`It must be at most ${MOST_HUNTS}.`);
}

export function declareSwarm(command: Command): Command {
  return command
    .option(
      "--swarm [n]",
      `many small, different hunts instead of one search, on all cores; the first answer counts (default: ${USUAL_HUNTS})`,
      huntCount,
    )
    .option("--configurations <file>", "with --swarm: the hunts of this file (.json), for example a hit")
    .option("--hit <file>", "with --swarm: write the hunt that found the trace to a file (.json)");
}

/** A list of hunts, and what it belongs to. */
export interface SwarmFile {
  readonly configurations: readonly Configuration[];
  /** Absent: for any model. */
  readonly model?: string;
}

export interface SwarmAsked {
  readonly wish: SwarmWish;
  /** The model that the list was made for, and where that is written. */
  readonly belongsTo?: { readonly hash: string; readonly file: string };
}

export async function readSwarm(
  options: SwarmOptions & { readonly search?: string; readonly disk?: string },
  context: Context,
): Promise<SwarmAsked | undefined> {
  const { swarm, configurations: file, hit } = options;
  if (swarm === undefined) {
    if (file !== undefined || hit !== undefined) throw new UsageError("--configurations and --hit belong to --swarm");
    return undefined;
  }
  if (options.search !== undefined || options.disk !== undefined) {
    throw new UsageError(
      "--swarm makes its own list of searches",
      "leave out --search and --disk, or name hunts by --configurations",
    );
  }
  const count = swarm === true ? undefined : swarm;
  if (file === undefined) return { wish: { count: count ?? USUAL_HUNTS } };
  const { configurations, model } = readSwarmFile(file, new TextDecoder().decode(await context.readFile(file)));
  return {
    wish: { count: count ?? configurations.length, configurations },
    ...defined({ belongsTo: model === undefined ? undefined : { hash: model, file } }),
  };
}

/** A hunt that was found for another model proves nothing about this one. */
export function ensureBelongs({ belongsTo }: SwarmAsked, network: Network): void {
  if (belongsTo === undefined || belongsTo.hash === modelHash(network)) return;
  throw new UsageError(
    `${belongsTo.file} belongs to another model`,
    "ask the model that it was written for, or take `model` out of the file to try its hunts here",
  );
}

export function readSwarmFile(name: string, text: string): SwarmFile {
  const fail = (problem: string): never => {
    throw new BadInput(`${name} is no list of hunts: ${problem}`);
  };
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return fail("it is no JSON");
  }
  const { configurations, model } = (json ?? {}) as { configurations?: unknown; model?: unknown };
  if (!Array.isArray(configurations) || configurations.length === 0) return fail("it has no `configurations`");
  if (model !== undefined && typeof model !== "string") return fail("`model` must be a text");
  return {
    configurations: configurations.map((one: unknown, at) => {
      const { search, seconds } = (one ?? {}) as { search?: unknown; seconds?: unknown };
      if (typeof search !== "string") return fail(`hunt ${at + 1} has no \`search\``);
      if (huntStrategy(search) === undefined) return fail(`hunt ${at + 1}: \`${search}\` is no search or walk`);
      if (seconds === undefined) return { search };
      if (typeof seconds !== "number" || !(seconds > 0))
        return fail(`hunt ${at + 1}: \`seconds\` must be a number above 0`);
      return { search, seconds };
    }),
    ...defined({ model }),
  };
}

export function hitFile(network: Network, query: string, search: string): string {
  const about = { tool: "tracehound", version: VERSION, model: modelHash(network), query };
  return `${JSON.stringify({ ...about, configurations: [{ search }] }, null, 2)}\n`;
}

/** A hunt runs again as it ran, with nothing but its file and the model. */
export async function writeHits(
  network: Network,
  results: readonly { readonly number: number; readonly result: CheckResult }[],
  path: string,
  context: Context,
): Promise<void> {
  const hits = results.flatMap(({ number, result }) => {
    const { answeredBy } = result.statistics;
    const isHit = result.verdict.kind !== "unknown" && traceOf(result.verdict) !== undefined;
    return isHit && answeredBy !== undefined ? [{ number, query: result.query.text, search: answeredBy }] : [];
  });
  if (hits.length === 0) context.err("there is no hit to write\n");
  const text = ({ query, search }: (typeof hits)[number]): string => hitFile(network, query, search);
  await writeParts(path, "hit", partsOf(hits, text), context);
}
