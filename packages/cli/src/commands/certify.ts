// `tracehound certify`: a certificate in the form of another checker, Munta's, which is proved sound. Where the
// certificate is of a kind that this checker does not know, everything is explored once more in zones that contain
// each other.

import {
  type Budget,
  type Certificate,
  certificateOf,
  checkQueries,
  defined,
  isForInclusion,
  type Limits,
  type MuntaExport,
  MuntaRefusal,
  type Network,
  type Query,
  readCertificate,
  traceOf,
  uncertifiedText,
} from "@tracehound/core";
import {
  exportText,
  listOf,
  type MuntaFiles,
  muntacArguments,
  muntacCommand,
  muntaFiles,
  writeMuntaFiles,
} from "../certify/munta-files.ts";
import { type MuntaRun, runMunta } from "../certify/run-munta.ts";
import { defineCommand } from "../command.ts";
import type { Context } from "../context.ts";
import { BadInput, NotSupported, UsageError } from "../errors.ts";
import { EXIT, type ExitCode } from "../exit-codes.ts";
import { declareLimits, type LimitOptions, limitsOf, secondsOf } from "../limits/options.ts";
import { VERSION } from "../version.ts";
import { questionOf } from "./replay.ts";

interface Options extends LimitOptions {
  readonly for: string;
  readonly output: string;
  readonly run?: string;
  readonly json?: true;
}

export const certify = defineCommand<Options>({
  name: "certify",
  summary: "Writes a certificate for a checker that is proved sound.",
  description:
    "Writes a certificate of `check --certificate`, and the model it is about, as the three files that Munta's checker reads: " +
    "NAME.muntax, NAME.renaming and NAME.cert. That checker is proved sound in Isabelle; what it accepts is a proof about the " +
    "exported model. What Munta's language cannot say is refused by name, and nothing is written. Certificates of " +
    "another kind (simulation, sets of values, projections) are made anew by exploring everything once more.",
  examples: [
    ["tracehound certify model.xml proof.json --for munta -o proof", "write proof.muntax, proof.renaming, proof.cert"],
    [
      "tracehound certify model.xml proof.json --for munta -o proof --run ./muntac",
      "and let Munta check them: exit 0 when it accepts, 1 when it does not",
    ],
  ],
  declare: (command) =>
    declareLimits(
      command
        .argument("<model>", "the model the certificate is about")
        .argument("<certificate>", "the certificate")
        .requiredOption("--for <checker>", "who is to check it: munta")
        .requiredOption("-o, --output <name>", "the files to write, without their endings")
        .option("--run <muntac>", "run Munta's checker on them and report what it says"),
    ).option("--json", "print one JSON object instead of text"),
  async run([path, file], options, context) {
    if (options.for !== "munta") throw new UsageError(`there is no --for ${options.for}`, "use --for munta");
    const limits = limitsOf(options);
    const budget = context.budget(limits);
    const loaded = await context.loadModel(path!, budget);
    const content = await context.readFile(file!);
    const files = muntaFiles(options.output);
    await context.ensureWritable(listOf(files));
    const given = budget.during(() => readCertificate(new TextDecoder().decode(content)));
    if ("problem" in given) throw new BadInput(`${file} is no certificate: ${given.problem}`);
    const { query, network } = budget.during(() => questionOf(loaded, given.query, given.labels));
    const certificate = isForInclusion(given)
      ? given
      : await exploredAnew(network, query!, given, context, budget, limits);
    let made: MuntaExport;
    try {
      made = await writeMuntaFiles(files, { network, query: query!, certificate }, context, (work) =>
        budget.during(work),
      );
    } catch (error) {
      if (!(error instanceof MuntaRefusal)) throw error;
      context.whenItFails({ model: path, certificate: file, refused: error.reason });
      throw new NotSupported([error.diagnostic], loaded.sources);
    }
    const munta = options.run === undefined ? undefined : await checked(options.run, files, made, context, budget);
    if (options.json) {
      const about = { tool: "tracehound", version: VERSION, model: path, certificate: file, query: given.query };
      const exported = { files, command: muntacCommand(files, made.deadlock), bytes: made.cert.length, ...made.counts };
      const told = munta === undefined ? {} : { munta: { ...munta.says, seconds: munta.seconds } };
      context.json({ ...about, exploredAnew: certificate !== given, ...exported, ...told });
    } else {
      context.out(`${given.query}\n  written: ${listOf(files).join(", ")}\n  ${exportText(made)}\n`);
      context.out(
        `  check with: ${muntacCommand(files, made.deadlock)}\n${munta === undefined ? "" : muntaText(munta)}`,
      );
    }
    return munta === undefined ? EXIT.satisfied : exitOf(munta);
  },
});

/** All states, in zones that contain each other. */
async function exploredAnew(
  network: Network,
  query: Query,
  given: Certificate,
  context: Context,
  budget: Budget,
  limits: Limits,
): Promise<Certificate> {
  context.err(
    `exploring everything once more: Munta knows inclusion of zones, and the certificate is \`${given.abstraction}\`\n`,
  );
  const { environment } = context;
  const options = {
    certify: "inclusion",
    abstraction: "extra-lu",
    limits: { ...limits, ...secondsOf(budget) },
  } as const;
  const [result] = await checkQueries({ network, options, environment, signal: context.signal }, [query]);
  const { proof, verdict } = result!;
  if (proof?.kind === "states") {
    return certificateOf(network, proof, {
      model: given.model,
      query: given.query,
      ...defined({ labels: given.labels }),
    });
  }
  if (verdict.kind !== "unknown" && traceOf(verdict) !== undefined) {
    throw new BadInput(`the certificate proves nothing: ${given.query} is ${verdict.kind}, and a run shows it`);
  }
  if (verdict.kind === "unknown" && verdict.diagnostic !== undefined) {
    throw new BadInput({ diagnostics: [verdict.diagnostic], sources: context.modelSources });
  }
  throw new UsageError(
    `nothing to certify: ${verdict.kind === "unknown" ? verdict.because : uncertifiedText(result!)}`,
  );
}

async function checked(
  program: string,
  files: MuntaFiles,
  made: MuntaExport,
  context: Context,
  budget: Budget,
): Promise<MuntaRun> {
  context.err(`running ${program}\n`);
  const run = await runMunta(program, muntacArguments(files, made.deadlock), {
    ...secondsOf(budget),
    signal: context.signal,
    now: () => context.now(),
  });
  if (run.says.kind === "missing") {
    throw new UsageError(
      `cannot run ${program}: ${run.says.why}`,
      "--run names Munta's checker of certificates, muntac",
    );
  }
  return run;
}

function muntaText({ says, seconds }: MuntaRun): string {
  const after = `after ${seconds.toFixed(1)} s`;
  switch (says.kind) {
    case "accepted":
      return `  Munta accepts it ${after}\n`;
    case "rejected":
      return `  Munta rejects it ${after}: it is no proof\n`;
    case "stopped":
      return `  Munta was stopped ${after}, without an answer\n`;
    case "missing":
      return `  Munta could not be run: ${says.why}\n`;
    case "failed":
      return `  Munta could not make sense of the files, which is a fault of ours:\n${says.said.replace(/^/gm, "    ")}\n`;
  }
}

function exitOf({ says }: MuntaRun): ExitCode {
  if (says.kind === "accepted") return EXIT.satisfied;
  if (says.kind === "rejected") return EXIT.violated;
  return says.kind === "stopped" ? EXIT.unknown : EXIT.bug;
}
