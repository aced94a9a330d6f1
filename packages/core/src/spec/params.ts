// Parameters of components. A parameter knows how to read its value from a specification, what to say when it cannot,
// and how to describe itself: help texts, the generated reference and forms all come from here.

import { defined } from "../basics/defined.ts";
import type { Param, Registry } from "./component.ts";

interface Doc<T> {
  readonly doc: string;
  readonly default?: T;
}

/** What the numbers with units mean, in the base unit (seconds, bytes, pieces). */
const UNITS: Readonly<Record<string, number>> = {
  "": 1,
  ms: 0.001,
  s: 1,
  m: 60,
  min: 60,
  h: 3600,
  k: 1e3,
  K: 1e3,
  M: 1e6,
  G: 1e9,
  B: 1,
  KB: 1e3,
  MB: 1e6,
  GB: 1e9,
};

export function number(options: Doc<number> & { min?: number; max?: number; integer?: boolean }): Param<number> {
  const { min = Number.NEGATIVE_INFINITY, max = Number.POSITIVE_INFINITY, integer = false } = options;
  return {
    doc: options.doc,
    type: integer ? "integer" : "number",
    defaultText: options.default === undefined ? undefined : String(options.default),
    defaultValue: () => options.default!,
    read(tree, scope) {
      if (tree.kind !== "number") return scope.mismatch(tree, integer ? "a whole number" : "a number");
      const factor = UNITS[tree.unit];
      if (factor === undefined) {
        return scope.error(
          "TH5006",
          `\`${tree.unit}\` is not a unit`,
          tree.span,
          `units are ${Object.keys(UNITS).filter(Boolean).join(", ")}`,
        );
      }
      const value = tree.value * factor;
      if (!Number.isFinite(value)) return scope.error("TH5007", "the number is too large", tree.span);
      if (integer && !Number.isInteger(value)) return scope.mismatch(tree, "a whole number");
      if (value < min || value > max) {
        const limits = [min > -Infinity ? `at least ${min}` : "", max < Infinity ? `at most ${max}` : ""];
        return scope.error("TH5007", `${value} is out of range: ${limits.filter(Boolean).join(", ")}`, tree.span);
      }
      return value;
    },
  };
}

export const integer = (options: Doc<number> & { min?: number; max?: number }): Param<number> =>
  number({ ...options, integer: true });

/** A whole number, or one of some words: `2`, `all`. */
export function numberOr<const C extends string>(
  words: readonly C[],
  options: Doc<NoInfer<C> | number> & { min?: number; max?: number },
): Param<C | number> {
  const whole = integer({
    doc: options.doc,
    ...defined({ min: options.min, max: options.max }),
  });
  return {
    doc: options.doc,
    type: ["integer", ...words].join(" | "),
    defaultText: options.default === undefined ? undefined : String(options.default),
    defaultValue: () => options.default!,
    read(tree, scope) {
      const word = tree.kind === "word" ? words.find((one) => one === tree.word) : undefined;
      return word ?? whole.read(tree, scope);
    },
  };
}

export function flag(options: Doc<boolean>): Param<boolean> {
  return {
    doc: options.doc,
    type: "true | false",
    choices: ["true", "false"],
    defaultText: options.default === undefined ? undefined : String(options.default),
    defaultValue: () => options.default!,
    read(tree, scope) {
      if (tree.kind === "word" && (tree.word === "true" || tree.word === "false")) return tree.word === "true";
      return scope.mismatch(tree, "`true` or `false`");
    },
  };
}

export function choice<const C extends string>(choices: readonly C[], options: Doc<NoInfer<C>>): Param<C> {
  return {
    doc: options.doc,
    type: choices.join(" | "),
    choices,
    defaultText: options.default,
    defaultValue: () => options.default!,
    read(tree, scope) {
      const word = tree.kind === "word" ? tree.word : tree.kind === "number" ? `${tree.value}${tree.unit}` : undefined;
      const found = choices.find((c) => c === word);
      return found ?? scope.mismatch(tree, `one of ${choices.map((c) => `\`${c}\``).join(", ")}`);
    },
  };
}

/** A nested component: a heuristic, an open list, a search. The default is written as a specification. */
export function component<C>(registry: () => Registry<C>, options: { doc: string; default?: string }): Param<C> {
  return {
    doc: options.doc,
    get type() {
      return registry().kind;
    },
    nested: true,
    defaultText: options.default,
    defaultValue: (scope) => scope.nested(options.default!, registry()),
    read: (tree, scope) => scope.resolve(tree, registry()),
  };
}

export function list<T>(item: Param<T>, options: { doc: string; default?: string }): Param<readonly T[]> {
  return {
    doc: options.doc,
    get type() {
      return `list of ${item.type}`;
    },
    defaultText: options.default,
    defaultValue: () => [],
    read(tree, scope) {
      if (tree.kind !== "list") return scope.mismatch(tree, "a list in brackets");
      if (tree.items.length === 0) return scope.mismatch(tree, `a list of at least one ${item.type}`);
      const items = tree.items.map((part) => item.read(part, scope));
      return items.includes(undefined) ? undefined : (items as T[]);
    },
  };
}

/**
 * One of some words, or texts about the model in quotes: `target`, `"P.wait"`, `["P.wait", "x == 1"]`. In a list a text
 * that is a plain name needs no quotes: `{P, n}`.
 */
export function wordOrTexts<const C extends string>(
  words: readonly C[],
  options: { readonly doc: string; readonly default: NoInfer<C> },
): Param<C | readonly string[]> {
  return {
    doc: options.doc,
    type: `${words.join(" | ")} | list of texts`,
    defaultText: options.default,
    defaultValue: () => options.default,
    read(tree, scope) {
      const word = tree.kind === "word" ? words.find((one) => one === tree.word) : undefined;
      if (word !== undefined) return word;
      const inList = tree.kind === "list";
      const texts = (inList ? tree.items : [tree]).map((item) => {
        if (item.kind === "text") return item.text;
        // One of the words among names is more likely a mistake than a name.
        const isName = item.kind === "word" && !words.some((one) => one === item.word);
        return inList && isName ? item.word : null;
      });
      if (texts.length === 0) return scope.mismatch(tree, "at least one name");
      if (texts.every((text) => text !== null)) return texts;
      return scope.mismatch(tree, `${words.map((one) => `\`${one}\``).join(", ")}, or text in quotes`);
    },
  };
}

/** Text about the model, in quotes. */
export function text(options: { readonly doc: string }): Param<string> {
  return {
    doc: options.doc,
    type: "text",
    defaultText: undefined,
    defaultValue: () => "",
    read: (tree, scope) => (tree.kind === "text" ? tree.text : scope.mismatch(tree, "text in quotes")),
  };
}

/** An expression over the model, in quotes and in the model's own language: `"3 * waiting + (P.a ? 2 : 0)"`. */
export function expression(options: { readonly doc: string }): Param<string> {
  return {
    ...text(options),
    type: "expression",
    read(tree, scope) {
      if (tree.kind !== "text") return scope.mismatch(tree, "an expression in quotes");
      scope.mention({ text: tree.text, span: tree.span });
      return tree.text;
    },
  };
}

/** One of some words, or a list of expressions over the model: `auto`, `["n == 0", "n < 3"]`. */
export function wordOrExpressions<const C extends string>(
  words: readonly C[],
  options: { readonly doc: string; readonly default: NoInfer<C> },
): Param<C | readonly string[]> {
  const expressions = list(expression({ doc: options.doc }), { doc: options.doc });
  return {
    doc: options.doc,
    type: `${words.join(" | ")} | ${expressions.type}`,
    defaultText: options.default,
    defaultValue: () => options.default,
    read(tree, scope) {
      const word = tree.kind === "word" ? words.find((one) => one === tree.word) : undefined;
      if (word !== undefined || tree.kind === "list") return word ?? expressions.read(tree, scope);
      return scope.mismatch(tree, `${words.map((one) => `\`${one}\``).join(", ")}, or a list of expressions in quotes`);
    },
  };
}

/** The seed of random choices: what the command line's `--seed` says, unless the specification says otherwise. */
export function seed(): Param<number> {
  const given = integer({ doc: "seed of the random choices", min: 0 });
  return { ...given, defaultText: "--seed, else 1", defaultValue: (scope) => scope.seed };
}
