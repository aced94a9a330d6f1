// A paper with tables: what it prints (data/papers/NAME.json, with its citation), what we run for each cell, and what
// it claims. `bench papers` makes the runs, prints ours beside theirs, and judges the claims on both.

import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { BadInput } from "../../errors.ts";
import { familyModel, type ModelChoice, type SearchChoice } from "../suite.ts";

export interface Paper {
  /** As in `--paper`. */
  readonly name: string;
  readonly title: string;
  readonly tables: readonly PaperTable[];
  /** What it calls visited or explored: UPPAAL counts what it generates. What ours is judged by. */
  readonly counts: "explored" | "generated";
  /** Variants of families that fit this paper better than the usual ones. */
  readonly variants?: Readonly<Record<string, string>>;
  readonly claims: readonly Claim[];
  /** What a reader should know before comparing. */
  readonly remarks: readonly string[];
}

export interface PaperTable {
  /** As in `--table`: "1", or "figure-8". */
  readonly id: string;
  readonly title: string;
  /** The rows: names of the papers' instances. */
  readonly instances: readonly string[];
  readonly columns: readonly PaperColumn[];
  /** How the lengths of the paper come from transitions. */
  readonly lengths?: string;
  /**
   * Where the paper's rows are, if not in the table of the same number; and what its rows are called beyond the
   * instance.
   */
  readonly theirs?: { readonly table: string; readonly suffix?: string };
}

export interface PaperColumn {
  readonly id: string;
  readonly label: string;
  /** Several: the best of them counts. */
  readonly searches: readonly string[];
  readonly seeds?: readonly number[];
}

/**
 * [states, seconds, length or seconds of building, MB], each as printed ("15K"); what a paper does not print is
 * missing.
 */
export type PrintedCell = readonly (number | string | null)[] | null;

export interface Claim {
  readonly text: string;
  readonly table: string;
  /** Columns of this table, or of another one: "2/dL". */
  readonly rule:
    | {
        readonly kind: "less";
        readonly left: string;
        /** Several: less than each of them. */
        readonly right: string | readonly string[];
        readonly of: "explored" | "length" | "seconds";
        /** Letters of instances, or instances. */
        readonly on?: readonly string[];
      }
    /** One is at most so many times the other. */
    | {
        readonly kind: "near";
        readonly left: string;
        readonly right: string;
        readonly of: "explored" | "length";
        readonly factor: number;
        readonly on?: readonly string[];
      }
    | { readonly kind: "solves-most"; readonly column: string }
    /** In some rows one explores so many times as many states as the other. */
    | { readonly kind: "outliers"; readonly left: string; readonly right: string; readonly factor: number };
  /** What the paper says, where it prints no numbers. */
  readonly theirs?: string;
  /** Why it does not hold for us, where that is known. */
  readonly reason?: string;
}

export interface Printed {
  readonly citation: string;
  readonly machine: string;
  readonly entry: string;
  readonly tables: Readonly<Record<string, Readonly<Record<string, Readonly<Record<string, PrintedCell>>>>>>;
}

/** Ours, so that it is read after Ctrl-C as well: what was run until then is reported. */
export function printedOf(paper: string): Printed {
  const places = ["../data/papers/", "../../../data/papers/"].map((place) =>
    fileURLToPath(new URL(`${place}${paper}.json`, import.meta.url)),
  );
  const found = places.find((place) => existsSync(place));
  if (found === undefined)
    throw new BadInput("the papers' numbers are missing: run `npm run build` in the repository first");
  return JSON.parse(readFileSync(found, "utf8")) as Printed;
}

const LETTERS: Readonly<Record<string, readonly [family: string, variant?: string]>> = {
  F: ["fischer", "B"],
  FA: ["fischer", "A"],
  FB: ["fischer", "B"],
  FC: ["fischer", "C"],
  H: ["hanoi"],
  A: ["arbiter"],
  M: ["mutex", "M"],
  N: ["mutex", "N"],
  C: ["tram", "C"],
  S: ["tram", "S"],
  R: ["random"],
};

/** How many systems of each size stand for R; the paper has 15. */
export const RANDOM_SYSTEMS = { full: 15, quick: 3 };

/** The models behind a row: one, or for R several. */
export function modelsOf(instance: string, quick: boolean, variants: Paper["variants"] = {}): readonly ModelChoice[] {
  const [, letter, size] = /^([A-Z]+)(\d+)/.exec(instance)!;
  const [family, usual] = LETTERS[letter!]!;
  const variant = variants[letter!] ?? usual;
  if (variants[letter!] !== undefined)
    return [familyModel(`${letter}${size}-${variant}`, family, Number(size), variant)];
  if (letter !== "R") return [familyModel(`${letter === "FB" ? "F" : letter}${size}`, family, Number(size), variant)];
  const systems = quick ? RANDOM_SYSTEMS.quick : RANDOM_SYSTEMS.full;
  return Array.from({ length: systems }, (_, at) =>
    familyModel(`R${size}#${at + 1}`, family, Number(size), variant, at + 1),
  );
}

export const searchChoice = (search: string): SearchChoice => ({ name: search, search });

/** Rows that `--quick` keeps: those that a few seconds are enough for. */
const QUICK: Readonly<Record<string, number>> = {
  F: 10,
  FA: 10,
  FB: 10,
  FC: 10,
  H: 4,
  A: 4,
  M: 1,
  N: 1,
  C: 1,
  S: 1,
  R: 6,
};

export function isQuick(instance: string): boolean {
  const [, letter, size] = /^([A-Z]+)(\d+)/.exec(instance)!;
  return Number(size) <= QUICK[letter!]!;
}
