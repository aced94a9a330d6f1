// A certificate that is closed under inclusion of zones: for checkers that know nothing else. Where the one that is
// given is of another kind, its states are listed where there are no clocks; else everything is explored once more.

import {
  asStates,
  type Budget,
  type Certificate,
  certificateOf,
  checkQueries,
  defined,
  isForInclusion,
  type Limits,
  type Network,
  type Query,
  soughtBy,
  traceOf,
  uncertifiedText,
} from "@tracehound/core";
import type { Context } from "../context.ts";
import { BadInput, UsageError } from "../errors.ts";
import { secondsOf } from "../limits/options.ts";

/** What is asked, of which network, and what claims to prove it. */
export interface Claimed {
  readonly network: Network;
  readonly query: Query;
  readonly certificate: Certificate;
  /** It was made anew, by exploring everything. */
  readonly isExplored?: true;
}

export interface Bounds {
  readonly budget: Budget;
  readonly limits: Limits;
}

/** `who` knows inclusion of zones, and is to check it. */
export async function byInclusion(claimed: Claimed, who: string, context: Context, bounds: Bounds): Promise<Claimed> {
  // What must happen is nobody's question who knows inclusion only; whoever is to check it says so.
  if (isForInclusion(claimed.certificate, claimed.network) || soughtBy(claimed.query)?.kind !== "state") return claimed;
  const listed = bounds.budget.during(() => asStates(claimed.network, claimed.query, claimed.certificate));
  if (listed !== undefined) return { ...claimed, certificate: listed };
  return { ...claimed, certificate: await exploredAnew(claimed, who, context, bounds), isExplored: true };
}

/** All states, in zones that contain each other. */
async function exploredAnew(
  { network, query, certificate: given }: Claimed,
  who: string,
  context: Context,
  { budget, limits }: Bounds,
): Promise<Certificate> {
  context.err(
    `exploring everything once more: ${who} knows inclusion of zones, and the certificate is \`${given.abstraction}\`\n`,
  );
  const { environment } = context;
  const options = {
    certify: "inclusion",
    abstraction: "extra-lu",
    limits: { ...limits, ...secondsOf(budget) },
  } as const;
  const [result] = await checkQueries({ network, options, environment, signal: context.signal }, [query]);
  const { proof, verdict } = result!;
  if (proof?.kind === "states") {
    return certificateOf(network, proof, {
      model: given.model,
      query: given.query,
      ...defined({ labels: given.labels }),
    });
  }
  if (verdict.kind !== "unknown" && traceOf(verdict) !== undefined) {
    throw new BadInput(`the certificate proves nothing: ${given.query} is ${verdict.kind}, and a run shows it`);
  }
  if (verdict.kind === "unknown" && verdict.diagnostic !== undefined) {
    throw new BadInput({ diagnostics: [verdict.diagnostic], sources: context.modelSources });
  }
  throw new UsageError(
    `nothing to certify: ${verdict.kind === "unknown" ? verdict.because : uncertifiedText(result!)}`,
  );
}
