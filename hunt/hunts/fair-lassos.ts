// Fair runs against brute force: small networks without clocks, weak and strong fairness of all processes or of some,
// by every search that knows it (Couvreur's, nested search by copies, state recording), each lasso made shorter. One
// network of a seed is asked as users do, so that its run is timed and replayed, too.

import { checkQueries, configure, type Query, strategies } from "@tracehound/core";
import {
  Dice,
  fairClaims,
  inLocation,
  randomTemporal,
  SOLITARY,
  seededChoices,
  talkativeNetwork,
} from "@tracehound/core/testing";
import { patientEnvironment as environment } from "../environment.ts";
import type { Claim } from "../hunt.ts";

const MOST_STATES = 120;
/** So many networks a seed. */
const NETWORKS = 20;
const ANY = [
  "couvreur()",
  "recorded(greedy(hU()))",
  "recorded(bfs, record=any)",
  "couvreur(hU())",
  "recorded(greedy(distance()), back=hamming)",
  "recorded(bfs, record=any, automaton=tight)",
];
const WEAK_ONLY = ["ndfs()", "ndfs(hU())", "ndfs(hamming(), back=hamming)"];

export const fairLassos: Claim = {
  what: "fair infinite runs are found where brute force finds them, by every search, and the loops that are shown are fair",
  inTests: 4,
  async run(seed, seen) {
    for (let turn = 0; turn < NETWORKS; turn++) {
      const number = seed * NETWORKS + turn;
      const choices = seededChoices(number ^ 0x5fa1);
      const { network } = talkativeNetwork(choices, number % 2 === 0 ? SOLITARY : undefined);
      const dice = new Dice(choices);
      const atoms = dice.several(1, 2, () => {
        const process = dice.between(0, network.processes.length - 1);
        return inLocation(process, dice.between(0, network.processes[process]!.locations.length - 1));
      });
      const temporal = randomTemporal(choices, dice.between(1, 4), atoms.length);
      const kind = turn % 3 === 0 ? "strong" : "weak";
      const all = [...network.processes.keys()];
      const chosen = turn % 4 === 0 ? all.filter(() => dice.between(0, 1) === 0) : all;
      const fairness = { kind, processes: chosen.length === 0 ? all : chosen } as const;
      const specs = kind === "weak" ? [...ANY, ...WEAK_ONLY] : ANY;
      const spec = specs[number % specs.length]!;
      const claims = fairClaims(network, { atoms, temporal, fairness }, spec, MOST_STATES);
      if (claims === undefined) {
        seen.count("too large for brute force");
        continue;
      }
      seen.count(`${kind}, ${/^\w+/.exec(spec)![0]}: ${claims.found ? "found" : "none"}`);
      seen.count(
        "steps that shortening saved",
        claims.lengths === undefined ? 0 : claims.lengths[0] - claims.lengths[1],
      );
      for (const sentence of claims.wrong) seen.report(`network ${number}, ${spec}, ${kind}: ${sentence}`);
      if (turn > 0) continue;
      const strategy = configure(strategies, spec);
      if (!strategy.ok) throw new Error(strategy.diagnostics[0]!.message);
      const asked: Query = { kind: "LTL-some", temporal, atoms, names: [], frameSize: 1, text: "LTL-some" };
      const named = { kind, processes: fairness.processes.map((process) => network.processes[process]!.name) } as const;
      const options = { runs: "infinite", fairness: named, strategy: strategy.value, shorten: true } as const;
      const [result] = await checkQueries({ network, options, environment }, [asked]);
      const { verdict } = result!;
      if (verdict.kind === "unknown") seen.count(`unknown: ${verdict.because}`);
      else if ((verdict.kind === "satisfied") !== claims.found)
        seen.report(`network ${number}, ${spec}: ${verdict.kind}`);
    }
  },
};
