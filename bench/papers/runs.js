// One run of the command line on a generated model, and a file of runs that were made before: long tables can be made in
// several sittings, and tables that share runs make them once.

import { spawnSync } from "node:child_process";
import { appendFileSync, existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const tracehound = fileURLToPath(new URL("../../packages/cli/bin/tracehound.js", import.meta.url));
const FAMILIES = { F: "fischer", H: "hanoi" };

export class Runs {
  folder = mkdtempSync(join(tmpdir(), "tracehound-papers-"));
  known = new Map();

  constructor({ seconds, memory, abstraction, keep }) {
    Object.assign(this, { seconds, memory, abstraction, keep });
    if (keep === undefined || !existsSync(keep)) return;
    for (const line of readFileSync(keep, "utf8").split("\n").filter(Boolean)) {
      const { key, ...run } = JSON.parse(line);
      this.known.set(key, run);
    }
  }

  /** `{ explored, length, queues, contextSwitches, … }`; with `because` instead of `length` where there is no answer. */
  run(size, search) {
    const key = `${size} ${search} ${this.abstraction}`;
    const known = this.known.get(key);
    // What ran out of time before is tried again only with more of it.
    if (known !== undefined && (known.because === undefined || known.seconds >= this.seconds)) return known;
    const result = this.measure(size, search);
    this.known.set(key, result);
    if (this.keep !== undefined) appendFileSync(this.keep, `${JSON.stringify({ key, ...result })}\n`);
    return result;
  }

  measure(size, search) {
    const limits = ["--time", String(this.seconds), "--memory", String(this.memory)];
    const { stdout } = this.command(
      ...["check", this.model(size), "--search", search, "--abstraction", this.abstraction, "--json"],
      ...limits,
    );
    const [{ verdict, because, trace, statistics }] = JSON.parse(stdout).results;
    const { explored, queues, contextSwitches, prunable, cpuSeconds } = statistics;
    const found = verdict === "satisfied" ? { length: trace.length } : { because, seconds: this.seconds };
    // A trace that is told of in full would make the file of runs large.
    return { explored, ...found, queues: queues.slice(0, 80), contextSwitches, prunable, cpuSeconds };
  }

  model(size) {
    const file = join(this.folder, `${size}.xml`);
    if (!existsSync(file)) this.command("generate", FAMILIES[size[0]], "--size", size.slice(1), "-o", file);
    return file;
  }

  command(...args) {
    return spawnSync("node", [tracehound, ...args], { encoding: "utf8", maxBuffer: 1 << 30 });
  }

  end() {
    rmSync(this.folder, { recursive: true, force: true });
  }
}
