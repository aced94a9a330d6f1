// Writes plans (`--gantt FILE`), one file per query that has a trace; the ending names the format. Where nothing is
// planned, the rows are processes and the bars are their locations.

import {
  type CheckResult,
  drawGantt,
  drawSchedule,
  locationBars,
  type Network,
  pictureToFile,
  type ScheduleBar,
  type Trace,
  traceOf,
} from "@tracehound/core";
import type { Context } from "../context.ts";
import { byEnding } from "../writing/endings.ts";
import { partsOf, writeParts } from "../writing/numbered-files.ts";

type GanttWriter = (network: Network, trace: Trace, schedule: readonly ScheduleBar[] | undefined) => string;

export const GANTT_ENDINGS: Readonly<Record<string, GanttWriter>> = {
  svg: (network, trace, schedule) =>
    pictureToFile(
      schedule === undefined ? drawGantt(network, trace) : drawSchedule(schedule, { run: { trace } }),
      "light",
    ),
  json: (network, trace, schedule) => `${JSON.stringify(schedule ?? locationBars(network, trace), null, 2)}\n`,
};

export function ganttWriter(path: string): GanttWriter {
  return byEnding(path, GANTT_ENDINGS);
}

export async function writeGantts(
  network: Network,
  results: readonly { readonly number: number; readonly result: CheckResult }[],
  path: string,
  context: Context,
): Promise<void> {
  const write = ganttWriter(path);
  const shown = results.flatMap(({ number, result }) => {
    const trace = traceOf(result.verdict);
    return trace === undefined ? [] : [{ number, trace, schedule: result.schedule }];
  });
  if (shown.length === 0) context.err("there is no chart to write: no query has a trace\n");
  const text = ({ trace, schedule }: (typeof shown)[number]): string => write(network, trace, schedule);
  await writeParts(path, "chart", partsOf(shown, text), context);
}
