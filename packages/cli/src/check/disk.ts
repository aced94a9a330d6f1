// `check --disk DIR`: the search that was named, on disk, in a folder that belongs to it.

import { dirname, join } from "node:path";
import { DamagedFile, type DiskFolder, type Network, type Query, readCheckpoint, readJob } from "@tracehound/core";
import { ownRuns } from "../bench/owner.ts";
import type { Context } from "../context.ts";
import { UsageError } from "../errors.ts";
import { VERSION } from "../version.ts";
import { SearchFolder } from "../writing/search-folder.ts";
import { SharedFolder } from "../writing/shared-folder.ts";
import { modelHash, shortHash } from "./identity.ts";
import { joinedProcess } from "./joined-process.ts";

export interface DiskOptions {
  readonly disk?: string;
  readonly diskLimit?: number;
  readonly resume?: true;
  readonly join?: true;
}

/** Where several processes say what their folder is about. */
const JOB = "job";
/** Memory for what is loaded at a time, where no limit says otherwise. */
const USUAL_MEMORY = 1e9;

/** The specification by which a search of this name runs on disk. */
export function externalSearch(spec: string | undefined, options: DiskOptions): string | undefined {
  const { disk, diskLimit, resume, join } = options;
  if (disk === undefined) {
    if (resume || join || diskLimit !== undefined) {
      throw new UsageError("--resume, --join and --disk-limit belong to --disk DIR");
    }
    return spec;
  }
  if (resume && join) throw new UsageError("--join goes on with what lies there; leave out --resume");
  const named = spec?.trim();
  if (named === undefined || /^bfs(\(\s*\))?$/.test(named)) return "external()";
  if (/^external\b/.test(named)) return named;
  const guided = /^astar\s*\(([\s\S]*)\)$/.exec(named);
  if (guided !== null) return `external(${guided[1]})`;
  throw new UsageError(`\`${named}\` does not run on disk`, "bfs and astar(h) do, with a consistent estimate h");
}

/** The folder of a search that is only planned: nobody looks into it. */
export const UNOPENED: DiskFolder = {
  files: {
    names: () => [],
    size: () => undefined,
    read: unopened,
    append: unopened,
    sync: unopened,
    rename: unopened,
    truncate: unopened,
    remove: unopened,
  },
  resume: false,
  memoryBytes: USUAL_MEMORY,
  identity: "",
};

function unopened(): never {
  throw new Error("a search that is only planned has no folder");
}

export interface OpenedDisk {
  readonly folder: DiskFolder;
  close(): Promise<void>;
}

/** Throws where somebody else works there, or where something else lies there. */
export async function openDisk(
  options: DiskOptions & { readonly abstraction?: string },
  asked: { readonly network: Network; readonly queries: readonly Query[]; readonly memoryBytes: number | undefined },
  context: Context,
): Promise<OpenedDisk> {
  const { disk: path, diskLimit, resume } = options;
  const [query, ...others] = asked.queries;
  if (query === undefined || others.length > 0) {
    throw new UsageError("--disk is for one query", "choose it by -q or --query");
  }
  if (query.kind !== "E<>" && query.kind !== "A[]") {
    throw new UsageError(`--disk answers E<> and A[], not ${query.kind}`, "leave --disk out");
  }
  const identity = identityOf(asked.network, query, options.abstraction);
  const memoryBytes = asked.memoryBytes === undefined ? USUAL_MEMORY : asked.memoryBytes / 2;
  const common = {
    memoryBytes,
    identity,
    now: () => performance.now(),
    tell: (sentence: string): void => context.err(`${sentence}\n`),
    refuse(sentence: string): never {
      throw new UsageError(`${path}: ${sentence}`, "`tracehound disk info` tells of it; name another folder");
    },
  };
  const place = context.placeOf(path!);
  const limit = diskLimit === undefined ? undefined : diskLimit * 1e6;
  return options.join
    ? joinDisk(path!, place, limit, common)
    : ownDisk({ path: path!, place, limit, resume }, common, context);
}

type Common = Omit<DiskFolder, "files" | "resume">;

async function ownDisk(
  wish: { path: string; place: string; limit: number | undefined; resume: true | undefined },
  common: Common,
  context: Context,
): Promise<OpenedDisk> {
  const { path, place, limit, resume } = wish;
  const files = new SearchFolder(place, limit);
  const release = await ownRuns(join(place, "checkpoint"), context, inUse);
  try {
    const known = readCheckpoint(files);
    if (files.size(JOB) !== undefined) {
      throw new UsageError(`${path} holds a search by several processes`, "--join joins them and goes on with it");
    }
    if (known !== undefined && !resume) {
      throw new UsageError(
        `${path} holds a search already`,
        "--resume goes on with it; `disk remove` clears the folder",
      );
    }
    if (known !== undefined && known !== "damaged") refuseOther(path, known.job, common.identity);
    return {
      folder: { ...common, files, resume: resume === true },
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

function joinDisk(path: string, place: string, limit: number | undefined, common: Common): OpenedDisk {
  const files = new SharedFolder(place, limit);
  if (files.size("checkpoint") !== undefined) {
    throw new UsageError(
      `${path} holds a search by one process`,
      "--resume goes on with it; --join needs a folder of its own",
    );
  }
  const job = jobOf(files, path);
  if (job !== undefined) refuseOther(path, job, common.identity);
  const joined = joinedProcess(files);
  return {
    folder: { ...common, files, joined, resume: true },
    close: async () => files.closeAll(),
  };
}

function jobOf(files: SharedFolder, path: string): string | undefined {
  try {
    return readJob(files);
  } catch (error) {
    if (!(error instanceof DamagedFile)) throw error;
    throw new UsageError(`what ${path} is about cannot be read: ${error.message}`, "`disk remove` clears the folder");
  }
}

function refuseOther(path: string, job: string, identity: string): void {
  if (job.startsWith(`${identity} `)) return;
  throw new UsageError(
    `the search in ${path} is about another model, query or version`,
    "`tracehound disk info` tells of it; name another folder",
  );
}

export function inUse(who: string, path: string, lock: string | undefined): string {
  const elsewhere = lock === undefined ? "" : `, or remove ${lock} if that has ended`;
  const folder = dirname(path);
  return `another process${who} searches in ${folder}: wait until it is done${elsewhere}, or let several work there from the beginning, each with --join`;
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
