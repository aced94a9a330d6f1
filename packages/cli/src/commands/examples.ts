// `tracehound examples`: models to start with, shipped with the command line.

import { existsSync } from "node:fs";
import { extname } from "node:path";
import { fileURLToPath } from "node:url";
import { closest } from "@tracehound/core";
import { defineCommand } from "../command.ts";
import { BadInput, UsageError } from "../errors.ts";
import { EXIT } from "../exit-codes.ts";
import { VERSION } from "../version.ts";
import { byEnding } from "../writing/endings.ts";

/** What there is to see in each. */
export const EXAMPLES: Readonly<Record<string, string>> = {
  "fischer-weakened": "mutual exclusion by waiting, with an error: two processes get in",
  "train-gate": "four trains, one bridge, a keeper with a waiting line",
  "csma-cd": "stations that share a cable and detect collisions",
  "task-graph": "eight tasks in order on two processors; --optimal time",
  plant: "hot batches, a furnace, a crane, a caster; --optimal time --gantt plan.svg",
  landing: "planes that pay for being early or late; --optimal cost",
  "job-shop": "three jobs on three machines; --optimal time finds the best schedule",
  "plc-mutex": "two programmable controllers with a lamp each",
  hanoi: "the Towers of Hanoi as a conversation between disks",
  "help-desk": "random callers and a clerk: Pr, E and simulate",
  whispers: "a message handed on at random, in PRISM's language: P and its evidence",
};

export const examples = defineCommand<{ output?: string; force?: true; json?: true }>({
  name: "examples",
  summary: "Lists the models that come along, and prints one of them.",
  examples: [
    ["tracehound examples", "what there is"],
    ["tracehound examples train-gate -o train-gate.xml", "a copy to play with"],
    ["tracehound examples fischer-weakened | tracehound check - --query 1", "without a file"],
  ],
  declare: (command) =>
    command
      .argument("[name]", "the model to print")
      .option("-o, --output <file>", "the file to write; standard output without it")
      .option("--force", "also where the file is there already")
      .option("--json", "print one JSON object instead of text"),
  async run([name], options, context) {
    const tool = { tool: "tracehound", version: VERSION };
    if (name === undefined && options.json) {
      context.json({
        ...tool,
        examples: Object.entries(EXAMPLES).map(([example, about]) => ({ name: example, about })),
      });
      return EXIT.satisfied;
    }
    if (name === undefined) {
      for (const [example, about] of Object.entries(EXAMPLES)) context.out(`${example.padEnd(18)}${about}\n`);
      return EXIT.satisfied;
    }
    if (!Object.hasOwn(EXAMPLES, name)) {
      const guess = closest(name, Object.keys(EXAMPLES));
      throw new UsageError(
        `there is no example ${name}`,
        guess === undefined ? "`tracehound examples` lists them" : `did you mean ${guess}?`,
      );
    }
    if (options.output !== undefined) {
      const ending = extname(fileOf(name)).slice(1);
      byEnding(options.output, { [ending]: ending }, { otherwise: ending });
    }
    const content = await context.readFile(fileOf(name));
    if (options.output !== undefined && options.output !== "-") {
      await context.writeFile(options.output, content, options.force ? "model" : "nothing");
    }
    const text = new TextDecoder().decode(content);
    if (options.json) context.json({ ...tool, name, about: EXAMPLES[name], content: text });
    else if (options.output === undefined || options.output === "-") context.out(text);
    return EXIT.satisfied;
  },
});

/** Beside the bundle (as `bin/` sees it), or in the repository. */
function fileOf(name: string): string {
  const places = ["../dist/examples/", "../../../../examples/"].flatMap((place) =>
    ["xml", "prism"].map((ending) => fileURLToPath(new URL(`${place}${name}.${ending}`, import.meta.url))),
  );
  const found = places.find((place) => existsSync(place));
  if (found === undefined) throw new BadInput("the examples are missing: run `npm run build` in the repository first");
  return found;
}
