// The formats in which traces are written.

import type { Network } from "../../network/index.ts";
import type { Trace } from "../trace.ts";
import { traceToDot } from "./dot.ts";
import { traceToText } from "./full-text.ts";
import { traceToMermaid } from "./mermaid.ts";
import { traceToXtr } from "./uppaal/xtr.ts";
import { traceToJsonFile } from "./write-json.ts";

type About = Parameters<typeof traceToJsonFile>[2];

const WRITERS = {
  text: traceToText,
  json: (network: Network, trace: Trace, about: About, full: boolean) =>
    traceToJsonFile(network, trace, about, { full }),
  xtr: traceToXtr,
  dot: traceToDot,
  mermaid: traceToMermaid,
};

export type TraceFormat = keyof typeof WRITERS;
export const TRACE_FORMATS = Object.keys(WRITERS) as readonly TraceFormat[];

/** `about` and `full` (whole states instead of changes) concern JSON only. */
export function formatTrace(network: Network, trace: Trace, format: TraceFormat, about: About, full = false): string {
  return WRITERS[format](network, trace, about, full);
}
