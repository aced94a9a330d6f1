// The reasons in words.

import type { Blocked, Standstill, Why } from "./why.ts";

/** For people: a few lines. */
export function whyText(why: Why): string[] {
  switch (why.kind) {
    case "failed":
      return [
        `what fails: ${why.parts.join(", ")}${why.values === "" ? "" : `   (${why.values})`}`,
        ...(why.deadlock === undefined ? [] : standstillText(why.deadlock)),
      ];
    case "deadlock":
      return standstillText(why.deadlock);
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

/** Enough to see the pattern. */
const MOST_PROCESSES = 6;
const MOST_EDGES = 3;

function standstillText({ time, processes, more = 0 }: Standstill): string[] {
  // Who is stuck in the middle of something says more than who is done.
  const [stuck, done] = [
    processes.filter(({ edges }) => edges.length > 0),
    processes.filter(({ edges }) => edges.length === 0),
  ];
  const shown = stuck.slice(0, MOST_PROCESSES);
  const left = more + stuck.length - shown.length;
  const ends = done.slice(0, MOST_PROCESSES).map(({ process, location }) => `${process}.${location}`);
  const others = done.length - ends.length;
  return [
    `deadlock: no step is possible any more, and ${timeText(time)}`,
    ...shown.map(stuckText),
    ...(left === 0 ? [] : [`and ${left} more ${left === 1 ? "process" : "processes"}`]),
    ...(done.length === 0
      ? []
      : [`no edge leads out of ${ends.join(", ")}${others === 0 ? "" : ` and ${others} more`}`]),
  ];
}

function timeText(time: Standstill["time"]): string {
  if (time === undefined) return "time passes for ever";
  const by = time.by.length === 0 ? "" : ` (${time.by.join(", ")})`;
  if (time.most === "0") return `no time can pass${by}`;
  return `time can pass for ${time.strict ? "less than" : "at most"} ${time.most}${by}`;
}

function stuckText({ process, location, edges }: Standstill["processes"][number]): string {
  const ways = edges.slice(0, MOST_EDGES).map(({ to, reasons }) => `to ${to}: ${reasons.join("; ")}`);
  const left = edges.length - ways.length;
  const more = left === 0 ? "" : `; and ${left} more ${left === 1 ? "edge" : "edges"}`;
  return `${process} is in ${location}; ${ways.join("; ")}${more}`;
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
