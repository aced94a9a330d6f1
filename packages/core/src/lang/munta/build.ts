// From a `.muntax` file to a network that means the same. Where the languages differ: of two that synchronise, `?`
// updates first and is our sender; right sides are computed before anything is written; an update that leaves a
// range takes the step away, so ranges that updates may leave are invariants of the first process; a committed
// location must be urgent, too, as ours are.

import type { DiagnosticCode, DiagnosticSink, Sources, Span } from "../../diagnostics/index.ts";
import { didYouMean } from "../../diagnostics/suggest.ts";
import type {
  Channel,
  ClockConjunct,
  ClockRef,
  Conjunct,
  Edge,
  Expression,
  Formula,
  Location,
  Network,
  Process,
  Query,
  Statement,
  Sync,
  Variable,
} from "../../network/index.ts";
import { UNUSED_PARTS } from "../../network/index.ts";
import { type MuntaAssigned, MuntaParser, MuntaSyntax, type Ranged, type Sexp } from "./parser.ts";
import { type Muntax, type MuntaxAutomaton, placesIn } from "./schema.ts";

/** What a variable that leaves its range on the way may reach before it is a fault. */
const WIDE = 2 ** 28;

interface Declared {
  readonly name: string;
  readonly min: number;
  readonly max: number;
  readonly span: Span;
  /** Some update may leave the range. */
  wide: boolean;
}

export class MuntaBuilder {
  private readonly file: Muntax;
  private readonly block: number;
  private sink: DiagnosticSink;
  private readonly sources: Sources;
  private readonly places: ReadonlyMap<string, number>;
  private readonly clocks = new Map<string, { readonly index: number; readonly span: Span }>();
  private readonly variables = new Map<string, Declared & { readonly cell: number }>();
  private readonly channels = new Map<string, Channel & { readonly index: number }>();

  constructor(file: Muntax, name: string, text: string, sources: Sources, sink: DiagnosticSink) {
    this.file = file;
    this.sources = sources;
    this.sink = sink;
    this.block = sources.add({ file: name, text });
    this.places = placesIn(text);
  }

  /** Null where `sink` says what is wrong. */
  network(name: string): Network | null {
    this.declare();
    if (this.sink.errors > 0) return null;
    this.findWide();
    const edges: Edge[] = [];
    const processes = this.file.automata.map((automaton, index) => this.process(automaton, index, edges));
    const network: Network = {
      name,
      language: "uppaal",
      processes,
      edges,
      channels: [...this.channels.values()].map(({ index: _, ...channel }) => channel),
      vectors: [],
      events: [],
      clocks: [...this.clocks].map(([clock, { span }]) => ({ name: clock, initial: 0, span })),
      variables: [...this.variables.values()].map((variable) => this.variable(variable)),
      cells: this.variables.size,
      initialValues: [...this.variables].map(() => 0),
      ...UNUSED_PARTS,
      sources: this.sources.blocks,
    };
    if (this.sink.errors > 0) return null;
    const query = this.question(this.file.formula, (at) => this.span("formula", at), network);
    return query === null ? null : { ...network, queries: [{ ...query, number: 1 }] };
  }

  /** What is wrong from now on is said there. */
  saying(sink: DiagnosticSink): this {
    this.sink = sink;
    return this;
  }

  /** One more question, in the language of the file's. */
  question(text: string, span: (at: number) => Span, network: Network): Query | null {
    try {
      const read = new MuntaParser(text).question();
      const common = { text: text.trim(), frameSize: 0, span: { ...span(0), end: span(0).start + text.length } };
      if ("kind" in read) return { kind: read.kind, formula: this.formula(read.of, network, span), ...common };
      const [premise, conclusion] = [read.premise, read.conclusion].map((part) => this.formula(part, network, span));
      return { kind: "-->", premise: premise!, conclusion: conclusion!, ...common };
    } catch (error) {
      if (!(error instanceof MuntaSyntax)) throw error;
      this.sink.error("TH1961", error.message, span(error.at));
      return null;
    }
  }

  private declare(): void {
    const read = <T>(path: "clocks" | "vars", parse: (parser: MuntaParser) => readonly T[]): readonly T[] =>
      this.parsed(path, () => parse(new MuntaParser(this.file[path]))) ?? [];
    for (const { name, at } of read("clocks", (parser) => parser.names())) {
      const span = this.span("clocks", at, name.length);
      if (this.clocks.has(name)) this.wrong("TH2560", `the clock ${name} is declared twice`, span);
      this.clocks.set(name, { index: this.clocks.size, span });
    }
    for (const { name, min, max, at } of read("vars", (parser) => parser.ranges())) {
      const span = this.span("vars", at, name.length);
      if (this.variables.has(name) || this.clocks.has(name)) this.wrong("TH2560", `${name} is declared twice`, span);
      if (min > 0 || max < 0) this.wrong("TH2561", `the range of ${name} does not contain 0, where it starts`, span);
      if (Math.max(-min, max) >= WIDE) this.wrong("TH3905", `the range of ${name} has more than 28 bits`, span);
      this.variables.set(name, { name, min, max, span, wide: false, cell: this.variables.size });
    }
    const names = this.file.automata.map(({ name }) => name);
    for (const [i, name] of names.entries()) {
      if (names.indexOf(name) < i)
        this.wrong("TH2560", `there are two processes ${name}`, this.span(`automata.${i}.name`));
    }
    if (names.length === 0) this.wrong("TH2561", "there is no process", this.span("automata"));
  }

  /** Until nothing changes: what is wide may make others so. */
  private findWide(): void {
    for (let known = -1; known !== this.wideCount() && this.sink.errors === 0; ) {
      known = this.wideCount();
      for (const [a, { edges }] of this.file.automata.entries()) {
        for (const [e, { update }] of edges.entries()) {
          for (const { name, value } of this.updates(update, `automata.${a}.edges.${e}.update`)) {
            const variable = this.variables.get(name);
            if (variable !== undefined && (value.min < variable.min || value.max > variable.max)) variable.wide = true;
          }
        }
      }
    }
  }

  private wideCount(): number {
    return [...this.variables.values()].filter(({ wide }) => wide).length;
  }

  private variable({ name, cell, span, ...range }: Declared & { readonly cell: number }): Variable {
    const { min, max } = rangeOf(range);
    return { name, type: { kind: "int", min, max }, cell, meta: false, span };
  }

  private process(automaton: MuntaxAutomaton, index: number, edges: Edge[]): Process {
    const path = `automata.${index}`;
    const ids = new Map<number, number>();
    for (const [i, { id }] of automaton.nodes.entries()) {
      if (ids.has(id)) this.wrong("TH2560", `two locations have the id ${id}`, this.span(`${path}.nodes.${i}.id`));
      ids.set(id, i);
    }
    const at = (id: number, where: string): number => {
      const known = ids.get(id);
      if (known === undefined) this.wrong("TH2562", `there is no location with the id ${id}`, this.span(where));
      return known ?? 0;
    };
    for (const [i, id] of automaton.urgent.entries()) at(id, `${path}.urgent.${i}`);
    for (const [i, id] of automaton.committed.entries()) {
      at(id, `${path}.committed.${i}`);
      if (!automaton.urgent.includes(id)) {
        const hint = "list it in `urgent`, too, if no time is to pass";
        this.wrong(
          "TH3905",
          `location ${id} is committed and lets time pass, as ours never do`,
          this.span(`${path}.committed.${i}`),
          hint,
        );
      }
    }
    const taken = new Set<string>();
    const locations = automaton.nodes.map(({ id, name, invariant }, i): Location => {
      const where = `${path}.nodes.${i}`;
      if (name !== "" && taken.has(name))
        this.wrong("TH2560", `two locations are called ${name}`, this.span(`${where}.name`));
      taken.add(name);
      const bounds = this.conjuncts(invariant, `${where}.invariant`);
      if (bounds.some(({ kind }) => kind === "data")) {
        this.wrong("TH3905", "an invariant of Munta's is about clocks alone", this.span(`${where}.invariant`));
      }
      const begins = id === automaton.initial && bounds.some(isBrokenAtStart);
      if (begins)
        this.wrong(
          "TH3905",
          "the initial location's invariant does not hold at the start",
          this.span(`${where}.invariant`),
        );
      return {
        name: name === "" ? `L${id}` : name,
        urgent: automaton.urgent.includes(id) && !automaton.committed.includes(id),
        committed: automaton.committed.includes(id),
        invariant: [...(index === 0 ? this.withinRanges() : []), ...bounds],
        rates: [],
        frameSize: 0,
        labels: [],
        span: this.span(`${where}.name`, 0, name.length),
      };
    });
    const own = automaton.edges.map((edge, i) => {
      const where = `${path}.edges.${i}`;
      const id = edges.length;
      const updates = this.updates(edge.update, `${where}.update`);
      edges.push({
        id,
        process: index,
        source: at(edge.source, `${where}.source`),
        target: at(edge.target, `${where}.target`),
        selects: [],
        guard: this.conjuncts(edge.guard, `${where}.guard`),
        sync: this.sync(edge.label, where, edge.guard),
        update: this.statements(updates, `${where}.update`),
        frameSize: updates.length,
        controllable: true,
        fileIndex: i,
        span: this.span(where),
      });
      return id;
    });
    const initial = at(automaton.initial, `${path}.initial`);
    return { name: automaton.name, template: automaton.name, locations, edges: own, initial: [initial], priority: 0 };
  }

  /** Data conjuncts that take away the steps which leave a range. */
  private withinRanges(): readonly Conjunct[] {
    return [...this.variables.values()].flatMap(({ cell, min, max, wide }): Conjunct[] => {
      if (!wide) return [];
      const bound = (op: ">=" | "<=", value: number): Expression => ({
        kind: "binary",
        op,
        left: loadOf(cell),
        right: { kind: "constant", value },
      });
      return [{ kind: "data", condition: { kind: "and", left: bound(">=", min), right: bound("<=", max) } }];
    });
  }

  private updates(text: string, path: string): readonly MuntaAssigned[] {
    const lookup = (name: string, at: number): Ranged => {
      const variable = this.variables.get(name);
      if (variable !== undefined) return { expression: loadOf(variable.cell), ...rangeOf(variable) };
      throw new MuntaSyntax(this.unknown("variable", name, [...this.variables.keys()]), at);
    };
    return this.parsed(path, () => new MuntaParser(text).updates(lookup)) ?? [];
  }

  /** All right sides first, into the frame; then they are written. */
  private statements(updates: readonly MuntaAssigned[], path: string): readonly Statement[] {
    const computed: Statement[] = [];
    const written: Statement[] = [];
    const wide = { min: -(2 ** 31), max: 2 ** 31 - 1 };
    for (const [i, { name, value, at }] of updates.entries()) {
      const clock = this.clocks.get(name);
      const variable = this.variables.get(name);
      const span = this.span(path, at, name.length);
      const { expression } = value;
      if (clock !== undefined) {
        if (expression.kind !== "constant" || expression.value !== 0)
          this.wrong("TH3905", "Munta only sets clocks to 0", span);
        written.push(statement({ kind: "clock-assign", clock: clockRef(clock.index), value: expression, span }));
      } else if (variable === undefined) {
        this.wrong(
          "TH2562",
          this.unknown("variable or clock", name, [...this.variables.keys(), ...this.clocks.keys()]),
          span,
        );
      } else {
        const frame = { space: "frame", base: i, offset: 0, steps: [] } as const;
        const cell = { space: "state", base: variable.cell, offset: 0, steps: [] } as const;
        const common = { kind: "assign", op: "", yields: "new", span } as const;
        computed.push(statement({ ...common, target: frame, value: expression, ...wide }));
        written.push(
          statement({ ...common, target: cell, value: { kind: "load", place: frame }, ...rangeOf(variable) }),
        );
      }
    }
    return [...computed, ...written];
  }

  private sync(label: string, path: string, guard: string): Sync {
    const read = this.parsed(`${path}.label`, () => new MuntaParser(label).label());
    if (read === undefined || read.mark === "") return { kind: "internal" };
    const { name, mark } = read;
    const broadcast = this.file.broadcast.includes(name);
    const span = this.span(`${path}.label`, 0, label.length);
    const known = this.channels.get(name) ?? { name, broadcast, urgent: false, priority: 0, index: this.channels.size };
    this.channels.set(name, known);
    const isSender = (mark === "!") === broadcast;
    if (broadcast && !isSender && this.conjuncts(guard, `${path}.guard`).some(({ kind }) => kind === "clock")) {
      this.wrong("TH3905", `who receives ${name}, a broadcast, may ask no clocks in Munta`, this.span(`${path}.guard`));
    }
    return { kind: isSender ? "send" : "receive", channel: { base: known.index, steps: [] }, span };
  }

  private conjuncts(text: string, path: string): readonly Conjunct[] {
    if (text.trim() === "") return [];
    const read = this.parsed(path, () => new MuntaParser(text).condition());
    if (read === undefined) return [];
    const parts = read.kind === "and" ? flat(read) : [read];
    return parts.flatMap((part): Conjunct[] => {
      const clock = part.kind === "compare" ? this.clocks.get(part.name) : undefined;
      if (clock !== undefined && part.kind === "compare")
        return [clockConjunct(clock.index, part, this.span(path, part.at))];
      const condition = this.parsed(path, () => this.dataOf(part));
      return condition === undefined ? [] : [{ kind: "data", condition }];
    });
  }

  /** A condition on variables alone. */
  private dataOf(sexp: Sexp): Expression {
    switch (sexp.kind) {
      case "compare": {
        const variable = this.variables.get(sexp.name);
        if (variable === undefined) {
          const isClock = this.clocks.has(sexp.name);
          const unknown = this.unknown("variable or clock", sexp.name, [
            ...this.variables.keys(),
            ...this.clocks.keys(),
          ]);
          throw new MuntaSyntax(isClock ? "clocks stand in conjunctions only" : unknown, sexp.at);
        }
        const right = { kind: "constant", value: sexp.value } as const;
        return { kind: "binary", op: sexp.op, left: loadOf(variable.cell), right };
      }
      case "and":
      case "or":
        return sexp.parts
          .map((part) => this.dataOf(part))
          .reduceRight((right, left) => ({ kind: sexp.kind, left, right }));
      case "imply": {
        const left: Expression = { kind: "unary", op: "!", operand: this.dataOf(sexp.left) };
        return { kind: "or", left, right: this.dataOf(sexp.right) };
      }
      default:
        throw new MuntaSyntax("a guard compares variables and clocks, and nothing else", sexp.at);
    }
  }

  private formula(sexp: Sexp, network: Network, span: (at: number) => Span): Formula {
    switch (sexp.kind) {
      case "compare":
        if (this.clocks.has(sexp.name)) throw new MuntaSyntax("Munta's questions ask for no clocks", sexp.at);
        return { kind: "data", condition: this.dataOf(sexp) };
      case "location": {
        const process = network.processes.findIndex(({ name }) => name === sexp.process);
        const all = network.processes.map(({ name }) => name);
        if (process < 0) throw new MuntaSyntax(this.unknown("process", sexp.process, all), sexp.at);
        const names = network.processes[process]!.locations.map(({ name }) => name);
        const location = names.indexOf(sexp.location);
        if (location < 0) throw new MuntaSyntax(this.unknown("location", sexp.location, names), sexp.at);
        return { kind: "data", condition: { kind: "at", process: { base: process, steps: [] }, location } };
      }
      case "deadlock":
        return { kind: "deadlock" };
      case "not":
        return { kind: "not", part: this.formula(sexp.part, network, span) };
      case "imply": {
        const [premise, conclusion] = [sexp.left, sexp.right].map((part) => this.formula(part, network, span));
        return { kind: "or", parts: [{ kind: "not", part: premise! }, conclusion!] };
      }
      default:
        return { kind: sexp.kind, parts: sexp.parts.map((part) => this.formula(part, network, span)) };
    }
  }

  private unknown(what: string, name: string, known: readonly string[]): string {
    const near = didYouMean(name, known);
    return `there is no ${what} ${name}${near === undefined ? "" : `: ${near}`}`;
  }

  /** Undefined where the text is wrong, which is said. */
  private parsed<T>(path: string, parse: () => T): T | undefined {
    try {
      return parse();
    } catch (error) {
      if (!(error instanceof MuntaSyntax)) throw error;
      this.wrong("TH1961", error.message, this.span(path, error.at));
      return undefined;
    }
  }

  private wrong(code: DiagnosticCode, message: string, span: Span, hint?: string): void {
    const isKnown = this.sink.list.some((one) => one.message === message && one.span?.start === span.start);
    if (!isKnown) this.sink.error(code, message, span, hint);
  }

  private span(path: string, at = 0, length = 1): Span {
    const start = (this.places.get(path) ?? 0) + at;
    return { block: this.block, start, end: start + length };
  }
}

function rangeOf({ min, max, wide }: Pick<Declared, "min" | "max" | "wide">): { min: number; max: number } {
  return wide ? { min: -WIDE, max: WIDE } : { min, max };
}

function loadOf(cell: number): Expression {
  return { kind: "load", place: { space: "state", base: cell, offset: 0, steps: [] } };
}

function clockRef(index: number): ClockRef {
  return { space: "clock", base: index, steps: [] };
}

function statement(expression: Expression): Statement {
  return { kind: "expression", expression };
}

function clockConjunct(index: number, { op, value }: Extract<Sexp, { kind: "compare" }>, span: Span): ClockConjunct {
  return { kind: "clock", binders: [], left: clockRef(index), op, bound: { kind: "constant", value }, span };
}

function flat(sexp: Sexp): readonly Sexp[] {
  return sexp.kind === "and" ? sexp.parts.flatMap(flat) : [sexp];
}

/** All clocks start at 0. */
function isBrokenAtStart(conjunct: Conjunct): boolean {
  if (conjunct.kind !== "clock" || conjunct.bound.kind !== "constant") return false;
  const { op } = conjunct;
  const { value } = conjunct.bound;
  return op === "<"
    ? value <= 0
    : op === "<="
      ? value < 0
      : op === "=="
        ? value !== 0
        : op === ">="
          ? value > 0
          : value >= 0;
}
