// Temporal formulas as text that can be read back; whatever could be misread stands in parentheses.

import type { Temporal } from "./temporal.ts";

const SIGNS = {
  not: "!",
  next: "X ",
  always: "[] ",
  eventually: "<> ",
  and: "&&",
  or: "||",
  until: "U",
  "weak-until": "W",
  release: "R",
  "strong-release": "M",
} as const;

export function temporalText(formula: Temporal, atomText: (atom: number) => string): string {
  const of = (part: Temporal): string => temporalText(part, atomText);
  switch (formula.kind) {
    case "constant":
      return `{${formula.value}}`;
    case "atom":
      return atomText(formula.atom);
    case "not":
    case "next":
    case "always":
    case "eventually":
      return `${SIGNS[formula.kind]}${of(formula.part)}`;
    case "and":
    case "or":
      return `(${formula.parts.map(of).join(` ${SIGNS[formula.kind]} `)})`;
    default:
      return `(${within(formula.left, of)} ${SIGNS[formula.kind]} ${within(formula.right, of)})`;
  }
}

/** An operator before a formula reaches further in other tools. */
function within(part: Temporal, of: (part: Temporal) => string): string {
  return part.kind === "next" || part.kind === "always" || part.kind === "eventually" ? `(${of(part)})` : of(part);
}
