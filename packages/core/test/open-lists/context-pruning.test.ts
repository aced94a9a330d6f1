// Pruning by contexts, and every reason why it is refused.

import { describe, expect, it } from "vitest";
import { strategies } from "../../src/check/index.ts";
import type { Network } from "../../src/network/index.ts";
import { whyPruningIsUnsound } from "../../src/open-lists/context.ts";
import { configure } from "../../src/spec/index.ts";
import { ask, load } from "../check/ask.ts";

describe("pruning by contexts", () => {
  // R waits for P alone; what Q does has nothing to do with it.
  const MODEL = `int[0,1] n; int[0,3] m;
    process P() { state a, b; init a; trans a -> b { assign n = 1; }; }
    process Q() { state a; init a; trans a -> a { guard m < 3; assign m = m + 1; }; }
    process R() { state a, b, c; init a; trans a -> b { guard n == 1; }, b -> c { guard n == 0; }; } system P, Q, R;`;
  const counted = async (spec: string): Promise<readonly number[]> => {
    const config = configure(strategies, spec);
    if (!config.ok) throw new Error(config.diagnostics[0]!.message);
    const { statistics, verdict } = await ask(MODEL, "E<> R.c", { strategy: config.value, por: "off" });
    expect(verdict.kind).toBe("violated");
    return [statistics.stored, statistics.prunable];
  };

  it("leaves out what does not profit, also inside of others, and counts it", async () => {
    const [all, none] = await counted("eager(fifo())");
    expect([all, none]).toEqual([12, 0]);
    const pruned = await counted("eager(context(fifo(), prune=true))");
    expect(pruned[0]).toBeLessThan(all!);
    expect(pruned[1]).toBeGreaterThan(0);
    for (const around of ["context(%)", "alternation([fifo(), %])", "alternation([%, fifo()])", "icb(%)"]) {
      expect((await counted(`eager(${around.replace("%", "context(fifo(), prune=true)")})`))[0]).toBe(pruned[0]);
    }
    const deferred = await counted("eager(context(fifo()))");
    expect([deferred[0], deferred[1]! > 0]).toEqual([all, true]);
  });

  it("contexts of interference join edges that touch the same, where states are told apart by them", async () => {
    // Two edges do the same: one context of size 1, two of size 0.
    const twice = MODEL.replace(
      "trans a -> b { assign n = 1; };",
      "trans a -> b { assign n = 1; }, a -> b { assign n = 1; };",
    );
    const stored = async (n: number): Promise<number> => {
      const config = configure(strategies, `eager(icb(fifo(), contexts=interference, n=${n}, exact=true))`);
      if (!config.ok) throw new Error(config.diagnostics[0]!.message);
      return (await ask(twice, "E<> R.c", { strategy: config.value, por: "off" })).statistics.stored;
    };
    expect(await stored(0)).toBeGreaterThan(await stored(1));
  });
});

describe("pruning by contexts is refused", () => {
  const model = (declarations: string, location = ""): Network =>
    load(`${declarations} process P() { state a, b; ${location} init a; trans a -> b { }; } system P;`).network;
  const plain = model("");

  it.each<[string, Network, string | undefined]>([
    ["for nothing", plain, undefined],
    ["for clocks", model("clock x;"), "clocks"],
    ["for committed locations", model("", "commit b;"), "committed locations"],
    ["for urgent locations", model("", "urgent b;"), "urgent locations"],
    ["for urgent channels", model("chan d; urgent chan c;"), "urgent channels"],
    ["for broadcast channels", model("chan d; broadcast chan c;"), "broadcast channels"],
    ["for weak synchronisation", weakly(plain, [false, true]), "weak synchronisation"],
    ["not for strong synchronisation", weakly(plain, [false, false]), undefined],
    ["for priorities", { ...plain, hasPriorities: true }, "priorities"],
  ])("%s", (_name, network, reason) => {
    expect(whyPruningIsUnsound(network)).toBe(reason === undefined ? undefined : `the model has ${reason}`);
  });

  function weakly(network: Network, weak: readonly boolean[]): Network {
    const strong = { participants: [{ weak: false }] };
    return { ...network, vectors: [strong, { participants: weak.map((is) => ({ weak: is })) }] } as unknown as Network;
  }
});
