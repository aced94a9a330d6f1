// Certificates of what was proved: written down, and verified with nothing but the exact semantics.

import { certificateOf, certificateToText, defined, readCertificate, verifyCertificate } from "@tracehound/core";
import { proof } from "./check.ts";
import { networkOf } from "./models.ts";
import type { Answer, Ask } from "./protocol.ts";

export async function certificate(
  { model }: Ask<"certificate">,
  signal: { readonly aborted: boolean },
): Promise<Answer<"certificate">> {
  const { network, result, labels } = await proof(signal);
  const about = { model, query: result.query.text, ...defined({ labels }) };
  return certificateToText(certificateOf(network, result.proof!, about));
}

export function verify({ source, text }: Ask<"verify">): Answer<"verify"> {
  const { model } = networkOf(source);
  const read = readCertificate(text);
  if ("problem" in read) return { ok: false, words: read.problem };
  const { labels, query } = read;
  const compiled = labels === undefined ? model.compileQuery(query) : model.compileLabels(labels);
  if (!compiled.ok) return { ok: false, words: compiled.diagnostics[0]!.message };
  const outcome = verifyCertificate(compiled.network, compiled.value, read);
  if (!outcome.ok) return { ok: false, words: `not proved: ${outcome.reason}` };
  const checked =
    "states" in outcome
      ? `${outcome.states} discrete states, ${outcome.zones} zones, ${outcome.steps} steps checked`
      : "invariants" in outcome
        ? `${outcome.invariants} sets of invariants, ${outcome.steps} joint steps checked`
        : "locations" in outcome
          ? `${outcome.locations} locations that processes can visit by themselves`
          : `${outcome.diagram} states as a diagram of ${outcome.nodes} nodes, ${outcome.steps} joint steps checked`;
  return { ok: true, words: `proved: ${checked}` };
}
