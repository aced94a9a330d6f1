// The hunts of a swarm that fit a question: the one place that decides it. What the plan of a single search refuses is
// left out of a list that we made, and told of one that somebody else wrote.

import { defined } from "../../basics/defined.ts";
import type { Diagnostic } from "../../diagnostics/index.ts";
import { mentionsDeadlock } from "../../engine/clock-bounds.ts";
import type { Query } from "../../network/index.ts";
import { configure } from "../../spec/index.ts";
import { type SearchStrategy, strategies, type WalkStrategy } from "../strategies/strategy.ts";
import { type Configuration, type SwarmFeatures, swarmHunts } from "../strategies/swarm.ts";
import { type MemberQuestion, type PlannedMember, planMember } from "./planned-member.ts";
import type { SoughtState } from "./target.ts";

export type PlannedHunt = PlannedMember & {
  readonly strategy: SearchStrategy | WalkStrategy;
  readonly configuration: Configuration;
};

/** Of so many configurations in a row that do not fit, the next will not fit either. */
const MOST_MISFITS = 64;

export function swarmFeatures({ network, sought }: Pick<MemberQuestion, "network" | "sought">): SwarmFeatures {
  const asksForDeadlock = sought !== undefined && mentionsDeadlock(sought.target.formula);
  return { processes: network.processes.length, asksForDeadlock };
}

export function plannedHunts(question: MemberQuestion): readonly PlannedHunt[] {
  const { configurations, count } = question.options.swarm!;
  const { seed = 1 } = question.options;
  if (configurations !== undefined) return configurations.slice(0, count).map((one) => planHunt(question, one));
  const hunts: PlannedHunt[] = [];
  let misfits = 0;
  for (const configuration of swarmHunts(swarmFeatures(question), seed)) {
    if (hunts.length >= count || misfits >= MOST_MISFITS) break;
    const hunt = planHunt(question, configuration);
    misfits = hunt.refusal === undefined ? 0 : misfits + 1;
    if (misfits === 0) hunts.push(hunt);
  }
  return hunts;
}

function planHunt(question: MemberQuestion, configuration: Configuration): PlannedHunt {
  const strategy = huntStrategy(configuration.search);
  if (strategy === undefined) throw new Error(`\`${configuration.search}\` is no hunt`);
  return { ...planMember(question, strategy), strategy, configuration };
}

/** Undefined: it is no search for states, or several of them. */
export function huntStrategy(search: string): SearchStrategy | WalkStrategy | undefined {
  const read = configure(strategies, search);
  if (!read.ok || read.expressions.length > 0) return undefined;
  return read.value.kind === "search" || read.value.kind === "walk" ? read.value : undefined;
}

/** Why a question is not one for a swarm. */
export function refusedSwarm(
  query: Query,
  sought: SoughtState | undefined,
  { optimal, witnesses = 1, improve }: MemberQuestion["options"],
): Diagnostic | undefined {
  const because =
    sought === undefined
      ? `it looks for single states, and ${query.kind} asks for more`
      : optimal !== undefined
        ? `\`--optimal ${optimal}\` has a search of its own`
        : witnesses > 1 || improve === true
          ? "it ends with the first trace"
          : undefined;
  if (because === undefined) return undefined;
  return {
    code: "TH4517",
    severity: "error",
    message: `a swarm cannot answer this: ${because}`,
    hint: "leave out `--swarm`",
    ...defined({ span: query.span }),
  };
}
