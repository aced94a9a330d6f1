// Who profits from decision diagrams: families and public models, everything that can be reached, state by state and by
// whole sets. The same commands as a user's, in processor seconds; and why a model is refused, where it is. Of the first
// question that ends with "cannot happen" by diagrams also what its proof takes: nodes, bytes, seconds to check it.
//
//   npm run bench -- diagrams [--only TEXT] [--time SECONDS]

import { existsSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { printHead, printRow, timed } from "./measure.ts";
import { generate } from "./models.ts";
import { SHARED_MODELS } from "./places.ts";

const { values: options } = parseArgs({
  options: { only: { type: "string", default: "" }, time: { type: "string", default: "10" } },
});

const SIZES: Readonly<Record<string, readonly number[]>> = {
  philosophers: [12, 100, 1000],
  hanoi: [5, 7, 10],
  arbiter: [3, 4, 6],
  fischer: [6, 8],
  tram: [1, 4],
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

function ran(what: string): { readonly read: Explored; readonly cpu: number } {
  const { stdout, cpu } = timed(`${command} ${what} --json 2>/dev/null`);
  return { read: JSON.parse(stdout || "{}") as Explored, cpu };
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
  timed(
    `${command} check '${path}' --search 'saturate()' --certificate '${file}' --force --time ${options.time} --quiet`,
  );
  if (!existsSync(file)) return "";
  const { cpu, stdout } = timed(`${command} verify '${path}' '${file}'`);
  return `${statSync(file).size.toLocaleString("en")} bytes, ${/proved: a diagram/.test(stdout) ? "" : "NOT "}checked in ${cpu.toFixed(1)} s`;
}

function digits(count: string | undefined): string {
  if (count === undefined) return "";
  return count.length > 15 ? `${count[0]}.${count[1]}·10^${count.length - 1}` : Number(count).toLocaleString("en");
}

printHead(["model", "states", "one by one: zones", "CPU s", "whole sets: nodes", "CPU s", "a proof"]);
for (const { name, path } of rows()) {
  if (!name.includes(options.only)) continue;
  const one = ran(`explore '${path}' --time ${options.time}`);
  const sets = ran(`explore '${path}' --symbolic --time ${options.time}`);
  const { symbolic } = sets.read.statistics ?? {};
  const refusal = sets.read.diagnostics?.[0]?.message ?? sets.read.error?.message;
  const ended = sets.read.because === undefined && symbolic !== undefined;
  printRow([
    name,
    ended ? digits(symbolic.discrete) : "",
    one.read.because === undefined
      ? (one.read.statistics?.explored ?? 0).toLocaleString("en")
      : `not in ${options.time} s`,
    one.cpu.toFixed(1),
    ended
      ? symbolic.nodes.toLocaleString("en")
      : (refusal?.replace("not supported by decision diagrams: ", "") ?? `not in ${options.time} s`),
    sets.cpu.toFixed(1),
    ended ? proof(path) : "",
  ]);
}
rmSync(folder, { recursive: true, force: true });
