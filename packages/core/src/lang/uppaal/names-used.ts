// Every name that occurs in a document as a use, not as a declaration. Scopes are ignored: a name counts as used when
// it is used anywhere, which is the right side to err on for a warning.

import type { UppaalDocument } from "./document.ts";

/**
 * Walks the syntax trees as plain objects: a `name` beside kind "name" is a use, in expressions and in types alike.
 * New kinds of nodes are thus covered without a change here.
 */
export function namesUsedIn(document: UppaalDocument): Set<string> {
  const parts: unknown[] = [
    document.declarations,
    document.systemDeclarations,
    document.progress,
    document.gantt,
    document.queries.map(({ query }) => query),
  ];
  for (const { parameters, declarations, locations, edges } of document.templates) {
    parts.push(parameters, declarations);
    for (const { invariant, rate } of locations) parts.push(invariant, rate);
    for (const { selects, guard, sync, update, weight } of edges) parts.push(selects, guard, sync, update, weight);
  }
  const used = namesIn(parts);
  // Extensions and their queries are kept as text: whatever they mention counts.
  for (const { query, text } of document.queries)
    if (query?.form === "feature" || query?.form === "statistical") mention(text, used);
  return used;
}

function mention(text: string, used: Set<string>): void {
  for (const [name] of text.matchAll(/[A-Za-z_]\w*/g)) used.add(name);
}

/** The same for some nodes of a document. */
export function namesIn(nodes: readonly unknown[]): Set<string> {
  const used = new Set<string>();
  const pending = [...nodes];
  while (pending.length > 0) {
    const next = pending.pop();
    if (typeof next !== "object" || next === null) continue;
    const node = next as Readonly<Record<string, unknown>>;
    if ((node.kind === "name" || node.kind === "named") && typeof node.name === "string") used.add(node.name);
    if (node.kind === "extension" && typeof node.text === "string") mention(node.text, used);
    for (const key in node) {
      if (key !== "span" && key !== "nameSpan" && typeof node[key] === "object" && node[key] !== null) {
        pending.push(node[key]);
      }
    }
  }
  return used;
}
