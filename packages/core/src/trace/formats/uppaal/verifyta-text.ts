// A trace in the words of UPPAAL's `verifyta`, for scripts that read those: states with all locations, clocks and
// variables, transitions as `P.a->P.b { guard, channel, update }` with the texts of the model, delays between them.

import type { Network } from "../../../network/index.ts";
import type { ConcreteState } from "../../../semantics/index.ts";
import { compare, ZERO } from "../../../zone/index.ts";
import { cellTableOf, exactText, locationName, type Participant, participantsOf } from "../../names.ts";
import type { Trace } from "../../trace.ts";

/** The texts of an edge, as the model has them. */
export interface EdgeTexts {
  readonly guard?: string;
  readonly sync?: string;
  readonly update?: string;
}

export function traceToUppaalText(
  network: Network,
  trace: Trace,
  textsOf: (edge: number) => EdgeTexts = () => ({}),
): string {
  const lines = stateLines(network, trace.initial, 0);
  for (const [index, { delay, transition, state }] of trace.steps.entries()) {
    if (compare(delay, ZERO) > 0) lines.push(`Delay: ${exactText(delay)}`, "");
    lines.push("Transitions:");
    for (const [at, participant] of participantsOf(network, transition).entries()) {
      lines.push(`  ${edgeText(participant, textsOf(transition.edges[at]!.edge))}`);
    }
    lines.push("", ...stateLines(network, state, index + 1));
  }
  if (compare(trace.finalDelay, ZERO) > 0) lines.push(`Delay: ${exactText(trace.finalDelay)}`, "");
  return `${lines.join("\n")}\n`;
}

function stateLines(network: Network, state: ConcreteState, depth: number): string[] {
  const table = cellTableOf(network);
  const locations = network.processes.map(({ name }, process) => `${name}.${locationName(network, state, process)}`);
  const clocks = network.clocks.map(({ name }, clock) => `${name}=${exactText(state.clocks[clock]!)}`);
  const cells = Array.from(state.cells, (value, cell) => `${table.name(cell)}=${value}`);
  return ["State:", `( ${locations.join(" ")} )`, [...clocks, ...cells, `#depth=${depth}`].join(" "), ""];
}

function edgeText({ name, from, to, label }: Participant, { guard = "1", update = "1" }: EdgeTexts): string {
  return `${name}.${from}->${name}.${to} { ${guard}, ${label ?? "tau"}, ${update} }`;
}
