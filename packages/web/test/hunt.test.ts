// Seeing the search: two strategies race, a long run is stopped with what is known, the automata take the colours of an
// estimate, and a state space is drawn and walked from.

import { expect, it } from "vitest";
import { families } from "../../core/src/families/index.ts";
import { generateModel } from "../../core/src/lang/generate.ts";
import { checkQuestion, describeInBrowser, expectNoComplaints, openExample, openText, stepNumber } from "./browser.ts";
import { ISOLATED } from "./static-server.ts";

function model(family: string, size: number): string {
  const found = families.find(({ name }) => name === family)!;
  return generateModel(found, { size, correct: true, variant: found.variants[0]?.name ?? "", seed: 1 }, "xml");
}

describeInBrowser("the hunt", (visit) => {
  it("lets two strategies race, and says who was first", async () => {
    const visitor = await visit();
    const { page } = visitor;
    await openExample(page, "fischer-weakened.xml");
    await page.getByRole("tab", { name: "Race", exact: true }).click();
    await page.getByRole("button", { name: "Start the race" }).click();
    const rows = page.locator(".race tbody tr");
    await expect.poll(() => rows.locator(".violated").count()).toBe(2);
    await expect.poll(() => rows.locator("th code").allTextContents()).toEqual(["bfs", "greedy(hU())"]);
    await expect.poll(() => page.locator(".race .first").count()).toBe(1);
    await expect.poll(() => page.locator(".race svg path").count()).toBe(2);
    expectNoComplaints(visitor);
  });

  it("fills the form of the strategy from its text, and the text from the form", async () => {
    const visitor = await visit();
    const { page } = visitor;
    await openExample(page, "fischer-weakened.xml");
    const text = page.getByLabel("Search as text");
    const search = page.getByLabel("Search", { exact: true });
    const form = page.locator(".strategy");
    await text.fill("astar(hL())");
    await expect.poll(() => search.inputValue()).toBe("astar");
    await expect.poll(() => form.getByLabel("h", { exact: true }).inputValue()).toBe("hL()");
    await form.getByLabel("cost", { exact: true }).fill("moves");
    await form.getByLabel("cost", { exact: true }).press("Tab");
    await expect.poll(() => text.inputValue()).toBe("astar(h=hL(), cost=moves)");
    await text.fill("astar(hL(), ");
    await expect.poll(() => search.inputValue()).toBe("as written below");
    await search.selectOption("");
    await expect.poll(() => text.inputValue()).toBe("");
    expectNoComplaints(visitor);
  });

  it("takes an expression that guides the search: checked, with its values along the walk", async () => {
    const visitor = await visit();
    const { page } = visitor;
    await openExample(page, "fischer-weakened.xml");
    const guide = page.locator(".guidance");
    await guide.getByLabel("Guide the search by an expression").click();
    await page.keyboard.type("Process(1).Critcal ? 0 : 1");
    await expect.poll(() => guide.getByRole("alert").textContent()).toContain("Critcal");
    expect(await guide.getByRole("button").isDisabled()).toBe(true);
    await page.keyboard.press("ControlOrMeta+a");
    await page.keyboard.type("Process(1).Critical ? 0 : 1");
    await expect.poll(() => guide.locator(".here").textContent()).toBe("1");
    await guide.getByRole("button", { name: "Search by it" }).click();
    await expect
      .poll(() => page.getByLabel("Search as text").inputValue())
      .toBe('greedy(expr("Process(1).Critical ? 0 : 1"))');
    await checkQuestion(page, 1);
    await expect.poll(() => guide.locator(".values span").count()).toBeGreaterThan(4);
    expectNoComplaints(visitor);
  });

  it("stops a long run with what is known, and stays usable meanwhile", async () => {
    const visitor = await visit();
    const { page } = visitor;
    await openText(page, "fischer.xml", model("fischer", 14));
    await page.locator(".grid figure").first().waitFor();
    // On a busy machine a minute may be over before anybody has come to stop it.
    await page.getByLabel("Time per question, s").fill("600");
    const card = page.getByRole("article", { name: "Question 1", exact: true });
    await card.getByRole("button", { name: "Check question 1" }).click();
    await page.getByRole("tab", { name: "Hunt" }).click();
    await page.locator(".hunt canvas").waitFor();
    expect(await page.locator(".notice").textContent()).toMatch(/^checking E<>/);
    await expect
      .poll(async () => Number((await card.locator(".progress").textContent())?.replace(/ states.*|\D/g, "")))
      .toBeGreaterThan(1000);
    await card.getByRole("button", { name: "Stop" }).click();
    await card.locator(".verdict").waitFor();
    await expect.poll(() => card.locator(".verdict").textContent()).toMatch(/^unknown.*interrupted/);
    await expect.poll(() => card.locator(".stats").first().textContent()).toMatch(/[1-9][\d,]* explored/);
    await expect.poll(() => card.textContent()).toContain("Try:");
    expectNoComplaints(visitor);
  });

  it("shows the sets of a search by diagrams, by round, and a small diagram itself", async () => {
    const visitor = await visit();
    const { page } = visitor;
    await openExample(page, "fischer-weakened.xml");
    await page.getByLabel("Search as text").fill("symbolic()");
    await checkQuestion(page, 1);
    await page.getByRole("tab", { name: "Hunt" }).click();
    const sizes = page.locator('.sets svg[aria-label^="States and nodes by round"]');
    await sizes.waitFor();
    const rounds = await sizes.locator("[data-round]").count();
    expect(rounds).toBeGreaterThan(2);
    expect(await sizes.locator("[data-round] title").last().textContent()).toMatch(
      /^round \d+: all reached [\d,]+ states in [\d,]+ nodes; latest layer /,
    );
    // What was reached in the end has many nodes, which is said; a smaller search is drawn, with names of the model.
    await expect.poll(() => page.locator(".sets .empty").textContent()).toMatch(/^The diagram has 340 nodes/);
    await openText(page, "hanoi.xml", model("hanoi", 3));
    await page.locator(".grid figure").first().waitFor();
    await page.getByLabel("Search as text").fill("saturate()");
    await checkQuestion(page, 1);
    const diagram = page.locator('.sets svg[aria-label^="Decision diagram of"]');
    await diagram.waitFor();
    const told = /: (\d+) nodes on (\d+) levels/.exec((await diagram.getAttribute("aria-label")) ?? "");
    expect(await diagram.locator("[data-cell]").count()).toBe(Number(told![1]));
    expect(await diagram.locator("[data-level]").count()).toBe(Number(told![2]));
    expectNoComplaints(visitor);
  });

  it("colours the automata by an estimate and draws a state space to walk from", async () => {
    const visitor = await visit();
    const { page } = visitor;
    await openExample(page, "fischer-weakened.xml");
    await checkQuestion(page, 1);
    await page.getByLabel("Colour by an estimate").selectOption("hU()");
    await page.locator('.grid svg [aria-label*="estimate"]').first().waitFor();
    // Any estimate that can be written down, and what it says along the trace.
    await page.getByLabel("Colour by an estimate").selectOption("write");
    await page.getByLabel("Estimate as text").fill("max([hL(), hU()])");
    await page.getByRole("button", { name: "Colour", exact: true }).click();
    await page.locator('.grid svg [aria-label*="estimate"]').first().waitFor();
    await page.getByRole("button", { name: "along the walk" }).click();
    await expect.poll(() => page.locator("#panel .hint").first().textContent()).toMatch(/^6 steps/);
    await page.getByRole("tab", { name: "State space" }).click();
    await page.getByRole("button", { name: "Draw" }).click();
    const states = page.locator(".fitted svg [data-state]");
    await states.first().waitFor();
    await expect.poll(() => states.count()).toBeGreaterThan(100);
    await page.locator('.fitted svg [data-state][aria-label*="the target"]').click();
    await expect.poll(() => stepNumber(page)).toBe(6);
    await page.getByRole("tab", { name: "Interference" }).click();
    await page.locator(".interference svg [data-process]").first().waitFor();
    await expect.poll(() => page.locator(".interference svg [data-process]").count()).toBe(4);
    await expect.poll(() => page.locator(".interference svg [data-edge]").count()).toBe(19);
    expectNoComplaints(visitor);
  });
});

describeInBrowser(
  "on several cores",
  (visit) => {
    it("divides one search among the cores where the browser lets workers share memory", async () => {
      const visitor = await visit();
      const { page } = visitor;
      await openText(page, "fischer.xml", model("fischer", 6));
      await page.locator(".grid figure").first().waitFor();
      await page.getByLabel("Search as text").fill("bfs");
      const card = page.getByRole("article", { name: "Question 1", exact: true });
      const stats = card.locator(".stats").first();
      const alone = await checkQuestion(page, 1);
      expect(await stats.textContent()).not.toContain("workers");
      const counts = /\d[\d,]* explored/.exec((await stats.textContent()) ?? "")?.[0];
      await page.getByLabel("one search on every core").check();
      await card.getByRole("button", { name: "Check question 1" }).click();
      await expect.poll(() => stats.textContent()).toMatch(/\d workers/);
      expect(await card.locator(".verdict").textContent()).toBe(alone);
      expect(await stats.textContent()).toContain(counts);
      expectNoComplaints(visitor);
    });
  },
  ISOLATED,
);
