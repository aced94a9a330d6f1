// `tracehound format`: declarations and labels laid out as UPPAAL users write them; drawing, comments and everything
// else stay as they are.

import { formatModel } from "@tracehound/core";
import { defineCommand } from "../command.ts";
import { BadInput, UsageError } from "../errors.ts";
import { EXIT } from "../exit-codes.ts";

export const format = defineCommand<{ write?: true; check?: true }>({
  name: "format",
  summary: "Lays out the text of a model.",
  description:
    "Pretty-prints declarations and labels of an UPPAAL model (.xml, .xta) or the lines of a TChecker file (.tck). " +
    "Layout, colours, comments and queries are kept. Prints the result, unless told to write or to check it.",
  examples: [
    ["tracehound format model.xml", "print the formatted file"],
    ["tracehound format model.xml --write", "change the file"],
    ["tracehound format model.xml --check", "exit with 1 if it is not formatted, for use in CI"],
  ],
  declare: (command) =>
    command
      .argument("<file>", "the file to format")
      .option("--write", "write the result back to the file")
      .option("--check", "print nothing; exit with 1 if the file would change"),
  async run([path], { write, check }, context) {
    if (write && check) throw new UsageError("--write and --check exclude each other");
    const content = await context.readFile(path!);
    const { result, sources, original, encoding, hasMark } = context
      .budget()
      .during(() => formatModel({ name: path!, content }));
    if (!result.ok) throw new BadInput({ diagnostics: result.diagnostics, sources });
    const changed = result.value !== original;
    if (check) {
      if (changed) context.err(`${path} is not formatted\n`);
      return changed ? EXIT.violated : EXIT.satisfied;
    }
    if (!write) context.out(result.value);
    else if (changed) {
      await context.writeFile(path!, hasMark ? `\uFEFF${result.value}` : result.value, "input");
      if (encoding === "utf-16" || encoding === "latin-1")
        context.err(`${path} was ${encoding.toUpperCase()} and is UTF-8 now\n`);
    }
    return EXIT.satisfied;
  },
});
