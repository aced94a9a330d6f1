// The list of model families: what `tracehound generate` offers.

import { aircraft } from "./aircraft.ts";
import { arbiter } from "./arbiter.ts";
import { csmacd } from "./csmacd.ts";
import type { Family } from "./family.ts";
import { fddi } from "./fddi.ts";
import { fischer } from "./fischer.ts";
import { gossip } from "./gossip.ts";
import { hanoi } from "./hanoi.ts";
import { jobShop } from "./job-shop.ts";
import { leader } from "./leader.ts";
import { milner } from "./milner.ts";
import { mutex } from "./mutex.ts";
import { philosophers } from "./philosophers.ts";
import { plant } from "./plant.ts";
import { random } from "./random.ts";
import { ring } from "./ring.ts";
import { taskGraph } from "./task-graph.ts";
import { trainGate } from "./train-gate.ts";
import { tram } from "./tram.ts";

export { type Family, type FamilyOptions, type FamilyQuery, InstanceFault } from "./family.ts";

export const families: readonly Family[] = [
  aircraft,
  arbiter,
  csmacd,
  fddi,
  fischer,
  gossip,
  hanoi,
  jobShop,
  leader,
  milner,
  mutex,
  philosophers,
  plant,
  random,
  ring,
  taskGraph,
  trainGate,
  tram,
];
