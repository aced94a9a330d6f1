// The claims of a paper, each judged on our runs and, for the same rows, on what the paper prints.

import { row } from "../report/statistics.ts";
import type { Claim, PaperColumn, PaperTable } from "./paper.ts";
import type { Found, PaperReport, Tried } from "./report.ts";

interface Tally {
  readonly holds: number;
  readonly of: number;
  readonly words: string;
}

export interface Judgement {
  readonly claim: Pick<Claim, "text" | "reason">;
  readonly ours: Tally;
  readonly theirs: Tally;
  readonly verdict: "holds" | "holds as far as run" | "holds mostly" | "holds in part" | "does not hold" | "not run";
}

/** Whose numbers: what stands in a cell, and what is known of one that was left before the limit. */
interface Side {
  /** What is missing may still be run: the paper's is missing for good. */
  readonly isOurs: boolean;
  readonly find: (instance: string, column: PaperColumn) => Found;
  readonly tried: (instance: string, column: PaperColumn) => Tried | undefined;
}

type Rule<Kind extends Claim["rule"]["kind"]> = Extract<Claim["rule"], { readonly kind: Kind }>;

/** One line per claim: the words, our count, the paper's count. */
export function judgedClaims(report: PaperReport): readonly Judgement[] {
  return report.paper.claims.map((claim) => {
    const table = report.paper.tables.find(({ id }) => id === claim.table)!;
    const ours: Side = {
      isOurs: true,
      find: (...cell) => report.ours(...cell),
      tried: (...cell) => report.tried(...cell),
    };
    const theirs: Side = { isOurs: false, find: (...cell) => report.theirs(table, ...cell), tried: () => undefined };
    const [own, printed] = tallied(claim, table, ours, theirs, report.seconds);
    const words = claim.theirs === undefined ? printed : { ...printed, words: claim.theirs };
    return { claim, ours: own, theirs: words, verdict: verdictOf(own) };
  });
}

function tallied({ rule }: Claim, table: PaperTable, ours: Side, theirs: Side, limit: number): readonly [Tally, Tally] {
  // The paper is held to the rows that were run, too; to all of them while there are none.
  const orAll = (rows: readonly string[]): readonly string[] => (rows.length > 0 ? rows : table.instances);
  if (rule.kind === "less") {
    const compared = table.instances.filter((instance) => isAbout(rule, instance));
    const known = compared.filter((instance) => order(rule, table, ours, instance) !== "open");
    const same = known.length > 0 ? known : compared;
    return [less(rule, table, ours, compared), less(rule, table, theirs, same)];
  }
  if (rule.kind === "outliers") {
    return [outliers(rule, table, ours, table.instances), outliers(rule, table, theirs, table.instances)];
  }
  // Who solves most is seen on rows that everybody tried.
  const isKnown = (instance: string) => (column: PaperColumn) =>
    ours.find(instance, column) !== undefined || ours.tried(instance, column) !== undefined;
  const rows = orAll(table.instances.filter((instance) => table.columns.every(isKnown(instance))));
  return [solvesMost(rule, table, ours, rows, limit), solvesMost(rule, table, theirs, rows, limit)];
}

const columnOf = ({ columns }: PaperTable, id: string): PaperColumn => columns.find((one) => one.id === id)!;

function isAbout({ on }: Rule<"less">, instance: string): boolean {
  const letters = /^[A-Z]+/.exec(instance)![0];
  return on === undefined || on === letters || (on.length > 1 && letters.length === 1 && on.includes(letters));
}

/** Both unsolved tells nothing, and is not open: nobody waits for more. */
type Order = "before" | "behind" | "equal" | "nothing" | "open";

/** How left and right compare in a row. A search that was stopped has explored at least what it had explored by then. */
function order(rule: Rule<"less">, table: PaperTable, side: Side, instance: string): Order {
  const range = (id: string): readonly [number, number] | undefined => {
    const column = columnOf(table, id);
    const found = side.find(instance, column);
    if (found === "unsolved") return [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
    if (found !== undefined) {
      const value = found[rule.of];
      return value === undefined ? undefined : [value, value];
    }
    const tried = rule.of === "explored" ? side.tried(instance, column) : undefined;
    return tried === undefined ? undefined : [tried.explored, Number.POSITIVE_INFINITY];
  };
  const [left, right] = [range(rule.left), range(rule.right)];
  if (left === undefined || right === undefined) return "open";
  if (left[1] < right[0]) return "before";
  if (right[1] < left[0]) return "behind";
  if (left[0] !== left[1] || right[0] !== right[1]) return "open";
  return left[0] === Number.POSITIVE_INFINITY ? "nothing" : "equal";
}

function less(rule: Rule<"less">, table: PaperTable, side: Side, rows: readonly string[]): Tally {
  const orders = rows.map((instance) => order(rule, table, side, instance));
  const count = (...which: Order[]): number => orders.filter((one) => which.includes(one)).length;
  const [holds, of, equal, open] = [count("before"), count("before", "behind"), count("equal"), count("open")];
  const rest = open === 0 || open === rows.length || !side.isOurs ? "" : `, ${open} open`;
  if (of === 0 && equal > 0) return { holds: 0, of: equal, words: `no difference in ${equal}${rest}` };
  return { holds, of, words: of === 0 ? "nothing to compare" : `${holds} of ${of}${rest}` };
}

/** Within the time that everybody had: the limit, or less where somebody was stopped before. */
function solvesMost(
  rule: Rule<"solves-most">,
  { columns, instances }: PaperTable,
  side: Side,
  rows: readonly string[],
  limit: number,
): Tally {
  const left = rows.flatMap((instance) =>
    columns.flatMap((column) => {
      const isOpen = side.find(instance, column) === undefined;
      return isOpen ? (side.tried(instance, column)?.seconds ?? []) : [];
    }),
  );
  const seconds = Math.min(limit, ...left);
  const isSolvedBy = (column: PaperColumn) => (instance: string) => {
    const found = side.find(instance, column);
    return typeof found === "object" && (seconds === limit || (found.slowest ?? 0) <= seconds);
  };
  const counts = columns.map((column) => rows.filter(isSolvedBy(column)).length);
  const own = counts[columns.findIndex(({ id }) => id === rule.column)]!;
  const [best, least] = [Math.max(...counts), Math.min(...counts)];
  // Where everybody solves everything that was tried, nothing is known of who solves most.
  const open = best === 0 || (least === rows.length && rows.length < instances.length);
  const within = seconds < limit ? ` in ${seconds} s` : "";
  return {
    holds: own === best ? 1 : 0,
    of: open ? 0 : 1,
    words: `${own} of ${rows.length} solved${within}, the most is ${best}`,
  };
}

function outliers(rule: Rule<"outliers">, table: PaperTable, side: Side, rows: readonly string[]): Tally {
  const ratios = rows.flatMap((instance): number[] => {
    const [left, right] = [rule.left, rule.right].map((id) => side.find(instance, columnOf(table, id)));
    return typeof left === "object" && typeof right === "object" ? [left.explored / right.explored] : [];
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

function verdictOf({ holds, of }: Pick<Tally, "holds" | "of">): Judgement["verdict"] {
  if (of === 0) return "not run";
  const share = holds / of;
  if (share === 1) return "holds";
  if (share >= 0.75) return "holds mostly";
  return share >= 0.4 ? "holds in part" : "does not hold";
}

export function claimsMarkdown(judgements: readonly Judgement[]): string {
  const reason = ({ claim, verdict }: Judgement): string =>
    claim.reason !== undefined && (verdict === "does not hold" || verdict === "holds in part")
      ? ` (${claim.reason}.)`
      : "";
  return [
    "Judged on the rows that were run: a claim *A before B* counts the rows in which A and B differ. A search that was stopped counts with the",
    "states that it had explored by then, since it would have explored more; rows that this does not decide are open. Who solves the most is",
    "counted within the time that everybody was given.",
    "",
    "| claim | verdict | ours | the paper on these rows |",
    "|---|---|---|---|",
    ...judgements.map((one) =>
      row([one.claim.text, `**${one.verdict}**${reason(one)}`, one.ours.words, one.theirs.words]),
    ),
    "",
  ].join("\n");
}
