// ICB: iterative context bounding (Musuvathi and Qadeer 2007). Everything that can be reached with at most c context
// switches is explored before anything that needs c + 1. A switch happens where two consecutive transitions belong to
// different processes (section 5.2 of the CE paper; a joint step belongs to all that take part in it, so the sets are
// compared), or where the next one is not in the interference context C_n of the last. Plainly, duplicates are found by
// state: a state that was first reached in one context is not looked at again in another, so a trace may switch more
// often than it must. With `exact` they are found by state and last context, and of these the one with fewer switches
// stays: then the first trace that is found has as few switches as any, which the paper says of ICB; its presets do so.

import { Interference } from "../analysis/contexts/interference.ts";
import { NumberTable } from "../basics/grow.ts";
import type { StateId } from "../engine/engine.ts";
import type { Network } from "../network/index.ts";
import {
  type LastTransitions,
  type OpenNode,
  type SearchContext,
  type StepCosts,
  withLastContext,
} from "../search-context/index.ts";
import type { JointTransition } from "../semantics/joint-transition.ts";
import { choice, flag, integer } from "../spec/index.ts";
import { Levels } from "./levels.ts";
import { defineOpenList, innerList, type OpenList } from "./open-list.ts";
import { traitsAround } from "./traits.ts";

export const icb = defineOpenList({
  name: "icb",
  summary: "ICB: everything with c context switches before anything with c + 1.",
  params: {
    open: innerList,
    contexts: choice(["process", "interference"], { doc: "what a context is", default: "process" }),
    n: integer({ doc: "size of interference contexts", default: 2, min: 0 }),
    exact: flag({
      doc: "find duplicates by state and last context: the trace then has the least number of switches",
      default: false,
    }),
  },
  examples: ["icb(best(hU()))", "icb(fifo(), contexts=interference, n=1)", "icb(fifo(), exact=true)"],
  traits(values) {
    const { open } = values;
    const around = { ...traitsAround(open), needsTransitions: true };
    if (!values.exact) return around;
    return {
      ...around,
      exact: { stage: (context) => stageOf(context, values), costs: (stage) => switchCosts(stage, values) },
      refusal: (problem) =>
        open.prunes ? "pruned traces may have fewer context switches than those that stay" : around.refusal!(problem),
    };
  },
  create: (context, values) => new IcbOpenList(() => values.open.create(context), context, values),
});

export interface IcbOptions {
  readonly contexts: "process" | "interference";
  readonly n: number;
}

export class IcbOpenList extends Levels {
  private readonly last: LastTransitions;
  private readonly switches: Switches;

  constructor(create: () => OpenList, context: SearchContext, options: IcbOptions) {
    super(create);
    this.last = context.last;
    this.switches = switchesOf(context, options);
  }

  override push(state: StateId, node: OpenNode): void {
    this.last.remember(state, node);
    const switches = this.switches.after(node.parent, node.transition);
    this.switches.set(state, switches);
    this.pushAt(switches, state, node);
  }

  /** Those of the path to the latest state: once a target is found, what it took (Table 5 of the CE paper). */
  override get contextSwitches(): number {
    return this.current;
  }
}

/** How many switches the path to each state has: what the queues of one configuration have in common. */
class Switches {
  private readonly last: LastTransitions;
  private readonly isSwitch: SwitchTest;
  private readonly byState = new NumberTable(new Int32Array(1024));

  constructor(last: LastTransitions, isSwitch: SwitchTest) {
    this.last = last;
    this.isSwitch = isSwitch;
  }

  after(parent: StateId, transition: JointTransition | undefined): number {
    const before = this.byState.get(parent);
    const last = this.last.of(parent);
    if (transition === undefined || last === undefined) return before;
    const next = transition.edges.map(({ edge }) => edge);
    return this.isSwitch(last, next) ? before + 1 : before;
  }

  set(state: StateId, switches: number): void {
    this.byState.set(state, switches);
  }
}

function switchesOf(context: SearchContext, options: IcbOptions): Switches {
  return context.common(options, () => new Switches(context.last, switchTest(context.problem.network, options)));
}

/** Insertion is told the number of switches, so that a state is dropped only for one with no more of them. */
export function switchCosts(context: SearchContext, options: IcbOptions): StepCosts {
  const switches = switchesOf(context, options);
  return { start: 0, after: (_, transition, parent) => switches.after(parent, transition) };
}

/** The same problem where states are told apart by their last context, too. */
export function stageOf(context: SearchContext, options: IcbOptions): SearchContext {
  const { network } = context.problem;
  return context.extended(withLastContext(network, markOf(network, options)));
}

/** Edges with the same mark switch, and are switched from, alike. */
function markOf(network: Network, { contexts, n }: IcbOptions): (edge: number) => number {
  if (contexts === "process") return () => 1;
  // C_0 holds a transition alone: every edge is a context of its own.
  if (n === 0) return (edge) => edge + 1;
  const interference = new Interference(network);
  const marks = new Map<string, number>();
  return (edge) => {
    const reach = interference.reachOf(edge, n);
    const mark = marks.get(reach) ?? marks.size + 1;
    marks.set(reach, mark);
    return mark;
  };
}

export type SwitchTest = (last: readonly number[], next: readonly number[]) => boolean;

export function switchTest(network: Network, { contexts, n }: IcbOptions): SwitchTest {
  if (contexts === "process") {
    // Each process takes part with one edge, so the sets are the same where each of one is in the other of equal size.
    const process = (edge: number): number => network.edges[edge]!.process;
    return (last, next) =>
      last.length !== next.length || !next.every((edge) => last.some((other) => process(other) === process(edge)));
  }
  const interference = new Interference(network);
  return (last, next) => interference.distance(last, next) > n;
}
