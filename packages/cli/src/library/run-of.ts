// From the core's traces to the library's runs.

import { defined, type Network, type Trace, traceStory, traceToJson } from "@tracehound/core";
import type { Run, RunStep } from "./run.ts";

/** `full`: every step carries the whole state behind it. */
export function runOf(network: Network, trace: Trace, full = false): Run {
  const { length, duration, initial, finalDelay, end, loopStart, sampled, steps } = traceToJson(network, trace, {
    full,
  });
  return {
    length,
    duration,
    initial,
    steps: steps.map(({ delay, time, ...step }, index): RunStep => {
      const { channel } = trace.steps[index]!.transition;
      const name = channel === undefined ? undefined : network.channels[channel]!.name;
      return { delay, time, ...defined({ channel: name }), ...step };
    }),
    finalDelay,
    end,
    ...defined({ loopStart, sampled }),
    story: traceStory(network, trace),
  };
}
