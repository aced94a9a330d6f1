// Trace files, damaged: as they are written, in their first version, and bare, where hardly anything stands in the file
// that could contradict a forged delay, step or loop.

import type { Prng } from "@tracehound/core";
import { change, changeSome, type Damage, some, type Value, type Values } from "./damage.ts";

/** A trace file with whole states, to be changed in place. */
export interface LooseTrace {
  [field: string]: unknown;
  steps: LooseStep[];
  initial: Record<string, Values>;
  loop?: Values;
}
interface LooseStep {
  [field: string]: unknown;
  delay: Value;
  time: Value;
  edges: (Values & { select: number[]; edge: number })[];
  /** Not in the first version. */
  changes?: Record<string, Values>;
  state: Record<string, Values>;
}
type TraceDamage = Damage<LooseTrace>;

const ofStep =
  (apply: (step: LooseStep, random: Prng) => boolean): TraceDamage["apply"] =>
  (json, random) => {
    const step = some(json.steps, random);
    return step !== undefined && apply(step, random);
  };

const ofEdge = (apply: (edge: LooseStep["edges"][number]) => boolean): TraceDamage["apply"] =>
  ofStep((step, random) => {
    const edge = some(step.edges, random);
    return edge !== undefined && apply(edge);
  });

/** Of a lasso the steps that repeat. */
const ofLoop =
  (apply: (loop: LooseStep[], random: Prng) => boolean): TraceDamage["apply"] =>
  (json, random) => {
    const start = json.loop?.["start"] ?? json["loopStart"];
    if (typeof start !== "number") return false;
    const loop = json.steps.splice(start);
    const done = loop.length > 0 && apply(loop, random);
    json.steps.push(...loop);
    return done;
  };

const set =
  (field: string): TraceDamage["apply"] =>
  (json) =>
    change(json, field);

export const TRACE_DAMAGES: readonly TraceDamage[] = [
  { name: "a delay", apply: ofStep((step) => change(step, "delay")) },
  { name: "a moment", apply: ofStep((step) => change(step, "time")) },
  { name: "the final delay", apply: set("finalDelay") },
  { name: "the duration", apply: set("duration") },
  { name: "the length", apply: set("length") },
  {
    name: "the order",
    mayBeHarmless: true,
    apply(json, random) {
      if (json.steps.length < 2) return false;
      const at = random.below(json.steps.length - 1);
      const [a, b] = [json.steps[at]!, json.steps[at + 1]!];
      if (JSON.stringify(a) === JSON.stringify(b)) return false;
      [json.steps[at], json.steps[at + 1]] = [b, a];
      return true;
    },
  },
  { name: "an edge", mayBeHarmless: true, apply: ofEdge((edge) => change(edge, "edge")) },
  { name: "a process", apply: ofEdge((edge) => change(edge, "process")) },
  { name: "a select", apply: ofEdge((edge) => edge.select.push(1) > 0) },
  { name: "a source", apply: ofEdge((edge) => change(edge, "from")) },
  { name: "a destination", apply: ofEdge((edge) => change(edge, "to")) },
  { name: "a label", apply: ofEdge((edge) => change(edge, "label")) },
  {
    name: "a participant is missing",
    mayBeHarmless: true,
    apply: ofStep((step) => step.edges.length > 1 && step.edges.pop() !== undefined),
  },
  {
    name: "a step is missing",
    apply(json, random) {
      if (json.steps.length === 0) return false;
      json.steps.splice(random.below(json.steps.length), 1);
      return true;
    },
  },
  {
    name: "a step stands twice",
    apply(json, random) {
      if (json.steps.length === 0) return false;
      const at = random.below(json.steps.length);
      json.steps.splice(at, 0, json.steps[at]!);
      return true;
    },
  },
  {
    name: "a change",
    apply: ofStep(({ changes = {} }, random) => changeSome(changes[some(Object.keys(changes), random) ?? ""], random)),
  },
  {
    name: "a change is missing",
    apply: ofStep(({ changes = {} }, random) => {
      const group = some(Object.keys(changes), random);
      if (group === undefined) return false;
      delete changes[group];
      return true;
    }),
  },
  { name: "a location of a whole state", apply: ofStep((step, random) => changeSome(step.state["locations"], random)) },
  { name: "a variable of a whole state", apply: ofStep((step, random) => changeSome(step.state["variables"], random)) },
  { name: "a clock of a whole state", apply: ofStep((step, random) => changeSome(step.state["clocks"], random)) },
  { name: "a location at the start", apply: (json, random) => changeSome(json.initial["locations"], random) },
  { name: "a variable at the start", apply: (json, random) => changeSome(json.initial["variables"], random) },
  { name: "a clock at the start", apply: (json, random) => changeSome(json.initial["clocks"], random) },
  {
    name: "the end",
    mayBeHarmless: true,
    apply(json, random) {
      const ends = ["target", "deadlock", "unbounded-delay", "fault"].filter((end) => end !== json["end"]);
      json["end"] = ends[random.below(ends.length)];
      return true;
    },
  },
  { name: "what is unknown", apply: (json) => Object.assign(json, { certain: true }) === json },
  { name: "the version", apply: (json) => Object.assign(json, { formatVersion: 3 }) === json },
  // One turn of two equal steps is two turns of one.
  { name: "the loop's turns", mayBeHarmless: true, apply: (json) => change(json.loop, "turns") },
  ...["start", "period"].map(
    (field): TraceDamage => ({ name: `the loop's ${field}`, apply: (json) => change(json.loop, field) }),
  ),
  {
    name: "whether the loop repeats",
    apply({ loop }) {
      if (loop !== undefined) loop["repeats"] = loop["repeats"] === "exactly" ? "with changing delays" : "exactly";
      return loop !== undefined;
    },
  },
  {
    name: "what becomes of time",
    apply({ loop }) {
      if (loop !== undefined) loop["time"] = loop["time"] === "diverges" ? "converges" : "diverges";
      return loop !== undefined;
    },
  },
];

/** The same file as version 1 has it: whole states, no changes, and of a loop only where it begins. */
export function inFirstVersion(json: LooseTrace): void {
  json["formatVersion"] = 1;
  delete json.loop;
  for (const step of json.steps) delete step.changes;
}

/** Nothing but what is asked, delays, steps and how it ends. */
export function stripped(json: LooseTrace): LooseTrace {
  const { format, formatVersion, query, labels, end, finalDelay, initial, loop, steps } = json;
  const { locations = {} } = initial;
  const bare = steps.map(({ delay, edges }) => ({
    delay,
    edges: edges.map(({ process, edge, select }) => ({ process, edge, select })),
  }));
  const ends = loop === undefined ? {} : { loop: { start: loop["start"], turns: loop["turns"] } };
  const head = { format, formatVersion, query, labels, end, finalDelay, initial: { locations } };
  return { ...head, ...ends, steps: bare } as unknown as LooseTrace;
}

/** The loop of a lasso that repeats exactly, taken twice as often. */
export function unrolled(json: LooseTrace): LooseTrace {
  const { start, turns } = json.loop as { start: number; turns: number };
  const loop = { start, turns: 2 * turns };
  return { ...json, loop, steps: [...json.steps, ...json.steps.slice(start)] };
}

const OF_STRIPPED: readonly TraceDamage[] = [
  { name: "a delay is longer", apply: ofStep((step) => change(step, "delay")) },
  {
    name: "a delay is nothing",
    apply: ofStep((step) => {
      const waited = step.delay !== 0;
      step.delay = 0;
      return waited;
    }),
  },
  { name: "the final delay", apply: set("finalDelay") },
  { name: "a delay of the loop", apply: ofLoop((loop, random) => change(some(loop, random), "delay")) },
  {
    name: "all delays of the loop",
    apply: ofLoop((loop) => loop.map((step) => change(step, "delay")).length > 0),
  },
  { name: "the loop begins later", apply: ({ loop }) => change(loop, "start") },
  {
    name: "the loop begins earlier",
    apply({ loop }) {
      const start = Number(loop?.["start"] ?? 0);
      if (start > 0) loop!["start"] = start - 1;
      return start > 0;
    },
  },
  { name: "the loop's turns", apply: ({ loop }) => change(loop, "turns") },
  { name: "the loop's last step is missing", apply: ofLoop((loop) => loop.length > 1 && loop.pop() !== undefined) },
  {
    name: "a step of the loop stands twice",
    apply: ofLoop((loop, random) => {
      const at = random.below(loop.length);
      return loop.splice(at, 0, loop[at]!).length === 0;
    }),
  },
  ...TRACE_DAMAGES.filter(({ name }) =>
    [
      "the order",
      "an edge",
      "a select",
      "a participant is missing",
      "a step is missing",
      "a step stands twice",
      "the end",
    ].includes(name),
  ),
];

/** What is stripped contradicts nothing: whatever is accepted has to be a run. */
export const STRIPPED_DAMAGES: readonly TraceDamage[] = OF_STRIPPED.map((damage) => ({
  ...damage,
  mayBeHarmless: true,
}));
