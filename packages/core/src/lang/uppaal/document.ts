// An UPPAAL model as a document: what the XML, XTA and TA readers produce and the writers print. Text is parsed into
// syntax trees, and everything that has no meaning for the checker (coordinates, colours, comments, test code) is
// kept so that it can be written back.

import type { Diagnostic, Span } from "../../diagnostics/index.ts";
import type { CanvasPoint } from "../../layout/automaton-plan.ts";
import type { Expectation } from "../../network/index.ts";
import type {
  Declaration,
  Expr,
  GanttEntry,
  Parameter,
  ProgressEntry,
  QueryNode,
  SelectBinding,
  SyncLabel,
  SystemLine,
} from "./ast.ts";

export interface UppaalDocument {
  readonly name: string;
  readonly declarations: readonly Declaration[];
  readonly templates: readonly TemplateNode[];
  /** Declarations and instantiations of the `instantiation` and `system` sections, then the system line. */
  readonly systemDeclarations: readonly Declaration[];
  readonly system: SystemLine | null;
  readonly progress: readonly ProgressEntry[];
  readonly gantt: readonly GanttEntry[];
  readonly queries: readonly QueryItem[];
  /** `<option key value>` of the queries element: kept, not interpreted. */
  readonly options: readonly { readonly key: string; readonly value: string }[];
  /** Live sequence charts: kept by name, not interpreted. */
  readonly scenarios: readonly { readonly name: string; readonly span: Span }[];
  /** The document's own text of each section, for `format` and for writing the document in another format. */
  readonly texts: {
    readonly declarations: string;
    readonly instantiation: string;
    readonly system: string;
  };
}

export type { CanvasPoint };

export interface Placed {
  readonly at?: CanvasPoint;
  readonly colour?: string;
}

/** A label as written: its text, its place in the drawing, its span. */
export interface LabelText extends Placed {
  readonly kind: string;
  readonly text: string;
  readonly span: Span;
}

export interface TemplateNode {
  readonly name: string;
  readonly nameSpan: Span;
  readonly parameters: readonly Parameter[];
  readonly parameterText: string;
  readonly declarations: readonly Declaration[];
  readonly declarationText: string;
  readonly locations: readonly LocationNode[];
  readonly branchpoints: readonly BranchpointNode[];
  /** Reference to a location's id; null when the template has none. */
  readonly init: string | null;
  readonly edges: readonly EdgeNode[];
  /** Where the text names locations: the ends of edges, `init`, `commit`, `urgent`. XML files refer to them by id. */
  readonly mentions?: readonly { readonly name: string; readonly span: Span }[];
  /** A `process` inside the declarations or the system section of an XML file: its text is part of theirs. */
  readonly inText?: true;
  readonly span: Span;
}

export interface LocationNode extends Placed {
  /** The XML id; the name itself in XTA. Edges refer to it. */
  readonly id: string;
  /** Absent: anonymous; shown as `_` and the id. */
  readonly name?: string;
  readonly nameSpan?: Span;
  readonly nameAt?: CanvasPoint;
  readonly urgent: boolean;
  readonly committed: boolean;
  readonly invariant: Expr | null;
  readonly rate: Expr | null;
  readonly labels: readonly LabelText[];
  readonly span: Span;
}

export interface BranchpointNode extends Placed {
  readonly id: string;
  readonly span: Span;
}

export interface EdgeNode extends Placed {
  readonly source: string;
  readonly target: string;
  readonly controllable: boolean;
  readonly action?: string;
  readonly selects: readonly SelectBinding[];
  readonly guard: Expr | null;
  readonly sync: SyncLabel | null;
  readonly update: readonly Expr[];
  readonly weight: Expr | null;
  readonly labels: readonly LabelText[];
  readonly nails: readonly CanvasPoint[];
  readonly span: Span;
}

export interface QueryItem {
  /** null: blank, comment only, or unreadable (then there is a `fault`, which was reported). */
  readonly query: QueryNode | null;
  readonly fault?: Diagnostic;
  /** The formula's text as written, comments included. */
  readonly text: string;
  readonly comment: string;
  readonly expectation?: Expectation;
  readonly options: readonly { readonly key: string; readonly value: string }[];
  readonly span: Span;
}

/** Names of the templates that processes of the system are made of, and of the instantiations between. */
export function templatesInSystem({ system, declarations, systemDeclarations }: UppaalDocument): ReadonlySet<string> {
  const used = new Set(system?.levels.flatMap((level) => level.map(({ name }) => name)) ?? []);
  const instances = [...declarations, ...systemDeclarations].filter(
    (declaration) => declaration.kind === "instantiation",
  );
  // A later instantiation may be made from an earlier one, so they are followed backwards.
  for (const { name, template } of [...instances].reverse()) if (used.has(name)) used.add(template);
  return used;
}

/** The queries there are, with their numbers: blank entries and comments do not count, queries with faults do. */
export function* numberedQueries(items: readonly QueryItem[]): Generator<readonly [number, QueryItem]> {
  let number = 0;
  for (const item of items) if (item.query !== null || item.fault !== undefined) yield [++number, item];
}

/** A question that cannot be asked: it keeps its number, and its first fault says why. */
export interface FaultyQuery {
  readonly number: number;
  readonly text: string;
  readonly diagnostic: Diagnostic;
}
