// A trace as the XML that `verifyta -X` writes: the system by its names, then vectors of locations, zones and values,
// nodes made of one of each, and the transitions between them.

import type { Network } from "../../../network/index.ts";
import { constantOf, isStrict } from "../../../zone/index.ts";
import type { Trace } from "../../trace.ts";
import { clockNames, edgesInFile, labelsOf, variableNames } from "./names.ts";
import { boundsOf, type SymbolicPoint, symbolicRun } from "./symbolic-run.ts";
import type { EdgeTexts } from "./verifyta-text.ts";

export function traceToUppaalXml(
  network: Network,
  trace: Trace,
  textsOf: (edge: number) => EdgeTexts = () => ({}),
): string {
  const { states, dim } = symbolicRun(network, trace);
  const lines = [
    '<?xml version="1.0" encoding="utf-8"?>',
    `<trace initial_node="State1">`,
    ...systemLines(network, textsOf),
    ...states.flatMap((state, index) => stateLines(network, state, dim, index + 1)),
    ...trace.steps.map(({ transition }, index) => {
      const edges = transition.edges.map(({ edge }) => {
        const { process, fileIndex } = network.edges[edge]!;
        return edgeId(network, process, fileIndex);
      });
      return `  <transition${attributes({ from: `State${index + 1}`, to: `State${index + 2}`, edges: edges.join(" ") })}/>`;
    }),
    "</trace>",
  ];
  return `${lines.join("\n")}\n`;
}

function systemLines(network: Network, textsOf: (edge: number) => EdgeTexts): string[] {
  const named = (tag: string) => (name: string) => `    <${tag}${attributes({ id: name, name: ownName(name) })}/>`;
  return [
    "  <system>",
    ...clockNames(network).map(named("clock")),
    ...variableNames(network).map(named("variable")),
    ...network.processes.flatMap((process, index) => [
      `    <process${attributes({ id: process.name, name: process.name })}>`,
      ...process.locations.map(({ name }) => `      <location${attributes({ id: `${process.name}.${name}`, name })}/>`),
      ...edgesInFile(network, process).flatMap((edge) => {
        if (edge === undefined) return [];
        const { guard, sync, update } = labelsOf(textsOf(edge.id));
        const [from, to] = [edge.source, edge.target].map((at) => `${process.name}.${process.locations[at]!.name}`);
        return [
          `      <edge${attributes({ id: edgeId(network, index, edge.fileIndex), from: from!, to: to! })}>`,
          `        <guard>${escaped(guard)}</guard>`,
          `        <sync>${escaped(sync)}</sync>`,
          `        <update>${escaped(update)}</update>`,
          "      </edge>",
        ];
      }),
      "    </process>",
    ]),
    "  </system>",
  ];
}

function stateLines(network: Network, state: SymbolicPoint, dim: number, number: number): string[] {
  const { locations, cells } = state.discrete;
  const clocks = clockNames(network);
  const variables = variableNames(network);
  const at = network.processes.map(({ name, locations: all }, p) => `${name}.${all[locations[p]!]!.name}`);
  const parts = {
    id: `State${number}`,
    location_vector: `Locations${number}`,
    dbm_instance: `Zone${number}`,
    variable_vector: `Values${number}`,
  };
  return [
    `  <location_vector${attributes({ id: parts.location_vector, locations: at.join(" ") })}/>`,
    `  <dbm_instance${attributes({ id: parts.dbm_instance })}>`,
    ...boundsOf(state, dim).map(({ i, j, bound }) => {
      const comp = isStrict(bound) ? "<" : "<=";
      return `    <clockbound${attributes({ clock1: clocks[i]!, clock2: clocks[j]!, bound: `${constantOf(bound)}`, comp })}/>`;
    }),
    "  </dbm_instance>",
    `  <variable_vector${attributes({ id: parts.variable_vector })}>`,
    ...Array.from(
      cells,
      (value, cell) => `    <variable_state${attributes({ variable: variables[cell]!, value: `${value}` })}/>`,
    ),
    "  </variable_vector>",
    `  <node${attributes(parts)}/>`,
  ];
}

function edgeId(network: Network, process: number, fileIndex: number): string {
  return `${network.processes[process]!.name}.Edge${fileIndex + 1}`;
}

/** Without the process in front. */
function ownName(name: string): string {
  return name.slice(name.indexOf(".") + 1);
}

function attributes(values: Readonly<Record<string, string>>): string {
  return Object.entries(values)
    .map(([name, value]) => ` ${name}="${escaped(value).replaceAll('"', "&quot;")}"`)
    .join("");
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
