// The outside world as hunts hand it to `check`: what the command line hands to the threads of a portfolio.

import type { Environment } from "@tracehound/core";
import { interruptibleInThread } from "../packages/cli/src/limits/interruptible.ts";

export const environment: Environment = {
  now: () => performance.now() / 1000,
  cpu: () => performance.now() / 1000,
  memoryBytes: () => 0,
  pause: () => Promise.resolve(),
  interruptible: interruptibleInThread,
};
