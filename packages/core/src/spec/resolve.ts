// How a specification is resolved against the registries: names are looked up, arguments read, shorthands rewritten,
// and a configuration is what a component makes of its arguments.

import { closest, type DiagnosticCode, DiagnosticSink, type Result, Sources, type Span } from "../diagnostics/index.ts";
import type { Component, MentionedExpression, Registry, SpecScope } from "./component.ts";
import { parseSpec, printSpec, type SpecArgument, type SpecTree } from "./syntax.ts";

/** What is known of a specification besides what was made of it. */
export interface Specified {
  readonly sources: Sources;
  /** Expressions over the model that it holds: they mean nothing until they were read in the model's language. */
  readonly expressions: readonly MentionedExpression[];
}

/** Reads a specification and makes a configuration of it. The text may name a preset. */
export function configure<C>(
  registry: Registry<C>,
  text: string,
  { presets = new Map(), seed = 1 }: { presets?: ReadonlyMap<string, string>; seed?: number } = {},
): Result<C> & Specified {
  const sources = new Sources();
  const sink = new DiagnosticSink();
  const spec = presets.get(text.trim()) ?? text;
  const block = sources.add({ file: "specification", text: spec });
  const tree = parseSpec(spec, block, sink);
  const expressions: MentionedExpression[] = [];
  const config = tree === null ? undefined : new Resolution(sink, sources, seed, expressions).resolve(tree, registry);
  if (config === undefined && sink.errors === 0) throw new Error(`no configuration and no error for ${spec}`);
  return { ...sink.result(config as C), sources, expressions };
}

interface Binding {
  readonly tree: SpecTree;
  /** A parameter of a shorthand, which the user did not write. */
  readonly hidden?: boolean;
  readonly scope: Resolution;
  /** One configuration per registry: every use of the name means the same instance. */
  readonly configs: Map<unknown, unknown>;
}

/** Resolution of one specification: the names bound by `let` and the place for errors. */
class Resolution implements SpecScope {
  private readonly sink: DiagnosticSink;
  private readonly sources: Sources;
  private readonly bindings: ReadonlyMap<string, Binding>;
  private readonly expressions: MentionedExpression[];

  /** Where random choices begin when a specification does not say. */
  readonly seed: number;

  constructor(
    sink: DiagnosticSink,
    sources: Sources,
    seed: number,
    expressions: MentionedExpression[],
    bindings: ReadonlyMap<string, Binding> = new Map(),
  ) {
    this.seed = seed;
    this.sink = sink;
    this.sources = sources;
    this.expressions = expressions;
    this.bindings = bindings;
  }

  resolve<C>(tree: SpecTree, registry: Registry<C>): C | undefined {
    if (tree.kind === "word" && this.bindings.has(tree.word))
      return this.bound(this.bindings.get(tree.word)!, registry);
    if (tree.kind === "call" && tree.name === "let") return this.let(tree, registry);
    if (tree.kind !== "word" && tree.kind !== "call") return this.mismatch(tree, `a ${registry.kind}`);
    const name = tree.kind === "word" ? tree.word : tree.name;
    const component = registry.get(name);
    if (component === undefined) {
      const bound = [...this.bindings].flatMap(([word, { hidden }]) => (hidden === true ? [] : [word]));
      const names = [...registry.components.map((c) => c.name), ...bound];
      const guess = closest(name, names);
      const hint = guess === undefined ? `there are: ${names.sort().join(", ")}` : `did you mean \`${guess}\`?`;
      return this.error(
        "TH5003",
        `there is no ${registry.kind} \`${name}\``,
        tree.kind === "call" ? tree.nameSpan : tree.span,
        hint,
      );
    }
    const args = tree.kind === "call" ? tree.args : [];
    const given = this.match(component, args, tree.span);
    if (given === undefined) return undefined;
    if (component.means !== undefined) return this.rewrite(component, given, registry);
    const values: Record<string, unknown> = {};
    for (const [param, definition] of Object.entries(component.params)) {
      const argument = given.get(param);
      const value = argument === undefined ? definition.defaultValue(this) : definition.read(argument, this);
      if (value === undefined) return undefined;
      values[param] = value;
    }
    return component.configure(values, printSpec(this.written(tree)));
  }

  /** The tree with what names stand for in their places: what is printed must be readable by itself. */
  private written(tree: SpecTree): SpecTree {
    switch (tree.kind) {
      case "word": {
        const binding = this.bindings.get(tree.word);
        return binding === undefined ? tree : binding.scope.written(binding.tree);
      }
      case "list":
        return { ...tree, items: tree.items.map((item) => this.written(item)) };
      case "call":
        return { ...tree, args: tree.args.map((argument) => ({ ...argument, value: this.written(argument.value) })) };
      default:
        return tree;
    }
  }

  /** The component that a tree calls in the end, names bound by `let` followed. */
  headOf(tree: SpecTree): string | undefined {
    if (tree.kind === "call") return tree.name;
    if (tree.kind !== "word") return undefined;
    const binding = this.bindings.get(tree.word);
    return binding === undefined ? tree.word : binding.scope.headOf(binding.tree);
  }

  /** Resolves a default value, which is our own text: errors in it are our bugs. */
  nested<C>(text: string, registry: Registry<C>): C {
    const block = this.sources.add({ file: "default", text });
    const tree = parseSpec(text, block, this.sink);
    const config = tree === null ? undefined : this.resolve(tree, registry);
    if (config === undefined) throw new Error(`the default specification ${text} cannot be resolved`);
    return config;
  }

  error(code: DiagnosticCode, message: string, span: Span, hint?: string): undefined {
    this.sink.error(code, message, span, hint);
    return undefined;
  }

  mismatch(tree: SpecTree, expected: string): undefined {
    return this.error("TH5005", `${expected} is expected, found \`${printSpec(tree)}\``, tree.span);
  }

  mention(expression: MentionedExpression): void {
    this.expressions.push(expression);
  }

  private bound<C>(binding: Binding, registry: Registry<C>): C | undefined {
    if (!binding.configs.has(registry)) binding.configs.set(registry, binding.scope.resolve(binding.tree, registry));
    return binding.configs.get(registry) as C | undefined;
  }

  /** `let(name, value, body)` */
  private let<C>(tree: SpecTree & { kind: "call" }, registry: Registry<C>): C | undefined {
    const [name, value, body] = tree.args;
    if (tree.args.length !== 3 || name!.value.kind !== "word") {
      return this.error("TH5004", "`let` has the form `let(name, value, body)`", tree.span);
    }
    const binding: Binding = { tree: value!.value, scope: this, configs: new Map() };
    const bindings = new Map([...this.bindings, [name!.value.word, binding] as const]);
    return new Resolution(this.sink, this.sources, this.seed, this.expressions, bindings).resolve(
      body!.value,
      registry,
    );
  }

  /** Arguments by parameter name; undefined after an error. */
  private match<C>(
    component: Component<C>,
    args: readonly SpecArgument[],
    span: Span,
  ): Map<string, SpecTree> | undefined {
    const names = Object.keys(component.params);
    const given = new Map<string, SpecTree>();
    for (const [index, argument] of args.entries()) {
      const name = argument.name ?? (index === 0 || isTrailing(args, index) ? names[index] : undefined);
      if (name === undefined || !names.includes(name)) {
        const guess = argument.name === undefined ? undefined : closest(argument.name, names);
        const known =
          names.length === 0
            ? `\`${component.name}\` takes no arguments`
            : `\`${component.name}\` takes ${names.join(", ")}`;
        return this.error(
          "TH5004",
          argument.name === undefined
            ? `argument ${index + 1} of \`${component.name}\` needs a name`
            : `\`${component.name}\` has no parameter \`${argument.name}\``,
          argument.span,
          guess === undefined ? known : `did you mean \`${guess}\`?`,
        );
      }
      if (given.has(name)) return this.error("TH5004", `\`${name}\` is given twice`, argument.span);
      given.set(name, argument.value);
    }
    const missing = names.find((name) => !given.has(name) && component.params[name]!.defaultText === undefined);
    if (missing === undefined) return given;
    return this.error("TH5004", `\`${component.name}\` needs \`${missing}\``, span, component.params[missing]!.doc);
  }

  /** A shorthand: its parameters become names in the specification it stands for. */
  private rewrite<C>(component: Component<C>, given: Map<string, SpecTree>, registry: Registry<C>): C | undefined {
    const bindings = new Map(this.bindings);
    const block = this.sources.add({ file: component.name, text: component.means! });
    const substitution = new Map<string, SpecTree>();
    for (const [name, param] of Object.entries(component.params)) {
      const tree = given.get(name) ?? parseSpec(param.defaultText!, block, this.sink)!;
      if (tree.kind !== "call" && !(tree.kind === "word" && param.nested)) substitution.set(name, tree);
      bindings.set(name, { tree, scope: this, configs: new Map(), hidden: true });
    }
    const body = substituteValues(parseSpec(component.means!, block, this.sink)!, substitution);
    return new Resolution(this.sink, this.sources, this.seed, this.expressions, bindings).resolve(body, registry);
  }
}

/** Components are bound like `let` (one instance, however often it is named); plain values are put in place. */
function substituteValues(tree: SpecTree, values: ReadonlyMap<string, SpecTree>): SpecTree {
  switch (tree.kind) {
    case "word":
      return values.get(tree.word) ?? tree;
    case "list":
      return { ...tree, items: tree.items.map((item) => substituteValues(item, values)) };
    case "call":
      return {
        ...tree,
        args: tree.args.map((argument) => ({ ...argument, value: substituteValues(argument.value, values) })),
      };
    default:
      return tree;
  }
}

/** Arguments may be positional as long as no named one came before. */
function isTrailing(args: readonly SpecArgument[], index: number): boolean {
  return args.slice(0, index + 1).every((argument) => argument.name === undefined);
}
