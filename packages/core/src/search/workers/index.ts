// One search by several engines that share one memory and divide the states among them.

export { PartitionedSearch } from "./partitioned-search.ts";
export { Rendezvous } from "./rendezvous.ts";
export { Side, type SideOptions } from "./side.ts";
export { type SideDriver, type SideRequest, type SideTask, serveSide, sidesHere } from "./side-driver.ts";
export { type EngineParts, searchInOneThread, searchInThreads } from "./start-sides.ts";
