// `tracehound generate`: a member of a model family, as a file that UPPAAL reads too.

import {
  closest,
  defined,
  type Family,
  type FamilyOptions,
  families,
  generateModel,
  InstanceFault,
} from "@tracehound/core";
import { defineCommand } from "../command.ts";
import { UsageError } from "../errors.ts";
import { EXIT } from "../exit-codes.ts";
import { nonNegativeInteger, positiveInteger } from "../options.ts";
import { byEnding } from "../writing/endings.ts";

const ENDINGS = { xml: "xml", xta: "xta", ta: "xta" } as const;

interface Options {
  readonly size?: number;
  readonly variant?: string;
  readonly correct?: true;
  readonly seed?: number;
  readonly instance?: string;
  readonly output?: string;
  readonly force?: true;
}

export const generate = defineCommand<Options>({
  name: "generate",
  summary: "Writes a member of a model family.",
  description:
    "Writes a model of a family, with its queries and their expected answers, as .xml (drawn) or .xta. Most families " +
    "contain an error that --correct leaves out.\n\nFamilies:\n" +
    families.map((family) => `  ${family.name.padEnd(14)}${family.summary}`).join("\n"),
  examples: [
    ["tracehound generate fischer --size 10 -o fischer-10.xml", "Fischer's protocol, weakened"],
    ["tracehound generate hanoi --size 4 --variant no -o hanoi.xml", "another answer of blocked disks"],
    ["tracehound generate job-shop --instance la01.txt -o la01.xml", "an instance of the literature"],
    ["tracehound generate random --seed 7", "to standard output"],
  ],
  declare: (command) =>
    command
      .argument("<family>", "the family")
      .option("--size <n>", "how large; what it counts depends on the family", positiveInteger)
      .option("--variant <name>", "a variant of the family")
      .option("--correct", "without the error")
      .option("--seed <n>", "for families with random parts", nonNegativeInteger)
      .option("--instance <file>", "a problem of the literature instead of a random one (job-shop, aircraft)")
      .option("-o, --output <file>", "the file to write (.xml or .xta); standard output without it")
      .option("--force", "also where the file is there already"),
  async run([name], options, context) {
    const family = familyNamed(name!);
    const { size = family.sizes.default, seed = 1, output } = options;
    if (size < family.sizes.min || size > family.sizes.max) {
      throw new UsageError(`${family.name} comes in sizes ${family.sizes.min} to ${family.sizes.max} (${family.unit})`);
    }
    const variant = variantOf(family, options.variant);
    const correct = options.correct ?? false;
    if (correct && !family.hasCorrect) throw new UsageError(`${family.name} has no error to leave out`);
    const format = byEnding<"xml" | "xta">(output ?? "-", ENDINGS, { otherwise: "xml" });
    if (options.instance !== undefined && !family.hasInstance) {
      throw new UsageError(`${family.name} reads no instances`, "job-shop and aircraft do");
    }
    const instance =
      options.instance === undefined ? undefined : new TextDecoder().decode(await context.readFile(options.instance));
    const asked = { size, variant, correct, seed, ...defined({ instance }) };
    const text = context.budget().during(() => generated(family, asked, format, options.instance));
    if (output === undefined || output === "-") context.out(text);
    else await context.writeFile(output, text, options.force ? "model" : "nothing");
    return EXIT.satisfied;
  },
});

function generated(family: Family, options: FamilyOptions, format: "xml" | "xta", path: string | undefined): string {
  try {
    return generateModel(family, options, format);
  } catch (error) {
    if (error instanceof InstanceFault) throw new UsageError(`${path}:${error.line}: ${error.message}`);
    throw error;
  }
}

function familyNamed(name: string): Family {
  const family = families.find((candidate) => candidate.name === name);
  if (family !== undefined) return family;
  const names = families.map((candidate) => candidate.name);
  const guess = closest(name, names);
  throw new UsageError(
    `there is no family ${name}`,
    guess === undefined ? `there are: ${names.join(", ")}` : `did you mean ${guess}?`,
  );
}

function variantOf(family: Family, name: string | undefined): string {
  const names = family.variants.map((variant) => variant.name);
  if (name === undefined) return names[0]!;
  if (names.includes(name)) return name;
  throw new UsageError(`${family.name} has no variant ${name}`, `there are: ${names.join(", ")}`);
}
