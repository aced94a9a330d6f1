// `E[]` and `A<>` by whole sets against lassos found state by state, on random networks without clocks in which time
// presses in various degrees: the same answers, and every run that is shown was replayed.

import { type CheckOptions, checkQueries, configure, type Network, type Query, strategies } from "@tracehound/core";
import {
  livelyNetwork,
  randomFaultyNetwork,
  randomTimelessQueries,
  restless,
  seededChoices,
  talkativeNetwork,
  untimed,
} from "@tracehound/core/testing";
import { patientEnvironment as environment } from "../environment.ts";
import type { Claim, Sightings } from "../hunt.ts";

const PRESSING = [100, 60, 30];

export const emersonLei: Claim = {
  what: "E[] and A<> by whole sets have the answers of lassos that are found state by state",
  seeds: 5_000,
  inTests: 5,
  async run(seed, seen) {
    const choices = seededChoices(seed);
    const drawn = [
      () => livelyNetwork(choices).network,
      () => talkativeNetwork(choices).network,
      () => livelyNetwork(choices).network,
      () => randomFaultyNetwork(choices).network,
    ][seed % 4]!();
    const network = untimed(restless(drawn, choices, PRESSING[seed % PRESSING.length]!));
    const asked = randomTimelessQueries(network, choices).filter(({ kind }) => kind === "E[]" || kind === "A<>");
    for (const query of asked.slice(0, 4)) {
      for (const runs of ["maximal", "infinite"] as const)
        await compare(network, query, { runs, engine: seed % 10 === 0 ? "auto" : "reference" }, seen);
    }
  },
};

type Setting = Required<Pick<CheckOptions, "runs" | "engine">>;

async function compare(network: Network, query: Query, setting: Setting, seen: Sightings): Promise<void> {
  const [explicit, sets] = [
    await answer(network, query, "couvreur()", setting),
    await answer(network, query, "emerson-lei()", setting),
  ];
  if (sets.startsWith("unknown")) seen.count(`${sets}, where states say ${explicit}`);
  else seen.count(sets);
  if (sets.startsWith("unknown") || explicit.startsWith("unknown")) return;
  if (sets !== explicit) seen.report(`${query.text} (${setting.runs}): ${sets} by sets, ${explicit} by states`);
}

async function answer(network: Network, query: Query, spec: string, setting: Setting): Promise<string> {
  const strategy = configure(strategies, spec);
  if (!strategy.ok) throw new Error(strategy.diagnostics[0]!.message);
  const options: CheckOptions = { strategy: strategy.value, ...setting, limits: { seconds: 10 } };
  const [result] = await checkQueries({ network, options, environment }, [query]);
  const { verdict } = result!;
  return verdict.kind === "unknown" ? `unknown (${verdict.because})` : verdict.kind;
}
