// Answers queries, one after the other, each with the means it needs. Whatever cannot be answered is said to be
// unknown, with the reason; the other queries run.

import type { Diagnostic } from "../diagnostics/index.ts";
import { chooseAbstraction, createConcreteSemantics, ModelFault, tooLargeConstant } from "../engine/index.ts";
import { Budget } from "../limits/index.ts";
import { kindOf, kindsWhere, type Network, type Query, type QueryOf } from "../network/index.ts";
import { configure } from "../spec/index.ts";
import { analyse, analyseByWalk } from "./analyses.ts";
import { type Answer, failing, limitOf, type Reached, refused, unknown } from "./answer.ts";
import { certified } from "./evidence/certify.ts";
import { polish } from "./evidence/polish.ts";
import { whereClocksFit } from "./plan/outgrown.ts";
import { soughtState } from "./plan/target.ts";
import { inLargestUnits, inModelUnits, type Scaled } from "./plan/time-units.ts";
import { type CheckContext, Session } from "./session.ts";
import type { MemberReport, MemberRequest } from "./strategies/member-driver.ts";
import { checkByPortfolio } from "./strategies/portfolio.ts";
import { type SearchStrategy, strategies, strategyFor, type WalkStrategy } from "./strategies/strategy.ts";
import type { CheckResult, Note, Verdict } from "./verdict.ts";

/** Answers in the order of the queries; `onResult` hears of each at once. */
export async function checkQueries(
  context: CheckContext,
  queries: readonly Query[],
  onResult?: (result: CheckResult) => void,
): Promise<CheckResult[]> {
  const { environment, options } = context;
  const budget = new Budget(environment, options.limits, context.signal);
  const results: CheckResult[] = [];
  const begin = beginningOf(context.network);
  for (const query of queries) {
    // What the user has said meanwhile is heard before work begins that cannot hear.
    await environment.pause();
    const scaled = scaledWithin(budget, context.network, query);
    const session = new Session(scaledContext(context, query, scaled), scaled.query, budget);
    const reached = await limited(session, () => answered(session, begin.get));
    const { answer: first, proof, uncertified } = options.certify ? await certified(session, reached) : reached;
    const answer = await polished(session, first);
    const note = noteOn(answer.verdict, begin.known());
    const result: CheckResult = {
      query,
      verdict: inModelUnits(answer.verdict, scaled),
      statistics: session.statistics(answer),
      ...(note === undefined ? {} : { note }),
      ...(proof === undefined ? {} : { proof: proof.kind === "states" ? { ...proof, unit: scaled.unit } : proof }),
      ...(uncertified === undefined ? {} : { uncertified }),
    };
    results.push(result);
    onResult?.(result);
  }
  return results;
}

/** Whoever has no time for that has none for the question either, and hears it there. */
function scaledWithin(budget: Budget, network: Network, query: Query): Scaled {
  try {
    return budget.during(() => inLargestUnits(network, query));
  } catch (error) {
    if (limitOf(error) === undefined) throw error;
    return { network, query, unit: 1 };
  }
}

function scaledContext(context: CheckContext, query: Query, { network, unit }: Scaled): CheckContext {
  const { onProgress } = context;
  if (unit === 1) return context;
  return {
    ...context,
    network,
    ...(onProgress === undefined ? {} : { onProgress: (_scaled, progress) => onProgress(query, progress) }),
  };
}

/** Does what another thread asked for. */
export async function answerRequest(
  { network, query, search, seed, options }: MemberRequest,
  context: Pick<CheckContext, "environment" | "signal" | "onProgress" | "probe">,
): Promise<MemberReport> {
  const strategy = configure(strategies, search, { seed });
  // Whoever asked polishes what is answered; only walks do it on the spot.
  const shorten = options.shorten === undefined ? {} : { shorten: "walks" as const };
  if (!strategy.ok) throw new Error(`${search} cannot be read in another thread: ${strategy.diagnostics[0]!.message}`);
  const [result] = await checkQueries(
    { ...context, network, options: { ...options, ...shorten, strategy: strategy.value } },
    [query],
  );
  return { verdict: result!.verdict, statistics: result!.statistics };
}

/** How a network begins: with so many states, or with a fault. */
type Beginning = number | ModelFault;

/** Found out when it is first asked for, by the exact semantics; nothing else needs to mind faults there. */
function beginningOf(network: Network): { get(): Beginning; known(): Beginning | undefined } {
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
  return verdict.evidence.cutOff?.canFault === true ? "faults-behind-dead-ends" : undefined;
}

async function answered(session: Session, begin: () => Beginning): Promise<Reached> {
  const obstacle = session.network.obstacles[0];
  // A question that no analysis answers is refused for its own sake; what the model has besides is said after it.
  if (kindOf(session.query).answeredBy === "nobody") {
    const { feature, span } = session.query as QueryOf<"feature">;
    const hint =
      obstacle === undefined
        ? `answered are ${kindsWhere(({ answeredBy }) => answeredBy !== "nobody", { quote: "`" })}`
        : `the model uses ${obstacle.feature} besides`;
    return { answer: refused([{ ...diagnostic("TH4500", `not supported: ${feature}`, span), hint }]) };
  }
  if (obstacle !== undefined) {
    const message = `the model uses ${obstacle.feature}, which symbolic analysis does not support`;
    return { answer: refused([diagnostic("TH4500", message, obstacle.span)]) };
  }
  // No member can answer then, and none may take the constant for one that clocks never meet.
  const tooLarge = session.work(() => tooLargeConstant(session.network, [session.query]));
  if (tooLarge !== null) return { answer: refused([tooLarge]) };
  const beginning = session.work(begin);
  if (beginning instanceof ModelFault) return { answer: session.broken(failing(beginning.diagnostic)) };
  const { optimal, strategy, witnesses = 1, abstraction = "auto" } = session.context.options;
  // Who wishes for an abstraction wants to hear at once that it is refused, not after the random walks of a portfolio.
  const wish = session.work(() => chooseAbstraction(session.network, [session.query], abstraction));
  if (abstraction !== "auto" && !wish.ok) return { answer: refused(wish.diagnostics) };
  if (strategy === undefined || optimal !== undefined) return alone(session);
  const chosen = strategyFor(session.query, strategy);
  if (chosen.kind !== "portfolio") return alone(session, chosen);
  const first = chosen.members.find(({ kind }) => kind === "search");
  // Members share questions about reachability; for everything else there is one way. One search finds several traces.
  return soughtState(session.query) !== undefined && witnesses === 1
    ? checkByPortfolio(session, chosen, alone)
    : alone(session, first);
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

function alone(session: Session, member?: SearchStrategy | WalkStrategy): Promise<Reached> {
  const { context } = session;
  const search = member?.kind === "search" ? { search: member.config } : {};
  const asked = context.options.engine;
  return whereClocksFit(
    asked,
    (engine) => {
      const options = { ...context.options, ...search, ...(engine === undefined ? {} : { engine }) };
      const inner = session.inside({ ...context, options });
      return limited(inner, () => (member?.kind === "walk" ? analyseByWalk(inner, member) : analyse(inner)));
    },
    (reason) => ({ answer: session.broken(unknown("not-supported", reason)) }),
  );
}

/** What a limit ends in the middle is answered: unknown, because of it. */
async function limited(session: Session, work: () => Promise<Reached>): Promise<Reached> {
  try {
    return await work();
  } catch (error) {
    const limit = limitOf(error);
    if (limit === undefined) throw error;
    return { answer: session.broken(unknown(limit)) };
  }
}

function diagnostic(code: Diagnostic["code"], message: string, span?: Diagnostic["span"]): Diagnostic {
  return { code, severity: "error", message, ...(span === undefined ? {} : { span }) };
}
