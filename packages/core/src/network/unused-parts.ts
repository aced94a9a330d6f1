// What a network has none of where its language has no functions, no priorities and no code around updates.

import type { Network } from "./network.ts";

export const UNUSED_PARTS = {
  functions: [],
  beforeUpdate: [],
  afterUpdate: [],
  updateFrameSize: 0,
  internalPriority: 0,
  hasPriorities: false,
  progress: [],
  labels: [],
  obstacles: [],
  queries: [],
} satisfies Partial<Network>;
