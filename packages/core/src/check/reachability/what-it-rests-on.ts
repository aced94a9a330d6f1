// What an answer rests on beyond the states that were seen: dead ends that estimates saw and that were checked, steps
// that a reduction left out; and the proof that can be certified, where there is one.

import { faultsOf } from "../../analysis/faults.ts";
import { defined } from "../../basics/defined.ts";
import type { DiscreteView, Target } from "../../engine/index.ts";
import type { Network } from "../../network/index.ts";
import type { SearchContext } from "../../search-context/index.ts";
import type { Symmetry } from "../../symmetry/index.ts";
import type { Reached } from "../answer.ts";
import { type DeadEndCheck, type Judged, resting } from "../evidence/dead-ends.ts";
import type { Session } from "../session.ts";
import { asReference } from "../setup/engines.ts";
import type { Reduction } from "../setup/reduced-engine.ts";
import type { Verdict } from "../verdict.ts";
import type { Decided } from "./decide.ts";
import type { PlannedSearchRun } from "./planned-search.ts";

export async function reachedBy(
  session: Session,
  target: Target,
  { verdict: decided, exhausted }: Decided,
  run: PlannedSearchRun,
): Promise<Reached> {
  const { search, context, reduction, symmetry, about } = run;
  const last = run.latestContext();
  const judged = run.deadEndsOf(last);
  const { explored } = search.latest ?? search.statistics;
  const rests: Judged =
    last.deadEnds === 0 ? { verdict: decided } : await resting(session, decided, target, judged, explored === 0);
  const cut = cuttingOff(rests.verdict, session.network, target, explored, last, judged);
  const verdict = upTo(reduction === undefined ? cut : leavingOut(cut, reduction), symmetry);
  const told = last.deadEnds > 0 && exhausted ? judged.statistics : search.statistics;
  const estimates = told.estimates ?? context.estimateStatistics;
  const statistics = {
    ...told,
    ...defined({ estimates: estimates.length === 0 ? undefined : estimates, reduction: reduction?.count }),
    ...defined({ symmetry: symmetry?.blocks.map(({ names }) => names) }),
  };
  const answer = { verdict, statistics, ...about };
  if (!exhausted || verdict.kind === "unknown" || judged.counted.trusted > 0) return { answer };
  const proof = rests.projection ?? proofOf(run, judged, explored);
  return { answer, ...defined({ proof }) };
}

/** Undefined where a certificate would need what was forgotten, left out by a reduction, or stood for by others. */
function proofOf(
  { search, reduction, symmetry, whole }: PlannedSearchRun,
  judged: DeadEndCheck,
  explored: number,
): Reached["proof"] {
  if (search.diagram !== undefined) return { kind: "diagram", diagram: search.diagram() };
  if (symmetry !== undefined) return undefined;
  const { record } = search;
  const { invariants, visited } = judged;
  if (explored === 0 && invariants.length > 0 && visited.length === 0) return { kind: "invariants", invariants };
  if (record === undefined || reduction !== undefined) return undefined;
  const settled =
    invariants.length + visited.length === 0
      ? {}
      : {
          ...defined({ invariants: invariants.length === 0 ? undefined : invariants }),
          free: visited,
          settled: (state: DiscreteView) => judged.includes(state),
        };
  return { kind: "states", engine: () => asReference(record, whole), abstraction: whole.abstraction, ...settled };
}

/** What an estimate cut off was not seen: an answer that rests on it says so. */
function cuttingOff(
  verdict: Verdict,
  network: Network,
  { formula }: Target,
  explored: number,
  { deadEnds, provers }: SearchContext,
  { counted: { trusted }, faulty }: DeadEndCheck,
): Verdict {
  if (deadEnds === 0 || verdict.kind === "unknown" || verdict.evidence.kind !== "exhausted") return verdict;
  const faults = faultsOf(network);
  const cutOff = {
    deadEnds,
    ...defined({ trusted: trusted > 0 ? trusted : undefined, withoutSearch: explored === 0 ? provers : undefined }),
    // Whoever says beforehand that nothing can fail is not believed against what the checker met.
    canFault: faults.canFault || faults.formula(formula) || faulty,
  };
  return { ...verdict, evidence: { kind: "exhausted", cutOff } };
}

function leavingOut(verdict: Verdict, { count, canFault }: Reduction): Verdict {
  if (verdict.kind === "unknown" || verdict.evidence.kind !== "exhausted") return verdict;
  return { ...verdict, evidence: { ...verdict.evidence, reduction: { ...count, canFault } } };
}

function upTo(verdict: Verdict, symmetry: Symmetry | undefined): Verdict {
  if (symmetry === undefined || verdict.kind === "unknown" || verdict.evidence.kind !== "exhausted") return verdict;
  return { ...verdict, evidence: { ...verdict.evidence, symmetry: symmetry.blocks.map(({ names }) => names) } };
}
