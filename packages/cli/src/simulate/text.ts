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
  ZERO,
} from "@tracehound/core";

export function stateText(simulator: Simulator): string {
  const { network, state } = simulator;
  const { locations, variables, clocks } = stateToJson(network, state);
  const listed = (record: Readonly<Record<string, string | number>>, sign: string): string =>
    Object.entries(record)
      .map(([name, value]) => `${name}${sign}${value}`)
      .join(", ");
  // Modules have one location each, which says nothing.
  const places = network.stochastic === undefined ? listed(locations, ".") : "";
  const lines = [places, listed(variables, " = "), listed(clocks, " = ")];
  return [whenText(simulator), ...lines.filter((line) => line !== "").map((line) => `      ${line}`)].join("\n");
}

/** "time 5/2"; where there are only steps, how many. */
export function whenText({ network, time, length }: Simulator): string {
  return network.stochastic === undefined ? `time ${exactText(time)}` : `step ${length}`;
}

/** One line with what is new since `before`. */
export function changesText(simulator: Simulator, before: ConcreteState): string {
  const { network, state } = simulator;
  const moved = network.processes.flatMap(({ name }, p) =>
    before.locations[p] === state.locations[p] ? [] : [`${name}.${locationName(network, state, p)}`],
  );
  const changed = changedVariables(network, before, state).map(({ name, after }) => `${name} = ${after}`);
  const news = [...moved, ...changed];
  return `${whenText(simulator)}${news.length === 0 ? "" : `: ${news.join(", ")}`}`;
}

/** "time may pass: [0, 5]"; undefined where there are only steps. */
export function waitingText(simulator: Simulator): string | undefined {
  if (simulator.network.stochastic !== undefined) return undefined;
  return `time may pass: ${intervalsText(simulator.delays())}`;
}

/** The options, line by line: their participants, or where steps are drawn, how likely each is and what it changes. */
export function optionTexts(simulator: Simulator, options: readonly ConcreteOption[]): readonly string[][] {
  const chances = simulator.chances(options);
  if (chances === undefined) return options.map((option) => optionText(simulator.network, option));
  return options.map((option, at) => {
    const { kind, value } = chances[at]!;
    const chance = `${kind === "rate" ? "rate " : ""}${Number(value.toPrecision(6))}`;
    return [`${chance}  ${drawnText(simulator, option)}`];
  });
}

/** "[go] x = 1" */
function drawnText({ network, semantics, state }: Simulator, option: ConcreteOption): string {
  const after = semantics.take(state, option, ZERO);
  const changed = changedVariables(network, state, after).map(({ name, after: value }) => `${name} = ${value}`);
  const label = participantsOf(network, option.transition)[0]?.label;
  const action = label === undefined ? "" : `[${label}] `;
  return `${action}${changed.length === 0 ? "nothing changes" : changed.join(", ")}`;
}

/** A step that was taken: its participants, or where steps are drawn, its action. */
export function takenText(network: Network, option: ConcreteOption): string[] {
  if (network.stochastic === undefined) return optionText(network, option, false);
  const label = participantsOf(network, option.transition)[0]?.label;
  return label === undefined ? [] : [`[${label}]`];
}

/** The participants, one a line; the first one with the delays. */
function optionText(network: Network, { transition, delays }: ConcreteOption, withDelays = true): string[] {
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
