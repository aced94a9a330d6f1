// Two journals side by side: counts are the same or they are not; rates differ by noise, so only what is beyond it is
// told.

import { keyOf, type Run } from "./journal.ts";

export interface Difference {
  readonly model: string;
  readonly search: string;
  readonly seed: number;
  readonly what: "verdict" | "explored" | "generated" | "stored" | "length" | "rate" | "missing" | "new";
  readonly before: string;
  readonly after: string;
}

/** Runs shorter than this say nothing about a rate, and rates within this factor are the same. */
const NOISE = { seconds: 0.5, factor: 1.3 };

export function differences(before: readonly Run[], after: readonly Run[]): Difference[] {
  const later = new Map(after.map((run) => [keyOf(run), run]));
  const known = new Set(before.map(keyOf));
  const added = after.filter((run) => !known.has(keyOf(run)));
  const changed = before.flatMap((old) => {
    const { model, search, seed } = old;
    const found: Difference[] = [];
    const tell = (what: Difference["what"], was: unknown, is: unknown): void => {
      found.push({ model, search, seed, what, before: String(was ?? "–"), after: String(is ?? "–") });
    };
    const now = later.get(keyOf(old));
    if (now === undefined) {
      tell("missing", old.verdict, undefined);
      return found;
    }
    if (now.verdict !== old.verdict) tell("verdict", old.verdict, now.verdict);
    // Where a limit ended one of them, counts say where it stood and nothing else.
    if (old.verdict !== "unknown" && now.verdict === old.verdict) {
      for (const what of ["explored", "generated", "stored", "length"] as const) {
        if (now[what] !== old[what]) tell(what, old[what], now[what]);
      }
    }
    const ratio = (run: Run): number => run.explored / run.cpuSeconds;
    if (Math.min(old.cpuSeconds, now.cpuSeconds) >= NOISE.seconds) {
      const change = ratio(now) / ratio(old);
      if (change > NOISE.factor || change < 1 / NOISE.factor) {
        tell("rate", `${Math.round(ratio(old))} states/s`, `${Math.round(ratio(now))} states/s`);
      }
    }
    return found;
  });
  const fresh = added.map(({ model, search, seed, verdict }): Difference => {
    return { model, search, seed, what: "new", before: "–", after: verdict };
  });
  return [...changed, ...fresh];
}
