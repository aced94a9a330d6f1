// Damages evidence on purpose, one thing at a time: a genuine trace or certificate as JSON goes in, a forged one comes
// out, or nothing where the damage cannot be done. What checks evidence must refuse every one of them, or it must be
// harmless: still a run that the model has, or still a proof.

import type { Prng } from "@tracehound/core";

type Value = number | string;
type Values = Record<string, Value>;
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
  changes: Record<string, Values>;
  state: Record<string, Values>;
}
/** The same for a certificate. */
export interface LooseCertificate {
  [field: string]: unknown;
  states: { locations: number[]; cells: number[]; zones: [number, number, number, number][][] }[];
}

export interface Damage<Json> {
  readonly name: string;
  /** May what results be genuine again: another run of the model, another proof of the same? */
  readonly mayBeHarmless?: true;
  /** False: there is nothing of the kind to damage. */
  apply(json: Json, random: Prng): boolean;
}
type TraceDamage = Damage<LooseTrace>;
type CertificateDamage = Damage<LooseCertificate>;

function some<T>(list: readonly T[], random: Prng): T | undefined {
  return list.length === 0 ? undefined : list[random.below(list.length)];
}

function other(value: unknown): Value {
  return typeof value === "number" ? value + 1 : `${value}0`;
}

/** Changes the value of a field, if there is one. */
function change(record: Record<string, unknown> | undefined, field: string | undefined): boolean {
  if (record === undefined || field === undefined || record[field] === undefined) return false;
  record[field] = other(record[field]);
  return true;
}

function changeSome(record: Values | undefined, random: Prng): boolean {
  return change(record, some(Object.keys(record ?? {}), random));
}

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
    apply: ofStep((step, random) => changeSome(step.changes[some(Object.keys(step.changes), random) ?? ""], random)),
  },
  {
    name: "a change is missing",
    apply: ofStep((step, random) => {
      const group = some(Object.keys(step.changes), random);
      if (group === undefined) return false;
      delete step.changes[group];
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

type Bound = LooseCertificate["states"][number]["zones"][number][number];

const ofBound =
  (apply: (bound: Bound) => void): CertificateDamage["apply"] =>
  (json, random) => {
    const bound = some(some(some(json.states, random)?.zones ?? [], random) ?? [], random);
    if (bound !== undefined) apply(bound);
    return bound !== undefined;
  };

/** Those that may be harmless leave another proof where they are not refused; what they prove is true all the same. */
export const CERTIFICATE_DAMAGES: readonly CertificateDamage[] = [
  {
    name: "a state is missing",
    mayBeHarmless: true,
    apply(json, random) {
      if (json.states.length === 0) return false;
      json.states.splice(random.below(json.states.length), 1);
      return true;
    },
  },
  {
    name: "a zone is missing",
    mayBeHarmless: true,
    apply(json, random) {
      const state = some(json.states, random);
      if (state === undefined || state.zones.length === 0) return false;
      state.zones.splice(random.below(state.zones.length), 1);
      return true;
    },
  },
  { name: "a bound is tighter", mayBeHarmless: true, apply: ofBound((bound) => void bound[2]--) },
  { name: "a bound is wider", mayBeHarmless: true, apply: ofBound((bound) => void bound[2]++) },
  {
    name: "strictness",
    mayBeHarmless: true,
    apply: ofBound((bound) => {
      bound[3] = 1 - bound[3];
    }),
  },
  {
    name: "a bound no zone can hold",
    mayBeHarmless: true,
    apply: ofBound((bound) => {
      bound[2] = 2 ** 31;
    }),
  },
  {
    name: "a clock that does not exist",
    apply: ofBound((bound) => {
      bound[0] = 1000;
    }),
  },
  {
    name: "a location that does not exist",
    apply(json, random) {
      const state = some(json.states, random);
      if (state === undefined || state.locations.length === 0) return false;
      state.locations[0] = 1000;
      return true;
    },
  },
  { name: "a field that is not known", apply: (json) => Object.assign(json, { trusted: true }) === json },
];
