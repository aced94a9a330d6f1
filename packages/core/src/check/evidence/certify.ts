// What a certificate is made of: every symbolic state that can be reached. A search that stored and expanded all of them
// has it already. One that cut off dead ends by an estimate, forgot states on the way or ran in another thread has not:
// then everything is explored once more, plainly. A fault that is met there was hidden behind a dead end, and is news.
// Where the locations that processes can visit by themselves are proof enough, nothing needs to be explored.

import {
  type About,
  type Certificate,
  isFalseAt,
  makeCertificate,
  makeLocationCertificate,
  visitedLocations,
} from "../../certificate/index.ts";
import type { Network } from "../../network/index.ts";
import { ExhaustiveSearch } from "../../search/index.ts";
import { BoundOverflow } from "../../zone/index.ts";
import { limitOf, type Reached } from "../answer.ts";
import { asReference } from "../plan/engines.ts";
import { setUp } from "../plan/set-up.ts";
import { soughtState } from "../plan/target.ts";
import type { Session } from "../session.ts";
import type { Proof } from "../verdict.ts";
import { faultVerdict } from "./timed-traces.ts";

/** The same answer with the proof that a certificate needs, or with the reason why there is none. */
export async function certified(session: Session, reached: Reached): Promise<Reached> {
  try {
    return await explored(session, reached);
  } catch (error) {
    const limit = limitOf(error);
    if (limit !== undefined) return { ...reached, uncertified: limit };
    if (error instanceof BoundOverflow) return { ...reached, uncertified: "not-supported" };
    throw error;
  }
}

/** States beyond which a certificate is too large for a string, and its reader for memory. */
const MOST_STATES = 1_000_000;

async function explored(session: Session, reached: Reached): Promise<Reached> {
  const { verdict } = reached.answer;
  if (verdict.kind === "unknown" || verdict.evidence.kind !== "exhausted") return reached;
  if (reached.proof !== undefined) {
    const { proof, ...rest } = reached;
    return reached.answer.statistics.stored > MOST_STATES ? { ...rest, uncertified: "too-large" } : reached;
  }
  const target = soughtState(session.query)?.target;
  if (target === undefined) return { ...reached, uncertified: "not-supported" };
  const { network } = session;
  if (session.work(() => isFalseAt(target.formula, visitedLocations(network)))) {
    return { ...reached, proof: { kind: "locations" } };
  }
  const setup = session.work(() => setUp(session, [target], { reachedOnly: true }));
  if (!setup.ok) return { ...reached, uncertified: "not-supported" };
  const engine = session.work(() => setup.value.create());
  const search = session.work(() => new ExhaustiveSearch(engine));
  for (;;) {
    const outcome = await session.run(search);
    switch (outcome) {
      case "exhausted": {
        if (engine.statistics.stored > MOST_STATES) return { ...reached, uncertified: "too-large" };
        const { abstraction } = setup.value;
        const states = () => asReference(engine, setup.value);
        // Nothing is cut off any more.
        const answer = { ...reached.answer, verdict: { ...verdict, evidence: { kind: "exhausted" } as const } };
        return { answer, proof: { kind: "states", engine: states, abstraction } };
      }
      case "fault": {
        const fault = session.finish(() => faultVerdict(session, setup.value, search.fault!, target));
        // Without a run that leads there (stopwatches) it was never met.
        if (fault !== undefined) return { answer: { ...reached.answer, verdict: fault } };
        break;
      }
      case "found":
      case "gave-up":
        throw new Error(`an exhaustive search ended otherwise: ${outcome}`);
      default:
        return { ...reached, uncertified: outcome };
    }
  }
}

/** The certificate of an answer that has a proof. */
export function certificateOf(network: Network, proof: Proof, about: About): Certificate {
  if (proof.kind === "locations") return makeLocationCertificate(network, about);
  return makeCertificate(proof.engine(), about, proof.abstraction, proof.unit);
}
