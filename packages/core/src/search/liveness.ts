// Looks for a maximal path on which `avoid` never holds: depth first over zones, with duplicates by equality, since
// a zone inside another one need not loop where the other does. A path that closes a cycle on the stack, ends in a
// deadlock, or may let time pass for ever is reported; Zeno cycles count as infinite paths. The roots come from
// outside: the initial states for `E[]` and `A<>`, all reachable states that satisfy the premise for `-->`.

import { defined } from "../basics/defined.ts";
import type { Formula } from "../network/index.ts";
import {
  type Discrete,
  elapseAvoiding,
  foreverAvoiding,
  ModelFault,
  type SymbolicSemantics,
  stuckAvoiding,
} from "../semantics/index.ts";
import type { JointTransition } from "../semantics/joint-transition.ts";
import { equals, type Federation, hashZone, universe } from "../zone/index.ts";
import type { SearchStatistics, SearchStatus } from "./search.ts";

export interface LivenessProblem {
  readonly semantics: SymbolicSemantics;
  readonly avoid: Formula;
  readonly frameSize: number;
  /** Paths that end count, too: in a deadlock, or with time passing for ever. */
  readonly endsCount: boolean;
  /** Makes the number of zones finite and keeps what is enabled and what is not: `extra-m` (engine.md). */
  readonly extrapolate: (discrete: Discrete, zone: Int32Array) => Federation;
}

/** Points in which a path may begin; `origin` is the caller's, to tell where it came from. */
export interface LivenessRoot<Origin> {
  readonly discrete: Discrete;
  readonly entry: Int32Array;
  readonly origin: Origin;
}

export interface LivenessFinding<Origin> {
  readonly kind: "deadlock" | "unbounded-delay" | "loop" | "fault";
  readonly origin: Origin;
  /** From the root on. */
  readonly transitions: readonly JointTransition[];
  /** The number of transitions from the root to the state where the loop starts. */
  readonly loopStart?: number;
  readonly fault?: ModelFault;
  /** The step whose attempt failed. */
  readonly failing?: JointTransition;
}

interface Node {
  readonly discrete: Discrete;
  readonly zone: Int32Array;
  /** Position on the stack while the node is there; FRESH before, CLOSED afterwards. */
  position: number;
  /** The most steps that a path from here can take; known once the node is closed and nothing was found. */
  rank: number;
}
const FRESH = -1;
const CLOSED = -2;

interface Frame<Origin> {
  readonly node: Node;
  readonly transition: JointTransition | undefined;
  readonly origin: Origin;
  /** Findings of the node itself that were not reported yet. */
  readonly pending: LivenessFinding<Origin>[];
  successors: readonly { transition: JointTransition; node: Node }[];
  next: number;
}

export class LivenessSearch<Origin> {
  private readonly problem: LivenessProblem;
  /** Yields undefined when it did a step of its own work without a root. */
  private readonly roots: Iterator<LivenessRoot<Origin> | undefined>;
  private readonly nodes = new Map<string, Node[]>();
  private readonly waiting: { node: Node; origin: Origin }[] = [];
  private readonly stack: Frame<Origin>[] = [];
  private readonly everywhere: Int32Array;
  private counts = { explored: 0, stored: 0, transitions: 0, covered: 0, peakOpen: 0, pushed: 0 };
  finding?: LivenessFinding<Origin>;

  constructor(problem: LivenessProblem, roots: Iterator<LivenessRoot<Origin> | undefined>) {
    this.problem = problem;
    this.roots = roots;
    this.everywhere = universe(problem.semantics.dim);
  }

  step(): SearchStatus {
    const frame = this.stack.at(-1);
    if (frame === undefined) return this.begin();
    const pending = frame.pending.shift();
    if (pending !== undefined) return this.report(pending);
    const successor = frame.successors[frame.next++];
    if (successor === undefined) {
      frame.node.position = CLOSED;
      frame.node.rank = frame.successors.reduce((most, { node }) => Math.max(most, node.rank + 1), 0);
      this.stack.pop();
      return "running";
    }
    const { node, transition } = successor;
    if (node.position >= 0) {
      const transitions = [...this.transitionsTo(frame), transition];
      return this.report({ kind: "loop", origin: frame.origin, transitions, loopStart: node.position });
    }
    if (node.position === FRESH) this.enter(node, transition, frame.origin);
    else this.counts.covered++;
    return "running";
  }

  /** All zones that paths visit, with the most steps that are left there: the proof that every path ends. */
  get ranked(): readonly Pick<Node, "discrete" | "zone" | "rank">[] {
    return [...this.nodes.values()].flat();
  }

  get statistics(): SearchStatistics {
    const { explored, stored, transitions, covered, peakOpen, pushed } = this.counts;
    return {
      explored,
      generated: stored,
      stored,
      transitions,
      covered,
      peakOpen,
      queues: [{ pushed, popped: explored }],
      contextSwitches: 0,
      prunable: 0,
    };
  }

  private begin(): SearchStatus {
    const waiting = this.waiting.pop();
    if (waiting !== undefined) {
      if (waiting.node.position === FRESH) this.enter(waiting.node, undefined, waiting.origin);
      return "running";
    }
    const { value: root, done } = this.roots.next();
    if (done === true) return "exhausted";
    if (root === undefined) return "running";
    const { discrete, entry, origin } = root;
    try {
      for (const node of this.nodesOf(discrete, entry)) this.waiting.push({ node, origin });
    } catch (error) {
      if (!(error instanceof ModelFault)) throw error;
      return this.report({ kind: "fault", origin, transitions: [], fault: error });
    }
    return "running";
  }

  private report(finding: LivenessFinding<Origin>): SearchStatus {
    this.finding = finding;
    return "found";
  }

  private enter(node: Node, transition: JointTransition | undefined, origin: Origin): void {
    const frame: Frame<Origin> = { node, transition, origin, pending: [], successors: [], next: 0 };
    node.position = this.stack.length;
    this.stack.push(frame);
    this.counts.explored++;
    this.counts.pushed++;
    this.counts.peakOpen = Math.max(this.counts.peakOpen, this.stack.length);
    try {
      this.examine(frame);
    } catch (error) {
      if (!(error instanceof ModelFault)) throw error;
      frame.pending.push({ kind: "fault", origin, transitions: this.transitionsTo(frame), fault: error });
    }
  }

  private examine(frame: Frame<Origin>): void {
    const { semantics } = this.problem;
    const { discrete, zone } = frame.node;
    const avoid = this.avoidIn(discrete);
    const transitions = this.transitionsTo(frame);
    const { origin } = frame;
    // Staying where the data of an edge fails is no run, and there is no way on.
    const broken = semantics.fault(discrete);
    if (broken !== null) {
      frame.pending.push({ kind: "fault", origin, transitions, fault: broken.fault, failing: broken.transition });
      return;
    }
    const { endsCount } = this.problem;
    if (endsCount && foreverAvoiding(semantics, discrete, zone, avoid).length > 0) {
      frame.pending.push({ kind: "unbounded-delay", origin, transitions });
    }
    if (endsCount && stuckAvoiding(semantics, discrete, zone, avoid).length > 0) {
      frame.pending.push({ kind: "deadlock", origin, transitions });
    }
    const { moves, faults } = semantics.successors(discrete, zone);
    for (const { fault, transition } of faults) {
      frame.pending.push({
        kind: "fault",
        origin,
        transitions,
        fault,
        ...defined({ failing: transition }),
      });
    }
    this.counts.transitions += moves.length;
    const successors: { transition: JointTransition; node: Node }[] = [];
    for (const { transition, target, entry } of moves) {
      for (const node of this.nodesOf(target, entry)) successors.push({ transition, node });
    }
    frame.successors = successors;
  }

  private nodesOf(discrete: Discrete, entry: Int32Array): Node[] {
    const result: Node[] = [];
    for (const piece of elapseAvoiding(this.problem.semantics, discrete, entry, this.avoidIn(discrete))) {
      for (const zone of this.problem.extrapolate(discrete, piece)) result.push(this.intern(discrete, zone));
    }
    return result;
  }

  private avoidIn(discrete: Discrete): Federation {
    const { semantics, avoid, frameSize } = this.problem;
    return semantics.where(avoid, frameSize, discrete, this.everywhere);
  }

  private intern(discrete: Discrete, zone: Int32Array): Node {
    const { dim } = this.problem.semantics;
    const key = `${discrete.locations.join()};${discrete.cells.join()};${hashZone(zone, dim)}`;
    const bucket = this.nodes.get(key);
    const known = bucket?.find((node) => equals(node.zone, zone, dim));
    if (known !== undefined) return known;
    const node: Node = { discrete, zone, position: FRESH, rank: 0 };
    if (bucket === undefined) this.nodes.set(key, [node]);
    else bucket.push(node);
    this.counts.stored++;
    return node;
  }

  private transitionsTo(frame: Frame<Origin>): JointTransition[] {
    const transitions: JointTransition[] = [];
    for (let k = 1; k <= frame.node.position; k++) transitions.push(this.stack[k]!.transition!);
    return transitions;
  }
}
