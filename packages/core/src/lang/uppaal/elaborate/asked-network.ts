// The network that questions are asked of: the model's, with the functions that questions bring, and with the meta
// variables that they read as ordinary ones. Questions come one after the other; a network that was handed out never
// changes.

import { withMetaSettled } from "../../../analysis/meta.ts";
import type { DiagnosticSink } from "../../../diagnostics/index.ts";
import { type FunctionDefinition, frozenNetwork, type Network, type Query } from "../../../network/index.ts";

export class AskedNetwork {
  private readonly queries: Query[];
  private parts: Network;
  private kept = -1;
  private current: Network;

  /** `parts` as they were read, with the model's own questions. */
  constructor(parts: Network, sink: DiagnosticSink) {
    this.parts = this.current = frozenNetwork(parts);
    this.queries = [...parts.queries];
    this.settle(sink);
  }

  get network(): Network {
    return this.current;
  }

  /** One more question. Warnings that it gives rise to go to `sink`. */
  add(query: Query, functions: readonly FunctionDefinition[], sink: DiagnosticSink): void {
    this.queries.push(query);
    if (functions.length > this.parts.functions.length) {
      this.parts = frozenNetwork({ ...this.parts, functions });
      this.kept = -1;
    }
    this.settle(sink);
  }

  private settle(sink: DiagnosticSink): void {
    const told = new Set(this.current.variables.filter(({ kept }) => kept).map(({ name }) => name));
    const { network, warnings } = withMetaSettled(this.parts, this.queries);
    if (warnings.length === this.kept) return;
    this.kept = warnings.length;
    this.current = network;
    for (const { variable, ...warning } of warnings) if (!told.has(variable)) sink.add(warning);
  }
}
