// Runs of the simulator, written to files and read back.

import { formatTrace, judgeTrace, type Network, readTraceJson, type Simulator, type Trace } from "@tracehound/core";
import { traceFormat } from "../check/trace-files.ts";
import type { Context } from "../context.ts";
import { BadInput } from "../errors.ts";

/** Says what was written. */
export async function writeRun(simulator: Simulator, path: string, model: string, context: Context): Promise<string> {
  if (path === "") return "say where: t run.json";
  const text = context.attempt(() =>
    formatTrace(simulator.network, simulator.trace(), traceFormat(path, undefined), { model }),
  );
  await context.writeFile(path, text);
  return `${simulator.length} steps written to ${path}`;
}

/** A trace in JSON that is a run of the model. */
export async function readRun(network: Network, path: string, context: Context): Promise<Trace> {
  const text = new TextDecoder().decode(await context.readFile(path));
  const run = readTraceJson(network, text);
  if ("problem" in run) throw new BadInput(`${path} is no trace of the model: ${run.problem}`);
  const outcome = judgeTrace(network, undefined, run);
  if (!outcome.ok) throw new BadInput(`${path} is no run of the model: step ${outcome.step}: ${outcome.problem}`);
  return outcome.trace;
}
