// Models of other people, damaged: a few tokens deleted, doubled, exchanged or replaced, as text or as network JSON.
// What can still be read is checked within a time limit. Whatever happens, it ends as diagnostics or verdicts.

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { extname, join } from "node:path";
import {
  checkQueries,
  configure,
  convertModel,
  defaultStrategy,
  exploreSets,
  type LoadedModel,
  loadModel,
  type Query,
  type Strategy,
  strategies,
} from "@tracehound/core";
import { Dice, seededChoices } from "@tracehound/core/testing";
import { environment } from "../environment.ts";
import type { Claim, Sightings } from "../hunt.ts";

const MODELS = "../shared/models";
const LARGEST = 60_000;
const SECONDS = 2;
/** A second to notice the limit, and the grace, per question. */
const LATE = 3;

export const mutatedModels: Claim = {
  what: "damaged models end as diagnostics or verdicts",
  seeds: 5_000,
  inTests: 5,
  async run(seed, seen) {
    await damaged(seed, seen, async (file, loaded) => {
      for (const query of questions(loaded)) await answered(file, loaded, query, defaultStrategy(seed), SECONDS, seen);
    });
  },
};

const BY_SETS = [
  "saturate()",
  "symbolic()",
  "symbolic(direction=both)",
  "symbolic(direction=backward)",
  "symbolic(hints=auto, density=0.4)",
  "seta(distance(combine=max))",
  "bdda(hL())",
  "astar(spdb())",
];
const SECONDS_BY_SETS = 1;

export const mutatedSets: Claim = {
  what: "damaged models asked of decision diagrams end in time, as diagnostics or with the verdicts of breadth-first search",
  seeds: 5_000,
  inTests: 4,
  async run(seed, seen) {
    const spec = BY_SETS[seed % BY_SETS.length]!;
    const [sets, states] = [strategyOf(spec), strategyOf("bfs")];
    await damaged(seed, seen, async (file, loaded) => {
      for (const query of questions(loaded)) {
        const said = await answered(file, loaded, query, sets, SECONDS_BY_SETS, seen);
        if (said === "unknown") continue;
        const expected = await answered(file, loaded, query, states, SECONDS_BY_SETS);
        if (expected === "unknown") continue;
        seen.count("compared");
        if (said !== expected) seen.report(`${file}: ${query.text} is ${said} by ${spec}, ${expected} by bfs`);
      }
      if (seed % 4 !== 0) return;
      const limits = { seconds: SECONDS_BY_SETS };
      const { because } = await exploreSets(loaded.network!, { limits }, environment);
      seen.count(`counted by sets: ${because ?? "all"}`);
    });
  },
};

function strategyOf(spec: string): Strategy {
  const strategy = configure(strategies, spec, { seed: 1 });
  if (!strategy.ok) throw new Error(strategy.diagnostics[0]!.message);
  return strategy.value;
}

/** Does something with the model of a seed, if it can still be read. */
async function damaged(
  seed: number,
  seen: Sightings,
  ask: (file: string, loaded: LoadedModel) => Promise<void>,
): Promise<void> {
  const files = models();
  if (files.length === 0) {
    seen.count("no models here");
    return;
  }
  const dice = new Dice(seededChoices(seed));
  const file = dice.one(files);
  const loaded = loadModel(damage(file, dice));
  if (loaded.network !== null) return ask(file, loaded);
  seen.count("diagnostics");
  if (!loaded.diagnostics.some(({ severity }) => severity === "error"))
    seen.report(`${file}: refused without an error`);
}

function questions({ network, compileQuery }: LoadedModel): readonly Query[] {
  const own = network!.queries.slice(0, 2);
  const deadlock = compileQuery("A[] not deadlock");
  return own.length > 0 ? own : deadlock.ok ? [deadlock.value] : [];
}

async function answered(
  file: string,
  { network }: LoadedModel,
  query: Query,
  strategy: Strategy | ((query: Query) => Strategy),
  seconds: number,
  seen?: Sightings,
): Promise<"satisfied" | "violated" | "unknown"> {
  const options = { strategy, limits: { seconds, memoryBytes: 4e9 } };
  const start = environment.now();
  const [result] = await checkQueries({ network: network!, options, environment }, [query]);
  const { verdict } = result!;
  seen?.count(verdict.kind === "unknown" ? verdict.because : verdict.kind);
  const took = environment.now() - start;
  if (took > seconds + LATE) seen?.report(`${file}: ${took.toFixed(1)} s for ${query.text}`);
  return verdict.kind;
}

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
