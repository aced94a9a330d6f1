// Writes traces in the format that was asked for or that the file's extension names. Several queries with traces get
// a file each, numbered like the queries.

import {
  type Budget,
  type CheckResult,
  formatTrace,
  type Network,
  TRACE_FORMATS,
  type Trace,
  type TraceFormat,
  tracedNetwork,
  traceOf,
  type Verdict,
} from "@tracehound/core";
import type { Context } from "../context.ts";
import { UsageError } from "../errors.ts";
import { byEnding } from "../writing/endings.ts";

export const TRACE_ENDINGS: Readonly<Record<string, TraceFormat>> = {
  txt: "text",
  json: "json",
  xtr: "xtr",
  dot: "dot",
  gv: "dot",
  mmd: "mermaid",
  mermaid: "mermaid",
};

export function traceFormat(path: string, option: string | undefined): TraceFormat {
  if (option === undefined) return byEnding(path, TRACE_ENDINGS, { otherwise: "text", option: "--format" });
  const format = TRACE_FORMATS.find((name) => name === option);
  if (format === undefined)
    throw new UsageError(`there is no trace format ${option}`, `there are ${TRACE_FORMATS.join(", ")}`);
  return format;
}

/** `run.json` becomes `run-3.json` when there are several. */
export function numbered(path: string, number: number, several: boolean): string {
  return several ? path.replace(/(\.[^./\\]*)?$/, (extension) => `-${number}${extension}`) : path;
}

export async function writeTraces(
  network: Network,
  results: readonly { readonly number: number; readonly result: CheckResult }[],
  path: string,
  format: TraceFormat,
  { model, full }: { readonly model: string; readonly full: boolean },
  context: Context,
  budget: Budget,
): Promise<void> {
  const traced = results.flatMap(({ number, result }) => {
    const trace = traceOf(result.verdict);
    return trace === undefined ? [] : [{ number, traces: [trace, ...othersOf(result.verdict)], query: result.query }];
  });
  if (traced.length === 0) context.err("there is no trace to write\n");
  const written = traced.flatMap(({ number, traces, query }) => {
    const file = numbered(path, number, traced.length > 1);
    return traces.map((trace, at) => ({ number, query, trace, file: numbered(file, at + 1, traces.length > 1) }));
  });
  // Where one of them may not be written, none is.
  await context.ensureWritable(written.map(({ file }) => file));
  for (const { number, query, trace, file } of written) {
    const inexact = trace.sampled?.inexact;
    if (format === "xtr" && inexact !== undefined) {
      context.err(`the trace of query ${number} is not written: .xtr files are exact, and it is not (${inexact})\n`);
      continue;
    }
    const about = { model, query: query.text };
    const text = budget.finishing(() => formatTrace(tracedNetwork(network, query), trace, format, about, full));
    await context.writeFile(file, text);
    context.err(`trace of query ${number} written to ${file}\n`);
  }
}

/** Traces beside the first one, where several were asked for. */
export function othersOf(verdict: Verdict): readonly Trace[] {
  return verdict.kind !== "unknown" && verdict.evidence.kind === "trace" ? (verdict.evidence.others ?? []) : [];
}
