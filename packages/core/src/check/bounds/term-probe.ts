// Asks by reachability whether a term takes values from some point on: for differences of clocks, which extrapolation
// forgets, and with stopwatches, where zones contain more than there is and only a timed run shows a value.

import { defined } from "../../basics/defined.ts";
import type { Target } from "../../engine/index.ts";
import type { Expression, Formula, Query, Term } from "../../network/index.ts";
import { checkReachability } from "../reachability/reachability.ts";
import type { Session } from "../session.ts";
import type { Verdict } from "../verdict.ts";
import { ALWAYS, type BoundsQuery } from "./bounds-query.ts";

export interface Probed {
  readonly target: Target;
  /** Satisfied: some run shows it; violated: there is none. */
  readonly verdict: Verdict;
  /** How many states it took. */
  readonly explored: number;
}

export class TermProbe {
  private readonly session: Session;
  private readonly query: BoundsQuery;
  private readonly term: Term;

  constructor(session: Session, query: BoundsQuery, term: Term) {
    this.session = session;
    this.query = query;
    this.term = term;
  }

  /** Is there a state with sign × term `op` value, where the condition holds? */
  async ask(sign: 1 | -1, op: ">" | ">=", value: number): Promise<Probed> {
    const parts = [this.query.condition ?? ALWAYS, this.constraint(sign, op, value)];
    const { frameSize, text } = this.query;
    const target: Target = { formula: { kind: "and", parts }, frameSize };
    const asked: Query = { kind: "E<>", text, ...target };
    const { answer } = await checkReachability(this.session.about(asked), target, "satisfied");
    return { target, verdict: answer.verdict, explored: answer.statistics.explored };
  }

  private constraint(sign: 1 | -1, op: ">" | ">=", value: number): Formula {
    const { left, right, value: offset } = this.term;
    const limit: Expression = { kind: "constant", value: sign * value };
    const turned = sign > 0 ? op : op === ">" ? "<" : "<=";
    if (left === undefined)
      return { kind: "data", condition: { kind: "binary", op: turned, left: offset, right: limit } };
    const isPlain = offset.kind === "constant";
    const bound: Expression = isPlain
      ? { kind: "constant", value: sign * value - offset.value }
      : { kind: "binary", op: "-", left: limit, right: offset };
    return { kind: "clock", left, ...defined({ right }), op: turned, bound };
  }
}
