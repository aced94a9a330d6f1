// Answers queries, one after the other: each is planned (`plan/`), the plan is carried out (`execute.ts`), and what
// comes of it is certified and made shorter where that was asked for. Whatever cannot be answered is said to be
// unknown, with the reason; the other queries run.

import { defined } from "../basics/defined.ts";
import { Budget, LimitReached } from "../limits/index.ts";
import { kindOf, type Network, type Query } from "../network/index.ts";
import { createConcreteSemantics, ModelFault } from "../semantics/index.ts";
import { configure } from "../spec/index.ts";
import { packTrace } from "../trace/index.ts";
import { type Answer, unlessLimited } from "./answer.ts";
import { certified } from "./evidence/certify.ts";
import { polish } from "./evidence/polish.ts";
import { type Beginning, execute, limited } from "./execute.ts";
import type { MemberReport, MemberRequest } from "./members/member-driver.ts";
import { inUnits } from "./optimal/optimum.ts";
import type { CheckOptions } from "./options.ts";
import { type Plan, plannedElsewhere, planQuery } from "./plan/plan.ts";
import { inModelUnits } from "./plan/time-units.ts";
import { askedNow, type CheckContext, Session } from "./session.ts";
import { strategies, strategyFor } from "./strategies/strategy.ts";
import { type CheckResult, type Note, type Proof, type Verdict, withTraces } from "./verdict.ts";

/** Answers in the order of the queries, which share the time; `onResult` hears of each at once. */
export async function checkQueries(
  context: CheckContext,
  queries: readonly Query[],
  onResult?: (result: CheckResult) => void | Promise<void>,
): Promise<CheckResult[]> {
  const { environment, options } = context;
  const budget = new Budget(environment, options.limits, context.signal);
  const results: CheckResult[] = [];
  const begin = beginningOf(context.network);
  for (const [index, query] of queries.entries()) {
    // What the user has said meanwhile is heard before work begins that cannot hear.
    await environment.pause();
    const share = budget.share(queries.length - index, options.querySeconds);
    const result = await resultOf(context, query, share, begin);
    results.push(result);
    await onResult?.(result);
  }
  return results;
}

/** Carries out a plan that was made, and perhaps shown, before. */
export function executePlan(plan: Plan, surroundings: Omit<CheckContext, "network" | "options">): Promise<CheckResult> {
  const context = { ...surroundings, network: plan.network, options: plan.options };
  const { limits, querySeconds } = plan.options;
  const budget = new Budget(context.environment, limits, context.signal).share(1, querySeconds);
  return resultOf(context, plan.asked, budget, beginningOf(plan.network), plan);
}

async function resultOf(
  context: CheckContext,
  query: Query,
  budget: Budget,
  begin: KnownBeginning,
  made?: Plan,
): Promise<CheckResult> {
  const { network, options, environment } = context;
  const since = askedNow(environment);
  const { threads = 0, isYielding = false } = context.driver ?? {};
  const cores = context.sides?.cores ?? 1;
  // Where there are no threads, it is one that searches.
  const { workers, ...alone } = options;
  const wished = context.sides === undefined && workers?.isAuto === true ? alone : options;
  const work = <T>(part: () => T): T => budget.during(part);
  const planned = await unlessLimited(
    () => made ?? planQuery(network, query, wished, { threads, isYielding, cores, work }),
  );
  const plan = typeof planned === "string" ? undefined : planned;
  const session =
    plan === undefined
      ? new Session(context, query, budget, { since })
      : Session.following(plan, context, budget, since);
  const reached = await limited(session, () => {
    if (typeof planned === "string") throw new LimitReached(planned);
    return execute(session, planned, begin.get);
  });
  const {
    answer: first,
    proof,
    uncertified,
    mistaken,
  } = context.options.certify ? await certified(session, reached) : reached;
  const answer = await polished(session, first);
  const note = mistaken === true ? "mistaken" : noteOn(answer.verdict, begin.known());
  const unit = plan?.scaled.unit ?? 1;
  const valueUnit = answer.optimum?.objective === "time" ? unit : 1;
  return {
    query,
    verdict: plan === undefined ? answer.verdict : inModelUnits(answer.verdict, plan.scaled),
    statistics: session.statistics(answer),
    ...defined({
      optimum: answer.optimum && inUnits(answer.optimum, valueUnit),
      improvements: answer.improvements?.map((one) => inUnits(one, valueUnit)),
      front: answer.front?.map((point) => ({ ...point, time: point.time * unit })),
      schedule: answer.schedule?.map((bar) => ({ ...bar, start: bar.start * unit, end: bar.end * unit })),
    }),
    ...defined({
      note,
      runs: runsOf(query, context.options),
      fairness: fairnessOf(network, query, context.options),
      leftOut: leftOutOf(plan, network, options),
      proof: plan?.leftOut !== undefined ? undefined : inUnit(proof, unit),
      uncertified: plan?.leftOut === undefined || proof === undefined ? uncertified : ("not-supported" as const),
    }),
  };
}

/** What the model has that the answer does not depend on; costs are among it unless the cheapest run is asked for. */
function leftOutOf(
  plan: Plan | undefined,
  { prices = [] }: Network,
  { optimal, front }: CheckOptions,
): CheckResult["leftOut"] {
  const { features = [], processes = [] } = plan?.leftOut ?? {};
  const paid = [...new Set(prices.map(({ feature }) => feature))];
  const all =
    paid.length === 0 || optimal === "cost" || front === "cost"
      ? features
      : [...features, `costs (${paid.join(", ")})`];
  return all.length === 0 ? undefined : { features: all, processes };
}

function inUnit(proof: Proof | undefined, unit: number): Proof | undefined {
  if (proof?.kind === "diagram" && unit > 1)
    return { ...proof, diagram: { ...proof.diagram, unit: unit * (proof.diagram.unit ?? 1) } };
  return proof?.kind === "states" || proof?.kind === "runs" ? { ...proof, unit } : proof;
}

function runsOf(query: Query, { runs }: CheckOptions): CheckResult["runs"] {
  return runs === "maximal" || kindOf(query).answeredBy !== "liveness" ? undefined : runs;
}

function fairnessOf(network: Network, query: Query, { fairness }: CheckOptions): CheckResult["fairness"] {
  if (fairness === undefined || kindOf(query).answeredBy !== "liveness") return undefined;
  return { kind: fairness.kind, processes: fairness.processes ?? network.processes.map(({ name }) => name) };
}

/** Does what another thread asked for. */
export async function answerRequest(
  { network, query, search, seed, options: asked, abstraction, isHunt }: MemberRequest,
  context: Pick<CheckContext, "environment" | "signal" | "onProgress" | "onHit" | "probe">,
): Promise<MemberReport> {
  const strategy = configure(strategies, search, { seed });
  if (!strategy.ok) throw new Error(`${search} cannot be read in another thread: ${strategy.diagnostics[0]!.message}`);
  // Whoever asked polishes what is answered; only walks do it on the spot.
  const shorten = asked.shorten === undefined ? {} : { shorten: "walks" as const };
  const options = { ...asked, ...shorten, strategy: strategy.value };
  await context.environment.pause();
  const plan = plannedElsewhere(network, query, options, abstraction);
  const session = Session.following(plan, {
    ...context,
    network,
    options,
    ...defined({ isMember: isHunt ? undefined : (true as const) }),
  });
  const { answer } = await limited(session, () => execute(session, plan));
  return { verdict: withTraces(answer.verdict, packTrace), statistics: session.statistics(answer) };
}

interface KnownBeginning {
  get(): Beginning;
  known(): Beginning | undefined;
}

/** Found out when it is first asked for, by the exact semantics; nothing else needs to mind faults there. */
function beginningOf(network: Network): KnownBeginning {
  let known: Beginning | undefined;
  const find = (): Beginning => {
    if (network.obstacles.length > 0) return 1;
    try {
      return createConcreteSemantics(network).initial().length;
    } catch (error) {
      if (error instanceof ModelFault) return error;
      throw error;
    }
  };
  return {
    get: () => (known ??= find()),
    known: () => known,
  };
}

function noteOn(verdict: Verdict, beginning: Beginning | undefined): Note | undefined {
  if (beginning === 0) return "no-initial-state";
  if (verdict.kind === "unknown" || verdict.evidence.kind !== "exhausted") return undefined;
  if ((verdict.evidence.cutOff?.trusted ?? 0) > 0) return "estimates-trusted";
  return verdict.evidence.cutOff?.canFault === true ? "faults-behind-dead-ends" : undefined;
}

/** A trace may be made shorter once there is one. */
async function polished(session: Session, answer: Answer): Promise<Answer> {
  const { verdict } = answer;
  if (verdict.kind === "unknown" || verdict.evidence.kind !== "trace") return answer;
  const { improve, strategy } = session.context.options;
  // A search goes on by itself.
  const alone = strategy === undefined || strategyFor(session.query, strategy).kind === "search";
  const trace = await polish(session, verdict.evidence.trace, improve === true && !alone);
  return { ...answer, verdict: { ...verdict, evidence: { ...verdict.evidence, trace } } };
}
