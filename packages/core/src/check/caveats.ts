// What a verdict leaves open although it is given: the one list that the long text, `--quiet`, `--json`, the library
// and the page read. Whoever adds a caveat adds it here, and all of them tell it.

import type { GraphRemarks } from "../probabilistic/index.ts";
import type { CheckResult, CutOff, Evidence } from "./verdict.ts";

export type CaveatKind =
  | "no-initial-state"
  | "mistaken"
  | "estimates-trusted"
  | "faults-not-looked-for"
  | "faults-behind-dead-ends"
  | "faults-elsewhere"
  | "zeno-run"
  | "runs"
  | "fairness"
  | "left-out"
  | "several-receivers"
  | "states-stay"
  | "choices-drawn";

export interface Caveat {
  readonly kind: CaveatKind;
  /** A clause: "faults were not looked for". */
  readonly text: string;
}

const RUNS: Readonly<Record<NonNullable<CheckResult["runs"]>, string>> = {
  infinite: "runs with infinitely many steps",
  divergent: "runs in which time diverges",
};

const MISTAKEN =
  "a search had said that there is no such run: a mistake of Tracehound; please report it, with the model and the command";

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
  leftOut,
}: Pick<CheckResult, "verdict" | "note" | "runs" | "fairness" | "leftOut">): readonly Caveat[] {
  const found: Caveat[] = [];
  if (note === "no-initial-state")
    found.push({ kind: note, text: "no initial state satisfies its invariant, so nothing can happen at all" });
  if (note === "mistaken") found.push({ kind: note, text: MISTAKEN });
  if (verdict.kind === "unknown") return found;
  found.push(...aboutEvidence(verdict.evidence));
  if (runs !== undefined) found.push({ kind: "runs", text: `among ${RUNS[runs]}` });
  if (fairness !== undefined)
    found.push({ kind: "fairness", text: `under ${fairness.kind} fairness of ${fairness.processes.join(", ")}` });
  if (leftOut !== undefined) found.push({ kind: "left-out", text: leftOutText(leftOut) });
  return found;
}

/** What an answer does not depend on. */
export function leftOutText({ features, processes }: NonNullable<CheckResult["leftOut"]>): string {
  const names = processes.length > 4 ? `${processes.length} processes` : processes.join(", ");
  return `${features.join(", ")} cannot influence it: left out${names === "" ? "" : `, with ${names}`}`;
}

function aboutEvidence(evidence: Evidence): readonly Caveat[] {
  if (evidence.kind === "trace") {
    const time = evidence.trace.loop?.time;
    if (time === "stands still") return [{ kind: "zeno-run", text: "a loop in which time stands still (a Zeno run)" }];
    return time === "converges" ? [{ kind: "zeno-run", text: "a loop whose time converges (a Zeno run)" }] : [];
  }
  if ("severalReceivers" in evidence && evidence.severalReceivers !== undefined) {
    const text = `${evidence.severalReceivers} could receive in several ways at once: one was chosen, each as likely`;
    return [{ kind: "several-receivers", text }];
  }
  if (evidence.kind === "quantity") return aboutGraph(evidence.remarks ?? {});
  if (evidence.kind !== "exhausted") return [];
  const { cutOff, reduction } = evidence;
  if (cutOff !== undefined) return [...aboutTrust(cutOff), ...(cutOff.canFault ? [aboutFaults(cutOff)] : [])];
  return reduction?.canFault === true
    ? [{ kind: "faults-elsewhere", text: "faults elsewhere were not looked for" }]
    : [];
}

/** PRISM warns of both. */
function aboutGraph({ stuck, drawn }: GraphRemarks): readonly Caveat[] {
  const of = ({ count, state }: { readonly count: number; readonly state: string }): string =>
    count === 1 ? `one state (${state})` : `${count.toLocaleString("en")} states (one is ${state})`;
  const found: Caveat[] = [];
  if (stuck !== undefined)
    found.push({ kind: "states-stay", text: `in ${of(stuck)} nothing can happen: there it stays for ever` });
  if (drawn !== undefined)
    found.push({
      kind: "choices-drawn",
      text: `in ${of(drawn)} several commands are enabled: each is as likely as the others`,
    });
  return found;
}

function aboutTrust({ deadEnds, trusted = 0 }: CutOff): readonly Caveat[] {
  if (trusted === 0) return [];
  const number = (count: number): string => count.toLocaleString("en");
  const some = trusted === deadEnds ? number(trusted) : `${number(trusted)} of ${number(deadEnds)}`;
  const ends = deadEnds === 1 ? "dead end" : "dead ends";
  return [{ kind: "estimates-trusted", text: `the estimate is trusted about ${some} ${ends}, which nobody checked` }];
}

function aboutFaults({ withoutSearch }: CutOff): Caveat {
  return withoutSearch === undefined
    ? { kind: "faults-behind-dead-ends", text: "faults behind dead ends were not looked for" }
    : { kind: "faults-not-looked-for", text: "faults were not looked for" };
}
