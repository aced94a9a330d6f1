// The stored zone graph as a Graphviz graph: a node per stored state with its locations, variables and zone, an arrow
// per successor to the stored state that contains it.

import type { StateId } from "../../engine/engine.ts";
import type { ReferenceEngine } from "../../engine/index.ts";
import type { Network } from "../../network/index.ts";
import { cellTableOf, participantsOf } from "../../trace/index.ts";
import { includes, zoneToString } from "../../zone/index.ts";

export function zoneGraphToDot(network: Network, engine: ReferenceEngine): string {
  const states: StateId[] = [];
  const byDiscrete = new Map<string, StateId[]>();
  for (let id = 0; states.length < engine.statistics.stored; id++) {
    if (!engine.alive(id)) continue;
    states.push(id);
    const key = keyOf(engine.stateOf(id));
    byDiscrete.set(key, [...(byDiscrete.get(key) ?? []), id]);
  }
  const lines = ["digraph zones {", '  node [shape=box, fontname="sans-serif"];'];
  for (const id of states) lines.push(`  s${id} [label=${quote(labelOf(network, engine, id))}];`);
  for (const id of states) {
    const { count, transition } = engine.expand(id);
    const successors = Array.from({ length: count }, (_, ordinal) => ({
      transition: transition(ordinal),
      candidate: engine.candidate(ordinal),
    }));
    for (const { transition: step, candidate } of successors) {
      const same = byDiscrete.get(keyOf(candidate.discrete)) ?? [];
      // By simulation a state may be covered without being contained; then any state there stands for it, dashed.
      const inside = same.find((other) => {
        const { zone, dim } = engine.stateOf(other);
        return includes(zone, candidate.zone, dim);
      });
      const target = inside ?? same[0];
      if (target === undefined) continue;
      const who = participantsOf(network, step).map(({ name, label }) =>
        label === undefined ? name : `${name} ${label}`,
      );
      const style = inside === undefined ? ", style=dashed" : "";
      lines.push(`  s${id} -> s${target} [label=${quote(who.join("\n"))}${style}];`);
    }
  }
  return `${[...lines, "}"].join("\n")}\n`;
}

function labelOf(network: Network, engine: ReferenceEngine, id: StateId): string {
  const { locations, cells, dim } = engine.stateOf(id);
  const table = cellTableOf(network);
  const places = network.processes.map(({ name, locations: all }, p) => `${name}.${all[locations[p]!]!.name}`);
  const data = Array.from(cells, (value, cell) => `${table.name(cell)} = ${value}`);
  const names = network.clocks.map(({ name }) => name);
  return [places.join(" "), data.join(" "), zoneToString(engine.valuationsOf(id), dim, names)]
    .filter((line) => line !== "")
    .join("\n");
}

function keyOf({ locations, cells }: { readonly locations: Int32Array; readonly cells: Int32Array }): string {
  return `${locations.join()};${cells.join()}`;
}

function quote(text: string): string {
  return `"${text.replaceAll("\\", "\\\\").replaceAll('"', '\\"').replaceAll("\n", "\\n")}"`;
}
