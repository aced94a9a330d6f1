// An input format: how its files are told by name and by how they begin, how one becomes a network with its questions,
// how a network is written in it, how its text is laid out. `index.ts` is the list; loading, `convert` and `format` go
// by it.

import type { Diagnostic, DiagnosticSink, Sources } from "../../diagnostics/index.ts";
import type { GuideTerm, Network, Query } from "../../network/index.ts";
import type { LabelsQuestion } from "../tchecker/index.ts";
import type { FaultyQuery, UppaalDocument } from "../uppaal/document.ts";
import type { XmlFile } from "../uppaal/xml/tree.ts";

export interface ModelFile {
  /** As the user calls it; diagnostics name it, and its extension chooses the format. */
  readonly name: string;
  readonly content: string | Uint8Array;
}

/** A file whose bytes were decoded, and where to say what is wrong with it. */
export interface ReadFile {
  readonly name: string;
  readonly text: string;
  readonly sources: Sources;
  readonly sink: DiagnosticSink;
  /** Values of constants that were set from outside (`-D`), by name. */
  readonly constants: ReadonlyMap<string, string>;
}

/** What becomes of a file. */
export interface ReadModel {
  readonly network: Network | null;
  /** UPPAAL models only. */
  readonly document: UppaalDocument | null;
  /** The elements of a model that came from XML, for writing it back. */
  readonly xml: XmlFile | null;
  readonly faultyQueries: readonly FaultyQuery[];
  readonly questions: Questions;
}

/**
 * A query, and the network that it is to be asked of: the model's, which never changes, with the functions that this
 * query and those compiled before it have brought.
 */
export type CompiledQuery =
  | {
      readonly ok: true;
      readonly value: Query;
      readonly network: Network;
      readonly diagnostics: readonly Diagnostic[];
    }
  | { readonly ok: false; readonly diagnostics: readonly Diagnostic[] };

/** An expression that guides a search, and the network it is to be used with. */
export type CompiledGuide =
  | { readonly ok: true; readonly value: GuideTerm; readonly network: Network }
  | { readonly ok: false; readonly diagnostics: readonly Diagnostic[] };

export interface QueriesRead {
  readonly queries: readonly Query[];
  /** What they are to be asked of, as with `compileQuery`; null when the model has faults. */
  readonly network: Network | null;
  readonly faultyQueries: readonly FaultyQuery[];
  readonly diagnostics: readonly Diagnostic[];
}

/** How one asks a model that was read. */
export interface Questions {
  /** Compiles one more query. */
  compileQuery(text: string, fileName?: string): CompiledQuery;
  /** Compiles an expression over the state that a search is to go by. */
  compileGuide(text: string, fileName?: string): CompiledGuide;
  /** Reads and compiles a file of queries. */
  readQueries(file: ModelFile): QueriesRead;
  /** The questions of TChecker: a state that carries all these labels, or a run that meets them infinitely often. */
  compileLabels(labels: readonly string[], question?: LabelsQuestion): CompiledQuery;
}

export interface Format<Name extends string = string> {
  readonly name: Name;
  /** What people call it: "TChecker's format". */
  readonly title: string;
  /** Of its models, without the dot, lower case. */
  readonly extensions: readonly string[];
  /** Of files that only hold queries. */
  readonly queryExtensions: readonly string[];
  /** Does a text without a telling extension begin like one of its files? */
  beginsLike(text: string): boolean;
  read(file: ReadFile): ReadModel;
  /**
   * The model in this format; null where `sink` says what the format has no words for. Absent: nothing is written in
   * it.
   */
  readonly write?: (model: WrittenModel, sink: DiagnosticSink) => string | null;
  /** The text laid out anew; null where `sink` has errors. */
  layOut(file: Omit<ReadFile, "constants">): string | null;
}

/** What a writer may go by: the texts of the model where it has some of its own, else the network. */
export interface WrittenModel extends Pick<ReadModel, "document" | "xml"> {
  readonly network: Network;
}
