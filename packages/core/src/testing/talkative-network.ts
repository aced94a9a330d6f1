// Random networks for the order of steps: without clocks, sharing variables, meeting on channels, asking where others
// are and committing themselves; and networks with clocks in which time stands still often, so that steps happen at one
// moment. A network that does a little of everything shows little of anything, so each has a manner: one way in which
// its steps depend on each other is frequent, and the others are there.

import { defined } from "../basics/defined.ts";
import type { Conjunct, Formula, Network } from "../network/index.ts";
import { at, cell, data, NetworkBuilder, num, op, receive, send, set } from "./builder.ts";
import { type Choices, Dice } from "./choices.ts";
import { all, any, holds, inLocation, not } from "./formulas.ts";

/** How often, in per cent. */
interface Manner {
  readonly broadcast: number;
  readonly sends: number;
  readonly receives: number;
  readonly asks: number;
  readonly reads: number;
  readonly writes: number;
  readonly commits: number;
  readonly bounds: number;
}

const USUAL: Manner = {
  broadcast: 50,
  sends: 20,
  receives: 30,
  asks: 10,
  reads: 20,
  writes: 25,
  commits: 0,
  bounds: 5,
};

const SHOUTING: Manner = { ...USUAL, broadcast: 100, sends: 25, receives: 50, reads: 0, writes: 5, bounds: 0, asks: 5 };

const MANNERS: readonly Manner[] = [
  { ...USUAL, commits: 8 },
  { ...USUAL, asks: 60, sends: 0, receives: 0, reads: 10, writes: 10, bounds: 0 },
  { ...USUAL, reads: 60, writes: 60, sends: 0, receives: 0, bounds: 0, asks: 0 },
  SHOUTING,
  { ...SHOUTING, receives: 35, asks: 35 },
  { ...USUAL, broadcast: 0, sends: 30, receives: 40 },
  { ...USUAL, commits: 30 },
  { ...SHOUTING, commits: 30 },
  { ...USUAL, bounds: 30, writes: 60 },
];

/** Processes that mostly mind their own business, so that many orders of steps are one. */
export const SOLITARY: readonly Manner[] = [
  { ...USUAL, sends: 5, receives: 8, asks: 3, reads: 5, writes: 8, bounds: 0 },
  { ...USUAL, sends: 0, receives: 0, asks: 12, reads: 12, writes: 15, bounds: 0 },
  { ...USUAL, sends: 8, receives: 12, asks: 0, reads: 0, writes: 0, bounds: 0, commits: 4 },
];

export function talkativeNetwork(
  choices: Choices,
  manners: readonly Manner[] = MANNERS,
): { readonly network: Network; readonly target: Formula } {
  const dice = new Dice(choices);
  const manner = dice.one(manners);
  const model = new NetworkBuilder("talkative");
  const variables = dice.several(1, 2, (index) => model.int(`v${index}`, 0, 2));
  const channels = dice.several(1, 2, (index) =>
    model.channel(`c${index}`, { broadcast: dice.chance(manner.broadcast) }),
  );
  const count = dice.between(3, 4);
  const sizes = Array.from({ length: count }, () => dice.between(2, 3));
  const somewhere = (process: number) => dice.between(0, sizes[process]! - 1);
  const anyone = () => dice.between(0, count - 1);
  const value = () => (dice.chance(25) ? 2 : dice.between(0, 1));
  // What cannot be undone shows which step came first.
  const onwards = dice.chance(75);
  for (const [index, size] of sizes.entries()) {
    const process = model.process(`P${index}`);
    for (let location = 0; location < size; location++) {
      const two = dice.chance(30) ? op("+", cell(variables[0]!), cell(variables.at(-1)!)) : cell(dice.one(variables));
      const invariant = dice.chance(manner.bounds) ? [data(op("<=", two, num(dice.between(1, 2))))] : [];
      process.location(`l${location}`, { invariant, committed: location > 0 && dice.chance(manner.commits) });
    }
    for (let edge = 0; edge < size + 2; edge++) {
      const guard: Conjunct[] = [];
      if (dice.chance(manner.reads)) {
        guard.push(data(op(dice.chance(70) ? "==" : "!=", cell(dice.one(variables)), num(value()))));
      }
      if (dice.chance(manner.asks)) {
        const other = anyone();
        guard.push(data(at(other, somewhere(other))));
      }
      const update = dice.chance(manner.writes) ? [set(dice.one(variables), num(value()), 0, 2)] : [];
      const drawn = dice.between(0, 99);
      const { sends, receives } = manner;
      const sync =
        drawn < sends ? send(dice.one(channels)) : drawn < sends + receives ? receive(dice.one(channels)) : undefined;
      const ends = [dice.between(0, size - 1), dice.between(0, size - 1)].sort((a, b) => (onwards ? a - b : 0));
      // There is a way through all locations, and there are others.
      const [source, target] = edge < size - 1 ? [edge, edge + 1] : [ends[0]!, ends[1]!];
      process.edge(source, target, { guard, update, ...defined({ sync }) });
    }
  }
  const network = model.build();
  const place = (): Formula => {
    const process = anyone();
    return inLocation(process, dice.chance(70) ? sizes[process]! - 1 : somewhere(process));
  };
  const equals = (): Formula => holds(op("==", cell(dice.one(variables)), num(value())));
  const part = (): Formula => (dice.chance(20) ? equals() : dice.chance(15) ? not(place()) : place());
  const asked = [
    () => place(),
    () => all(place(), place()),
    () => all(place(), part()),
    () => all(part(), part(), part()),
    () => any(part(), all(part(), part())),
  ];
  return { network, target: dice.one(asked)() };
}

/** The same network with more urgent and committed locations; in some no time passes at all. */
export function withPauses(network: Network, choices: Choices): Network {
  const dice = new Dice(choices);
  const always = dice.chance(25);
  const processes = network.processes.map((process) => ({
    ...process,
    locations: process.locations.map((location) => {
      const urgent = always || location.urgent || dice.chance(35);
      return { ...location, urgent, committed: location.committed || dice.chance(8) };
    }),
  }));
  return { ...network, processes };
}
