// SMA*, memory-bounded A* (Russell 1992; the survey's "memory-limited A*"): best f first, and no more than so many
// nodes in memory. When there are more, the worst leaf is forgotten and its f is kept at its parent, one number per
// successor; when nothing in memory is better than that number, the successor is generated again and begins with what
// was known of it. A path with more nodes than memory counts as impossible: nothing longer can be held. If no target is
// found, it depends on whether that happened if the search was exhausted or gave up; a trace that is found is a
// shortest one, because shorter paths would have fitted as well. Where steps have costs a cheaper way may be longer, so
// that nothing is promised.
//
// Nodes in memory recognise what comes again. A successor that is equal to a node that measures no more (by depth, or
// by what the way to it cost) is not followed; if that node is forgotten later, its f is kept as that of any other.
// Inclusion counts only where it measures less: what such a node covers is on no best trace. (Where both measure the
// same it would be wrong: A may be left out for a larger B whose successors were left out for those of A; once A's are
// forgotten, nobody has them.) Nodes below which nothing is left stay as long as there is room.

import { defined } from "../basics/defined.ts";
import { LazyHeap } from "../basics/lazy-heap.ts";
import type { StateId } from "../engine/engine.ts";
import type { HeuristicConfig } from "../heuristics/index.ts";
import { QueueCounter } from "../open-lists/index.ts";
import type { SearchContext, StepCosts } from "../search-context/index.ts";
import { integer } from "../spec/index.ts";
import { cost, costTraits, stepCosts } from "./costs/index.ts";
import { Arena, type Resident } from "./memory/arena.ts";
import { Scratch, type StateText, type Successor } from "./memory/scratch.ts";
import { foundAt, trailTo } from "./memory/trail.ts";
import type { Failed, Found, GoalTest, Search, SearchStatistics, SearchStatus } from "./search.ts";
import { defineSearch, estimate } from "./search-config.ts";
import { WayLimit } from "./way-limit.ts";

export const sma = defineSearch({
  name: "sma",
  summary: "SMA*: A* with so many nodes in memory; the worst are forgotten and generated again when they are the best.",
  params: { h: estimate, states: integer({ doc: "nodes in memory", default: 100_000, min: 2 }), cost },
  examples: [
    "sma(hL())",
    "sma(hL(), states=3)",
    "sma(hL(), states=12)",
    "sma(hU(), states=12)",
    "sma(hL(), states=12, cost=moves)",
  ],
  traits: ({ h, cost: asked }) => ({
    // Where paths do not fit into memory it gives up.
    complete: false,
    ...costTraits(asked, h.guarantees.admissible && asked.kind !== "algebra"),
    restarts: true,
    refusal: (problem) => asked.refusal(problem.network) ?? h.refusal?.(problem),
  }),
  create: ({ h, states, cost: asked }, context, goal) =>
    new SmaSearch(context, {
      goal,
      capacity: states,
      estimate: h,
      costs: stepCosts(asked, context.problem),
    }),
});

interface Node {
  readonly text: StateText;
  readonly depth: number;
  /** Of the way to it: its depth, or what the steps cost. */
  readonly measure: number;
  readonly parent: Node | undefined;
  readonly ordinal: number;
  /** No trace through the node measures less, as far as was known when it was generated. */
  readonly f: number;
  /** The state among those that cover deeper ones; absent where another one does so already. */
  readonly passed: Resident | undefined;
  /** Once it was expanded, by ordinal: f of what is not in memory, Infinity where nothing is left; NaN: in memory. */
  ways: Float64Array | undefined;
  /** Successors in memory below which something is left. */
  children: number;
  /** Changes with everything that the heaps order by. */
  stamp: number;
}

export interface SmaOptions {
  readonly goal: GoalTest;
  readonly estimate: HeuristicConfig;
  /** Nodes in memory; at least 2. */
  readonly capacity: number;
  /** What ways are measured by; absent: by their steps. */
  readonly costs?: StepCosts | undefined;
  /** See `Scratch`. */
  readonly workbench?: number;
}

const GONE = -1;

export class SmaSearch implements Search {
  private readonly options: SmaOptions;
  private readonly limits: WayLimit;
  private readonly scratch: Scratch;
  /** Stands for the beginning; its successors are the initial states. Not counted. */
  private readonly root: Node;
  private readonly known = new Map<StateText, Node>();
  private readonly passed: Arena;
  /** What can be expanded, or has successors to generate again: the best first, among equals the deepest. */
  private readonly open = new LazyHeap<Node>();
  /** The worst first, among equals the shallowest. */
  private readonly leaves = new LazyHeap<Node>();
  /** Nothing is left below these; the oldest first. */
  private readonly closed: Node[] = [];
  private nodes = 0;
  private held: Node | undefined;
  private current: Node | undefined;
  private limited = false;
  private explored = 0;
  private duplicates = 0;
  private peakOpen = 0;
  private readonly counter = new QueueCounter();
  private target: StateId | undefined;
  private measure: number | undefined;

  constructor(context: SearchContext, options: SmaOptions) {
    this.options = options;
    this.scratch = new Scratch(context, options.estimate, options.workbench);
    this.passed = new Arena(context.restarted(), undefined, options.workbench);
    this.limits = new WayLimit(options.costs, undefined);
    this.root = newNode({ text: "", parent: undefined, ordinal: -1, measure: this.limits.start, f: this.limits.start });
    this.touch(this.root);
  }

  get found(): Found | undefined {
    return foundAt(this.scratch.engine, this.target, this.current, this.cost);
  }

  private get cost(): string | undefined {
    return this.limits.show(this.measure);
  }

  get fault(): Failed | undefined {
    return this.scratch.ledger.failedIn(this.scratch.engine, trailTo(this.current));
  }

  turnBack(): void {
    if (this.held !== undefined) this.close(this.held);
    this.held = undefined;
  }

  step(): SearchStatus {
    if (this.scratch.ledger.reportFault()) return "fault";
    const { held } = this;
    this.held = undefined;
    if (held !== undefined) {
      this.expand(held, this.scratch.load(held.text));
      return "running";
    }
    const node = this.open.pop();
    if (node === undefined) return this.limited ? "gave-up" : "exhausted";
    this.current = node;
    const state = node === this.root ? -1 : this.scratch.load(node.text);
    if (node.ways !== undefined) this.regenerate(node, node.ways, state);
    else if (node === this.root) this.expand(node, state);
    else return this.visit(node, state);
    return "running";
  }

  private visit(node: Node, state: StateId): SearchStatus {
    this.counter.popped++;
    this.explored++;
    if (this.options.goal(state, this.scratch.engine)) {
      this.target = state;
      this.measure = node.measure;
      this.held = node;
      return "found";
    }
    this.expand(node, state);
    return "running";
  }

  private expand(node: Node, state: StateId): void {
    // The path to a successor has this many nodes.
    if (node.depth + 2 > this.options.capacity) {
      this.limited = true;
      this.close(node);
      return;
    }
    const successors = this.scratch.successors(state, node.measure, this.limits);
    node.ways = new Float64Array(successors.length).fill(Number.NEGATIVE_INFINITY);
    this.adopt(node, node.ways, successors);
  }

  /** The best forgotten successors come back, as far as there is room. */
  private regenerate(node: Node, ways: Float64Array, state: StateId): void {
    const least = leastOf(node);
    const room = Math.max(1, this.options.capacity - this.nodes);
    const best = [...ways.keys()].filter((ordinal) => ways[ordinal] === least);
    this.adopt(node, ways, this.scratch.successors(state, node.measure, this.limits, best.slice(0, room)));
  }

  private adopt(node: Node, ways: Float64Array, successors: readonly Successor[]): void {
    this.passed.tidy();
    for (const { ordinal, text, bytes, estimate, measure, ahead } of successors) {
      const f = Math.max(node.f, ways[ordinal]!, ahead);
      ways[ordinal] = Number.POSITIVE_INFINITY;
      if (estimate === Number.POSITIVE_INFINITY && this.options.estimate.guarantees.safe) continue;
      const equal = this.known.get(text);
      if ((equal !== undefined && equal.measure <= measure) || this.isCovered(bytes, measure)) {
        this.duplicates++;
        continue;
      }
      ways[ordinal] = Number.NaN;
      const child = newNode({ text, parent: node, ordinal, measure, f, passed: this.pass(bytes, measure) });
      this.known.set(text, child);
      this.nodes++;
      node.children++;
      this.counter.pushed++;
      this.touch(child);
      // Reached on a shorter path: the longer one is of no use unless it was followed already.
      if (equal !== undefined && equal.ways === undefined && equal.stamp !== GONE) this.close(equal);
    }
    this.settle(node);
    if (this.open.size > this.peakOpen) this.peakOpen = this.open.size;
    while (this.nodes > this.options.capacity) this.forget();
  }

  /** Does a node that measures less cover the state? */
  private isCovered(bytes: Uint8Array, measure: number): boolean {
    if (!Number.isFinite(measure)) return false;
    // A little cheaper than it is: only what measures less is no dearer.
    const state = this.passed.adopt(bytes, justBelow(measure));
    if (state < 0) return true;
    this.passed.release(state);
    return false;
  }

  private pass(bytes: Uint8Array, measure: number): Resident | undefined {
    const state = this.passed.adopt(bytes, measure);
    if (state < 0) return undefined;
    const resident = { state, cost: measure };
    this.passed.keep(resident);
    return resident;
  }

  /** After the successors of a node changed. */
  private settle(node: Node): void {
    if (node.stamp === GONE) return;
    if (node.children === 0 && leastOf(node) === Number.POSITIVE_INFINITY) this.close(node);
    else this.touch(node);
  }

  /** Nothing is left below the node. */
  private close(node: Node): void {
    this.leave(node, Number.POSITIVE_INFINITY);
    if (node.parent === undefined) return;
    this.closed.push(node);
    this.settle(node.parent);
  }

  /** The node takes no part any more; its parent keeps its f. */
  private leave(node: Node, f: number): void {
    node.stamp = GONE;
    if (node.parent === undefined) return;
    node.parent.ways![node.ordinal] = f;
    node.parent.children--;
  }

  private forget(): void {
    const closed = this.closed.shift();
    if (closed !== undefined) {
      this.drop(closed);
      return;
    }
    const worst = this.leaves.pop()!;
    this.leave(worst, leastOf(worst));
    this.drop(worst);
    this.touch(worst.parent!);
  }

  private drop(node: Node): void {
    this.nodes--;
    if (node.passed !== undefined) this.passed.drop(node.passed);
    if (this.known.get(node.text) === node) this.known.delete(node.text);
  }

  private touch(node: Node): void {
    node.stamp++;
    const least = leastOf(node);
    if (least < Number.POSITIVE_INFINITY) this.open.push(node, least, -node.depth);
    if (node.children === 0 && node !== this.root) this.leaves.push(node, -least, node.depth);
  }

  get statistics(): SearchStatistics {
    const { explored, peakOpen, counter, nodes: stored, duplicates: covered, cost: shown } = this;
    const queues = [{ ...counter }];
    return this.scratch.ledger.statistics({ explored, stored, covered, peakOpen, queues, ...defined({ cost: shown }) });
  }
}

function newNode(
  node: Pick<Node, "text" | "parent" | "ordinal" | "measure" | "f"> & { passed?: Node["passed"] },
): Node {
  const depth = (node.parent?.depth ?? -2) + 1;
  return { passed: undefined, ...node, depth, ways: undefined, children: 0, stamp: 0 };
}

/** Below the measure, and above most that measure less: what lies between is kept apart, which is never wrong. */
function justBelow(measure: number): number {
  if (Number.isInteger(measure)) return measure - 0.5;
  return measure - Math.abs(measure) * Number.EPSILON;
}

/** The least f of what is not in memory below the node. */
function leastOf({ f, ways }: Node): number {
  if (ways === undefined) return f;
  let least = Number.POSITIVE_INFINITY;
  for (const way of ways) if (way < least) least = way;
  return least;
}
