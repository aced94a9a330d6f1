// A trace as a Graphviz graph: one node per state, one arrow per step, the loop of a lasso closed.

import type { Network } from "../../network/index.ts";
import type { ConcreteState } from "../../semantics/index.ts";
import { compare, ZERO } from "../../zone/index.ts";
import { changedVariables, exactText, locationName, loopText, participantsOf } from "../names.ts";
import type { Trace } from "../trace.ts";

export function traceToDot(network: Network, trace: Trace): string {
  const lines = ["digraph trace {", "  rankdir=TB;", '  node [shape=box, fontname="sans-serif"];'];
  const states = [trace.initial, ...trace.steps.map(({ state }) => state)];
  const { loop } = trace;
  const loops = loop !== undefined;
  if (loops) lines.push(`  label=${quote(loopText(loop))};`);
  const shown = loops ? states.slice(0, -1) : states;
  for (const [index, state] of shown.entries()) {
    const last = index === states.length - 1;
    const style = last && !loops ? ", peripheries=2" : "";
    lines.push(`  s${index} [label=${quote(stateLabel(network, states[index - 1], state))}${style}];`);
  }
  for (const [index, { delay, transition }] of trace.steps.entries()) {
    const target = loops && index === trace.steps.length - 1 ? loop.start : index + 1;
    const who = participantsOf(network, transition).map(({ name, label }) => (label ? `${name} ${label}` : name));
    const wait = compare(delay, ZERO) > 0 ? `+${exactText(delay)}: ` : "";
    lines.push(`  s${index} -> s${target} [label=${quote(wait + who.join("\n"))}];`);
  }
  return `${[...lines, "}"].join("\n")}\n`;
}

/** All locations at the start, afterwards what is new. */
function stateLabel(network: Network, before: ConcreteState | undefined, state: ConcreteState): string {
  const places: string[] = [];
  for (const [index, { name }] of network.processes.entries()) {
    if (before === undefined || before.locations[index] !== state.locations[index]) {
      places.push(`${name}.${locationName(network, state, index)}`);
    }
  }
  const data =
    before === undefined ? [] : changedVariables(network, before, state).map((c) => `${c.name} = ${c.after}`);
  return [...places, ...data].join("\n");
}

function quote(text: string): string {
  return `"${text.replaceAll("\\", "\\\\").replaceAll('"', '\\"').replaceAll("\n", "\\n")}"`;
}
