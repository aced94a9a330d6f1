// Questions for numbers on the page: random runs as intervals, bars and curves while the page stays usable;
// probabilities of PRISM models with what carries them.

import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import {
  checkQuestion,
  describeInBrowser,
  downloaded,
  dropText,
  expectNoComplaints,
  openText,
  ROOT,
} from "./browser.ts";

const DESK = readFileSync(`${ROOT}examples/help-desk.xml`, "utf8");
const CHAIN = `dtmc
module walk
  s : [0..4] init 1;
  [] s>0 & s<4 -> 0.3 : (s'=s+1) + 0.7 : (s'=s-1);
endmodule
`;

describeInBrowser("numbers on the page", (visit) => {
  it("shows the interval, the cumulative probability and the bars of random runs, and saves them", async () => {
    const visitor = await visit();
    const { page } = visitor;
    await openText(page, "help-desk.xml", DESK);
    expect(await checkQuestion(page, 1)).toMatch(/satisfied: probability 0\.\d+, in \[/);
    const panel = page.locator("#panel");
    await panel.getByRole("img", { name: /Cumulative probability/ }).waitFor();
    await panel.getByRole("img", { name: /values, mean/ }).waitFor();
    await panel.getByRole("button", { name: /^Save/ }).click();
    const saved = page.waitForEvent("download");
    await panel.getByRole("menuitem", { name: "histogram.csv" }).click();
    expect(await downloaded(saved)).toMatch(/^from,to,count\n/);
    expectNoComplaints(visitor);
  });

  it("narrows the interval live, and stops with what is known", async () => {
    const visitor = await visit();
    const { page } = visitor;
    await openText(page, "help-desk.xml", DESK);
    await page.locator("summary", { hasText: "Random runs" }).click();
    await page.getByLabel("Half width ε").fill("0.0005");
    await page.keyboard.press("Tab");
    await page.getByRole("button", { name: "Check question 1" }).click();
    const panel = page.locator("#panel");
    await panel.getByRole("img", { name: /after [\d,]+ runs/ }).waitFor();
    await panel.getByRole("button", { name: "Stop" }).click();
    await panel.getByText(/interrupted; so far: probability 0\.\d+/).waitFor();
    await panel.getByRole("img", { name: /Cumulative probability/ }).waitFor();
    expectNoComplaints(visitor);
  });

  it("gives the same answer on every core", async () => {
    const { page } = await visit();
    await openText(page, "help-desk.xml", DESK);
    const alone = await checkQuestion(page, 1);
    await page.locator("summary", { hasText: "Random runs" }).click();
    await page.getByLabel("on every core").check();
    expect(await checkQuestion(page, 1)).toBe(alone);
  });

  it("draws 200 runs of five expressions; curves are hidden by click and zoomed by dragging", async () => {
    const visitor = await visit();
    const { page } = visitor;
    await openText(page, "help-desk.xml", DESK);
    await page
      .getByLabel("Ask a question")
      .fill("simulate [<=2000; 200] {waiting, served, lost, served - lost, Desk.Busy}");
    await page.getByRole("button", { name: "Ask", exact: true }).click();
    const curves = page.locator("#panel svg [data-expression]");
    await curves.first().waitFor();
    expect(await curves.count()).toBe(5);
    expect(await curves.first().locator("path").count()).toBe(200);
    const box = page.getByRole("group", { name: "Curves that are shown" });
    await box.getByLabel("served - lost").uncheck();
    await expect.poll(() => curves.count()).toBe(4);
    const { x, y, width, height } = (await page.locator("#panel svg").boundingBox())!;
    await page.mouse.move(x + width / 3, y + height / 2);
    await page.mouse.down();
    await page.mouse.move(x + width / 2, y + height / 2, { steps: 4 });
    await page.mouse.up();
    await page.getByRole("button", { name: "All of the time" }).click();
    expectNoComplaints(visitor);
  });

  it("opens a PRISM model with its properties, and shows what carries a probability", async () => {
    const visitor = await visit();
    const { page } = visitor;
    await openText(page, "walk.prism", CHAIN);
    await page.getByRole("group", { name: "Modules" }).getByText("[] s>0 & s<4 →").waitFor();
    await dropText(page, "walk.props", "P=? [ F s=4 ]\nP<=0.01 [ F s=4 ]\n");
    await page.getByRole("article", { name: "Question 2", exact: true }).waitFor();
    expect(await checkQuestion(page, 1)).toMatch(/satisfied: probability .*0\.0465/);
    expect(await checkQuestion(page, 2)).toMatch(/violated: probability at least/);
    const panel = page.locator("#panel");
    await panel.getByRole("application", { name: /^Evidence: mass/ }).waitFor();
    await panel.getByRole("list", { name: "Paths" }).getByRole("button").first().click();
    await panel.locator(".story").getByText("s=4").first().waitFor();
    const slider = panel.getByLabel("Bound that the evidence exceeds");
    await slider.fill(await slider.evaluate((input) => (input as HTMLInputElement).max));
    await panel.getByText(/it is not above|by \d+ states? of/).waitFor();
    expectNoComplaints(visitor);
  });

  it("opens the example of PRISM's language with what it asks", async () => {
    const { page } = await visit();
    await page.getByRole("button", { name: /^Examples/ }).click();
    await page.getByRole("menuitem", { name: "whispers.prism" }).click();
    await page.getByRole("article", { name: "Question 3", exact: true }).waitFor();
    expect(await checkQuestion(page, 2)).toMatch(/violated/);
  });
});
