// The fastest run on the page: a plan with a row per resource, which a click walks through, and which gets better while
// one watches.

import { families, generateModel, Prng } from "@tracehound/core";
import { expect, it } from "vitest";
import { checkQuestion, describeInBrowser, expectNoComplaints, openExample, openText } from "./browser.ts";

describeInBrowser("a plan", (visit) => {
  it("is drawn by resource, by time and by steps, and a click on a task goes to its step", async () => {
    const visitor = await visit();
    const { page } = visitor;
    await openExample(page, "job-shop.xml");
    await page.getByLabel("Wanted trace").selectOption("time");
    expect(await checkQuestion(page, 1)).toContain("optimal: 14, proven");
    const chart = page.locator('#panel svg[aria-label="Plan of 3 processes on 3 rows, done at 14"]');
    await chart.waitFor();
    const task = chart.locator('[aria-label^="Job(2).3 from"]');
    expect(await task.getAttribute("aria-label")).toBe(
      "Job(2).3 from 11 to 14 on taken[0], on the chain that decides the end",
    );
    const step = Number(await task.getAttribute("data-step"));
    await task.click();
    await page.locator(".grid figure.moved", { hasText: "Job(2)" }).waitFor();
    await page.getByRole("tab", { name: "Trace", exact: true }).click();
    expect(Number(await page.locator(".step.on .number").textContent())).toBe(step);
    await page.getByRole("button", { name: "See the plan" }).click();
    await page.getByLabel("From left to right").selectOption("step");
    await expect.poll(() => chart.locator("text", { hasText: /^step$/ }).count()).toBe(1);
    await page.getByLabel("Rows", { exact: true }).selectOption("process");
    await page.locator('#panel svg[aria-label^="Gantt chart of 3 processes"]').waitFor();
    expectNoComplaints(visitor);
  });

  it("gets better while one watches, and is kept when the search is stopped", async () => {
    const { page } = await visit();
    const family = families.find(({ name }) => name === "job-shop")!;
    // Ten jobs on ten machines, each in an order of its own: nobody guesses the best plan.
    const random = new Prng(7);
    const jobs = Array.from({ length: 10 }, () => {
      const machines = Array.from({ length: 10 }, (_, machine) => ({ machine, at: random.below(1000) }));
      return machines.sort((a, b) => a.at - b.at).map(({ machine }) => `${machine} ${1 + random.below(99)}`);
    });
    const instance = `10 10\n${jobs.map((tasks) => tasks.join(" ")).join("\n")}\n`;
    const text = generateModel(family, { size: 10, correct: true, variant: "", seed: 1, instance }, "xml");
    await openText(page, "shop.xml", text);
    await page.locator(".grid figure").first().waitFor();
    await page.getByLabel("Wanted trace").selectOption("time");
    await page.getByRole("button", { name: "Check question 1" }).click();
    await page.locator('#panel svg[aria-label^="Plan of"]').waitFor();
    await page.locator("#panel .hint", { hasText: "→" }).waitFor();
    const stop = page.getByRole("button", { name: "Stop", exact: true });
    if (await stop.isVisible()) await stop.click().catch(() => {});
    const verdict = page.locator(".verdict").first();
    await verdict.waitFor();
    expect(await verdict.textContent()).toMatch(/^satisfied: here is a witness; (best|optimal)/);
    await page.locator('#panel svg[aria-label^="Plan of"]').waitFor();
  });
});
