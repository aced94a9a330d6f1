// `tracehound disk`: what lies in the folder of a search on disk, whether it is whole, and how to be rid of it.

import { checkSearchFiles, readCheckpoint, type SearchCheckpoint, wayOnDisk } from "@tracehound/core";
import { defineCommand } from "../command.ts";
import { BadInput, UsageError } from "../errors.ts";
import { EXIT } from "../exit-codes.ts";
import { VERSION } from "../version.ts";
import { SearchFolder } from "../writing/search-folder.ts";

const WHAT = ["info", "check", "trace", "remove"] as const;

export const disk = defineCommand<{ json?: true }>({
  name: "disk",
  summary: "Tells of searches on disk (`check --disk`), checks their files, removes them.",
  examples: [
    ["tracehound check model.xml --query 1 --disk work", "a search larger than memory"],
    ["tracehound check model.xml --query 1 --disk work --resume", "goes on, for example after a power cut"],
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
    const files = new SearchFolder(context.placeOf(path!));
    try {
      if (what === "remove") {
        const names = [...files.names()];
        for (const name of names) files.remove(name);
        if (options.json) context.json({ tool: "tracehound", version: VERSION, removed: names.length });
        else context.out(`${names.length} files removed\n`);
        return EXIT.satisfied;
      }
      const known = readCheckpoint(files);
      if (known === undefined) throw new BadInput(`no search lies in ${path}`);
      if (known === "damaged") throw new BadInput(`the checkpoint in ${path} is damaged: a search there begins anew`);
      if (what === "trace") {
        const way = wayOnDisk(files, known);
        if (way === undefined) throw new BadInput(`the search in ${path} has found no target, as far as it has come`);
        if (options.json) context.json({ tool: "tracehound", version: VERSION, length: way.length - 1, ordinals: way });
        else context.out(`${way.length - 1} steps; successors taken, that of the beginning first: ${way.join(" ")}\n`);
        return EXIT.satisfied;
      }
      const damaged = what === "check" ? checkSearchFiles(files, known) : [];
      const told = { ...summaryOf(known), ...(what === "check" ? { damaged } : {}) };
      if (options.json) context.json({ tool: "tracehound", version: VERSION, ...told });
      else context.out(textOf(known, what === "check" ? damaged : undefined));
      return damaged.length === 0 ? EXIT.satisfied : EXIT.badInput;
    } finally {
      files.closeAll();
    }
  },
});

function summaryOf({ job, columns, buckets, current, counters, faults, found }: SearchCheckpoint): object {
  const [, ...question] = job.split(" ");
  return {
    search: question.join(" "),
    state: stateOf({ buckets, current, found }),
    ...counters,
    columns: columns.length,
    waiting: buckets.length,
    bytes: [...columns, ...buckets].reduce((sum, row) => sum + row.at(-1)!, 0),
    faults: faults.length,
  };
}

function stateOf({ buckets, current, found }: Pick<SearchCheckpoint, "buckets" | "current" | "found">): string {
  if (found.length > 0) return "found";
  return buckets.length === 0 && current === null ? "exhausted" : "under way";
}

function textOf(checkpoint: SearchCheckpoint, damaged: readonly string[] | undefined): string {
  const { columns, buckets, counters } = checkpoint;
  const [, ...question] = checkpoint.job.split(" ");
  const bytes = [...columns, ...buckets].reduce((sum, row) => sum + row.at(-1)!, 0);
  const depth = buckets.reduce((least, [g]) => Math.min(least, g), Number.POSITIVE_INFINITY);
  const lines = [
    question.join(" "),
    `${stateOf(checkpoint)}: explored ${counters.explored}, stored ${counters.stored}, transitions ${counters.transitions}`,
    `${columns.length} columns, ${buckets.length} buckets wait${buckets.length === 0 ? "" : `, the shallowest at depth ${depth}`}; ${Math.round(bytes / 1e6)} MB`,
    ...(damaged === undefined
      ? []
      : [damaged.length === 0 ? "every block is whole" : `damaged: ${damaged.join(", ")}`]),
  ];
  return `${lines.join("\n")}\n`;
}
