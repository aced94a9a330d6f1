// The outside world as hunts hand it to `check`.

import type { Environment } from "@tracehound/core";

export const environment: Environment = {
  now: () => performance.now() / 1000,
  cpu: () => performance.now() / 1000,
  memoryBytes: () => 0,
  pause: () => Promise.resolve(),
};
