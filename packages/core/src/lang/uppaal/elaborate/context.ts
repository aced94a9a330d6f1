// The model under construction (`Unit`): the lists of the network as they grow, and the way diagnostics leave; while a
// template is checked on its own (`dry`), nothing is allocated. And where an expression of it stands (`Context`): its
// scope, its frame, and what lowering it has shown so far (does it change anything, does it depend on the instance of
// its template).

import { defined } from "../../../basics/defined.ts";
import type { DiagnosticCode, DiagnosticSink, Sources, Span } from "../../../diagnostics/index.ts";
import { didYouMean } from "../../../diagnostics/suggest.ts";
import type {
  Channel,
  Clock,
  Expression,
  FunctionDefinition,
  Obstacle,
  Statement,
  Variable,
} from "../../../network/index.ts";
import type { Expr, FunctionDeclaration } from "../ast.ts";
import { ELSEWHERE } from "../parse/foreign-keywords.ts";
import { type AnySymbol, type Owner, Scope } from "./scope.ts";
import { describe, valueTypeOf } from "./values/compatible.ts";
import { type Evaluation, evaluate } from "./values/evaluate.ts";
import type { Operand } from "./values/operand.ts";
import { type Extent, plus, type Type } from "./values/types.ts";

/** Beyond these a model is refused rather than built: they bound time and memory for any input. */
export const LIMITS: Extent & { processes: number; steps: number; alternatives: number } = {
  cells: 1_000_000,
  clocks: 50_000,
  channels: 1_000_000,
  processes: 20_000,
  /** Steps of compile-time evaluation. */
  steps: 2_000_000,
  /** Edges that one guard with disjunctions may become. */
  alternatives: 64,
};

/** What a location or an edge costs, and how many statements of its update stand before it. */
export interface PaidTerm {
  readonly value: Expression;
  readonly span: Span;
  readonly after: number;
}

/** What parts of the grammar need of others that contain them; handed in, so that no file imports its own users. */
export interface ElaborationGrammar {
  expression(ctx: Context, node: Expr): Operand;
  body(ctx: Context, declaration: FunctionDeclaration): readonly Statement[];
}

export class Unit {
  readonly sources: Sources;
  readonly grammar: ElaborationGrammar;
  sink: DiagnosticSink;
  dry = false;
  /**
   * Is this a network for statistics? Then doubles have cells, hybrid clocks are clocks, and nothing of it is an
   * obstacle.
   */
  readonly reals: boolean;

  used: Extent = { cells: 0, clocks: 0, channels: 0 };
  readonly initial: number[] = [];
  /** 1 where the cell belongs to a table of constants. */
  readonly fixed: number[] = [];
  readonly variables: Variable[] = [];
  readonly clocks: Clock[] = [];
  readonly channels: { name: string; broadcast: boolean; urgent: boolean; priority: number; span?: Span }[] = [];
  readonly functions: FunctionDefinition[] = [];
  readonly obstacles: Obstacle[] = [];
  /** Where the model says what staying and stepping cost. */
  readonly prices: Obstacle[] = [];
  /** Steps left for compile-time evaluation, for the model as a whole. */
  steps = LIMITS.steps;

  /** Numbers declarations, so that functions see only what stands before them. */
  order = 0;
  /** What the check of a function has shown, for all its instances. */
  readonly facts = new Map<object, { readonly effect: boolean; readonly written: readonly boolean[] }>();

  /** Synchronisations without `!` and `?`. */
  readonly bareSyncs: Span[] = [];

  private readonly reported = new Set<string>();

  constructor(sources: Sources, sink: DiagnosticSink, grammar: ElaborationGrammar, reals = false) {
    this.reals = reals;
    this.sources = sources;
    this.grammar = grammar;
    this.sink = sink;
  }

  /** Instances of a template repeat what was said about it: the same thing is said once per place. */
  error(code: DiagnosticCode, message: string, span?: Span, hint?: string): void {
    if (this.first(code, span)) this.sink.error(code, message, span, hint);
  }

  warn(code: DiagnosticCode, message: string, span?: Span, hint?: string): void {
    if (this.first(code, span)) this.sink.warn(code, message, span, hint);
  }

  private first(code: string, span: Span | undefined): boolean {
    if (span === undefined) return true;
    const key = `${code} ${span.block} ${span.start} ${span.end}`;
    if (this.reported.has(key)) return false;
    this.reported.add(key);
    return true;
  }

  /** Queries come later and may be tried again: what was said about them is forgotten. */
  forget(): void {
    this.reported.clear();
  }

  /** Notes something that no symbolic analysis supports. */
  obstacle(feature: string, span?: Span): void {
    if (!this.dry) noteOnce(this.obstacles, feature, span);
  }

  /** Notes where something is paid. */
  price(feature: string, span?: Span): void {
    if (!this.dry) noteOnce(this.prices, feature, span);
  }

  /** Would a variable of that type still fit? If not, that is reported. */
  hasRoom(name: string, type: Type, span: Span): boolean {
    const { cells, clocks, channels } = plus(this.used, type.extent);
    if (cells <= LIMITS.cells && clocks <= LIMITS.clocks && channels <= LIMITS.channels) return true;
    this.error("TH2012", `\`${name}\` is too large: \`${describe(type)}\``, span, "the model would not fit in memory");
    return false;
  }

  /** Makes room for a variable; null when there is too much of it (reported). */
  allocate(
    name: string,
    type: Type,
    owner: Owner,
    span: Span,
    options: { values: readonly number[]; clockValues: readonly number[]; meta: boolean; constant: boolean },
  ): Extent | null {
    if (!this.hasRoom(name, type, span)) return null;
    const at = this.used;
    const next = plus(at, type.extent);
    if (this.dry) return at;
    this.used = next;
    const full = owner.prefix + name;
    const process = owner.process === undefined ? {} : { process: owner.process };
    if (type.extent.cells > 0) {
      const { constant } = options;
      for (const value of options.values) {
        this.initial.push(value);
        this.fixed.push(constant ? 1 : 0);
      }
      this.variables.push({
        name: full,
        type: valueTypeOf(type),
        cell: at.cells,
        meta: options.meta || constant,
        ...defined({ constant: constant ? (true as const) : undefined }),
        ...process,
        span,
      });
    }
    if (type.extent.clocks > 0) {
      let k = 0;
      eachLeaf(type, full, (leaf, suffixed) => {
        if (leaf.kind !== "clock" || leaf.extent.clocks === 0) return;
        this.clocks.push({ name: suffixed, initial: options.clockValues[k++] ?? 0, ...process, span });
      });
    }
    if (type.extent.channels > 0) {
      eachLeaf(type, full, (leaf, suffixed) => {
        if (leaf.kind !== "chan") return;
        const { broadcast, urgent } = leaf;
        this.channels.push({ name: suffixed, broadcast, urgent, priority: 0, span });
      });
    }
    return at;
  }

  channelList(): readonly Channel[] {
    return this.channels;
  }
}

/** Visits the leaves of a type with the name each has (`go[2].x`). */
export function eachLeaf(type: Type, name: string, visit: (leaf: Type, name: string) => void): void {
  if (type.kind === "array") {
    for (let i = 0; i < type.length; i++) eachLeaf(type.element, `${name}[${type.first + i}]`, visit);
  } else if (type.kind === "struct") {
    for (const field of type.fields) eachLeaf(field.type, `${name}.${field.name}`, visit);
  } else {
    visit(type, name);
  }
}

/** Words that people write although they are not there; whoever declares one may use it as a name. */
const NOT_THERE: ReadonlyMap<string, { code: DiagnosticCode; message: string; hint: string }> = new Map([
  ["deadlock", { code: "TH2023", message: "`deadlock` can be asked in queries only", hint: "ask `A[] not deadlock`" }],
  ["break", { code: "TH2007", message: "the language has no `break`", hint: "let the loop's condition end the loop" }],
  [
    "continue",
    { code: "TH2007", message: "the language has no `continue`", hint: "put the rest of the body into an `if`" },
  ],
]);

export const MODEL_OWNER: Owner = { prefix: "" };

export class Context {
  readonly unit: Unit;
  readonly owner: Owner;
  /** In queries processes have members and `deadlock` is known. */
  readonly query: boolean;
  scope: Scope;
  frameSize = 0;
  /** Where something outside the frame is changed, if anywhere. */
  effect: Span | null = null;
  /** Has anything been used that differs between instances? */
  touched = false;
  /** Has a free parameter been used? */
  free = false;
  /** Later declarations of the model and of the template are not seen from here. */
  horizon = Number.POSITIVE_INFINITY;
  /** The return type, inside a function. */
  returns: Type | null = null;
  /** What the location or edge at hand costs; null where nothing can be paid. */
  paid: PaidTerm[] | null = null;
  /** How many statements of the update at hand are lowered already. */
  stated = 0;

  constructor(unit: Unit, scope: Scope, owner: Owner, query = false) {
    this.unit = unit;
    this.scope = scope;
    this.owner = owner;
    this.query = query;
  }

  /** What an expression turns out to be. */
  lower(node: Expr): Operand {
    return this.unit.grammar.expression(this, node);
  }

  /** Frame cells are never handed out twice: a binder must survive what is evaluated under it. */
  cells(count: number): number {
    const at = this.frameSize;
    this.frameSize += count;
    return at;
  }

  error(code: DiagnosticCode, message: string, span: Span, hint?: string): void {
    this.unit.error(code, message, span, hint);
  }

  /** Notes what is paid here; a value that is no whole number, or a place where none can be paid, is told by name. */
  pay(feature: string, value: Expression | null, span: Span): void {
    const reason = this.paid === null ? " inside a function" : value === null ? " for a number that is not whole" : "";
    this.unit.price(`${feature}${reason}`, span);
    if (this.paid !== null && value !== null) this.paid.push({ value, span, after: this.stated });
  }

  inner<T>(run: () => T): T {
    const outer = this.scope;
    this.scope = new Scope(outer);
    const result = run();
    this.scope = outer;
    return result;
  }

  declare(symbol: AnySymbol): void {
    const known = this.scope.names.get(symbol.name);
    // `dynamic T(…);` announces a template that is defined elsewhere.
    const announced = known?.kind === "extension" && symbol.kind === "template";
    if (announced) return;
    if (known !== undefined && known.kind !== "broken") {
      this.error("TH2002", `\`${symbol.name}\` is declared twice`, symbol.span, "one of the two needs another name");
      return;
    }
    symbol.order = this.unit.order++;
    this.scope.names.set(symbol.name, symbol);
  }

  find(name: string): AnySymbol | undefined {
    return this.scope.find(name, this.horizon);
  }

  /** Finds a name, or reports it once: further uses of an unknown name in the same declarations are silent. */
  resolve(name: string, span: Span, alsoKnown: readonly string[] = []): AnySymbol | null {
    const symbol = this.find(name);
    if (symbol !== undefined) {
      this.unit.sources.names?.means(span, symbol.span);
      if (symbol.local) this.touched = true;
      if (symbol.kind === "value" && symbol.free) this.free = true;
      return symbol.kind === "broken" ? null : symbol;
    }
    const absent = this.query ? undefined : NOT_THERE.get(name);
    if (absent !== undefined) {
      this.error(absent.code, absent.message, span, absent.hint);
      return null;
    }
    // What will not be shown needs no hint.
    const shown = this.unit.sink.omitted === 0;
    const hint = shown ? this.meant(name, alsoKnown) : undefined;
    this.error(this.query ? "TH4001" : "TH2001", `nothing is called \`${name}\` here`, span, hint);
    if (!this.query) {
      let scope = this.scope;
      while (scope.parent !== null && !scope.outermost) scope = scope.parent;
      scope.names.set(name, { kind: "broken", name, span, local: false, unknown: true });
    }
    return null;
  }

  /** A word of the language, a member of a process that is called exactly so, or a name that is nearly the same. */
  private meant(name: string, alsoKnown: readonly string[]): string | undefined {
    const word = ELSEWHERE.get(name);
    if (word !== undefined) return `write \`${word}\``;
    return (
      this.whereElse(name) ??
      didYouMean(name, [...alsoKnown, ...(this.query ? ["deadlock"] : []), ...this.scope.visible()])
    );
  }

  /** In a query: the process that has a location or variable of that name. */
  private whereElse(name: string): string | undefined {
    if (!this.query) return undefined;
    for (let scope: Scope | null = this.scope; scope !== null; scope = scope.parent) {
      for (const symbol of scope.names.values()) {
        if (symbol.kind !== "process") continue;
        const inside = symbol.set.scopes[0];
        if (inside?.names.has(name) !== true && inside?.parent?.names.get(name)?.kind !== "location") continue;
        const { parameters } = symbol.set;
        const which = parameters.length === 0 ? "" : `(${parameters.map(({ min }) => min).join(",")})`;
        return `\`${symbol.name}\` has one: write \`${symbol.name}${which}.${name}\``;
      }
    }
    return undefined;
  }

  /** The value of a compile-time expression; unknown parameters give null without a word. */
  constantOf(expression: Expression, span: Span, what: string): number | null {
    const result = evaluate(this.unit, expression);
    if (result.kind === "value") return result.value;
    this.reportNonConstant(result, span, what);
    return null;
  }

  reportNonConstant(result: Exclude<Evaluation, { kind: "value" }>, span: Span, what: string): void {
    if (result.kind === "failed") {
      const hint = result.reason === "it reads a variable" ? "declare the variable `const`" : undefined;
      this.error("TH2010", `${what} must be known before the model runs, but ${result.reason}`, span, hint);
    }
  }
}

function noteOnce(notes: Obstacle[], feature: string, span?: Span): void {
  const known = notes.some(
    (o) => o.feature === feature && o.span?.block === span?.block && o.span?.start === span?.start,
  );
  if (!known) notes.push({ feature, ...defined({ span }) });
}
