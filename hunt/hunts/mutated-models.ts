// Models of other people, damaged: a few tokens deleted, doubled, exchanged or replaced, as text or as network JSON.
// What can still be read is checked within a time limit. Whatever happens, it ends as diagnostics or verdicts.

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { extname, join } from "node:path";
import { checkQueries, convertModel, defaultStrategy, loadModel } from "@tracehound/core";
import { Dice, seededChoices } from "@tracehound/core/testing";
import { environment } from "../environment.ts";
import type { Claim } from "../hunt.ts";

const MODELS = "../shared/models";
const LARGEST = 60_000;
const SECONDS = 2;
/** A second to notice the limit, and the grace, per question. */
const LATE = SECONDS + 3;

export const mutatedModels: Claim = {
  what: "damaged models end as diagnostics or verdicts",
  seeds: 5_000,
  inTests: 5,
  async run(seed, seen) {
    const files = models();
    if (files.length === 0) {
      seen.count("no models here");
      return;
    }
    const dice = new Dice(seededChoices(seed));
    const file = dice.one(files);
    const damaged = damage(file, dice);
    const loaded = loadModel(damaged);
    const { network, diagnostics } = loaded;
    if (network === null) {
      seen.count("diagnostics");
      if (!diagnostics.some(({ severity }) => severity === "error")) seen.report(`${file}: refused without an error`);
      return;
    }
    const own = network.queries.slice(0, 2);
    const deadlock = loaded.compileQuery("A[] not deadlock");
    const queries = own.length > 0 ? own : deadlock.ok ? [deadlock.value] : [];
    const options = { strategy: defaultStrategy(seed), limits: { seconds: SECONDS, memoryBytes: 4e9 } };
    for (const query of queries) {
      const start = environment.now();
      const [result] = await checkQueries({ network, options, environment }, [query]);
      const { verdict } = result!;
      seen.count(verdict.kind === "unknown" ? verdict.because : verdict.kind);
      const took = environment.now() - start;
      if (took > LATE) seen.report(`${file}: ${took.toFixed(1)} s for ${query.text}`);
    }
  },
};

let known: readonly string[] | undefined;

function models(): readonly string[] {
  const readable = new Set([".xml", ".xta", ".ta", ".tck"]);
  known ??= existsSync(MODELS)
    ? (readdirSync(MODELS, { recursive: true, encoding: "utf8" }) as string[])
        .filter((file) => readable.has(extname(file)))
        .map((file) => join(MODELS, file))
        .filter((file) => readFileSync(file).length <= LARGEST)
        .sort()
    : [];
  return known;
}

function damage(file: string, dice: Dice): { name: string; content: string } {
  const text = readFileSync(file, "utf8");
  const edits = dice.between(1, 4);
  if (dice.chance(70)) return { name: file, content: mutateTokens(text, dice, edits) };
  const written = convertModel(loadModel({ name: file, content: text }, { lints: false }), "json");
  if (!written.ok) return { name: file, content: mutateTokens(text, dice, edits) };
  const json = JSON.parse(written.value) as { network: unknown };
  for (let k = 0; k < edits; k++) mutateValue(json.network, dice);
  return { name: `${file}.json`, content: JSON.stringify(json) };
}

const STRANGE = [
  "0",
  "-1",
  "99999999999",
  "(",
  "}",
  "[9]",
  "1/0",
  "!",
  "&&",
  "",
  "true",
  "x",
  "<",
  "?",
  "forall",
  "\u0000",
];

function mutateTokens(text: string, dice: Dice, edits: number): string {
  const tokens = text.match(/\w+|\s+|[^\w\s]/g) ?? [];
  for (let k = 0; k < edits && tokens.length > 0; k++) {
    const at = dice.between(0, Math.min(tokens.length, 0xffffff) - 1);
    const other = dice.between(0, Math.min(tokens.length, 0xffffff) - 1);
    switch (dice.between(0, 4)) {
      case 0:
        tokens.splice(at, dice.between(1, 3));
        break;
      case 1:
        tokens.splice(at, 0, tokens[at]!);
        break;
      case 2:
        [tokens[at], tokens[other]] = [tokens[other]!, tokens[at]!];
        break;
      case 3:
        tokens[at] = /\d/.test(tokens[at]!) ? String(dice.one([0, 1, 7, 255, 40_000, 2 ** 31])) : tokens[at]!;
        break;
      default:
        tokens[at] = dice.one(STRANGE);
    }
  }
  return tokens.join("");
}

/** Goes down a random path and changes what is there. */
function mutateValue(root: unknown, dice: Dice): void {
  let at = root as Record<string, unknown>;
  for (;;) {
    const keys = Object.keys(at);
    if (keys.length === 0) return;
    const key = dice.one(keys);
    const value = at[key];
    if (typeof value === "object" && value !== null && !dice.chance(8)) {
      at = value as Record<string, unknown>;
      continue;
    }
    if (typeof value === "number") at[key] = dice.one([value + 1, value - 1, -1, 0, 2 ** 31, 1e9, 0.5, "7", null]);
    else if (typeof value === "boolean") at[key] = !value;
    else if (dice.chance(50)) delete at[key];
    else at[key] = dice.one([null, [], {}, "", 0]);
    return;
  }
}
