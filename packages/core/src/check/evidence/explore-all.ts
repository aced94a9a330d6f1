// Everything that can be reached, explored plainly, for whoever has to write it down.

import type { Engine, Target } from "../../engine/index.ts";
import { ExhaustiveSearch } from "../../search/index.ts";
import type { Session } from "../session.ts";
import type { EngineSetup } from "../setup/engines.ts";
import type { Uncertified, Verdict } from "../verdict.ts";
import { faultVerdict } from "./timed-traces.ts";

/** States beyond which a certificate is too large for a string, and its reader for memory. */
export const MOST_STATES = 1_000_000;

type Explored =
  | { readonly engine: Engine }
  /** A fault of the model that nobody met before. */
  | { readonly fault: Verdict }
  | { readonly uncertified: Uncertified };

/** `target` is what faults may lie in, too. */
export async function exploreAll(session: Session, setup: EngineSetup, target: Target): Promise<Explored> {
  const engine = session.work(() => setup.create());
  const search = session.work(() => new ExhaustiveSearch(engine));
  for (;;) {
    const outcome = await session.run(search);
    switch (outcome) {
      case "exhausted":
        return engine.statistics.stored > MOST_STATES ? { uncertified: "too-large" } : { engine };
      case "fault": {
        const fault = session.finish(() => faultVerdict(session, setup, search.fault!, target));
        // Without a run that leads there (stopwatches) it was never met.
        if (fault !== undefined) return { fault };
        break;
      }
      case "found":
      case "gave-up":
        throw new Error(`an exhaustive search ended otherwise: ${outcome}`);
      default:
        return { uncertified: outcome };
    }
  }
}
