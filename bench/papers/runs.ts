// One run of the command line on a generated model, and a file of runs that were made before: long tables can be made in
// several sittings, and tables that share runs make them once.

import { spawnSync } from "node:child_process";
import { appendFileSync, existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { CheckStatistics } from "@tracehound/core";
import { firstAnswer } from "../measure.ts";
import { COMMAND } from "../places.ts";

const FAMILIES: Readonly<Record<string, string>> = { F: "fischer", H: "hanoi" };

interface Counted
  extends Pick<CheckStatistics, "explored" | "queues" | "contextSwitches" | "prunable" | "cpuSeconds"> {}

export interface Solved extends Counted {
  readonly because?: undefined;
  readonly length: number;
}

interface Unsolved extends Counted {
  readonly because: string;
  /** The limit that it had. */
  readonly seconds: number;
}

export type Run = Solved | Unsolved;

interface RunOptions {
  readonly seconds: number;
  readonly memory: number;
  readonly abstraction: string;
  /** The file of runs. */
  readonly keep: string | undefined;
}

export class Runs {
  private readonly folder = mkdtempSync(join(tmpdir(), "tracehound-papers-"));
  private readonly known = new Map<string, Run>();
  private readonly options: RunOptions;

  constructor(options: RunOptions) {
    this.options = options;
    const { keep } = options;
    if (keep === undefined || !existsSync(keep)) return;
    for (const line of readFileSync(keep, "utf8").split("\n").filter(Boolean)) {
      const { key, ...run } = JSON.parse(line) as Run & { key: string };
      this.known.set(key, run as Run);
    }
  }

  run(size: string, search: string): Run {
    const { abstraction, seconds, keep } = this.options;
    const key = `${size} ${search} ${abstraction}`;
    const known = this.known.get(key);
    // What ran out of time before is tried again only with more of it.
    if (known !== undefined && (known.because === undefined || known.seconds >= seconds)) return known;
    const result = this.measure(size, search);
    this.known.set(key, result);
    if (keep !== undefined) appendFileSync(keep, `${JSON.stringify({ key, ...result })}\n`);
    return result;
  }

  private measure(size: string, search: string): Run {
    const { seconds, memory, abstraction } = this.options;
    const limits = ["--time", String(seconds), "--memory", String(memory)];
    const { stdout } = this.command(
      ...["check", this.model(size), "--search", search, "--abstraction", abstraction, "--json"],
      ...limits,
    );
    const { verdict, because = "unknown", trace, statistics } = firstAnswer(stdout);
    const { explored, queues, contextSwitches, prunable, cpuSeconds } = statistics;
    // A trace that is told of in full would make the file of runs large.
    const counted = { explored, queues: queues.slice(0, 80), contextSwitches, prunable, cpuSeconds };
    return verdict === "satisfied" ? { ...counted, length: trace!.length } : { ...counted, because, seconds };
  }

  private model(size: string): string {
    const file = join(this.folder, `${size}.xml`);
    if (!existsSync(file)) this.command("generate", FAMILIES[size[0]!]!, "--size", size.slice(1), "-o", file);
    return file;
  }

  private command(...args: readonly string[]): { readonly stdout: string } {
    return spawnSync("node", [COMMAND, ...args], { encoding: "utf8", maxBuffer: 1 << 30 });
  }

  end(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}
