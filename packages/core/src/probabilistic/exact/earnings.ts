// What rewards pay as fractions, by state and by choice: the twin of `earnings.ts`.

import { over, plus, type Rational, times, ZERO } from "../../basics/rational.ts";
import type { NumericExpression, RewardStructure } from "../../network/index.ts";
import type { ExplicitModel } from "../explicit.ts";
import type { ExactModel } from "./choices.ts";
import { exactValueOf, Inexact } from "./weights.ts";

export interface ExactEarnings {
  readonly state: readonly Rational[];
  /** By choice: what a step earns, with the time before it. */
  readonly step: readonly Rational[];
}

export function exactEarnings(
  model: ExplicitModel,
  { choices, exit }: ExactModel,
  structure: RewardStructure,
): ExactEarnings | undefined {
  const [state, step]: [Rational[], Rational[]] = [[], []];
  try {
    for (const [index, place] of model.stateOf.entries()) {
      const { cells } = model.graph.engine.view(place);
      const paid = ({ guard, value }: { guard: NumericExpression; value: NumericExpression }): Rational =>
        exactValueOf(guard, cells).n === 0n ? ZERO : exactValueOf(value, cells);
      const own = structure.states.reduce((sum, item) => plus(sum, paid(item)), ZERO);
      const moved = structure.transitions.map((item) => ({ event: item.event, pay: paid(item) }));
      const stay = model.exit === undefined ? own : exit[index]!.n === 0n ? ZERO : over(own, exit[index]!);
      state.push(own);
      for (let choice = model.choices[index]!; choice < model.choices[index + 1]!; choice++) {
        let earned = stay;
        for (const { event, share } of choices[choice]!.shares)
          for (const { event: paying, pay } of moved) if (event === paying) earned = plus(earned, times(share, pay));
        step.push(earned);
      }
    }
  } catch (error) {
    if (error instanceof Inexact) return undefined;
    throw error;
  }
  return { state, step };
}
