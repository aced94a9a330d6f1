// Diagnostics as a terminal shows them: where, how grave, which code, what, the line with the offending text
// underlined, and what may help. Ends with a count, since a long list scrolls away. And as scripts get them.

import { type Diagnostic, defined, type Position, type Severity, type Sources } from "@tracehound/core";
import type { Colours } from "../colours.ts";
import { counted } from "./count.ts";

export interface RenderOptions {
  readonly colours: Colours;
  readonly width: number;
}

export function renderDiagnostics(
  diagnostics: readonly Diagnostic[],
  sources: Sources | undefined,
  options: RenderOptions,
): string {
  const parts = diagnostics.map((diagnostic) => renderDiagnostic(diagnostic, sources, options));
  return `${parts.join("\n")}\n${summary(diagnostics, options.colours)}\n`;
}

function renderDiagnostic(
  diagnostic: Diagnostic,
  sources: Sources | undefined,
  { colours, width }: RenderOptions,
): string {
  const { code, severity, message, span, hint } = diagnostic;
  const paint = colourOf(severity, colours);
  const position = span === undefined || sources === undefined ? undefined : sources.locate(span);
  const where =
    position === undefined ? "" : `${colours.bold(`${position.file}:${position.line}:${position.column}`)} `;
  const lines = [`${where}${paint(severity)} ${colours.dim(code)} ${message}`];
  if (position?.path !== undefined) lines.push(colours.dim(`  in ${position.path}`));
  if (position !== undefined) lines.push(...excerpt(position, paint, width));
  if (hint !== undefined) lines.push(`  ${colours.cyan("hint:")} ${hint}`);
  return `${lines.join("\n")}\n`;
}

/** The line and its underlining; of a long line only the neighbourhood of the offending text. */
function excerpt(position: Position, paint: (text: string) => string, width: number): string[] {
  const { excerpt: line, excerptStart, excerptEnd } = position;
  if (line.trim() === "") return [];
  const room = Math.max(20, width - 8);
  let from = 0;
  if (line.length > room) from = Math.max(0, Math.min(excerptStart - Math.floor(room / 3), line.length - room));
  const to = Math.min(line.length, from + room);
  const shown = `${from > 0 ? "…" : ""}${clean(line.slice(from, to))}${to < line.length ? "…" : ""}`;
  const indent = excerptStart - from + (from > 0 ? 1 : 0);
  const length = Math.max(1, Math.min(excerptEnd, to) - excerptStart);
  return [`    ${shown}`, `    ${" ".repeat(Math.max(0, indent))}${paint("^".repeat(length))}`];
}

/** Tabs and control characters take one column each, so that the underlining stands below what it means. */
function clean(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not reach the terminal
  return text.replace(/\t/g, " ").replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]/g, "·");
}

function colourOf(severity: Severity, colours: Colours): (text: string) => string {
  if (severity === "error") return colours.red;
  return severity === "warning" ? colours.yellow : colours.cyan;
}

function summary(diagnostics: readonly Diagnostic[], colours: Colours): string {
  const count = (severity: Severity) => diagnostics.filter((diagnostic) => diagnostic.severity === severity).length;
  const parts: string[] = [];
  const errors = count("error");
  const warnings = count("warning");
  const remarks = count("info");
  if (errors > 0) parts.push(colours.red(counted(errors, "error")));
  if (warnings > 0) parts.push(colours.yellow(counted(warnings, "warning")));
  if (remarks > 0) parts.push(counted(remarks, "remark"));
  return parts.join(", ");
}

export function diagnosticJson(diagnostic: Diagnostic, sources: Sources): object {
  const { code, severity, message, span, hint } = diagnostic;
  const position = span === undefined ? undefined : sources.locate(span);
  return {
    code,
    severity,
    message,
    file: position?.file ?? null,
    line: position?.line ?? null,
    column: position?.column ?? null,
    ...defined({ path: position?.path, hint }),
  };
}
