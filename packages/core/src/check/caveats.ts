// What a verdict leaves open although it is given: the one list that the long text, `--quiet`, `--json`, the library and the page read. Whoever
// adds a caveat adds it here, and all of them tell it.

import type { CheckResult, CutOff, Evidence } from "./verdict.ts";

export type CaveatKind =
  | "no-initial-state"
  | "faults-not-looked-for"
  | "faults-behind-dead-ends"
  | "faults-elsewhere"
  | "zeno-run"
  | "runs"
  | "fairness";

export interface Caveat {
  readonly kind: CaveatKind;
  /** A clause: "faults were not looked for". */
  readonly text: string;
}

const RUNS: Readonly<Record<NonNullable<CheckResult["runs"]>, string>> = {
  infinite: "runs with infinitely many steps",
  divergent: "runs in which time diverges",
};

/** "runs in which time diverges". */
export function runsText(runs: NonNullable<CheckResult["runs"]>): string {
  return RUNS[runs];
}

/** Of an unknown verdict `because` tells the rest. */
export function caveatsOf({
  verdict,
  note,
  runs,
  fairness,
}: Pick<CheckResult, "verdict" | "note" | "runs" | "fairness">): readonly Caveat[] {
  const found: Caveat[] = [];
  if (note === "no-initial-state")
    found.push({ kind: note, text: "no initial state satisfies its invariant, so nothing can happen at all" });
  if (verdict.kind === "unknown") return found;
  found.push(...aboutEvidence(verdict.evidence));
  if (runs !== undefined) found.push({ kind: "runs", text: `among ${RUNS[runs]}` });
  if (fairness !== undefined)
    found.push({ kind: "fairness", text: `under ${fairness.kind} fairness of ${fairness.processes.join(", ")}` });
  return found;
}

function aboutEvidence(evidence: Evidence): readonly Caveat[] {
  if (evidence.kind === "trace") {
    const time = evidence.trace.loop?.time;
    if (time === "stands still") return [{ kind: "zeno-run", text: "a loop in which time stands still (a Zeno run)" }];
    return time === "converges" ? [{ kind: "zeno-run", text: "a loop whose time converges (a Zeno run)" }] : [];
  }
  if (evidence.kind !== "exhausted") return [];
  const { cutOff, reduction } = evidence;
  if (cutOff !== undefined) return cutOff.canFault ? [aboutFaults(cutOff)] : [];
  return reduction?.canFault === true
    ? [{ kind: "faults-elsewhere", text: "faults elsewhere were not looked for" }]
    : [];
}

function aboutFaults({ withoutSearch }: CutOff): Caveat {
  return withoutSearch === undefined
    ? { kind: "faults-behind-dead-ends", text: "faults behind dead ends were not looked for" }
    : { kind: "faults-not-looked-for", text: "faults were not looked for" };
}
