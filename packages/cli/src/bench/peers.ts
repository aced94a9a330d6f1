// `bench peers`: the same state spaces by TChecker's `tck-reach`, where that is installed, and by this tool; processor
// time of whole processes. Zones are extrapolated and covered by the same rules, so that the counts can be compared,
// too.

import type { spawn as SpawnProcess } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { convertModel, families, generateModel, loadModel } from "@tracehound/core";
import type { Context } from "../context.ts";
import { BadInput, UsageError } from "../errors.ts";
import { head, row } from "./report/statistics.ts";

export interface PeersChoice {
  /** TChecker models; some of our families, written as such, if there are none. */
  readonly files: readonly string[];
  readonly only?: readonly string[];
  readonly seconds: number;
}

interface Measured {
  readonly explored: number;
  readonly cpuSeconds: number;
  readonly memoryMB: number;
}

export interface PeerRow {
  readonly model: string;
  /** Null: not within the limit. */
  readonly ours: Measured | null;
  readonly tchecker: Measured | null;
}

/** Sizes for which TChecker takes between one and thirty seconds. */
const SIZES: readonly (readonly [family: string, size: number])[] = [
  ["fischer", 8],
  ["csmacd", 11],
  ["fddi", 12],
  ["philosophers", 10],
];

export async function comparePeers(choice: PeersChoice, context: Context): Promise<readonly PeerRow[]> {
  const peer = tckReach();
  const folder = mkdtempSync(join(tmpdir(), "tracehound-peers-"));
  try {
    const models = await modelsOf(choice, folder, context);
    const rows: PeerRow[] = [];
    for (const { name, file } of models) {
      if (context.signal.aborted) break;
      if (context.watched) context.err(`\r\x1b[K${rows.length + 1}/${models.length} ${name}`);
      const own = [process.execPath, process.argv[1]!, "explore", file, "--json", "--time", String(choice.seconds)];
      const ours = await timed(own, choice.seconds, context.signal);
      const theirs = await timed([peer, "-a", "covreach", "-s", "bfs", file], choice.seconds, context.signal);
      rows.push({ model: name, ours: readOurs(ours), tchecker: readTchecker(theirs) });
    }
    if (context.watched) context.err("\r\x1b[K");
    return rows;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

export function peersMarkdown(rows: readonly PeerRow[]): string {
  const cells = (one: Measured | null): [string, string, string] =>
    one === null ? ["–", "–", "–"] : [String(one.explored), one.cpuSeconds.toFixed(2), one.memoryMB.toFixed(0)];
  return [
    "Processor time of whole processes; –: not within the limit.",
    "",
    head(["model", "explored", "TChecker's", "CPU s", "TChecker's", "ratio", "MB", "TChecker's"]),
    ...rows.map(({ model, ours, tchecker }) => {
      const [a, b] = [cells(ours), cells(tchecker)];
      const known = ours !== null && tchecker !== null;
      const ratio = known ? `${(tchecker.cpuSeconds / ours.cpuSeconds).toFixed(1)} ×` : "–";
      return row([model, a[0], b[0], a[1], b[1], ratio, a[2], b[2]]);
    }),
    "",
  ].join("\n");
}

/** `TCK_REACH` names it, or it is where commands are. */
function tckReach(): string {
  const named = process.env.TCK_REACH;
  const places = (process.env.PATH ?? "").split(delimiter).map((place) => join(place, "tck-reach"));
  const found = (named === undefined ? places : [named]).find((place) => existsSync(place));
  if (found !== undefined) return found;
  throw new UsageError(
    named === undefined ? "TChecker is not installed here" : `TCK_REACH names ${named}, which is not there`,
    "build it from its sources and let TCK_REACH name its tck-reach",
  );
}

async function modelsOf(
  { files, only }: PeersChoice,
  folder: string,
  context: Context,
): Promise<readonly { readonly name: string; readonly file: string }[]> {
  for (const file of files) {
    if (!file.endsWith(".tck")) throw new BadInput(`${file} is no TChecker model: convert it to .tck first`);
    await context.readFile(file);
  }
  if (files.length > 0) return files.map((file) => ({ name: file, file }));
  const wanted = SIZES.filter(([family]) => only?.includes(family) ?? true);
  return Promise.all(
    wanted.map(async ([name, size]) => {
      const family = families.find((one) => one.name === name)!;
      const options = { size, variant: family.variants[0]!.name, correct: false, seed: 1 };
      const text = context.budget().during(() => {
        const loaded = loadModel({ name: `${name}.xta`, content: generateModel(family, options, "xta") });
        return convertModel(loaded, "tck");
      });
      if (!text.ok) throw new Error(`${name} cannot be written for TChecker`);
      const file = join(folder, `${name}-${size}.tck`);
      await context.writeFile(file, text.value);
      return { name: `${name} ${size}`, file };
    }),
  );
}

interface Ran {
  readonly stdout: string;
  readonly cpuSeconds: number;
}

/** The shell adds up what its children took: the last line of `times`. Null when it did not come to its end. */
function timed(command: readonly string[], seconds: number, signal: AbortSignal): Promise<Ran | null> {
  // Loaded only where processes are started.
  const { spawn } = createRequire(import.meta.url)("node:child_process") as { spawn: typeof SpawnProcess };
  return new Promise((resolve, reject) => {
    const child = spawn("sh", ["-c", '"$@"; code=$?; times >&2; exit $code', "sh", ...command], {
      stdio: ["ignore", "pipe", "pipe"],
      detached: true,
    });
    const end = (): void => {
      try {
        process.kill(-child.pid!, "SIGKILL");
      } catch {
        // It has ended already.
      }
    };
    const timer = setTimeout(end, 1000 * (seconds + 10));
    signal.addEventListener("abort", end, { once: true });
    let [stdout, stderr] = ["", ""];
    child.stdout.on("data", (chunk: Buffer) => (stdout += chunk.toString("utf8")));
    child.stderr.on("data", (chunk: Buffer) => (stderr += chunk.toString("utf8")));
    child.once("error", reject);
    child.once("close", (code) => {
      clearTimeout(timer);
      signal.removeEventListener("abort", end);
      const last = stderr.trimEnd().split("\n").at(-1) ?? "";
      const times = [...last.matchAll(/(\d+)m([\d.]+)s/g)].map(([, m, s]) => 60 * Number(m) + Number(s));
      resolve(code !== 0 ? null : { stdout, cpuSeconds: times.reduce((sum, one) => sum + one, 0) });
    });
  });
}

function readOurs(ran: Ran | null): Measured | null {
  if (ran === null) return null;
  const { statistics } = JSON.parse(ran.stdout) as { readonly statistics: Measured };
  return { explored: statistics.explored, cpuSeconds: ran.cpuSeconds, memoryMB: statistics.memoryMB };
}

function readTchecker(ran: Ran | null): Measured | null {
  if (ran === null) return null;
  const number = (key: string): number => Number(new RegExp(`^${key} (\\d+)`, "m").exec(ran.stdout)?.[1] ?? Number.NaN);
  const explored = number("VISITED_STATES");
  if (Number.isNaN(explored)) return null;
  return { explored, cpuSeconds: ran.cpuSeconds, memoryMB: number("MEMORY_MAX_RSS") / 1000 };
}
