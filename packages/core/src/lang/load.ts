// The one entry to the front end: a file of any format becomes a `LoadedModel`, with everything there is to say about
// it. Nothing here throws on bad input; a model with faults has diagnostics and no network.

import { lintNetwork, unlessMentioned } from "../analysis/lints/index.ts";
import { type Diagnostic, DiagnosticSink, type NameListener, Sources } from "../diagnostics/index.ts";
import type { ModelFile, Questions, ReadModel } from "./formats/format.ts";
import { formatOf, type ModelFormat } from "./formats/index.ts";
import { decodedText, unread } from "./formats/questions.ts";
import { lintDocument } from "./uppaal/lints.ts";
import { unseenNames } from "./uppaal/unseen.ts";

export type { ModelFile } from "./formats/format.ts";
export type { ModelFormat } from "./formats/index.ts";

export interface LoadOptions {
  /** Whether to look for what is legal but probably not meant; yes unless told otherwise. */
  readonly lints?: boolean;
  /** Hears what each name means. */
  readonly names?: NameListener;
  /** Values of constants that are set from outside (`-D`), by name. */
  readonly constants?: ReadonlyMap<string, string>;
}

/**
 * Its network is null when the model has faults; queries that have faults are missing from it, the others are there.
 */
export interface LoadedModel extends Omit<ReadModel, "questions">, Questions {
  readonly name: string;
  readonly format: ModelFormat;
  readonly sources: Sources;
  readonly diagnostics: readonly Diagnostic[];
}

export function loadModel(file: ModelFile, options: LoadOptions = {}): LoadedModel {
  const { name } = file;
  const sources = new Sources([], options.names);
  const sink = new DiagnosticSink();
  const text = decodedText(file, sources, sink);
  const format = formatOf(name, text ?? "");
  const constants = options.constants ?? new Map();
  const { questions, ...read } = text === null ? unread() : format.read({ name, text, sources, sink, constants });
  const { network, document } = read;
  const warnings = new DiagnosticSink();
  if (options.lints !== false && network !== null) {
    for (const lint of document === null ? [] : lintDocument(document)) warnings.add(lint);
    const unseen = document === null ? new Set<string>() : unseenNames(document);
    for (const lint of unlessMentioned(lintNetwork(network), unseen)) warnings.add(lint);
  }
  return {
    name,
    format: format.name,
    ...read,
    sources,
    diagnostics: [...sink.list, ...warnings.list, ...furtherErrors(sink)],
    ...questions,
  };
}

function furtherErrors({ omitted }: DiagnosticSink): Diagnostic[] {
  if (omitted === 0) return [];
  const message = omitted === 1 ? "there is 1 more error" : `there are ${omitted} more errors`;
  return [{ code: "TH1914", severity: "info", message, hint: "those that are shown may explain the others" }];
}
