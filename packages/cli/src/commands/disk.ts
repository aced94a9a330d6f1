// `tracehound disk`: what lies in the folder of a search on disk, whether it is whole, and how to be rid of it.

import { join } from "node:path";
import {
  checkJoinedFiles,
  checkSearchFiles,
  DamagedFile,
  type JoinedFolder,
  readCheckpoint,
  readJoinedFolder,
  type SearchCheckpoint,
  wayOnDisk,
} from "@tracehound/core";
import { ownRuns } from "../bench/owner.ts";
import { inUse } from "../check/disk.ts";
import { joinedProcess } from "../check/joined-process.ts";
import { defineCommand } from "../command.ts";
import type { Context } from "../context.ts";
import { BadInput, Unwritten, UsageError } from "../errors.ts";
import { EXIT } from "../exit-codes.ts";
import { counted } from "../report/count.ts";
import { VERSION } from "../version.ts";
import { SharedFolder } from "../writing/shared-folder.ts";

const WHAT = ["info", "check", "trace", "remove"] as const;

/** What is told of a search, by one process or by several. */
interface Summary {
  readonly search: string;
  readonly state: "found" | "exhausted" | "under way";
  readonly explored: number;
  readonly stored: number;
  readonly transitions: number;
  /** Buckets that wait, and the depth of the shallowest. */
  readonly waiting: number;
  readonly depth?: number;
  readonly bytes: number;
  readonly faults: number;
  readonly columns?: number;
  /** By several: those who are there, as far as anybody can tell from here. */
  readonly processes?: readonly string[];
}

interface Lying {
  readonly summary: Summary;
  readonly way: () => readonly number[] | undefined;
  /** Names of files that are not what was written. */
  readonly check: () => readonly string[];
}

export const disk = defineCommand<{ json?: true }>({
  name: "disk",
  summary: "Tells of searches on disk (`check --disk`), checks their files, removes them.",
  examples: [
    ["tracehound check model.xml --query 1 --disk work", "a search larger than memory"],
    ["tracehound check model.xml --query 1 --disk work --resume", "goes on, for example after a power cut"],
    ["tracehound check model.xml --query 1 --disk work --join", "several processes started like this share the work"],
    ["tracehound disk info work", "how far it is"],
    ["tracehound disk check work", "reads every block again and compares its checksum"],
    ["tracehound disk trace work", "the way to the target, as numbers of successors; --resume writes it as a trace"],
    ["tracehound disk remove work", "removes its files; others in the folder are left alone"],
  ],
  declare: (command) =>
    command
      .argument("<what>", WHAT.join(", "))
      .argument("<folder>", "the folder of a search")
      .option("--json", "print one JSON object instead of text"),
  async run([what, path], options, context) {
    if (!WHAT.some((one) => one === what)) throw new UsageError(`there is no disk ${what}`, `use ${WHAT.join(", ")}`);
    if ((await context.filesBelow(path!)) === null) throw new BadInput(`there is no folder ${path}`);
    const files = new SharedFolder(context.placeOf(path!));
    const tell = (json: object, text: string): void => {
      if (options.json) context.json({ tool: "tracehound", version: VERSION, ...json });
      else context.out(text);
    };
    try {
      if (what === "remove") {
        const removed = await removeAll(files, path!, context);
        tell({ removed }, `${counted(removed, "file")} removed\n`);
        return EXIT.satisfied;
      }
      const { summary, way, check } = lyingIn(files, path!);
      if (what === "trace") {
        const ordinals = way();
        if (ordinals === undefined) {
          const isOver = summary.state === "exhausted";
          throw new BadInput(
            `the search in ${path} has ${isOver ? "seen everything: there is no target" : "found no target so far"}`,
          );
        }
        const length = ordinals.length - 1;
        const taken = ordinals.join(" ");
        tell({ length, ordinals }, `${length} steps; successors taken, that of the beginning first: ${taken}\n`);
        return EXIT.satisfied;
      }
      const damaged = what === "check" ? check() : undefined;
      tell({ ...summary, ...(damaged === undefined ? {} : { damaged }) }, textOf(summary, damaged));
      return damaged === undefined || damaged.length === 0 ? EXIT.satisfied : EXIT.badInput;
    } finally {
      files.closeAll();
    }
  },
});

/** Not while somebody works there. */
async function removeAll(files: SharedFolder, path: string, context: Context): Promise<number> {
  const release = await ownRuns(join(context.placeOf(path), "checkpoint"), context, inUse);
  try {
    const { hasEnded } = joinedProcess(files);
    const journals = files.names().filter((name) => name.startsWith("journal."));
    const alive = journals.filter((name) => hasEnded!(name.slice("journal.".length)) === false);
    if (alive.length > 0) {
      const names = alive.map((name) => join(path, name)).join(", ");
      throw new Unwritten(
        `others may be at work in ${path}: end them, or remove ${names} if they have ended elsewhere`,
      );
    }
    const names = files.names().filter((name) => !name.startsWith("checkpoint.lock"));
    for (const name of names) files.remove(name);
    return names.length;
  } finally {
    await release();
  }
}

function lyingIn(files: SharedFolder, path: string): Lying {
  const known = readCheckpoint(files);
  if (known === "damaged") throw new BadInput(`the checkpoint in ${path} is damaged: a search there begins anew`);
  if (known !== undefined) {
    return {
      summary: summaryOf(known),
      way: () => wayOnDisk(files, known),
      check: () => checkSearchFiles(files, known),
    };
  }
  try {
    const joined = readJoinedFolder(files);
    if (joined === undefined) throw new BadInput(`no search lies in ${path}`);
    const { hasEnded } = joinedProcess(files);
    const processes = joined.processes.filter((name) => hasEnded?.(name) !== true);
    return {
      summary: joinedSummary({ ...joined, processes }),
      way: () => joined.way,
      check: () => checkJoinedFiles(files),
    };
  } catch (error) {
    if (!(error instanceof DamagedFile)) throw error;
    throw new BadInput(`${path}: ${error.message}; \`check --join\` makes again what can be`);
  }
}

/** The identity of the model comes first. */
const questionOf = (job: string): string => job.slice(job.indexOf(" ") + 1);

function joinedSummary({ job, way: _way, ...rest }: JoinedFolder): Summary {
  return { search: questionOf(job), ...rest };
}

function summaryOf({ job, columns, buckets, current, counters, faults, found }: SearchCheckpoint): Summary {
  const isOver = buckets.length === 0 && current === null;
  const state = found.length > 0 ? "found" : isOver ? "exhausted" : "under way";
  const depth = buckets.reduce((least, [g]) => Math.min(least, g), Number.POSITIVE_INFINITY);
  return {
    search: questionOf(job),
    state,
    ...counters,
    columns: columns.length,
    waiting: buckets.length,
    ...(buckets.length === 0 ? {} : { depth }),
    bytes: [...columns, ...buckets].reduce((sum, row) => sum + row.at(-1)!, 0),
    faults: faults.length,
  };
}

function textOf(summary: Summary, damaged: readonly string[] | undefined): string {
  const { search, state, explored, stored, transitions, waiting, depth, bytes, columns, processes } = summary;
  const shallowest = depth === undefined ? "" : `, the shallowest at depth ${depth}`;
  const files = `${waiting} buckets wait${shallowest}; ${Math.round(bytes / 1e6)} MB`;
  const lines = [
    search,
    `${state}: explored ${explored}, stored ${stored}, transitions ${transitions}`,
    columns === undefined ? files : `${columns} columns, ${files}`,
    ...(processes === undefined ? [] : [`by several processes, ${processes.length} of them there now`]),
    ...(damaged === undefined
      ? []
      : [damaged.length === 0 ? "every block is whole" : `damaged: ${damaged.join(", ")}`]),
  ];
  return `${lines.join("\n")}\n`;
}
