// What costs know of the rest of a way: formulas with prices and databases with weights, over every algebra. Whatever
// they say, the cheapest run stays the one that Dijkstra's algorithm finds without them; and they save states.

import { describe, expect, it } from "vitest";
import { Prng } from "../../src/basics/prng.ts";
import { ask } from "../check/ask.ts";
import { questionOf, refusalOf, searchOf } from "./runs.ts";

const COSTS = ['sum("price"', 'max("price"', 'min("price"', 'probability("price", of=100', 'fuzzy("price", of=100'];
const KNOWN = ["formula", "database", "{P0, n}"];

/** Processes that move alone, meet or are told, with prices on either side, some added up, some set; and a counter. */
function pricedNetwork(seed: number, adds: boolean): { readonly text: string; readonly query: string } {
  const prng = new Prng(seed);
  const pick = (...of: readonly string[]): string => of[prng.below(of.length)]!;
  const size = 4;
  const processes = Array.from({ length: 2 + prng.below(2) }, (_, p) => {
    const edges = Array.from({ length: 14 }, () => {
      const sync = pick("", "", "", "", "sync a!;", "sync a?;", "sync b!;", "sync b?;");
      const guard = pick("", "", `guard n ${pick("<", ">", "==")} ${prng.below(4)};`);
      const price = prng.below(6) === 0 ? "" : `price ${adds ? pick("=", "=", "+=") : "="} ${1 + prng.below(90)}`;
      const count = pick("", "", "n = (n + 1) % 4", "n = 0");
      const updates = [price, count].filter((part) => part !== "").join(", ");
      const assign = updates === "" ? "" : `assign ${updates};`;
      return `s${prng.below(size)} -> s${prng.below(size)} { ${guard} ${sync} ${assign} }`;
    });
    const states = Array.from({ length: size }, (_, i) => `s${i}`);
    const committed = prng.below(3) === 0 ? "commit s1;" : "";
    return `process P${p}() { state ${states.join(", ")}; ${committed} init s0;\ntrans ${edges.join(",\n")};\n}`;
  });
  const names = processes.map((_, p) => `P${p}`);
  const goal = pick("P0.s3 && P1.s2", "P0.s2 && n == 3", "P1.s3 || P0.s3 && n == 2", "not P0.s0 && n > 1");
  return {
    text: `chan a; broadcast chan b; int[0,3] n; meta int[0,1000] price;\n${processes.join("\n")}\nsystem ${names.join(", ")};`,
    query: `E<> ${goal}`,
  };
}

describe.each(COSTS)("%s, …) of what lies ahead", (cost) => {
  const searches = (known: string): readonly string[] => {
    const written = `cost=${cost}, ahead=${known})`;
    return [`astar(blind(), ${written})`, `idastar(blind(), ${written})`, `bnb(hL(), ${written})`];
  };

  it("keeps the cheapest run the cheapest, on random networks", async () => {
    let found = 0;
    for (let seed = 1; seed <= 18; seed++) {
      // Parts of a whole are not added up.
      const { text, query } = pricedNetwork(seed, !cost.includes("of="));
      const engine = seed % 6 === 0 ? "auto" : "reference";
      const least = await ask(text, query, { search: searchOf(`dijkstra(cost=${cost}))`), engine: "reference" });
      if (least.verdict.kind === "satisfied") found++;
      // Each search and each knowledge takes turns with the seeds.
      const known = KNOWN[seed % KNOWN.length]!;
      const spec = searches(known)[Math.floor(seed / KNOWN.length) % 3]!;
      const result = await ask(text, query, { search: searchOf(spec), engine });
      expect(result.verdict.kind, `seed ${seed}, ${spec}`).toBe(least.verdict.kind);
      expect(result.statistics.cost, `seed ${seed}, ${spec}`).toBe(least.statistics.cost);
    }
    expect(found).toBeGreaterThan(8);
  });
});

describe("a way that is priced", () => {
  /** A dear chain and two decoys that roam; the price lies at the end, where counting steps does not see it. */
  const parcel = `
    meta int[0,1000] price; int[0,9] roamed;
    process Way() { state a, b, c, d, e, done; init a; trans
      a -> b { assign price = 1; }, b -> c { assign price = 1; }, c -> done { assign price = 90; },
      a -> d { assign price = 9; }, d -> e { assign price = 9; }, e -> done { assign price = 9; }; }
    process Roam() { state r; init r; trans r -> r { assign roamed = (roamed + 1) % 10, price = 2; }; }
    A = Roam(); B = Way(); system A, B;`;
  const explored = async (cost: string): Promise<readonly [string | undefined, number]> => {
    const { statistics } = await ask(parcel, "E<> B.done", { search: searchOf(`astar(hL(), cost=${cost})`) });
    return [statistics.cost, statistics.explored];
  };

  it("is found sooner the more is known", async () => {
    const [cost, bySteps] = await explored('sum("price")');
    const [again, byFormula] = await explored('sum("price", ahead=formula)');
    const [last, byDatabase] = await explored('sum("price", ahead=database)');
    expect([cost, again, last]).toEqual(["27", "27", "27"]);
    expect(byFormula).toBeLessThan(bySteps);
    expect(byDatabase).toBeLessThan(byFormula);
    // The way and what stands beside it, nothing that roams.
    expect(byDatabase).toBeLessThanOrEqual(5);
  });

  it("passes what is known on to tuples", async () => {
    const [cost, states] = await explored('tuple([sum("price", ahead={B}), steps])');
    expect(cost).toBe("(27, 3)");
    expect(states).toBeLessThanOrEqual(5);
  });

  it("names what the model does not have", () => {
    const question = questionOf(parcel, "E<> B.done");
    expect(refusalOf('astar(hL(), cost=sum("price", ahead={Bee}))', question)).toContain(
      "no process or variable `Bee`",
    );
  });
});
