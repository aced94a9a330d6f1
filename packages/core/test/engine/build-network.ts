// Small networks for the engine's tests, written as plain data with a pinch of text: `x<=5`, `x-y<3`, `v==1` for
// guards and invariants, `x=0`, `x=y+2`, `v=v+1` for updates, `a!`, `a?` for synchronisations. Knows nothing of the
// front ends, so a test here fails for reasons of the engine only.

import { defined } from "../../src/basics/defined.ts";
import type {
  ClockRef,
  Conjunct,
  Edge,
  Expression,
  Formula,
  Network,
  Place,
  Statement,
} from "../../src/network/index.ts";

export interface ProcessSpec {
  readonly name: string;
  readonly priority?: number;
  readonly initial?: readonly string[];
  readonly locations: readonly {
    readonly name: string;
    readonly invariant?: readonly string[];
    readonly urgent?: boolean;
    readonly committed?: boolean;
    /** Clocks that stand still here. */
    readonly stopped?: readonly string[];
  }[];
  readonly edges: readonly {
    readonly from: string;
    readonly to: string;
    readonly select?: readonly [min: number, max: number][];
    readonly guard?: readonly (string | Expression)[];
    readonly sync?: string;
    readonly update?: readonly (string | Expression)[];
  }[];
}
export interface NetworkSpec {
  readonly clocks?: readonly string[];
  /** `v: [min, max, initial]`. */
  readonly variables?: Readonly<Record<string, readonly [number, number, number]>>;
  readonly meta?: readonly string[];
  readonly channels?: Readonly<
    Record<string, { readonly broadcast?: boolean; readonly urgent?: boolean; readonly priority?: number }>
  >;
  readonly processes: readonly ProcessSpec[];
  readonly before?: readonly string[];
  readonly after?: readonly string[];
  readonly internalPriority?: number;
}

export const constant = (value: number): Expression => ({ kind: "constant", value });
export const statePlace = (base: number): Place => ({ space: "state", base, offset: 0, steps: [] });
export const framePlace = (base: number): Place => ({ space: "frame", base, offset: 0, steps: [] });
export const load = (place: Place): Expression => ({ kind: "load", place });

export function buildNetwork(spec: NetworkSpec): Network {
  const text = new Reader(spec);
  const channels = Object.entries(spec.channels ?? {});
  const edges: Edge[] = [];
  const processes = spec.processes.map((process, index) => {
    const locationIndex = (name: string) => process.locations.findIndex((location) => location.name === name);
    const first = edges.length;
    for (const [fileIndex, edge] of process.edges.entries()) {
      edges.push({
        id: edges.length,
        process: index,
        source: locationIndex(edge.from),
        target: locationIndex(edge.to),
        selects: (edge.select ?? []).map(([min, max], k) => ({ name: `s${k}`, min, max })),
        guard: (edge.guard ?? []).map((one) => text.conjunct(one)),
        sync: syncOf(edge.sync, channels),
        update: (edge.update ?? []).map((one) => text.statement(one)),
        frameSize: (edge.select ?? []).length + 4,
        controllable: true,
        fileIndex,
      });
    }
    return {
      name: process.name,
      template: process.name,
      locations: process.locations.map((location) => ({
        name: location.name,
        urgent: location.urgent ?? false,
        committed: location.committed ?? false,
        invariant: (location.invariant ?? []).map((one) => text.conjunct(one)),
        rates: (location.stopped ?? []).map((clock) => ({
          binders: [],
          clock: text.clock(clock),
          rate: constant(0),
        })),
        frameSize: 0,
        labels: [],
      })),
      edges: edges.slice(first).map(({ id }) => id),
      initial: (process.initial ?? [process.locations[0]!.name]).map(locationIndex),
      priority: process.priority ?? 0,
    };
  });
  const variables = Object.entries(spec.variables ?? {});
  return {
    name: "test",
    language: "uppaal",
    processes,
    edges,
    channels: channels.map(([name, { broadcast, urgent, priority }]) => ({
      name,
      broadcast: broadcast ?? false,
      urgent: urgent ?? false,
      priority: priority ?? 0,
    })),
    vectors: [],
    events: [],
    clocks: (spec.clocks ?? []).map((name) => ({ name, initial: 0 })),
    variables: variables.map(([name, [min, max]], cell) => ({
      name,
      type: { kind: "int", min, max },
      cell,
      meta: spec.meta?.includes(name) ?? false,
    })),
    cells: variables.length,
    initialValues: variables.map(([, [, , initial]]) => initial),
    functions: [],
    beforeUpdate: (spec.before ?? []).map((one) => text.statement(one)),
    afterUpdate: (spec.after ?? []).map((one) => text.statement(one)),
    updateFrameSize: 0,
    internalPriority: spec.internalPriority ?? 0,
    hasPriorities:
      spec.internalPriority !== undefined ||
      channels.some(([, { priority }]) => priority !== undefined) ||
      spec.processes.some(({ priority }) => priority !== undefined),
    progress: [],
    labels: [],
    obstacles: [],
    queries: [],
    sources: [],
  };
}

function syncOf(text: string | undefined, channels: readonly (readonly [string, unknown])[]): Edge["sync"] {
  if (text === undefined) return { kind: "internal" };
  const base = channels.findIndex(([name]) => name === text.slice(0, -1));
  return { kind: text.endsWith("!") ? "send" : "receive", channel: { base, steps: [] } };
}

type ClockOperator = "<" | "<=" | "==" | ">=" | ">";

class Reader {
  private readonly spec: NetworkSpec;

  constructor(spec: NetworkSpec) {
    this.spec = spec;
  }

  clock(name: string): ClockRef {
    return { space: "clock", base: this.spec.clocks!.indexOf(name), steps: [] };
  }

  conjunct(text: string | Expression): Conjunct {
    if (typeof text !== "string") return { kind: "data", condition: text };
    const { left, op, right } = split(text);
    const [a, b] = left.split("-");
    if (!this.isClock(a!)) return { kind: "data", condition: this.comparison(left, op, right) };
    return {
      kind: "clock",
      binders: [],
      left: this.clock(a!),
      ...defined({ right: b === undefined ? undefined : this.clock(b) }),
      op: op as ClockOperator,
      bound: this.expression(right),
    };
  }

  formula(text: string): Formula {
    if (text === "deadlock") return { kind: "deadlock" };
    const at = /^(\w+)\.(\w+)$/.exec(text);
    if (at !== null) {
      const process = this.spec.processes.findIndex(({ name }) => name === at[1]);
      const location = this.spec.processes[process]!.locations.findIndex(({ name }) => name === at[2]);
      return { kind: "data", condition: { kind: "at", process: { base: process, steps: [] }, location } };
    }
    const conjunct = this.conjunct(text);
    return conjunct.kind === "data" ? conjunct : { ...conjunct };
  }

  statement(text: string | Expression): Statement {
    if (typeof text !== "string") return { kind: "expression", expression: text };
    const [target, value] = text.split("=") as [string, string];
    if (this.isClock(target)) {
      const [source, offset] = value.split("+") as [string, string | undefined];
      const expression: Expression = this.isClock(source)
        ? {
            kind: "clock-assign",
            clock: this.clock(target),
            source: this.clock(source),
            value: this.expression(offset ?? "0"),
          }
        : { kind: "clock-assign", clock: this.clock(target), value: this.expression(value) };
      return { kind: "expression", expression };
    }
    const [min, max] = this.spec.variables![target]!;
    const place = statePlace(this.cell(target));
    const expression: Expression = {
      kind: "assign",
      target: place,
      op: "",
      value: this.expression(value),
      min,
      max,
      yields: "new",
    };
    return { kind: "expression", expression };
  }

  private comparison(left: string, op: string, right: string): Expression {
    return {
      kind: "binary",
      op: op as ClockOperator,
      left: this.expression(left),
      right: this.expression(right),
    };
  }

  /** A number, a variable, a select `$0`, or one operator between two of them. */
  private expression(text: string): Expression {
    const binary = /^([\w$]+)([+*/%-])([\w$]+)$/.exec(text);
    if (binary !== null) {
      const op = binary[2] as "+" | "-" | "*" | "/" | "%";
      return { kind: "binary", op, left: this.expression(binary[1]!), right: this.expression(binary[3]!) };
    }
    if (text.startsWith("$")) return load(framePlace(Number(text.slice(1))));
    return /^-?\d+$/.test(text) ? constant(Number(text)) : load(statePlace(this.cell(text)));
  }

  private cell(name: string): number {
    const cell = Object.keys(this.spec.variables ?? {}).indexOf(name);
    if (cell < 0) throw new Error(`no variable ${name}`);
    return cell;
  }

  private isClock(name: string): boolean {
    return this.spec.clocks?.includes(name) ?? false;
  }
}

export function buildFormula(spec: NetworkSpec, text: string): Formula {
  return new Reader(spec).formula(text);
}

function split(text: string): { left: string; op: string; right: string } {
  const match = /^(.*?)(<=|>=|==|!=|<|>)(.*)$/.exec(text);
  if (match === null) throw new Error(`not a comparison: ${text}`);
  return { left: match[1]!, op: match[2]!, right: match[3]! };
}
