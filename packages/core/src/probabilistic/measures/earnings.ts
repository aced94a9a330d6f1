// What a structure of rewards pays: per step of a chain or MDP, per unit of time of a CTMC, evaluated once for every
// state and choice.

import type { Diagnostic } from "../../diagnostics/index.ts";
import { numericFunction, type RewardStructure } from "../../network/index.ts";
import type { ExplicitModel } from "../explicit.ts";
import { GraphFault } from "../graph.ts";

export interface Earnings {
  /** By state. */
  readonly state: Float64Array;
  /** By choice: what its transitions earn on average. */
  readonly choice: Float64Array;
}

export function earningsOf(model: ExplicitModel, structure: RewardStructure): Earnings {
  const { name, states: items, transitions: steps } = structure;
  const { graph } = model;
  const state = new Float64Array(model.states);
  const choice = new Float64Array(model.choiceOf.length);
  const own = items.map(({ guard, value }) => ({ guard: numericFunction(guard), value: numericFunction(value) }));
  const moved = steps.map(({ event, guard, value }) => ({
    event,
    guard: numericFunction(guard),
    value: numericFunction(value),
  }));
  for (let index = 0; index < model.states; index++) {
    const { cells } = graph.engine.view(model.stateOf[index]!);
    const pay = (value: number): number => {
      if (value >= 0 && value < Number.POSITIVE_INFINITY) return value;
      const message = `a reward of ${value}${name === undefined ? "" : ` in "${name}"`}, in the state ${graph.describe(model.stateOf[index]!)}`;
      const diagnostic: Diagnostic = { code: "TH6500", severity: "error", message, hint: "rewards are not negative" };
      throw new GraphFault(diagnostic, model.stateOf[index]!);
    };
    for (const { guard, value } of own) if (guard(cells) !== 0) state[index]! += pay(value(cells));
    if (moved.length === 0) continue;
    const paid = moved.map(({ guard, value }) => (guard(cells) !== 0 ? pay(value(cells)) : 0));
    for (let each = model.choices[index]!; each < model.choices[index + 1]!; each++) {
      const made = model.choiceOf[each]!;
      for (let at = made === 0 ? 0 : graph.endShare.data[made - 1]!; at < graph.endShare.data[made]!; at++) {
        for (const [item, { event }] of moved.entries()) {
          if (event === graph.shareAction.data[at]) choice[each]! += graph.share.data[at]! * paid[item]!;
        }
      }
    }
  }
  return { state, choice };
}

/** Per step: what a state earns before it is left, and what leaving earns. */
export function perStep(model: ExplicitModel, { state, choice }: Earnings): Float64Array {
  const { exit } = model;
  const earned = new Float64Array(choice.length);
  for (let index = 0; index < model.states; index++) {
    // In a CTMC, states earn per unit of time; one that is never left earns for ever, which only matters where it is
    // not sought.
    const stay =
      exit === undefined
        ? state[index]!
        : state[index] === 0
          ? 0
          : exit[index] === 0
            ? 0
            : state[index]! / exit[index]!;
    for (let each = model.choices[index]!; each < model.choices[index + 1]!; each++)
      earned[each] = stay + choice[each]!;
  }
  return earned;
}

/** Per unit of time, by state of a CTMC. */
export function perTime(model: ExplicitModel, { state, choice }: Earnings): Float64Array {
  return state.map((own, index) => own + model.exit![index]! * choice[model.choices[index]!]!);
}
