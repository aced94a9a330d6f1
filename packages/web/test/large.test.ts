// Large things stay usable: what is on the page is counted, however many processes or steps there are.

import { expect, it } from "vitest";
import { families } from "../../core/src/families/index.ts";
import { generateModel } from "../../core/src/lang/generate.ts";
import { describeInBrowser, expectNoComplaints, openText, stepNumber } from "./browser.ts";

/** P counts to a number, one step at a time. */
const counter = (most: number): string => `int[0,${most}] n;
process P() { state even, odd; init even;
  trans even -> odd { guard n < ${most}; assign n++; }, odd -> even { guard n < ${most}; assign n++; }; }
system P;
`;

describeInBrowser("large models", (visit) => {
  it("shows those of 1,000 processes that move, and finds a step among many", async () => {
    const visitor = await visit();
    const { page } = visitor;
    const family = families.find(({ name }) => name === "train-gate")!;
    const options = { size: 1000, correct: true, variant: family.variants[0]?.name ?? "", seed: 1 };
    await openText(page, "thousand.xml", generateModel(family, options, "xml"));
    const steps = page.locator(".choices .go");
    await steps.first().waitFor();
    await expect.poll(() => page.locator(".grid figure").count()).toBeLessThanOrEqual(24);
    await expect.poll(() => page.locator(".processes .row").count()).toBeLessThan(100);
    await expect.poll(() => steps.count()).toBe(40);
    await page.getByLabel("Find a step").fill("Train(777)");
    await expect.poll(() => steps.count()).toBe(1);
    await steps.first().click();
    await expect.poll(() => stepNumber(page)).toBe(1);
    await expect.poll(() => page.locator(".grid figure.moved").count()).toBe(2);
    await expect.poll(() => page.locator(".grid figure").count()).toBe(2);
    expectNoComplaints(visitor);
  });

  it("walks through a trace of 10,000 steps", async () => {
    const visitor = await visit();
    const { page } = visitor;
    await openText(page, "long.xta", counter(10_000));
    await page.locator(".grid figure").first().waitFor();
    await page.getByLabel("Search as text").fill("bfs");
    await page.getByLabel("Ask a question").fill("E<> n == 10000");
    await page.getByRole("button", { name: "Ask", exact: true }).click();
    await page.locator(".verdict").waitFor();
    await expect.poll(() => page.locator(".verdict").textContent()).toMatch(/^satisfied.*10,000 steps/);
    await page.getByRole("button", { name: "Last state" }).click();
    await expect.poll(() => stepNumber(page)).toBe(10_000);
    await expect.poll(() => page.locator(".walk .steps .row").count()).toBeLessThan(60);
    for (const tab of ["Chart", "Gantt", "Variables"]) {
      await page.getByRole("tab", { name: tab, exact: true }).click();
      await page.locator("#panel svg [data-step], #panel svg path").first().waitFor({ state: "attached" });
      expect(await page.locator("#panel svg *").count(), tab).toBeLessThan(5000);
    }
    expectNoComplaints(visitor);
  });
});
