// A plan in words and as plain data: `check --explain`.

import { defined } from "../../basics/defined.ts";
import { kindOf } from "../../network/index.ts";
import {
  type Plan,
  type PlannedMember,
  priceSpaceText,
  proposedSymmetry,
  refusedWish,
  stateSpaceText,
  symmetryText,
} from "./plan.ts";

export interface PlanReport {
  readonly kind: string;
  /** The question that this kind of query is. */
  readonly asks: string;
  /** Why nothing will run; the rest is left out then. */
  readonly refused?: string;
  /** What is not supported and cannot influence the answer, and the processes that are left out with it. */
  readonly leftOut?: { readonly features: readonly string[]; readonly processes: readonly string[] };
  /** The analysis that answers it. */
  readonly answeredBy: string;
  /** What is looked for; absent where values are measured. */
  readonly looksFor?: string;
  /** What one unit of time is in the model, where all constants are multiples of it. */
  readonly timeUnit: number;
  /** What is interchangeable, where nobody asked for that to be used. */
  readonly proposal?: string;
  /** What `--optimal time` adds, and what is done with the answer. */
  readonly afterwards: readonly string[];
  readonly searches: readonly PlannedSearch[];
  /** Seconds that the first has for itself. */
  readonly firstAlone?: number;
  /** The searches are hunts, one after the other on as many threads as there are. */
  readonly isSwarm?: true;
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
  /** What states stand for besides themselves; absent where nothing is to be said about it. */
  readonly symmetry?: string;
  /** How many threads share it; absent where one was asked for. */
  readonly workers?: string;
  /** Seconds after which it begins. */
  readonly after?: number;
  /** Of a hunt: when it is given up. */
  readonly seconds?: number;
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
    ...defined({
      leftOut: plan.leftOut && { features: plan.leftOut.features, processes: plan.leftOut.processes },
    }),
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
    ...defined({ looksFor, proposal: proposedSymmetry(plan) }),
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

function plannedSearches(plan: Plan): Pick<PlanReport, "searches" | "firstAlone" | "isSwarm"> {
  const { way } = plan;
  if (way === undefined) return { searches: [] };
  if (way.kind === "alone") return { searches: [planned(plan, way.member, 0)] };
  if (way.kind === "swarm") {
    const hunt = (one: (typeof way.hunts)[number]): PlannedSearch => ({
      ...planned(plan, one, 0),
      ...defined({ seconds: one.configuration.seconds }),
    });
    return { isSwarm: true, searches: way.hunts.map(hunt) };
  }
  const { strategy, here, elsewhere, late } = way;
  const share = (index: number) => {
    const own = index === 0 ? strategy.firstShare : 1;
    return here.length === 1 && own === 1 ? {} : { share: own };
  };
  return {
    searches: [
      ...here.map((member, index) => ({ ...planned(plan, member, 0), ...share(index) })),
      ...elsewhere.flatMap((group, index) => group.map((member) => planned(plan, member, index + 1))),
      ...(late === undefined
        ? []
        : [{ ...planned(plan, late.explained(), elsewhere.length + 1), after: late.after, share: 1 / late.others }]),
    ],
    ...defined({ firstAlone: strategy.alone === 0 ? undefined : strategy.alone }),
  };
}

function planned(plan: Plan, member: PlannedMember, thread: number): PlannedSearch {
  const { spec, summary, use, abstraction, engineObstacle, refusal } = member;
  const about = { search: spec, ...defined({ summary, use }), thread };
  if (refusal !== undefined) return { ...about, refused: refusal.because };
  const isSampled = kindOf(plan.asked).answeredBy === "statistics" || member.strategy?.kind === "walk";
  if (isSampled || !abstraction.ok) return { ...about, abstraction: "none" };
  return {
    ...about,
    ...defined({
      reduction: reductionWords(plan, member),
      symmetry: symmetryText(member.symmetry),
      workers: workersWords(member),
    }),
    abstraction: abstraction.value.abstraction,
    abstractionBecause: abstraction.value.because,
    ...(engineObstacle === undefined ? { engine: "compiled" } : { engine: "reference", engineBecause: engineObstacle }),
  };
}

function workersWords({ workers }: PlannedMember): string | undefined {
  if (workers === undefined) return undefined;
  if (workers.obstacle !== undefined) return `one: ${workers.obstacle}`;
  if (workers.after !== undefined) {
    return `one; after ${workers.after} s of work up to ${workers.count}, as cores are idle, which divide the states among them and begin anew`;
  }
  return `${workers.count}, which divide the states among them; other searches do not run beside it`;
}

function reductionWords({ options, sought }: Plan, { por, reduction }: PlannedMember): string | undefined {
  if (reduction === undefined) return undefined;
  const { obstacle } = reduction;
  if (por === "off") return `none, ${options.por === "off" ? "as was asked for" : "since nobody asked for it"}`;
  if (obstacle !== undefined) return `none, because of ${obstacle}`;
  if (sought === undefined) return "stubborn sets of steps that no letter shows, under the proviso C2cl";
  if (por === "c2c") return "persistent sets that the target does not see, under the proviso C2c";
  return por === "on" ? "stubborn sets" : "stubborn sets, if they leave out enough of the first states";
}

function afterwards({ asked, sought, options, way, stateSpace, priceSpace }: Plan): readonly string[] {
  const { optimal, shorten, improve, witnesses = 1, certify } = options;
  const search = way?.kind === "alone" && way.member.strategy?.kind === "search" ? way.member.search : options.search;
  const fastest = optimal === "time" || search?.optimal === "time";
  return [
    ...(sought !== undefined && fastest
      ? ["the fastest trace is looked for, and better ones are shown on the way"]
      : []),
    ...(priceSpace === undefined ? [] : priceSpaceText(priceSpace)),
    ...(stateSpace === undefined ? [] : stateSpaceText(stateSpace)),
    ...(sought !== undefined && shorten === true ? ["a trace is made shorter while time is left"] : []),
    ...(kindOf(asked).answeredBy === "liveness" && shorten === true
      ? ["a lasso is made shorter while time is left: its stem, its loop, where the loop begins"]
      : []),
    ...(sought !== undefined && improve === true ? ["better traces are looked for while time is left"] : []),
    ...(sought !== undefined && witnesses > 1 ? [`up to ${witnesses} traces that differ in their actions`] : []),
    ...(certify !== undefined && certify !== false
      ? [
          kindOf(asked).certificates
            ? `${kindOf(asked).answeredBy === "liveness" ? '"must happen"' : '"cannot happen"'} is certified: what a search cut off or forgot is explored once more`
            : `no certificate: there are none about ${asked.kind}`,
        ]
      : []),
  ];
}
