// What a certificate is made of: every symbolic state that can be reached. A search that stored and expanded all of
// them has it already. One that cut off dead ends by an estimate, forgot states on the way or ran in another thread has
// not: then everything is explored once more, plainly. A fault that is met there was hidden behind a dead end, and is
// news. Where the locations that processes can visit by themselves are proof enough, nothing needs to be explored;
// where an estimate proved it, the invariants that its dead ends lie in are (`dead-ends.ts`), or following some of the
// processes may be (`projection-proof.ts`). Whoever explores looks for the target, too: meeting it means that the
// answer was wrong.

import {
  type About,
  type Certificate,
  type DiagramProof,
  isFalseAt,
  makeCertificate,
  makeDiagramCertificate,
  makeInvariantCertificate,
  makeListedCertificate,
  makeLocationCertificate,
  makeRunsCertificate,
  statesOfDiagram,
  visitedLocations,
} from "../../certificate/index.ts";
import { chooseAbstraction } from "../../engine/abstraction.ts";
import type { Target } from "../../engine/index.ts";
import { type Network, soughtBy } from "../../network/index.ts";
import { ModelFault } from "../../semantics/index.ts";
import type { Trace } from "../../trace/index.ts";
import { BoundOverflow } from "../../zone/index.ts";
import { failing, limitOf, type Reached } from "../answer.ts";
import { soughtState } from "../plan/target.ts";
import type { Session } from "../session.ts";
import { asReference, engineWith } from "../setup/engines.ts";
import { setUp } from "../setup/set-up.ts";
import type { CutOff, Proof } from "../verdict.ts";
import { certifiedRuns } from "./certify-runs.ts";
import { exploreAll, MOST_STATES } from "./explore-all.ts";
import { projectionProof } from "./projection-proof.ts";

/** The same answer with the proof that a certificate needs, or with the reason why there is none. */
export async function certified(session: Session, reached: Reached): Promise<Reached> {
  const { verdict } = reached.answer;
  if (verdict.kind === "unknown" || verdict.evidence.kind !== "exhausted") return reached;
  const sought = soughtBy(session.query);
  return await limited(reached, () =>
    sought?.kind === "run" ? certifiedRuns(session, reached, sought) : certifiedStates(session, reached),
  );
}

/** What ends the work costs the proof, and not the answer. */
async function limited(reached: Reached, work: () => Promise<Reached>): Promise<Reached> {
  try {
    return await work();
  } catch (error) {
    const limit = limitOf(error);
    if (limit !== undefined) return { ...reached, uncertified: limit };
    if (error instanceof BoundOverflow) return { ...reached, uncertified: "not-supported" };
    if (error instanceof ModelFault) return { answer: { ...reached.answer, verdict: failing(error.diagnostic) } };
    throw error;
  }
}

async function certifiedStates(session: Session, reached: Reached): Promise<Reached> {
  const { proof: found, ...rest } = reached;
  const { verdict } = reached.answer;
  if (session.context.options.certify === "inclusion") return await byInclusion(session, reached);
  const { cutOff } = verdict.kind !== "unknown" && verdict.evidence.kind === "exhausted" ? verdict.evidence : {};
  if (found !== undefined && cutOff === undefined) {
    if (found.kind === "diagram") return isReadable(found.diagram) ? reached : { ...rest, uncertified: "too-large" };
    return reached.answer.statistics.stored > MOST_STATES ? { ...rest, uncertified: "too-large" } : reached;
  }
  const target = soughtState(session.query)?.target;
  if (target === undefined) return { ...reached, uncertified: "not-supported" };
  const { network } = session;
  if (session.work(() => isFalseAt(target.formula, visitedLocations(network)))) {
    return { ...reached, proof: { kind: "locations" } };
  }
  const isSmall = found !== undefined && (found.kind !== "states" || reached.answer.statistics.stored <= MOST_STATES);
  const small = isSmall ? found : cutOff === undefined ? undefined : await projectionProof(session, target);
  // Where nothing can fail, nothing more is learnt from the whole state space.
  if (small !== undefined && cutOff?.canFault === false) return { ...rest, proof: small };
  const whole = await limited(rest, () => explored(session, rest, target, cutOff));
  return small !== undefined && whole.uncertified !== undefined ? { ...rest, proof: small } : whole;
}

/** A million nodes are some 20 MB of text. */
const isReadable = ({ nodes }: DiagramProof): boolean => nodes.length <= MOST_STATES;

/** All states, with zones that contain each other and need not simulate: what was found may be just that. */
async function byInclusion(session: Session, reached: Reached): Promise<Reached> {
  const { proof, ...rest } = reached;
  const { stored } = reached.answer.statistics;
  const isWhole = proof?.kind === "states" && proof.followed === undefined && proof.settled === undefined;
  const isIncluded = isWhole && proof.abstraction !== "alu" && proof.abstraction !== "local-time";
  if (isIncluded && (proof.free ?? []).length === 0 && stored <= MOST_STATES) return reached;
  const { network, query, engineWish } = session;
  if (proof?.kind === "diagram" && network.clocks.length === 0) {
    const isShort = session.work(() => statesOfDiagram(network, proof.diagram)) !== undefined;
    if (isShort) return { ...reached, proof: { ...proof, asStates: true } };
  }
  const target = soughtState(session.query)?.target;
  if (target === undefined) return { ...rest, uncertified: "not-supported" };
  const chosen = session.work(() => chooseAbstraction(network, [query], "extra-lu"));
  const setup = session.work(() => engineWith(chosen, network, [target], engineWish));
  return await explored(session, rest, target, undefined, setup);
}

async function explored(
  session: Session,
  reached: Reached,
  target: Target,
  cutOff?: CutOff,
  setup = session.work(() => setUp(session, [target], { reachedOnly: true })),
): Promise<Reached> {
  if (!setup.ok) return { ...reached, uncertified: "not-supported" };
  const all = await exploreAll(session, setup.value, target, "and look");
  if ("uncertified" in all) return { ...reached, ...all };
  if ("met" in all) return contradicted(session, reached, all.met);
  if ("fault" in all) return { answer: { ...reached.answer, verdict: all.fault } };
  const { abstraction } = setup.value;
  const engine = () => asReference(all.engine, setup.value);
  const { verdict } = reached.answer;
  if (verdict.kind === "unknown") return reached;
  // What proved it stands; but nothing was left out any more, and no fault was met.
  const stands = cutOff === undefined ? {} : { cutOff: { ...cutOff, canFault: false } };
  const answer = { ...reached.answer, verdict: { ...verdict, evidence: { kind: "exhausted", ...stands } as const } };
  return { answer, proof: { kind: "states", engine, abstraction } };
}

/** Whoever said that it cannot happen was wrong: the run is the answer. */
function contradicted(session: Session, { answer }: Reached, trace: Trace): Reached {
  const { whenReached } = soughtState(session.query)!;
  return { answer: { ...answer, verdict: { kind: whenReached, evidence: { kind: "trace", trace } } }, mistaken: true };
}

/** The certificate of an answer that has a proof. */
export function certificateOf(network: Network, proof: Proof, about: About): Certificate {
  switch (proof.kind) {
    case "locations":
      return makeLocationCertificate(network, about);
    case "invariants":
      return makeInvariantCertificate(about, proof.invariants);
    case "diagram":
      return proof.asStates === true
        ? makeListedCertificate(about, statesOfDiagram(network, proof.diagram) ?? [])
        : makeDiagramCertificate(about, proof.diagram);
    case "runs":
      return makeRunsCertificate(network.clocks.length + 1, about, proof.ranked, proof.engine?.(), proof.unit);
    case "states":
      return makeCertificate(proof.engine(), about, proof.abstraction, proof);
  }
}
