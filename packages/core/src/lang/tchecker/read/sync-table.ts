// The `sync` lines of a file: joint steps of several processes, some of them weak. Also answers which (process,
// event) pairs occur in a vector, because such an edge never happens alone.

import type { DiagnosticSink } from "../../../diagnostics/index.ts";
import type { SyncVector } from "../../../network/index.ts";
import { clip, widen } from "../lines.ts";
import type { TckDeclaration } from "../syntax.ts";
import type { TckNames } from "./scope.ts";

export class SyncTable {
  readonly vectors: SyncVector[] = [];
  private readonly sink: DiagnosticSink;
  private readonly pairs = new Set<string>();

  constructor(sink: DiagnosticSink) {
    this.sink = sink;
  }

  has(process: number, event: number): boolean {
    return this.pairs.has(`${process}@${event}`);
  }

  add(declaration: TckDeclaration, processes: TckNames<{ readonly index: number }>, events: TckNames<number>): void {
    const { fields, span } = declaration;
    if (fields.length === 0) {
      this.sink.error("TH1407", "A sync names its participants", span, "write `sync:p@e:q@f`");
      return;
    }
    const participants: SyncVector["participants"][number][] = [];
    const present = new Set<number>();
    for (const { text, span: whole } of fields) {
      const match = /^([^@?]*)@([^@?]*?)\s*(\??)$/.exec(text);
      if (match === null) {
        const message = `\`${clip(text)}\` is not \`process@event\` or \`process@event?\``;
        this.sink.error("TH1416", message, widen(whole));
        continue;
      }
      const [processName, eventName] = [match[1]!.trim(), match[2]!.trim()];
      const at = text.indexOf("@");
      const start = { ...whole, end: whole.start + at };
      const end = { ...whole, start: whole.start + at + 1 };
      const process = processes.find(processName, widen(start), this.sink);
      const event = events.find(eventName, widen(end), this.sink);
      if (process === undefined || event === undefined) continue;
      if (present.has(process.index)) {
        this.sink.error("TH2450", `Process \`${clip(processName)}\` takes part twice in this sync`, whole);
        continue;
      }
      present.add(process.index);
      participants.push({ process: process.index, event, weak: match[3] === "?" });
      this.pairs.add(`${process.index}@${event}`);
    }
    this.vectors.push({ participants, span });
  }

  /** A strong participant without an edge for its event makes the vector dead: nearly always a slip. */
  warnAboutMissingEdges(
    edges: readonly { readonly process: number; readonly event: number }[],
    processes: readonly { readonly name: { readonly text: string } }[],
    events: readonly string[],
  ): void {
    const used = new Set(edges.map(({ process, event }) => `${process}@${event}`));
    for (const { participants, span } of this.vectors) {
      for (const { process, event, weak } of participants) {
        if (used.has(`${process}@${event}`)) continue;
        const consequence = weak ? "it never takes part in this sync" : "this sync never happens";
        const name = processes[process]!.name.text;
        this.sink.warn(
          "TH2451",
          `No edge of \`${clip(name)}\` has event \`${clip(events[event]!)}\`: ${consequence}`,
          span,
        );
      }
    }
  }
}
