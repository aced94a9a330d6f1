// What runs took beside states: processor time, memory, and time to build an estimate, ours beside what the paper
// prints.

import { head, row } from "../report/statistics.ts";
import type { PaperColumn, PaperTable } from "./paper.ts";
import type { Cell, Found, PaperReport } from "./report.ts";

export function resourcesTable(report: PaperReport, table: PaperTable): string {
  const { columns, instances } = table;
  const rows = instances.flatMap((instance) => {
    const ours = columns.map((column) => report.ours(instance, column));
    if (!ours.some((one) => typeof one === "object")) return [];
    const theirs = columns.map((column: PaperColumn) => report.theirs(table, instance, column));
    const printed = theirs.some((one) => typeof one === "object")
      ? [row(["*paper*", ...theirs.map(cell(printedOf))])]
      : [];
    return [row([instance, ...ours.map(cell(ownOf))]), ...printed];
  });
  if (rows.length === 0) return "";
  return [
    "Processor seconds, MB; with + what of the seconds was building the estimate. Runtimes of the papers are those of their machines.",
    "",
    head(["", ...columns.map(({ label }) => label)]),
    ...rows,
    "",
  ].join("\n");
}

const cell =
  (text: (one: Cell) => string) =>
  (found: Found): string =>
    typeof found === "object" ? text(found) : found === "unsolved" ? "–" : "";

function ownOf({ seconds, memoryMB, buildSeconds }: Cell): string {
  const time = seconds === undefined ? "" : `${seconds.toFixed(2)} s`;
  const built = buildSeconds === undefined ? "" : ` (+${buildSeconds.toFixed(2)})`;
  return `${time}${built}${memoryMB === undefined ? "" : `, ${Math.round(memoryMB)} MB`}`;
}

function printedOf({ printed }: Cell): string {
  const time = printed?.seconds === undefined ? "" : `${printed.seconds} s`;
  const built = printed?.build === undefined ? "" : ` (+${printed.build})`;
  return `${time}${built}${printed?.memory === undefined ? "" : `, ${printed.memory} MB`}`;
}
