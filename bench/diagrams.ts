// Who profits from decision diagrams: families and public models, everything that can be reached, state by state and by
// whole sets. The same commands as a user's, in processor seconds; and why a model is refused, where it is. Of the
// first question that ends with "cannot happen" by diagrams also what its proof takes: nodes, bytes, seconds to check
// it. A command that has used up its seconds of processor time is ended: the whole table takes some ten minutes.
//
//   npm run bench -- diagrams [--only PATTERN] [--cpu SECONDS]

import { existsSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { printHead, printRow, timed } from "./measure.ts";
import { generate } from "./models.ts";
import { SHARED_MODELS } from "./places.ts";

const { values: options } = parseArgs({
  options: { only: { type: "string", default: "" }, cpu: { type: "string", default: "5" } },
});
const only = new RegExp(options.only);
const LIMIT = `not in ${options.cpu} s`;

const SIZES: Readonly<Record<string, readonly number[]>> = {
  philosophers: [12, 100, 1000],
  hanoi: [5, 7, 10],
  arbiter: [3, 4, 6],
  fischer: [6, 8, 10],
  tram: [1, 4, 9],
  mutex: [1, 3],
  "train-gate": [4, 6],
  milner: [10, 100],
  gossip: [4],
  leader: [3],
  csmacd: [3],
  fddi: [3],
};

interface Row {
  readonly name: string;
  readonly path: string;
}

interface Explored {
  readonly ok?: boolean;
  readonly because?: string;
  readonly error?: { readonly message: string };
  readonly diagnostics?: readonly { readonly message: string }[];
  readonly statistics?: {
    readonly explored?: number;
    readonly symbolic?: { readonly discrete: string; readonly nodes: number };
  };
}

const command = `node ${join(import.meta.dirname, "../../packages/cli/dist/tracehound.cjs")}`;
const folder = mkdtempSync(join(tmpdir(), "diagrams-"));

interface Ran {
  readonly read: Explored | undefined;
  readonly cpu: number;
}

/** A command as a user types it; undefined where its time was over. */
function ran(what: string): Ran {
  const { stdout, cpu } = timed(`bash -c "ulimit -t ${options.cpu}; exec ${command} ${what} --json 2>/dev/null"`);
  return { read: stdout === "" ? undefined : (JSON.parse(stdout) as Explored), cpu };
}

function* rows(): Generator<Row> {
  for (const [family, sizes] of Object.entries(SIZES)) {
    for (const size of sizes) {
      const path = join(folder, `${family}-${size}.xml`);
      writeFileSync(path, generate(family, { size }));
      yield { name: `${family} ${size}`, path };
    }
  }
  if (!existsSync(SHARED_MODELS)) return;
  for (const file of readdirSync(SHARED_MODELS, { recursive: true, encoding: "utf8" }).sort())
    if (/\.(xml|tck)$/.test(file)) yield { name: file, path: join(SHARED_MODELS, file) };
}

function proof(path: string): string {
  const file = join(folder, "proof.json");
  rmSync(file, { force: true });
  ran(`check '${path}' --search 'saturate()' --certificate '${file}'`);
  if (!existsSync(file)) return "";
  const { read, cpu } = ran(`verify '${path}' '${file}'`);
  if (read === undefined) return `${statSync(file).size.toLocaleString("en")} bytes, not checked in ${options.cpu} s`;
  const what = read.ok === true ? "checked" : "NOT ACCEPTED";
  return `${statSync(file).size.toLocaleString("en")} bytes, ${what} in ${cpu.toFixed(1)} s`;
}

function digits(count: string | undefined): string {
  if (count === undefined) return "";
  return count.length > 15 ? `${count[0]}.${count[1]}·10^${count.length - 1}` : Number(count).toLocaleString("en");
}

const reason = (read: Explored): string =>
  (read.diagnostics?.[0]?.message ?? read.error?.message ?? read.because ?? "").replace(
    "not supported by decision diagrams: ",
    "",
  );

function told({ read }: Ran, number: (statistics: NonNullable<Explored["statistics"]>) => number | undefined): string {
  if (read === undefined) return LIMIT;
  const count = read.because === undefined && read.statistics !== undefined ? number(read.statistics) : undefined;
  return count === undefined ? reason(read) : count.toLocaleString("en");
}

const seconds = ({ cpu }: Ran): string => cpu.toFixed(1);

printHead(["model", "states", "one by one: zones", "CPU s", "whole sets: nodes", "CPU s", "a proof"]);
for (const { name, path } of rows()) {
  if (!only.test(name)) continue;
  const one = ran(`explore '${path}'`);
  const sets = ran(`explore '${path}' --symbolic`);
  const states = sets.read?.statistics?.symbolic?.discrete;
  printRow([
    name,
    digits(states),
    told(one, ({ explored }) => explored),
    seconds(one),
    told(sets, ({ symbolic }) => symbolic?.nodes),
    seconds(sets),
    states === undefined ? "" : proof(path),
  ]);
}
rmSync(folder, { recursive: true, force: true });
