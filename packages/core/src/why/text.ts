// The reasons in words.

import type { Blocked, Why } from "./why.ts";

/** For people: a few lines. */
export function whyText(why: Why): string[] {
  switch (why.kind) {
    case "failed":
      return [`what fails: ${why.parts.join(", ")}${why.values === "" ? "" : `   (${why.values})`}`];
    case "vacuous":
      return why.premises.map((premise) =>
        why.whole
          ? `vacuous: \`${premise}\` never holds, so nothing is asked of what follows`
          : `vacuous in part: \`${premise}\` never holds, so nothing is asked of what follows it`,
      );
    case "left": {
      const where =
        why.steps === 0
          ? "it fails in the initial state already"
          : `every run comes to a state where it fails, the nearest after ${count(why.steps)}`;
      return [`${where}; what fails: ${why.parts.join(", ")}${why.values === "" ? "" : `   (${why.values})`}`];
    }
    case "nearest": {
      const { held, missing, steps, blocked } = why;
      const of = held + missing.length;
      const after = steps === 0 ? "in the initial state" : `after ${count(steps)}`;
      const near = steps === 0 ? "nearest is the initial state" : `nearest state ${after}`;
      return [
        `${of === 1 ? near : `${held} of ${of} conditions hold ${after}`}; missing: ${missing.join(", ")}`,
        ...blocked.map(blockedText),
      ];
    }
  }
}

function blockedText({ process, from, to, changes, reasons }: Blocked): string {
  if (to === undefined) return `${process} is in ${from}, and no edges lead from there to where it is needed`;
  const step =
    changes === undefined
      ? `${process} cannot go from ${from} to ${to}`
      : `${process} cannot change ${changes} from ${from} to ${to}`;
  return `${step}: ${reasons.join("; ")}`;
}

function count(steps: number): string {
  return steps === 1 ? "1 step" : `${steps} steps`;
}
