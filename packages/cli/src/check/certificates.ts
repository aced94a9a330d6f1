// Writes what proves "cannot happen" or "must happen", one file per proved query.

import {
  type Budget,
  type CheckResult,
  certificateOf,
  certificateToText,
  defined,
  MuntaRefusal,
  type Network,
  type Proof,
  uncertifiedText,
} from "@tracehound/core";
import { exportText, isMuntaName, listOf, muntacCommand, muntaFiles, writeMuntaFiles } from "../certify/munta-files.ts";
import type { Context } from "../context.ts";
import { numbered, partsOf, writeParts } from "../writing/numbered-files.ts";

export async function writeCertificates(
  network: Network,
  results: readonly { readonly number: number; readonly result: CheckResult }[],
  path: string,
  { model, labels }: { readonly model: string; readonly labels?: readonly string[] },
  context: Context,
  budget: Budget,
): Promise<void> {
  const proved = results.filter(({ result }) => result.proof !== undefined);
  const unproved = results.filter(({ result }) => result.proof === undefined && endedWithout(result));
  for (const { number, result } of unproved)
    context.err(`no certificate of query ${number}: ${uncertifiedText(result)}\n`);
  if (proved.length + unproved.length === 0) {
    context.err('there is nothing to certify: no query ended with "cannot happen" or "must happen"\n');
  }
  if (isMuntaName(path)) {
    const fileOf = (number: number): string => numbered(path, proved.length > 1 ? [number] : []);
    return await writeForMunta(network, proved, fileOf, { model, ...defined({ labels }) }, context, budget);
  }
  const text = ({ result }: (typeof proved)[number]): string => {
    const about = { model, query: result.query.text, ...defined({ labels }) };
    return budget.finishing(() => certificateToText(certificateOf(network, result.proof!, about)));
  };
  const remark = ({ result }: (typeof proved)[number]): string => smaller(result.proof!);
  await writeParts(path, "certificate", partsOf(proved, text, remark), context);
}

/** The three files of each; what Munta's language cannot say has none, and that is told. */
async function writeForMunta(
  network: Network,
  proved: readonly { readonly number: number; readonly result: CheckResult }[],
  fileOf: (number: number) => string,
  about: { readonly model: string; readonly labels?: readonly string[] },
  context: Context,
  budget: Budget,
): Promise<void> {
  for (const { number, result } of proved) {
    const files = muntaFiles(fileOf(number));
    const { query } = result;
    const certificate = budget.finishing(() => certificateOf(network, result.proof!, { ...about, query: query.text }));
    try {
      const made = await writeMuntaFiles(files, { network, query, certificate }, context, (work) =>
        budget.finishing(work),
      );
      context.err(`certificate of query ${number} written to ${listOf(files).join(", ")}: ${exportText(made)}\n`);
      context.err(`check with: ${muntacCommand(files, made.deadlock)}\n`);
    } catch (error) {
      if (!(error instanceof MuntaRefusal)) throw error;
      context.err(`no certificate of query ${number} for Munta:\n`);
      context.report([error.diagnostic], context.modelSources);
    }
  }
}

/** What it leaves out, where it does. */
function smaller(proof: Proof): string {
  if (proof.kind === "locations") return ": locations alone prove it";
  if (proof.kind === "invariants") return ": sets of values prove it";
  const followed = proof.kind === "states" ? proof.followed : undefined;
  return followed === undefined
    ? ""
    : `: it is enough to follow ${followed.length === 0 ? "variables" : followed.join(", ")}`;
}

/** Is there an answer that no trace shows? */
function endedWithout({ verdict }: CheckResult): boolean {
  return verdict.kind !== "unknown" && verdict.evidence.kind !== "trace";
}
