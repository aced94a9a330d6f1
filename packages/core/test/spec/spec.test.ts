import { describe, expect, it } from "vitest";
import {
  choice,
  component,
  configure,
  defineComponent,
  defineShorthand,
  flag,
  integer,
  list,
  number,
  Registry,
  wordOrTexts,
} from "../../src/spec/index.ts";

interface Config {
  readonly spec: string;
  readonly values: unknown;
}

const leaves: Registry<Config> = new Registry("leaf", [
  defineComponent({
    name: "leaf",
    summary: "A leaf.",
    params: {
      N: integer({ doc: "a number", default: 50, min: 1 }),
      combine: choice(["sum", "max"], { doc: "how", default: "sum" }),
      on: flag({ doc: "a flag", default: false }),
      to: wordOrTexts(["nothing"], { doc: "texts", default: "nothing" }),
    },
    configure: (values, spec) => ({ spec, values }),
  }),
]);
const trees: Registry<Config> = new Registry<Config>("tree", [
  defineComponent({
    name: "pair",
    summary: "Two leaves.",
    params: {
      left: component(() => leaves, { doc: "left leaf" }),
      right: component(() => leaves, { doc: "right leaf", default: "leaf(N=7)" }),
      weight: number({ doc: "a weight", default: 1 }),
    },
    configure: (values, spec) => ({ spec, values }),
  }),
  defineComponent({
    name: "many",
    summary: "Leaves.",
    params: {
      leaves: list(
        component(() => leaves, { doc: "one" }),
        { doc: "all" },
      ),
    },
    configure: (values, spec) => ({ spec, values }),
  }),
  defineShorthand({
    name: "twin",
    summary: "The same leaf twice.",
    params: { leaf: component(() => leaves, { doc: "the leaf" }), w: number({ doc: "weight", default: 3 }) },
    means: "pair(leaf, right=leaf, weight=w)",
  }),
]);

const valuesOf = (text: string): Record<string, unknown> => {
  const result = configure(trees, text);
  if (!result.ok) throw new Error(result.diagnostics.map((d) => `${d.code} ${d.message} (${d.hint ?? ""})`).join("\n"));
  return result.value.values as Record<string, unknown>;
};
const errorOf = (text: string): string => {
  const result = configure(trees, text);
  expect(result.ok).toBe(false);
  const { code, message, hint } = result.diagnostics[0]!;
  return `${code} ${message}${hint === undefined ? "" : ` (${hint})`}`;
};

describe("specifications", () => {
  it("take the first arguments by position and the rest by name", () => {
    expect(valuesOf("pair(leaf(3, combine=max), weight=2.5)")).toMatchObject({
      left: { values: { N: 3, combine: "max", on: false } },
      right: { values: { N: 7 } },
      weight: 2.5,
    });
  });

  it("know exponents", () => {
    expect(valuesOf("pair(leaf(1e3), weight=2.5E+1)")).toMatchObject({ left: { values: { N: 1000 } }, weight: 25 });
    expect(valuesOf("pair(leaf(1e1k))")).toMatchObject({ left: { values: { N: 10_000 } } });
  });

  it("know units", () => {
    expect(valuesOf("pair(leaf(10k), weight=2min)")).toMatchObject({ left: { values: { N: 10_000 } }, weight: 120 });
  });

  it("share what `let` binds, and bind lexically", () => {
    const { left, right } = valuesOf("let(h, leaf(4), pair(h, h))");
    expect(left).toBe(right);
    expect(left).toMatchObject({ values: { N: 4 } });
    expect(valuesOf("let(h, leaf(1), let(g, h, let(h, leaf(2), pair(g, h))))")).toMatchObject({
      left: { values: { N: 1 } },
      right: { values: { N: 2 } },
    });
  });

  it("rewrite shorthands and keep one instance", () => {
    const { left, right, weight } = valuesOf("twin(leaf(9), w=5)");
    expect(left).toBe(right);
    expect(weight).toBe(5);
    expect(valuesOf("twin(leaf)")).toMatchObject({ weight: 3 });
    // Also where nothing but a name is given: what is built beforehand would be built twice.
    const named = valuesOf("twin(leaf)");
    expect(named.left).toBe(named.right);
  });

  it("read lists and words", () => {
    expect(valuesOf("many([leaf, leaf(2)])")).toMatchObject({ leaves: [{ values: { N: 50 } }, { values: { N: 2 } }] });
  });

  it("read texts in quotes of either kind, and print them back", () => {
    const text = `pair(leaf(to="a[1] == 2 && P(3).l"), right=leaf(to=['say "x"', "it's"]))`;
    const { left, right } = valuesOf(text) as { left: Config; right: Config };
    expect(left.values).toMatchObject({ to: ["a[1] == 2 && P(3).l"] });
    expect(right.values).toMatchObject({ to: ['say "x"', "it's"] });
    expect(left.spec).toBe('leaf(to="a[1] == 2 && P(3).l")');
    expect(right.spec).toBe(`leaf(to=['say "x"', "it's"])`);
    expect(valuesOf("pair(leaf(to=nothing))")).toMatchObject({ left: { values: { to: "nothing" } } });
  });

  it("read sets of names, which need no quotes there", () => {
    const { left } = valuesOf('pair(leaf(to={P, n, "a[0]"}))') as { left: Config };
    expect(left.values).toMatchObject({ to: ["P", "n", "a[0]"] });
    expect(left.spec).toBe('leaf(to=[P, n, "a[0]"])');
  });

  it.each([
    ["pair(leaf(to={}))", "TH5005 at least one name is expected, found `[]`"],
    ["many([])", "TH5005 a list of at least one leaf is expected, found `[]`"],
    ["pair(leaf(to={P]))", "TH5002 `,` or `}` is expected, found `]`"],
    ["pairs(leaf)", "TH5003 there is no tree `pairs` (did you mean `pair`?)"],
    ["pair(leaf(combin=max))", "TH5004 `leaf` has no parameter `combin` (did you mean `combine`?)"],
    ["twin(zzz)", "TH5003 there is no leaf `zzz` (there are: leaf)"],
    ["pair()", "TH5004 `pair` needs `left` (left leaf)"],
    ["pair(leaf(0))", "TH5007 0 is out of range: at least 1"],
    ["pair(leaf(combine=min))", "TH5005 one of `sum`, `max` is expected, found `min`"],
    ["pair(leaf(1.5))", "TH5005 a whole number is expected, found `1.5`"],
    ["pair(leaf(5parsec))", "TH5006 `parsec` is not a unit (units are ms, s, m, min, h, k, K, M, G, B, KB, MB, GB)"],
    ["pair(leaf", "TH5002 `,` or `)` is expected, found the end"],
    ["pair(leaf))", "TH5002 the specification ends here, found `)`"],
    ["pair(§)", "TH5001 `§` cannot stand in a specification"],
    ['pair(leaf(to="P.l))', "TH5001 this quote is not closed"],
    ["pair(leaf(to=some))", "TH5005 `nothing`, or text in quotes is expected, found `some`"],
    ["pair(leaf(to=[nothing]))", "TH5005 `nothing`, or text in quotes is expected, found `[nothing]`"],
    ["", "TH5002 a name, a number or a list is expected, found the end"],
    ["let(h, leaf)", "TH5004 `let` has the form `let(name, value, body)`"],
    ["pair(leaf, left=leaf)", "TH5004 `left` is given twice"],
    ["pair(leaf, weight=1, leaf)", "TH5004 argument 3 of `pair` needs a name (`pair` takes left, right, weight)"],
  ])("explain what is wrong with `%s`", (text, message) => {
    expect(errorOf(text)).toBe(message);
  });

  it("survive deep nesting", () => {
    expect(errorOf("[".repeat(100_000))).toMatch(/^TH5002/);
  });
});

describe("specifications from outside", () => {
  it.each([
    ["nothing", "", /found the end/],
    ["spaces", " \t ", /found the end/],
    ["an open parenthesis", "pair(", /found the end/],
    ["many open lists", "[".repeat(100_000), /nest at most 100 deep/],
    ["a tower of names", `${"pair(".repeat(100_000)}leaf${")".repeat(100_000)}`, /nest at most 100 deep/],
    ["letters beyond the usual plane", "\u{1f98a}(leaf)", /`\u{1f98a}` cannot stand/u],
    ["a control character", "pair\u0000", /cannot stand/],
    ["a name in another script", "пара(leaf)", /cannot stand/],
    ["a number that is none", "pair(leaf, weight=NaN)", /a number is expected/],
    ["a number in another notation", "pair(leaf, weight=0x10)", /`x` is not a unit|expected/],
    ["a number beyond all", "pair(leaf, weight=1e309)", /the number is too large/],
    ["a negative count", "leaf(N=-1)", /leaf|N/],
  ])("are refused with a message: %s", (_, text, message) => {
    expect(errorOf(text)).toMatch(message);
  });
});
