// Declarations of a TChecker file → Network. Variables and clocks may stand anywhere, so they come first; everything
// else is declared before it is used. Errors are collected; whatever depends on a broken declaration is left out, and
// the caller gives no network then.

import type { DiagnosticSink, NameListener, Sources } from "../../../diagnostics/index.ts";
import { closest } from "../../../diagnostics/suggest.ts";
import {
  type Clock,
  type Conjunct,
  type Location,
  type Network,
  type Statement,
  UNUSED_PARTS,
  type Variable,
} from "../../../network/index.ts";
import { clip, splitAtCommas, widen } from "../lines.ts";
import type { TckDeclaration, TckPiece } from "../syntax.ts";
import { readAttributes } from "./attributes.ts";
import { isIdentifier, readInteger, readSize } from "./fields.ts";
import { Lowering } from "./lower.ts";
import { lowerStatements } from "./lower-statements.ts";
import { parseExpression, parseStatements } from "./parser.ts";
import { type DataSymbol, namesIn, TckNames } from "./scope.ts";
import { SyncTable } from "./sync-table.ts";

const MAX_CLOCKS = 10_000;
const MAX_CELLS = 1_000_000;

/** Keyword → what its fields are called. */
type Keyword = "system" | "process" | "event" | "clock" | "int" | "location" | "edge" | "sync";
const SHAPES: Readonly<Record<Keyword, readonly string[]>> = {
  system: ["name"],
  process: ["name"],
  event: ["name"],
  clock: ["size", "name"],
  int: ["size", "min", "max", "init", "name"],
  location: ["process", "name"],
  edge: ["process", "source", "target", "event"],
  sync: [],
};

interface ProcessDraft {
  readonly name: TckPiece;
  readonly index: number;
  readonly locations: LocationDraft[];
  readonly locationNames: TckNames<number>;
  readonly initial: number[];
  readonly edges: EdgeDraft[];
}

/** Labels are numbered at the end, by process: their numbers shall not depend on how a file is arranged. */
type LocationDraft = Omit<Location, "labels"> & { readonly labels: readonly string[] };

interface EdgeDraft {
  readonly source: number;
  readonly target: number;
  readonly event: number;
  readonly guard: readonly Conjunct[];
  readonly update: readonly Statement[];
  readonly frameSize: number;
  readonly span: TckDeclaration["span"];
}

export function elaborate(declarations: readonly TckDeclaration[], sources: Sources, sink: DiagnosticSink): Network {
  const elaboration = new Elaboration(declarations, sink, sources.names);
  elaboration.checkStart();
  const isData = ({ keyword }: TckDeclaration): boolean => keyword.text === "clock" || keyword.text === "int";
  const data = declarations.filter(isData);
  for (const declaration of [...data, ...declarations.filter((each) => !isData(each))]) {
    elaboration.declare(declaration);
  }
  return elaboration.finish(declarations, sources);
}

class Elaboration {
  private readonly sink: DiagnosticSink;
  private readonly listener: NameListener | undefined;
  private name: string | null = null;
  private readonly processes: ProcessDraft[] = [];
  private readonly processNames: TckNames<ProcessDraft>;
  private readonly laterLocations = new Map<string, Set<string>>();
  private readonly events: string[] = [];
  private readonly eventNames: TckNames<number>;
  private readonly clocks: Clock[] = [];
  private readonly variables: Variable[] = [];
  private readonly initialValues: number[] = [];
  private readonly data: TckNames<DataSymbol>;
  private readonly syncs: SyncTable;
  private readonly guards: Lowering;
  private readonly first: TckDeclaration | undefined;
  /** Was there a line that may have declared a location? */
  private lost = false;
  private readonly takers: Readonly<Record<Keyword, (declaration: TckDeclaration) => void>> = {
    system: (line) => this.system(line),
    process: (line) => this.process(line),
    event: (line) => this.event(line),
    clock: (line) => this.clock(line),
    int: (line) => this.int(line),
    location: (line) => this.location(line),
    edge: (line) => this.edge(line),
    sync: (line) => this.sync(line),
  };

  constructor(declarations: readonly TckDeclaration[], sink: DiagnosticSink, listener: NameListener | undefined) {
    this.sink = sink;
    this.listener = listener;
    this.first = declarations.find(({ keyword }) => Object.hasOwn(SHAPES, keyword.text));
    this.processNames = new TckNames("process", namesIn(declarations, ["process", 0]), listener);
    this.eventNames = new TckNames("event", namesIn(declarations, ["event", 0]), listener);
    this.data = new TckNames("variable or clock", namesIn(declarations, ["clock", 1], ["int", 4]), listener);
    for (const { keyword, fields } of declarations) {
      if (keyword.text !== "location" || fields.length < 2) continue;
      const process = fields[0]!.text;
      if (!this.laterLocations.has(process)) this.laterLocations.set(process, new Set());
      this.laterLocations.get(process)!.add(fields[1]!.text);
    }
    this.syncs = new SyncTable(sink);
    this.guards = new Lowering(this.data, sink);
  }

  checkStart(): void {
    if (this.first === undefined || this.first.keyword.text === "system") return;
    const hint = "put a line `system:name` in front";
    this.sink.error("TH1406", "The first declaration must be `system:name`", this.first.keyword.span, hint);
  }

  declare(declaration: TckDeclaration): void {
    const { keyword, fields, span } = declaration;
    const shape = Object.hasOwn(SHAPES, keyword.text) ? SHAPES[keyword.text as Keyword] : undefined;
    if (shape === undefined) {
      const near = closest(keyword.text, Object.keys(SHAPES));
      const hint =
        near === undefined
          ? `a line starts with one of ${Object.keys(SHAPES).join(", ")}`
          : `did you mean \`${near}\`?`;
      this.sink.error("TH1405", `\`${clip(keyword.text)}\` declares nothing`, widen(keyword.span), hint);
      this.lost = true;
      return;
    }
    if (keyword.text !== "sync" && fields.length !== shape.length) {
      const form = [keyword.text, ...shape].join(":");
      this.sink.error(
        "TH1407",
        `This line has ${count(fields.length)} where ${shape.length} are needed`,
        span,
        `write \`${form}\``,
      );
      this.lost ||= keyword.text === "location";
      return;
    }
    this.takers[keyword.text as Keyword](declaration);
  }

  private system(declaration: TckDeclaration): void {
    const name = declaration.fields[0]!;
    readAttributes(declaration, [], this.sink);
    if (this.name !== null) {
      this.sink.error("TH2402", "The system is declared twice", declaration.span);
      return;
    }
    this.name = name.text;
    isIdentifier(this.sink, name, "a system");
  }

  private process(declaration: TckDeclaration): void {
    const name = declaration.fields[0]!;
    readAttributes(declaration, [], this.sink);
    if (!isIdentifier(this.sink, name, "a process")) return;
    const draft: ProcessDraft = {
      name,
      index: this.processes.length,
      locations: [],
      locationNames: new TckNames(
        `location of process ${name.text}`,
        this.laterLocations.get(name.text),
        this.listener,
      ),
      initial: [],
      edges: [],
    };
    if (this.processNames.declare(name, draft, this.sink)) this.processes.push(draft);
  }

  private event(declaration: TckDeclaration): void {
    const name = declaration.fields[0]!;
    readAttributes(declaration, [], this.sink);
    if (!isIdentifier(this.sink, name, "an event")) return;
    if (this.eventNames.declare(name, this.events.length, this.sink)) this.events.push(name.text);
  }

  private clock(declaration: TckDeclaration): void {
    const [sizeField, name] = declaration.fields as [TckPiece, TckPiece];
    readAttributes(declaration, [], this.sink);
    let size = readSize(this.sink, sizeField);
    if (!isIdentifier(this.sink, name, "a clock")) return;
    if (this.clocks.length + size > MAX_CLOCKS) {
      this.sink.error("TH2421", `There may not be more than ${MAX_CLOCKS} clocks`, sizeField.span);
      size = 1;
    }
    if (!this.data.declare(name, { kind: "clock", first: this.clocks.length, size }, this.sink)) return;
    for (let i = 0; i < size; i++) {
      this.clocks.push({ name: size === 1 ? name.text : `${name.text}[${i}]`, initial: 0, span: name.span });
    }
  }

  private int(declaration: TckDeclaration): void {
    const [sizeField, minField, maxField, initField, name] = declaration.fields as [
      TckPiece,
      TckPiece,
      TckPiece,
      TckPiece,
      TckPiece,
    ];
    readAttributes(declaration, [], this.sink);
    let size = readSize(this.sink, sizeField);
    const min = readInteger(this.sink, minField);
    const max = readInteger(this.sink, maxField);
    const init = readInteger(this.sink, initField);
    if (min > max) this.sink.error("TH2422", `The range ${min} to ${max} is empty`, minField.span);
    else if (init < min || init > max) {
      this.sink.error("TH2423", `The initial value ${init} is outside ${min} to ${max}`, initField.span);
    }
    if (!isIdentifier(this.sink, name, "a variable")) return;
    if (this.initialValues.length + size > MAX_CELLS) {
      this.sink.error("TH2421", `Variables may not take more than ${MAX_CELLS} cells`, sizeField.span);
      size = 1;
    }
    const cell = this.initialValues.length;
    if (!this.data.declare(name, { kind: "int", cell, size, min, max }, this.sink)) return;
    const element = { kind: "int", min, max } as const;
    const type = size === 1 ? element : ({ kind: "array", element, first: 0, length: size } as const);
    this.variables.push({ name: name.text, type, cell, meta: false, span: name.span });
    for (let i = 0; i < size; i++) this.initialValues.push(init);
  }

  private location(declaration: TckDeclaration): void {
    const [processField, name] = declaration.fields as [TckPiece, TckPiece];
    const process = this.processNames.find(processField.text, widen(processField.span), this.sink);
    const attributes = readAttributes(
      declaration,
      ["initial", "labels", "invariant", "committed", "urgent"],
      this.sink,
    );
    const invariant = this.guard(attributes.get("invariant"));
    const labels = this.labelsOf(attributes.get("labels"));
    if (!isIdentifier(this.sink, name, "a location") || process === undefined) {
      this.lost = true;
      return;
    }
    const index = process.locations.length;
    if (!process.locationNames.declare(name, index, this.sink)) return;
    if (attributes.has("initial")) process.initial.push(index);
    process.locations.push({
      name: name.text,
      urgent: attributes.has("urgent"),
      committed: attributes.has("committed"),
      invariant,
      rates: [],
      frameSize: 0,
      labels,
      span: declaration.span,
    });
  }

  private edge(declaration: TckDeclaration): void {
    const [processField, from, to, eventField] = declaration.fields as [TckPiece, TckPiece, TckPiece, TckPiece];
    const process = this.processNames.find(processField.text, widen(processField.span), this.sink);
    const source = process?.locationNames.find(from.text, widen(from.span), this.sink);
    const target = process?.locationNames.find(to.text, widen(to.span), this.sink);
    const event = this.eventNames.find(eventField.text, widen(eventField.span), this.sink);
    const attributes = readAttributes(declaration, ["provided", "do"], this.sink);
    const guard = this.guard(attributes.get("provided"));
    const action = attributes.get("do");
    const statements = action === undefined || action.text === "" ? [] : (parseStatements(action, this.sink) ?? []);
    const { update, frameSize } = lowerStatements(statements, this.data, this.sink);
    if (process === undefined || source === undefined || target === undefined || event === undefined) return;
    process.edges.push({ source, target, event, guard, update, frameSize, span: declaration.span });
  }

  private sync(declaration: TckDeclaration): void {
    readAttributes(declaration, [], this.sink);
    this.syncs.add(declaration, this.processNames, this.eventNames);
  }

  private guard(piece: TckPiece | undefined): Conjunct[] {
    if (piece === undefined || piece.text === "") return [];
    const expression = parseExpression(piece, this.sink);
    return expression === null ? [] : this.guards.conjuncts(expression);
  }

  private labelsOf(piece: TckPiece | undefined): string[] {
    if (piece === undefined || piece.text === "") return [];
    const words = splitAtCommas(piece).filter((word) => isIdentifier(this.sink, word, "a label"));
    return [...new Set(words.map((word) => word.text))];
  }

  finish(declarations: readonly TckDeclaration[], sources: Sources): Network {
    if (this.processes.length === 0) {
      const span = declarations.at(-1)?.span;
      this.sink.error("TH2430", "The file declares no process", span, "declare one with `process:name`");
    }
    for (const process of this.processes) {
      // It may be on a line that could not be read, which was reported.
      if (process.initial.length > 0 || this.lost) continue;
      const hint = `add \`{initial:}\` to one of its locations`;
      this.sink.error(
        "TH2431",
        `Process \`${clip(process.name.text)}\` has no initial location`,
        process.name.span,
        hint,
      );
    }
    const edges = this.processes.flatMap((process) =>
      process.edges.map((edge, fileIndex) => ({ ...edge, process: process.index, fileIndex })),
    );
    this.syncs.warnAboutMissingEdges(edges, this.processes, this.events);
    const labels = [...new Set(this.processes.flatMap(({ locations }) => locations.flatMap((l) => l.labels)))];
    const labelIndex = new Map(labels.map((label, index) => [label, index]));
    let nextEdge = 0;
    return {
      name: this.name ?? "",
      language: "tchecker",
      processes: this.processes.map((process) => ({
        name: process.name.text,
        template: process.name.text,
        locations: process.locations.map((location) => ({
          ...location,
          labels: location.labels.map((label) => labelIndex.get(label)!),
        })),
        edges: process.edges.map(() => nextEdge++),
        initial: process.initial,
        priority: 0,
      })),
      edges: edges.map(({ event, ...edge }, id) => ({
        id,
        ...edge,
        selects: [],
        sync: { kind: this.syncs.has(edge.process, event) ? "event" : "internal", event },
        controllable: true,
      })),
      channels: [],
      vectors: this.syncs.vectors,
      events: this.events,
      clocks: this.clocks,
      variables: this.variables,
      cells: this.initialValues.length,
      initialValues: this.initialValues,
      ...UNUSED_PARTS,
      labels,
      sources: sources.blocks,
    };
  }
}

function count(fields: number): string {
  return fields === 1 ? "1 field" : `${fields} fields`;
}
