// Answers of searches that are directed by abstractions, made finer where they can be: the same as breadth-first search
// gives, with proofs that verify. And what the smallest of these proofs rest on: whatever a network reaches, each of
// its projections reaches, too.

import {
  type CheckResult,
  certificateOf,
  certificateToText,
  checkQueries,
  configure,
  type Network,
  projected,
  type Query,
  readCertificate,
  type Strategy,
  soughtBy,
  strategies,
  verifyCertificate,
} from "@tracehound/core";
import { randomLocalNetwork, randomQueries, randomTrial, seededChoices } from "@tracehound/core/testing";
import { patientEnvironment as environment } from "../environment.ts";
import type { Claim, Sightings } from "../hunt.ts";

const ESTIMATES = [
  "merge(3)",
  "merge(50)",
  "pdb()",
  "pdb(states=4)",
  "pdb(doll)",
  "cegar(3)",
  "cegar()",
  "predicates()",
  "predicates(split=all)",
  "predicates(refinement, rounds=1)",
  "perimeter(1, merge(2))",
  "max([merge(2), predicates(split=1)])",
  "sum([cegar(2), pdb(states=3)])",
  "merge(8, seconds=0.0002)",
  "cegar(20, megabytes=1)",
];
const SEARCHES = [
  "greedy(H)",
  "refine-until(H, states=1)",
  "refine-until(H, states=20)",
  "eager(best(H), reopen=true)",
];
const SPECS = ESTIMATES.flatMap((estimate) => SEARCHES.map((search) => search.replace("H", estimate)));
/** Networks take turns at the searches: so many for each. */
const PER_SEED = 4;

export const abstractProofs: Claim = {
  what: "searches by abstractions answer as breadth-first search does, with proofs that verify; projections contain the network",
  seeds: 10_000,
  inTests: 5,
  async run(seed, seen) {
    const { network, queries: all } = trialOf(seed);
    const queries = all.filter((query) => soughtBy(query)?.kind === "state");
    const answersBy = (of: Network, spec: string, certify: boolean): Promise<CheckResult[]> =>
      checkQueries({ network: of, options: { strategy: strategyOf(spec), certify }, environment }, queries);
    const truth = await answersBy(network, "bfs", false);
    for (let turn = 0; turn < PER_SEED; turn++) {
      const spec = SPECS[(seed * PER_SEED + turn) % SPECS.length]!;
      for (const [k, result] of (await answersBy(network, spec, true)).entries()) {
        inspect(network, result, truth[k]!, (what) => seen.report(`${spec}, query ${k}: ${what}`), seen);
      }
    }
    for (const [k, query] of queries.entries()) {
      for (const process of [-1, ...network.processes.keys()]) {
        const projection = projected(network, soughtFormula(query), process < 0 ? [] : [process]);
        if (typeof projection === "string") continue;
        if (projection.followed.size === network.processes.length) continue;
        const answer = (await answersBy(projection.network, "bfs", false))[k]!;
        seen.count("projections");
        const isReached = traced(truth[k]!);
        if (isReached && !traced(answer) && answer.verdict.kind !== "unknown") {
          seen.report(`query ${k} has a run that the projection to ${[...projection.followed].join()} does not have`);
        }
        if (!isReached && answer.verdict.kind === truth[k]!.verdict.kind) seen.count("projections that prove");
      }
    }
  },
};

/** Every fourth network is one for local time. */
function trialOf(seed: number): { readonly network: Network; readonly queries: readonly Query[] } {
  if (seed % 4 !== 3) return randomTrial(seed);
  const network = randomLocalNetwork(seededChoices(seed), seed % 8 === 7);
  return { network, queries: randomQueries(network, seededChoices(seed ^ 0x5bd1e995)) };
}

function strategyOf(spec: string): Strategy {
  const read = configure(strategies, spec);
  if (!read.ok) throw new Error(`${spec}: ${read.diagnostics[0]!.message}`);
  return read.value;
}

function soughtFormula(query: Query) {
  const sought = soughtBy(query);
  if (sought?.kind !== "state") throw new Error("only queries that seek a state are asked");
  return sought.formula;
}

const traced = ({ verdict }: CheckResult): boolean => verdict.kind !== "unknown" && verdict.evidence.kind === "trace";

function inspect(
  network: Network,
  result: CheckResult,
  truth: CheckResult,
  report: (what: string) => void,
  seen: Sightings,
): void {
  const words = ({ verdict }: CheckResult): string =>
    verdict.kind === "unknown" ? `unknown: ${verdict.because}` : verdict.kind;
  seen.count("answers");
  // What no invariant and no projection shows is not said.
  if (words(result) === "unknown: estimate") {
    seen.count("not said on the word of an estimate");
    if (traced(truth)) report("a dead end that is none");
    return;
  }
  if (words(result) !== words(truth)) report(`${words(result)}, and not ${words(truth)}`);
  const { verdict, proof, uncertified, query } = result;
  if (verdict.kind === "unknown" || verdict.evidence.kind !== "exhausted") return;
  if (verdict.evidence.cutOff?.withoutSearch !== undefined) seen.count("proved without a search");
  if (proof === undefined) {
    report(`no certificate, because of ${uncertified}`);
    return;
  }
  const text = certificateToText(certificateOf(network, proof, { model: "random", query: query.text }));
  const certificate = readCertificate(text);
  const verified = "problem" in certificate ? certificate.problem : verifyCertificate(network, query, certificate);
  seen.count(proof.kind === "states" && proof.followed !== undefined ? "certified by a projection" : "certified");
  if (typeof verified === "string" || !verified.ok) report(`its certificate is rejected: ${JSON.stringify(verified)}`);
}
