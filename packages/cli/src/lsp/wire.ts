// Between the words of the core and those of the protocol.

import type { Analysis, FileRange, Mark, OutlineEntry, Suggestion } from "@tracehound/core";
import {
  type CodeAction,
  CodeActionKind,
  type CompletionItem,
  CompletionItemKind,
  type Diagnostic,
  DiagnosticSeverity,
  type DocumentSymbol,
  type Location,
  type Range,
  SymbolKind,
} from "vscode-languageserver/node";

const SEVERITY = {
  error: DiagnosticSeverity.Error,
  warning: DiagnosticSeverity.Warning,
  info: DiagnosticSeverity.Information,
} as const;

const KIND: Readonly<Record<Suggestion["kind"], CompletionItemKind>> = {
  word: CompletionItemKind.Keyword,
  location: CompletionItemKind.EnumMember,
  function: CompletionItemKind.Function,
  template: CompletionItemKind.Class,
  type: CompletionItemKind.TypeParameter,
  variable: CompletionItemKind.Variable,
};

export function rangeOf({ from, to }: FileRange): Range {
  return { start: { line: from.line, character: from.column }, end: { line: to.line, character: to.column } };
}

export function locationOf(range: FileRange): Location {
  return { uri: range.file, range: rangeOf(range) };
}

export function diagnosticOf(mark: Mark): Diagnostic {
  const { code, severity, message, hint } = mark.diagnostic;
  return {
    range: rangeOf(mark),
    severity: SEVERITY[severity],
    code,
    source: "tracehound",
    message: hint === undefined ? message : `${message}\n${hint}`,
  };
}

const SYMBOL: Readonly<Record<OutlineEntry["kind"], SymbolKind>> = {
  template: SymbolKind.Class,
  location: SymbolKind.EnumMember,
  function: SymbolKind.Function,
  variable: SymbolKind.Variable,
  type: SymbolKind.TypeParameter,
  process: SymbolKind.Object,
  query: SymbolKind.Event,
};

export function symbolOf(entry: OutlineEntry): DocumentSymbol {
  const { name, detail, kind, selection, children } = entry;
  return {
    // The protocol forbids names of nothing.
    name: name === "" ? "?" : name,
    detail,
    kind: SYMBOL[kind],
    range: rangeOf(entry),
    selectionRange: rangeOf(selection),
    children: children.map(symbolOf),
  };
}

export function actionOf({ title, edit, mark }: ReturnType<Analysis["fixes"]>[number]): CodeAction {
  return {
    title,
    kind: CodeActionKind.QuickFix,
    diagnostics: [diagnosticOf(mark)],
    isPreferred: mark.diagnostic.hint?.startsWith("did you mean") === true,
    edit: { changes: { [edit.file]: [{ range: rangeOf(edit), newText: edit.text }] } },
  };
}

export function completionOf({ name, detail, kind }: Suggestion): CompletionItem {
  return { label: name, kind: KIND[kind], ...(detail === "" ? {} : { detail }) };
}
