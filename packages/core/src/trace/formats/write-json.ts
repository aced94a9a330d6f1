// Traces as JSON, self-contained: a reader needs no model to understand one, and `replay` needs only the model.
// Delays and clock values are numbers where a number is exact and fractions in text ("1/3") elsewhere. The whole state
// stands at the beginning; steps say what they change. The schema is described in docs/trace-format.md.

import { defined } from "../../basics/defined.ts";
import type { Network } from "../../network/index.ts";
import { type ConcreteState, clockValue } from "../../semantics/index.ts";
import { plus, ZERO } from "../../zone/index.ts";
import { cellTableOf, changedVariables, exactNumber, locationName, participantsOf } from "../names.ts";
import type { Loop, Sampled, Trace, TraceStep } from "../trace.ts";

export interface StateJson {
  readonly locations: Readonly<Record<string, string>>;
  readonly variables: Readonly<Record<string, number>>;
  readonly clocks: Readonly<Record<string, number | string>>;
}
export interface EdgeJson {
  readonly process: string;
  /** Number of the edge in its process, from 0. */
  readonly edge: number;
  readonly select: readonly number[];
  readonly from: string;
  readonly to: string;
  readonly label?: string;
}
export interface StepJson {
  readonly delay: number | string;
  /** Time since the start when the step is taken. */
  readonly time: number | string;
  readonly edges: readonly EdgeJson[];
  readonly changes: ChangesJson;
  /** Where whole states are asked for. */
  readonly state?: StateJson;
}
/** What the step changes: locations, variables, and the clocks it sets. The other clocks advance by delay × rate. */
export type ChangesJson = Partial<StateJson>;
export interface LoopJson {
  readonly start: number;
  readonly turns: number;
  readonly repeats: Loop["repeats"];
  readonly time: Loop["time"];
  readonly period?: number | string;
}
export interface TraceJson {
  readonly length: number;
  readonly loopStart?: number;
  readonly loop?: LoopJson;
  readonly end: Trace["end"];
  readonly duration: number | string;
  /** Of a run that was drawn at random: its number, its seed, and why it was not replayed, where it was not. */
  readonly sampled?: Sampled;
  readonly initial: StateJson;
  readonly steps: readonly StepJson[];
  readonly finalDelay: number | string;
}
export interface TraceFileJson extends TraceJson {
  readonly format: "tracehound-trace";
  readonly formatVersion: 2;
  readonly model: string;
  readonly query?: string;
}

export interface TraceJsonOptions {
  /** Every step carries the whole state behind it, too. */
  readonly full?: boolean;
}

export function traceToJson(network: Network, trace: Trace, { full = false }: TraceJsonOptions = {}): TraceJson {
  let time = ZERO;
  let before = trace.initial;
  const steps = trace.steps.map((step): StepJson => {
    const { delay, transition, state } = step;
    time = plus(time, delay);
    const edges = participantsOf(network, transition).map(({ name, edge, select, from, to, label }) => ({
      process: name,
      edge,
      select: select.map(({ value }) => value),
      from,
      to,
      ...defined({ label }),
    }));
    const changes = changesToJson(network, before, step);
    before = state;
    const whole = full ? { state: stateToJson(network, state) } : {};
    return { delay: exactNumber(delay), time: exactNumber(time), edges, changes, ...whole };
  });
  const { finalDelay, ...summary } = traceSummaryToJson(network, trace);
  return { ...summary, steps, finalDelay };
}

/** A trace without its steps. */
export function traceSummaryToJson(network: Network, { loop, steps, ...trace }: Trace): Omit<TraceJson, "steps"> {
  const time = steps.reduce((sum, { delay }) => plus(sum, delay), ZERO);
  return {
    length: steps.length,
    ...defined({
      loopStart: loop === undefined ? undefined : loop.start,
      loop: loop === undefined ? undefined : loopToJson(loop),
    }),
    end: trace.end,
    duration: exactNumber(plus(time, trace.finalDelay)),
    ...defined({ sampled: trace.sampled }),
    initial: stateToJson(network, trace.initial),
    finalDelay: exactNumber(trace.finalDelay),
  };
}

function loopToJson({ period, ...loop }: Loop): LoopJson {
  return { ...loop, ...defined({ period: period === undefined ? undefined : exactNumber(period) }) };
}

function changesToJson(network: Network, before: ConcreteState, { state, assigned }: TraceStep): ChangesJson {
  const locations: Record<string, string> = {};
  if (state.locations !== before.locations) {
    const [old, now] = [before.locations, state.locations];
    for (let index = 0; index < now.length; index++) {
      if (old[index] !== now[index]) locations[network.processes[index]!.name] = locationName(network, state, index);
    }
  }
  const changed = changedVariables(network, before, state);
  const variables = Object.fromEntries(changed.map(({ name, after }) => [name, after]));
  const clocks = Object.fromEntries(
    assigned.map((clock) => [network.clocks[clock]!.name, exactNumber(clockValue(state, clock))]),
  );
  const some = (group: object): boolean => Object.keys(group).length > 0;
  return {
    ...defined({
      locations: some(locations) ? locations : undefined,
      variables: some(variables) ? variables : undefined,
      clocks: some(clocks) ? clocks : undefined,
    }),
  };
}

export function traceToJsonFile(
  network: Network,
  trace: Trace,
  about: { readonly model: string; readonly query?: string },
  options?: TraceJsonOptions,
): string {
  const file: TraceFileJson = {
    format: "tracehound-trace",
    formatVersion: 2,
    ...about,
    ...traceToJson(network, trace, options),
  };
  const { steps, ...head } = file;
  const opening = JSON.stringify(head, null, 2).replace(/\n\}$/, "");
  // One step a line: long traces stay small, and can be looked at and compared.
  const lines = steps.map((step) => `    ${JSON.stringify(step)}`);
  return `${opening},\n  "steps": [${lines.length === 0 ? "" : `\n${lines.join(",\n")}\n  `}]\n}\n`;
}

export function stateToJson(network: Network, state: ConcreteState): StateJson {
  const table = cellTableOf(network);
  const locations: Record<string, string> = {};
  for (const [index, process] of network.processes.entries()) {
    locations[process.name] = locationName(network, state, index);
  }
  const variables: Record<string, number> = {};
  for (let cell = 0; cell < network.cells; cell++) {
    if (table.meta[cell] !== 1) variables[table.name(cell)] = state.cells[cell]!;
  }
  const clocks: Record<string, number | string> = {};
  for (const [index, clock] of network.clocks.entries()) clocks[clock.name] = exactNumber(state.clocks[index]!);
  return { locations, variables, clocks };
}
