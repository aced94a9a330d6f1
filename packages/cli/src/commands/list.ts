// `tracehound list`: what specifications and `generate` may name, read from the registries; and the reference pages
// that are made of the same descriptions.

import {
  type ComponentDescription,
  closest,
  describeAll,
  KINDS,
  type Kind,
  referencePages,
  signatureOf,
} from "@tracehound/core";
import { defineCommand } from "../command.ts";
import type { Context } from "../context.ts";
import { UsageError } from "../errors.ts";
import { EXIT } from "../exit-codes.ts";
import { VERSION } from "../version.ts";

interface Options {
  readonly reference?: string;
  readonly json?: true;
}

export const list = defineCommand<Options>({
  name: "list",
  summary: "Lists heuristics, searches, open lists, presets, model families and diagnostic codes.",
  description:
    "Lists what a specification (`check --search`) may name: heuristics, searches, open-lists, evaluators, presets; " +
    "the families that `generate` knows, and the codes of diagnostics. Each with its parameters, what a shorthand means and what may be relied on.",
  examples: [
    ["tracehound list searches", "what --search may name"],
    ["tracehound list heuristics --json", "the estimates, for scripts"],
    ["tracehound list codes TH2001", "what this code means; without it, all of them"],
    ["tracehound list --reference docs/reference", "write the reference pages"],
  ],
  declare: (command) =>
    command
      .argument("[kind]", `${KINDS.join(", ")} (default: all of them)`)
      .argument("[name]", "only what has this name: hU, bfs, TH2001")
      .option("--reference <folder>", "write the reference pages to a folder")
      .option("--json", "print one JSON object instead of text"),
  async run([list, name], options, context) {
    if (options.reference !== undefined) {
      for (const [file, text] of referencePages()) await context.writeFile(`${options.reference}/${file}`, text);
      return EXIT.satisfied;
    }
    const kinds = list === undefined ? KINDS : [kindNamed(list)];
    const described = (kind: Kind): readonly ComponentDescription[] =>
      name === undefined ? describeAll(kind) : [oneNamed(kind, name)];
    if (options.json) {
      const all = Object.fromEntries(kinds.map((kind) => [kind, described(kind)]));
      context.json({ tool: "tracehound", version: VERSION, ...all });
    } else {
      for (const kind of kinds) {
        if (kinds.length > 1) context.out(`${kind === kinds[0] ? "" : "\n"}${context.colours.out.bold(kind)}\n`);
        context.out(listText(described(kind), context));
      }
    }
    return EXIT.satisfied;
  },
});

function kindNamed(name: string): Kind {
  const kind = KINDS.find((candidate) => candidate === name);
  if (kind !== undefined) return kind;
  const guess = closest(name, KINDS);
  throw new UsageError(
    `there is no list of ${name}`,
    guess === undefined ? `there are: ${KINDS.join(", ")}` : `did you mean ${guess}?`,
  );
}

function oneNamed(kind: Kind, name: string): ComponentDescription {
  const all = describeAll(kind);
  const found = all.find((one) => one.name.toLowerCase() === name.toLowerCase());
  if (found !== undefined) return found;
  const guess = closest(
    name,
    all.map((one) => one.name),
  );
  throw new UsageError(
    `there is no ${name} among the ${kind}`,
    guess === undefined ? `\`tracehound list ${kind}\` has all of them` : `did you mean ${guess}?`,
  );
}

/** The call and what it does; below, what it means and what may be relied on. */
function listText(components: readonly ComponentDescription[], context: Context): string {
  const { dim } = context.colours.out;
  const calls = components.map(signatureOf);
  const width = Math.min(Math.max(...calls.map((call) => call.length)), 32) + 2;
  const lines = components.flatMap(({ summary, means, claims = [] }, index) => {
    const call = calls[index]!;
    const head = call.length + 2 > width ? [call, `${" ".repeat(width)}${summary}`] : [call.padEnd(width) + summary];
    const notes = [...(means === undefined ? [] : [`= ${means}`]), ...claims];
    return [...head, ...notes.map((note) => " ".repeat(width) + dim(note))];
  });
  return `${lines.join("\n")}\n`;
}
