// The extreme values of a difference of two clocks. Extrapolation forgets differences, so they are found by asking
// reachability: is there a state with x − y > c? The answer falls from yes to no once; doubling and halving find it. It
// has no bound where the exact zones of a run that was found leave it open above, or where a loop on it lets the
// greater clock grow.

import { defined } from "../../basics/defined.ts";
import type { Target } from "../../engine/index.ts";
import type { ClockRef, Term } from "../../network/index.ts";
import { createSymbolicSemantics } from "../../semantics/index.ts";
import { type Path, sameDiscrete } from "../../trace/index.ts";
import { unknown } from "../answer.ts";
import type { Session } from "../session.ts";
import { type Limit, type TermBounds, traceOf, type Verdict } from "../verdict.ts";
import { ALWAYS, type BoundsQuery, endsOf } from "./bounds-query.ts";
import { TermProbe } from "./term-probe.ts";
import { growsOn, isOpenOn } from "./unbounded.ts";

/** The largest constant that clocks are compared with. */
const LARGEST = (1 << 29) - 1;
/** A difference that has not been seen to have a bound, or to have none, by so many states is left undecided. */
const MOST_EXPLORED = 200_000;

export async function measureDifference(
  session: Session,
  query: BoundsQuery,
  term: Term,
): Promise<TermBounds | Verdict> {
  if (term.value.kind !== "constant") {
    const message = `\`${term.text}\` adds data to a difference of clocks`;
    return unknown("not-supported", { code: "TH4504", severity: "error", message });
  }
  const difference = new Difference(session, query, term, term.value.value);
  try {
    if (!(await difference.exists())) return { term: term.text };
    const ends = endsOf(query);
    const upper = ends.upper ? await difference.extreme(1) : undefined;
    const lower = ends.lower ? await difference.extreme(-1) : undefined;
    return { term: term.text, ...defined({ lower, upper }) };
  } catch (error) {
    if (error instanceof Undecided) return error.verdict;
    throw error;
  }
}

class Undecided extends Error {
  readonly verdict: Verdict;

  constructor(verdict: Verdict) {
    super("undecided");
    this.verdict = verdict;
  }
}

class Difference {
  private readonly probe: TermProbe;
  private readonly session: Session;
  private readonly condition: Target;
  private readonly term: Term;
  /** States explored by all questions so far. */
  private explored = 0;
  /**
   * The largest value that can be asked for, whichever the sign: with the offset taken off it is a clock's constant.
   */
  private readonly most: number;

  constructor(session: Session, query: BoundsQuery, term: Term, offset: number) {
    this.most = LARGEST - Math.abs(offset);
    this.probe = new TermProbe(session, query, term);
    this.session = session;
    this.condition = { formula: query.condition ?? ALWAYS, frameSize: query.frameSize };
    this.term = term;
  }

  async exists(): Promise<boolean> {
    return (await this.holds(1, ">", -this.most)) !== "no" || (await this.holds(-1, ">", -this.most)) !== "no";
  }

  /** The supremum of sign × term, times sign. */
  async extreme(sign: 1 | -1): Promise<Limit> {
    let low = -1;
    for (;;) {
      const answer = await this.holds(sign, ">", low);
      if (answer === "without bound") return { value: sign * Number.POSITIVE_INFINITY, strict: true };
      if (answer === "yes") break;
      low *= 2;
      if (low < -this.most) throw new Undecided(unknown("incomplete-search"));
    }
    let high = low === -1 ? 1 : low / 2;
    for (;;) {
      const answer = await this.holds(sign, ">", high);
      if (answer === "without bound") return { value: sign * Number.POSITIVE_INFINITY, strict: true };
      if (answer === "no") break;
      if (high === this.most) throw new Undecided(unknown("incomplete-search"));
      if (this.explored > MOST_EXPLORED) throw new Undecided(this.exceeding(sign, high));
      low = high;
      high = Math.min(2 * high, this.most);
    }
    // Some state exceeds `low`, none exceeds `high`.
    while (high - low > 1) {
      const middle = Math.floor((low + high) / 2);
      if ((await this.holds(sign, ">", middle)) === "no") high = middle;
      else low = middle;
    }
    return { value: sign * high, strict: (await this.holds(sign, ">=", high)) === "no" };
  }

  private async holds(sign: 1 | -1, op: ">" | ">=", value: number): Promise<"no" | "yes" | "without bound"> {
    const { target, verdict, explored } = await this.probe.ask(sign, op, value);
    this.explored += explored;
    if (verdict.kind === "unknown") throw new Undecided(verdict);
    if (verdict.kind === "violated") return "no";
    return this.isOpen(verdict, target, sign) ? "without bound" : "yes";
  }

  private exceeding(sign: 1 | -1, value: number): Verdict {
    const beyond = sign > 0 ? `exceeds ${value}` : `falls below ${-value}`;
    const message = `\`${this.term.text}\` ${beyond}, and nothing shows whether it has a bound`;
    return unknown("incomplete-search", { code: "TH4505", severity: "error", message });
  }

  private isOpen(verdict: Verdict, target: Target, sign: 1 | -1): boolean {
    const { initial, steps } = traceOf(verdict)!;
    const semantics = createSymbolicSemantics(this.session.network);
    const path: Path = {
      initial: semantics.initial().findIndex((state) => sameDiscrete(state, initial)),
      transitions: steps.map(({ transition }) => transition),
    };
    const [left, right] = [rowOf(this.term.left!), rowOf(this.term.right!)];
    if (left === undefined || right === undefined) return false;
    const [greater, lesser] = sign > 0 ? [left, right] : [right, left];
    return this.session.finish(
      () =>
        isOpenOn(semantics, path, target, greater, lesser) ||
        growsOn(this.session.network, semantics, path, this.condition, greater),
    );
  }
}

/** The row of the clock in zones; undefined where it depends on the state. */
function rowOf({ space, base, steps }: ClockRef): number | undefined {
  if (space !== "clock") return undefined;
  let clock = base;
  for (const { index, first, stride } of steps) {
    if (index.kind !== "constant") return undefined;
    clock += (index.value - first) * stride;
  }
  return clock + 1;
}
