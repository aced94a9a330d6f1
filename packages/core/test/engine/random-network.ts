// Random small networks over two clocks and one variable in which every feature with a reputation turns up: urgent
// and broadcast channels with clock guards, priorities, committed locations, clock copies, differences, stopwatches.

import fc from "fast-check";
import type { NetworkSpec, ProcessSpec } from "./build-network.ts";

export interface Features {
  readonly stopwatches: boolean;
}

/** Constants are even, so that tests may look at odd clock values as "between". */
const constants = fc.constantFrom(0, 2, 2, 4);
const clock = fc.constantFrom("x", "y");
const clockGuard = fc
  .tuple(
    fc.oneof({ weight: 30, arbitrary: clock }, { weight: 1, arbitrary: fc.constantFrom("x-y", "y-x") }),
    fc.constantFrom("<", "<=", "==", ">=", ">"),
    constants,
  )
  .map(([left, op, bound]) => `${left}${op}${bound}`);
const dataGuard = fc
  .tuple(fc.constantFrom("==", "<=", ">"), fc.integer({ min: 0, max: 2 }))
  .map(([op, n]) => `v${op}${n}`);
const update = fc.oneof(
  fc.tuple(clock, constants).map(([x, value]) => `${x}=${value}`),
  fc.constantFrom("x=y", "y=x", "x=y+2", "v=0", "v=1", "v=2-v"),
);
const sometimes = <T>(weight: number, value: fc.Arbitrary<T>, otherwise: T) =>
  fc.oneof({ weight, arbitrary: value }, { weight: 10 - weight, arbitrary: fc.constant(otherwise) });

const guard = fc
  .tuple(
    sometimes(
      6,
      clockGuard.map((one) => [one]),
      [],
    ),
    sometimes(
      3,
      dataGuard.map((one) => [one]),
      [],
    ),
  )
  .map(([clocks, data]) => [...data, ...clocks]);

function process(name: string, features: Features): fc.Arbitrary<ProcessSpec> {
  const location = (index: number) =>
    fc.record({
      name: fc.constant(`l${index}`),
      invariant: sometimes(
        4,
        fc.tuple(clock, fc.constantFrom("<", "<=")).chain(([x, op]) => constants.map((c) => [`${x}${op}${c}`])),
        [],
      ),
      urgent: sometimes(1, fc.constant(true), false),
      committed: sometimes(1, fc.constant(true), false),
      stopped: features.stopwatches
        ? sometimes(
            4,
            clock.map((one) => [one]),
            [],
          )
        : fc.constant([]),
    });
  const edge = fc
    .record({
      from: fc.constantFrom("l0", "l0", "l1"),
      to: fc.constantFrom("l0", "l1"),
      guard,
      sync: sometimes(6, fc.constantFrom("a!", "a?", "b!", "b?", "b?"), ""),
      update: fc.array(update, { maxLength: 2 }),
    })
    .map(({ sync, ...rest }) => (sync === "" ? rest : { ...rest, sync }));
  return fc
    .record({
      locations: fc.tuple(location(0), location(1)),
      edges: fc.array(edge, { minLength: 2, maxLength: 5 }),
      priority: fc.integer({ min: 0, max: 1 }),
    })
    .map((rest) => ({ name, ...rest }));
}

const channel = fc.record({
  broadcast: fc.boolean(),
  urgent: sometimes(4, fc.constant(true), false),
  priority: fc.integer({ min: 0, max: 1 }),
});

export function randomNetwork(features: Features = { stopwatches: false }): fc.Arbitrary<NetworkSpec> {
  return fc
    .record({
      channels: fc.record({ a: channel, b: channel }),
      processes: fc.tuple(process("A", features), process("B", features), process("C", features)),
      priorities: fc.boolean(),
    })
    .map(({ channels, processes, priorities }) => ({
      clocks: ["x", "y"],
      variables: { v: [0, 2, 0] as const },
      channels: priorities ? channels : { a: plain(channels.a), b: plain(channels.b) },
      processes: priorities ? processes : processes.map(plain),
    }));
}

function plain<T extends { readonly priority?: number }>(one: T): Omit<T, "priority"> {
  const { priority: _, ...rest } = one;
  return rest;
}
