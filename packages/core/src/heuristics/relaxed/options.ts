// What the estimates of the monotonicity abstraction may be asked for.

export interface RelaxedOptions {
  readonly clocks: "ignored" | "relaxed";
  readonly values: "global" | "per-location";
}

export const PLAIN_OPTIONS: RelaxedOptions = { clocks: "ignored", values: "global" };
