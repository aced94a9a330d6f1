// Thirty seeded sequences of a monkey at the page; `npm run hunt -- page-monkey` takes two thousand.

import { expect, it } from "vitest";
import { describeInBrowser } from "./browser.ts";
import { monkey } from "./monkey.ts";

describeInBrowser("a monkey at the page", (visit) => {
  it("loses nothing in thirty sequences of actions and reloads", async () => {
    const wrong: string[] = [];
    for (let seed = 0; seed < 30; seed++) {
      const { page, context, address } = await visit();
      for (const sentence of await monkey(page, address, seed, 5)) wrong.push(`seed ${seed}: ${sentence}`);
      await context.close();
    }
    expect(wrong).toEqual([]);
  }, 600_000);
});
