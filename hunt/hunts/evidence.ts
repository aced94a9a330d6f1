// Evidence of every search, as files: certificates that are written verify, traces that are written replay in every
// format that can be read back, and what is damaged is refused, or still a run of the model, or still a proof.

import {
  type Certificate,
  type CheckResult,
  certificateOf,
  certificateToText,
  checkQueries,
  configure,
  judgeTrace,
  judgeXtr,
  type Network,
  Prng,
  presets,
  type Query,
  readCertificate,
  readTraceJson,
  readXtr,
  strategies,
  type Trace,
  traceOf,
  traceToJsonFile,
  traceToXtr,
  verifyCertificate,
} from "@tracehound/core";
import { randomLocalNetwork, randomQueries, randomTrial, seededChoices } from "@tracehound/core/testing";
import { CERTIFICATE_DAMAGES, type LooseCertificate, type LooseTrace, TRACE_DAMAGES } from "../damage.ts";
import { patientEnvironment as environment } from "../environment.ts";
import type { Claim, Sightings } from "../hunt.ts";
import { SPECS } from "../specs.ts";

const ABSTRACTIONS = ["auto", "extra-lu", "auto", "extra-m", "auto", "alu"] as const;
/** Networks take turns at the searches: so many for each. */
const PER_SEED = 3;

export const evidence: Claim = {
  what: "certificates verify and traces replay from their files, whatever search wrote them; damaged ones are refused",
  seeds: 10_000,
  inTests: 8,
  async run(seed, seen) {
    const { network, queries } = trialOf(seed);
    const random = new Prng(seed + 1);
    for (let turn = 0; turn < PER_SEED; turn++) {
      const number = seed * PER_SEED + turn;
      const spec = SPECS[number % SPECS.length]!;
      const abstraction = ABSTRACTIONS[number % ABSTRACTIONS.length]!;
      const config = configure(strategies, spec, { presets });
      if (!config.ok) {
        seen.report(`${spec}: ${config.diagnostics[0]!.message}`);
        continue;
      }
      const seconds = config.value.kind === "walk" ? 0.2 : 5;
      const options = { strategy: config.value, abstraction, certify: true, limits: { seconds } };
      const results = await checkQueries({ network, options, environment }, queries);
      for (const [k, result] of results.entries()) {
        inspect(
          network,
          result,
          results,
          random,
          (what) => seen.report(`${spec}, ${abstraction}, query ${k}: ${what}`),
          seen,
        );
      }
    }
  },
};

/** Every fourth network is one for local time, with faults now and then. */
function trialOf(seed: number): { readonly network: Network; readonly queries: readonly Query[] } {
  if (seed % 4 !== 3) return randomTrial(seed);
  const network = randomLocalNetwork(seededChoices(seed), seed % 8 === 7);
  return { network, queries: randomQueries(network, seededChoices(seed ^ 0x5bd1e995)) };
}

type Report = (what: string) => void;

function inspect(
  network: Network,
  result: CheckResult,
  results: readonly CheckResult[],
  random: Prng,
  report: Report,
  seen: Sightings,
): void {
  const { query, verdict, proof, uncertified } = result;
  const trace = traceOf(verdict);
  if (trace !== undefined) inspectTrace(network, query, trace, random, report, seen);
  if (proof !== undefined) {
    const certificate = certificateOf(network, proof, { model: "random", query: query.text });
    inspectCertificate(network, query, certificate, results, random, report, seen);
  } else if (verdict.kind !== "unknown" && trace === undefined) {
    const expected = query.kind === "E<>" || query.kind === "A[]" ? "time" : "not-supported";
    seen.count(`not certified: ${uncertified}`);
    if (uncertified !== expected) report(`no certificate, because of ${uncertified}`);
  }
}

function inspectTrace(
  network: Network,
  query: Query,
  trace: Trace,
  random: Prng,
  report: Report,
  seen: Sightings,
): void {
  for (const full of [false, true]) {
    const problem = judged(network, query, traceToJsonFile(network, trace, { model: "random" }, { full }));
    seen.count("traces replayed");
    if (problem !== undefined) {
      report(`its trace does not replay: ${problem}`);
      return;
    }
  }
  if (trace.end === "target") {
    const read = readXtr(network, traceToXtr(network, trace));
    const outcome = "problem" in read ? { ok: false, ...read } : judgeXtr(network, query, read);
    seen.count("xtr files replayed");
    if (!outcome.ok) report(`its xtr file does not replay: ${"problem" in outcome ? outcome.problem : ""}`);
  }
  const text = traceToJsonFile(network, trace, { model: "random" }, { full: true });
  for (const { name, mayBeHarmless, apply } of TRACE_DAMAGES) {
    const json = JSON.parse(text) as LooseTrace;
    if (!apply(json, random)) continue;
    const problem = judged(network, query, JSON.stringify(json));
    seen.count(problem === undefined ? "damaged traces that are runs" : "damaged traces refused");
    if (problem === undefined && mayBeHarmless === undefined) report(`damaged, but accepted: ${name}`);
  }
}

function judged(network: Network, query: Query, text: string): string | undefined {
  const run = readTraceJson(network, text);
  if ("problem" in run) return run.problem;
  const outcome = judgeTrace(network, query, run);
  return outcome.ok ? undefined : `step ${outcome.step}: ${outcome.problem}`;
}

function inspectCertificate(
  network: Network,
  query: Query,
  certificate: Certificate,
  results: readonly CheckResult[],
  random: Prng,
  report: Report,
  seen: Sightings,
): void {
  const text = certificateToText(certificate);
  const problem = refusal(network, query, text);
  seen.count("certificates verified");
  if (problem !== undefined) {
    report(`its certificate is rejected: ${problem}`);
    return;
  }
  for (const { name, mayBeHarmless, apply } of CERTIFICATE_DAMAGES) {
    const json = JSON.parse(text) as LooseCertificate;
    if (!apply(json, random)) continue;
    const refused = refusal(network, query, JSON.stringify(json)) !== undefined;
    seen.count(refused ? "damaged certificates refused" : "damaged certificates that are proofs");
    if (!refused && mayBeHarmless === undefined) report(`damaged certificate accepted: ${name}`);
  }
  // What is known to be reachable must not be proved away.
  for (const other of results) {
    if (traceOf(other.verdict)?.end !== "target") continue;
    seen.count("certificates of something else refused");
    if (refusal(network, other.query, text) === undefined) report(`its certificate "proves" ${other.query.kind}, too`);
  }
}

function refusal(network: Network, query: Query, text: string): string | undefined {
  const certificate = readCertificate(text);
  if ("problem" in certificate) return certificate.problem;
  const result = verifyCertificate(network, query, certificate);
  return result.ok ? undefined : result.reason;
}
