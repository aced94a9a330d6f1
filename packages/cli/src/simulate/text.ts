// How the simulator shows states, changes, options and delays.

import {
  type ConcreteFault,
  type ConcreteOption,
  type ConcreteState,
  changedVariables,
  exactText,
  intervalsText,
  locationName,
  type Network,
  participantsOf,
  type Simulator,
  stateToJson,
} from "@tracehound/core";

export function stateText({ network, state, time }: Simulator): string {
  const { locations, variables, clocks } = stateToJson(network, state);
  const listed = (record: Readonly<Record<string, string | number>>, sign: string): string =>
    Object.entries(record)
      .map(([name, value]) => `${name}${sign}${value}`)
      .join(", ");
  const lines = [listed(locations, "."), listed(variables, " = "), listed(clocks, " = ")];
  return [`time ${exactText(time)}`, ...lines.filter((line) => line !== "").map((line) => `      ${line}`)].join("\n");
}

/** One line with what is new since `before`. */
export function changesText({ network, state, time }: Simulator, before: ConcreteState): string {
  const moved = network.processes.flatMap(({ name }, p) =>
    before.locations[p] === state.locations[p] ? [] : [`${name}.${locationName(network, state, p)}`],
  );
  const changed = changedVariables(network, before, state).map(({ name, after }) => `${name} = ${after}`);
  const news = [...moved, ...changed];
  return `time ${exactText(time)}${news.length === 0 ? "" : `: ${news.join(", ")}`}`;
}

/** The participants, one a line; the first one with the delays. */
export function optionText(network: Network, { transition, delays }: ConcreteOption, withDelays = true): string[] {
  return participantsOf(network, transition).map(({ name, from, to, label, select }, index) => {
    const chosen = select.length === 0 ? "" : `  [${select.map((s) => `${s.name} = ${s.value}`).join(", ")}]`;
    const when = index === 0 && withDelays ? `  after ${intervalsText(delays)}` : "";
    return `${name}: ${from} → ${to}${label === undefined ? "" : `  ${label}`}${chosen}${when}`;
  });
}
/** What fails, and when. */
export function faultText(network: Network, { transition, delays, fault }: ConcreteFault): string {
  const [step] = participantsOf(network, transition);
  const where = step === undefined ? "" : ` at ${step.name}: ${step.from} → ${step.to}`;
  const what = fault.kind === "unsupported" ? "not supported" : "the model fails";
  return `${what}${where}  after ${intervalsText(delays)}: ${fault.message}`;
}
