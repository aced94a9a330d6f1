// Which certificates the minimal checker is asked about: those of "cannot be reached", by all states, with
// inclusion of zones.

import { hasStopwatches, type Network, type Query, soughtBy } from "../../network/index.ts";
import { ModelFault } from "../../semantics/index.ts";
import { type Certificate, isForInclusion } from "../certificate.ts";
import { checkMinimal, NotProved } from "./check.ts";

export type MinimalVerification =
  | { readonly ok: true; readonly states: number; readonly zones: number; readonly steps: number }
  /** `supported`: it is no proof; else nothing is said about it. */
  | { readonly ok: false; readonly supported: boolean; readonly reason: string };

export function verifyMinimal(network: Network, query: Query, certificate: Certificate): MinimalVerification {
  const sought = soughtBy(query);
  if (sought?.kind !== "state" || !isForInclusion(certificate, network)) {
    const what = sought?.kind === "state" ? `certificates by \`${certificate.abstraction}\`` : query.kind;
    return { ok: false, supported: false, reason: `the minimal checker knows nothing of ${what}` };
  }
  try {
    return { ok: true, ...checkMinimal(network, sought.formula, query.frameSize, certificate.states) };
  } catch (error) {
    if (error instanceof NotProved) return { ok: false, supported: !error.unsupported, reason: error.message };
    if (error instanceof ModelFault) return { ok: false, supported: true, reason: `a step fails: ${error.message}` };
    throw error;
  }
}

/**
 * What the minimal checker would say it cannot check, as far as the network tells, or the certificate where there is
 * one; undefined: nothing.
 */
export function beyondMinimal(network: Network, query: Query, certificate?: Certificate): string | undefined {
  if (hasStopwatches(network)) return "stopwatches are beyond the minimal checker";
  if (certificate === undefined || network.channels.every(({ urgent }) => !urgent)) return undefined;
  const said = verifyMinimal(network, query, certificate);
  return said.ok || said.supported ? undefined : said.reason.replace("this checker", "the minimal checker");
}
