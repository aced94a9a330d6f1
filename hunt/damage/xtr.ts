// `.xtr` files, damaged. Their zones are read over, since every run is timed anew; all else is followed.

import type { Prng } from "@tracehound/core";
import { type Damage, some } from "./damage.ts";

/** The file in its parts, all of them text. */
interface LooseXtr {
  states: { locations: string[]; bounds: string[][]; values: string[] }[];
  /** By step and participant: process, edge and selected values. */
  steps: string[][][];
}

/** For files that are what they should be. */
export function xtrParts(text: string): LooseXtr {
  const tokens = text.split(/\s+/).filter((token) => token !== "");
  let at = 0;
  const until = (end: string): string[] => {
    const list: string[] = [];
    while (tokens[at] !== end) list.push(tokens[at++]!);
    at++;
    return list;
  };
  const state = (): LooseXtr["states"][number] => {
    const locations = until(".");
    const bounds: string[][] = [];
    while (tokens[at] !== ".") bounds.push(until("."));
    at++;
    return { locations, bounds, values: until(".") };
  };
  const xtr: LooseXtr = { states: [state()], steps: [] };
  while (at < tokens.length - 1) {
    xtr.states.push(state());
    const participants: string[][] = [];
    while (tokens[at] !== ".") participants.push(until(";"));
    at++;
    xtr.steps.push(participants);
  }
  return xtr;
}

export function xtrText({ states, steps }: LooseXtr): string {
  const state = ({ locations, bounds, values }: LooseXtr["states"][number]): string[] => [
    ...locations,
    ".",
    ...bounds.flatMap((bound) => [...bound, "."]),
    ".",
    ...values,
    ".",
  ];
  const step = (participants: string[][]): string[] => [...participants.flatMap((one) => [...one, ";"]), "."];
  const tokens = states.flatMap((one, index) => [...state(one), ...(index === 0 ? [] : step(steps[index - 1]!))]);
  return `${[...tokens, "."].join("\n")}\n`;
}

function increase(list: string[] | undefined, at: number): boolean {
  if (list?.[at] === undefined) return false;
  list[at] = String(Number(list[at]) + 1);
  return true;
}

const ofState =
  (part: "locations" | "values"): Damage<LooseXtr>["apply"] =>
  ({ states }, random) => {
    const list = some(states, random)![part];
    return list.length > 0 && increase(list, random.below(list.length));
  };

const ofParticipant =
  (apply: (participant: string[], random: Prng) => boolean): Damage<LooseXtr>["apply"] =>
  ({ steps }, random) => {
    const participant = some(some(steps, random) ?? [], random);
    return participant !== undefined && apply(participant, random);
  };

/** What is accepted has to be a run, through the states that the file then names. */
export const XTR_DAMAGES: readonly Damage<LooseXtr>[] = [
  { name: "a location", apply: ofState("locations") },
  { name: "a value", apply: ofState("values") },
  { name: "a process", apply: ofParticipant((participant) => increase(participant, 0)) },
  { name: "an edge", apply: ofParticipant((participant) => increase(participant, 1)) },
  { name: "a select", apply: ofParticipant((participant) => increase(participant, 2)) },
  { name: "one more select", apply: ofParticipant((participant) => participant.push("1") > 0) },
  {
    name: "a participant is missing",
    apply: ({ steps }, random) => {
      const step = some(steps, random);
      return step !== undefined && step.pop() !== undefined;
    },
  },
  {
    name: "a participant stands twice",
    apply: ({ steps }, random) => {
      const step = some(steps, random);
      return step !== undefined && step.push(step[0]!) > 0;
    },
  },
  {
    name: "a step is missing",
    apply({ states, steps }, random) {
      if (steps.length === 0) return false;
      const at = random.below(steps.length);
      steps.splice(at, 1);
      states.splice(at + 1, 1);
      return true;
    },
  },
  {
    name: "a step stands twice",
    apply({ states, steps }, random) {
      if (steps.length === 0) return false;
      const at = random.below(steps.length);
      steps.splice(at, 0, steps[at]!);
      states.splice(at + 1, 0, states[at + 1]!);
      return true;
    },
  },
  {
    name: "the order of two steps",
    apply({ steps }, random) {
      if (steps.length < 2) return false;
      const at = random.below(steps.length - 1);
      [steps[at], steps[at + 1]] = [steps[at + 1]!, steps[at]!];
      return true;
    },
  },
  { name: "a location is missing", apply: ({ states }, random) => some(states, random)!.locations.pop() !== undefined },
];
