// From the core's traces to the library's runs.

import { type Network, type Trace, traceStory, traceToJson } from "@tracehound/core";
import type { Run } from "./run.ts";

export function runOf(network: Network, trace: Trace): Run {
  const json = traceToJson(network, trace) as unknown as Omit<Run, "story">;
  return { ...json, story: traceStory(network, trace) };
}
