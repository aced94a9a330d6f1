// A trace as a story: when something happens, who does what, and what changed by it. Only changes are told; the
// whole state stands at the beginning and at the end.

import type { Network } from "../../network/index.ts";
import type { ConcreteState } from "../../semantics/index.ts";
import { compare, plus, type Rational, ZERO } from "../../zone/index.ts";
import {
  cellTableOf,
  changedVariables,
  exactText,
  locationName,
  loopText,
  type Participant,
  participantsOf,
} from "../names.ts";
import type { Trace } from "../trace.ts";

export function traceToText(network: Network, trace: Trace): string {
  const lines: string[] = [];
  const { steps, loop } = trace;
  lines.push(lengthText(trace));
  lines.push("", "start", ...describe(network, trace.initial, "      "));
  let time = ZERO;
  let before = trace.initial;
  for (const [index, { delay, transition, state }] of steps.entries()) {
    if (loop?.start === index) lines.push("", "      -- the loop begins here --");
    time = plus(time, delay);
    const waited = compare(delay, ZERO) > 0 ? `  (after ${exactText(delay)})` : "";
    lines.push("", `${String(index + 1).padStart(4)}  time ${exactText(time)}${waited}`);
    for (const participant of participantsOf(network, transition)) lines.push(`      ${told(participant)}`);
    const changes = changedVariables(network, before, state).map((c) => `${c.name}: ${c.before} → ${c.after}`);
    if (changes.length > 0) lines.push(`      ${changes.join(", ")}`);
    before = state;
  }
  if (compare(trace.finalDelay, ZERO) > 0) {
    time = plus(time, trace.finalDelay);
    lines.push("", `      time ${exactText(time)}  (after ${exactText(trace.finalDelay)})`);
  }
  lines.push("", ending(trace), ...describe(network, trace.final, "      "));
  return `${lines.join("\n")}\n`;
}

function told({ name, from, to, label, select }: Participant): string {
  const where = from === to ? `${name} stays in ${to}` : `${name}: ${from} → ${to}`;
  const how = label === undefined ? "" : `  ${label}`;
  const chosen = select.length === 0 ? "" : `  [${select.map(({ name: s, value }) => `${s} = ${value}`).join(", ")}]`;
  return where + how + chosen;
}

/** `6 steps, 4.5 time units` */
export function lengthText(trace: Trace): string {
  const { steps, sampled } = trace;
  const length = `${count(steps.length, "step")}, ${units(durationOf(trace))}`;
  if (sampled === undefined) return length;
  const { run, inexact } = sampled;
  return `run ${run}: ${length}${inexact === undefined ? "" : ` (sampled, not replayed: ${inexact})`}`;
}

export function ending({ end, loop }: Trace): string {
  switch (end) {
    case "stopped":
      return "end: so far the run goes";
    case "target":
      return "end: this is the state that was looked for";
    case "deadlock":
      return "end: nothing can happen any more (deadlock)";
    case "unbounded-delay":
      return "end: from here time can pass for ever without anything else happening";
    case "loop":
      return `end: back ${loop!.start === 0 ? "at the start" : `in the state after step ${loop!.start}`}; ${loopText(loop!)}`;
    case "fault":
      return "end: the next step fails";
  }
}

function describe(network: Network, state: ConcreteState, indent: string): string[] {
  const table = cellTableOf(network);
  const places = network.processes.map(({ name }, index) => `${name}.${locationName(network, state, index)}`);
  const data: string[] = [];
  for (let cell = 0; cell < network.cells; cell++) {
    if (table.meta[cell] !== 1) data.push(`${table.name(cell)} = ${state.cells[cell]}`);
  }
  const clocks = network.clocks.map(({ name }, index) => `${name} = ${exactText(state.clocks[index]!)}`);
  return [places, data, clocks].filter((list) => list.length > 0).flatMap((list) => wrapped(list, indent));
}

/** Lines of about a hundred characters. */
function wrapped(items: readonly string[], indent: string): string[] {
  const lines: string[] = [];
  let line = "";
  for (const item of items) {
    if (line !== "" && line.length + item.length > 100) {
      lines.push(`${indent}${line},`);
      line = item;
    } else {
      line = line === "" ? item : `${line}, ${item}`;
    }
  }
  return [...lines, indent + line];
}

export function durationOf(trace: Trace): Rational {
  return trace.steps.reduce((sum, { delay }) => plus(sum, delay), trace.finalDelay);
}

function count(n: number, what: string): string {
  return `${n} ${what}${n === 1 ? "" : "s"}`;
}

function units(time: Rational): string {
  const text = exactText(time);
  return `${text} time unit${text === "1" ? "" : "s"}`;
}
