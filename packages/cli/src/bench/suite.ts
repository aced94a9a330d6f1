// A suite says what is to be run: models × searches × seeds, under limits. It comes by name or as somebody's JSON file:
//
//   { "name": "mine",
//     "models": ["a.xml", { "family": "fischer", "size": 5 }, { "file": "b.xml", "query": "E<> P.cs", "name": "b" }],
//     "searches": ["bfs", "ce-hU", { "name": "random", "search": "rdfs()" }],
//     "seeds": [1, 2, 3], "seconds": 10, "memory": 1000, "abstraction": "extra-lu", "por": "off" }

import { closest, families } from "@tracehound/core";
import { readStrategy } from "../check/search-order.ts";
import { readAbstraction, readReduction } from "../check/settings.ts";
import { BadInput, BadSpecification, UsageError } from "../errors.ts";

/** A member of a family, or a file. */
export interface ModelChoice {
  readonly name: string;
  readonly source:
    | { readonly family: string; readonly size: number; readonly variant: string; readonly seed: number }
    | { readonly file: string };
  /** A formula, or the number of a query of the file; the first query if it is not said. */
  readonly query?: string | number;
  /** Tells another model or query under the same name: runs of that one are none of this one. */
  readonly input?: string;
}

export interface SearchChoice {
  readonly name: string;
  readonly search: string;
}

export interface Task {
  readonly model: ModelChoice;
  readonly search: SearchChoice;
  readonly seed: number;
  /** Seconds of its own, where the suite's do not do. */
  readonly seconds?: number;
}

export interface Suite {
  readonly name: string;
  readonly tasks: readonly Task[];
  readonly seconds: number;
  /** Megabytes. */
  readonly memory: number;
  readonly abstraction: string;
  /** Partial-order reduction, as in `check --por`. */
  readonly por: string;
}

/** What nobody says is as in `check` with a search that was named: no reduction unless somebody asks for it. */
export const USUAL_SETTINGS = { abstraction: "auto", por: "off" };

export function familyModel(name: string, family: string, size: number, variant?: string, seed = 1): ModelChoice {
  const first = families.find((one) => one.name === family)!.variants[0]!.name;
  return { name, source: { family, size, variant: variant ?? first, seed } };
}

export function tasksOf(
  models: readonly ModelChoice[],
  searches: readonly SearchChoice[],
  seeds: readonly number[],
): Task[] {
  return models.flatMap((model) => searches.flatMap((search) => seeds.map((seed) => ({ model, search, seed }))));
}

/** Everything wrong with the file is told at once, each with the place in it. */
export function readSuite(path: string, text: string): Suite {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (error) {
    throw new BadInput(`${path} is not JSON: ${error instanceof Error ? error.message : String(error)}`);
  }
  const reader = new SuiteReader();
  const suite = reader.suite(json, /([^/\\]+)\.json$/.exec(path)?.[1] ?? "suite");
  if (reader.faults.length > 0) throw new BadInput(`${path}: ${reader.faults.join(`\n  ${path}: `)}`);
  return suite;
}

const KEYS = ["name", "models", "searches", "seeds", "seconds", "memory", "abstraction", "por"];

class SuiteReader {
  readonly faults: string[] = [];

  suite(json: unknown, file: string): Suite {
    const fields = this.object(json, "the suite", KEYS);
    const models = this.list(fields["models"], "models", (one, at) => this.model(one, at));
    const searches = this.list(fields["searches"], "searches", (one, at) => this.search(one, at));
    const seeds =
      fields["seeds"] === undefined ? [1] : this.list(fields["seeds"], "seeds", (one, at) => this.whole(one, at));
    this.noneTwice("models", models);
    this.noneTwice("searches", searches);
    this.noneTwice(
      "seeds",
      seeds.filter((seed) => !Number.isNaN(seed)).map((seed) => ({ name: String(seed) })),
    );
    return {
      name: fields["name"] === undefined ? file : this.text(fields["name"], "name"),
      tasks: tasksOf(models, searches, seeds),
      seconds: fields["seconds"] === undefined ? 60 : this.positive(fields["seconds"], "seconds"),
      memory: fields["memory"] === undefined ? 4000 : this.positive(fields["memory"], "memory"),
      abstraction: this.setting(fields, "abstraction", readAbstraction),
      por: this.setting(fields, "por", readReduction),
    };
  }

  private model(json: unknown, at: string): ModelChoice {
    if (typeof json === "string") return { name: json, source: { file: json } };
    const fields = this.object(json, at, ["family", "size", "variant", "seed", "file", "query", "name"]);
    const query = fields["query"];
    const isAsked = typeof query === "string" || (Number.isSafeInteger(query) && Number(query) >= 1);
    if (query !== undefined && !isAsked) {
      this.faults.push(`${at}.query must be a formula or the number of a query, from 1`);
    }
    const asked = isAsked ? { query: query as string | number } : {};
    if (fields["file"] !== undefined) {
      const other = ["family", "size", "variant", "seed"].find((key) => fields[key] !== undefined);
      if (other !== undefined) this.faults.push(`${at} is a file, which has no ${other}`);
      const file = this.text(fields["file"], `${at}.file`);
      return {
        name: fields["name"] === undefined ? file : this.text(fields["name"], `${at}.name`),
        source: { file },
        ...asked,
      };
    }
    if (fields["family"] === undefined) {
      this.faults.push(`${at} must have a file or a family`);
      return { name: at, source: { file: "" } };
    }
    const name = this.text(fields["family"], `${at}.family`);
    const family = families.find((one) => one.name === name);
    if (family === undefined) {
      const guess = closest(
        name,
        families.map((one) => one.name),
      );
      this.faults.push(`${at}: there is no family ${name}${guess === undefined ? "" : `; did you mean ${guess}?`}`);
      return { name, source: { file: name } };
    }
    const size = fields["size"] === undefined ? family.sizes.default : this.whole(fields["size"], `${at}.size`);
    if (size < family.sizes.min || size > family.sizes.max) {
      this.faults.push(`${at}: ${name} comes in sizes ${family.sizes.min} to ${family.sizes.max}`);
    }
    const variant =
      fields["variant"] === undefined ? family.variants[0]!.name : this.text(fields["variant"], `${at}.variant`);
    if (!family.variants.some((one) => one.name === variant)) {
      this.faults.push(
        `${at}: ${name} has no variant ${variant}; there are ${family.variants.map((one) => one.name).join(", ")}`,
      );
    }
    const seed = fields["seed"] === undefined ? 1 : this.whole(fields["seed"], `${at}.seed`);
    const plain = `${name}-${size}${variant === family.variants[0]!.name ? "" : `-${variant}`}${seed === 1 ? "" : `-${seed}`}`;
    return {
      name: fields["name"] === undefined ? plain : this.text(fields["name"], `${at}.name`),
      source: { family: name, size, variant, seed },
      ...asked,
    };
  }

  private noneTwice(what: string, members: readonly { readonly name: string }[]): void {
    const seen = new Set<string>();
    const twice = new Set(members.flatMap(({ name }) => (seen.size < seen.add(name).size ? [] : [name])));
    for (const name of twice) this.faults.push(`two of its ${what} are called ${name}`);
  }

  private search(json: unknown, at: string): SearchChoice {
    if (typeof json === "string") {
      this.specification(json, at);
      return { name: json, search: json };
    }
    const fields = this.object(json, at, ["name", "search"]);
    const search = this.text(fields["search"], `${at}.search`);
    if (search !== "") this.specification(search, `${at}.search`);
    return { name: fields["name"] === undefined ? search : this.text(fields["name"], `${at}.name`), search };
  }

  /** Told before anything runs, not by every run. */
  private specification(search: string, at: string): void {
    this.tried(at, () => readStrategy(search, undefined));
  }

  private setting(
    fields: Readonly<Record<string, unknown>>,
    at: keyof typeof USUAL_SETTINGS,
    read: (name: string) => unknown,
  ): string {
    if (fields[at] === undefined) return USUAL_SETTINGS[at];
    const name = this.text(fields[at], at);
    if (name !== "") this.tried(at, () => read(name));
    return name;
  }

  private tried(at: string, read: () => unknown): void {
    try {
      read();
    } catch (error) {
      if (error instanceof BadSpecification)
        this.faults.push(...error.diagnostics.map((one) => `${at}: ${one.message}`));
      else if (error instanceof UsageError) this.faults.push(`${at}: ${error.message}; ${error.hint}`);
      else throw error;
    }
  }

  private object(json: unknown, at: string, keys: readonly string[]): Readonly<Record<string, unknown>> {
    if (typeof json !== "object" || json === null || Array.isArray(json)) {
      this.faults.push(`${at} must be an object with ${keys.join(", ")}`);
      return {};
    }
    for (const key of Object.keys(json).filter((one) => !keys.includes(one))) {
      const guess = closest(key, [...keys]);
      this.faults.push(
        `${at} has no ${key}${guess === undefined ? `; there are ${keys.join(", ")}` : `; did you mean ${guess}?`}`,
      );
    }
    return json as Readonly<Record<string, unknown>>;
  }

  private list<T>(json: unknown, at: string, read: (one: unknown, at: string) => T): T[] {
    if (Array.isArray(json) && json.length > 0) return json.map((one, index) => read(one, `${at}[${index}]`));
    this.faults.push(`${at} must be a list with something in it`);
    return [];
  }

  private text(json: unknown, at: string): string {
    if (typeof json === "string" && json !== "") return json;
    this.faults.push(`${at} must be a text`);
    return "";
  }

  private whole(json: unknown, at: string): number {
    if (typeof json === "number" && Number.isSafeInteger(json) && json >= 0) return json;
    this.faults.push(`${at} must be a whole number of at least 0`);
    // Told once: it is beyond no bound, and like no other.
    return Number.NaN;
  }

  private positive(json: unknown, at: string): number {
    if (typeof json === "number" && json > 0 && Number.isFinite(json)) return json;
    this.faults.push(`${at} must be a number above 0`);
    return 1;
  }
}
