// Evidence of every search, as files: certificates that are written verify, traces that are written replay in every
// format that can be read back, and what is damaged is refused, or still a run of the model, or still a proof.

import {
  type CheckResult,
  certificateOf,
  checkQueries,
  configure,
  kindOf,
  Prng,
  presets,
  strategies,
  traceOf,
} from "@tracehound/core";
import { some } from "../damage/damage.ts";
import { patientEnvironment as environment } from "../environment.ts";
import { inspectCertificate } from "../evidence/certificates.ts";
import { TraceInspection } from "../evidence/traces.ts";
import { type Question, questionsOf } from "../evidence/trials.ts";
import type { Claim, Sightings } from "../hunt.ts";
import { SPECS } from "../specs.ts";

/** Compiling takes longer than all else that is done for a small network, so few are compiled. */
const ENGINES = ["auto", "reference", "reference", "reference", "reference"] as const;
const ABSTRACTIONS = ["auto", "extra-lu", "auto", "extra-m", "auto", "alu"] as const;

export const evidence: Claim = {
  what: "certificates verify and traces replay from their files, whatever search wrote them; damaged ones are refused",
  seeds: 10_000,
  inTests: 8,
  async run(seed, seen) {
    const random = new Prng(seed + 1);
    const answered: Answered[] = [];
    for (const question of questionsOf(seed)) {
      const how = {
        spec: some(SPECS, random)!,
        abstraction: some(ABSTRACTIONS, random)!,
        engine: some(ENGINES, random)!,
      };
      const result = await answer(question, how);
      if (typeof result === "string") seen.report(`${how.spec}: ${result}`);
      else answered.push({ ...how, question, result });
    }
    const refuted = answered.filter(({ result }) => isShown(result)).map(({ question }) => question);
    for (const one of answered) inspect(one, refuted, random, seen);
  },
};

interface How {
  readonly spec: string;
  readonly abstraction: (typeof ABSTRACTIONS)[number];
  readonly engine: (typeof ENGINES)[number];
}
interface Answered extends How {
  readonly question: Question;
  readonly result: CheckResult;
}

async function answer({ network, query }: Question, { spec, abstraction, engine }: How): Promise<CheckResult | string> {
  const config = configure(strategies, spec, { presets });
  if (!config.ok) return config.diagnostics[0]!.message;
  const limits = { seconds: config.value.kind === "walk" ? 0.05 : 5 };
  const options = { strategy: config.value, abstraction, engine, certify: true, limits };
  const [result] = await checkQueries({ network, options, environment }, [query]);
  return result!;
}

/** Does a trace show that there is no proof? */
function isShown({ verdict }: CheckResult): boolean {
  return verdict.kind !== "unknown" && traceOf(verdict) !== undefined;
}

function inspect(
  { question, result, spec, abstraction, engine }: Answered,
  refuted: readonly Question[],
  random: Prng,
  seen: Sightings,
): void {
  const { network, query, about } = question;
  const { verdict, proof, uncertified } = result;
  const report = (what: string): void => seen.report(`${spec}, ${abstraction}, ${engine}, ${query.kind}: ${what}`);
  const trace = traceOf(verdict);
  if (trace !== undefined) new TraceInspection(question, random, report, seen).inspect(trace);
  if (proof !== undefined) {
    const certificate = certificateOf(network, proof, { model: "random", query: query.text, ...about });
    inspectCertificate(question, certificate, refuted, random, report, seen);
  } else if (verdict.kind !== "unknown" && trace === undefined) {
    const expected = kindOf(query).certificates ? "time" : "not-supported";
    seen.count(`not certified: ${uncertified}`);
    if (uncertified !== expected) report(`no certificate, because of ${uncertified}`);
  }
}
