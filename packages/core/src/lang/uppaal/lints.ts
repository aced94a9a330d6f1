// Lints that need the text: declarations nothing refers to, templates nothing instantiates. They are gone once a
// network is made, so the network's own lints cannot see them.

import type { Diagnostic } from "../../diagnostics/index.ts";
import type { Declaration } from "./ast.ts";
import { templatesInSystem, type UppaalDocument } from "./document.ts";
import { namesUsedIn } from "./names-used.ts";
import { spawnedTemplates } from "./unseen.ts";

export function lintDocument(document: UppaalDocument): Diagnostic[] {
  return [...unusedTemplates(document), ...unusedDeclarations(document)];
}

/** Templates that neither the system line nor an instance that it names stands for. */
function unusedTemplates(document: UppaalDocument): Diagnostic[] {
  const used = templatesInSystem(document);
  const spawned = spawnedTemplates(document);
  return document.templates
    .filter(({ name }) => !used.has(name) && !spawned.has(name))
    .map(({ name, nameSpan }) => ({
      code: "TH2830",
      severity: "warning",
      message: `the template \`${name}\` is never used`,
      span: nameSpan,
      hint: "name it in the system line",
    }));
}

/** Constants, types and functions whose names occur nowhere; variables and channels are the network's matter. */
function unusedDeclarations(document: UppaalDocument): Diagnostic[] {
  const used = namesUsedIn(document);
  const diagnostics: Diagnostic[] = [];
  const check = (declarations: readonly Declaration[]): void => {
    for (const { what, name, span } of declarations.flatMap(named)) {
      // UPPAAL calls functions with such names itself.
      if (used.has(name) || name.startsWith("__")) continue;
      diagnostics.push({ code: "TH2831", severity: "warning", message: `the ${what} \`${name}\` is never used`, span });
    }
  };
  check(document.declarations);
  for (const { declarations } of document.templates) check(declarations);
  return diagnostics;
}

function named(declaration: Declaration): { what: string; name: string; span: Diagnostic["span"] & object }[] {
  switch (declaration.kind) {
    case "function":
      return [{ what: "function", name: declaration.name, span: declaration.nameSpan }];
    case "typedef":
      return declaration.declarators.map(({ name, nameSpan }) => ({ what: "type", name, span: nameSpan }));
    case "variable":
      if (!declaration.type.prefixes.includes("const")) return [];
      return declaration.declarators.map(({ name, nameSpan }) => ({ what: "constant", name, span: nameSpan }));
    default:
      return [];
  }
}
