// The commands of PRISM modules as their file has them, with the edges that their outcomes have become.

import type { Network } from "@tracehound/core";

export interface Command {
  /** `[action] guard` */
  readonly head: string;
  readonly outcomes: readonly { readonly edge: number; readonly text: string }[];
}

/** By process; empty where an edge does not say where it stands. */
export function commandsOf(network: Network, text: string): readonly (readonly Command[])[] {
  return network.processes.map(({ edges }) => {
    const commands = new Map<number, { head: string; outcomes: { edge: number; text: string }[] }>();
    for (const edge of edges) {
      const { span } = network.edges[edge]!;
      if (span === undefined) continue;
      const arrow = text.lastIndexOf("->", span.start);
      const start = text.lastIndexOf("[", arrow);
      if (arrow < 0 || start < 0) continue;
      const known = commands.get(start) ?? { head: oneLine(text.slice(start, arrow)), outcomes: [] };
      known.outcomes.push({ edge, text: oneLine(text.slice(span.start, span.end)) });
      commands.set(start, known);
    }
    return [...commands.values()];
  });
}

function oneLine(text: string): string {
  return text
    .replace(/\/\/[^\n]*/g, " ")
    .replace(/\s+/g, " ")
    .trim();
}
