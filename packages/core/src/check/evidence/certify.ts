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
  makeRunsCertificate,
  visitedLocations,
} from "../../certificate/index.ts";
import { ModelFault } from "../../engine/index.ts";
import { type Network, soughtBy } from "../../network/index.ts";
import { BoundOverflow } from "../../zone/index.ts";
import { failing, limitOf, type Reached } from "../answer.ts";
import { asReference } from "../plan/engines.ts";
import { setUp } from "../plan/set-up.ts";
import { soughtState } from "../plan/target.ts";
import type { Session } from "../session.ts";
import type { Proof } from "../verdict.ts";
import { certifiedRuns } from "./certify-runs.ts";
import { exploreAll, MOST_STATES } from "./explore-all.ts";

/** The same answer with the proof that a certificate needs, or with the reason why there is none. */
export async function certified(session: Session, reached: Reached): Promise<Reached> {
  const { verdict } = reached.answer;
  if (verdict.kind === "unknown" || verdict.evidence.kind !== "exhausted") return reached;
  const sought = soughtBy(session.query);
  try {
    return sought?.kind === "run"
      ? await certifiedRuns(session, reached, sought)
      : await certifiedStates(session, reached);
  } catch (error) {
    const limit = limitOf(error);
    if (limit !== undefined) return { ...reached, uncertified: limit };
    if (error instanceof BoundOverflow) return { ...reached, uncertified: "not-supported" };
    if (error instanceof ModelFault) return { answer: { ...reached.answer, verdict: failing(error.diagnostic) } };
    throw error;
  }
}

async function certifiedStates(session: Session, reached: Reached): Promise<Reached> {
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
  const explored = await exploreAll(session, setup.value, target);
  if ("uncertified" in explored) return { ...reached, ...explored };
  if ("fault" in explored) return { answer: { ...reached.answer, verdict: explored.fault } };
  const { abstraction } = setup.value;
  const engine = () => asReference(explored.engine, setup.value);
  const { verdict } = reached.answer;
  if (verdict.kind === "unknown") return reached;
  // Nothing is cut off any more.
  const answer = { ...reached.answer, verdict: { ...verdict, evidence: { kind: "exhausted" } as const } };
  return { answer, proof: { kind: "states", engine, abstraction } };
}

/** The certificate of an answer that has a proof. */
export function certificateOf(network: Network, proof: Proof, about: About): Certificate {
  switch (proof.kind) {
    case "locations":
      return makeLocationCertificate(network, about);
    case "runs":
      return makeRunsCertificate(network.clocks.length + 1, about, proof.ranked, proof.engine?.(), proof.unit);
    case "states":
      return makeCertificate(proof.engine(), about, proof.abstraction, proof.unit);
  }
}
