// Twelve seeded sequences of a monkey at the page; `npm run hunt -- page-monkey` takes two thousand.

import { expect, it } from "vitest";
import { describeInBrowser } from "./browser.ts";
import { monkey, seat } from "./monkey.ts";

describeInBrowser("a monkey at the page", (visit) => {
  it("loses nothing in twelve sequences of actions and reloads", async () => {
    const { page, address } = await visit({ serviceWorkers: "block" });
    await seat(page, address);
    for (let seed = 0; seed < 12; seed++) expect(await monkey(page, seed, 5), `seed ${seed}`).toEqual([]);
  }, 600_000);
});
