// A trace in as few lines as can be understood: one line per step, with who does what after which delay and what it
// changes; of a long one the beginning and the end. `text.ts` tells everything.

import type { Network } from "../../network/index.ts";
import type { ConcreteState } from "../../semantics/index.ts";
import { compare, ZERO } from "../../zone/index.ts";
import { changedVariables, exactText, locationName, type Participant, participantsOf } from "../names.ts";
import type { Trace } from "../trace.ts";
import { ending, lengthText } from "./full-text.ts";

/** Of a longer trace as many steps are shown at the beginning and at the end. */
const SHOWN = { beginning: 15, end: 15 };

/** `rest` says how all of it can be seen. */
export function traceStory(network: Network, trace: Trace, rest?: string): string {
  const { initial, steps, finalDelay, final, loop } = trace;
  const lines: string[] = [];
  const left = steps.length - SHOWN.beginning - SHOWN.end;
  const when = (delay: (typeof steps)[number]["delay"]): string =>
    compare(delay, ZERO) > 0 ? `+${exactText(delay)}` : "";
  const width = Math.max(3, ...steps.map(({ delay }) => when(delay).length), when(finalDelay).length);
  for (const [index, { delay, transition, state }] of steps.entries()) {
    if (loop?.start === index) lines.push("-- the loop begins here --");
    if (left > 1 && index >= SHOWN.beginning && index < steps.length - SHOWN.end) {
      if (index === SHOWN.beginning)
        lines.push(
          `${" ".repeat(width)}  … ${left.toLocaleString("en")} more steps${rest === undefined ? "" : ` (${rest})`} …`,
        );
      continue;
    }
    const who = participantsOf(network, transition);
    const channel = who[0]?.label?.replace(/[!?]$/, "");
    const changes = changedVariables(network, index === 0 ? initial : steps[index - 1]!.state, state);
    const what = [who.map(moved).join(", "), ...changes.map(({ name, after }) => `${name} = ${after}`)].join(", ");
    lines.push(`${when(delay).padStart(width)}  ${what}${channel === undefined ? "" : `   (${channel})`}`);
  }
  if (compare(finalDelay, ZERO) > 0) lines.push(`${when(finalDelay).padStart(width)}  time passes`);
  const gained = gains(network, initial, final);
  const end = trace.end === "target" ? [] : [ending(trace).replace(/^end: /, "")];
  const told = [...end, ...(gained === "" ? [] : [gained])].join(": ");
  return `${[lengthText(trace), ...lines, ...(told === "" ? [] : [`end: ${told}`])].join("\n")}\n`;
}

function moved({ name, from, to, select }: Participant): string {
  const chosen = select.length === 0 ? "" : ` [${select.map(({ name: s, value }) => `${s} = ${value}`).join(", ")}]`;
  return `${name}: ${from === to ? `stays in ${to}` : `${from} → ${to}`}${chosen}`;
}

/** What is different from the start. */
function gains(network: Network, before: ConcreteState, after: ConcreteState): string {
  const places = network.processes.flatMap(({ name }, p) =>
    before.locations[p] === after.locations[p] ? [] : [`${name}.${locationName(network, after, p)}`],
  );
  const data = changedVariables(network, before, after).map(({ name, after: value }) => `${name} = ${value}`);
  return [...places, ...data].join(", ");
}
