// All sides of a partitioned search in the calling thread, which take turns: what threads do, without threads. Results are the same, so
// tests and hunts look at many networks in this way.

import { FIRST_PLACE, PartitionEngine, type PartitionOptions } from "../../engine/index.ts";
import type { Network } from "../../network/index.ts";
import { PartitionedSearch } from "./partitioned-search.ts";
import { Rendezvous } from "./rendezvous.ts";
import { Side, type SideOptions } from "./side.ts";

export function searchInOneThread(
  network: Network,
  engineOptions: Omit<PartitionOptions, "place" | "remains">,
  sides: number,
  options: SideOptions,
): PartitionedSearch {
  const meeting = new Rendezvous(sides);
  const first = new PartitionEngine(network, { ...engineOptions, place: { ...FIRST_PLACE, of: sides } });
  const make = (me: number, left?: PartitionOptions["remains"]): PartitionEngine =>
    new PartitionEngine(network, {
      ...engineOptions,
      place: first.neighbour(me),
      makeMemory: () => first.memory,
      ...(left === undefined ? {} : { remains: left }),
    });
  const others = Array.from({ length: sides - 1 }, (_, at) => new Side(make(at + 1), meeting, options));
  return new PartitionedSearch(new Side(first, meeting, options), meeting, {
    step: () => {
      for (const side of others) side.step();
    },
    resumed: (side, remains) => make(side, remains),
    end() {},
  });
}
