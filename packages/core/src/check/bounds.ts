// `sup`, `inf` and `bounds`: which values do terms take in the reachable states that satisfy the condition? Data is
// read off the discrete states. A clock is given a constant B that counts both ways, so everything up to B is exact
// in spite of extrapolation; when a value lies beyond B, B grows and the states are explored again. It ends when
// all wanted ends lie below B, when time can be seen to pass without bound (in one state, or because a part of a path
// can be repeated: `pumping.ts`), or at MOST, which is `unknown`.

import { chooseAbstraction } from "../engine/abstraction.ts";
import type { StateId } from "../engine/engine.ts";
import { ModelFault, type Target } from "../engine/index.ts";
import type { Formula, Query } from "../network/index.ts";
import { ALWAYS, type BoundsQuery } from "./bounds-query.ts";
import { measureDifference } from "./differences.ts";
import { type EngineSetup, setUpEngine } from "./engines.ts";
import { clockConstraint, hasStopwatches } from "./features.ts";
import { createSearch, problemOf } from "./orders.ts";
import { Pump } from "./pumping.ts";
import { faultVerdict, refused } from "./reachability.ts";
import { type Answer, cutShort, failing, type Session, unknown } from "./session.ts";
import { StateReader } from "./state-reader.ts";
import { TermRange, TermReader } from "./term-range.ts";
import type { TermBounds, Verdict } from "./verdict.ts";

/** How often a round tries to show that a clock grows for ever. */
const ATTEMPTS = 8;
const FIRST = 64;
const MOST = 1 << 20;
export async function checkBounds(session: Session, query: BoundsQuery): Promise<Answer> {
  const condition = query.condition ?? ALWAYS;
  for (let most = FIRST; ; most *= 4) {
    const round = await explore(session, query, { formula: condition, frameSize: query.frameSize }, most);
    if (!("ranges" in round)) return round.answer;
    const { ranges, answer } = round;
    const known = ranges.every((range) => range.known(query.kind));
    if (known || most >= MOST) {
      return { ...answer, verdict: known ? await verdictOf(session, query, ranges) : tooLarge() };
    }
  }
}

type Round =
  | { readonly answer: Answer }
  | { readonly ranges: readonly TermRange[]; readonly answer: Omit<Answer, "verdict"> };

/** One exploration of everything, with the constant `most` for each clock that is measured. */
async function explore(session: Session, query: BoundsQuery, target: Target, most: number): Promise<Round> {
  const { network } = session;
  const { options } = session.context;
  const question = asReachability(query, target.formula, most);
  const setup = session.work(() =>
    setUpEngine(network, [question], [target], options.abstraction ?? "auto", { engine: options.engine ?? "auto" }),
  );
  if (!setup.ok) return { answer: refused(setup.diagnostics) };
  const { abstraction, fallback } = setup.value;
  const engine = session.work(() => setup.value.create());
  const states = new StateReader(engine, network);
  const reader = new TermReader(states, query.terms, query.frameSize);
  const ranges = query.terms.map(() => new TermRange(most));
  const pumps = session.work(() => pumpsFor(session, query, target, states));
  const look = (state: StateId): void => {
    for (const measures of reader.read(state, target)) {
      for (const [index, one] of measures.entries()) {
        const range = ranges[index]!;
        range.add(one);
        if (query.kind !== "inf" && range.isOpen(one) && pumps.try(one.row, state)) range.setEndless();
      }
    }
  };
  let fault: ModelFault | undefined;
  // Everything is looked at, so any complete order will do. A term that cannot be evaluated ends the search.
  const { search } = createSearch(undefined, engine, problemOf(network, target), (state) => {
    try {
      if (engine.satisfies(state, 0)) look(state);
      return false;
    } catch (error) {
      if (!(error instanceof ModelFault)) throw error;
      fault = error;
      return true;
    }
  });
  const outcome = await session.run(search);
  const about = { engine: engine.name, abstraction, ...(fallback === undefined ? {} : { fallback }) };
  const common = { statistics: search.statistics, ...about };
  if (outcome === "exhausted") {
    if (hasStopwatches(network)) return { answer: { verdict: unknown("over-approximation"), ...common } };
    return { ranges, answer: common };
  }
  if (outcome === "fault")
    return { answer: { verdict: failed(session, setup.value, engine, search, target), ...common } };
  if (outcome === "found") return { answer: { verdict: failing(fault!.diagnostic), ...common } };
  return { answer: { verdict: cutShort(outcome), ...common } };
}

/** A few attempts per clock and round; the more of the path is known, the likelier they succeed. */
function pumpsFor(session: Session, query: BoundsQuery, { formula }: Target, states: StateReader) {
  const plain: Query = { kind: "E<>", text: query.text, frameSize: query.frameSize, formula };
  const bounds = chooseAbstraction(session.network, [plain], "extra-m");
  const pumps = new Map<number, { readonly pump: Pump; left: number }>();
  return {
    try(row: number, state: StateId): boolean {
      if (!bounds.ok) return false;
      let entry = pumps.get(row);
      if (entry === undefined) {
        entry = { pump: new Pump(session.network, states, bounds.value.bounds, row), left: ATTEMPTS };
        pumps.set(row, entry);
      }
      return entry.left-- > 0 && entry.pump.works(state);
    },
  };
}

function failed(
  session: Session,
  setup: EngineSetup,
  engine: Parameters<typeof faultVerdict>[2],
  search: Parameters<typeof faultVerdict>[3],
  target: Target,
): Verdict {
  return faultVerdict(session, setup, engine, search, target) ?? unknown("over-approximation");
}

/**
 * The states do not depend on what is measured; only the constants of the measured clocks do. Subsumption by simulation
 * may drop the state with the extreme value only if it keeps an equal one: it does.
 */
function asReachability(query: BoundsQuery, condition: Formula, most: number): Query {
  const constants = query.terms.flatMap(({ left, right }) =>
    left !== undefined && right === undefined ? [clockConstraint(left, "==", most)] : [],
  );
  return {
    kind: "E<>",
    text: query.text,
    frameSize: query.frameSize,
    formula: { kind: "and", parts: [condition, ...constants] },
  };
}

async function verdictOf(session: Session, query: BoundsQuery, ranges: readonly TermRange[]): Promise<Verdict> {
  const values: TermBounds[] = [];
  for (const [index, term] of query.terms.entries()) {
    if (term.left !== undefined && term.right !== undefined) {
      const measured = await measureDifference(session, query, term);
      if ("kind" in measured) return measured;
      values.push(measured);
    } else {
      values.push(ranges[index]!.bounds(term.text, query.kind));
    }
  }
  return { kind: "satisfied", evidence: { kind: "values", values } };
}

function tooLarge(): Verdict {
  const message = `a clock grows beyond ${MOST}, and nothing shows whether it grows for ever`;
  return unknown("incomplete-search", { code: "TH4505", severity: "error", message });
}
