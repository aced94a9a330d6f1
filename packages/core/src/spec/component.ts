// A component is one object that says everything about itself; a registry is the list of those that a specification may
// name in one kind of place. A component may be a shorthand for another specification (`astar(h)` *is*
// `eager(tiebreaking([f(h), h]), reopen=true)`), rewritten tree to tree.

import type { DiagnosticCode, Span } from "../diagnostics/index.ts";
import type { SpecTree } from "./syntax.ts";

/** What the value of a parameter is read in: the names that are known there, and the place for errors. */
export interface SpecScope {
  /** Where random choices begin when a specification does not say. */
  readonly seed: number;
  resolve<C>(tree: SpecTree, registry: Registry<C>): C | undefined;
  /** The component that a tree calls in the end, names bound by `let` followed. */
  headOf(tree: SpecTree): string | undefined;
  /** Resolves a default value, which is our own text: errors in it are our bugs. */
  nested<C>(text: string, registry: Registry<C>): C;
  error(code: DiagnosticCode, message: string, span: Span, hint?: string): undefined;
  mismatch(tree: SpecTree, expected: string): undefined;
  /** Notes an expression over the model: who knows the model's language reads it (`Specified.expressions`). */
  mention(expression: MentionedExpression): void;
}

/** An expression over the model that a specification holds. */
export interface MentionedExpression {
  readonly text: string;
  readonly span: Span;
}

export interface Param<T> {
  readonly doc: string;
  /** "number", "sum | max", "heuristic": for people. */
  readonly type: string;
  /** The values there are, where they can be counted. */
  readonly choices?: readonly string[];
  /** Its values are components: what is written for it means one instance, also where it is a mere name. */
  readonly nested?: true;
  /** How the default is written; undefined when the parameter must be given. */
  readonly defaultText: string | undefined;
  defaultValue(scope: SpecScope): T;
  /** undefined after an error was reported. */
  read(tree: SpecTree, scope: SpecScope): T | undefined;
}

export type Params = Readonly<Record<string, Param<unknown>>>;
export type ParamValues<P extends Params> = { readonly [K in keyof P]: P[K] extends Param<infer T> ? T : never };

export interface Component<C> {
  readonly name: string;
  /** One sentence. */
  readonly summary: string;
  readonly params: Params;
  /** Other names under which it is found: names it once had. */
  readonly aliases?: readonly string[];
  /** Specifications that show what it can be given: the contract suites and the reference read them. */
  readonly examples?: readonly string[];
  /** What a shorthand stands for, with the parameters' names in place of their values. */
  readonly means?: string;
  configure(values: Readonly<Record<string, unknown>>, spec: string): C;
}

/** What every definition of a component says of it, besides what makes it one of its kind. */
export type Definition<P extends Params> = Pick<Component<never>, "name" | "summary" | "aliases" | "examples"> & {
  readonly params: P;
};

/** Keeps the types of parameters and of `configure` together. */
export function defineComponent<C, const P extends Params>(
  component: Definition<P> & { configure(values: ParamValues<P>, spec: string): C },
): Component<C> {
  return component as Component<C>;
}

/** A definition whose members say in `traits` only what differs from what is usual for their kind. */
export type Described<P extends Params, T> = Definition<P> & { traits?(values: ParamValues<P>): Partial<T> };

/** A component of a kind whose configurations are traits, a specification, and what is made of them (`rest`). */
export function defineMember<C extends T & { readonly spec: string }, T extends object, P extends Params>(
  usual: T,
  { traits, ...definition }: Described<P, T>,
  rest: (values: ParamValues<P>) => Omit<C, keyof T | "spec">,
): Component<C> {
  return defineComponent({
    ...definition,
    configure: (values: ParamValues<P>, spec) => ({ spec, ...usual, ...traits?.(values), ...rest(values) }) as C,
  } as Definition<P> & { configure(values: ParamValues<P>, spec: string): C });
}

/** A definition of what is made in a context. */
export type Created<P extends Params, T, Context, Made> = Described<P, T> & {
  create(context: Context, values: ParamValues<P>): Made;
};

/** A component of a kind whose configurations are traits and something that is made in a context. */
export function defineCreated<T extends object, P extends Params, Context, Made>(
  usual: T,
  { create, ...described }: Created<P, T, Context, Made>,
): Component<T & { readonly spec: string; create(context: Context): Made }> {
  type Config = T & { readonly spec: string; create(context: Context): Made };
  const rest = (values: ParamValues<P>) => ({ create: (context: Context) => create(context, values) });
  return defineMember<Config, T, P>(usual, described as Described<P, T>, rest as never);
}

/** A component that is another specification in disguise. */
export function defineShorthand<const P extends Params>(
  shorthand: Definition<P> & { readonly means: string },
): Component<never> {
  return {
    ...shorthand,
    configure() {
      throw new Error(`${shorthand.name} is rewritten to ${shorthand.means} before it is configured`);
    },
  };
}

/**
 * A kind of component whose members take each other as arguments. It is named where the interface is, so that members
 * can speak of it, and gets its members where they are listed: a member imports its family, never the list.
 */
export class ComponentFamily<C> {
  readonly kind: string;
  private listed: Registry<C> | undefined;

  constructor(kind: string) {
    this.kind = kind;
  }

  list(members: readonly Component<C>[]): Registry<C> {
    this.listed = new Registry(this.kind, members);
    return this.listed;
  }

  get registry(): Registry<C> {
    if (this.listed === undefined) throw new Error(`the members of the family "${this.kind}" are not listed yet`);
    return this.listed;
  }
}

export class Registry<C> {
  /** "heuristic", "open list", "search". */
  readonly kind: string;
  private readonly byName = new Map<string, Component<C>>();
  private readonly byAlias = new Map<string, Component<C>>();

  constructor(kind: string, components: readonly Component<C>[]) {
    this.kind = kind;
    for (const component of components) {
      this.byName.set(component.name, component);
      for (const alias of component.aliases ?? []) this.byAlias.set(alias, component);
    }
  }

  get(name: string): Component<C> | undefined {
    return this.byName.get(name) ?? this.byAlias.get(name);
  }

  get components(): readonly Component<C>[] {
    return [...this.byName.values()];
  }
}
