// From an accepting component, or a node in which a run may end, to a lasso: the shortest way there from a root through what
// the search has seen, and then round the component through every acceptance set, always to the nearest edge that is
// missing.

import { defined } from "../../basics/defined.ts";
import type { StateId } from "../../engine/engine.ts";
import { allSets } from "../../property/index.ts";
import type { End } from "./ends.ts";
import type { Node, Product } from "./product.ts";
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
  readonly node: Node;
  readonly origin: Origin;
}

interface Step {
  readonly node: Node;
  readonly ordinal: number;
  readonly marks: number;
}
const START = { ordinal: -1, marks: 0 };

/** The shortest way from one of the starts to a goal through admitted nodes, the start included; breadth first. */
function shortest(
  product: Product,
  starts: readonly Node[],
  admits: (node: Node) => boolean,
  isGoal: (step: Step) => boolean,
): Step[] {
  interface Link extends Step {
    readonly before: Link | undefined;
  }
  const seen = new Set<Node>(starts);
  const queue: Link[] = [...seen].map((node) => ({ node, ...START, before: undefined }));
  const wayTo = (link: Link): Step[] => {
    const way: Step[] = [];
    for (let at: Link | undefined = link; at !== undefined; at = at.before) way.push(at);
    return way.reverse();
  };
  for (const link of queue) if (isGoal(link)) return wayTo(link);
  for (let head = 0; head < queue.length; head++) {
    const before = queue[head]!;
    let found: Link | undefined;
    product.visitSuccessors(before.node, (node, marks, ordinal) => {
      if (!admits(node)) return false;
      const link: Link = { node, marks, ordinal, before };
      if (isGoal(link)) found = link;
      else if (!seen.has(node)) {
        seen.add(node);
        queue.push(link);
      }
      return found !== undefined;
    });
    if (found !== undefined) return wayTo(found);
  }
  throw new Error("a node that the search has seen cannot be reached");
}

export type LassoGoal = { readonly end: End; readonly node: Node } | { readonly component: (node: Node) => boolean };

/** `seen` are the nodes that the search has entered. */
export function lassoInto(
  product: Product,
  roots: readonly RootNode[],
  seen: (node: Node) => boolean,
  goal: LassoGoal,
): Lasso {
  const isGoal = "end" in goal ? ({ node }: Step) => node === goal.node : ({ node }: Step) => goal.component(node);
  const starts = roots.map(({ node }) => node).filter(seen);
  const stem = shortest(product, starts, seen, isGoal);
  const loop = "end" in goal ? [] : loopFrom(product, stem.at(-1)!.node, goal.component);
  const way = [...stem, ...loop];
  return {
    kind: "end" in goal ? goal.end : "loop",
    origin: roots.find(({ node }) => node === way[0]!.node)!.origin,
    states: way.map(({ node }) => product.stateOf(node)),
    automatonStates: way.map(({ node }) => product.automatonStateOf(node)),
    ordinals: way.slice(1).map(({ ordinal }) => ordinal),
    ...defined({ loopStart: "end" in goal ? undefined : stem.length - 1 }),
  };
}

function loopFrom(product: Product, begin: Node, component: (node: Node) => boolean): Step[] {
  const loop: Step[] = [];
  let missing = allSets(product.automaton);
  let at = begin;
  while (missing !== 0 || loop.length === 0 || at !== begin) {
    const wanted = missing;
    // The start itself is no step: it is a goal only when it is come back to.
    const isGoal = ({ node, ordinal, marks }: Step): boolean =>
      ordinal >= 0 && (wanted === 0 ? node === begin : (marks & wanted) !== 0);
    const way = shortest(product, [at], component, isGoal).slice(1);
    for (const step of way) missing &= ~step.marks;
    loop.push(...way);
    at = loop.at(-1)!.node;
  }
  return loop;
}
