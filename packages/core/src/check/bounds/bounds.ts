// `sup`, `inf` and `bounds`: which values do terms take in the reachable states that satisfy the condition? Data is
// read off the discrete states. A clock is given a constant B that counts both ways, so everything up to B is exact
// in spite of extrapolation; when a value lies beyond B, B grows and the states are explored again. It ends when all
// wanted ends lie below B, when the clock can be seen to have no bound (`unbounded.ts`), or when B is MOST or there are
// many more states than before: that is `unknown`, with what was seen.

import { defined } from "../../basics/defined.ts";
import type { StateId } from "../../engine/engine.ts";
import type { Target } from "../../engine/index.ts";
import type { Formula, Query, Term } from "../../network/index.ts";
import { ModelFault } from "../../semantics/index.ts";
import { type Answer, cutShort, failing, refused, unknown } from "../answer.ts";
import { faultVerdict } from "../evidence/timed-traces.ts";
import { clockConstraint, hasStopwatches } from "../plan/features.ts";
import { problemOf } from "../plan/target.ts";
import type { Session } from "../session.ts";
import { createSearch } from "../setup/create-search.ts";
import { setUpEngine } from "../setup/engines.ts";
import type { TermBounds, Verdict } from "../verdict.ts";
import { attainedValues } from "./attained.ts";
import { ALWAYS, type BoundsQuery, endsOf, type TermEnds } from "./bounds-query.ts";
import { measureDifference } from "./differences.ts";
import { StateReader } from "./state-reader.ts";
import { TermRange, TermReader } from "./term-range.ts";
import { Unboundedness } from "./unbounded.ts";

const FIRST = 64;
/**
 * A clock that is not seen to have a bound, or to have none, is followed so far; one that has a bound, to its bound.
 */
const MOST = 1 << 20;
const LARGEST = (1 << 29) - 1;
/** What a further exploration may store, at least, and compared with the first one. */
const MOST_STORED = 20_000;
const TIMES_STORED = 16;

export async function checkBounds(session: Session, query: BoundsQuery): Promise<Answer> {
  const condition = query.condition ?? ALWAYS;
  const ends = endsOf(query);
  const approximate = hasStopwatches(session.network);
  let allowed: number | undefined;
  for (let most = FIRST; ; ) {
    const target = { formula: condition, frameSize: query.frameSize };
    const round = await explore(session, query, target, most, allowed);
    if (!("ranges" in round)) return round.answer;
    const { ranges, answer, early } = round;
    // What was left unexplored may hold anything.
    if (round.left) return { ...answer, verdict: tooLarge(most, seenOf(query, ranges)) };
    if (approximate) {
      const enclosing = query.terms.map((term, index) => enclosed(term, ranges[index]!, ends));
      return { ...answer, verdict: await attainedValues(session, query, enclosing) };
    }
    const open = ranges.filter((range) => !range.known(ends));
    if (open.length === 0) return { ...answer, verdict: await verdictOf(session, query, ranges, early) };
    const wanted = Math.max(...open.map((range) => range.wanted));
    const isHopeless = (wanted <= most && most >= MOST) || most >= LARGEST;
    if (isHopeless) return { ...answer, verdict: tooLarge(most, seenOf(query, ranges)) };
    allowed ??= Math.max(MOST_STORED, TIMES_STORED * answer.statistics.stored);
    most = Math.min(LARGEST, Math.max(wanted, 4 * most));
  }
}

type Round =
  | { readonly answer: Answer }
  | {
      readonly ranges: readonly TermRange[];
      readonly answer: Omit<Answer, "verdict">;
      readonly early: boolean;
      /** More states than allowed. */
      readonly left: boolean;
    };

/**
 * One exploration of everything, with the constant `most` for each clock that is measured, and of at most `allowed`
 * states.
 */
async function explore(
  session: Session,
  query: BoundsQuery,
  target: Target,
  most: number,
  allowed = Number.POSITIVE_INFINITY,
): Promise<Round> {
  const { network } = session;
  const { options } = session.context;
  const ends = endsOf(query);
  const question = asReachability(query, target.formula, most);
  const setup = session.work(() =>
    setUpEngine(network, [question], [target], options.abstraction ?? "auto", session.engineWish),
  );
  if (!setup.ok) return { answer: refused(setup.diagnostics) };
  const { abstraction, fallback } = setup.value;
  const engine = session.work(() => setup.value.create());
  const states = new StateReader(engine, network);
  const reader = new TermReader(states, query.terms, query.frameSize);
  const approximate = hasStopwatches(network);
  const ranges = query.terms.map((term) => new TermRange(most, leastOf(term)));
  const unbounded = new Unboundedness(network, setup.value, states, target);
  const look = (state: StateId): void => {
    for (const measures of reader.read(state, target)) {
      for (const [index, one] of measures.entries()) {
        const range = ranges[index]!;
        range.add(one);
        if (approximate || !ends.upper || !range.isOpen) continue;
        if (unbounded.isShownBy(state, one)) range.setEndless();
      }
    }
  };
  let fault: ModelFault | undefined;
  let met = 0;
  // Everything is looked at, so any complete order will do. A term that cannot be evaluated ends the search.
  const { search } = createSearch(undefined, engine, problemOf(network, target), (state) => {
    try {
      if (++met > allowed) return true;
      if (!engine.satisfies(state, 0)) return false;
      look(state);
      return !approximate && ranges.every((range) => range.isSettled(ends));
    } catch (error) {
      if (!(error instanceof ModelFault)) throw error;
      fault = error;
      return true;
    }
  });
  const outcome = await session.run(search);
  const about = { engine: engine.name, abstraction, ...defined({ fallback }) };
  const common = { statistics: search.statistics, ...about };
  if (outcome === "exhausted") return { ranges, answer: common, early: false, left: false };
  if (outcome === "fault") {
    const verdict = faultVerdict(session, setup.value, search.fault!, target) ?? unknown("over-approximation");
    return { answer: { verdict, ...common } };
  }
  if (outcome === "found" && fault === undefined) return { ranges, answer: common, early: true, left: met > allowed };
  if (outcome === "found") return { answer: { verdict: failing(fault!.diagnostic), ...common } };
  const values = approximate ? undefined : seenOf(query, ranges);
  return { answer: { verdict: { ...cutShort(outcome), ...defined({ values }) }, ...common } };
}

/** What a search has seen that did not come to an end: runs attain these values, and nothing rules out others. */
function seenOf(query: BoundsQuery, ranges: readonly TermRange[]): readonly TermBounds[] | undefined {
  const ends = endsOf(query);
  const values = query.terms.flatMap(({ text, left, right }, index) =>
    left !== undefined && right !== undefined ? [] : [ranges[index]!.seen(text, ends)],
  );
  return values.some(({ attained = {} }) => Object.keys(attained).length > 0) ? values : undefined;
}

/** What zones that contain too much say of a term. Of differences they say nothing: extrapolation forgets them. */
function enclosed({ text, left, right }: Term, range: TermRange, ends: TermEnds): TermBounds {
  const { term, lower, upper } = range.bounds(text, ends);
  const open = left !== undefined && right !== undefined;
  const infinite = (sign: 1 | -1) => ({ value: sign * Number.POSITIVE_INFINITY, strict: true });
  return {
    term,
    ...defined({
      lower: lower === undefined ? undefined : open ? infinite(-1) : lower,
      upper: upper === undefined ? undefined : open ? infinite(1) : upper,
    }),
  };
}

/** What the term cannot be below, if that is plain: clocks are never negative. */
function leastOf({ left, right, value }: Term): number {
  return left !== undefined && right === undefined && value.kind === "constant"
    ? value.value
    : Number.NEGATIVE_INFINITY;
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

async function verdictOf(
  session: Session,
  query: BoundsQuery,
  ranges: readonly TermRange[],
  early: boolean,
): Promise<Verdict> {
  const values: TermBounds[] = [];
  for (const [index, term] of query.terms.entries()) {
    if (term.left !== undefined && term.right !== undefined) {
      const measured = await measureDifference(session, query, term);
      if ("kind" in measured) return measured;
      values.push(measured);
    } else {
      values.push(ranges[index]!.bounds(term.text, endsOf(query)));
    }
  }
  return { kind: "satisfied", evidence: { kind: "values", values, ...defined({ early: early ? early : undefined }) } };
}

function tooLarge(most: number, values: readonly TermBounds[] | undefined): Verdict {
  const message = `a clock grows beyond ${most}, and nothing shows whether it grows for ever`;
  const verdict = unknown("incomplete-search", { code: "TH4505", severity: "error", message });
  return { ...verdict, ...defined({ values }) };
}
