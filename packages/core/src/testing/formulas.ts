// Formulas and queries in a few words, for tests.

import type { Expression, Formula, Query } from "../network/network.ts";
import { at, clockRef, num } from "./builder.ts";

export function holds(condition: Expression): Formula {
  return { kind: "data", condition };
}

export function inLocation(process: number, location: number): Formula {
  return holds(at(process, location));
}

type Comparison = "<" | "<=" | "==" | "!=" | ">=" | ">";

export function clockIs(clock: number, comparison: Comparison, bound: number): Formula {
  return { kind: "clock", left: clockRef(clock), op: comparison, bound: num(bound) };
}

export function differenceIs(left: number, right: number, comparison: Comparison, bound: number): Formula {
  return { kind: "clock", left: clockRef(left), right: clockRef(right), op: comparison, bound: num(bound) };
}

export function all(...parts: Formula[]): Formula {
  return { kind: "and", parts };
}

export function any(...parts: Formula[]): Formula {
  return { kind: "or", parts };
}

export function not(part: Formula): Formula {
  return { kind: "not", part };
}

export const DEADLOCK: Formula = { kind: "deadlock" };

export function query(kind: "E<>" | "A[]" | "E[]" | "A<>", formula: Formula, frameSize = 0): Query {
  return { kind, formula, frameSize, text: kind };
}

export function leadsTo(premise: Formula, conclusion: Formula, frameSize = 0): Query {
  return { kind: "-->", premise, conclusion, frameSize, text: "-->" };
}
