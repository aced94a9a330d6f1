// One search by several engines that share one memory and divide the states among them.

export type { PartitionedSearch } from "./partitioned-search.ts";
export { Rendezvous } from "./rendezvous.ts";
export { type SideDriver, type SideRequest, serveSide, sidesHere } from "./side-driver.ts";
export { type EngineParts, searchInThreads } from "./start-sides.ts";
