// Proofs for Munta, whose checker of certificates is proved sound in Isabelle: a model, a question and a
// certificate of ours as its three files. Small, and independent of engines and searches: what Munta accepts is a
// proof about the exported model, and that this is the same model rests on what stands in this folder and on the
// reference evaluator.

import type { Network, Query } from "../../network/index.ts";
import { type Certificate, isForInclusion } from "../certificate.ts";
import { certBytes, certSize, type MuntaModel, muntaxText, renamingText } from "./munta-model.ts";
import { MUNTA_BUDGET, refuse } from "./refusal.ts";
import { statesFor } from "./states.ts";
import { textOf } from "./text.ts";
import { partsFor, soughtFormula } from "./translate.ts";

export type { MuntaAutomaton, MuntaEdge, MuntaModel } from "./munta-model.ts";
export { MUNTA_BUDGET, MuntaRefusal, type RefusalReason } from "./refusal.ts";

export interface MuntaExport {
  readonly muntax: string;
  readonly renaming: string;
  readonly cert: Uint8Array;
  /** Deadlocks are asked for: Munta's checker has an option for them. */
  readonly deadlock: boolean;
  readonly counts: MuntaCounts;
}
export interface MuntaCounts {
  readonly states: number;
  readonly zones: number;
  /** Edges of the exported model, loops included, and of ours. */
  readonly edges: number;
  readonly ownEdges: number;
  readonly clocks: number;
  readonly variables: number;
}

/** Throws `MuntaRefusal` for what Munta's language cannot say. */
export function exportToMunta(network: Network, query: Query, certificate: Certificate): MuntaExport {
  soughtFormula(query);
  if (!isForInclusion(certificate, network)) {
    refuse(
      "the certificate",
      `the certificate is not about all states with inclusion of zones (it is \`${certificate.abstraction}\`)`,
      undefined,
      "explore once more: `tracehound certify` does, or check with --certificate NAME.muntax",
    );
  }
  const parts = partsFor(network, query, certificate.states);
  const { model, layout } = textOf(parts);
  const states = statesFor(parts, layout, certificate.states);
  const size = certSize(model, states);
  if (size > MUNTA_BUDGET.bytes) {
    refuse("too large", `the certificate would have ${size} bytes, more than ${MUNTA_BUDGET.bytes}`);
  }
  return {
    muntax: muntaxText(model),
    renaming: renamingText(model),
    cert: certBytes(model, states),
    deadlock: parts.disjuncts === null,
    counts: {
      states: states.length,
      zones: states.reduce((sum, { zones }) => sum + zones.length, 0),
      edges: edgesOf(model),
      ownEdges: network.edges.length,
      clocks: model.clocks.length,
      variables: model.vars.length,
    },
  };
}

export interface MuntaModelText {
  readonly muntax: string;
  readonly deadlock: boolean;
  /** By process: the location that each id stands for. */
  readonly places: readonly (readonly number[])[];
  /** The cell that each variable stands for; flags come behind. */
  readonly cells: readonly number[];
}

/** The model alone, with all values told apart: what can be reached in the network can be there, and nothing else. */
export function modelForMunta(network: Network, query: Query): MuntaModelText {
  const parts = partsFor(network, query);
  const { model, layout } = textOf(parts);
  const places = parts.places.map((own) => own.map(({ location }) => location));
  return { muntax: muntaxText(model), deadlock: parts.disjuncts === null, places, cells: layout.cells };
}

function edgesOf({ automata }: MuntaModel): number {
  return automata.reduce((sum, { edges }) => sum + edges.length, 0);
}
