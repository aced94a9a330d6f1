// Where an expression stands: its scope, its frame, and what lowering it has shown so far (does it change anything,
// does it depend on the instance of its template).

import type { DiagnosticCode, Span } from "../../../diagnostics/index.ts";
import { didYouMean } from "../../../diagnostics/suggest.ts";
import type { Expression } from "../../../network/index.ts";
import { ELSEWHERE } from "../elsewhere.ts";
import type { Evaluation } from "./evaluate.ts";
import { evaluate } from "./evaluate.ts";
import type { AnySymbol, Owner } from "./scope.ts";
import { Scope } from "./scope.ts";
import type { Type } from "./types.ts";
import type { Unit } from "./unit.ts";

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

  constructor(unit: Unit, scope: Scope, owner: Owner, query = false) {
    this.unit = unit;
    this.scope = scope;
    this.owner = owner;
    this.query = query;
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
    return this.whereElse(name) ?? didYouMean(name, [...alsoKnown, ...this.scope.visible()]);
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
