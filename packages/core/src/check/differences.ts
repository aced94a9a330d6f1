// The extreme values of a difference of two clocks. Extrapolation forgets differences, so they are found by asking
// reachability: is there a state with x − y > c? The answer falls from yes to no once; doubling and halving find it.

import type { Formula, Query, Term } from "../network/index.ts";
import { ALWAYS, type BoundsQuery } from "./bounds-query.ts";
import { checkReachability } from "./reachability.ts";
import { type Session, unknown } from "./session.ts";
import type { Limit, TermBounds, Verdict } from "./verdict.ts";

const MOST = 1 << 16;

export async function measureDifference(
  session: Session,
  query: BoundsQuery,
  term: Term,
): Promise<TermBounds | Verdict> {
  const probe = new Probe(session, query, term);
  if (term.value.kind !== "constant") {
    const message = `\`${term.text}\` adds data to a difference of clocks`;
    return unknown("not-supported", { code: "TH4504", severity: "error", message });
  }
  const offset = term.value.value;
  try {
    if (!(await probe.holds(1, -MOST)) && !(await probe.holds(-1, -MOST))) return { term: term.text };
    const upper = query.kind === "inf" ? undefined : shifted(await extreme(probe, 1), 1, offset);
    const lower = query.kind === "sup" ? undefined : shifted(await extreme(probe, -1), -1, offset);
    return { term: term.text, ...(lower === undefined ? {} : { lower }), ...(upper === undefined ? {} : { upper }) };
  } catch (error) {
    if (error instanceof Undecided) return error.verdict;
    throw error;
  }
}

function shifted(limit: Limit, sign: 1 | -1, offset: number): Limit {
  return { value: sign * limit.value + offset, strict: limit.strict };
}

/** The supremum of sign × (left − right). */
async function extreme(probe: Probe, sign: 1 | -1): Promise<Limit> {
  let low = -1;
  while (!(await probe.holds(sign, low))) {
    low *= 2;
    if (low < -MOST) throw new Undecided(unknown("incomplete-search"));
  }
  let high = 1;
  while (await probe.holds(sign, high)) {
    low = high;
    high *= 2;
    if (high > MOST) throw new Undecided(unknown("incomplete-search"));
  }
  // Some state exceeds `low`, none exceeds `high`.
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (await probe.holds(sign, middle)) low = middle;
    else high = middle;
  }
  return { value: high, strict: !(await probe.reaches(sign, high)) };
}

class Undecided extends Error {
  readonly verdict: Verdict;

  constructor(verdict: Verdict) {
    super("undecided");
    this.verdict = verdict;
  }
}

class Probe {
  private readonly session: Session;
  private readonly query: BoundsQuery;
  private readonly term: Term;

  constructor(session: Session, query: BoundsQuery, term: Term) {
    this.session = session;
    this.query = query;
    this.term = term;
  }

  /** Does some state have sign × (left − right) > value? */
  holds(sign: 1 | -1, value: number): Promise<boolean> {
    return this.ask(sign, ">", value);
  }

  reaches(sign: 1 | -1, value: number): Promise<boolean> {
    return this.ask(sign, ">=", value);
  }

  private async ask(sign: 1 | -1, op: ">" | ">=", value: number): Promise<boolean> {
    const [left, right] = sign > 0 ? [this.term.left!, this.term.right!] : [this.term.right!, this.term.left!];
    const constraint: Formula = { kind: "clock", left, right, op, bound: { kind: "constant", value } };
    const formula: Formula = { kind: "and", parts: [this.query.condition ?? ALWAYS, constraint] };
    const { frameSize, text } = this.query;
    const query: Query = { kind: "E<>", text, formula, frameSize };
    const { answer } = await checkReachability(this.session.about(query), { formula, frameSize }, "satisfied");
    if (answer.verdict.kind === "unknown") throw new Undecided(answer.verdict);
    return answer.verdict.kind === "satisfied";
  }
}
