// The reasons in words.

import type { Why } from "./why.ts";

/** For people: a few lines. */
export function whyText(why: Why): string[] {
  switch (why.kind) {
    case "failed":
      return [`what fails: ${why.parts.join(", ")}${why.values === "" ? "" : `   (${why.values})`}`];
    case "vacuous":
      return [`vacuous: \`${why.premise}\` never holds, so nothing is asked of what follows`];
    case "nearest": {
      const { held, missing, steps, blocked } = why;
      const of = held + missing.length;
      const after = steps === 0 ? "in the initial state" : `after ${steps} ${steps === 1 ? "step" : "steps"}`;
      const part = of === 1 ? "nearest state" : `${held} of ${of} conditions hold`;
      return [
        `${part} ${after}; missing: ${missing.join(", ")}`,
        ...blocked.flatMap(({ process, from, to, reasons }) => [
          to === undefined
            ? `${process} is in ${from}, and no edges lead from there to where it is needed`
            : `${process} cannot go from ${from} to ${to}: ${reasons.join("; ")}`,
        ]),
      ];
    }
  }
}
