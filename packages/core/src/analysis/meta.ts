// What becomes of `meta` variables. UPPAAL stores their values along a run and leaves them out where states are
// compared. Of most of them nobody can see that: where every read comes after a write in the same joint step, and where
// a variable flows into nothing but such variables. Those are temporaries, no part of the state. All others are
// ordinary variables here, and people are told why. This is the one place that decides; `Variable.meta` is what
// everybody else asks.

import { defined } from "../basics/defined.ts";
import type { Diagnostic } from "../diagnostics/index.ts";
import { cellTable } from "../network/cells.ts";
import { type Edge, frozenNetwork, type Network, type Query, type Statement, visitQuery } from "../network/index.ts";
import { AccessAnalysis } from "./accesses.ts";
import { channelsOf } from "./joint-transitions.ts";
import { definiteWrites } from "./meta/definite-writes.ts";
import { Flows } from "./meta/flows.ts";

export interface Kept {
  /** Index into `Network.variables`. */
  readonly variable: number;
  /** Who may read what an earlier step has left. */
  readonly reader: string;
}

/**
 * The network with every meta variable an ordinary one that a step, or one of the questions, may read as an earlier
 * step left it.
 */
export function withMetaSettled(
  network: Network,
  queries: readonly Query[] = network.queries,
): { readonly network: Network; readonly warnings: readonly (Diagnostic & { readonly variable: string })[] } {
  const kept = keptMeta(network, queries);
  if (kept.length === 0) return { network, warnings: [] };
  const indices = new Set(kept.map(({ variable }) => variable));
  const variables = network.variables.map((variable, index) =>
    indices.has(index) ? { ...variable, meta: false, kept: true as const } : variable,
  );
  const warnings = kept.map(({ variable, reader }) => {
    const { name, span } = network.variables[variable]!;
    return {
      variable: name,
      code: "TH2817" as const,
      severity: "warning" as const,
      message: `\`${name}\` is \`meta\`, but ${reader} may read what an earlier step left in it: it is part of the state here`,
      hint: "UPPAAL takes states for equal that differ in it alone, and may miss what is found here; write it first in every step that reads it, or leave out `meta`",
      ...defined({ span }),
    };
  });
  return { network: frozenNetwork({ ...network, variables }), warnings };
}

/** Which meta variables are no temporaries, and because of whom. */
export function keptMeta(network: Network, queries: readonly Query[]): readonly Kept[] {
  if (!network.variables.some(({ meta, constant }) => meta && constant !== true)) return [];
  return new MetaUse(network).kept(queries);
}

class MetaUse {
  private readonly network: Network;
  private readonly accesses: AccessAnalysis;
  /** The meta variable of a cell; −1 for others. */
  private readonly metaOf: Int32Array;
  private readonly readers = new Map<number, string>();

  constructor(network: Network) {
    this.network = network;
    this.accesses = new AccessAnalysis(network);
    const { meta, variable } = cellTable(network);
    this.metaOf = variable.map((index, cell) =>
      meta[cell] === 1 && network.variables[index]!.constant !== true ? index : -1,
    );
  }

  kept(queries: readonly Query[]): readonly Kept[] {
    this.outsideUpdates(queries);
    const outside = new Set(this.readers.keys());
    const harmless = this.flowingNowhere(outside);
    this.inUpdates();
    return [...this.readers]
      .filter(([variable]) => outside.has(variable) || !harmless.has(variable))
      .map(([variable, reader]) => ({ variable, reader }))
      .sort((a, b) => a.variable - b.variable);
  }

  private note(cells: Iterable<number>, reader: string): void {
    for (const cell of cells) {
      const variable = this.metaOf[cell] ?? -1;
      if (variable >= 0 && !this.readers.has(variable)) this.readers.set(variable, reader);
    }
  }

  /** Guards, channels, invariants, rates and questions are evaluated between the updates of steps. */
  private outsideUpdates(queries: readonly Query[]): void {
    const { network, accesses } = this;
    for (const edge of network.edges) {
      this.note(accesses.ofConjuncts(edge.guard).readCells, "a guard");
      if (edge.sync.kind !== "send" && edge.sync.kind !== "receive") continue;
      for (const { index } of edge.sync.channel.steps)
        this.note(accesses.ofExpression(index).readCells, "the index of a channel");
    }
    for (const { invariant, rates } of network.processes.flatMap(({ locations }) => locations)) {
      this.note(accesses.ofConjuncts(invariant).readCells, "an invariant");
      for (const { when, rate } of rates)
        for (const part of [when, rate])
          if (part !== undefined) this.note(accesses.ofExpression(part).readCells, "a rate");
    }
    for (const { guard, measure } of network.progress)
      for (const part of [guard, measure])
        if (part !== undefined) this.note(accesses.ofExpression(part).readCells, "a measure of progress");
    for (const query of queries)
      visitQuery(query, {
        expression: (expression) => this.note(accesses.ofExpression(expression).readCells, "a query"),
      });
  }

  /** What updates may read before the joint step has written it: the sender writes first, then receivers. */
  private inUpdates(): void {
    const { network } = this;
    const isAsked = (cell: number): boolean => (this.metaOf[cell] ?? -1) >= 0;
    const of = (statements: readonly Statement[]) => definiteWrites(network, statements, isAsked);
    const before = of(network.beforeUpdate);
    this.note(before.exposed, "`before_update`");
    const byEdge = network.edges.map(({ update }) => of(update));
    const minus = (cells: ReadonlySet<number>, ...written: readonly ReadonlySet<number>[]): number[] =>
      [...cells].filter((cell) => !written.some((set) => set.has(cell)));
    for (const edge of network.edges) {
      const { exposed } = byEdge[edge.id]!;
      if (exposed.size === 0) continue;
      const first = edge.sync.kind === "receive" ? this.sendersOf(edge) : [];
      const sent = first.length === 0 ? new Set<number>() : first.map(({ id }) => byEdge[id]!.written).reduce(common);
      this.note(minus(exposed, before.written, sent), "an update");
    }
    // Whoever begins a step has taken part in it.
    const initiators = network.edges.filter(({ sync }) => sync.kind !== "receive");
    const always =
      initiators.length === 0 ? new Set<number>() : initiators.map(({ id }) => byEdge[id]!.written).reduce(common);
    this.note(minus(of(network.afterUpdate).exposed, before.written, always), "`after_update`");
  }

  private sendersOf(receiver: Edge): readonly Edge[] {
    const channels = new Set(channelsOf(this.network, receiver));
    return this.network.edges.filter(
      (edge) =>
        edge.sync.kind === "send" &&
        edge.process !== receiver.process &&
        channelsOf(this.network, edge).some((channel) => channels.has(channel)),
    );
  }

  /**
   * Meta variables whose values end in such variables only: they are read in values that are assigned to them, and
   * nowhere else. What could fail there (an index, a divisor) counts as a reader of its own.
   */
  private flowingNowhere(outside: ReadonlySet<number>): ReadonlySet<number> {
    const into = new Map<number, Set<number>>();
    const elsewhere = new Set(outside);
    const flows = new Flows(
      (cells) => new Set([...cells].map((cell) => this.metaOf[cell] ?? -1)),
      (from, to) => {
        if (from < 0) return;
        if (to.size === 0 || to.has(-1)) elsewhere.add(from);
        for (const target of to) into.set(from, (into.get(from) ?? new Set()).add(target));
      },
    );
    const { network } = this;
    const texts = [...network.edges.map(({ update }) => update), ...network.functions.map(({ body }) => body)];
    for (const statements of [...texts, network.beforeUpdate, network.afterUpdate]) flows.statements(statements);
    const harmless = new Set([...this.metaOf].filter((variable) => variable >= 0 && !elsewhere.has(variable)));
    for (let size = -1; size !== harmless.size; ) {
      size = harmless.size;
      for (const variable of harmless)
        if ([...(into.get(variable) ?? [])].some((target) => !harmless.has(target))) harmless.delete(variable);
    }
    return harmless;
  }
}

function common(a: ReadonlySet<number>, b: ReadonlySet<number>): ReadonlySet<number> {
  return new Set([...a].filter((cell) => b.has(cell)));
}
