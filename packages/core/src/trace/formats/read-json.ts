// Reads a trace file back: the JSON that `--trace` writes, checked piece by piece, and resolved against the model.
// Steps carry what they change (version 2) or the whole state behind them (version 1); either is compared with the run.

import * as v from "valibot";
import { readJson } from "../../basics/checked-json.ts";
import { defined } from "../../basics/defined.ts";
import type { Network } from "../../network/index.ts";
import { createConcreteSemantics } from "../../semantics/index.ts";
import type { JointTransition } from "../../semantics/joint-transition.ts";
import { parseRational, type Rational, rationalOf } from "../../zone/index.ts";
import type { Path, TraceEnd } from "../trace.ts";

const exact = v.union([v.number(), v.string()]);
const count = v.pipe(v.number(), v.integer(), v.minValue(0));
const int = v.pipe(v.number(), v.integer());
/** Fields that are only compared are not looked at here. */
const schema = v.looseObject({
  format: v.optional(v.literal("tracehound-trace")),
  formatVersion: v.optional(v.picklist([1, 2])),
  model: v.optional(v.string()),
  query: v.optional(v.string()),
  labels: v.optional(v.array(v.string())),
  loopStart: v.optional(count),
  loop: v.optional(v.looseObject({ start: count, turns: v.pipe(v.number(), v.integer(), v.minValue(1)) })),
  end: v.optional(v.picklist(["stopped", "target", "deadlock", "unbounded-delay", "loop", "fault"])),
  initial: v.optional(v.looseObject({ locations: v.optional(v.record(v.string(), v.string())) })),
  finalDelay: v.optional(exact, 0),
  steps: v.array(
    v.looseObject({
      delay: exact,
      edges: v.array(v.looseObject({ process: v.string(), edge: count, select: v.optional(v.array(int), []) })),
    }),
  ),
});

export interface RecordedRun {
  readonly path: Path;
  /** One per step, and the one at the end. */
  readonly delays: readonly Rational[];
  /** What the file says, as it says it. */
  readonly recorded: object;
  readonly query?: string;
  readonly labels?: readonly string[];
  readonly end?: TraceEnd;
  readonly loop?: { readonly start: number; readonly turns: number };
}

export function readTraceJson(network: Network, text: string): RecordedRun | { readonly problem: string } {
  const read = readJson(text, schema);
  if ("problem" in read) return read;
  const { steps, finalDelay, initial, query, labels, end, loopStart, loop } = read.output;
  const transitions: JointTransition[] = [];
  const delays: Rational[] = [];
  const processes = new Map(network.processes.map((process) => [process.name, process]));
  for (const [index, step] of steps.entries()) {
    const delay = exactRational(step.delay);
    if (delay === undefined) return { problem: `the delay of step ${index + 1} is no number` };
    delays.push(delay);
    const edges: { edge: number; select: readonly number[] }[] = [];
    for (const { process: name, edge, select } of step.edges) {
      const id = processes.get(name)?.edges[edge];
      if (id === undefined) return { problem: `step ${index + 1}: ${name} has no edge ${edge}` };
      edges.push({ edge: id, select });
    }
    transitions.push({ edges });
  }
  const begin = loop?.start ?? loopStart;
  const last = exactRational(finalDelay);
  if (last === undefined) return { problem: "the final delay is no number" };
  return {
    path: { initial: initialOf(network, initial?.locations), transitions },
    delays: [...delays, last],
    recorded: read.json as object,
    ...defined({ query, labels, end }),
    ...defined({ loop: begin === undefined ? undefined : { start: begin, turns: loop?.turns ?? 1 } }),
  };
}

/** Initial states whose invariant is false are none, so they are looked up and not counted. */
function initialOf(network: Network, at: Readonly<Record<string, string>> | undefined): number {
  if (at === undefined || network.processes.every(({ initial }) => initial.length === 1)) return 0;
  return createConcreteSemantics(network)
    .initial()
    .findIndex(({ locations }) =>
      network.processes.every(({ name, locations: all }, process) => at[name] === all[locations[process]!]!.name),
    );
}

/** A number as JSON has it, taken for exactly the number it is in binary. */
export function exactRational(value: number | string): Rational | undefined {
  if (typeof value === "string") return parseRational(value);
  return Number.isFinite(value) ? rationalOf(value) : undefined;
}
