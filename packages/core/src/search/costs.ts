// The costs that specifications may name: `dijkstra(cost=sum("price"))`. Each is a cost algebra (survey, section 3) with what
// a step costs in it, brought into the form in which searches and engines compare: numbers, smaller is better.

import type { JointTransition } from "../engine/engine.ts";
import type { Network } from "../network/index.ts";
import type { StepCosts } from "../search-context/index.ts";
import { component, defineComponent, integer, list, Registry, text } from "../spec/index.ts";
import { type CostAlgebra, dearestStep, fuzzy, narrowestStep, probabilities, sums } from "./cost-algebra.ts";
import { type EdgeCosts, edgeCosts } from "./edge-costs.ts";
import type { SearchConfig } from "./search-config.ts";

export interface CostConfig {
  readonly spec: string;
  /** Steps are what searches count anyway; delays are measured by a clock. */
  readonly kind: "steps" | "delay" | "algebra";
  /** May it come first in a tuple, and may it stand in one at all? */
  readonly strict: boolean;
  readonly whole: boolean;
  refusal(network: Network): string | undefined;
  create(network: Network): StepCosts;
}

/** Parts of a tuple behind the first are below this; so both fit into one number exactly. */
const RADIX = 2 ** 26;

const variable = text({ doc: "name of the variable that edges assign their costs to" });
const of = integer({ doc: "what counts as certain", default: 100, min: 1 });

export const costs: Registry<CostConfig> = new Registry<CostConfig>("cost", [
  defineComponent({
    name: "steps",
    summary: "The number of transitions.",
    params: {},
    configure: (_, spec): CostConfig => ({
      ...counted(spec, sums, () => 1),
      kind: "steps",
    }),
  }),
  defineComponent({
    name: "moves",
    summary: "The number of edges, those of partners included.",
    params: {},
    configure: (_, spec) => counted(spec, sums, countEdges),
  }),
  defineComponent({
    name: "crowd",
    summary: "The greatest number of automata that move together.",
    params: {},
    configure: (_, spec) => counted(spec, dearestStep, countEdges),
  }),
  defineComponent({
    name: "sum",
    summary: "The sum of what the steps cost.",
    params: { variable },
    configure: ({ variable: name }, spec) => read(spec, name, sums, true),
  }),
  defineComponent({
    name: "max",
    summary: "What the dearest step costs.",
    params: { variable },
    configure: ({ variable: name }, spec) => read(spec, name, dearestStep, true),
  }),
  defineComponent({
    name: "min",
    summary: "The path whose narrowest step is widest: the least value on the way is to be as great as possible.",
    params: { variable },
    configure: ({ variable: name }, spec) => read(spec, name, narrowestStep, false),
  }),
  defineComponent({
    name: "probability",
    summary: "The most probable path: the product of the steps' probabilities, given in parts of `of`.",
    params: { variable, of },
    configure: ({ variable: name, of: parts }, spec) => read(spec, name, probabilities, false, parts),
  }),
  defineComponent({
    name: "fuzzy",
    summary: "The path whose least plausible step is most plausible, given in parts of `of`.",
    params: { variable, of },
    configure: ({ variable: name, of: parts }, spec) => read(spec, name, fuzzy, false, parts),
  }),
  defineComponent({
    name: "delay",
    summary: "The time that passes, measured by a clock that is never reset: the same as `--optimal time`.",
    params: {},
    configure: (_, spec): CostConfig => ({ ...counted(spec, sums, () => 1), kind: "delay", whole: false }),
  }),
  defineComponent({
    name: "tuple",
    summary: "The first cost decides, the next among equals; all but the last must be sums.",
    params: {
      costs: list(
        component((): Registry<CostConfig> => costs, { doc: "a cost" }),
        { doc: "the costs" },
      ),
    },
    configure: ({ costs: parts }, spec) => tupled(spec, parts),
  }),
]);

function counted(spec: string, algebra: CostAlgebra<number>, of: (step: JointTransition) => number): CostConfig {
  return {
    spec,
    kind: "algebra",
    strict: algebra.strict,
    whole: true,
    refusal: () => undefined,
    // No transition has less than one edge.
    create: () => inNumbers(algebra, { of, least: 1, most: Number.POSITIVE_INFINITY }),
  };
}

function read(spec: string, name: string, algebra: CostAlgebra<number>, whole: boolean, parts?: number): CostConfig {
  return {
    spec,
    kind: "algebra",
    strict: algebra.strict,
    whole,
    refusal(network) {
      const found = edgeCosts(network, name);
      if (typeof found === "string") return found;
      if (parts !== undefined && found.most > parts) return `\`${name}\` can be more than ${parts}`;
      return undefined;
    },
    create(network) {
      const found = edgeCosts(network, name);
      if (typeof found === "string") throw new Error(found);
      const scale = parts ?? 1;
      return inNumbers(algebra, {
        of: (step) => found.of(step) / scale,
        least: found.least / scale,
        most: found.most / scale,
      });
    },
  };
}

/** Where greater is better, numbers are negated. */
function inNumbers(algebra: CostAlgebra<number>, { of, least, most }: EdgeCosts): StepCosts {
  const sign = algebra.compare(0, 1) < 0 ? 1 : -1;
  // The cheapest step there may be; a path of some steps costs at least as much as so many of them.
  const cheapest = sign > 0 ? least : most;
  const ahead = (cost: number, steps: number): number => {
    if (steps <= 0) return cost;
    if (steps === Number.POSITIVE_INFINITY) return Number.POSITIVE_INFINITY;
    if (algebra === sums) return cost + steps * cheapest;
    if (algebra === probabilities) return cost * cheapest ** steps;
    return sign * algebra.times(sign * cost, cheapest);
  };
  return {
    start: sign * algebra.one,
    after: (before, transition) => sign * algebra.times(sign * before, of(transition)),
    ahead,
    show: (cost) => String(sign * cost),
  };
}

function tupled(spec: string, parts: readonly CostConfig[]): CostConfig {
  const last = parts.length - 1;
  return {
    spec,
    kind: "algebra",
    strict: parts.every(({ strict }) => strict),
    whole: true,
    refusal(network) {
      if (parts.length === 0) return "a tuple needs a cost";
      // The survey's counterexample: min before plus is not isotone.
      const first = parts.find(({ strict }, i) => i < last && !strict);
      if (first !== undefined) return `\`${first.spec}\` can only come last in a tuple: it would not be isotone`;
      const other = parts.find(({ whole }) => !whole);
      if (other !== undefined) return `\`${other.spec}\` is no whole number, as tuples need it`;
      if (parts.length > 2) return "tuples of more than two costs do not fit into one number";
      return parts.map((part) => part.refusal(network)).find((reason) => reason !== undefined);
    },
    create(network) {
      const [first, second] = parts.map((part) => part.create(network)) as [StepCosts, StepCosts | undefined];
      if (second === undefined) return first;
      const split = (cost: number): [number, number] => [Math.floor(cost / RADIX), cost % RADIX];
      const joined = (a: number, b: number): number => {
        // What does not fit is worst: it is never preferred to anything.
        return b < RADIX && a < RADIX ? a * RADIX + b : Number.POSITIVE_INFINITY;
      };
      return {
        start: joined(first.start, second.start),
        after(before, transition, parent) {
          const [a, b] = split(before);
          return joined(first.after(a, transition, parent), second.after(b, transition, parent));
        },
        ahead(cost, steps) {
          const [a, b] = split(cost);
          if (steps === Number.POSITIVE_INFINITY) return steps;
          return joined(first.ahead!(a, steps), second.ahead!(b, steps));
        },
        show(cost) {
          const [a, b] = split(cost);
          return `(${first.show!(a)}, ${second.show!(b)})`;
        },
      };
    },
  };
}

function countEdges({ edges }: JointTransition): number {
  return edges.length;
}

/** Undefined where steps are what counts; delays are another question (`optimal`), and this is only the way to it. */
export function stepCosts(asked: CostConfig, network: Network): StepCosts | undefined {
  return asked.kind === "algebra" ? asked.create(network) : undefined;
}

export function costClaims(asked: CostConfig | undefined, best: boolean): Pick<SearchConfig, "promise" | "optimal"> {
  const promise = !best ? "nothing" : asked === undefined || asked.kind === "steps" ? "shortest" : "cheapest";
  return { promise, ...(asked?.kind === "delay" ? { optimal: "time" } : {}) };
}
