// From the document as written to the network: names are resolved, types checked, templates instantiated. All errors
// are reported in one go; with errors in the model there is no network.

import { lintStatistics } from "../../analysis/lints/index.ts";
import { defined } from "../../basics/defined.ts";
import { DiagnosticSink, type Sources, type Span } from "../../diagnostics/index.ts";
import { type Edge, frozenNetwork, type Network, type Query } from "../../network/index.ts";
import type { Declaration, QueryNode } from "./ast.ts";
import {
  type FaultyQuery,
  numberedQueries,
  type QueryItem,
  type TemplateNode,
  templatesInSystem,
  type UppaalDocument,
} from "./document.ts";
import { AskedNetwork } from "./elaborate/asked-network.ts";
import { Context, MODEL_OWNER, Unit } from "./elaborate/context.ts";
import { builtinScope } from "./elaborate/expressions/builtins.ts";
import { lowerExpression } from "./elaborate/expressions/expressions.ts";
import { Scope } from "./elaborate/scope.ts";
import { declare } from "./elaborate/system/declarations.ts";
import { declareInstantiation } from "./elaborate/system/instantiate.ts";
import { expand, lowerProcess, type ProcessInstance } from "./elaborate/system/processes.ts";
import { compileQuery, type QueryMeta, type StatisticalQuery, type Statistics } from "./elaborate/system/queries.ts";
import { lowerBody } from "./elaborate/system/statements.ts";
import { compileStatistics } from "./elaborate/system/statistical.ts";
import { lowerHooks, lowerPriorities, lowerProgress } from "./elaborate/system/system.ts";
import { prepareTemplate } from "./elaborate/system/templates.ts";

export type { QueryMeta } from "./elaborate/system/queries.ts";

export interface Elaboration {
  /** With the model's own questions. */
  readonly network: Network;
  /**
   * The same network with the functions that queries compiled so far have brought, and the meta variables they read
   * kept.
   */
  extended(): Network;
  /** The model's own questions that have errors. */
  readonly faulty: readonly FaultyQuery[];
  /**
   * Compiles a query in the scope of the system; null when it has errors, which go to `sink` (or to the one given to
   * `elaborate`). It may call functions that nothing has called before: `extended` has them.
   */
  compileQuery(node: QueryNode, meta: QueryMeta, sink?: DiagnosticSink): Query | null;
}

/** Null when the model itself has errors. Errors in its queries leave the rest intact. */
export function elaborate(document: UppaalDocument, sources: Sources, sink: DiagnosticSink): Elaboration | null {
  return elaborateFor(document, sources, sink, false)?.elaboration ?? null;
}

/** `reals`: for statistics, without the model's own questions. */
function elaborateFor(
  document: UppaalDocument,
  sources: Sources,
  sink: DiagnosticSink,
  reals: boolean,
): { readonly elaboration: Elaboration; readonly unit: Unit; readonly processes: Scope } | null {
  const unit = new Unit(sources, sink, { expression: lowerExpression, body: lowerBody }, reals);
  // A model that was not read whole is checked, so that all is said at once, but nothing is built from it.
  const before = readWhole(document, sink) ? sink.errors : -1;
  // What was declared is known unless text outside of labels could not be read.
  const allDeclared =
    before >= 0 || sink.list.every(({ severity, span }) => severity !== "error" || inLabel(sources, span));
  const globals = new Scope(builtinScope(), true);
  const model = new Context(unit, globals, MODEL_OWNER);
  const running = templatesInSystem(document);
  for (const { name, span } of document.scenarios) {
    const feature = `live sequence charts (\`${name}\`)`;
    if (name !== "") model.declare({ kind: "extension", name, span, feature, local: false });
  }
  for (const item of inOrder(document)) {
    if ("locations" in item) {
      const instantiable = running.has(item.name)
        ? prepareTemplate(unit, item, globals)
        : forgiving(unit, () => prepareTemplate(unit, item, globals));
      model.declare({ kind: "template", name: item.name, span: item.nameSpan, instantiable, local: false });
    } else {
      declare(model, item);
    }
  }
  // Declarations of the system section are global, but templates do not see them.
  const system = new Context(unit, new Scope(globals, true), MODEL_OWNER);
  for (const declaration of document.declarations) declareProcess(unit, system, declaration);
  for (const declaration of document.systemDeclarations) {
    declare(system, declaration);
    declareProcess(unit, system, declaration);
  }

  for (const [name, { span }] of system.scope.names) {
    if (globals.names.has(name)) unit.error("TH2002", `\`${name}\` is declared twice`, span);
  }

  const processes = new Scope(system.scope, true);
  const instances = expandSystem(unit, document, system, processes);
  const declarations = [...document.declarations, ...document.systemDeclarations];
  const priorities = lowerPriorities(unit, system.scope, declarations);
  const hooks = lowerHooks(unit, system.scope, declarations);
  const broken = (): null => {
    // Questions are looked at all the same, so that one run tells everything.
    if (!allDeclared || document.system === null) return null;
    unit.dry = true;
    const compile: Elaboration["compileQuery"] = (node, meta, into = sink) => {
      unit.sink = into;
      const query = compileQuery(unit, processes, node, meta, () => null);
      unit.sink = sink;
      return query;
    };
    const readable = document.queries.filter(({ query }) => query?.form !== "statistical");
    if (!reals) compileAll(readable, sources, sink, compile);
    return null;
  };
  if (sink.errors > before) return broken();

  const edges: Edge[] = [];
  const lowered = instances.map((instance, i) => lowerProcess(unit, instance, i, edges));
  const progress = lowerProgress(unit, processes, document.progress);
  lowerBareSyncs(unit, edges);
  if (sink.errors > before) return broken();

  const statistics = statisticsOf(document, sources);
  const compile: Elaboration["compileQuery"] = (node, meta, into = sink) => {
    unit.sink = into;
    unit.forget();
    const query = compileQuery(unit, processes, node, meta, (asked) => statistics(asked, into));
    unit.sink = sink;
    if (query !== null) made?.add(query, unit.functions, into);
    return query;
  };
  let made: AskedNetwork | undefined;
  const asked = reals ? [] : compileAll(document.queries, sources, sink, compile);
  const parts: Network = {
    name: document.name,
    language: "uppaal",
    processes: lowered,
    edges,
    channels: unit.channels,
    vectors: [],
    events: [],
    clocks: unit.clocks,
    variables: unit.variables,
    cells: unit.used.cells,
    initialValues: unit.initial,
    functions: unit.functions,
    beforeUpdate: hooks.before,
    afterUpdate: hooks.after,
    updateFrameSize: hooks.frameSize,
    internalPriority: priorities.internal,
    hasPriorities: priorities.declared || (document.system?.levels.length ?? 0) > 1,
    progress,
    labels: [],
    obstacles: unit.obstacles,
    ...(unit.prices.length === 0 ? {} : { prices: unit.prices }),
    queries: asked.filter((query): query is Query => !("diagnostic" in query)),
    sources: sources.blocks,
  };
  const own = (made = new AskedNetwork(parts, sink));
  const elaboration: Elaboration = {
    network: own.network,
    extended: () => own.network,
    faulty: asked.filter((query): query is FaultyQuery => "diagnostic" in query),
    compileQuery: compile,
  };
  return { elaboration, unit, processes };
}

/** Compiles statistical questions. Their network is made when the first of them is met, and kept for the others. */
function statisticsOf(
  document: UppaalDocument,
  sources: Sources,
): (node: StatisticalQuery, into: DiagnosticSink) => Statistics | null {
  let made: ReturnType<typeof elaborateFor> | undefined;
  return (node, into) => {
    const own = new DiagnosticSink();
    const isFirst = made === undefined;
    made ??= elaborateFor(document, sources, own, true);
    for (const diagnostic of own.list) if (diagnostic.severity === "error") into.add(diagnostic);
    if (made === null) return null;
    const { elaboration, unit, processes } = made;
    if (isFirst) for (const lint of lintStatistics(elaboration.network)) into.add(lint);
    unit.sink = into;
    unit.forget();
    const question = compileStatistics(unit, processes, node);
    if (question === null) return null;
    const { network } = elaboration;
    const { functions } = unit;
    const model = functions.length > network.functions.length ? frozenNetwork({ ...network, functions }) : network;
    return { model, ...question };
  };
}

/** The questions among the items, in order: compiled, or with what is wrong with them. */
export function compileAll(
  items: readonly QueryItem[],
  sources: Sources,
  sink: DiagnosticSink,
  compile: Elaboration["compileQuery"],
): (Query | FaultyQuery)[] {
  return [...numberedQueries(items)].map(([number, { query, fault, comment, expectation, span }]) => {
    const text = sources.textOf(query?.span ?? span).trim();
    if (query === null) return { number, text, diagnostic: fault! };
    const own = new DiagnosticSink();
    const rest = expectation === undefined ? {} : { expectation };
    const compiled = compile(query, { text, number, comment, span, ...rest }, own);
    sink.addAll(own);
    return compiled ?? { number, text, diagnostic: own.firstError! };
  });
}

/** Locations, parameters and declarations of a template. */
function namesIn({ locations, parameters, declarations }: TemplateNode): ReadonlySet<string> {
  const declared = declarations.flatMap((declaration) => {
    if (declaration.kind === "function") return [declaration.name];
    return declaration.kind === "variable" ? declaration.declarators.map(({ name }) => name) : [];
  });
  return new Set([
    ...locations.map(({ id, name }) => name ?? `_${id}`),
    ...parameters.map(({ name }) => name),
    ...declared,
  ]);
}

function inLabel(sources: Sources, span: Span | undefined): boolean {
  return span !== undefined && /\/(?:label|formula)\b/.test(sources.blocks[span.block]!.path ?? "");
}

/** What is wrong with a template that no process is made of is a warning: the system does not need it. */
function forgiving<T>(unit: Unit, run: () => T): T {
  const { sink } = unit;
  const own = new DiagnosticSink();
  unit.sink = own;
  const result = run();
  unit.sink = sink;
  for (const diagnostic of own.list) {
    if (diagnostic.severity !== "error") sink.add(diagnostic);
    else
      sink.add({ ...diagnostic, severity: "warning", hint: diagnostic.hint ?? "no process is made of this template" });
  }
  return result;
}

/** Was everything but queries read without errors? */
function readWhole(document: UppaalDocument, sink: DiagnosticSink): boolean {
  if (sink.errors === 0) return true;
  const faulty = document.queries.filter((item) => item.fault !== undefined).map((item) => item.span);
  const errors = sink.list.filter(({ severity }) => severity === "error");
  const inQuery = (span: Span): boolean =>
    faulty.some(({ block, start, end }) => block === span.block && start <= span.start && span.start <= end);
  return errors.length === sink.errors && errors.every(({ span }) => span !== undefined && inQuery(span));
}

/** Declarations, then templates; in a file that mixes them (`.xta`), as they stand: a name is known from there on. */
function inOrder(document: UppaalDocument): readonly (Declaration | TemplateNode)[] {
  const { declarations, templates } = document;
  const result: (Declaration | TemplateNode)[] = [];
  let next = 0;
  for (const declaration of declarations) {
    for (; next < templates.length; next++) {
      const { block, start } = templates[next]!.span;
      if (block !== declaration.span.block || start > declaration.span.start) break;
      result.push(templates[next]!);
    }
    result.push(declaration);
  }
  return [...result, ...templates.slice(next)];
}

function declareProcess(unit: Unit, system: Context, declaration: Declaration): void {
  if (declaration.kind !== "instantiation") return;
  const { name, nameSpan: span } = declaration;
  const instantiable = declareInstantiation(unit, declaration, system.scope);
  if (instantiable === null) system.declare({ kind: "broken", name, span, local: false });
  else system.declare({ kind: "template", name, span, instantiable, local: false });
}

/** As in UPPAAL a model uses one of the two ways to synchronise; beside the usual one, a sign was forgotten. */
function lowerBareSyncs(unit: Unit, edges: readonly Edge[]): void {
  const isForgotten = edges.some(({ sync }) => sync.kind !== "internal");
  for (const span of unit.bareSyncs) {
    const channel = unit.sources.textOf(span).trim();
    const hint = `write \`${channel}!\` to send and \`${channel}?\` to receive`;
    const message = "a synchronisation says with `!` or `?` who sends and who receives";
    if (isForgotten) unit.error("TH2077", message, span, hint);
    else {
      unit.warn("TH2077", message, span, hint);
      unit.obstacle("synchronisation without `!` and `?`", span);
    }
  }
}

function expandSystem(unit: Unit, document: UppaalDocument, system: Context, processes: Scope): ProcessInstance[] {
  const instances: ProcessInstance[] = [];
  const line = document.system;
  if (line === null) {
    // Readers that look at structure say so themselves.
    if (unit.sink.errors === 0) unit.error("TH2210", "the model has no system line", undefined, "write `system P;`");
    return instances;
  }
  for (const [priority, level] of line.levels.entries()) {
    for (const { name, span } of level) {
      const symbol = system.resolve(name, span);
      if (processes.names.has(name)) {
        unit.error("TH2212", `\`${name}\` stands twice in the system line`, span, "a process can take part only once");
        continue;
      }
      // Questions about a process that cannot be made say nothing more.
      const members = symbol?.kind === "template" ? namesIn(symbol.instantiable.template.node) : undefined;
      processes.names.set(name, {
        kind: "broken",
        name,
        span,
        local: false,
        ...defined({ members }),
      });
      if (symbol === null) continue;
      if (symbol.kind === "extension") {
        unit.obstacle(symbol.feature, span);
        continue;
      }
      if (symbol.kind !== "template") {
        unit.error("TH2201", `\`${name}\` is not a template or process`, span);
        continue;
      }
      if (symbol.instantiable.broken || symbol.instantiable.template.broken) continue;
      const set = expand(unit, symbol.instantiable, span, priority, instances);
      if (set !== null) processes.names.set(name, { kind: "process", name, span, set, local: false });
    }
  }
  return instances;
}
