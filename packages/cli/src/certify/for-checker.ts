// What `certify --for CHECKER` does for one checker: writes what it reads, and says what that is.

import type { Context } from "../context.ts";
import type { ExitCode } from "../exit-codes.ts";
import type { Bounds, Claimed } from "./by-inclusion.ts";

export interface Certified {
  readonly json: object;
  /** Lines that end. */
  readonly text: string;
  readonly exit: ExitCode;
}

export type ForChecker = (
  claimed: Claimed,
  options: { readonly output: string; readonly run?: string },
  context: Context,
  bounds: Bounds,
) => Promise<Certified>;
