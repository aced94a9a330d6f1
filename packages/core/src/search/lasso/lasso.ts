// From an accepting component, or a node in which a run may end, to a lasso: the shortest way there from a root through
// what the search has seen, and then round the component through every acceptance set, always to the nearest edge that
// is missing.

import { defined } from "../../basics/defined.ts";
import type { StateId } from "../../engine/engine.ts";
import type { ProductGraph } from "./copies.ts";
import type { End } from "./ends.ts";
import type { ProductNode } from "./product.ts";
import type { Origin } from "./roots.ts";

export interface Lasso {
  readonly kind: "loop" | End;
  readonly origin: Origin;
  /** The model's and the automaton's states on the way, from the root on. */
  readonly states: readonly StateId[];
  readonly automatonStates: readonly number[];
  /** The candidates that the steps between them are. */
  readonly ordinals: readonly number[];
  /** The number of steps from the root to where the loop begins. */
  readonly loopStart?: number;
}

export interface RootNode {
  readonly node: ProductNode;
  readonly origin: Origin;
}

export interface Step {
  readonly node: ProductNode;
  readonly ordinal: number;
  readonly marks: number;
}
const START = { ordinal: -1, marks: 0 };

interface Link extends Step {
  readonly before: Link | undefined;
  readonly depth: number;
  /** The node has a link of its own, which may be still to come. */
  readonly isRepeated?: true;
}

export function wayTo(link: Link): Step[] {
  const way: Step[] = [];
  for (let at: Link | undefined = link; at !== undefined; at = at.before) way.push(at);
  return way.reverse();
}

/** Breadth first through admitted nodes; links come in the order of their depth, the starts first. */
export function* outwards(
  product: ProductGraph,
  starts: readonly ProductNode[],
  admits: (node: ProductNode) => boolean,
  most = Number.POSITIVE_INFINITY,
  forbidden = 0,
): Generator<Link> {
  const seen = new Set<ProductNode>(starts);
  const queue: Link[] = [...seen].map((node) => ({ node, ...START, before: undefined, depth: 0 }));
  for (const link of queue) {
    yield link;
    // A node that was seen is no link of its own, but it may be what is looked for.
    const again: Link[] = [];
    if (link.depth < most) {
      product.visitSuccessors(link.node, (node, marks, ordinal, asks) => {
        if (!admits(node) || (asks & forbidden) !== 0) return;
        const next: Link = { node, marks, ordinal, before: link, depth: link.depth + 1 };
        if (seen.has(node)) again.push({ ...next, isRepeated: true });
        else {
          seen.add(node);
          queue.push(next);
        }
      });
    }
    yield* again;
  }
}

/** The shortest way from one of the starts to a goal through admitted nodes, the start included. */
function shortest(
  product: ProductGraph,
  starts: readonly ProductNode[],
  admits: (node: ProductNode) => boolean,
  isGoal: (step: Step) => boolean,
  forbidden = 0,
): Step[] {
  for (const link of outwards(product, starts, admits, Number.POSITIVE_INFINITY, forbidden))
    if (isGoal(link)) return wayTo(link);
  throw new Error("a node that the search has seen cannot be reached");
}

/** Nodes that a run can go round in. */
export interface LoopGoal {
  readonly component: (node: ProductNode) => boolean;
  /** The marks that a loop has to meet, where they are not those of the product. */
  readonly required?: number;
  /** What no step of it may ask for. */
  readonly forbidden?: number;
}
export type LassoGoal = { readonly end: End; readonly node: ProductNode } | LoopGoal;

/** `seen` are the nodes that the search has entered. */
export function lassoInto(
  product: ProductGraph,
  roots: readonly RootNode[],
  seen: (node: ProductNode) => boolean,
  goal: LassoGoal,
): Lasso {
  const isGoal = "end" in goal ? ({ node }: Step) => node === goal.node : ({ node }: Step) => goal.component(node);
  const starts = roots.map(({ node }) => node).filter(seen);
  let stem = shortest(product, starts, seen, isGoal);
  let loop: Step[] = [];
  if ("component" in goal) {
    loop = loopFrom(product, stem.at(-1)!.node, goal);
    const shorter = shorterLasso(product, starts, seen, stem.length - 1 + loop.length);
    if (shorter !== undefined) ({ stem, loop } = shorter);
  }
  return lassoOf(product, roots, stem, loop, "end" in goal ? goal.end : "loop");
}

/** The ways from a root to where a loop begins, or to where the run ends, and round, as a lasso. */
export function lassoOf(
  product: ProductGraph,
  roots: readonly RootNode[],
  stem: readonly Step[],
  loop: readonly Step[],
  kind: Lasso["kind"],
): Lasso {
  const way = [...stem, ...loop];
  return {
    kind,
    origin: roots.find(({ node }) => node === way[0]!.node)!.origin,
    states: way.map(({ node }) => product.stateOf(node)),
    automatonStates: way.map(({ node }) => product.automatonStateOf(node)),
    ordinals: way.slice(1).map(({ ordinal }) => ordinal),
    ...defined({ loopStart: kind === "loop" ? stem.length - 1 : undefined }),
  };
}

/** Edges that may be looked at to make a lasso shorter. */
const EDGES_FOR_SHORTER = 200_000;

/**
 * A lasso of fewer steps among what was seen (the survey's trail improvement, for loops): from the roots outwards,
 * every edge that accepts is tried, and the shortest way from its target back to its source looked for. With several
 * acceptance sets, or conditions on steps, a loop is put together from several edges, and stays as it is.
 */
function shorterLasso(
  product: ProductGraph,
  starts: readonly ProductNode[],
  seen: (node: ProductNode) => boolean,
  length: number,
): { readonly stem: Step[]; readonly loop: Step[] } | undefined {
  const { automaton } = product;
  if (automaton.sets > 1 || product.isConditional) return undefined;
  let best: { readonly stem: Step[]; readonly loop: Step[] } | undefined;
  let least = length;
  let edges = 0;
  for (const link of outwards(product, starts, seen)) {
    if (link.depth + 1 >= least || edges > EDGES_FOR_SHORTER) break;
    const accepting: Step[] = [];
    product.visitSuccessors(link.node, (node, marks, ordinal) => {
      if (seen(node) && (marks !== 0 || automaton.sets === 0)) accepting.push({ node, marks, ordinal });
    });
    for (const first of accepting) {
      for (const back of outwards(product, [first.node], seen, least - link.depth - 2)) {
        if (++edges > EDGES_FOR_SHORTER) break;
        if (back.node !== link.node) continue;
        best = { stem: wayTo(link), loop: [first, ...wayTo(back).slice(1)] };
        least = link.depth + best.loop.length;
        break;
      }
    }
  }
  return best;
}

function loopFrom(product: ProductGraph, begin: ProductNode, goal: LoopGoal): Step[] {
  const { component, required = product.sets, forbidden } = goal;
  const loop: Step[] = [];
  let missing = required;
  let at = begin;
  while (missing !== 0 || loop.length === 0 || at !== begin) {
    const wanted = missing;
    // The start itself is no step: it is a goal only when it is come back to.
    const isGoal = ({ node, ordinal, marks }: Step): boolean =>
      ordinal >= 0 && (wanted === 0 ? node === begin : (marks & wanted) !== 0);
    const way = shortest(product, [at], component, isGoal, forbidden).slice(1);
    for (const step of way) missing &= ~step.marks;
    loop.push(...way);
    at = loop.at(-1)!.node;
  }
  return loop;
}
