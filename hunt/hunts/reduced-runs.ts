// Partial-order reduction of infinite runs against brute force: small networks without clocks, in some of which time
// never passes, asked for classic promises and for temporal formulas without X, of all runs and of those without end.

import {
  type CheckOptions,
  checkQueries,
  configure,
  type Formula,
  type Network,
  type Query,
  strategies,
} from "@tracehound/core";
import {
  type Choices,
  Dice,
  inLocation,
  leadsTo,
  not,
  oracleWithin,
  query,
  randomTemporal,
  SOLITARY,
  seededChoices,
  type Temporal,
  talkativeNetwork,
  withPauses,
} from "@tracehound/core/testing";
import { patientEnvironment as environment } from "../environment.ts";
import type { Claim } from "../hunt.ts";
import { answerOf } from "../oracle.ts";

const MOST_STATES = 400;
/** So many networks a seed. */
const NETWORKS = 6;
const SPECS = ["couvreur()", "ndfs()", "couvreur(hU())", "recorded(bfs)"];

export const reducedRuns: Claim = {
  what: "infinite runs answered after partial-order reduction are answered as by brute force, and every lasso replays",
  inTests: 6,
  async run(seed, seen) {
    for (let turn = 0; turn < NETWORKS; turn++) {
      const number = seed * NETWORKS + turn;
      const choices = seededChoices(number ^ 0x3f84);
      const { network: drawn } = talkativeNetwork(choices, turn % 2 === 0 ? SOLITARY : undefined);
      const network = [drawn, withoutTime(drawn), withPauses(drawn, choices)][number % 3]!;
      const queries = questionsAbout(network, choices);
      const oracle = oracleWithin(network, queries, MOST_STATES);
      if (oracle === undefined) {
        seen.count("too large for the oracle");
        continue;
      }
      for (const runs of ["maximal", "infinite"] as const) {
        const asked = runs === "infinite" ? queries.filter((one) => "temporal" in one) : queries;
        const spec = SPECS[(number >> 1) % SPECS.length]!;
        const strategy = configure(strategies, spec);
        if (!strategy.ok) throw new Error(strategy.diagnostics[0]!.message);
        const engine = number % 8 === 0 ? "auto" : "reference";
        const options: CheckOptions = { por: "on", runs, engine, strategy: strategy.value, limits: { seconds: 20 } };
        for (const result of await checkQueries({ network, options, environment }, asked)) {
          const { verdict, statistics } = result;
          if (verdict.kind === "unknown") {
            seen.count(`unknown: ${verdict.because}`);
            continue;
          }
          seen.count(`${result.query.kind}, ${runs}: ${verdict.kind}`);
          seen.count("steps left out", statistics.reduction?.left ?? 0);
          if (answerOf(oracle, result.query, runs === "infinite") !== (verdict.kind === "satisfied")) {
            seen.report(`network ${number}, ${spec}, ${runs}, ${result.query.kind}: ${verdict.kind}`);
          }
        }
      }
    }
  },
};

/** The same network, in which time never passes: runs end in deadlocks only. */
function withoutTime(network: Network): Network {
  const processes = network.processes.map((process) => ({
    ...process,
    locations: process.locations.map((location) => ({ ...location, urgent: true })),
  }));
  return { ...network, processes };
}

/** Promises and formulas about one or two processes: what the others do, letters do not show. */
function questionsAbout(network: Network, choices: Choices): Query[] {
  const dice = new Dice(choices);
  const watched = dice.several(1, 2, () => dice.between(0, network.processes.length - 1));
  const place = (): Formula => {
    const process = dice.one(watched);
    return inLocation(process, dice.between(0, network.processes[process]!.locations.length - 1));
  };
  const temporal = (kind: "LTL" | "LTL-some"): Query => {
    const atoms = dice.several(1, 2, place);
    const formula = stuttering(randomTemporal(choices, dice.between(1, 5), atoms.length));
    return { kind, temporal: formula, atoms, names: [], frameSize: 1, text: kind };
  };
  const classic = [query("E[]", not(place()), 1), query("A<>", place(), 1), leadsTo(place(), place(), 1)];
  return [dice.one(classic), temporal("LTL"), temporal("LTL-some")];
}

function stuttering(temporal: Temporal): Temporal {
  switch (temporal.kind) {
    case "constant":
    case "atom":
      return temporal;
    case "next":
      return stuttering(temporal.part);
    case "not":
    case "always":
    case "eventually":
      return { ...temporal, part: stuttering(temporal.part) };
    case "and":
    case "or":
      return { ...temporal, parts: temporal.parts.map(stuttering) };
    default:
      return { ...temporal, left: stuttering(temporal.left), right: stuttering(temporal.right) };
  }
}
