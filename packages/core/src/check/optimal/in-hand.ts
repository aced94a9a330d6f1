// Work on a run that was found, for which little time may be left: where a limit ends it, what was found before counts.

import { type LimitKind, LimitReached } from "../../limits/index.ts";
import type { Session } from "../session.ts";

/** What the work makes, or the limit that ended it. */
export function inHand<T>(session: Session, work: () => T): { readonly made: T } | { readonly limit: LimitKind } {
  try {
    return { made: session.finish(work) };
  } catch (error) {
    if (error instanceof LimitReached) return { limit: error.because };
    throw error;
  }
}
