// Random networks for the order of steps: without clocks, sharing variables, meeting on channels, asking where others are
// and committing themselves; and networks with clocks in which time stands still often, so that steps happen at one moment.

import { defined } from "../basics/defined.ts";
import type { Formula, Network } from "../network/index.ts";
import { at, cell, data, NetworkBuilder, num, op, receive, send, set } from "./builder.ts";
import { type Choices, Dice } from "./choices.ts";
import { all, holds, inLocation } from "./formulas.ts";

export function talkativeNetwork(choices: Choices): { readonly network: Network; readonly target: Formula } {
  const dice = new Dice(choices);
  const model = new NetworkBuilder("talkative");
  const variables = dice.several(1, 2, (index) => model.int(`v${index}`, 0, 2));
  const channels = dice.several(1, 2, (index) => model.channel(`c${index}`, { broadcast: dice.chance(50) }));
  const count = dice.between(3, 4);
  const sizes = Array.from({ length: count }, () => dice.between(2, 3));
  const commits = dice.chance(40);
  for (const [index, size] of sizes.entries()) {
    const process = model.process(`P${index}`);
    for (let location = 0; location < size; location++) {
      const two = dice.chance(30) ? op("+", cell(variables[0]!), cell(variables.at(-1)!)) : cell(dice.one(variables));
      const invariant = dice.chance(8) ? [data(op("<=", two, num(dice.between(1, 2))))] : [];
      process.location(`l${location}`, { invariant, committed: commits && dice.chance(20) });
    }
    for (let edge = 0; edge < size + 2; edge++) {
      const other = dice.between(0, count - 1);
      const guard = [
        ...(dice.chance(20)
          ? [data(op(dice.chance(50) ? "==" : "!=", cell(dice.one(variables)), num(dice.between(0, 2))))]
          : []),
        ...(dice.chance(12) ? [data(at(other, dice.between(0, sizes[other]! - 1)))] : []),
      ];
      const update = dice.chance(25) ? [set(dice.one(variables), num(dice.between(0, 2)), 0, 2)] : [];
      const drawn = dice.between(0, 9);
      const sync = drawn < 2 ? send(dice.one(channels)) : drawn < 5 ? receive(dice.one(channels)) : undefined;
      const ends = [dice.between(0, size - 1), dice.between(0, size - 1)] as const;
      process.edge(...ends, { guard, update, ...defined({ sync }) });
    }
  }
  const network = model.build();
  const last = (process: number) => inLocation(process, sizes[process]! - 1);
  const shared = holds(op("==", cell(variables[0]!), num(2)));
  const asked = [last(0), all(last(0), last(1)), all(last(1), shared)];
  return { network, target: dice.one(asked) };
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
