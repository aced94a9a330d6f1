// `check --disk DIR`: the search that was named, on disk, in a folder that belongs to it.

import { join } from "node:path";
import { type DiskFolder, type Network, type Query, readCheckpoint } from "@tracehound/core";
import { ownRuns } from "../bench/owner.ts";
import type { Context } from "../context.ts";
import { UsageError } from "../errors.ts";
import { VERSION } from "../version.ts";
import { SearchFolder } from "../writing/search-folder.ts";
import { modelHash, shortHash } from "./identity.ts";

export interface DiskOptions {
  readonly disk?: string;
  readonly diskLimit?: number;
  readonly resume?: true;
}

/** Memory for what is loaded at a time, where no limit says otherwise. */
const USUAL_MEMORY = 1e9;

/** The specification by which a search of this name runs on disk. */
export function externalSearch(spec: string | undefined, { disk, diskLimit, resume }: DiskOptions): string | undefined {
  if (disk === undefined) {
    if (resume || diskLimit !== undefined) throw new UsageError("--resume and --disk-limit belong to --disk DIR");
    return spec;
  }
  const named = spec?.trim();
  if (named === undefined || /^bfs(\(\s*\))?$/.test(named)) return "external()";
  if (/^external\b/.test(named)) return named;
  const guided = /^astar\s*\(([\s\S]*)\)$/.exec(named);
  if (guided !== null) return `external(${guided[1]})`;
  throw new UsageError(`\`${named}\` does not run on disk`, "bfs and astar(h) do, with a consistent estimate h");
}

export interface OpenedDisk {
  readonly folder: DiskFolder;
  close(): Promise<void>;
}

/** Throws where somebody else works there, or where something else lies there. */
export async function openDisk(
  { disk: path, diskLimit, resume, abstraction }: DiskOptions & { readonly abstraction?: string },
  asked: { readonly network: Network; readonly queries: readonly Query[]; readonly memoryBytes: number | undefined },
  context: Context,
): Promise<OpenedDisk> {
  const [query, ...others] = asked.queries;
  if (query === undefined || others.length > 0) {
    throw new UsageError("--disk is for one query", "choose it by -q or --query");
  }
  if (query.kind !== "E<>" && query.kind !== "A[]") {
    throw new UsageError(`--disk answers E<> and A[], not ${query.kind}`, "leave --disk out");
  }
  const place = context.placeOf(path!);
  const files = new SearchFolder(place, diskLimit === undefined ? undefined : diskLimit * 1e6);
  const release = await ownRuns(join(place, "checkpoint"), context);
  try {
    const identity = identityOf(asked.network, query, abstraction);
    const known = readCheckpoint(files);
    if (known !== undefined && !resume) {
      throw new UsageError(
        `${path} holds a search already`,
        "--resume goes on with it; `disk remove` clears the folder",
      );
    }
    if (known !== undefined && known !== "damaged" && !known.job.startsWith(`${identity} `)) {
      throw new UsageError(
        `the search in ${path} is about another model, query or version`,
        "`tracehound disk info` tells of it; name another folder",
      );
    }
    const tell = (sentence: string): void => context.err(`${sentence}\n`);
    const memoryBytes = asked.memoryBytes === undefined ? USUAL_MEMORY : asked.memoryBytes / 2;
    return {
      folder: { files, resume: resume === true, memoryBytes, identity, tell },
      async close() {
        files.closeAll();
        await release();
      },
    };
  } catch (error) {
    files.closeAll();
    await release();
    throw error;
  }
}

function identityOf(network: Network, query: Query, abstraction = "auto"): string {
  const text = JSON.stringify([
    VERSION,
    modelHash(network),
    query.kind,
    "formula" in query ? query.formula : null,
    abstraction,
  ]);
  return `${shortHash(text)} ${query.text.replace(/\s+/g, " ")}`;
}
