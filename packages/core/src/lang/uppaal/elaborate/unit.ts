// The model under construction: the lists of the network as they grow, and the way diagnostics leave. While a
// template is checked on its own (`dry`), nothing is allocated.

import type { DiagnosticCode, DiagnosticSink, Sources, Span } from "../../../diagnostics/index.ts";
import type { Channel, Clock, FunctionDefinition, Obstacle, Variable } from "../../../network/index.ts";
import { describe, valueTypeOf } from "./compatible.ts";
import type { Owner } from "./scope.ts";
import type { Extent, Type } from "./types.ts";
import { plus } from "./types.ts";

/** Beyond these a model is refused rather than built: they bound time and memory for any input. */
export const LIMITS: Extent & { processes: number; steps: number; alternatives: number } = {
  cells: 1_000_000,
  clocks: 50_000,
  channels: 1_000_000,
  processes: 20_000,
  /** Steps of compile-time evaluation. */
  steps: 2_000_000,
  /** Edges that one guard with disjunctions may become. */
  alternatives: 64,
};

export class Unit {
  readonly sources: Sources;
  sink: DiagnosticSink;
  dry = false;

  used: Extent = { cells: 0, clocks: 0, channels: 0 };
  readonly initial: number[] = [];
  /** 1 where the cell belongs to a table of constants. */
  readonly fixed: number[] = [];
  readonly variables: Variable[] = [];
  readonly clocks: Clock[] = [];
  readonly channels: { name: string; broadcast: boolean; urgent: boolean; priority: number; span?: Span }[] = [];
  readonly functions: FunctionDefinition[] = [];
  readonly obstacles: Obstacle[] = [];
  /** Steps left for compile-time evaluation, for the model as a whole. */
  steps = LIMITS.steps;

  /** Numbers declarations, so that functions see only what stands before them. */
  order = 0;
  /** What the check of a function has shown, for all its instances. */
  readonly facts = new Map<object, { readonly effect: boolean; readonly written: readonly boolean[] }>();

  private readonly reported = new Set<string>();

  constructor(sources: Sources, sink: DiagnosticSink) {
    this.sources = sources;
    this.sink = sink;
  }

  /** Instances of a template repeat what was said about it: the same thing is said once per place. */
  error(code: DiagnosticCode, message: string, span?: Span, hint?: string): void {
    if (this.first(code, span)) this.sink.error(code, message, span, hint);
  }

  warn(code: DiagnosticCode, message: string, span?: Span, hint?: string): void {
    if (this.first(code, span)) this.sink.warn(code, message, span, hint);
  }

  private first(code: string, span: Span | undefined): boolean {
    if (span === undefined) return true;
    const key = `${code} ${span.block} ${span.start} ${span.end}`;
    if (this.reported.has(key)) return false;
    this.reported.add(key);
    return true;
  }

  /** Queries come later and may be tried again: what was said about them is forgotten. */
  forget(): void {
    this.reported.clear();
  }

  /** Notes something that no symbolic analysis supports. */
  obstacle(feature: string, span?: Span): void {
    if (this.dry) return;
    const known = this.obstacles.some(
      (o) => o.feature === feature && o.span?.block === span?.block && o.span?.start === span?.start,
    );
    if (!known) this.obstacles.push({ feature, ...(span === undefined ? {} : { span }) });
  }

  /** Would a variable of that type still fit? If not, that is reported. */
  hasRoom(name: string, type: Type, span: Span): boolean {
    const { cells, clocks, channels } = plus(this.used, type.extent);
    if (cells <= LIMITS.cells && clocks <= LIMITS.clocks && channels <= LIMITS.channels) return true;
    this.error("TH2012", `\`${name}\` is too large: \`${describe(type)}\``, span, "the model would not fit in memory");
    return false;
  }

  /** Makes room for a variable; null when there is too much of it (reported). */
  allocate(
    name: string,
    type: Type,
    owner: Owner,
    span: Span,
    options: { values: readonly number[]; clockValues: readonly number[]; meta: boolean; constant: boolean },
  ): Extent | null {
    if (!this.hasRoom(name, type, span)) return null;
    const at = this.used;
    const next = plus(at, type.extent);
    if (this.dry) return at;
    this.used = next;
    const full = owner.prefix + name;
    const process = owner.process === undefined ? {} : { process: owner.process };
    if (type.extent.cells > 0) {
      const { constant } = options;
      for (const value of options.values) {
        this.initial.push(value);
        this.fixed.push(constant ? 1 : 0);
      }
      this.variables.push({
        name: full,
        type: valueTypeOf(type),
        cell: at.cells,
        meta: options.meta || constant,
        ...(constant ? { constant: true as const } : {}),
        ...process,
        span,
      });
    }
    if (type.extent.clocks > 0) {
      let k = 0;
      eachLeaf(type, full, (leaf, suffixed) => {
        if (leaf.kind !== "clock" || leaf.hybrid) return;
        this.clocks.push({ name: suffixed, initial: options.clockValues[k++] ?? 0, ...process, span });
      });
    }
    if (type.extent.channels > 0) {
      eachLeaf(type, full, (leaf, suffixed) => {
        if (leaf.kind !== "chan") return;
        const { broadcast, urgent } = leaf;
        this.channels.push({ name: suffixed, broadcast, urgent, priority: 0, span });
      });
    }
    return at;
  }

  channelList(): readonly Channel[] {
    return this.channels;
  }
}

/** Visits the leaves of a type with the name each has (`go[2].x`). */
export function eachLeaf(type: Type, name: string, visit: (leaf: Type, name: string) => void): void {
  if (type.kind === "array") {
    for (let i = 0; i < type.length; i++) eachLeaf(type.element, `${name}[${type.first + i}]`, visit);
  } else if (type.kind === "struct") {
    for (const field of type.fields) eachLeaf(field.type, `${name}.${field.name}`, visit);
  } else {
    visit(type, name);
  }
}
