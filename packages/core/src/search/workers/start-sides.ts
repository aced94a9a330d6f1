// How the sides of a partitioned search come into being: the first in the calling thread, the others in threads that
// the host starts, or all in the calling thread, where they take turns: what threads do, without threads. Results are
// the same, so that tests and hunts look at many networks in this way.

import { FIRST_PLACE, PartitionEngine, type PartitionOptions } from "../../engine/index.ts";
import type { Network } from "../../network/index.ts";
import { makeSide, type SideOptions } from "./make-side.ts";
import { type OtherSides, PartitionedSearch } from "./partitioned-search.ts";
import { FAILURES, Rendezvous } from "./rendezvous.ts";
import type { SideDriver, SideRequest, SideTask } from "./side-driver.ts";

/** What all sides are made of. */
export type EngineParts = Omit<PartitionOptions, "place" | "remains">;

export function searchInOneThread(
  network: Network,
  parts: EngineParts,
  sides: number,
  options: SideOptions,
  now: () => number,
): PartitionedSearch {
  const meeting = new Rendezvous(sides);
  const { first, make } = engines(network, parts, sides);
  const sideOf = (engine: PartitionEngine) => makeSide(network, engine, meeting, options, now);
  const others = Array.from({ length: sides - 1 }, (_, at) => sideOf(make(at + 1)));
  return new PartitionedSearch(sideOf(first), meeting, {
    step: () => {
      for (const side of others) side.step();
    },
    // They are all here.
    resumed: (side) => others[side - 1]!.engine,
    end() {},
  });
}

export function searchInThreads(
  network: Network,
  parts: EngineParts,
  sides: number,
  options: SideOptions,
  now: () => number,
  driver: SideDriver,
): PartitionedSearch {
  if (driver.isHere === true) return searchInOneThread(network, parts, sides, options, now);
  const meeting = new Rendezvous(sides);
  const { first, make } = engines(network, parts, sides);
  const { makeMemory: _ours, ...plain } = parts;
  const tasks: SideTask[] = [];
  const request = (me: number): SideRequest => ({
    network,
    engine: { ...plain, place: first.neighbour(me) },
    options,
    sides,
    memory: first.memory,
    meeting: meeting.memory,
  });
  const others: OtherSides = {
    start() {
      for (let me = 1; me < sides; me++) {
        tasks.push(
          driver.start(request(me), (why) => {
            // Who has said so already has said why.
            if (meeting.told(me, "failure") === 0) {
              meeting.post(me, why);
              meeting.publish(me, "failure", why === "memory" ? FAILURES.memory : FAILURES.ours);
            }
            meeting.end();
          }),
        );
      }
    },
    resumed: make,
    end() {
      for (const task of tasks) task.end();
    },
  };
  return new PartitionedSearch(makeSide(network, first, meeting, options, now), meeting, others);
}

function engines(network: Network, parts: EngineParts, sides: number) {
  const first = new PartitionEngine(network, { ...parts, place: { ...FIRST_PLACE, of: sides } });
  const make = (me: number, remains?: PartitionOptions["remains"]): PartitionEngine =>
    new PartitionEngine(network, {
      ...parts,
      place: first.neighbour(me),
      makeMemory: () => first.memory,
      ...(remains === undefined ? {} : { remains }),
    });
  return { first, make };
}
