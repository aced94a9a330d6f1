// Answers with symmetry are those without it: the same verdicts, runs that replay (and as short, breadth first),
// certificates that verify; and the discrete states that are stored stand for those that are reached.

import {
  type CheckOptions,
  type CheckResult,
  certificateOf,
  certificateToText,
  checkQueries,
  configure,
  loadModel,
  type Network,
  type Query,
  readCertificate,
  strategies,
  verifyCertificate,
} from "@tracehound/core";
import { exchangeRun, randomSymmetricModel, seededChoices, storedUpTo } from "@tracehound/core/testing";
import { patientEnvironment as environment } from "../environment.ts";
import type { Claim, Sightings } from "../hunt.ts";

const SEARCHES = ["bfs", "dfs", "greedy(hU())", "astar(hL())", "idastar(hL())", "eager(context(best(hU())))"];
const MOST_STATES = 5_000;
/** Of the run whose states are exchanged. */
const STEPS = 30;

export const symmetry: Claim = {
  what: "answers with symmetry are those without, runs replay, certificates verify, orbits of discrete states add up, and exchanged states do the same",
  seeds: 5_000,
  inTests: 5,
  async run(seed, seen) {
    const { xta, queries: texts } = randomSymmetricModel(seededChoices(seed));
    const loaded = loadModel({ name: "random.xta", content: xta }, { lints: false });
    if (loaded.network === null) throw new Error(`${loaded.diagnostics[0]!.message}\n${xta}`);
    for (const [k, text] of texts.entries()) {
      const query = loaded.compileQuery(text);
      if (!query.ok) throw new Error(`${text}: ${query.diagnostics[0]!.message}\n${xta}`);
      const { network, value } = query;
      const spec = SEARCHES[(seed + k) % SEARCHES.length]!;
      const truth = await answer(network, value, { symmetry: "off", ...strategy("bfs") });
      const engine = seed % 5 === 0 ? "reference" : "auto";
      const certify = seed % 3 === 0;
      const result = await answer(network, value, { symmetry: "auto", engine, certify, ...strategy(spec) });
      inspect(network, value, result, truth, spec, seen);
      const exchanged = exchangeRun(network, value, seededChoices(seed ^ 0x5a17), STEPS);
      seen.count("states held against an image", exchanged.compared);
      for (const difference of exchanged.wrong) seen.report(`${text}: ${difference}`);
      const stored = storedUpTo(network, value, MOST_STATES);
      if (stored === undefined) continue;
      seen.count("discrete states reached", stored.reached);
      seen.count("discrete states stored", stored.stored);
      if (!stored.agree) seen.report(`${text}: what is stored does not stand for what is reached`);
    }
  },
};

function strategy(spec: string): Pick<CheckOptions, "strategy"> {
  const read = configure(strategies, spec);
  if (!read.ok) throw new Error(`${spec}: ${read.diagnostics[0]!.message}`);
  return { strategy: read.value };
}

async function answer(network: Network, query: Query, options: CheckOptions): Promise<CheckResult> {
  const limits = { seconds: 20 };
  const [result] = await checkQueries({ network, options: { ...options, limits }, environment }, [query]);
  return result!;
}

const words = ({ verdict }: CheckResult): string =>
  verdict.kind === "unknown" ? `unknown: ${verdict.because}` : verdict.kind;

function inspect(
  network: Network,
  query: Query,
  result: CheckResult,
  truth: CheckResult,
  spec: string,
  seen: Sightings,
): void {
  seen.count("answers");
  if (result.statistics.symmetry !== undefined) seen.count("answers up to symmetry");
  const [told, expected] = [words(result), words(truth)];
  if (told === "unknown: time" || expected === "unknown: time") {
    seen.count("out of time");
    return;
  }
  if (told === "unknown: estimate") {
    seen.count("not said on the word of an estimate");
    return;
  }
  // Which fault is met first, or a trace before it, is a matter of the order.
  if (told !== expected && told !== "unknown: model-fault" && expected !== "unknown: model-fault") {
    seen.report(`${query.text} by ${spec}: ${told}, and not ${expected}`);
  }
  if (result.verdict.kind === "unknown" || truth.verdict.kind === "unknown") return;
  const [{ evidence }, { evidence: shown }] = [result.verdict, truth.verdict];
  if (evidence.kind === "trace" && shown.kind === "trace") {
    seen.count("runs that were replayed");
    const [length, shortest] = [evidence.trace.steps.length, shown.trace.steps.length];
    if (spec === "bfs" ? length !== shortest : length < shortest) {
      seen.report(`${query.text} by ${spec}: ${length} steps, and not ${shortest}`);
    }
  }
  if (result.proof === undefined) return;
  // Checking goes state by state, in plain TypeScript.
  if (result.statistics.stored > MOST_STATES) {
    seen.count("certificates that were not looked at");
    return;
  }
  const text = certificateToText(certificateOf(network, result.proof, { model: "random", query: query.text }));
  const certificate = readCertificate(text);
  const verified = "problem" in certificate ? certificate.problem : verifyCertificate(network, query, certificate);
  seen.count("certificates");
  if (typeof verified === "string" || !verified.ok) {
    const by = result.statistics.symmetry === undefined ? "" : " up to symmetry";
    seen.report(`${query.text} by ${spec}${by}: its certificate is rejected: ${JSON.stringify(verified)}`);
  }
}
