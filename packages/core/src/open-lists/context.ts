// CE: context-enhanced search (Wehrle and Kupferschmid 2010). A state reached by t' from a state that was itself
// reached by an innocent t is put off the longer, the further t' is from profiting from t: to queue max(0, n − 1) where
// n is smallest with t' ∈ C_n(t). (The paper's Fig. 2 says q_n, which is `first=1`; its tables follow the shifted
// index.) Transitions outside every context go to one last queue, or are pruned where that is proved sound.

import { Innocence } from "../analysis/contexts/innocence.ts";
import { Interference, NO_CONTEXT } from "../analysis/contexts/interference.ts";
import type { StateId } from "../engine/engine.ts";
import type { Network } from "../network/index.ts";
import type { LastTransitions, OpenNode, SearchContext } from "../search-context/index.ts";
import type { JointTransition } from "../semantics/joint-transition.ts";
import { flag, integer } from "../spec/index.ts";
import { Levels } from "./levels.ts";
import { defineOpenList, innerList, type OpenList } from "./open-list.ts";
import { traitsAround, whyNotInside } from "./traits.ts";

export const context = defineOpenList({
  name: "context",
  summary: "CE: puts off transitions that do not profit from the one before, by interference contexts.",
  params: {
    open: innerList,
    n: integer({ doc: "two queues, within C_n or not; 0: one queue per distance", default: 0, min: 0 }),
    prune: flag({ doc: "drop transitions outside every context (only where that is sound)", default: false }),
    first: integer({ doc: "0: the paper's tables, 1: its Fig. 2", default: 0, min: 0, max: 1 }),
    clocks: flag({ doc: "clocks count as shared variables too", default: false }),
  },
  examples: [
    "context(best(hU()))",
    "context(fifo(), n=2)",
    "context(lifo(), first=1, clocks=true)",
    "context(fifo(), prune=true)",
  ],
  traits: (values) => ({
    ...traitsAround(values.open),
    needsTransitions: true,
    prunes: values.prune || values.open.prunes,
    refusal: (problem) =>
      (values.prune ? whyPruningIsUnsound(problem.network) : undefined) ?? whyNotInside(values.open, problem),
    pruning(on) {
      if (!values.prune) return values.open.pruning?.(on);
      const contexts = on.common(values, () => new Contexts(on, values));
      return (parent, transition) => contexts.prunes(parent, transition);
    },
  }),
  create: (on, values) => new ContextOpenList(() => values.open.create(on), on, values),
});

export interface ContextOptions {
  /** Two queues: within C_n(t) or not. 0: one queue per n. */
  readonly n: number;
  readonly prune: boolean;
  readonly first: number;
  readonly clocks: boolean;
}

/** Contexts longer than this share a queue; what is in no context comes after it. */
const MAX_LEVEL = 64;

/** Contexts of transitions: what the queues of one configuration have in common. */
export class Contexts {
  private readonly last: LastTransitions;
  private readonly interference: Interference;
  private readonly innocence: Innocence;
  /** How often the exact criterion (t' in no context of t) fired, whether states were pruned or put off for it. */
  outside = 0;

  constructor({ problem, last }: SearchContext, { clocks }: ContextOptions) {
    this.last = last;
    this.interference = new Interference(problem.network, { clocks });
    this.innocence = new Innocence(problem.network, problem.target);
  }

  /** The smallest n with t' ∈ C_n(t), where t led to the parent; 0 when t is not innocent or there is none. */
  distance({ parent, transition }: Pick<OpenNode, "parent" | "transition">): number {
    const last = this.last.of(parent);
    if (transition === undefined || last === undefined || !this.innocence.isInnocent(last)) return 0;
    const distance = this.interference.distance(
      last,
      transition.edges.map(({ edge }) => edge),
    );
    if (distance === NO_CONTEXT) this.outside++;
    return distance;
  }

  /** Pruning happens before a state is stored: stored, it would cover the same state reached in an allowed way. */
  prunes(parent: StateId, transition: JointTransition): boolean {
    return this.distance({ parent, transition }) === NO_CONTEXT;
  }
}

export class ContextOpenList extends Levels {
  private readonly contexts: Contexts;
  private readonly last: LastTransitions;
  private readonly options: ContextOptions;

  constructor(create: () => OpenList, context: SearchContext, options: ContextOptions) {
    super(create);
    this.contexts = context.common(options, () => new Contexts(context, options));
    this.last = context.last;
    this.options = options;
  }

  override push(state: StateId, node: OpenNode): void {
    this.last.remember(state, node);
    this.pushAt(this.level(this.contexts.distance(node)), state, node);
  }

  override get prunable(): number {
    return this.contexts.outside;
  }

  private level(distance: number): number {
    const { n, first } = this.options;
    if (distance === 0) return 0;
    if (n > 0) return distance <= n ? 0 : 1;
    return distance === NO_CONTEXT ? MAX_LEVEL + 1 : Math.min(MAX_LEVEL, Math.max(0, distance - 1 + first));
  }
}

/**
 * Proposition 1 of the paper moves transitions past each other. That is sound only where nothing but shared data orders
 * them: clocks, committed and urgent locations, urgent and broadcast channels and priorities order them as well.
 */
export function whyPruningIsUnsound(network: Network): string | undefined {
  const inLocations = (flag: "urgent" | "committed"): boolean =>
    network.processes.some(({ locations }) => locations.some((location) => location[flag]));
  if (network.clocks.length > 0) return "the model has clocks";
  if (inLocations("committed")) return "the model has committed locations";
  if (inLocations("urgent")) return "the model has urgent locations";
  if (network.channels.some(({ urgent }) => urgent)) return "the model has urgent channels";
  if (network.channels.some(({ broadcast }) => broadcast)) return "the model has broadcast channels";
  if (network.vectors.some(({ participants }) => participants.some(({ weak }) => weak)))
    return "the model has weak synchronisation";
  return network.hasPriorities ? "the model has priorities" : undefined;
}
