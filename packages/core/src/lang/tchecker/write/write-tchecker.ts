// Network → TChecker file. A network that was read from one is written so that reading it back gives the same
// network; of an UPPAAL network as much is said as the format allows, and the rest is named in diagnostics.

import type { DiagnosticSink } from "../../../diagnostics/index.ts";
import type { Network } from "../../../network/index.ts";
import { KEYWORDS } from "../lexer.ts";
import { ChannelEvents, copyEdges, type EdgeCopy, stopsClocks } from "./edges.ts";
import { ExpressionWriter } from "./expressions.ts";
import { inlineCalls } from "./inline-calls.ts";
import { Layout } from "./layout.ts";
import { NameSpace } from "./names.ts";
import { Refusals } from "./refusals.ts";
import { writeStatements } from "./statements.ts";
import { updateOrderConflicts } from "./update-order.ts";

/** The text, or null after errors (TH34xx) that say what cannot be written. */
export function writeTchecker(network: Network, sink: DiagnosticSink): string | null {
  const errorsBefore = sink.errors;
  const refusals = new Refusals(sink);
  const plain = inlineCalls(network);
  refuseWholes(plain, refusals);
  const text = new Writer(plain, refusals).write();
  return sink.errors > errorsBefore ? null : text;
}

function refuseWholes(network: Network, refusals: Refusals): void {
  for (const { feature, span } of network.obstacles) refusals.refuse(feature, span);
  if (network.hasPriorities) refusals.refuse("priorities of channels or processes");
  if (network.beforeUpdate.length + network.afterUpdate.length > 0)
    refusals.refuse("updates before or after every step");
  if (stopsClocks(network, refusals)) refusals.refuse("clocks that stop (rates)");
  if (network.queries.length > 0) refusals.leaveOut("the queries");
  if (network.progress.length > 0) refusals.leaveOut("progress measures");
  if (network.edges.some(({ controllable }) => !controllable)) refusals.leaveOut("which edges are uncontrollable");
  const conflicts = updateOrderConflicts(network);
  if (conflicts.length > 0) {
    const { sender, receiver, channel } = conflicts[0]!;
    const more = conflicts.length === 1 ? "" : `; so do ${conflicts.length - 1} more pairs`;
    refusals.refuse(
      `the order of updates (${receiver} comes before ${sender} in the system but its update must run after, on channel ${channel}${more})`,
    );
  }
}

class Writer {
  private readonly network: Network;
  private readonly refusals: Refusals;
  private readonly layout: Layout;
  private readonly writer: ExpressionWriter;
  private readonly copies: readonly EdgeCopy[];
  private readonly processes: readonly string[];
  private readonly events: string[];
  private readonly eventNames = new NameSpace();
  private readonly channels: ChannelEvents;
  private readonly localName: (cell: number) => string;
  private silentEvent: string | undefined;

  constructor(network: Network, refusals: Refusals) {
    this.network = network;
    this.refusals = refusals;
    const dataNames = new NameSpace(KEYWORDS);
    this.layout = new Layout(network, dataNames, refusals);
    const locals = new Map<number, string>();
    this.localName = (cell) => {
      if (!locals.has(cell)) locals.set(cell, dataNames.fresh(`local${cell}`));
      return locals.get(cell)!;
    };
    this.writer = new ExpressionWriter(this.layout, refusals);
    const processNames = new NameSpace();
    this.processes = network.processes.map(({ name }) => processNames.fresh(name));
    this.events = network.events.map((event) => this.eventNames.fresh(event));
    this.copies = copyEdges(network, refusals);
    this.channels = new ChannelEvents(network, this.copies, this.processes, this.eventNames, refusals);
  }

  write(): string {
    const processes = this.network.processes.flatMap((_, index) => this.process(index));
    const events = [...this.events, ...this.channels.events, ...(this.silentEvent ? [this.silentEvent] : [])];
    const sections = [
      [`system:${new NameSpace().fresh(this.network.name || "system")}`],
      events.map((event) => `event:${event}`),
      this.layout.lines,
      processes,
      [...this.vectors(), ...this.channels.lines],
    ];
    return `${sections
      .filter((section) => section.length > 0)
      .map((section) => section.join("\n"))
      .join("\n\n")}\n`;
  }

  private vectors(): string[] {
    return this.network.vectors.map(({ participants }) => {
      const parts = participants.map(
        ({ process, event, weak }) => `${this.processes[process]}@${this.events[event]}${weak ? "?" : ""}`,
      );
      return `sync:${parts.join(":")}`;
    });
  }

  private process(index: number): string[] {
    const process = this.network.processes[index]!;
    const name = this.processes[index]!;
    const names = new NameSpace();
    const locations = process.locations.map((location) => names.fresh(location.name));
    const labelNames = this.network.labels;
    const lines = [...(index === 0 ? [] : [""]), `process:${name}`];
    for (const [at, location] of process.locations.entries()) {
      const attributes: string[] = [];
      if (process.initial.includes(at)) attributes.push("initial:");
      const labels = location.labels.map((label) => labelNames[label]!);
      if (labels.length > 0) attributes.push(`labels:${labels.join(",")}`);
      const invariant = this.writer.conjunction(location.invariant, new Map());
      if (invariant !== "") attributes.push(`invariant:${invariant ?? "0"}`);
      if (location.committed) attributes.push("committed:");
      if (location.urgent) attributes.push("urgent:");
      lines.push(`location:${name}:${locations[at]}${braces(attributes)}`);
    }
    for (const copy of this.copiesOf(index)) {
      const line = this.edge(copy, name, locations);
      if (line !== null) lines.push(line);
    }
    return lines;
  }

  private byProcess: EdgeCopy[][] | undefined;
  private copiesOf(process: number): readonly EdgeCopy[] {
    if (this.byProcess === undefined) {
      this.byProcess = this.network.processes.map(() => []);
      for (const copy of this.copies) this.byProcess[copy.edge.process]!.push(copy);
    }
    return this.byProcess[process]!;
  }

  private edge(
    { edge, known, conditions, sync }: EdgeCopy,
    process: string,
    locations: readonly string[],
  ): string | null {
    let event: string | null;
    if (sync === null) event = this.silentEvent ??= this.eventNames.fresh("tau");
    else if (sync.kind === "event") event = this.events[sync.event]!;
    else event = this.channels.event(sync.kind, sync.channel, process);
    const guard = this.writer.conjunction(edge.guard, known, conditions);
    // Neither an edge without a partner nor one whose select values contradict its guard is ever taken.
    if (event === null || guard === null) return null;
    const update = writeStatements(edge.update, known, this.writer, this.refusals, this.localName);
    const attributes = [...(guard === "" ? [] : [`provided:${guard}`]), ...(update === "" ? [] : [`do:${update}`])];
    return `edge:${process}:${locations[edge.source]}:${locations[edge.target]}:${event}${braces(attributes)}`;
  }
}

function braces(attributes: readonly string[]): string {
  return attributes.length === 0 ? "" : `{${attributes.join(" : ")}}`;
}
