// What node and browsers have in common.

import type { Environment } from "@tracehound/core";

declare const performance: { now(): number };
declare const setTimeout: (then: () => void, milliseconds: number) => unknown;

export const environment: Environment = {
  now: () => performance.now() / 1000,
  cpu: () => performance.now() / 1000,
  // Nobody here can tell: memory limits are the command line's.
  memoryBytes: () => 0,
  pause: () => new Promise((resolve) => setTimeout(resolve, 0)),
};
