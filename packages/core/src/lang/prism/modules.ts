// Modules as they run: copies by renaming spelled out. A copy has the commands of its original, read with other names.

import type { DiagnosticSink } from "../../diagnostics/index.ts";
import { didYouMean } from "../../diagnostics/suggest.ts";
import type { CommandNode, ModelNode, ModuleNode, VariableNode } from "./ast.ts";
import type { Renaming } from "./scope.ts";

export interface Module {
  readonly node: ModuleNode;
  readonly name: string;
  /** With the names that they have here. */
  readonly variables: readonly VariableNode[];
  readonly commands: readonly CommandNode[];
  /** New names by old ones, for everything in the module. */
  readonly renaming: Renaming;
  /** How an action is called here. */
  action(name: string): string;
}

export function modulesOf({ modules }: ModelNode, sink: DiagnosticSink): Module[] {
  const nodes = new Map<string, ModuleNode>();
  for (const node of modules) {
    if (nodes.has(node.name)) sink.error("TH2501", `the module \`${node.name}\` is declared twice`, node.nameSpan);
    nodes.set(node.name, node);
  }
  const done = new Map<string, Module>();
  const resolve = (node: ModuleNode, path: readonly string[]): Module | null => {
    const known = done.get(node.name);
    if (known !== undefined) return known;
    const module = node.renamed === undefined ? asWritten(node) : copy(node, path);
    if (module !== null) done.set(node.name, module);
    return module;
  };
  const copy = (node: ModuleNode, path: readonly string[]): Module | null => {
    const { base, baseSpan } = node.renamed!;
    const original = nodes.get(base);
    if (original === undefined) {
      sink.error("TH2500", `there is no module \`${base}\``, baseSpan, didYouMean(base, nodes.keys()));
      return null;
    }
    if (path.includes(base)) {
      sink.error("TH2505", `the module \`${base}\` is a copy of itself`, baseSpan);
      return null;
    }
    const from = resolve(original, [...path, node.name]);
    return from === null ? null : renamed(node, from, sink);
  };
  return modules.flatMap((node) => {
    const module = nodes.get(node.name) === node ? resolve(node, [node.name]) : null;
    return module === null ? [] : [module];
  });
}

function asWritten(node: ModuleNode): Module {
  const { name, variables, commands } = node;
  return { node, name, variables, commands, renaming: new Map(), action: (action) => action };
}

function renamed(node: ModuleNode, original: Module, sink: DiagnosticSink): Module | null {
  const { pairs } = node.renamed!;
  const names = new Map<string, string>();
  for (const { from, fromSpan, to } of pairs) {
    if (names.has(from)) sink.error("TH2501", `\`${from}\` gets two new names`, fromSpan);
    names.set(from, to);
  }
  const missing = original.variables.filter(({ name }) => !names.has(name));
  if (missing.length > 0) {
    const list = missing.map(({ name }) => `\`${name}\``).join(", ");
    const hint = `add ${missing.map(({ name }) => `${name}=${name}_${node.name}`).join(", ")}`;
    sink.error("TH2510", `the copy gives no new name to ${list}`, node.nameSpan, hint);
    return null;
  }
  const rename = (name: string): string => names.get(name) ?? name;
  // A copy of a copy: first the names of the original, then these.
  const renaming = new Map([...original.renaming].map(([from, to]) => [from, rename(to)]));
  for (const [from, to] of names) if (!renaming.has(from)) renaming.set(from, to);
  const place = new Map(pairs.map(({ to, toSpan }) => [to, toSpan]));
  const variables = original.variables.map((variable) => {
    const name = rename(variable.name);
    return { ...variable, name, nameSpan: place.get(name) ?? variable.nameSpan };
  });
  const { commands } = original;
  return { node, name: node.name, variables, commands, renaming, action: (action) => rename(original.action(action)) };
}
