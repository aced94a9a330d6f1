// Every member of a family is a valid model whose queries answer as the family says, and the digits of the papers hold.

import { describe, expect, it } from "vitest";
import { checkQueries, exploreNetwork } from "../../src/check/index.ts";
import { type Family, type FamilyOptions, families } from "../../src/families/index.ts";
import { generateModel } from "../../src/lang/generate.ts";
import { loadModel } from "../../src/lang/load.ts";
import { stillEnvironment } from "../../src/limits/index.ts";
import type { Network } from "../../src/network/index.ts";
import { searches } from "../../src/search/index.ts";
import { configure } from "../../src/spec/index.ts";

/** Sizes small enough for a test. */
const SIZES: Readonly<Record<string, number>> = {
  fischer: 3,
  csmacd: 3,
  gossip: 3,
  hanoi: 2,
  leader: 3,
  milner: 3,
  "train-gate": 3,
};
const search = searches.get("bfs")!.configure({}, "bfs");

const family = (name: string): Family => families.find((candidate) => candidate.name === name)!;

function networkOf(from: Family, options: { size?: number; variant?: string; correct?: boolean } = {}): Network {
  const size = options.size ?? SIZES[from.name] ?? from.sizes.default;
  const variant = options.variant ?? from.variants[0]!.name;
  const content = generateModel(from, { size, variant, correct: options.correct ?? false, seed: 1 }, "xml");
  const { network, diagnostics } = loadModel({ name: `${from.name}.xml`, content });
  expect(diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
  return network!;
}

async function shortest(network: Network): Promise<{ length: number | undefined; explored: number }> {
  const options = { search, abstraction: "extra-lu", por: "off" } as const;
  const [result] = await checkQueries({ network, options, environment: stillEnvironment }, [network.queries[0]!]);
  const { verdict, statistics } = result!;
  const trace = verdict.kind !== "unknown" && verdict.evidence.kind === "trace" ? verdict.evidence.trace : undefined;
  return { length: trace?.steps.length, explored: statistics.explored };
}

/** A pool of messages is used up in many orders: minutes breadth first. Its faultless form is quick. */
const isSlow = ({ name, variant, correct }: { name: string; variant: string; correct: boolean }): boolean =>
  !correct && name === "leader" && variant === "pool";

const members = families.flatMap((from) =>
  from.variants.flatMap(({ name: variant }) =>
    (from.hasCorrect ? [false, true] : [false]).map((correct) => ({ name: from.name, variant, correct })),
  ),
);

/** The first variant, with its error, in a size that tests can afford. */
const optionsOf = ({ name, sizes, variants }: Family): FamilyOptions => {
  return { size: SIZES[name] ?? sizes.default, variant: variants[0]!.name, correct: false, seed: 1 };
};

describe("families", () => {
  it.each(members.filter((member) => !isSlow(member)))(
    "answer as they say: $name $variant, correct: $correct",
    async ({ name, variant, correct }) => {
      const network = networkOf(family(name), { variant, correct });
      for (const { query, verdict } of await checkQueries(
        { network, options: { search }, environment: stillEnvironment },
        network.queries,
      )) {
        expect([query.text, verdict.kind]).toEqual([query.text, query.expectation?.outcome]);
      }
    },
  );

  it("write the same model as .xta", () => {
    for (const from of families) {
      const options = optionsOf(from);
      const { network } = loadModel({ name: "model.xta", content: generateModel(from, options, "xta") });
      const drawn = networkOf(from);
      expect([from.name, network?.edges.length, network?.cells]).toEqual([from.name, drawn.edges.length, drawn.cells]);
    }
  });

  it("draw every location at a place of its own", () => {
    for (const from of families) {
      const options = optionsOf(from);
      for (const template of generateModel(from, options, "xml").split("<template>").slice(1)) {
        const places = [...template.matchAll(/<location id="[^"]*" x="(-?\d+)" y="(-?\d+)"/g)].map(
          ([, x, y]) => `${x} ${y}`,
        );
        expect(new Set(places).size).toBe(places.length);
      }
    }
  });
});

describe("leader election with a pool of messages", () => {
  it("is the same model for ever, with three hundred messages for five nodes", () => {
    const { network } = loadModel({
      name: "pool.xta",
      content: generateModel(family("leader"), { size: 5, variant: "pool", correct: false, seed: 1 }, "xta"),
    });
    const { processes, edges, cells, functions } = network!;
    expect([processes.length, edges.length, cells, functions.length]).toEqual([305, 635, 1524, 321]);
    const letters = family("leader").generate({ size: 5, variant: "pool", correct: false, seed: 1 }).xta;
    expect([...letters].reduce((hash, letter) => (Math.imul(hash, 31) + letter.codePointAt(0)!) | 0, 0)).toBe(
      669875629,
    );
  });

  it("uses its pool up where nodes flood again and again", async () => {
    const network = networkOf(family("leader"), { size: 2, variant: "pool" });
    const directed = configure(searches, "greedy(hU())");
    if (!directed.ok) throw new Error("greedy(hU()) is a search");
    for (const { verdict } of await checkQueries(
      { network, options: { search: directed.value }, environment: stillEnvironment },
      network.queries,
    )) {
      expect(verdict.kind).toBe("satisfied");
    }
  });
});

describe("digits of the papers", () => {
  it.each([
    [3, 22, 410, 461],
    [4, 52, 4258, 4475],
  ])("Towers of Hanoi with %i disks: shortest trace %i, popped in %i … %i", async (size, length, least, most) => {
    const found = await shortest(networkOf(family("hanoi"), { size }));
    expect(found.length).toBe(length);
    expect(found.explored).toBeGreaterThanOrEqual(least);
    expect(found.explored).toBeLessThanOrEqual(most);
  });

  it("the arbiter tree of height 2: shortest trace 12, 809 states", async () => {
    const network = networkOf(family("arbiter"), { size: 2 });
    expect((await shortest(network)).length).toBe(12);
    expect((await exploreNetwork(network, {}, stillEnvironment)).statistics.stored).toBe(809);
  });

  it.each(["A", "B", "C"])("Fischer's protocol, variant %s: 6 transitions, 8 with an observer", async (variant) => {
    const { length } = await shortest(networkOf(family("fischer"), { size: 5, variant }));
    expect(length).toBe(variant === "A" ? 8 : 6);
  });

  it("n philosophers have 3^n − 1 states", async () => {
    const network = networkOf(family("philosophers"), { size: 8 });
    expect((await exploreNetwork(network, {}, stillEnvironment)).statistics.stored).toBe(3 ** 8 - 1);
  });
});

describe("random systems", () => {
  it.each([5, 6, 7, 8, 9, 10])("seeds 1 … 15 give 15 different systems of %i processes", (size) => {
    const random = families.find(({ name }) => name === "random")!;
    const texts = Array.from({ length: 15 }, (_, k) => {
      return random.generate({ size, seed: k + 1, variant: "pairs", correct: false }).xta;
    });
    expect(new Set(texts).size).toBe(15);
  });
});
