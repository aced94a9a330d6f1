// How a question about reachability is answered: by a symbolic search, by random walks, or by several of these that
// share time and memory; or how one about infinite runs or probabilities is. This is what `--search` names; the
// searches proper are those of `search/`.

import { hintList } from "../../heuristics/index.ts";
import type { Query } from "../../network/index.ts";
import { type EvidenceMethod, evidenceMethods } from "../../probabilistic/index.ts";
import { type LassoConfig, lassoSearches, type SearchConfig, searches } from "../../search/index.ts";
import {
  type Component,
  choice,
  component,
  defineComponent,
  flag,
  integer,
  list,
  Registry,
  seed,
} from "../../spec/index.ts";
import { CHOICES, choiceRules, type WalkOptions } from "../../walk/index.ts";

export type Strategy = SearchStrategy | WalkStrategy | PortfolioStrategy | LassoStrategy | EvidenceStrategy;
export interface SearchStrategy {
  readonly kind: "search";
  readonly spec: string;
  readonly config: SearchConfig;
  /** Leave out orders of independent steps where nobody says whether to. */
  readonly reduces?: true;
}
export interface WalkStrategy {
  readonly kind: "walk";
  readonly spec: string;
  readonly walk: WalkOptions;
}
/** For questions about infinite runs only. */
export interface LassoStrategy {
  readonly kind: "lasso";
  readonly spec: string;
  readonly lasso: LassoConfig;
}
/** For questions about probabilities only. */
export interface EvidenceStrategy {
  readonly kind: "evidence";
  readonly spec: string;
  readonly method: EvidenceMethod;
}
export interface PortfolioStrategy {
  readonly kind: "portfolio";
  readonly spec: string;
  readonly members: readonly (SearchStrategy | WalkStrategy)[];
  /** Take turns by steps in one thread, so that a seed fixes the result. */
  readonly deterministic: boolean;
  /** How much more of a shared thread's time the first member gets than another. */
  readonly firstShare: number;
  /** Seconds that the first member has for itself before the others start. */
  readonly alone: number;
  /** One that begins much later, and has little of the processor. */
  readonly late?: LateMember;
}

export interface LateMember {
  readonly strategy: SearchStrategy;
  /** Seconds after which it begins. */
  readonly after: number;
  /** How many times as much of the processor others get where they have to share. */
  readonly others: number;
}

/** The members of portfolios within portfolios join the outer one. */
function flatten(strategy: MemberStrategy): readonly (SearchStrategy | WalkStrategy)[] {
  return strategy.kind === "portfolio" ? strategy.members : [strategy];
}

function asStrategy(search: Component<SearchConfig>): Component<MemberStrategy> {
  return {
    ...search,
    configure: (values, spec): MemberStrategy => ({ kind: "search", spec, config: search.configure(values, spec) }),
  };
}

function asLassoStrategy(search: Component<LassoConfig>): Component<Strategy> {
  return {
    ...search,
    configure: (values, spec): Strategy => ({ kind: "lasso", spec, lasso: search.configure(values, spec) }),
  };
}

function asEvidenceStrategy(search: Component<EvidenceMethod>): Component<Strategy> {
  return {
    ...search,
    configure: (values, spec): Strategy => ({ kind: "evidence", spec, method: search.configure(values, spec) }),
  };
}

type MemberStrategy = Exclude<Strategy, LassoStrategy | EvidenceStrategy>;

/** What a portfolio may be made of. */
const NO_HINTS = { defaultText: "[]", defaultValue: (): readonly string[] => [] };

const members: Registry<MemberStrategy> = new Registry<MemberStrategy>("search", [
  ...searches.components.map(asStrategy),
  defineComponent({
    name: "walk",
    summary: "Random walks in the concrete semantics: nothing is stored, nothing is ever proved.",
    params: {
      choice: choice(CHOICES, {
        doc: CHOICES.map((name) => `${name}: ${choiceRules[name].about}`).join("; "),
        default: "rlc",
      }),
      seed: seed(),
      depth: integer({ doc: "steps of the shortest walks; others are 2, 4, 8 … times as long", default: 256, min: 1 }),
      hints: { ...hintList("a walk keeps to the states of one, in turn, and every last walk to none"), ...NO_HINTS },
    },
    examples: ["walk()", "walk(choice=sem, depth=100)"],
    configure: ({ hints, ...walk }, spec): MemberStrategy => ({
      kind: "walk",
      spec,
      walk: hints.length === 0 ? walk : { ...walk, hints },
    }),
  }),
  defineComponent({
    name: "portfolio",
    summary: "Several searches and walks that share time and memory; the first answer counts.",
    params: {
      members: list(
        component((): Registry<MemberStrategy> => members, { doc: "a search or walk" }),
        { doc: "the members; the first has a thread to itself where there are several" },
      ),
      deterministic: flag({ doc: "take turns by steps in one thread: a seed fixes the result", default: false }),
    },
    examples: ["portfolio([bfs, greedy(hU()), walk()])", "portfolio([bfs, walk()], deterministic=true)"],
    configure: ({ members, deterministic }, spec): MemberStrategy => ({
      kind: "portfolio",
      spec,
      members: members.flatMap(flatten),
      deterministic,
      firstShare: 1,
      alone: 0,
    }),
  }),
]);

export const strategies: Registry<Strategy> = new Registry<Strategy>("search", [
  ...(members.components as readonly Component<Strategy>[]),
  ...lassoSearches.components.map(asLassoStrategy),
  ...evidenceMethods.components.map(asEvidenceStrategy),
]);

export function strategyFor(query: Query, strategy: Strategy | ((query: Query) => Strategy)): Strategy {
  return typeof strategy === "function" ? strategy(query) : strategy;
}
