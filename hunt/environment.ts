// The outside world as hunts hand it to `check`: what the command line hands to the threads of a portfolio.

import type { Environment } from "@tracehound/core";
import { interruptibleInThread } from "../packages/cli/src/limits/interruptible.ts";

/** For hunts that are not about limits: nothing is interrupted, which costs half of the time where steps are short. */
export const patientEnvironment: Environment = {
  now: () => performance.now() / 1000,
  cpu: () => performance.now() / 1000,
  memoryBytes: () => 0,
  pause: () => Promise.resolve(),
};

export const environment: Environment = { ...patientEnvironment, interruptible: interruptibleInThread };
