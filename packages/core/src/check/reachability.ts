// `E<>` and `A[]`: is there a reachable state that satisfies a formula? A state that is found symbolically becomes a
// timed trace, which is replayed before anybody sees it. With stopwatches zones over-approximate: a state without a
// timed trace is spurious, the search goes on, and exhaustion then proves nothing any more.

import type { Diagnostic } from "../diagnostics/index.ts";
import {
  createSymbolicSemantics,
  type Engine,
  type ReferenceEngine,
  type StateId,
  type Target,
} from "../engine/index.ts";
import type { Search } from "../search/index.ts";
import { type Path, rebuildPath, type Trace } from "../trace/index.ts";
import { asReference, type EngineSetup, setUpEngine } from "./engines.ts";
import { hasClockGuardedUrgency, hasStopwatches, mentionsDeadlock } from "./features.ts";
import { breadthFirst, createSearch, problemOf } from "./orders.ts";
import { type Answer, cutShort, failing, NO_STATISTICS, type Session, unknown } from "./session.ts";
import type { Verdict } from "./verdict.ts";

export interface Reached {
  readonly answer: Answer;
  /** The engine whose stored states prove that nothing was reached. */
  readonly proof?: () => ReferenceEngine;
}

/** `whenReached` is the verdict if a target exists. */
export async function checkReachability(
  session: Session,
  target: Target,
  whenReached: "satisfied" | "violated",
): Promise<Reached> {
  const { options } = session.context;
  const setup = setUpEngine(session.network, [session.query], [target], options.abstraction ?? "auto", {
    engine: options.engine ?? "auto",
  });
  if (!setup.ok) return { answer: refused(setup.diagnostics) };
  const config = options.optimal === "steps" ? breadthFirst : options.search;
  const problem = problemOf(session.network, target);
  const refusal = config?.refusal?.(problem);
  if (refusal !== undefined) {
    const message = `the search \`${config!.spec}\` cannot be used here: ${refusal}`;
    return { answer: refused([{ code: "TH4503", severity: "error", message }]) };
  }
  const engine = setup.value.create();
  const search = createSearch(config, engine, problem, (state) => engine.satisfies(state, 0));
  const whenNot = whenReached === "satisfied" ? "violated" : "satisfied";
  const { verdict, exhausted } = await decide(session, setup.value, engine, search, target, whenReached, whenNot);
  const { abstraction, fallback } = setup.value;
  const about = { engine: engine.name, abstraction, ...(fallback === undefined ? {} : { fallback }) };
  const answer = { verdict, statistics: search.statistics, ...about };
  return { answer, ...(exhausted ? { proof: () => asReference(engine, setup.value) } : {}) };
}

async function decide(
  session: Session,
  setup: EngineSetup,
  engine: Engine,
  search: Search,
  target: Target,
  whenReached: "satisfied" | "violated",
  whenNot: "satisfied" | "violated",
): Promise<{ verdict: Verdict; exhausted: boolean }> {
  const { network } = session;
  const approximate = hasStopwatches(network);
  let doubtful = approximate && (mentionsDeadlock(target.formula) || hasClockGuardedUrgency(network));
  for (;;) {
    const outcome = await session.run(search);
    switch (outcome) {
      case "found": {
        const path = pathTo(session, setup, engine, search.target!);
        const goal = { kind: "target", formula: target.formula } as const;
        const trace = session.time({ path, goal, frameSize: target.frameSize });
        if (trace !== undefined) {
          return { verdict: { kind: whenReached, evidence: { kind: "trace", trace } }, exhausted: false };
        }
        doubtful = true;
        break;
      }
      case "fault": {
        const verdict = faultVerdict(session, setup, engine, search, target.frameSize);
        if (verdict !== undefined) return { verdict, exhausted: false };
        doubtful = true;
        break;
      }
      case "exhausted":
        if (doubtful) return { verdict: unknown("over-approximation"), exhausted: false };
        return { verdict: { kind: whenNot, evidence: { kind: "exhausted" } }, exhausted: true };
      default:
        return { verdict: cutShort(outcome), exhausted: false };
    }
  }
}

/** The steps to a stored state, replayed in a reference engine. */
export function pathTo(session: Session, setup: EngineSetup, engine: Engine, state: StateId): Path {
  return rebuildPath(engine, state, setup.createReference(), createSymbolicSemantics(session.network));
}

/** A fault that a timed trace leads to ends the check; one that none leads to (stopwatches) was never met. */
export function faultVerdict(
  session: Session,
  setup: EngineSetup,
  engine: Engine,
  search: Search,
  frameSize: number,
): Verdict | undefined {
  const { state, transition, diagnostic } = search.fault!;
  const path = state < 0 ? { initial: 0, transitions: [] } : pathTo(session, setup, engine, state);
  const goal = { kind: "fault", ...(transition === undefined ? {} : { transition }) } as const;
  const trace: Trace | undefined = state < 0 ? undefined : session.time({ path, goal, frameSize });
  if (trace === undefined && state >= 0) return undefined;
  return { ...failing(diagnostic), ...(trace === undefined ? {} : { trace }) };
}

export function refused(diagnostics: readonly Diagnostic[]): Answer {
  const reason = diagnostics.find(({ severity }) => severity === "error") ?? diagnostics[0];
  return { verdict: unknown("not-supported", reason), statistics: NO_STATISTICS, abstraction: "none" };
}
