// What users hand in, looked at once, at the door: behind it everything is what its type says. Programs without types
// get a sentence that names what is wrong and what it should be.

import { didYouMean } from "@tracehound/core";

/** Thrown for what a function was given and does not take. */
export class SettingError extends TypeError {
  /** `seconds` */
  readonly setting: string;

  constructor(setting: string, message: string) {
    super(message);
    this.name = "SettingError";
    this.setting = setting;
  }
}

/** What a setting takes, in words, and whether something is that. */
export interface Kind {
  readonly takes: string;
  readonly accepts: (value: unknown) => boolean;
}

const isText = (value: unknown): boolean => typeof value === "string";

export const KINDS = {
  text: { takes: "a text", accepts: isText },
  texts: { takes: "a list of texts", accepts: (value) => Array.isArray(value) && value.every(isText) },
  content: {
    takes: "a text or a Uint8Array",
    accepts: (value) => typeof value === "string" || value instanceof Uint8Array,
  },
  flag: { takes: "true or false", accepts: (value) => typeof value === "boolean" },
  seconds: {
    takes: "a number of at least 0",
    accepts: (value) => typeof value === "number" && value >= 0,
  },
  count: {
    takes: "a whole number of at least 0",
    accepts: (value) => Number.isSafeInteger(value) && (value as number) >= 0,
  },
  signal: {
    takes: "an AbortSignal",
    accepts: (value) => typeof value === "object" && value !== null && "aborted" in value,
  },
} as const satisfies Readonly<Record<string, Kind>>;

export function oneOf(...words: readonly string[]): Kind {
  const quoted = words.map((word) => `"${word}"`);
  const takes = [quoted.slice(0, -1).join(", "), ...quoted.slice(-1)].filter((text) => text !== "").join(" or ");
  return { takes, accepts: (value) => words.includes(value as string) };
}

export function demand(setting: string, { takes, accepts }: Kind, value: unknown): void {
  if (!accepts(value)) throw new SettingError(setting, `\`${setting}\` takes ${takes}, not ${shown(value)}`);
}

/** An object of settings: only those of the table, each of its kind; `required` are there. */
export function demandAll(
  what: string,
  settings: unknown,
  kinds: Readonly<Record<string, Kind>>,
  required: readonly string[] = [],
): void {
  if (typeof settings !== "object" || settings === null || Array.isArray(settings))
    throw new SettingError(what, `\`${what}\` takes an object, not ${shown(settings)}`);
  for (const [name, value] of Object.entries(settings)) {
    if (!Object.hasOwn(kinds, name)) {
      const names = Object.keys(kinds);
      const hint = didYouMean(name, names) ?? `there are ${names.join(", ")}`;
      throw new SettingError(name, `there is no setting \`${name}\`: ${hint}`);
    }
    if (value !== undefined) demand(name, kinds[name]!, value);
  }
  for (const name of required) demand(name, kinds[name]!, (settings as Record<string, unknown>)[name]);
}

function shown(value: unknown): string {
  if (typeof value === "string") return JSON.stringify(value.length > 40 ? `${value.slice(0, 40)}…` : value);
  if (Array.isArray(value)) return "a list";
  if (typeof value === "function") return "a function";
  return typeof value === "object" && value !== null ? "an object" : String(value);
}
