// Certificates, damaged. Those that may be harmless leave another proof where they are not refused; what they prove is
// true all the same.

import type { Prng } from "@tracehound/core";
import { type Damage, some } from "./damage.ts";

/** A certificate file, to be changed in place. */
export interface LooseCertificate {
  [field: string]: unknown;
  states: LooseState[];
  runs?: (LooseState & { ranks: number[] })[];
}
interface LooseState {
  locations: number[];
  cells: number[];
  zones: [number, number, number, number][][];
}
type CertificateDamage = Damage<LooseCertificate>;

type Bound = LooseState["zones"][number][number];

/** What is reached, or what runs visit. */
function listOf({ states, runs = [] }: LooseCertificate, random: Prng): LooseState[] {
  return runs.length > 0 && (states.length === 0 || random.below(2) === 0) ? runs : states;
}

const ofBound =
  (apply: (bound: Bound) => void): CertificateDamage["apply"] =>
  (json, random) => {
    const bound = some(some(some(listOf(json, random), random)?.zones ?? [], random) ?? [], random);
    if (bound !== undefined) apply(bound);
    return bound !== undefined;
  };

const ofRank =
  (apply: (ranks: number[], at: number) => void): CertificateDamage["apply"] =>
  ({ runs = [] }, random) => {
    const ranks = some(runs, random)?.ranks ?? [];
    if (ranks.length > 0) apply(ranks, random.below(ranks.length));
    return ranks.length > 0;
  };

export const CERTIFICATE_DAMAGES: readonly CertificateDamage[] = [
  {
    name: "a state is missing",
    mayBeHarmless: true,
    apply(json, random) {
      const list = listOf(json, random);
      return list.length > 0 && list.splice(random.below(list.length), 1).length > 0;
    },
  },
  {
    name: "a zone is missing",
    mayBeHarmless: true,
    apply(json, random) {
      const state: (LooseState & { ranks?: number[] }) | undefined = some(listOf(json, random), random);
      if (state === undefined || state.zones.length === 0) return false;
      const at = random.below(state.zones.length);
      state.zones.splice(at, 1);
      state.ranks?.splice(at, 1);
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
      const state = some(listOf(json, random), random);
      if (state === undefined || state.locations.length === 0) return false;
      state.locations[0] = 1000;
      return true;
    },
  },
  {
    name: "a rank is smaller",
    mayBeHarmless: true,
    apply: ofRank((ranks, at) => {
      ranks[at] = ranks[at]! - 1;
    }),
  },
  {
    name: "a rank is larger",
    mayBeHarmless: true,
    apply: ofRank((ranks, at) => {
      ranks[at] = ranks[at]! + 1;
    }),
  },
  { name: "a rank is missing", apply: ofRank((ranks) => void ranks.pop()) },
  {
    name: "the ranks are all the same",
    mayBeHarmless: true,
    apply({ runs = [] }) {
      for (const { ranks } of runs) ranks.fill(1);
      return runs.length > 0;
    },
  },
  {
    name: "the runs are missing, or not asked for",
    apply(json) {
      if (json.runs === undefined) json.runs = [];
      else delete json.runs;
      return true;
    },
  },
  {
    name: "what counts as contained",
    mayBeHarmless: true,
    apply(json, random) {
      json["abstraction"] = some(["alu", "locations", "none"], random);
      return true;
    },
  },
  { name: "a field that is not known", apply: (json) => Object.assign(json, { trusted: true }) === json },
];
