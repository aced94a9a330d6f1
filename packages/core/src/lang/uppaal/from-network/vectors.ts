// TChecker's joint steps as UPPAAL channels: a vector of two processes becomes a binary channel, a vector of one an
// internal step. Vectors of more processes, or with weak participants, have no counterpart and are refused.

import type { DiagnosticSink } from "../../../diagnostics/index.ts";
import type { Edge, Network } from "../../../network/index.ts";
import type { Names } from "./names.ts";

/** How the copies of an edge synchronise: one copy for each vector the edge's event occurs in. */
export type SyncText = (edge: Edge) => readonly (string | null)[];

export function channelsOfVectors(
  network: Network,
  names: Names,
  sink: DiagnosticSink,
): { readonly declarations: readonly string[]; readonly syncs: SyncText } {
  const declarations: string[] = [];
  const syncs = new Map<string, (string | null)[]>();
  const add = (process: number, event: number, text: string | null): void => {
    const key = `${process}@${event}`;
    syncs.set(key, [...(syncs.get(key) ?? []), text]);
  };
  for (const { participants, span } of network.vectors) {
    if (participants.some(({ weak }) => weak)) {
      sink.error("TH3800", "UPPAAL cannot say: a synchronisation with weak participants", span);
      continue;
    }
    if (participants.length > 2) {
      sink.error("TH3800", "UPPAAL cannot say: a synchronisation of more than two processes", span);
      continue;
    }
    // TChecker runs updates in the order of the processes, UPPAAL the sender's first.
    const [sender, receiver] = [...participants].sort((a, b) => a.process - b.process);
    if (sender === undefined) continue;
    if (receiver === undefined) {
      add(sender.process, sender.event, null);
      continue;
    }
    const events = [...new Set([sender.event, receiver.event])].map((event) => network.events[event]);
    const channel = names.fresh(events.join("_"));
    declarations.push(`chan ${channel};\n`);
    add(sender.process, sender.event, `${channel}!`);
    add(receiver.process, receiver.event, `${channel}?`);
  }
  return {
    declarations,
    syncs: ({ process, sync }) => (sync.kind === "event" ? (syncs.get(`${process}@${sync.event}`) ?? []) : [null]),
  };
}
