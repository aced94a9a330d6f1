// `certify --for munta`: the three files of Munta's checker, and what it says about them.

import { type Budget, type MuntaExport, MuntaRefusal } from "@tracehound/core";
import type { Context } from "../context.ts";
import { NotSupported, UsageError } from "../errors.ts";
import { EXIT, type ExitCode } from "../exit-codes.ts";
import { secondsOf } from "../limits/options.ts";
import { byInclusion, type Claimed } from "./by-inclusion.ts";
import type { ForChecker } from "./for-checker.ts";
import {
  exportText,
  listOf,
  type MuntaFiles,
  muntacArguments,
  muntacCommand,
  muntaFiles,
  writeMuntaFiles,
} from "./munta-files.ts";
import { type MuntaRun, runMunta } from "./run-munta.ts";

export const forMunta: ForChecker = async (given, { output, run }, context, bounds) => {
  const files = muntaFiles(output);
  await context.ensureWritable(listOf(files));
  const claimed = await byInclusion(given, "Munta", context, bounds);
  const made = await written(files, claimed, context, bounds.budget);
  const munta = run === undefined ? undefined : await checked(run, files, made, context, bounds.budget);
  const command = muntacCommand(files, made.deadlock);
  const told = munta === undefined ? {} : { munta: { ...munta.says, seconds: munta.seconds } };
  return {
    json: {
      exploredAnew: claimed.isExplored === true,
      files,
      command,
      bytes: made.cert.length,
      ...made.counts,
      ...told,
    },
    text:
      `  written: ${listOf(files).join(", ")}\n  ${exportText(made)}\n` +
      `  check with: ${command}\n${munta === undefined ? "" : muntaText(munta)}`,
    exit: munta === undefined ? EXIT.satisfied : exitOf(munta),
  };
};

async function written(files: MuntaFiles, claimed: Claimed, context: Context, budget: Budget): Promise<MuntaExport> {
  try {
    return await writeMuntaFiles(files, claimed, context, (work) => budget.during(work));
  } catch (error) {
    if (!(error instanceof MuntaRefusal)) throw error;
    context.whenItFails({ refused: error.reason });
    throw new NotSupported([error.diagnostic], context.modelSources);
  }
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
