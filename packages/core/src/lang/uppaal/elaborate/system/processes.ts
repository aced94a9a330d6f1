// The system line, expanded: one process per entry, or one per combination of free parameters. First all processes
// get their names, cells and clocks; then their locations and edges are lowered.

import { defined } from "../../../../basics/defined.ts";
import type { Span } from "../../../../diagnostics/index.ts";
import type { Branch, Edge, Location, Process } from "../../../../network/index.ts";
import type { EdgeNode } from "../../document.ts";
import { Context, LIMITS, MODEL_OWNER, type Unit } from "../context.ts";
import {
  type FreeParameter,
  type Instantiable,
  type Owner,
  type ProcessSet,
  Scope,
  type TemplateInfo,
  type ValueSymbol,
} from "../scope.ts";
import { describe } from "../values/compatible.ts";
import { type Extent, rangeOfType } from "../values/types.ts";
import { declare } from "./declarations.ts";
import { lowerEdge, lowerLocation } from "./edges.ts";
import { templateArguments, valueParameter } from "./instantiate.ts";
import { edgesOf, parameterType } from "./templates.ts";

/** A process that has its names and its room, but no edges yet. */
export interface ProcessInstance {
  readonly name: string;
  readonly template: TemplateInfo;
  readonly scope: Scope;
  readonly owner: Owner;
  readonly priority: number;
}

/** Adds the processes that one entry of the system line stands for; null when it cannot be expanded (reported). */
export function expand(
  unit: Unit,
  instantiable: Instantiable,
  span: Span,
  priority: number,
  instances: ProcessInstance[],
): ProcessSet | null {
  const parameters = freeParameters(unit, instantiable, span);
  if (parameters === null) return null;
  const count = parameters.reduce((product, parameter) => product * parameter.count, 1);
  if (instances.length + count > LIMITS.processes) {
    unit.error(
      "TH2209",
      `\`${instantiable.name}\` stands for ${count} processes; at most ${LIMITS.processes} are built`,
      span,
      "narrow the ranges of its free parameters",
    );
    return null;
  }
  const errors = unit.sink.errors;
  const first = instances.length;
  const scopes: Scope[] = [];
  let start: Extent = unit.used;
  let stride: Extent | null = null;
  for (let k = 0; k < count; k++) {
    const before = unit.used;
    const values = combination(parameters, k);
    const name = values.length === 0 ? instantiable.name : `${instantiable.name}(${values.join(",")})`;
    const instance = layOut(unit, instantiable, values, name, instances.length, priority);
    if (instance === null || unit.sink.errors > errors) return null;
    instances.push(instance);
    scopes.push(instance.scope);
    const size = difference(unit.used, before);
    if (stride === null) {
      stride = size;
      start = before;
    } else if (size.cells !== stride.cells || size.clocks !== stride.clocks) {
      unit.error("TH2211", `the processes of \`${instantiable.name}\` differ in size`, span);
      return null;
    }
  }
  return {
    name: instantiable.name,
    first,
    count,
    parameters,
    scopes,
    stride: stride ?? difference(start, start),
  };
}

function difference(a: Extent, b: Extent): Extent {
  return { cells: a.cells - b.cells, clocks: a.clocks - b.clocks, channels: a.channels - b.channels };
}

/** The k-th combination of values, in lexicographic order. */
function combination(parameters: readonly FreeParameter[], k: number): number[] {
  const values: number[] = [];
  let rest = k;
  for (let i = parameters.length - 1; i >= 0; i--) {
    const { min, count } = parameters[i]!;
    values.unshift(min + (rest % count));
    rest = Math.floor(rest / count);
  }
  return values;
}

/** What is left open must be something to run over: bounded ints and scalar sets, by value. */
function freeParameters(unit: Unit, instantiable: Instantiable, span: Span): readonly FreeParameter[] | null {
  const outer = instantiable.partial?.scope ?? instantiable.template.scope;
  const ctx = new Context(unit, new Scope(outer), MODEL_OWNER);
  const result: FreeParameter[] = [];
  for (const parameter of instantiable.parameters) {
    const { type } = parameterType(ctx, parameter);
    const { name } = parameter;
    // What could not be read was told.
    if (name === "") return null;
    if (parameter.reference) {
      unit.error("TH2208", `\`${instantiable.name}\` needs an argument for the reference \`${name}\``, span);
      return null;
    }
    if (type.kind === "int" && type.free) {
      unit.error(
        "TH2207",
        `the free parameter \`${name}\` of \`${instantiable.name}\` has no bounds`,
        span,
        `give it a range: \`const int[0,3] ${name}\``,
      );
      return null;
    }
    if (type.kind !== "int" && type.kind !== "scalar" && type.kind !== "bool") {
      if (type.kind !== "error") {
        unit.error(
          "TH2208",
          `\`${instantiable.name}\` needs an argument for \`${name}\`: no process can be made for each \`${describe(type)}\``,
          span,
        );
      }
      return null;
    }
    const { min, max } = rangeOfType(type);
    result.push({ name, type, min, count: Math.max(0, max - min + 1) });
  }
  return result;
}

function layOut(
  unit: Unit,
  instantiable: Instantiable,
  values: readonly number[],
  name: string,
  process: number,
  priority: number,
): ProcessInstance | null {
  const { template } = instantiable;
  const owner: Owner = { prefix: `${name}.`, process, template };
  const own = instantiable.parameters.map((parameter, i) => {
    const outer = instantiable.partial?.scope ?? template.scope;
    const { type } = parameterType(new Context(unit, outer, MODEL_OWNER), parameter);
    return valueParameter(parameter, type, [values[i]!], true);
  });
  const bound = templateArguments(unit, instantiable, own, owner);
  if (bound === null) return null;
  const scope = new Scope(template.scope, true);
  const ctx = new Context(unit, scope, owner);
  for (const [i, symbol] of bound.entries()) ctx.declare({ ...symbol, name: template.node.parameters[i]!.name });
  for (const declaration of template.node.declarations) declare(ctx, declaration);
  // Initialisers have read the arguments; from here on, parameters that are written are variables.
  for (const i of template.written) {
    const symbol = bound[i];
    const parameter = template.node.parameters[i];
    if (symbol === undefined || parameter === undefined || parameter.reference) continue;
    const variable = asVariable(unit, { ...symbol, name: parameter.name }, owner);
    if (variable === null) return null;
    scope.names.set(parameter.name, variable);
    for (const known of scope.names.values()) if (known.kind === "function") known.index = null;
  }
  return { name, template, scope, owner, priority };
}

/** A value parameter that the template changes is a variable of the process, starting with the argument. */
function asVariable(unit: Unit, symbol: ValueSymbol, owner: Owner): ValueSymbol | null {
  const { name, type, span, root } = symbol;
  const values = root.values ?? [];
  const at = unit.allocate(name, type, owner, span, { values, clockValues: [], meta: false, constant: false });
  if (at === null) return null;
  const { alias: _, ...plain } = symbol;
  return { ...plain, root: { space: "state", at, writable: true }, free: false };
}

/** Locations and edges of a process; edge ids go on from `edges.length`. */
export function lowerProcess(unit: Unit, instance: ProcessInstance, process: number, edges: Edge[]): Process {
  const { template, scope, owner, name, priority } = instance;
  const { node } = template;
  const locations = node.locations.map(
    (location): Location => ({
      name: location.name ?? `_${location.id}`,
      urgent: location.urgent,
      committed: location.committed,
      ...lowerLocation(unit, scope, owner, location),
      labels: [],
      span: location.span,
    }),
  );
  const ids: number[] = [];
  for (const { feature, span } of template.obstacles) unit.obstacle(feature, span);
  const groups = new Map<EdgeNode, Branch>();
  for (const { edge, branch, source, target, fileIndex, key, span } of edgesOf(unit, template)) {
    const { guards, weight, branchSelects, ...lowered } = lowerEdge(unit, scope, owner, edge, branch, key);
    // Folding may leave fewer alternatives here than elsewhere; all processes of a template keep the same edges.
    const wanted = Math.max(guards.length, template.alternatives.get(key) ?? 1);
    const known = groups.get(edge);
    const outcome: Branch = {
      group: known?.group ?? edges.length,
      outcome: known === undefined ? 0 : known.outcome + 1,
      ...defined({ weight: branch === null ? undefined : weight }),
      selects: branchSelects,
    };
    groups.set(edge, outcome);
    const isGroup = branch !== null || wanted > 1;
    for (let k = 0; k < wanted; k++) {
      const id = edges.length;
      ids.push(id);
      edges.push({
        id,
        process,
        source,
        target,
        ...lowered,
        guard: guards[k] ?? [{ kind: "data", condition: { kind: "constant", value: 0 } }],
        controllable: edge.controllable,
        fileIndex,
        ...defined({ branch: isGroup ? outcome : undefined }),
        span,
      });
    }
  }
  return {
    name,
    template: node.name,
    locations,
    edges: ids,
    initial: [template.locations.get(node.init ?? "") ?? 0],
    priority,
    ...defined({ scalar: hasScalar(instance) }),
  };
}

function hasScalar({ template, scope }: ProcessInstance): true | undefined {
  const isScalar = template.node.parameters.some(({ name }) => {
    const symbol = scope.names.get(name);
    return symbol?.kind === "value" && symbol.type.kind === "scalar";
  });
  return isScalar ? true : undefined;
}
