// What the estimates of the monotonicity abstraction may be asked for.

import type { Shortcut } from "../../../value-sets/shortcut.ts";

export interface RelaxedOptions {
  readonly clocks: "ignored" | "relaxed" | "elapsed";
  readonly values: "global" | "per-location";
  readonly shortcut: Shortcut;
}

export const PLAIN_OPTIONS: RelaxedOptions = { clocks: "ignored", values: "global", shortcut: "auto" };
