// `tracehound replay`: runs a trace file (JSON or UPPAAL's .xtr) through the exact semantics of a model.

import {
  type Formula,
  type Goal,
  type LoadedModel,
  type Network,
  type RecordedRun,
  readTraceJson,
  readXtr,
  replay as replayRun,
  resolveXtr,
  stateToJson,
  type Trace,
  timeByZones,
  traceToJson,
  traceToText,
} from "@tracehound/core";
import { defineCommand } from "../command.ts";
import { BadInput } from "../errors.ts";
import { EXIT } from "../exit-codes.ts";
import { VERSION } from "../version.ts";

const ALWAYS: Formula = { kind: "data", condition: { kind: "constant", value: 1 } };

export const replay = defineCommand<{ json?: true }>({
  name: "replay",
  summary: "Runs a trace through a model.",
  description:
    "Runs a trace through the exact semantics of a model, step by step: every delay must be allowed, every step " +
    "possible, every state as the file says. Reads the JSON that `check --trace` writes, and UPPAAL's .xtr files, " +
    "which have no delays and are timed anew.",
  examples: [["tracehound replay model.xml run.json", "exit 0 when the run is one of the model, 1 when it is not"]],
  declare: (command) =>
    command
      .argument("<model>", "the model")
      .argument("<trace>", "the trace: .json or .xtr")
      .option("--json", "print one JSON object instead of text"),
  async run([path, file], options, context) {
    const loaded = await context.loadModel(path!);
    const { network } = loaded;
    const text = new TextDecoder().decode(await context.readFile(file!));
    const run = /^\s*\{/.test(text) ? readTraceJson(network, text) : timed(network, text);
    if ("problem" in run) throw new BadInput(`${file} is no trace of ${path}: ${run.problem}`);
    const outcome = replayed(loaded, run);
    if (options.json) {
      const { ok, problem, step, trace } = outcome;
      const told = ok ? { trace: traceToJson(network, trace!) } : { step, problem };
      context.json({ tool: "tracehound", version: VERSION, model: path, file, ok, ...told });
    } else if (outcome.ok) {
      context.out(`the trace is a run of the model\n\n${traceToText(network, outcome.trace!)}`);
    } else {
      context.out(`the trace is no run of the model: step ${outcome.step}: ${outcome.problem}\n`);
    }
    return outcome.ok ? EXIT.satisfied : EXIT.violated;
  },
});

/** A symbolic trace gets delays first. */
function timed(network: Network, text: string): RecordedRun | { readonly problem: string } {
  const read = readXtr(network, text);
  if ("problem" in read) return read;
  const path = resolveXtr(network, read.steps);
  if ("problem" in path) return path;
  const delays = timeByZones(network, { path, goal: { kind: "target", formula: ALWAYS }, frameSize: 0 });
  return delays === undefined ? { problem: "no run takes these steps" } : { path, delays, states: [] };
}

interface Outcome {
  readonly ok: boolean;
  readonly step?: number;
  readonly problem?: string;
  readonly trace?: Trace;
}

function replayed(loaded: LoadedModel & { readonly network: Network }, run: RecordedRun): Outcome {
  const { network } = loaded;
  const { goal, frameSize } = goalOf(loaded, run);
  const result = replayRun(network, { path: run.path, goal, frameSize }, run.delays);
  if (!result.ok) return result;
  const states = [result.trace.initial, ...result.trace.steps.map(({ state }) => state)];
  for (const [step, state] of states.entries()) {
    const recorded = run.states[step];
    if (recorded === undefined) continue;
    const differing = firstDifference(stateToJson(network, state), recorded);
    if (differing !== undefined) return { ok: false, step, problem: `${differing} is not what the file says` };
  }
  return { ok: true, trace: result.trace };
}

/** What the end of the run is to show, as far as the file says so. */
function goalOf(loaded: LoadedModel, { end, query, loopStart }: RecordedRun): { goal: Goal; frameSize: number } {
  if (end === "deadlock" || end === "unbounded-delay") return { goal: { kind: end }, frameSize: 0 };
  if (end === "loop" && loopStart !== undefined) return { goal: { kind: "loop", loopStart }, frameSize: 0 };
  const compiled = end === "target" && query !== undefined ? loaded.compileQuery(query, "query") : undefined;
  if (compiled?.ok) {
    const { value } = compiled;
    const { frameSize } = value;
    if (value.kind === "E<>") return { goal: { kind: "target", formula: value.formula }, frameSize };
    if (value.kind === "A[]") {
      return { goal: { kind: "target", formula: { kind: "not", part: value.formula } }, frameSize };
    }
  }
  return { goal: { kind: "target", formula: ALWAYS }, frameSize: 0 };
}

type StateRecord = Readonly<Record<string, Readonly<Record<string, number | string>>>>;

function firstDifference(actual: object, recorded: object): string | undefined {
  for (const [group, values] of Object.entries(recorded as StateRecord)) {
    for (const [name, value] of Object.entries(values)) {
      if ((actual as StateRecord)[group]?.[name] !== value) return name;
    }
  }
  return undefined;
}
