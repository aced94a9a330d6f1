// Two costs in one number: the first decides, the second among equals. The survey's isotone example (section 3) is
// `tuple([sum("price"), min("width")])`: (a, c) × (b, d) = (a + b, min(c, d)).

import type { StepCosts } from "../../search-context/index.ts";
import { component, defineComponent, list } from "../../spec/index.ts";
import { type CostConfig, costFamily } from "./cost.ts";

/** Parts of a tuple behind the first are below this; so both fit into one number exactly. */
const RADIX = 2 ** 26;

export const tuple = defineComponent({
  name: "tuple",
  summary: "The first cost decides, the next among equals; all but the last must be sums.",
  params: {
    costs: list(
      component(() => costFamily.registry, { doc: "a cost" }),
      { doc: "the costs" },
    ),
  },
  examples: ["tuple([moves, steps])", "tuple([steps, crowd])", 'tuple([sum("price"), min("price")])'],
  configure: ({ costs: parts }, spec) => tupled(spec, parts),
});

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
    create(problem) {
      const [first, second] = parts.map((part) => part.create(problem)) as [StepCosts, StepCosts | undefined];
      if (second === undefined) return first;
      // Where greater is better, the widest comes first: 0 is what no step has narrowed yet.
      const negated = parts[1]!.negated === true;
      const placed = (b: number): number => (negated ? Math.max(0, RADIX - 1 + b) : b);
      const taken = (place: number): number =>
        negated ? (place === 0 ? Number.NEGATIVE_INFINITY : place - (RADIX - 1)) : place;
      const split = (cost: number): [number, number] => [Math.floor(cost / RADIX), taken(cost % RADIX)];
      const joined = (a: number, b: number): number => {
        const place = placed(b);
        // What does not fit is worst: it is never preferred to anything.
        return place < RADIX && a < RADIX ? a * RADIX + place : Number.POSITIVE_INFINITY;
      };
      return {
        start: joined(first.start, second.start),
        after(before, transition, parent) {
          const [a, b] = split(before);
          return joined(first.after(a, transition, parent), second.after(b, transition, parent));
        },
        ahead(cost, steps, state) {
          const [a, b] = split(cost);
          if (steps === Number.POSITIVE_INFINITY) return steps;
          return joined(first.ahead!(a, steps, state), second.ahead!(b, steps, state));
        },
        together(one, other) {
          const [a, b] = split(one);
          const [c, d] = split(other);
          return joined(first.together!(a, c), second.together!(b, d));
        },
        show(cost) {
          const [a, b] = split(cost);
          return `(${first.show!(a)}, ${second.show!(b)})`;
        },
      };
    },
  };
}
