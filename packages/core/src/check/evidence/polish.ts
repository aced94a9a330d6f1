// Makes a trace shorter after it was found. `--shorten`, trail improvement: search from the initial state towards the
// state that the trace ends in, with a bound below its length, until nothing shorter is found or time is up; each
// shorter trace gives a new state to aim at. `--improve` after walks and portfolios, which cannot go on by themselves:
// the same with the estimate hU.

import { distanceToState } from "../../analysis/distances.ts";
import type { Engine, StateId, Target } from "../../engine/index.ts";
import type { Key } from "../../evaluators/index.ts";
import { heuristics } from "../../heuristics/index.ts";
import { BestOpenList } from "../../open-lists/index.ts";
import { EagerSearch } from "../../search/index.ts";
import { SearchContext } from "../../search-context/index.ts";
import { configure } from "../../spec/index.ts";
import type { Trace } from "../../trace/index.ts";
import { limitOf } from "../answer.ts";
import { problemOf, soughtState } from "../plan/target.ts";
import type { Session } from "../session.ts";
import type { EngineSetup } from "../setup/engines.ts";
import { setUp } from "../setup/set-up.ts";
import { traceOfTarget } from "./timed-traces.ts";

/** What states are ordered by, given the best trace so far. */
type Guide = (context: SearchContext, best: Trace) => Key;

export async function polish(session: Session, trace: Trace, improve: boolean): Promise<Trace> {
  const { options } = session.context;
  const target = soughtState(session.query)?.target;
  if (target === undefined || (options.shorten !== true && !improve)) return trace;
  let best = trace;
  const setup = unlessLimited(() => session.work(() => setUp(session, [target], { reachedOnly: true })));
  if (setup?.ok !== true) return trace;
  if (options.shorten === true) best = await shorter(session, setup.value, target, best, towardsEnd);
  return improve ? shorter(session, setup.value, target, best, byRelaxedTrace) : best;
}

const towardsEnd: Guide = ({ engine, problem }, { final }) => {
  const estimate = distanceToState(problem.network, final);
  return (state) => estimate(engine.view(state));
};

const byRelaxedTrace: Guide = (context) => {
  const config = configure(heuristics, "hU()");
  if (!config.ok) throw new Error("hU is missing");
  const estimates = context.estimatesOf(config.value);
  return (state, { depth }) => depth + estimates.of(state);
};

async function shorter(
  session: Session,
  setup: EngineSetup,
  target: Target,
  known: Trace,
  guide: Guide,
): Promise<Trace> {
  let best = known;
  for (;;) {
    const length = best.steps.length - 1;
    if (length < 0) return best;
    const prepare = (): EagerSearch => {
      const engine = setup.create();
      const context = new SearchContext(engine, problemOf(session.network, target));
      return new EagerSearch(engine, new BestOpenList(guide(context, best)), {
        goal: (state: StateId, on: Engine) => on.satisfies(state, 0),
        cost: "depth",
        bound: { length },
      });
    };
    const prepared = unlessLimited(() => session.work(prepare));
    if (prepared === undefined) return best;
    const next = await firstTrace(session, setup, prepared, target);
    if (next === undefined) return best;
    best = next;
  }
}

/** Undefined: there is none within the bound, or something ended the search. */
async function firstTrace(
  session: Session,
  setup: EngineSetup,
  search: EagerSearch,
  target: Target,
): Promise<Trace | undefined> {
  try {
    for (;;) {
      const outcome = await session.run(search);
      if (outcome === "fault") continue;
      if (outcome !== "found") return undefined;
      const trace = traceOfTarget(session, setup, search.found!, target);
      if (trace !== undefined) return trace;
    }
  } catch (error) {
    if (limitOf(error) !== undefined) return undefined;
    throw error;
  }
}

/** A trace that is known stays known, whatever limit ends looking for a better one. */
function unlessLimited<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch (error) {
    if (limitOf(error) !== undefined) return undefined;
    throw error;
  }
}
