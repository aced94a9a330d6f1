// A few long sequences of a monkey at the page, since a new page costs more than what is done there;
// `npm run hunt -- page-monkey` takes two thousand.

import { expect, it } from "vitest";
import { describeInBrowser } from "./browser.ts";
import { monkey } from "./monkey.ts";

describeInBrowser("a monkey at the page", (visit) => {
  it("loses nothing in a hundred and fifty actions and reloads", async () => {
    const wrong: string[] = [];
    for (let seed = 0; seed < 10; seed++) {
      const { page, context, address } = await visit();
      for (const sentence of await monkey(page, address, seed, 15)) wrong.push(`seed ${seed}: ${sentence}`);
      await context.close();
    }
    expect(wrong).toEqual([]);
  }, 600_000);
});
