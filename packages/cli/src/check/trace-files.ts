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
import { type Part, writeParts } from "../writing/numbered-files.ts";

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
  const parts = traced.flatMap(({ number, traces, query }) => {
    const written = tracedNetwork(network, query);
    return traces.flatMap((trace, at): Part[] => {
      const inexact = trace.sampled?.inexact;
      if (format === "xtr" && inexact !== undefined) {
        context.err(`the trace of query ${number} is not written: .xtr files are exact, and it is not (${inexact})\n`);
        return [];
      }
      const text = () =>
        budget.finishing(() => formatTrace(written, trace, format, { model, query: query.text }, full));
      const numbers = [...(traced.length > 1 ? [number] : []), ...(traces.length > 1 ? [at + 1] : [])];
      return [{ query: number, numbers, text }];
    });
  });
  await writeParts(path, "trace", parts, context);
}

/** Traces beside the first one, where several were asked for. */
export function othersOf(verdict: Verdict): readonly Trace[] {
  return verdict.kind !== "unknown" && verdict.evidence.kind === "trace" ? (verdict.evidence.others ?? []) : [];
}
