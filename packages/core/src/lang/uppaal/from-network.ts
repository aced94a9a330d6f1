// Says a network in UPPAAL's language: one template per process, all data global, joint steps of two TChecker
// processes as binary channels. This is how models from TChecker and from JSON become `.xta` and `.xml`; what the
// language cannot say is refused by name.

import type { DiagnosticSink, Span } from "../../diagnostics/index.ts";
import {
  type Edge,
  kindOf,
  type Network,
  type Query,
  type QueryOf,
  type Statement,
  sizeOf,
  temporalText,
  type ValueType,
  visitStatements,
} from "../../network/index.ts";
import { ExpressionPrinter, type FrameNames, INT32, NO_FRAME } from "./from-network/expressions.ts";
import { type Group, Names, WORD } from "./from-network/names.ts";
import { specialiseCalls } from "./from-network/specialise.ts";
import { callOrder, StatementPrinter } from "./from-network/statements.ts";
import { Unsayable } from "./from-network/unsayable.ts";
import { channelsOfVectors, type SyncText } from "./from-network/vectors.ts";

/** The network as an `.xta` text; null when something cannot be said, which the sink then names. */
export function networkToXta(network: Network, sink: DiagnosticSink): string | null {
  const before = sink.errors;
  const text = new NetworkPrinter(specialiseCalls(network), sink).print();
  return sink.errors > before ? null : text;
}

class NetworkPrinter {
  private readonly network: Network;
  private readonly sink: DiagnosticSink;
  private readonly names: Names;
  private readonly expressions: ExpressionPrinter;
  private readonly statements: StatementPrinter;
  /** Functions made for updates that are more than a list. */
  private readonly updates: string[] = [];

  constructor(network: Network, sink: DiagnosticSink) {
    this.network = network;
    this.sink = sink;
    this.names = new Names(network);
    this.expressions = new ExpressionPrinter(network, this.names, new Map());
    this.statements = new StatementPrinter(this.expressions);
  }

  print(): string {
    const { network, names } = this;
    this.refuseWhole();
    const vectors = channelsOfVectors(network, names, this.sink);
    const functions = this.functions();
    const hooks = this.hooks();
    const processes = network.processes.map((_, index) => this.process(index, vectors.syncs));
    const system = this.system();
    const queries = network.queries.map((query) => this.query(query));
    // Helpers are known only now, but everything else refers to them.
    const helpers = [...this.expressions.checks.values()].map(
      ({ name, min, max }) => `int[${min},${max}] ${name}(${WORD} value) {\n    return value;\n}\n`,
    );
    const sections = [
      `typedef int[${INT32.min},${INT32.max}] ${WORD};\n`,
      this.variables(),
      this.clocks(),
      this.channels(vectors.declarations),
      ...helpers,
      ...functions,
      ...this.updates,
      hooks,
      ...processes,
      system,
      ...queries,
    ];
    return sections.filter((section) => section !== "").join("\n");
  }

  /** Runs a printer of some part; what it cannot say becomes a diagnostic, and an empty text. */
  private attempt(where: string, span: Span | undefined, print: () => string): string {
    try {
      return print();
    } catch (error) {
      if (!(error instanceof Unsayable)) throw error;
      this.sink.error("TH3800", `cannot be converted to UPPAAL: ${error.message} (in ${where})`, error.span ?? span);
      return "";
    }
  }

  /** A question that cannot be said is left out; the model is not the worse for it. */
  private orWithout(query: Query, print: () => string): string {
    try {
      return print();
    } catch (error) {
      if (!(error instanceof Unsayable)) throw error;
      this.sink.warn(
        "TH3801",
        `the query \`${query.text}\` is left out: UPPAAL cannot say ${error.message}`,
        query.span,
      );
      return "";
    }
  }

  private refuseWhole(): void {
    const { obstacles, processes, labels, variables } = this.network;
    for (const { feature, span } of obstacles) this.sink.error("TH3800", `cannot be converted: ${feature}`, span);
    for (const { name, initial } of processes) {
      if (initial.length === 1) continue;
      this.sink.error("TH3800", `UPPAAL cannot say: several initial locations (process \`${name}\`)`);
    }
    for (const [i, { priority, name }] of processes.entries()) {
      // The system line lists processes by priority, and its order is the order of the processes.
      if (i === 0 || processes[i - 1]!.priority <= priority) continue;
      this.sink.error("TH3800", `UPPAAL cannot say: a process \`${name}\` of lower priority behind a higher one`);
    }
    if (JSON.stringify(variables.map(({ type }) => type)).includes('"scalar"')) {
      this.sink.warn("TH3801", "scalar sets have lost their names: they become ranges of integers");
    }
    if (labels.length > 0) this.sink.warn("TH3801", "UPPAAL has no place for labels of locations: left out");
  }

  private variables(): string {
    const { variables, initialValues } = this.network;
    const lines = variables.map(({ type, cell, meta, kept, constant }, index) => {
      const { base, dimensions } = typeText(type);
      const prefix = constant === true ? "const " : meta || kept === true ? "meta " : "";
      const values = initialValues.slice(cell, cell + sizeOf(type));
      const isDefault = constant !== true && values.every((value) => value === 0);
      const initialiser = isDefault ? "" : ` = ${initialText(type, values)}`;
      return `${prefix}${base} ${this.names.variables[index]}${dimensions}${initialiser};\n`;
    });
    return lines.join("");
  }

  private clocks(): string {
    const { clocks } = this.network;
    return this.names.clocks
      .map(({ name, first, length, isArray }) => {
        const initial = clocks.slice(first, first + length).map((clock) => clock.initial);
        const isDefault = initial.every((value) => value === 0);
        const list = isArray ? `{${initial.join(", ")}}` : `${initial[0]}`;
        return `clock ${name}${isArray ? `[${length}]` : ""}${isDefault ? "" : ` = ${list}`};\n`;
      })
      .join("");
  }

  private channels(more: readonly string[]): string {
    const { channels, hasPriorities, internalPriority } = this.network;
    const lines = this.names.channels.map((group) => {
      const { broadcast, urgent } = channels[group.first]!;
      const prefix = `${urgent ? "urgent " : ""}${broadcast ? "broadcast " : ""}chan`;
      return `${prefix} ${group.name}${group.isArray ? `[${group.length}]` : ""};\n`;
    });
    if (!hasPriorities || channels.every(({ priority }) => priority === internalPriority)) {
      return [...lines, ...more].join("");
    }
    const levels = new Map<number, string[]>([[internalPriority, ["default"]]]);
    for (const group of this.names.channels) {
      for (let i = 0; i < group.length; i++) {
        const { priority } = channels[group.first + i]!;
        if (priority === internalPriority) continue;
        levels.set(priority, [...(levels.get(priority) ?? []), elementOf(group, i)]);
      }
    }
    const ordered = [...levels].sort(([a], [b]) => a - b).map(([, members]) => members.join(", "));
    return [...lines, ...more, `chan priority ${ordered.join(" < ")};\n`].join("");
  }

  private functions(): string[] {
    const { network } = this;
    const calls = (index: number): Set<number> => {
      const called = new Set<number>();
      visitStatements(network.functions[index]!.body, {
        expression: (expression) => expression.kind === "call" && called.add(expression.function),
      });
      return called;
    };
    return callOrder(network, calls).map((index) => {
      const definition = network.functions[index]!;
      return this.attempt(`function \`${definition.name}\``, definition.span, () =>
        this.statements.definition(this.names.functions[index]!, definition),
      );
    });
  }

  private hooks(): string {
    const { beforeUpdate, afterUpdate, updateFrameSize } = this.network;
    const hook = (name: string, body: readonly Statement[]): string =>
      body.length === 0 ? "" : `${name} { ${this.update(body, [], updateFrameSize, name).join(", ")} }\n`;
    return this.attempt(
      "the update hooks",
      undefined,
      () => hook("before_update", beforeUpdate) + hook("after_update", afterUpdate),
    );
  }

  /** Effects as a list of expressions, by way of a function of their own where a list will not do. */
  private update(body: readonly Statement[], selects: readonly string[], frameSize: number, name: string): string[] {
    const frame: FrameNames = { ...NO_FRAME, names: new Map(selects.entries()) };
    try {
      const list = this.statements.list(body, frame);
      if (list !== null) return list;
    } catch (error) {
      if (!(error instanceof Unsayable)) throw error;
    }
    const unique = this.names.fresh(`${name}_update`);
    this.updates.push(this.statements.functionText("void", unique, [...selects.keys()], frameSize, body));
    return [`${unique}(${selects.join(", ")})`];
  }

  private process(index: number, syncs: SyncText): string {
    const process = this.network.processes[index]!;
    const locations = this.names.locations[index]!;
    const flagged = (flag: "urgent" | "committed"): string =>
      locations.filter((_, i) => process.locations[i]![flag]).join(", ");
    const states = process.locations.map((location, i) => {
      const where = `location \`${process.name}.${location.name}\``;
      const invariant = this.attempt(where, location.span, () =>
        [
          ...location.invariant.map((conjunct) => this.expressions.conjunct(conjunct, NO_FRAME)),
          ...location.rates.map((rate) => this.expressions.rate(rate, NO_FRAME)),
        ].join(" && "),
      );
      return `    ${locations[i]}${invariant === "" ? "" : ` { ${invariant} }`}`;
    });
    const edges = process.edges.flatMap((id) => {
      const edge = this.network.edges[id]!;
      return syncs(edge).map((sync) => this.attempt(`edge ${id}`, edge.span, () => this.edge(edge, locations, sync)));
    });
    return [
      `process ${this.names.processes[index]}() {\nstate\n${states.join(",\n")};\n`,
      flagged("committed") === "" ? "" : `commit ${flagged("committed")};\n`,
      flagged("urgent") === "" ? "" : `urgent ${flagged("urgent")};\n`,
      `init ${locations[process.initial[0] ?? 0]};\n`,
      edges.length === 0 ? "" : `trans\n${edges.join(",\n")};\n`,
      "}\n",
    ].join("");
  }

  private edge(edge: Edge, locations: readonly string[], vectorSync: string | null): string {
    const neighbours = new Set(locations);
    const selects = edge.selects.map(({ name }) => this.names.local(name, neighbours));
    const frame: FrameNames = { ...NO_FRAME, names: new Map(selects.entries()) };
    const guard = edge.guard.map((conjunct) => this.expressions.conjunct(conjunct, frame));
    const { sync } = edge;
    const own =
      sync.kind === "send" || sync.kind === "receive"
        ? `${this.expressions.channel(sync.channel, frame)}${sync.kind === "send" ? "!" : "?"}`
        : null;
    const syncText = own ?? vectorSync;
    const update = this.update(edge.update, selects, edge.frameSize, `edge_${edge.id}`);
    const ranges = edge.selects.map(({ min, max }, i) => `${selects[i]} : int[${min},${max}]`);
    const clauses = [
      ranges.length === 0 ? "" : `select ${ranges.join(", ")}; `,
      guard.length === 0 ? "" : `guard ${guard.join(" && ")}; `,
      syncText === null ? "" : `sync ${syncText}; `,
      update.length === 0 ? "" : `assign ${update.join(", ")}; `,
    ];
    const arrow = edge.controllable ? "->" : "-u->";
    return `    ${locations[edge.source]} ${arrow} ${locations[edge.target]} { ${clauses.join("")}}`;
  }

  private system(): string {
    const { processes, progress } = this.network;
    const names = this.names.processes;
    const line = names.map((name, i) => {
      const before = processes[i - 1];
      return i === 0 ? name : `${before!.priority < processes[i]!.priority ? " < " : ", "}${name}`;
    });
    const measures = progress.map(({ guard, measure }) =>
      this.attempt("a progress measure", undefined, () => {
        const condition = guard === undefined ? "" : `${this.expressions.print(guard, NO_FRAME)} : `;
        return `    ${condition}${this.expressions.print(measure, NO_FRAME)};\n`;
      }),
    );
    return `system ${line.join("")};\n${measures.length === 0 ? "" : `progress {\n${measures.join("")}}\n`}`;
  }

  private query(query: Query): string {
    if (query.kind === "unsupported") {
      this.sink.warn("TH3801", `the query \`${query.text}\` is left out: ${query.feature}`, query.span);
      return "";
    }
    // They are about the model as it was written, of which a network keeps what symbolic analyses need.
    if (kindOf(query).form === "statistical") {
      this.sink.warn("TH3801", `the query \`${query.text}\` is left out: it is statistical`, query.span);
      return "";
    }
    const printer = new ExpressionPrinter(this.network, this.names, this.expressions.checks, true);
    const text = this.orWithout(query, () => {
      switch (kindOf(query).form) {
        case "leads-to": {
          const { premise, conclusion } = query as QueryOf<"leads-to">;
          return `(${printer.formula(premise, NO_FRAME)}) ${query.kind} (${printer.formula(conclusion, NO_FRAME)})`;
        }
        case "temporal": {
          const { temporal, atoms } = query as QueryOf<"temporal">;
          return `${query.kind}: ${temporalText(temporal, (atom) => `{${printer.formula(atoms[atom]!, NO_FRAME)}}`)}`;
        }
        case "terms": {
          const { condition, terms } = query as QueryOf<"terms">;
          const where = condition === undefined ? "" : `{${printer.formula(condition, NO_FRAME)}}`;
          const texts = terms.map(({ left, right, value }) => printer.term(left, right, value, NO_FRAME));
          return `${query.kind}${where}: ${texts.join(", ")}`;
        }
        default:
          return `${query.kind} ${printer.formula((query as QueryOf<"path">).formula, NO_FRAME)}`;
      }
    });
    return text === "" ? "" : `query {\n${text}\n}\n`;
  }
}

function elementOf({ name, isArray }: Group, index: number): string {
  return isArray ? `${name}[${index}]` : name;
}

/** A type as it stands before and behind the name. Scalar sets become ranges: what remains of them in a network. */
function typeText(type: ValueType): { readonly base: string; readonly dimensions: string } {
  switch (type.kind) {
    case "int":
      return { base: `int[${type.min},${type.max}]`, dimensions: "" };
    case "bool":
      return { base: "bool", dimensions: "" };
    case "scalar":
      return { base: `int[0,${type.size - 1}]`, dimensions: "" };
    case "array": {
      const { base, dimensions } = typeText(type.element);
      const size = type.first === 0 ? `${type.length}` : `int[${type.first},${type.first + type.length - 1}]`;
      return { base, dimensions: `[${size}]${dimensions}` };
    }
    case "struct": {
      const fields = type.fields.map((field) => {
        const { base, dimensions } = typeText(field.type);
        return `${base} ${field.name}${dimensions}; `;
      });
      return { base: `struct { ${fields.join("")}}`, dimensions: "" };
    }
  }
}

function initialText(type: ValueType, values: readonly number[]): string {
  switch (type.kind) {
    case "bool":
      return values[0] === 0 ? "false" : "true";
    case "array": {
      const size = sizeOf(type.element);
      const items = Array.from({ length: type.length }, (_, i) =>
        initialText(type.element, values.slice(i * size, (i + 1) * size)),
      );
      return `{${items.join(", ")}}`;
    }
    case "struct": {
      let at = 0;
      const items = type.fields.map((field) => initialText(field.type, values.slice(at, (at += sizeOf(field.type)))));
      return `{${items.join(", ")}}`;
    }
    default:
      return String(values[0]);
  }
}
