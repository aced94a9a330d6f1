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
  traceOf,
  type Verdict,
} from "@tracehound/core";
import type { Context } from "../context.ts";
import { UsageError } from "../errors.ts";

const EXTENSIONS: Readonly<Record<string, TraceFormat>> = {
  json: "json",
  xtr: "xtr",
  dot: "dot",
  gv: "dot",
  mmd: "mermaid",
  mermaid: "mermaid",
};

export function traceFormat(path: string, option: string | undefined): TraceFormat {
  if (option === undefined) return EXTENSIONS[/\.([A-Za-z]+)$/.exec(path)?.[1]?.toLowerCase() ?? ""] ?? "text";
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
    return trace === undefined
      ? []
      : [{ number, traces: [trace, ...othersOf(result.verdict)], query: result.query.text }];
  });
  if (traced.length === 0) context.err("there is no trace to write\n");
  for (const { number, traces, query } of traced) {
    const file = numbered(path, number, traced.length > 1);
    for (const [index, trace] of traces.entries()) {
      const one = numbered(file, index + 1, traces.length > 1);
      const text = budget.finishing(() => formatTrace(network, trace, format, { model, query }, full));
      await context.writeFile(one, text);
      context.err(`trace of query ${number} written to ${one}\n`);
    }
  }
}

/** Traces beside the first one, where several were asked for. */
export function othersOf(verdict: Verdict): readonly Trace[] {
  return verdict.kind !== "unknown" && verdict.evidence.kind === "trace" ? (verdict.evidence.others ?? []) : [];
}
