// Certificates as files: what was written verifies; what is damaged is refused, or a proof of the same; and no
// certificate proves what a trace refutes.

import {
  type Certificate,
  certificateToText,
  type Network,
  type Prng,
  type Query,
  readCertificate,
  verifyCertificate,
} from "@tracehound/core";
import { CERTIFICATE_DAMAGES, type LooseCertificate } from "../damage/certificates.ts";
import { several } from "../damage/damage.ts";
import type { Sightings } from "../hunt.ts";
import type { Asked, Question } from "./trials.ts";

const DAMAGES = 6;

/** `refuted`: what traces show to be false. */
export function inspectCertificate(
  question: Question,
  certificate: Certificate,
  refuted: readonly Question[],
  random: Prng,
  report: (what: string) => void,
  seen: Sightings,
): void {
  const text = certificateToText(certificate);
  const problem = refusal(question, text);
  const kind = certificate.runs === undefined ? "certificates" : "certificates about runs";
  seen.count(`${kind} verified`);
  if (problem !== undefined) {
    report(`its certificate is rejected: ${problem}`);
    return;
  }
  for (const { name, mayBeHarmless, apply } of several(CERTIFICATE_DAMAGES, DAMAGES, random)) {
    const json = JSON.parse(text) as LooseCertificate;
    if (!apply(json, random)) continue;
    const damaged = JSON.stringify(json);
    const refused = refusal(question, damaged) !== undefined;
    seen.count(refused ? `damaged ${kind} refused` : `damaged ${kind} that are proofs`);
    if (!refused && mayBeHarmless === undefined) report(`a damaged certificate is accepted: ${name}`);
    expectNothingFalse(refuted, damaged, report, seen);
  }
  expectNothingFalse(refuted, text, report, seen);
}

function expectNothingFalse(
  refuted: readonly Question[],
  text: string,
  report: (what: string) => void,
  seen: Sightings,
): void {
  for (const { network, query } of refuted) {
    seen.count("certificates of something false refused");
    if (verdictOn(network, query, text) === undefined)
      report(`a certificate "proves" ${query.kind}, which a trace refutes`);
  }
}

/** Undefined: it is a proof. */
function refusal({ reread }: Question, text: string): string | undefined {
  const read = JSON.parse(text) as Asked;
  const asked = reread(read);
  return asked === undefined ? "the question" : verdictOn(asked.network, asked.query, text);
}

function verdictOn(network: Network, query: Query, text: string): string | undefined {
  const certificate = readCertificate(text);
  if ("problem" in certificate) return certificate.problem;
  const result = verifyCertificate(network, query, certificate);
  return result.ok ? undefined : result.reason;
}
