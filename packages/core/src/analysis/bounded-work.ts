// Is a question so small that no single piece of work on it can last, or fill the memory? Whoever runs it may then do
// without a watch over single steps: between them limits are asked for anyway.

import {
  type Formula,
  formulasOf,
  kindOf,
  type Network,
  type Query,
  type Visitor,
  visitNetwork,
  visitQuery,
} from "../network/index.ts";

/** Joint steps of a state are at most the ways to choose an edge, or none, in every process. */
const MOST_CHOICES = 4096;
const MOST_CELLS = 64;
const MOST_CLOCKS = 8;
/** A formula over clocks is looked at case by case, and cases may double with every part. */
const MOST_ATOMS = 8;

/** No loops of any kind, few clocks and cells, and few ways to combine edges. */
export function isSlight(network: Network): boolean {
  const { processes, edges, functions, beforeUpdate, afterUpdate, cells, clocks, progress } = network;
  if (functions.length + beforeUpdate.length + afterUpdate.length + progress.length > 0) return false;
  if (cells > MOST_CELLS || clocks.length > MOST_CLOCKS) return false;
  let choices = 1;
  for (const process of processes) {
    let own = 1;
    for (const id of process.edges) {
      own += edges[id]!.selects.reduce((product, { min, max }) => product * (max - min + 1), 1);
    }
    choices *= own;
    if (choices > MOST_CHOICES) return false;
  }
  return !hasLoops((visitor) => visitNetwork(network, visitor));
}

/** One state at a time decides it, and looking at a state is no loop. */
export function isSlightQuery(query: Query): boolean {
  if (kindOf(query).answeredBy !== "reachability") return false;
  if (formulasOf(query).reduce((sum, formula) => sum + atomsOf(formula), 0) > MOST_ATOMS) return false;
  return !hasLoops((visitor) => visitQuery(query, visitor));
}

function atomsOf(formula: Formula): number {
  switch (formula.kind) {
    case "and":
    case "or":
      return formula.parts.reduce((sum, part) => sum + atomsOf(part), 0);
    case "not":
      return atomsOf(formula.part);
    case "forall":
    case "exists":
      return Number.POSITIVE_INFINITY;
    default:
      return 1;
  }
}

/** Is there a quantifier, a call, or a statement that is more than an expression? */
function hasLoops(walk: (visitor: Visitor) => void): boolean {
  let found = false;
  const note = (is: boolean): void => {
    found ||= is;
  };
  walk({
    expression: ({ kind }) => note(kind === "forall" || kind === "exists" || kind === "sum" || kind === "call"),
    statement: ({ kind }) => note(kind !== "expression"),
    conjunct: (conjunct) => note(conjunct.kind === "clock" && conjunct.binders.length > 0),
  });
  return found;
}
