// Questions about networks without clocks, in which transitions may be independent of each other: what pruning by
// contexts is sound for, and where context switches can be counted.

import {
  all,
  cell,
  Dice,
  data,
  inLocation,
  NetworkBuilder,
  num,
  op,
  seededChoices,
  set,
} from "../../src/testing/index.ts";
import type { Question } from "./runs.ts";

/**
 * Small networks of automata that share variables, and nothing else; `sharing` says in percent how often edges do. The
 * target is a location of one process, of two, or of all.
 */
export function* untimed({ networks = 40, sharing = 50, everyone = false } = {}): Generator<Question> {
  for (let seed = 0; seed < networks; seed++) {
    const dice = new Dice(seededChoices(seed));
    const model = new NetworkBuilder("untimed");
    const variables = dice.several(1, 3, (index) => model.int(`v${index}`, 0, 2));
    const processes = dice.several(2, 3, (index) => model.process(`P${index}`));
    for (const process of processes) {
      const count = dice.between(2, 4);
      for (let location = 0; location < count; location++) {
        const bounded = dice.chance(sharing / 4);
        const invariant = bounded ? [data(op("<=", cell(dice.one(variables)), num(dice.between(0, 1))))] : [];
        process.location(`l${location}`, { invariant });
      }
      for (let edge = 0; edge < count + 1; edge++) {
        const guard = dice.chance(sharing) ? [data(op("==", cell(dice.one(variables)), num(dice.between(0, 2))))] : [];
        const update = dice.chance(sharing) ? [set(dice.one(variables), num(dice.between(0, 2)), 0, 2)] : [];
        process.edge(dice.between(0, count - 1), dice.between(0, count - 1), { guard, update });
      }
    }
    const network = model.build();
    const last = (process: number) => inLocation(process, network.processes[process]!.locations.length - 1);
    if (everyone) yield { network, target: all(...network.processes.map((_, process) => last(process))) };
    else yield { network, target: dice.chance(50) ? last(0) : all(last(0), last(1)) };
  }
}
