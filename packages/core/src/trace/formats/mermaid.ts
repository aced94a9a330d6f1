// A trace as a Mermaid sequence diagram: processes are lifelines, synchronisations are arrows from the sender to
// every receiver, steps of one process are notes, and delays stand across.

import type { Network } from "../../network/index.ts";
import { compare, plus, ZERO } from "../../zone/index.ts";
import { changedVariables, exactText, loopText, type Participant, participantsOf } from "../names.ts";
import type { Trace } from "../trace.ts";

export function traceToMermaid(network: Network, trace: Trace): string {
  const steps = trace.steps.map(({ transition }) => participantsOf(network, transition));
  const taking = [...new Set(steps.flat().map(({ process }) => process))].sort((a, b) => a - b);
  const lines = ["sequenceDiagram"];
  for (const process of taking) lines.push(`  participant p${process} as ${plain(network.processes[process]!.name)}`);
  const across = taking.length === 0 ? undefined : span(taking[0]!, taking.at(-1)!);
  const { loop } = trace;
  let time = ZERO;
  let before = trace.initial;
  for (const [index, { delay, state }] of trace.steps.entries()) {
    if (loop?.start === index) lines.push(`  loop ${plain(loopText(loop))}`);
    time = plus(time, delay);
    if (compare(delay, ZERO) > 0) lines.push(`  Note over ${across}: +${exactText(delay)}, time ${exactText(time)}`);
    lines.push(...drawn(steps[index]!));
    const changes = changedVariables(network, before, state).map((c) => `${c.name} = ${c.after}`);
    if (changes.length > 0) lines.push(`  Note right of p${steps[index]![0]!.process}: ${plain(changes.join(", "))}`);
    before = state;
  }
  if (loop !== undefined) lines.push("  end");
  return `${lines.join("\n")}\n`;
}

function drawn([first, ...others]: readonly Participant[]): string[] {
  if (first === undefined) return [];
  const move = ({ from, to }: Participant): string => plain(from === to ? to : `${from} → ${to}`);
  const note = (p: Participant): string => `  Note over p${p.process}: ${move(p)}`;
  if (others.length === 0) {
    const label = first.label === undefined ? "" : `${plain(first.label)}: `;
    return [`  Note over p${first.process}: ${label}${move(first)}`];
  }
  const label = plain((first.label ?? "").replace(/!$/, ""));
  return [
    ...others.map(({ process }) => `  p${first.process}->>p${process}: ${label}`),
    note(first),
    ...others.map(note),
  ];
}

function span(first: number, last: number): string {
  return first === last ? `p${first}` : `p${first},p${last}`;
}

/** Mermaid reads `;` and `#` itself, and `:` ends a name. */
function plain(text: string): string {
  return text.replace(/[#;:]/g, (sign) => `#${sign.charCodeAt(0)};`);
}
