// Estimates that lie: they say ∞ of states from which the target can be reached. What rests on their word has to be
// checked by other means, and so these are put in the place of honest ones, in tests and in long runs.

import type { DiscreteView } from "../engine/index.ts";
import { type HeuristicConfig, heuristics } from "../heuristics/index.ts";
import type { Component } from "../spec/index.ts";

type Lie = (state: DiscreteView, estimate: number, asked: number) => boolean;

export interface Saboteur {
  /** The estimate that lies, and how it is written. */
  readonly name: string;
  readonly spec: string;
  readonly lies: Lie;
}

/** The same state is lied about again. */
function mixed({ locations, cells }: DiscreteView): number {
  let hash = 17;
  for (const number of [...Array.from(locations), ...Array.from(cells)]) hash = (Math.imul(hash, 31) + number) | 0;
  return Math.abs(hash);
}

export const SABOTEURS: Readonly<Record<string, Saboteur>> = {
  "hU: ∞ of one state in fifty": { name: "hU", spec: "hU()", lies: (state) => mixed(state) % 50 === 0 },
  "hU: ∞ of one state in three": { name: "hU", spec: "hU()", lies: (state) => mixed(state) % 3 === 0 },
  "hU: ∞ of every state": { name: "hU", spec: "hU()", lies: () => true },
  "hL: ∞ where the target is a step away": { name: "hL", spec: "hL()", lies: (_, estimate) => estimate === 1 },
  "hL: ∞ of whatever is no target": { name: "hL", spec: "hL()", lies: (_, estimate) => estimate > 0 },
  "hadd: ∞ of the first state": { name: "hadd", spec: "hadd()", lies: (_state, _estimate, asked) => asked === 1 },
  "hU per broadcast: ∞ to every seventh question": {
    name: "hU",
    spec: "hU(broadcast=each)",
    lies: (_state, _estimate, asked) => asked % 7 === 0,
  },
  "distance: ∞ wherever somebody has moved": {
    name: "distance",
    spec: "distance()",
    lies: ({ locations }) => Array.from(locations).some((location) => location > 0),
  },
  "hL per location: ∞ where a cell is 1": {
    name: "hL",
    spec: "hL(values=per-location)",
    lies: ({ cells }) => Array.from(cells).includes(1),
  },
  "merge: ∞ of one state in five": { name: "merge", spec: "merge(N=8)", lies: (state) => mixed(state) % 5 === 0 },
};

/** From now on the estimate lies, wherever a specification names it. */
export function sabotage({ name, lies }: Saboteur): { readonly count: { told: number }; readonly end: () => void } {
  const component = heuristics.get(name) as { configure: Component<HeuristicConfig>["configure"] };
  const { configure: honest } = component;
  const count = { told: 0 };
  component.configure = (values, spec) => {
    const config = honest(values, spec);
    const made = new WeakMap<object, ReturnType<HeuristicConfig["create"]>>();
    return {
      ...config,
      create(problem) {
        const heuristic = made.get(problem) ?? liar(config.create(problem));
        made.set(problem, heuristic);
        return heuristic;
      },
    };
  };
  const liar = (heuristic: ReturnType<HeuristicConfig["create"]>): typeof heuristic => {
    let asked = 0;
    const { constructions } = heuristic;
    return {
      ...(constructions === undefined ? {} : { constructions }),
      estimate(state, without, zone) {
        const value = heuristic.estimate(state, without, zone);
        if (!lies(state, value, ++asked) || value === Number.POSITIVE_INFINITY) return value;
        count.told++;
        return Number.POSITIVE_INFINITY;
      },
    };
  };
  const end = (): void => {
    component.configure = honest;
  };
  return { count, end };
}
