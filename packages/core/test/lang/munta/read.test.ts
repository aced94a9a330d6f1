// Munta's language, read: its meaning where it differs from ours, and everything that is wrong with a file, at its
// place.

import { describe, expect, it } from "vitest";
import { checkQueries } from "../../../src/check/index.ts";
import { loadModel } from "../../../src/lang/load.ts";

const environment = { now: () => 0, cpu: () => 0, memoryBytes: () => 0, pause: () => Promise.resolve() };

interface Part {
  readonly name?: string;
  readonly edges: readonly (readonly [number, number, string?, string?, string?])[];
  readonly more?: object;
}

function file(
  parts: readonly Part[],
  formula: string,
  { vars = "v[0:3], w[-2:3]", broadcast = [] as string[] } = {},
): string {
  const automata = parts.map(({ name, edges, more }, p) => ({
    name: name ?? `P${p}`,
    initial: 0,
    nodes: [0, 1, 2].map((id) => ({ id, name: "abc"[id], invariant: "" })),
    edges: edges.map(([source, target, guard = "", label = "", update = ""]) => ({
      source,
      target,
      guard,
      label,
      update,
    })),
    ...more,
  }));
  return JSON.stringify({ automata, broadcast, clocks: "x, y", vars, formula }, null, 1);
}

async function verdict(content: string): Promise<string> {
  const { network, diagnostics } = loadModel({ name: "m.muntax", content }, { lints: false });
  if (network === null) throw new Error(diagnostics[0]?.message);
  const [result] = await checkQueries({ network, options: { engine: "reference" }, environment }, network.queries);
  return result!.verdict.kind;
}

describe("a file of Munta's", () => {
  it("may leave locations without names, and strings may go on in the next line", async () => {
    const parts = [
      {
        edges: [
          [0, 1, "x >= 1 &&@x <= 2"],
          [1, 2],
        ] as const,
      },
    ];
    const content = file(parts, "E<> P0.c")
      .replaceAll(/"name": "[ab]"/g, '"name": ""')
      .replace("@", "\n");
    expect(content).toContain("&&\nx <= 2");
    expect(await verdict(content)).toBe("satisfied");
    const { network } = loadModel({ name: "m.muntax", content }, { lints: false });
    expect(network!.processes[0]!.locations.map(({ name }) => name)).toEqual(["L0", "L1", "c"]);
  });
});

describe("a model of Munta's", () => {
  it.each([
    ["right sides are computed first", [[{ edges: [[0, 1, "", "", "v := 1, w := v"]] }], "E<> w == 1"], "violated"],
    [
      "`?` writes before `!`",
      [[{ edges: [[0, 1, "", "c?", "v := 1"]] }, { edges: [[0, 1, "", "c!", "w := v"]] }], "E<> w == 1"],
      "satisfied",
    ],
    [
      "and not the other way round",
      [[{ edges: [[0, 1, "", "c!", "v := 1"]] }, { edges: [[0, 1, "", "c?", "w := v"]] }], "E<> w == 1"],
      "violated",
    ],
    [
      "an update out of range takes the step away",
      [[{ edges: [[0, 1, "", "", "v := v + 9"]] }], "E<> P0.b"],
      "violated",
    ],
    [
      "a range may be left on the way",
      [[{ edges: [[0, 1, "", "c?", "v := v + 9"]] }, { edges: [[0, 1, "", "c!", "v := v - 8"]] }], "E<> v == 1"],
      "satisfied",
    ],
    ["division by 0 is 0", [[{ edges: [[0, 1, "", "", "v := 1 / w"]] }], "E<> P0.b && v == 0"], "satisfied"],
    ["divisions round down", [[{ edges: [[0, 1, "", "", "w := (0 - 3) / 2"]] }], "E<> w == -2"], "satisfied"],
    ["conditionals", [[{ edges: [[0, 1, "", "", "v := (2 ? w == 0 && true : 3)"]] }], "E<> v == 2"], "satisfied"],
    ["or beside clocks", [[{ edges: [[0, 1, "(v < 1 || v > 1) && x > 2"]] }], "A[] !(P0.b) || v == 0"], "satisfied"],
  ] as const)("%s", async (_, [parts, formula], expected) => {
    expect(await verdict(file(parts as readonly Part[], formula))).toBe(expected);
  });

  it("has all receivers of a broadcast join that can, the sender first", async () => {
    const parts: Part[] = [
      { edges: [[0, 1, "v == 1", "c?", "w := 1"]] },
      { edges: [[0, 1, "v == 0", "c?", "w := w + v"]] },
      { edges: [[0, 1, "", "c!", "v := 1"]] },
    ];
    const broadcast = { broadcast: ["c"] };
    expect(await verdict(file(parts, "E<> P2.b && P1.a", broadcast))).toBe("violated");
    expect(await verdict(file(parts, "E<> P0.b", broadcast))).toBe("violated");
    expect(await verdict(file(parts, "E<> w == 1", broadcast))).toBe("satisfied");
  });

  it.each([
    ["no JSON", "{", /no JSON/],
    ["a part is missing", JSON.stringify({ automata: [] }), /`clocks` is missing/],
    ["a syntax error", file([{ edges: [[0, 1, "v =< 1"]] }], "E<> P0.b"), /expected a whole number/],
    ["an unknown variable", file([{ edges: [[0, 1, "z == 1"]] }], "E<> P0.b"), /no variable or clock z/],
    ["an unknown location", file([{ edges: [[0, 7]] }], "E<> P0.b"), /no location with the id 7/],
    ["an unknown process", file([{ edges: [] }], "E<> Q.b"), /no process Q/],
    ["committed without urgent", file([{ edges: [], more: { committed: [1] } }], "E<> P0.b"), /lets time pass/],
    ["a range without 0", file([{ edges: [] }], "E<> P0.b", { vars: "v[1:3]" }), /does not contain 0/],
    ["a clock set to 3", file([{ edges: [[0, 1, "", "", "x := 3"]] }], "E<> P0.b"), /only sets clocks to 0/],
    ["a clock in the question", file([{ edges: [] }], "E<> x > 3"), /no clocks/],
    [
      "numbers that are too large",
      file([{ edges: [[0, 1, "", "", "v := 3000000 * 3000000"]] }], "E<> P0.b"),
      /32 bits/,
    ],
  ])("says what is wrong: %s", (_, content, expected) => {
    const { network, diagnostics } = loadModel({ name: "m.muntax", content }, { lints: false });
    expect(network).toBeNull();
    expect(diagnostics[0]!.message).toMatch(expected);
    expect(diagnostics[0]!.span).toBeDefined();
  });

  it("points into the file", () => {
    const content = file([{ edges: [[0, 1, "v == 1 && z == 1"]] }], "E<> P0.b");
    const { diagnostics } = loadModel({ name: "m.muntax", content }, { lints: false });
    expect(content.slice(diagnostics[0]!.span!.start)).toMatch(/^z == 1/);
  });
});
