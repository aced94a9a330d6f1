// What is known of a hunt, kept in `.hunt/NAME.json` so that a hunt goes on where it was stopped.

import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";

export interface Finding {
  readonly seed: number;
  readonly sentence: string;
}

type Counts = Readonly<Record<string, number>>;

export class Ledger {
  private readonly file: string;
  private readonly done = new Set<number>();
  /** All seeds below this one are done. */
  private next = 0;
  counts: Record<string, number> = {};
  findings: Finding[] = [];
  /** What was counted for seeds with findings, by seed. */
  private countsOf: Record<number, Counts> = {};
  cpuSeconds = 0;

  constructor(folder: string, name: string, fresh: boolean) {
    mkdirSync(folder, { recursive: true });
    this.file = `${folder}/${name}.json`;
    if (!fresh) this.read();
  }

  private read(): void {
    let text: string;
    try {
      text = readFileSync(this.file, "utf8");
    } catch {
      return;
    }
    const { next, done, counts, findings, countsOf, cpuSeconds } = JSON.parse(text);
    this.next = next;
    for (const seed of done) this.done.add(seed);
    this.counts = counts;
    this.findings = findings;
    this.countsOf = countsOf ?? {};
    this.cpuSeconds = cpuSeconds;
  }

  get seeds(): number {
    return this.next + this.done.size;
  }

  has(seed: number): boolean {
    return seed < this.next || this.done.has(seed);
  }

  add(seed: number, counts: Counts, wrong: readonly string[], cpuSeconds: number): void {
    if (this.has(seed)) return;
    this.done.add(seed);
    while (this.done.delete(this.next)) this.next++;
    this.sum(counts, 1);
    if (wrong.length > 0) this.countsOf[seed] = counts;
    for (const sentence of wrong) this.findings.push({ seed, sentence });
    this.cpuSeconds += cpuSeconds;
  }

  /** Forgets the seeds with findings, so that they are tried once more. */
  reopen(): void {
    const seeds = new Set(this.findings.map(({ seed }) => seed));
    const end = this.next;
    for (const seed of seeds) {
      this.done.delete(seed);
      if (seed < this.next) this.next = seed;
      this.sum(this.countsOf[seed] ?? {}, -1);
    }
    for (let seed = this.next; seed < end; seed++) if (!seeds.has(seed)) this.done.add(seed);
    this.findings = [];
    this.countsOf = {};
  }

  private sum(counts: Counts, sign: 1 | -1): void {
    for (const [what, by] of Object.entries(counts)) {
      this.counts[what] = (this.counts[what] ?? 0) + sign * by;
      if (this.counts[what] === 0) delete this.counts[what];
    }
  }

  /** Whole or not at all: a kill while writing leaves the old file. */
  save(): void {
    const { next, counts, findings, countsOf, cpuSeconds } = this;
    const text = JSON.stringify({ next, done: [...this.done], counts, findings, countsOf, cpuSeconds });
    writeFileSync(`${this.file}.new`, text);
    renameSync(`${this.file}.new`, this.file);
  }

  row(name: string): string {
    const seen = Object.entries(this.counts).map(([what, times]) => `${what} ${times.toLocaleString("en")}`);
    const wrong = new Set(this.findings.map(({ seed }) => seed)).size;
    return `| ${name} | ${this.seeds.toLocaleString("en")} | ${wrong} | ${seen.join(", ")} | ${Math.round(this.cpuSeconds)} s |`;
  }
}
