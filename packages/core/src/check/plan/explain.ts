// A plan in words and as plain data: `check --explain`.

import { defined } from "../../basics/defined.ts";
import { withoutLocalTime } from "../../engine/abstraction.ts";
import type { Target } from "../../engine/index.ts";
import { kindOf, soughtBy } from "../../network/index.ts";
import type { SearchConfig } from "../../search/index.ts";
import { reasonOf } from "../../spec/index.ts";
import { strategies } from "../strategies/strategy.ts";
import { livenessObstacle } from "./abstraction-for.ts";
import { breadthFirst } from "./default-search.ts";
import { engineObstacle } from "./engine-for.ts";
import { type Member, type Plan, refusedWish } from "./plan.ts";
import { reductionAsked, whyNotReduced, whyRunsAreNotReduced } from "./reduction.ts";
import { runSearchOf, useForRuns } from "./run-search.ts";
import { problemOf } from "./target.ts";

export interface PlanReport {
  readonly kind: string;
  /** The question that this kind of query is. */
  readonly asks: string;
  /** Why nothing will run; the rest is left out then. */
  readonly refused?: string;
  /** The analysis that answers it. */
  readonly answeredBy: string;
  /** What is looked for; absent where values are measured. */
  readonly looksFor?: string;
  /** What one unit of time is in the model, where all constants are multiples of it. */
  readonly timeUnit: number;
  /** What `--optimal time` adds, and what is done with the answer. */
  readonly afterwards: readonly string[];
  readonly searches: readonly PlannedSearch[];
  /** Seconds that the first has for itself. */
  readonly firstAlone?: number;
  /** `seconds` for all queries, which share them; `querySeconds` for each. */
  readonly limits: { readonly seconds?: number; readonly querySeconds?: number; readonly memoryMB?: number };
}

export interface PlannedSearch {
  readonly search: string;
  /** What it is, in a sentence. */
  readonly summary?: string;
  /** What becomes of the search that was named, where another one answers. */
  readonly use?: string;
  /** 0 is the calling thread. */
  readonly thread: number;
  /** Of the processor, compared with each other search. */
  readonly share?: number;
  /** Why it will not run; the others do. */
  readonly refused?: string;
  readonly abstraction?: string;
  readonly abstractionBecause?: string;
  readonly engine?: "compiled" | "reference";
  /** Why it is the reference engine. */
  readonly engineBecause?: string;
  /** What partial-order reduction does; absent where nothing could be reduced. */
  readonly reduction?: string;
}

export function explainPlan(plan: Plan): PlanReport {
  const { asked, scaled, refusal, options } = plan;
  const { asks, answeredBy, name } = kindOf(asked);
  const { limits = {} } = options;
  const common = {
    kind: name,
    asks,
    answeredBy,
    timeUnit: scaled.unit,
    limits: {
      ...defined({
        seconds: limits.seconds,
        querySeconds: options.querySeconds,
        memoryMB: limits.memoryBytes === undefined ? undefined : limits.memoryBytes / 1e6,
      }),
    },
  };
  const refused = refusal ?? refusedWish(plan)?.[0];
  if (refused !== undefined) return { ...common, refused: refused.message, searches: [], afterwards: [] };
  const looksFor = soughtWords(plan);
  return {
    ...common,
    ...defined({ looksFor }),
    ...plannedSearches(plan),
    afterwards: afterwards(plan),
  };
}

function soughtWords({ asked, sought }: Plan): string | undefined {
  const { about } = kindOf(asked);
  if (about === undefined) return undefined;
  const what = sought === undefined ? "a run" : "a state";
  return `${what} that ${about === "some run" ? "satisfies" : "violates"} it; if there is none, everything is seen`;
}

function plannedSearches(plan: Plan): Pick<PlanReport, "searches" | "firstAlone"> {
  const { way } = plan;
  if (way.kind === "alone") return { searches: [planned(plan, way.member, 0)] };
  const { strategy, here, elsewhere } = way;
  const share = (index: number) => {
    const own = index === 0 ? strategy.firstShare : 1;
    return here.length === 1 && own === 1 ? {} : { share: own };
  };
  return {
    searches: [
      ...here.map((member, index) => ({ ...planned(plan, member, 0), ...share(index) })),
      ...elsewhere.flatMap((group, index) => group.map((member) => planned(plan, member, index + 1))),
    ],
    ...defined({ firstAlone: strategy.alone === 0 ? undefined : strategy.alone }),
  };
}

function planned(plan: Plan, member: Member | undefined, thread: number): PlannedSearch {
  const { options, sought, asked } = plan;
  if (member?.kind === "walk") {
    const refused =
      sought === undefined
        ? `it looks for single states; ${asked.kind} asks for more`
        : (options.witnesses ?? 1) > 1
          ? "it finds one trace, not several"
          : undefined;
    return { ...described(member.spec), thread, ...(refused === undefined ? { abstraction: "none" } : { refused }) };
  }
  const own = member?.kind === "search" ? member.config : options.search;
  const config = options.optimal === "steps" ? breadthFirst : (own ?? breadthFirst);
  const ofRuns = runSearchOf(plan.scaled.network, asked, member?.kind === "lasso" ? member.spec : undefined);
  // Who named a search for states hears what becomes of it.
  const use = ofRuns === undefined || config.spec === breadthFirst.spec ? undefined : useForRuns(asked, config);
  const about = { ...described(ofRuns ?? config.spec), ...defined({ use }), thread };
  const chosen = config.inOrder === true ? withoutLocalTime(plan.abstraction, options.abstraction) : plan.abstraction;
  if (!chosen.ok) return { ...about, refused: chosen.diagnostics[0]!.message };
  const { network } = plan.scaled;
  const refused = sought === undefined ? undefined : config.refusal?.(problemOf(network, sought.target));
  if (refused !== undefined) return { ...about, refused: reasonOf(refused) };
  const { abstraction, because } = chosen.value;
  const obstacle = options.engine === "reference" ? "it was asked for" : engineObstacle(network, asked, chosen.value);
  const reduction =
    sought === undefined
      ? runReductionWords(plan, member)
      : reductionWords(plan, member, sought.target, abstraction, config);
  return {
    ...about,
    ...defined({ reduction }),
    abstraction,
    abstractionBecause: because,
    ...(obstacle === null ? { engine: "compiled" } : { engine: "reference", engineBecause: obstacle }),
  };
}

function reductionWords(
  { options, scaled }: Plan,
  member: Member | undefined,
  target: Target,
  abstraction: string,
  config: SearchConfig,
): string {
  const por = reductionAsked(options, member, scaled.query);
  if (por === "off") return `none, ${options.por === "off" ? "as was asked for" : "since nobody asked for it"}`;
  const obstacle = whyNotReduced(scaled.network, target, por, options, abstraction, config);
  if (obstacle !== undefined) return `none, because of ${obstacle}`;
  return por === "on" ? "stubborn sets" : "stubborn sets, if they leave out enough of the first states";
}

/** The same of infinite runs, whose steps are left out only when asked for. */
function runReductionWords({ options, scaled }: Plan, member: Member | undefined): string | undefined {
  const { network, query } = scaled;
  const kind = soughtBy(query)?.kind;
  if (options.por === undefined || (kind !== "lasso" && kind !== "run")) return undefined;
  if (options.por === "off") return "none, as was asked for";
  const lasso = member?.kind === "lasso" ? member.lasso : undefined;
  const obstacle = livenessObstacle(network, query) ?? whyRunsAreNotReduced(network, query, lasso, options);
  return obstacle === undefined ? "stubborn sets of steps that no letter shows" : `none, because of ${obstacle}`;
}

/** Name and purpose of a search, from its registry. */
function described(spec: string): { readonly search: string; readonly summary?: string } {
  const summary = strategies.get(/^[\w-]+/.exec(spec)?.[0] ?? "")?.summary;
  return { search: spec, ...defined({ summary }) };
}

function afterwards({ asked, sought, options, way }: Plan): readonly string[] {
  const { optimal, shorten, improve, witnesses = 1, certify } = options;
  const search = way.kind === "alone" && way.member?.kind === "search" ? way.member.config : options.search;
  const fastest = optimal === "time" || search?.optimal === "time";
  return [
    ...(sought !== undefined && fastest ? ["a fastest trace is looked for, within the time of the first one"] : []),
    ...(sought !== undefined && shorten === true ? ["a trace is made shorter while time is left"] : []),
    ...(sought !== undefined && improve === true ? ["better traces are looked for while time is left"] : []),
    ...(sought !== undefined && witnesses > 1 ? [`up to ${witnesses} traces that differ in their actions`] : []),
    ...(certify === true
      ? [
          kindOf(asked).certificates
            ? `${kindOf(asked).answeredBy === "liveness" ? '"must happen"' : '"cannot happen"'} is certified: what a search cut off or forgot is explored once more`
            : `no certificate: there are none about ${asked.kind}`,
        ]
      : []),
  ];
}
