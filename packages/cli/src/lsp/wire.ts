// Between the words of the core and those of the protocol.

import type { FileRange, Mark, Suggestion } from "@tracehound/core";
import {
  type CompletionItem,
  CompletionItemKind,
  type Diagnostic,
  DiagnosticSeverity,
  type Location,
  type Range,
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

export function completionOf({ name, detail, kind }: Suggestion): CompletionItem {
  return { label: name, kind: KIND[kind], ...(detail === "" ? {} : { detail }) };
}
