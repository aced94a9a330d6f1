// `tracehound convert`: between the formats, chosen by the extension of the file to write. What a format cannot say
// is named, and nothing is written then.

import { convertModel } from "@tracehound/core";
import { defineCommand } from "../command.ts";
import { type ConstantOptions, declareConstants, oneValuation } from "../constants.ts";
import { NotSupported, UsageError } from "../errors.ts";
import { EXIT } from "../exit-codes.ts";

const TARGETS = { xml: "xml", xta: "xta", ta: "xta", tck: "tck", json: "json" } as const;

export const convert = defineCommand<{ to?: string; force?: true } & ConstantOptions>({
  name: "convert",
  summary: "Writes a model in another format.",
  description:
    "Writes a model in the format that the extension of OUT names: .xml and .xta (UPPAAL), .tck (TChecker), .json " +
    "(the network as Tracehound sees it). XML to XML keeps layout and comments. What the format cannot say is named, " +
    "and nothing is written then. OUT may be - for standard output, with --to.",
  examples: [
    ["tracehound convert model.xml model.xta", "UPPAAL's text format"],
    ["tracehound convert model.tck model.xml", "a TChecker model for UPPAAL"],
    ["tracehound convert model.xml - --to json", "the network to standard output"],
  ],
  declare: (command) =>
    declareConstants(command)
      .argument("<in>", "the model to read")
      .argument("<out>", "the file to write, or -")
      .option("--to <format>", "xml, xta, tck or json, whatever the ending says")
      .option("--force", "also where OUT is there already"),
  async run([from, to], options, context) {
    const target = targetOf(to!, options.to);
    context.constants = oneValuation(options);
    const loaded = await context.loadModel(from!);
    const result = context.budget().during(() => convertModel(loaded, target));
    if (!result.ok) {
      // What would have been left out does not matter any more.
      const diagnostics = result.diagnostics.filter(({ severity }) => severity === "error");
      throw new NotSupported(diagnostics, loaded.sources);
    }
    context.report(result.diagnostics, loaded.sources);
    if (to === "-") context.out(result.value);
    else await context.writeFile(to!, result.value, options.force ? "model" : "nothing");
    return EXIT.satisfied;
  },
});

function targetOf(path: string, option: string | undefined): (typeof TARGETS)[keyof typeof TARGETS] {
  const extension = (option ?? /\.([A-Za-z]+)$/.exec(path)?.[1] ?? "").toLowerCase();
  if (Object.hasOwn(TARGETS, extension)) return TARGETS[extension as keyof typeof TARGETS];
  const what = option === undefined ? `${path} does not say what format to write` : `there is no format ${option}`;
  throw new UsageError(what, "use the extension or --to: xml, xta, tck or json");
}
