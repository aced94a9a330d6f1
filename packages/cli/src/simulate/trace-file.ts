// Runs of the simulator, written to files and read back.

import {
  formatTrace,
  judgeTrace,
  judgeXtr,
  type Network,
  type Replay,
  readTraceJson,
  readXtr,
  type Simulator,
  type Trace,
} from "@tracehound/core";
import { TRACE_ENDINGS } from "../check/trace-files.ts";
import type { Context } from "../context.ts";
import { BadInput } from "../errors.ts";
import { byEnding } from "../writing/endings.ts";

/** Says what was written. */
export async function writeRun(simulator: Simulator, path: string, model: string, context: Context): Promise<string> {
  if (path === "") return "say where: t run.json";
  const text = context.attempt(() =>
    formatTrace(simulator.network, simulator.trace(), byEnding(path, TRACE_ENDINGS, { otherwise: "text" }), { model }),
  );
  await context.writeFile(path, text);
  return `${simulator.length === 1 ? "1 step" : `${simulator.length} steps`} written to ${path}`;
}

/** A trace of the model, in JSON or as UPPAAL's `.xtr`; the latter has no delays, and is timed anew. */
export async function readRun(network: Network, path: string, context: Context): Promise<Trace> {
  if (path === "") throw new BadInput("say which: o run.json, o run.xtr");
  const text = new TextDecoder().decode(await context.readFile(path));
  const outcome = context.attempt(() => judged(network, text, path));
  if (!outcome.ok) throw new BadInput(`${path} is no run of the model: step ${outcome.step}: ${outcome.problem}`);
  return outcome.trace;
}

function judged(network: Network, text: string, path: string): Replay {
  const run = isJsonTrace(path, text) ? readTraceJson(network, text) : readXtr(network, text);
  if ("problem" in run) throw new BadInput(`${path} is no trace of the model: ${run.problem}`);
  return "path" in run ? judgeTrace(network, undefined, run) : judgeXtr(network, undefined, run);
}

/** By its name or by how it begins; otherwise it is UPPAAL's `.xtr`. */
export function isJsonTrace(path: string, text: string): boolean {
  return /\.json$/i.test(path) || /^\s*[{[]/.test(text);
}
