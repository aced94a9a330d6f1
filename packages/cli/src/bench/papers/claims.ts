// The claims of a paper, each judged on our runs and, for the same rows, on what the paper prints.

import { row } from "../report/statistics.ts";
import type { Claim, PaperColumn, PaperTable } from "./paper.ts";
import type { Found, PaperReport, Tried } from "./report.ts";

interface Tally {
  readonly holds: number;
  readonly of: number;
  readonly words: string;
  /** Set where there is nothing but equals: nothing is known of who is better. */
  readonly isTie?: true;
}

export interface Judgement {
  readonly claim: Pick<Claim, "text" | "reason">;
  readonly ours: Tally;
  readonly theirs: Tally;
  readonly verdict:
    | "holds"
    | "holds as far as run"
    | "holds mostly"
    | "holds in part"
    | "does not hold"
    | "a tie"
    | "not run";
}

/** A column, and the table that the paper prints it in. */
interface Place {
  readonly table: PaperTable;
  readonly column: PaperColumn;
}

/** Whose numbers: what stands in a cell, and what is known of one that has no end. */
interface Side {
  /** What is missing may still be run: the paper's is missing for good. */
  readonly isOurs: boolean;
  /** Which of our counts is what the paper counts. */
  readonly counts: "explored" | "generated";
  readonly find: (instance: string, place: Place) => Found;
  readonly tried: (instance: string, place: Place) => Tried | undefined;
}

type Rule<Kind extends Claim["rule"]["kind"]> = Extract<Claim["rule"], { readonly kind: Kind }>;

/** One line per claim: the words, our count, the paper's count. */
export function judgedClaims(report: PaperReport): readonly Judgement[] {
  const ours: Side = {
    isOurs: true,
    counts: report.paper.counts,
    find: (instance, { column }) => report.ours(instance, column),
    tried: (instance, { column }) => report.tried(instance, column),
  };
  const theirs: Side = {
    isOurs: false,
    counts: "explored",
    find: (instance, { table, column }) => report.theirs(table, instance, column),
    tried: () => undefined,
  };
  return report.paper.claims.map((claim) => {
    const [own, printed] = tallied(claim, report, ours, theirs);
    const words = claim.theirs === undefined ? printed : { ...printed, words: claim.theirs };
    return { claim, ours: own, theirs: words, verdict: verdictOf(own) };
  });
}

function tallied({ rule, table: id }: Claim, report: PaperReport, ours: Side, theirs: Side): readonly [Tally, Tally] {
  const { tables } = report.paper;
  const table = tables.find((one) => one.id === id)!;
  const placeOf = (name: string): Place => {
    const [other, column] = name.includes("/") ? name.split("/") : [id, name];
    const there = tables.find((one) => one.id === other)!;
    return { table: there, column: there.columns.find((one) => one.id === column)! };
  };
  if (rule.kind === "less" || rule.kind === "near") {
    const [left, right] = [placeOf(rule.left), [rule.right].flat().map(placeOf)];
    const compared = table.instances.filter((instance) => isAbout(rule, instance));
    const orders = (side: Side, rows: readonly string[]): Order[] =>
      rows.map((instance) => order(rule, side, instance, left, right));
    // The paper is held to the rows that were run, too; to all of them while there are none.
    const own = orders(ours, compared);
    const known = compared.filter((_, at) => own[at] !== "open");
    return [counted(own, ours), counted(orders(theirs, known.length > 0 ? known : compared), theirs)];
  }
  if (rule.kind === "outliers") {
    const [left, right] = [placeOf(rule.left), placeOf(rule.right)];
    return [outliers(rule, table, ours, left, right), outliers(rule, table, theirs, left, right)];
  }
  // Who solves most is seen on rows that everybody tried.
  const places = table.columns.map((column): Place => ({ table, column }));
  const own = places.find(({ column }) => column.id === rule.column)!;
  const isKnown = (instance: string) => (place: Place) =>
    ours.find(instance, place) !== undefined || ours.tried(instance, place) !== undefined;
  const known = table.instances.filter((instance) => places.every(isKnown(instance)));
  const rows = known.length > 0 ? known : table.instances;
  return [solvesMost(own, places, ours, rows, report.seconds), solvesMost(own, places, theirs, rows, report.seconds)];
}

function isAbout({ on }: Rule<"less" | "near">, instance: string): boolean {
  return on === undefined || on.includes(instance) || on.includes(/^[A-Z]+/.exec(instance)![0]);
}

/** "nothing": this row says nothing, and nobody waits for more of it. */
type Order = "before" | "behind" | "equal" | "nothing" | "open";

/** How left and the least of the right compare in a row. */
function order(rule: Rule<"less" | "near">, side: Side, instance: string, left: Place, right: readonly Place[]): Order {
  const isUnsolved = (place: Place): boolean => side.find(instance, place) === "unsolved";
  // A trace that nobody found has no length, and an unsolved row is near to nothing.
  const needsEnds = rule.of === "length" || rule.kind === "near";
  if (needsEnds ? [left, ...right].some(isUnsolved) : [left, ...right].every(isUnsolved)) return "nothing";
  const one = boundsOf(rule.of, side, instance, left);
  const others = right.flatMap((place) => boundsOf(rule.of, side, instance, place) ?? []);
  if (one === undefined || others.length < right.length) return "open";
  const other = { low: Math.min(...others.map(({ low }) => low)), high: Math.min(...others.map(({ high }) => high)) };
  const isKnown = one.low === one.high && other.low === other.high;
  if (rule.kind === "near") {
    if (!isKnown) return "open";
    return Math.max(one.low / other.low, other.low / one.low) <= rule.factor ? "before" : "behind";
  }
  if (one.high < other.low) return "before";
  if (other.high < one.low) return "behind";
  return isKnown ? "equal" : "open";
}

interface Bounds {
  readonly low: number;
  readonly high: number;
}

/**
 * A search that was stopped would have come to more than it had by then. How far the paper's had come is not printed:
 * it counts as more than any.
 */
function boundsOf(of: Rule<"less">["of"], side: Side, instance: string, place: Place): Bounds | undefined {
  const found = side.find(instance, place);
  if (typeof found === "object") {
    const value = of === "explored" && side.isOurs ? (found[side.counts] ?? found.explored) : found[of];
    return value === undefined ? undefined : { low: value, high: value };
  }
  const high = Number.POSITIVE_INFINITY;
  if (!side.isOurs) return found === "unsolved" ? { low: high, high } : undefined;
  const tried = side.tried(instance, place);
  if (tried === undefined || of === "length") return undefined;
  return { low: of === "explored" ? tried[side.counts] : tried.seconds, high };
}

function counted(orders: readonly Order[], { isOurs }: Side): Tally {
  const count = (...which: Order[]): number => orders.filter((one) => which.includes(one)).length;
  const [holds, equal, open] = [count("before"), count("equal"), count("open")];
  const of = holds + equal + count("behind");
  const rest = open === 0 || open === orders.length || !isOurs ? "" : `, ${open} open`;
  if (of > 0 && of === equal) return { holds: 0, of, isTie: true, words: `no difference in ${equal}${rest}` };
  const ties = equal === 0 ? "" : `, ${equal} ${equal === 1 ? "tie" : "ties"}`;
  return { holds, of, words: of === 0 ? "nothing to compare" : `${holds} of ${of}${ties}${rest}` };
}

/** Within the time that everybody had: the limit, or less where somebody was stopped before. */
function solvesMost(
  wanted: Place,
  places: readonly Place[],
  side: Side,
  rows: readonly string[],
  limit: number,
): Tally {
  const left = rows.flatMap((instance) =>
    places.flatMap((place) => {
      const isOpen = side.find(instance, place) === undefined;
      return isOpen ? (side.tried(instance, place)?.seconds ?? []) : [];
    }),
  );
  const seconds = Math.min(limit, ...left);
  const times = (place: Place): number[] =>
    rows.flatMap((instance) => {
      const found = side.find(instance, place);
      return typeof found === "object" ? [found.slowest ?? 0] : [];
    });
  const inTime = (place: Place): number => times(place).filter((one) => one <= seconds).length;
  const counts = places.map(inTime);
  const own = inTime(wanted);
  const [best, least] = [Math.max(...counts), Math.min(...counts)];
  // Where everybody solves everything that was tried, nothing is known of who solves most.
  const open = best === 0 || (least === rows.length && rows.length < wanted.table.instances.length);
  const isAll = places.every((place) => times(place).length === inTime(place));
  const within = seconds < limit || !isAll ? ` in ${seconds} s` : "";
  const rivals = places
    .filter((place, at) => place !== wanted && counts[at] === best)
    .map(({ column }) => column.label);
  const isTie = own === best && rivals.length > 0;
  const shared = isTie ? `, as by ${rivals.join(", ")}` : "";
  return {
    holds: own === best ? 1 : 0,
    of: open ? 0 : 1,
    words: `${own} of ${rows.length} solved${within}, the most is ${best}${shared}`,
    ...(isTie ? { isTie: true as const } : {}),
  };
}

function outliers(rule: Rule<"outliers">, { instances }: PaperTable, side: Side, left: Place, right: Place): Tally {
  const ratios = instances.flatMap((instance): number[] => {
    const [one, other] = [side.find(instance, left), side.find(instance, right)];
    return typeof one === "object" && typeof other === "object" ? [one.explored / other.explored] : [];
  });
  const far = ratios.filter((ratio) => Math.max(ratio, 1 / ratio) >= rule.factor).length;
  return {
    holds: far > 0 ? 1 : 0,
    of: ratios.length === 0 ? 0 : 1,
    words: `${far} of ${ratios.length} rows differ by a factor of ${rule.factor} or more`,
  };
}

/** Of a claim that is judged on more than the rows of one table; `theirs` is what the paper says. */
export function judged(
  text: string,
  { holds, of, ours, theirs, reason }: Pick<Tally, "holds" | "of"> & { ours: string; theirs: string; reason?: string },
): Judgement {
  const tally = { holds, of, words: ours };
  const claim = { text, ...(reason === undefined ? {} : { reason }) };
  return { claim, ours: tally, theirs: { holds: 1, of: 1, words: theirs }, verdict: verdictOf(tally) };
}

function verdictOf({ holds, of, isTie }: Pick<Tally, "holds" | "of" | "isTie">): Judgement["verdict"] {
  if (of === 0) return "not run";
  if (isTie === true) return "a tie";
  const share = holds / of;
  if (share === 1) return "holds";
  if (share >= 0.75) return "holds mostly";
  return share >= 0.5 ? "holds in part" : "does not hold";
}

/** What fails first. */
const ORDER: readonly Judgement["verdict"][] = [
  "does not hold",
  "a tie",
  "holds in part",
  "holds mostly",
  "holds as far as run",
  "holds",
  "not run",
];

export function claimsMarkdown(judgements: readonly Judgement[]): string {
  const reason = ({ claim, verdict }: Judgement): string =>
    claim.reason !== undefined && (verdict === "does not hold" || verdict === "holds in part")
      ? ` (${claim.reason}.)`
      : "";
  return [
    "What does not hold stands first. Judged on the rows that were run: a claim *A before B* counts the rows in which A is less than B, and a tie is no such",
    "row; it holds mostly from 75 %, in part from 50 %. A claim about who solves most is a tie where others solve as many. A search that was stopped counts with the",
    "states that it had explored by then, since it would have explored more; rows that this does not decide are open. What the paper did not",
    "solve counts as more states, since it does not say how many. Traces are compared where both were found. Who solves the most is counted",
    "within the time that everybody was given.",
    "",
    "| claim | verdict | ours | the paper on these rows |",
    "|---|---|---|---|",
    ...[...judgements]
      .sort((a, b) => ORDER.indexOf(a.verdict) - ORDER.indexOf(b.verdict))
      .map((one) => row([one.claim.text, `**${one.verdict}**${reason(one)}`, one.ours.words, one.theirs.words])),
    "",
  ].join("\n");
}
