// Traces as JSON, self-contained: a reader needs no model to understand one, and `replay` needs only the model.
// Delays and clock values are numbers where a number is exact and fractions in text ("1/3") elsewhere. The schema
// is described in docs/trace-format.md.

import type { ConcreteState } from "../engine/index.ts";
import type { Network } from "../network/index.ts";
import { plus, ZERO } from "../zone/index.ts";
import { cellTableOf, exactNumber, locationName, participantsOf } from "./names.ts";
import type { Trace } from "./trace.ts";

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
  readonly state: StateJson;
}
export interface TraceJson {
  readonly length: number;
  readonly loopStart?: number;
  readonly end: Trace["end"];
  readonly duration: number | string;
  readonly initial: StateJson;
  readonly steps: readonly StepJson[];
  readonly finalDelay: number | string;
}
export interface TraceFileJson extends TraceJson {
  readonly format: "tracehound-trace";
  readonly formatVersion: 1;
  readonly model: string;
  readonly query?: string;
}

export function traceToJson(network: Network, trace: Trace): TraceJson {
  let time = ZERO;
  const steps = trace.steps.map(({ delay, transition, state }): StepJson => {
    time = plus(time, delay);
    const edges = participantsOf(network, transition).map(({ name, edge, select, from, to, label }) => ({
      process: name,
      edge,
      select: select.map(({ value }) => value),
      from,
      to,
      ...(label === undefined ? {} : { label }),
    }));
    return { delay: exactNumber(delay), time: exactNumber(time), edges, state: stateToJson(network, state) };
  });
  return {
    length: steps.length,
    ...(trace.loopStart === undefined ? {} : { loopStart: trace.loopStart }),
    end: trace.end,
    duration: exactNumber(plus(time, trace.finalDelay)),
    initial: stateToJson(network, trace.initial),
    steps,
    finalDelay: exactNumber(trace.finalDelay),
  };
}

export function traceToJsonFile(network: Network, trace: Trace, model: string, query?: string): string {
  const file: TraceFileJson = {
    format: "tracehound-trace",
    formatVersion: 1,
    model,
    ...(query === undefined ? {} : { query }),
    ...traceToJson(network, trace),
  };
  return `${JSON.stringify(file, null, 2)}\n`;
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
