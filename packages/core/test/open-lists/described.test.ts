// What lists say of themselves: defaults, traits, words.

import { describe, expect, it } from "vitest";
import type { Problem } from "../../src/heuristics/index.ts";
import { switchTest } from "../../src/open-lists/icb.ts";
import { type OpenList, openLists } from "../../src/open-lists/index.ts";
import type { OpenListConfig } from "../../src/open-lists/open-list.ts";
import { whyNotInside } from "../../src/open-lists/traits.ts";
import type { OpenNode, SearchContext } from "../../src/search-context/index.ts";
import { configure } from "../../src/spec/index.ts";
import { load } from "../check/ask.ts";

const node = (depth: number): OpenNode => ({ parent: -1, depth, cost: depth });

function filled(list: OpenList, depths: readonly number[]): OpenList {
  for (const [state, depth] of depths.entries()) list.push(state, node(depth));
  return list;
}

const popped = (list: OpenList, count: number): (number | undefined)[] =>
  Array.from({ length: count }, () => list.pop());

describe("what lists say of themselves", () => {
  const traits = (spec: string): OpenListConfig => {
    const config = configure(openLists, spec);
    if (!config.ok) throw new Error(config.diagnostics[0]!.message);
    return config.value;
  };

  it("their promises", () => {
    expect(traits("fifo()")).toMatchObject({ shortestFirst: true, cheapestFirst: false, prunes: false });
    expect(traits("preferred(fifo(), hU())")).toMatchObject({ needsTransitions: true, prunes: false });
    expect(traits("context(fifo(), prune=true)").prunes).toBe(true);
  });

  it("who comes shortest first", () => {
    const shortest = (spec: string): unknown => traits(spec).shortestFirst;
    expect(["best(g)", "best(hU())", "tiebreaking([g, hU()])", "tiebreaking([hU(), g])"].map(shortest)).toEqual([
      true,
      false,
      true,
      false,
    ]);
  });

  it("their defaults, and the least they take", () => {
    const defaultOf = (name: string, parameter: string): string | undefined =>
      openLists.get(name)!.params[parameter]!.defaultText;
    expect([defaultOf("batch", "k"), defaultOf("beam-by-beam", "k")]).toEqual(["10", "10"]);
    expect([defaultOf("context", "n"), defaultOf("icb", "n")]).toEqual(["0", "2"]);
    expect(["batch(fifo(), k=1)", "batch(fifo(), k=0)"].map((spec) => configure(openLists, spec).ok)).toEqual([
      true,
      false,
    ]);
  });

  it("estimates from tables are no use for useless transitions", () => {
    const problem = { network: load("process P() { state a; init a; } system P;").network } as unknown as Problem;
    expect(traits("useless(fifo(), cegar())").refusal?.(problem)).toContain("tables");
    expect(traits("useless(fifo(), hU())").refusal?.(problem)).toBeUndefined();
  });

  it.each([
    ["best(hU())", 0],
    ["best(hU(cache=8))", 2],
    ["tiebreaking([g, hU()])", 0],
    ["tiebreaking([g, hU(cache=8)])", 2],
    ["tiebreaking([hL(), hU(cache=8)])", 2],
    ["tiebreaking([hU(cache=8), hL()])", 2],
  ] as const)(
    "what never reaches the target is dropped where all that is looked at is safe: %s keeps %i",
    (spec, kept) => {
      // Of a state that `hU` calls dead `hL` knows nothing.
      const estimatesOf = ({ spec: h }: { spec: string }) => ({ of: () => (h.startsWith("hU") ? Infinity : 3) });
      const list = filled(traits(spec).create({ estimatesOf } as unknown as SearchContext), [0, 1]);
      expect(list.size).toBe(kept);
      expect(popped(list, 3).filter((state) => state !== undefined)).toHaveLength(kept);
    },
  );

  it("what stands in their place inside others", () => {
    const problem = { network: load("process P() { state a; init a; } system P;").network } as unknown as Problem;
    expect(whyNotInside(traits("fifo()"), problem)).toBeUndefined();
    expect(whyNotInside(traits("icb(fifo(), exact=true)"), problem)).toContain("outermost");
    const timed = {
      network: load("clock x; process P() { state a; init a; } system P;").network,
    } as unknown as Problem;
    expect(whyNotInside(traits("context(fifo(), prune=true)"), timed)).toBe("the model has clocks");
  });

  it("a switch of processes is one where not the same ones go on", () => {
    const { network } = load(`chan c; process P() { state a; init a; trans a -> a { sync c!; }; }
      process Q() { state a; init a; trans a -> a { sync c?; }; } process R() { state a; init a; trans a -> a { }; }
      system P, Q, R;`);
    const isSwitch = switchTest(network, { contexts: "process", n: 0 });
    expect([isSwitch([0, 1], [1]), isSwitch([0, 1], [2]), isSwitch([0], [0, 1])]).toEqual([true, true, true]);
    expect([isSwitch([0, 1], [1, 0]), isSwitch([2], [2])]).toEqual([false, false]);
  });
});
