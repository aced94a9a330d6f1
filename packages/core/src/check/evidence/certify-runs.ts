// What a certificate about runs is made of: the zones that runs visit on which something does not happen, with the most
// steps that are left there. Whoever answered, they are explored once more by the reference semantics, in zones that
// keep what is impossible (`extra-m`); where runs may begin anywhere, behind everything that can be reached.

import { chooseAbstraction } from "../../engine/abstraction.ts";
import { createAbstraction, type ReferenceEngine } from "../../engine/index.ts";
import { type Formula, hasStopwatches, type Sought } from "../../network/index.ts";
import { type LivenessRoot, LivenessSearch } from "../../search/index.ts";
import { createSymbolicSemantics, type SymbolicSemantics } from "../../semantics/index.ts";
import { isEmpty } from "../../zone/index.ts";
import { failing, type Reached } from "../answer.ts";
import type { CheckOptions } from "../options.ts";
import type { Session } from "../session.ts";
import { asReference, engineWith } from "../setup/engines.ts";
import { exploreAll, MOST_STATES } from "./explore-all.ts";

/** Certificates are about all runs. */
function asksForLess({ fairness, runs }: CheckOptions): boolean {
  return fairness !== undefined || (runs !== undefined && runs !== "maximal");
}

export async function certifiedRuns(
  session: Session,
  reached: Reached,
  { avoid, start }: Sought & { readonly kind: "run" },
): Promise<Reached> {
  const { network, query, context } = session;
  const { frameSize } = query;
  if (hasStopwatches(network) || asksForLess(context.options)) return { ...reached, uncertified: "not-supported" };
  const target = { formula: start ?? avoid, frameSize };
  const chosen = session.work(() => chooseAbstraction(network, [query], "extra-m"));
  const setup = session.work(() => engineWith(chosen, network, [target], session.engineWish));
  if (!setup.ok) return { ...reached, uncertified: "not-supported" };
  let begin: ReferenceEngine | undefined;
  if (start !== undefined) {
    const explored = await exploreAll(session, setup.value, target, "only");
    if ("uncertified" in explored) return { ...reached, ...explored };
    if ("met" in explored) throw new Error("nobody looked for a target");
    if ("fault" in explored) return { answer: { ...reached.answer, verdict: explored.fault } };
    begin = session.work(() => asReference(explored.engine, setup.value));
  }
  const semantics = createSymbolicSemantics(network);
  const { widen } = createAbstraction("extra-m", "equality", setup.value.bounds, semantics.dim);
  const search = new LivenessSearch<undefined>(
    {
      semantics,
      avoid,
      frameSize,
      endsCount: true,
      extrapolate: (discrete, zone) => widen(discrete, zone).filter((piece) => !isEmpty(piece)),
    },
    begin === undefined ? initialRoots(semantics) : rootsIn(semantics, begin, start!, frameSize),
  );
  const outcome = await session.run(search);
  switch (outcome) {
    case "exhausted": {
      if (search.statistics.stored > MOST_STATES) return { ...reached, uncertified: "too-large" };
      const engine = begin === undefined ? {} : { engine: () => begin };
      return { ...reached, proof: { kind: "runs", ranked: search.ranked, ...engine } };
    }
    case "found": {
      const { kind, fault } = search.finding!;
      if (fault === undefined) throw new Error(`a run that cannot be ends otherwise: ${kind}`);
      return { answer: { ...reached.answer, verdict: failing(fault.diagnostic) } };
    }
    case "fault":
    case "gave-up":
      throw new Error(`a liveness search ended otherwise: ${outcome}`);
    default:
      return { ...reached, uncertified: outcome };
  }
}

function* initialRoots(semantics: SymbolicSemantics): Generator<LivenessRoot<undefined>> {
  for (const { locations, cells, zone } of semantics.initial()) {
    yield { discrete: { locations, cells }, entry: zone, origin: undefined };
  }
}

/** One state at a time, so that limits are obeyed. */
function* rootsIn(
  semantics: SymbolicSemantics,
  engine: ReferenceEngine,
  start: Formula,
  frameSize: number,
): Generator<LivenessRoot<undefined> | undefined> {
  for (let id = 0, left = engine.statistics.stored; left > 0; id++) {
    if (!engine.alive(id)) continue;
    left--;
    const { locations, cells, zone } = engine.stateOf(id);
    const discrete = { locations, cells };
    for (const entry of semantics.where(start, frameSize, discrete, zone)) yield { discrete, entry, origin: undefined };
    yield undefined;
  }
}
