// Reads a trace file back: the JSON that `--trace` writes, checked piece by piece, and resolved against the model.

import * as v from "valibot";
import type { JointTransition } from "../engine/engine.ts";
import type { Network } from "../network/index.ts";
import { parseRational, type Rational, rational, times } from "../zone/index.ts";
import type { StateJson } from "./json.ts";
import type { Path } from "./trace.ts";

const exact = v.union([v.number(), v.string()]);
const state = v.object({
  locations: v.record(v.string(), v.string()),
  variables: v.optional(v.record(v.string(), v.number()), {}),
  clocks: v.optional(v.record(v.string(), exact), {}),
});
const schema = v.object({
  format: v.optional(v.literal("tracehound-trace")),
  query: v.optional(v.string()),
  loopStart: v.optional(v.number()),
  end: v.optional(v.picklist(["target", "deadlock", "unbounded-delay", "loop", "fault"])),
  initial: v.optional(state),
  finalDelay: v.optional(exact, 0),
  steps: v.array(
    v.object({
      delay: exact,
      edges: v.array(v.object({ process: v.string(), edge: v.number(), select: v.optional(v.array(v.number()), []) })),
      state: v.optional(state),
    }),
  ),
});

export interface RecordedRun {
  readonly path: Path;
  /** One per step, and the one at the end. */
  readonly delays: readonly Rational[];
  /** What the file says the states are, the initial one first; absent where it says nothing. */
  readonly states: readonly (StateJson | undefined)[];
  readonly query?: string;
  readonly end?: "target" | "deadlock" | "unbounded-delay" | "loop" | "fault";
  readonly loopStart?: number;
}

export function readTraceJson(network: Network, text: string): RecordedRun | { readonly problem: string } {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return { problem: "it is no JSON" };
  }
  const parsed = v.safeParse(schema, json);
  if (!parsed.success) {
    const [issue] = parsed.issues;
    return { problem: `${issue.message} at ${v.getDotPath(issue) ?? "the top"}` };
  }
  const { steps, finalDelay, initial, query, end, loopStart } = parsed.output;
  const transitions: JointTransition[] = [];
  const delays: Rational[] = [];
  for (const [index, step] of steps.entries()) {
    const delay = exactRational(step.delay);
    if (delay === undefined) return { problem: `the delay of step ${index + 1} is no number` };
    delays.push(delay);
    const edges: { edge: number; select: readonly number[] }[] = [];
    for (const { process: name, edge, select } of step.edges) {
      const id = network.processes.find((process) => process.name === name)?.edges[edge];
      if (id === undefined) return { problem: `step ${index + 1}: ${name} has no edge ${edge}` };
      edges.push({ edge: id, select });
    }
    transitions.push({ edges });
  }
  const last = exactRational(finalDelay);
  if (last === undefined) return { problem: "the final delay is no number" };
  return {
    path: { initial: initialOf(network, initial), transitions },
    delays: [...delays, last],
    states: [initial, ...steps.map((step) => step.state)],
    ...(query === undefined ? {} : { query }),
    ...(end === undefined ? {} : { end }),
    ...(loopStart === undefined ? {} : { loopStart }),
  };
}

function initialOf(network: Network, initial: StateJson | undefined): number {
  if (initial === undefined) return 0;
  // Initial states are listed with the first process varying slowest.
  let index = 0;
  for (const { name, initial: choices, locations } of network.processes) {
    const at = choices.findIndex((location) => locations[location]!.name === initial.locations[name]);
    index = index * choices.length + Math.max(0, at);
  }
  return index;
}

/** A number as JSON has it, taken for exactly the number it is in binary. */
function exactRational(value: number | string): Rational | undefined {
  if (typeof value === "string") return parseRational(value);
  if (!Number.isFinite(value)) return undefined;
  let scaled = value;
  let factor = rational(1);
  while (!Number.isInteger(scaled)) {
    scaled *= 2;
    factor = times(factor, rational(1, 2));
  }
  return times(rational(scaled), factor);
}
