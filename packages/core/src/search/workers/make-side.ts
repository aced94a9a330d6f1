// Which kind of side a search has, and what it is told: all that can be sent to another thread.

import type { EngineTarget, PartitionEngine } from "../../engine/index.ts";
import type { Problem } from "../../heuristics/index.ts";
import type { Network } from "../../network/index.ts";
import { SearchContext } from "../../search-context/index.ts";
import { configure } from "../../spec/index.ts";
import { searchFamily } from "../search-config.ts";
import { BestFirstSide } from "./best-first-side.ts";
import { type LevelOptions, LevelSide } from "./level-side.ts";
import type { Rendezvous } from "./rendezvous.ts";
import type { Side } from "./side.ts";

export interface SideOptions extends LevelOptions {
  /** Best first, by a search that several may share; absent: breadth first. */
  readonly order?: SideRule;
}

export interface SideRule {
  readonly search: string;
  readonly seed: number;
  readonly target: EngineTarget;
  readonly guidance?: Problem["guidance"];
}

export function makeSide(
  network: Network,
  engine: PartitionEngine,
  meeting: Rendezvous,
  options: SideOptions,
  now: () => number,
): Side {
  const { order } = options;
  if (order === undefined) return new LevelSide(engine, meeting, options, now);
  const config = configure(searchFamily.registry, order.search, { seed: order.seed });
  if (!config.ok || config.value.divided === undefined) throw new Error(`${order.search} cannot be divided`);
  const { divided, promise } = config.value;
  const { formula, frameSize } = order.target;
  const { guidance } = order;
  const context = new SearchContext(engine, {
    network,
    target: formula,
    frameSize,
    ...(guidance === undefined ? {} : { guidance }),
  });
  const told = { target: options.target ?? 0, isShortest: promise === "shortest", costs: divided.costs };
  return new BestFirstSide(context, engine, divided.list(context), meeting, told, now);
}
