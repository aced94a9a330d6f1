// Builds small networks in code, for tests and for the random generator: declare clocks, variables and channels,
// then processes with locations and edges; `build` numbers everything as a front end would.

import { sizeOf } from "../network/cells.ts";
import { frozenNetwork } from "../network/freeze.ts";
import type {
  Channel,
  Clock,
  ClockRef,
  Conjunct,
  Edge,
  Expression,
  FunctionDefinition,
  Location,
  Network,
  Process,
  Query,
  Rate,
  Select,
  Statement,
  Sync,
  SyncVector,
  ValueType,
  Variable,
} from "../network/network.ts";

export interface LocationOptions {
  readonly urgent?: boolean;
  readonly committed?: boolean;
  readonly invariant?: readonly Conjunct[];
  readonly rates?: readonly Rate[];
  readonly labels?: readonly number[];
  /** Cells for bound variables of the invariant. */
  readonly frameSize?: number;
}

export interface BuiltEdge {
  readonly selects?: readonly Select[];
  readonly guard?: readonly Conjunct[];
  readonly sync?: Sync;
  readonly update?: readonly Statement[];
  /** Cells beyond those of the selects. */
  readonly locals?: number;
}

export class ProcessBuilder {
  readonly index: number;
  readonly name: string;
  priority = 0;
  readonly locations: Location[] = [];
  readonly edges: (Omit<Edge, "id" | "process" | "fileIndex"> & { readonly source: number })[] = [];
  initial: number[] = [0];

  constructor(index: number, name: string) {
    this.index = index;
    this.name = name;
  }

  location(name: string, options: LocationOptions = {}): number {
    this.locations.push({
      name,
      urgent: options.urgent ?? false,
      committed: options.committed ?? false,
      invariant: options.invariant ?? [],
      rates: options.rates ?? [],
      frameSize: options.frameSize ?? 0,
      labels: options.labels ?? [],
    });
    return this.locations.length - 1;
  }

  edge(source: number, target: number, options: BuiltEdge = {}): void {
    const selects = options.selects ?? [];
    this.edges.push({
      source,
      target,
      selects,
      guard: options.guard ?? [],
      sync: options.sync ?? { kind: "internal" },
      update: options.update ?? [],
      frameSize: selects.length + (options.locals ?? 0),
      controllable: true,
    });
  }
}

export class NetworkBuilder {
  readonly name: string;
  readonly clocks: Clock[] = [];
  readonly channels: Channel[] = [];
  readonly variables: Variable[] = [];
  readonly initialValues: number[] = [];
  readonly functions: FunctionDefinition[] = [];
  readonly processes: ProcessBuilder[] = [];
  readonly vectors: SyncVector[] = [];
  readonly events: string[] = [];
  readonly queries: Query[] = [];
  readonly beforeUpdate: Statement[] = [];
  readonly afterUpdate: Statement[] = [];
  language: Network["language"] = "uppaal";
  internalPriority = 0;

  constructor(name = "test") {
    this.name = name;
  }

  clock(name: string, initial = 0): number {
    this.clocks.push({ name, initial });
    return this.clocks.length - 1;
  }

  channel(name: string, options: Partial<Omit<Channel, "name">> = {}): number {
    this.channels.push({ name, broadcast: false, urgent: false, priority: 0, ...options });
    return this.channels.length - 1;
  }

  event(name: string): number {
    this.events.push(name);
    return this.events.length - 1;
  }

  /** Declares a variable; yields its first cell. */
  variable(name: string, type: ValueType, initial: readonly number[] | number = 0, meta = false): number {
    const cell = this.initialValues.length;
    const size = sizeOf(type);
    this.variables.push({ name, type, cell, meta });
    for (let k = 0; k < size; k++) this.initialValues.push(typeof initial === "number" ? initial : (initial[k] ?? 0));
    return cell;
  }

  int(name: string, min: number, max: number, initial = Math.max(min, 0)): number {
    return this.variable(name, { kind: "int", min, max }, initial);
  }

  process(name: string): ProcessBuilder {
    const process = new ProcessBuilder(this.processes.length, name);
    this.processes.push(process);
    return process;
  }

  build(): Network {
    const edges: Edge[] = [];
    const processes = this.processes.map((builder): Process => {
      const ids = builder.edges.map((edge, fileIndex) => {
        edges.push({ ...edge, id: edges.length, process: builder.index, fileIndex });
        return edges.length - 1;
      });
      const { name, locations, initial, priority } = builder;
      return { name, template: name, locations, edges: ids, initial, priority };
    });
    const priorities = [...this.channels.map(({ priority }) => priority), this.internalPriority];
    const hasPriorities =
      priorities.some((priority) => priority !== priorities[0]) ||
      this.processes.some(({ priority }) => priority !== this.processes[0]!.priority);
    return frozenNetwork({
      name: this.name,
      language: this.language,
      processes,
      edges,
      channels: this.channels,
      vectors: this.vectors,
      events: this.events,
      clocks: this.clocks,
      variables: this.variables,
      cells: this.initialValues.length,
      initialValues: this.initialValues,
      functions: this.functions,
      beforeUpdate: this.beforeUpdate,
      afterUpdate: this.afterUpdate,
      updateFrameSize: 0,
      internalPriority: this.internalPriority,
      hasPriorities,
      progress: [],
      labels: [],
      obstacles: [],
      queries: this.queries,
      sources: [],
    });
  }
}

// ------------------------------------------------------------------------------- expressions and constraints

export function num(value: number): Expression {
  return { kind: "constant", value };
}

/** A cell of the state. */
export function cell(base: number): Expression {
  return { kind: "load", place: { space: "state", base, offset: 0, steps: [] } };
}

/** A cell of the frame: a select value, a parameter, a bound variable. */
export function local(base: number): Expression {
  return { kind: "load", place: { space: "frame", base, offset: 0, steps: [] } };
}

/** An element of an array of scalars. */
export function element(base: number, length: number, index: Expression): Expression {
  return {
    kind: "load",
    place: { space: "state", base, offset: 0, steps: [{ index, first: 0, count: length, stride: 1 }] },
  };
}

export function op(
  operator: Extract<Expression, { kind: "binary" }>["op"],
  left: Expression,
  right: Expression,
): Expression {
  return { kind: "binary", op: operator, left, right };
}

export function at(process: number, location: number): Expression {
  return { kind: "at", process: { base: process, steps: [] }, location };
}

/** `cell := value`, which must lie in min … max. */
export function set(base: number, value: Expression, min: number, max: number): Statement {
  const target = { space: "state", base, offset: 0, steps: [] } as const;
  return { kind: "expression", expression: { kind: "assign", target, op: "", value, min, max, yields: "new" } };
}

export function clockRef(clock: number): ClockRef {
  return { space: "clock", base: clock, steps: [] };
}

/** `x[index]` of `count` neighbouring clocks. */
export function clockElement(first: number, count: number, index: Expression): ClockRef {
  return { space: "clock", base: first, steps: [{ index, first: 0, count, stride: 1 }] };
}

/** `x := value`. */
export function reset(clock: number, value: Expression | number = 0): Statement {
  const amount = typeof value === "number" ? num(value) : value;
  return { kind: "expression", expression: { kind: "clock-assign", clock: clockRef(clock), value: amount } };
}

/** `x := y + value`. */
export function copyClock(clock: number, source: number, value: Expression | number = 0): Statement {
  const amount = typeof value === "number" ? num(value) : value;
  return {
    kind: "expression",
    expression: { kind: "clock-assign", clock: clockRef(clock), source: clockRef(source), value: amount },
  };
}

export function data(condition: Expression): Conjunct {
  return { kind: "data", condition };
}

type Comparison = "<" | "<=" | "==" | ">=" | ">";

/** `x op bound`. */
export function when(clock: number, comparison: Comparison, bound: Expression | number): Conjunct {
  return {
    kind: "clock",
    binders: [],
    left: clockRef(clock),
    op: comparison,
    bound: typeof bound === "number" ? num(bound) : bound,
  };
}

/** `x − y op bound`. */
export function apart(left: number, right: number, comparison: Comparison, bound: Expression | number): Conjunct {
  return {
    kind: "clock",
    binders: [],
    left: clockRef(left),
    right: clockRef(right),
    op: comparison,
    bound: typeof bound === "number" ? num(bound) : bound,
  };
}

/** `x' == 0` or `x' == 1`. */
export function rate(clock: number, value: Expression | number): Rate {
  return { binders: [], clock: clockRef(clock), rate: typeof value === "number" ? num(value) : value };
}

export function send(channel: number): Sync {
  return { kind: "send", channel: { base: channel, steps: [] } };
}

/** `c[index]!` or `c[index]?` of `count` neighbouring channels. */
export function onElement(kind: "send" | "receive", first: number, count: number, index: Expression): Sync {
  return { kind, channel: { base: first, steps: [{ index, first: 0, count, stride: 1 }] } };
}

export function receive(channel: number): Sync {
  return { kind: "receive", channel: { base: channel, steps: [] } };
}

export function onEvent(event: number): Sync {
  return { kind: "event", event };
}
