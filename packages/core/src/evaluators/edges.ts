// Hints that name edges (Bloem, Ravi and Somenzi 2000; survey, section 2): the first rounds of a search take these
// steps only. A way belongs to the round of its last hint: ways along edges of the first hint come first, then those
// that need the second, and in the end all others, since the last hint is always everything.

import { NumberTable } from "../basics/grow.ts";
import type { Edge, Network } from "../network/index.ts";
import type { SearchContext } from "../search-context/index.ts";
import { list, type Refusal, text } from "../spec/index.ts";
import { defineEvaluator, type Key } from "./evaluator.ts";

export const edges = defineEvaluator({
  name: "edges",
  summary: "How many of your hints a way breaks: ways along the edges of the first come first.",
  params: {
    hints: list(text({ doc: "edges" }), {
      doc: 'edges by process (or template) and locations, `*` for any, the narrowest hint first: `["Train: Safe -> Appr, Gate: * -> *"]`; behind the last come all other steps',
    }),
  },
  examples: ['edges(["*: * -> *"])'],
  traits: ({ hints }) => ({ needsTransitions: true, refusal: ({ network }) => whyNotRead(network, hints) }),
  create: (context, options) => context.common(options, () => roundKey(context, options.hints)),
});

const HOW = "write `PROCESS: SOURCE -> TARGET`, with `*` for any, several divided by commas";

/** In a pattern; `*` is any. */
interface NamedEdge {
  readonly process: string;
  readonly source: string;
  readonly target: string;
}

/** Undefined where a text is none. Commas inside parentheses belong to names. */
function patternsOf(hint: string): readonly NamedEdge[] | undefined {
  const found: NamedEdge[] = [];
  for (const part of hint.split(/,(?![^(]*\))/)) {
    const read = /^\s*(\S[^:]*?)\s*:\s*(\S+)\s*->\s*(\S+)\s*$/.exec(part);
    if (read === null) return undefined;
    found.push({ process: read[1]!, source: read[2]!, target: read[3]! });
  }
  return found;
}

function matches({ processes }: Network, edge: Edge, { process, source, target }: NamedEdge): boolean {
  const { name, template, locations } = processes[edge.process]!;
  const isNamed = (pattern: string, location: number): boolean =>
    pattern === "*" || pattern === locations[location]!.name;
  return (
    (process === "*" || process === name || process === template) &&
    isNamed(source, edge.source) &&
    isNamed(target, edge.target)
  );
}

/** What names no edge is a mistake. */
function whyNotRead(network: Network, hints: readonly string[]): Refusal | undefined {
  for (const hint of hints) {
    const patterns = patternsOf(hint);
    if (patterns === undefined) return { notInModel: `\`${hint}\` names no edges`, hint: HOW };
    const unknown = patterns.find((pattern) => !network.edges.some((edge) => matches(network, edge, pattern)));
    if (unknown === undefined) continue;
    const { process, source, target } = unknown;
    return { notInModel: `the model has no edge \`${process}: ${source} -> ${target}\``, hint: HOW };
  }
  return undefined;
}

function roundKey({ problem: { network }, last }: SearchContext, hints: readonly string[]): Key {
  const patterns = hints.map((hint) => patternsOf(hint) ?? []);
  const roundOf = Int32Array.from(network.edges, (edge) => {
    const round = patterns.findIndex((list) => list.some((pattern) => matches(network, edge, pattern)));
    return round < 0 ? hints.length : round;
  });
  const rounds = new NumberTable(new Int32Array(1024));
  return (state, node) => {
    const taken = last.remember(state, node);
    // A step belongs to the first hint that names one of its edges.
    const own = taken === undefined ? 0 : Math.min(...taken.map((edge) => roundOf[edge]!));
    const round = node.parent < 0 ? own : Math.max(rounds.get(node.parent), own);
    rounds.set(state, round);
    return round;
  };
}
