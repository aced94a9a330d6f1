// The symbolic and the concrete semantics are written apart from each other on top of the discrete part; here they
// must agree on every valuation of a grid, in every discrete state that small random networks reach. Constants are
// even and grid points are integers and halves, so open and closed ends and what lies between them are all seen.

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Network } from "../../src/network/index.ts";
import {
  type ConcreteSemantics,
  type ConcreteState,
  createConcreteSemantics,
  createSymbolicSemantics,
  type Discrete,
  hasDelay,
  ModelFault,
  type SymbolicSemantics,
} from "../../src/semantics/index.ts";
import { contains, copyZone, federationContains, minus, type Rational, rational } from "../../src/zone/index.ts";
import { buildNetwork, type NetworkSpec } from "../engine/build-network.ts";
import { randomNetwork } from "../engine/random-network.ts";
import { showDiscrete, showTransition } from "../engine/show.ts";

const DIM = 3;
const GRID = [0, 1, 2, 3, 4, 5].flatMap((x) => [0, 1, 2, 3, 4, 5].map((y) => [rational(x), rational(y)]));
const DELAYS = Array.from({ length: 12 }, (_, i) => rational(i, 2));

interface Both {
  readonly network: Network;
  readonly symbolic: SymbolicSemantics;
  readonly concrete: ConcreteSemantics;
}

function both(spec: NetworkSpec): Both {
  const network = buildNetwork(spec);
  return { network, symbolic: createSymbolicSemantics(network), concrete: createConcreteSemantics(network) };
}

/** A few discrete states that are reached, clocks aside. */
function someStates({ network, symbolic }: Both): Discrete[] {
  const found = new Map<string, Discrete>();
  const queue: Discrete[] = [...symbolic.initial()];
  for (const state of queue) {
    const key = showDiscrete(network, state);
    if (found.has(key) || found.size >= 5) continue;
    found.set(key, state);
    queue.push(...symbolic.successors(state, symbolic.invariant(state)).moves.map(({ target }) => target));
  }
  return [...found.values()];
}

function points(symbolic: SymbolicSemantics, discrete: Discrete): ConcreteState[] {
  const invariant = symbolic.invariant(discrete);
  return GRID.filter((clocks) => contains(invariant, DIM, clocks)).map((clocks) => ({ ...pick(discrete), clocks }));
}

const pick = ({ locations, cells }: Discrete): Discrete => ({ locations, cells });

function forStates(
  features: { stopwatches: boolean },
  runs: number,
  check: (all: Both, state: Discrete) => void,
): void {
  fc.assert(
    fc.property(randomNetwork(features), (spec) => {
      const all = both(spec);
      for (const state of someStates(all)) check(all, state);
    }),
    { numRuns: runs },
  );
}

describe("symbolic and concrete semantics agree", () => {
  test("on which steps are possible", () => {
    forStates({ stopwatches: true }, 25, ({ network, symbolic, concrete }, state) => {
      const { moves } = symbolic.successors(state, symbolic.invariant(state));
      for (const point of points(symbolic, state)) {
        const symbolically = moves.filter(({ leave }) => contains(leave, DIM, point.clocks));
        const concretely = concrete.enabled(point);
        const names = (list: readonly { transition: (typeof moves)[number]["transition"] }[]) =>
          list.map(({ transition }) => showTransition(network, transition));
        expect(names(symbolically)).toEqual(names(concretely));
        for (const [i, option] of concretely.entries()) {
          const { target, entry } = symbolically[i]!;
          const after = concrete.take(point, option, rational(0));
          expect(showDiscrete(network, after)).toBe(showDiscrete(network, target));
          expect(contains(entry, DIM, after.clocks)).toBe(true);
        }
      }
    });
  });

  test("on which delays are allowed", () => {
    forStates({ stopwatches: false }, 25, ({ symbolic, concrete }, state) => {
      const whole = symbolic.invariant(state);
      // Start from everywhere, and from where each step leaves: zones of all shapes.
      const starts = [whole, ...symbolic.successors(state, whole).moves.map(({ leave }) => leave)].slice(0, 4);
      for (const start of starts) {
        const reached = symbolic.elapse(state, copyZone(start));
        for (const point of points(symbolic, state)) {
          const from = DELAYS.filter((delay) => {
            const clocks = point.clocks.map((value) => minus(value, delay));
            if (clocks.some(({ n }) => n < 0n) || !contains(start, DIM, clocks)) return false;
            return concrete.canDelay({ ...pick(state), clocks }, delay);
          });
          expect(federationContains(reached, DIM, point.clocks)).toBe(from.length > 0);
        }
      }
    });
  });

  test("on what is deadlocked", () => {
    forStates({ stopwatches: false }, 25, ({ symbolic, concrete }, state) => {
      const dead = symbolic.dead(state, symbolic.invariant(state));
      for (const point of points(symbolic, state)) {
        expect(federationContains(dead, DIM, point.clocks)).toBe(concrete.isDeadlocked(point));
      }
    });
  });

  test("with stopwatches: symbolic delay and deadlock leave nothing out", () => {
    forStates({ stopwatches: true }, 25, ({ symbolic, concrete }, state) => {
      const whole = symbolic.invariant(state);
      const dead = symbolic.dead(state, whole);
      const [start] = symbolic.successors(state, whole).moves.map(({ leave }) => leave);
      const reached = start === undefined ? [] : symbolic.elapse(state, copyZone(start));
      for (const point of points(symbolic, state)) {
        if (concrete.isDeadlocked(point)) expect(federationContains(dead, DIM, point.clocks)).toBe(true);
        if (start === undefined || !contains(start, DIM, point.clocks)) continue;
        for (const delay of DELAYS.filter((one) => concrete.canDelay(point, one))) {
          expect(federationContains(reached, DIM, concrete.delay(point, delay).clocks)).toBe(true);
        }
      }
    });
  });

  test("random walks stay inside the symbolic states along the same steps", () => {
    fc.assert(
      fc.property(randomNetwork(), fc.array(fc.nat(), { maxLength: 12 }), (spec, choices) => {
        const { symbolic, concrete, network } = both(spec);
        const start = symbolic.initial()[0];
        if (start === undefined) return;
        let zones = symbolic.elapse(start, start.zone);
        let state = concrete.initial()[0]!;
        for (const choice of choices) {
          const { options } = concrete.options(state);
          if (options.length === 0) return;
          const option = options[choice % options.length]!;
          const delay = someDelay(option.delays[choice % option.delays.length]!, choice);
          expect(hasDelay(option.delays, delay)).toBe(true);
          const before = concrete.delay(state, delay);
          const name = showTransition(network, option.transition);
          const [move] = zones
            .flatMap((zone) => symbolic.successors(before, zone).moves)
            .filter(
              ({ transition, leave }) =>
                showTransition(network, transition) === name && contains(leave, DIM, before.clocks),
            );
          expect(move).toBeDefined();
          state = concrete.take(state, option, delay);
          zones = symbolic.elapse(move!.target, move!.entry);
          expect(federationContains(zones, DIM, state.clocks)).toBe(true);
        }
      }),
      { numRuns: 60 },
    );
  });
});

function someDelay(
  {
    lower,
    lowerStrict,
    upper,
    upperStrict,
  }: { lower: Rational; lowerStrict: boolean; upper?: Rational; upperStrict: boolean },
  choice: number,
): Rational {
  if (!lowerStrict && choice % 3 === 0) return lower;
  if (upper !== undefined && !upperStrict && choice % 3 === 1) return upper;
  if (upper === undefined) return { n: lower.n + lower.d, d: lower.d };
  return lower.n * upper.d === upper.n * lower.d
    ? lower
    : rational(lower.n * upper.d + upper.n * lower.d, 2n * lower.d * upper.d);
}

test("faults are thrown only as faults of the model", () => {
  const spec: NetworkSpec = {
    variables: { v: [0, 0, 0] },
    processes: [
      { name: "A", locations: [{ name: "l", invariant: [] }], edges: [{ from: "l", to: "l", update: ["v=v+1"] }] },
    ],
  };
  const { concrete } = both(spec);
  const state = concrete.initial()[0]!;
  const { options, faults } = concrete.options(state);
  expect(options).toEqual([]);
  expect(faults.map(({ fault }) => fault.kind)).toEqual(["range"]);
  const result = concrete.fire(state, faults[0]!.transition);
  expect(result.ok ? null : result.fault).toBeInstanceOf(ModelFault);
});
