// Tables 4 and 5 of the CE paper, which are made of the runs of the others: averages per order, and how often which
// queue was used.

import { isSolved, type Journal, type Run } from "../journal.ts";
import { head, mean, median, row, short } from "../report/statistics.ts";
import { CE_ORDERS } from "./ce.ts";
import { modelsOf, type PaperTable, type Printed } from "./paper.ts";

interface Summed {
  readonly explored: readonly [number, number];
  readonly length: readonly [number, number];
  readonly solved: number;
}

interface Accesses {
  readonly ce: readonly (readonly [number, number])[];
  readonly ut: readonly (readonly [number, number] | null)[];
  readonly icb: readonly number[];
}

const runOf = (journal: Journal, instance: string, search: string): Run | undefined =>
  journal.run(modelsOf(instance, false)[0]!.name, search);

export function averagesTable(tables: readonly PaperTable[], printed: Printed, journal: Journal): string {
  const summed = printed.tables["4"] as unknown as Readonly<Record<string, Readonly<Record<string, Summed>>>>;
  const lines = [
    "### Table 4: averages over the instances that every configuration of an order solves",
    "",
    "Open: not run, or not with the whole limit.",
    "",
    head([
      "",
      "explored, mean",
      "median",
      "length, mean",
      "median",
      "solved of 27",
      "paper: mean",
      "median",
      "length",
      "median",
      "solved of 27",
    ]),
  ];
  for (const order of Object.keys(CE_ORDERS)) {
    const table = tables.find(({ columns }) => columns[0]!.searches[0] === `plain-${order}`)!;
    const run = table.instances.filter((instance) =>
      table.columns.some(({ searches }) => runOf(journal, instance, searches[0]!)),
    );
    if (run.length === 0) continue;
    const isSolvedBy = (instance: string, search: string): boolean => {
      const found = runOf(journal, instance, search);
      return found !== undefined && isSolved(found);
    };
    const common = run.filter((instance) => table.columns.every(({ searches }) => isSolvedBy(instance, searches[0]!)));
    for (const { id, label, searches } of table.columns) {
      const runs = common.flatMap((instance) => runOf(journal, instance, searches[0]!) ?? []);
      const [explored, lengths] = [runs.map((one) => one.explored), runs.flatMap(({ length }) => length ?? [])];
      const solved = run.filter((instance) => isSolvedBy(instance, searches[0]!)).length;
      const open = table.instances.filter((instance) => runOf(journal, instance, searches[0]!) === undefined).length;
      const theirs = summed[order]?.[id];
      lines.push(
        row([
          `${label}, ${CE_ORDERS[order as keyof typeof CE_ORDERS]}`,
          ...[mean(explored), median(explored), mean(lengths), median(lengths)].map(short),
          open === 0 ? String(solved) : `${solved}, ${open} open`,
          ...(theirs === undefined ? [] : [...theirs.explored, ...theirs.length, theirs.solved].map(short)),
        ]),
      );
    }
  }
  return `${lines.join("\n")}\n`;
}

export function accessesTable(instances: readonly string[], printed: Printed, journal: Journal): string {
  const accesses = printed.tables["5"] as unknown as Readonly<Record<string, Readonly<Record<string, Accesses>>>>;
  const queues = [0, 1, 2, 3, 4, 5, 6];
  const lines = [
    "### Table 5: states pushed / popped per queue, context switches; averages over what is solved",
    "",
    head(["", ...queues.map((at) => `CE q${at}`), "UT q0", "UT q1", "ICB_P", "ICB_I"]),
  ];
  for (const [order, families] of Object.entries(accesses)) {
    for (const [family, theirs] of Object.entries(families)) {
      const solved = (method: string): Run[] =>
        instances
          .filter((instance) => instance.startsWith(family))
          .flatMap((instance) => runOf(journal, instance, `${method}-${order}`) ?? [])
          .filter(isSolved);
      const ce = solved("ce");
      if (ce.length === 0) continue;
      const access = (runs: readonly Run[], at: number): string =>
        runs.length === 0
          ? "n/a"
          : (["pushed", "popped"] as const)
              .map((what) => short(Math.round(mean(runs.map((one) => one.queues?.[at]?.[what] ?? 0)))))
              .join("/");
      const switches = (method: string): string => short(mean(solved(method).map((one) => one.contextSwitches ?? 0)));
      lines.push(
        row([
          `${family}, ${CE_ORDERS[order as keyof typeof CE_ORDERS]}`,
          ...queues.map((at) => access(ce, at)),
          ...[0, 1].map((at) => access(order === "bfs" ? [] : solved("ut"), at)),
          switches("icb-p"),
          switches("icb-i"),
        ]),
        row([
          "*paper*",
          ...theirs.ce.map((pair) => pair.map(short).join("/")),
          ...theirs.ut.map((pair) => (pair === null ? "n/a" : pair.map(short).join("/"))),
          ...theirs.icb.map(short),
        ]),
      );
    }
  }
  return `${lines.join("\n")}\n`;
}
