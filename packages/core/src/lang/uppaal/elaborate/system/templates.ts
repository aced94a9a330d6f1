// Templates, checked once on their own: names, types and labels, with parameters whose values are not known yet.
// Everything wrong with a template is said here, once, whether or not the system uses it.

import type { Parameter } from "../../ast.ts";
import type { EdgeNode, TemplateNode } from "../../document.ts";
import { Context, type Unit } from "../context.ts";
import { lowerDimensions, lowerType, type TypeUse } from "../expressions/type-expressions.ts";
import {
  type AnySymbol,
  type Instantiable,
  type Owner,
  type PathRoot,
  Scope,
  type TemplateInfo,
  type ValueSymbol,
} from "../scope.ts";
import { describe } from "../values/compatible.ts";
import { elementOf } from "../values/types.ts";
import { declare } from "./declarations.ts";
import { lowerEdge, lowerLocation } from "./edges.ts";

export function prepareTemplate(unit: Unit, node: TemplateNode, globals: Scope): Instantiable {
  const scope = new Scope(globals, true);
  const locations = new Map<string, number>();
  for (const [index, location] of node.locations.entries()) {
    locations.set(location.id, index);
    const name = location.name ?? `_${location.id}`;
    if (scope.names.has(name)) {
      unit.error("TH2002", `\`${node.name}\` has two locations \`${name}\``, location.span);
      continue;
    }
    scope.names.set(name, { kind: "location", name, span: location.nameSpan ?? location.span, index, local: false });
  }
  for (const { name, span } of node.mentions ?? []) {
    const location = scope.names.get(name);
    if (location !== undefined) unit.sources.names?.means(span, location.span);
  }
  const template: TemplateInfo = {
    node,
    scope,
    locations,
    branchpoints: new Set(node.branchpoints.map(({ id }) => id)),
    written: new Set(),
    alternatives: new Map(),
    shared: new Map(),
    obstacles: [],
    broken: false,
  };
  const errors = unit.sink.errors;
  unit.dry = true;
  checkTemplate(unit, template);
  unit.dry = false;
  template.broken = unit.sink.errors > errors;
  return { name: node.name, parameters: node.parameters, template, broken: template.broken };
}

function checkTemplate(unit: Unit, template: TemplateInfo): void {
  const { node } = template;
  const owner: Owner = { prefix: `${node.name}.`, template };
  const ctx = new Context(unit, new Scope(template.scope, true), owner);
  const parameters = declareUnknown(ctx, node.parameters);
  for (const declaration of node.declarations) declare(ctx, declaration);
  for (const [name, symbol] of ctx.scope.names) {
    if (template.scope.names.has(name)) {
      unit.error("TH2002", `\`${name}\` is the name of a location and of something else`, symbol.span);
    }
  }
  for (const location of node.locations) lowerLocation(unit, ctx.scope, owner, location);
  checkInitial(unit, template);
  for (const { edge, branch, key } of edgesOf(unit, template)) {
    const lowered = lowerEdge(unit, ctx.scope, owner, edge, branch, key);
    template.alternatives.set(key, lowered.guards.length);
  }
  for (const [i, parameter] of parameters.entries()) {
    if (parameter?.written) template.written.add(i);
  }
}

function checkInitial(unit: Unit, template: TemplateInfo): void {
  const { node } = template;
  if (node.init !== null && template.locations.has(node.init)) return;
  const hint = 'say where it starts: `init A;`, or in XML `<init ref="…"/>`';
  // A reference to something else ("") was reported by the reader.
  const name = node.name === "" ? "" : ` \`${node.name}\``;
  if (node.init === null) unit.error("TH2074", `the template${name} has no initial location`, node.nameSpan, hint);
  template.broken = true;
}

export interface EdgePair {
  readonly edge: EdgeNode;
  readonly branch: EdgeNode | null;
  readonly source: number;
  readonly target: number;
  readonly fileIndex: number;
  /** Identifies the pair, for sharing. */
  readonly key: object;
  readonly span: EdgeNode["span"];
}

const pairs = new WeakMap<TemplateInfo, readonly EdgePair[]>();

/** The edges of a template; one that leads to a branchpoint is joined with each edge that leaves it. */
export function edgesOf(unit: Unit, template: TemplateInfo): readonly EdgePair[] {
  const known = pairs.get(template);
  if (known !== undefined) return known;
  const { node, locations, branchpoints } = template;
  const result: EdgePair[] = [];
  for (const [fileIndex, edge] of node.edges.entries()) {
    if (branchpoints.has(edge.source)) continue;
    const source = locations.get(edge.source);
    if (source === undefined) {
      unit.error("TH2073", `the edge starts at \`${edge.source}\`, which is no location`, edge.span);
      continue;
    }
    const target = locations.get(edge.target);
    if (target !== undefined) {
      result.push({ edge, branch: null, source, target, fileIndex, key: edge, span: edge.span });
      continue;
    }
    if (!branchpoints.has(edge.target)) {
      unit.error("TH2073", `the edge leads to \`${edge.target}\`, which is no location`, edge.span);
      continue;
    }
    const branches = node.edges.filter((branch) => branch.source === edge.target);
    const refuse = (feature: string, { span }: EdgeNode): number => template.obstacles.push({ feature, span });
    if (branches.length === 0) refuse("a branchpoint that no edge leaves", edge);
    for (const branch of branches) {
      const end = locations.get(branch.target);
      if (end === undefined) {
        refuse("an edge between branchpoints", branch);
        continue;
      }
      result.push({ edge, branch, source, target: end, fileIndex, key: { edge, branch }, span: edge.span });
    }
  }
  pairs.set(template, result);
  return result;
}

/** Enters parameters whose values are not known. */
export function declareUnknown(ctx: Context, parameters: readonly Parameter[]): (ValueSymbol | null)[] {
  return parameters.map((parameter) => {
    const use = parameterType(ctx, parameter);
    const { name, nameSpan: span } = parameter;
    const { type, constant } = use;
    if (type.kind === "error") {
      ctx.declare({ kind: "broken", name, span, local: true });
      return null;
    }
    const at = { cells: 0, clocks: 0, channels: 0 };
    const root: PathRoot & { symbol?: ValueSymbol } = parameter.reference
      ? { space: "state", at, writable: !constant }
      : { space: "state", at, writable: !constant, values: null };
    const symbol: ValueSymbol = {
      kind: "value",
      name,
      span,
      type,
      root,
      local: true,
      free: false,
      written: false,
    };
    Object.assign(root, { symbol });
    ctx.declare(symbol satisfies AnySymbol);
    return symbol;
  });
}

/** The type of a template's parameter; clocks and channels must be references. */
export function parameterType(ctx: Context, parameter: Parameter): TypeUse {
  const use = lowerType(ctx, parameter.type);
  const type = lowerDimensions(ctx, use.type, parameter.dimensions);
  const leaf = elementOf(type);
  if ((leaf.kind === "clock" || leaf.kind === "chan") && !parameter.reference) {
    const hint = `write \`${describe(leaf)} &${parameter.name}\``;
    ctx.error("TH2056", `\`${parameter.name}\` must be passed by reference`, parameter.span, hint);
  }
  if (leaf.kind === "void") {
    ctx.error("TH2013", `\`${parameter.name}\` cannot be of type \`void\``, parameter.nameSpan);
  }
  return { ...use, type };
}
