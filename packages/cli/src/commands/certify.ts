// `tracehound certify`: a certificate in the form of another checker: Munta's, which is proved sound, or the smallest
// of ours. Where the certificate is of a kind that this checker does not know, everything is explored once more in
// zones that contain each other.

import { readCertificate } from "@tracehound/core";
import type { ForChecker } from "../certify/for-checker.ts";
import { forMinimal } from "../certify/for-minimal.ts";
import { forMunta } from "../certify/for-munta.ts";
import { defineCommand } from "../command.ts";
import { BadInput, UsageError } from "../errors.ts";
import { declareLimits, type LimitOptions, limitsOf } from "../limits/options.ts";
import { VERSION } from "../version.ts";
import { questionOf } from "./replay.ts";

interface Options extends LimitOptions {
  readonly for: string;
  readonly output: string;
  readonly run?: string;
  readonly json?: true;
}

const CHECKERS: Readonly<Record<string, ForChecker>> = { munta: forMunta, minimal: forMinimal };

export const certify = defineCommand<Options>({
  name: "certify",
  summary: "Writes a certificate for a checker that is proved sound, or for one that is small.",
  description:
    "Writes a certificate of `check --certificate`, and the model it is about, as the three files that Munta's checker reads: " +
    "NAME.muntax, NAME.renaming and NAME.cert. That checker is proved sound in Isabelle; what it accepts is a proof about the " +
    "exported model. What Munta's language cannot say is refused by name, and nothing is written. `--for minimal` writes one " +
    "certificate that `verify --minimal` knows. Certificates of another kind (simulation, sets of values, projections) are " +
    "made anew by exploring everything once more.",
  examples: [
    ["tracehound certify model.xml proof.json --for munta -o proof", "write proof.muntax, proof.renaming, proof.cert"],
    [
      "tracehound certify model.xml proof.json --for munta -o proof --run ./muntac",
      "and let Munta check them: exit 0 when it accepts, 1 when it does not",
    ],
    [
      "tracehound certify model.xml proof.json --for minimal -o plain.json",
      "for `verify --minimal model.xml plain.json`",
    ],
  ],
  declare: (command) =>
    declareLimits(
      command
        .argument("<model>", "the model the certificate is about")
        .argument("<certificate>", "the certificate")
        .requiredOption("--for <checker>", "who is to check it: munta or minimal")
        .requiredOption("-o, --output <name>", "the file to write; for Munta the files, without their endings")
        .option("--run <muntac>", "run Munta's checker on them and report what it says"),
    ).option("--json", "print one JSON object instead of text"),
  async run([path, file], options, context) {
    const write = Object.hasOwn(CHECKERS, options.for) ? CHECKERS[options.for] : undefined;
    if (write === undefined) {
      throw new UsageError(`there is no --for ${options.for}`, "use --for munta or --for minimal");
    }
    const limits = limitsOf(options);
    const budget = context.budget(limits);
    const loaded = await context.loadModel(path!, budget);
    const content = await context.readFile(file!);
    const certificate = budget.during(() => readCertificate(new TextDecoder().decode(content)));
    if ("problem" in certificate) throw new BadInput(`${file} is no certificate: ${certificate.problem}`);
    const { query, network } = budget.during(() => questionOf(loaded, certificate.query, certificate.labels));
    const about = { tool: "tracehound", version: VERSION, model: path, certificate: file, query: certificate.query };
    context.whenItFails({ certificate: file, query: certificate.query });
    const { json, text, exit } = await write({ network, query: query!, certificate }, options, context, {
      budget,
      limits,
    });
    if (options.json) context.json({ ...about, ...json });
    else context.out(`${certificate.query}\n${text}`);
    return exit;
  },
});
