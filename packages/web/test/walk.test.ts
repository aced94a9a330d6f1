// The page in a real browser: examples open and are drawn, a question is checked, its trace walked by keyboard, left on
// another branch, and taken back.

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import {
  checkQuestion,
  describeInBrowser,
  expectNoComplaints,
  openExample,
  openText,
  ROOT,
  stepNumber,
} from "./browser.ts";

const examples = readdirSync(join(ROOT, "examples")).filter((name) => name.endsWith(".xml"));
/** Those that have no drawing. */
const others = readdirSync(join(ROOT, "examples")).filter((name) => name.endsWith(".prism"));

describeInBrowser("the page", (visit) => {
  it("opens and draws every example", async () => {
    const visitor = await visit();
    const { page } = visitor;
    // The gallery shows them first, each with a sketch of an automaton.
    await expect.poll(() => page.locator(".gallery .sketch svg circle").count()).toBeGreaterThan(3 * examples.length);
    await expect.poll(() => page.locator(".gallery li").count()).toBe(examples.length + others.length);
    for (const name of examples) {
      await openExample(page, name);
      const source = readFileSync(join(ROOT, "examples", name), "utf8");
      const locations = source.match(/<location /g)!.length;
      // Every automaton of the file, one by one: all its locations are there.
      const templates = page.locator(".tree .template > button:first-child");
      let drawn = 0;
      for (let i = 0; i < (await templates.count()); i++) {
        await templates.nth(i).click();
        drawn += await page.locator('.one svg [data-node][aria-label^="location"]').count();
      }
      expect(drawn, name).toBe(locations);
    }
    expectNoComplaints(visitor);
  });

  it("walks Fischer's trace by keyboard, branches off, simulates, takes back", async () => {
    const visitor = await visit();
    const { page } = visitor;
    await openExample(page, "fischer-weakened.xml");
    expect(await checkQuestion(page, 1)).toMatch(/^violated.*6 steps/);
    await page.locator(".canvas").click({ position: { x: 3, y: 3 } });
    await expect.poll(() => stepNumber(page)).toBe(0);
    for (const key of ["ArrowRight", "x", "ArrowRight"]) await page.keyboard.press(key);
    await expect.poll(() => stepNumber(page)).toBe(3);
    await page.keyboard.press("z");
    await expect.poll(() => stepNumber(page)).toBe(2);
    await page.keyboard.press("End");
    await expect.poll(() => stepNumber(page)).toBe(6);
    await expect.poll(() => page.locator(".ending").textContent()).toContain("looked for");
    const critical = page.locator('.grid svg [aria-label="location Critical, current"]');
    await expect.poll(() => critical.count()).toBe(2);
    // What cannot happen is explained.
    await page.locator(".why summary").click();
    await expect.poll(() => page.locator(".why").textContent()).toContain("turn == 0 is false (turn is 2)");

    // Another way than the trace's: it becomes a branch, and the trace stays.
    await page.locator(".canvas").click({ position: { x: 3, y: 3 } });
    await page.keyboard.press("Home");
    await page.locator(".choice .go", { hasText: "Process(3): Idle → Asking" }).click();
    await expect.poll(() => stepNumber(page)).toBe(1);
    const branches = page.getByRole("combobox", { name: "Branch" });
    await expect
      .poll(() => branches.locator("option").allTextContents())
      .toEqual(["Trace of question 1 (6 steps)", "Branch at 0 (1 step)"]);
    // A chosen delay, exactly.
    const asking = page.locator(".choices li", { hasText: "Process(3): Asking → Waiting" });
    await asking.locator(".when").click();
    await asking.getByLabel("Delay, exactly").fill("4/3");
    await asking.getByRole("button", { name: "Go" }).click();
    await expect.poll(() => page.locator(".step.on .time").textContent()).toContain("t = 4/3");
    await page.keyboard.press("Escape");
    await page.locator(".canvas").click({ position: { x: 3, y: 3 } });
    await page.keyboard.press("Backspace");
    await expect.poll(() => stepNumber(page)).toBe(1);
    await branches.selectOption({ label: "Trace of question 1 (6 steps)" });
    await page.keyboard.press("End");
    await expect.poll(() => page.locator(".walk .steps .row").count()).toBe(7);
    expectNoComplaints(visitor);
  });

  it("takes every random step that is asked for, however quickly, and leaves the picture that is looked at", async () => {
    const visitor = await visit();
    const { page } = visitor;
    await openExample(page, "fischer-weakened.xml");
    await page.locator(".choices .go").first().waitFor();
    await page.locator(".canvas").click({ position: { x: 3, y: 3 } });
    for (let i = 0; i < 8; i++) await page.keyboard.press("r");
    await expect.poll(() => stepNumber(page)).toBe(8);
    // A picture over time that is looked at meanwhile follows, and never draws what it does not know yet.
    for (const [tab, most] of [
      ["Variables", 10],
      ["Gantt", 12],
    ] as const) {
      await page.getByRole("tab", { name: tab, exact: true }).click();
      await page.locator("#panel svg path").first().waitFor({ state: "attached" });
      await page.locator(".canvas").click({ position: { x: 3, y: 3 } });
      for (let i = 0; i < 2; i++) await page.keyboard.press("r");
      await page.getByRole("tab", { name: "Trace", exact: true }).click();
      await expect.poll(() => stepNumber(page)).toBe(most);
    }
    await page.getByRole("tab", { name: "Hunt", exact: true }).click();
    const said = await checkQuestion(page, 1);
    expect(said).toMatch(/^violated.*6 steps/);
    await expect
      .poll(() => page.getByRole("tab", { name: "Hunt", exact: true }).getAttribute("aria-selected"))
      .toBe("true");
    await page.getByRole("button", { name: "Walk the trace" }).click();
    await page.getByRole("button", { name: "Walk the trace" }).click();
    await expect.poll(() => stepNumber(page)).toBe(0);
    const branches = page.getByRole("combobox", { name: "Branch" }).locator("option");
    await expect
      .poll(() => branches.allTextContents())
      .toEqual(["Your walk (12 steps)", "Trace of question 1 (6 steps)"]);
    expectNoComplaints(visitor);
  });

  it("fits a phone: drawers that close behind one, tabs in sight, the end of the trace in view", async () => {
    const visitor = await visit({ width: 390, height: 844 });
    const { page } = visitor;
    await openExample(page, "fischer-weakened.xml");
    await page.getByRole("button", { name: "Questions", exact: true }).click();
    expect(await checkQuestion(page, 1)).toMatch(/^violated.*6 steps/);
    await page.getByRole("button", { name: "Walk the trace" }).click();
    await expect.poll(() => page.locator(".side.open").count()).toBe(0);
    await page.getByRole("button", { name: "Last state" }).click();
    const end = page.locator(".ending");
    await expect.poll(() => end.textContent()).toContain("looked for");
    const { y, height } = (await end.boundingBox())!;
    expect(y + height).toBeLessThanOrEqual(844);
    for (const name of ["Race", "Interference", "Hunt"]) {
      const tab = page.getByRole("tab", { name, exact: true });
      await tab.click();
      await expect.poll(async () => (await tab.boundingBox())!.x).toBeGreaterThanOrEqual(0);
      expect((await tab.boundingBox())!.x).toBeLessThan(330);
      await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    }
    // A template that is changed has the room below to itself; who walks gets it back.
    await page.getByRole("button", { name: "Model", exact: true }).click();
    await page.locator(".tree .template > button:first-child").first().click();
    await page.locator(".stage [data-edge] text").first().click();
    const canvas = page.locator(".drawing svg[role=application]");
    await expect.poll(async () => (await canvas.boundingBox())!.height).toBeGreaterThan(300);
    await page.getByRole("button", { name: "Questions", exact: true }).click();
    await page.getByRole("button", { name: "Walk the trace" }).click();
    await expect.poll(() => page.getByRole("button", { name: "Last state" }).isVisible()).toBe(true);
    expectNoComplaints(visitor);
  });

  it("shows clocks as values, as constraints and as a matrix, and scrubs through a trace", async () => {
    const visitor = await visit();
    const { page } = visitor;
    await openExample(page, "fischer-weakened.xml");
    expect(await checkQuestion(page, 1)).toMatch(/^violated.*6 steps/);
    await page.getByLabel("State of the walk").fill("4");
    await expect.poll(() => stepNumber(page)).toBe(4);
    await page.getByLabel("Clocks as").selectOption("constraints");
    await expect.poll(() => page.locator(".zone").textContent()).toContain("Process(1).x");
    await page.getByLabel("Clocks as").selectOption("matrix");
    await page.locator(".matrix").waitFor();
    await expect.poll(() => page.locator(".matrix tbody tr").count()).toBe(5);
    await expect.poll(() => page.locator(".matrix tbody td").first().textContent()).toBe("≤ 0");
    expectNoComplaints(visitor);
  });

  it("marks the loop of an infinite run, proves what must happen, and draws the automaton of a formula", async () => {
    const visitor = await visit();
    const { page } = visitor;
    await openExample(page, "csma-cd.xml");
    expect(await checkQuestion(page, 5)).toMatch(/^violated.*a loop.*7 steps/);
    await expect.poll(() => page.locator(".walk .steps .row").count()).toBeGreaterThan(3);
    await expect.poll(() => page.locator(".step:has(.loop) .number").allTextContents()).toEqual(["3"]);
    await page.getByRole("button", { name: "Last state" }).click();
    await expect.poll(() => page.locator(".ending").textContent()).toContain("(state 3)");
    await expect.poll(() => page.locator(".step.looping.on .number").allTextContents()).toEqual(["7"]);
    // What must happen has a proof, too; it is made when somebody asks for it.
    const ask = page.getByLabel("Ask a question");
    await ask.fill("Bus.Collided --> Bus.Free");
    await page.getByRole("button", { name: "Ask", exact: true }).click();
    const must = page.getByRole("article", { name: "Question 6", exact: true });
    await expect.poll(() => must.locator(".verdict").textContent()).toMatch(/^satisfied/);
    await must.getByRole("button", { name: "Verify proof" }).click();
    await expect.poll(() => must.textContent()).toContain("proved:");
    await ask.fill("LTL: [] <> Station(0).Sending");
    await page.getByRole("button", { name: "Ask", exact: true }).click();
    const card = page.getByRole("article", { name: "Question 7", exact: true });
    await expect.poll(() => card.locator(".verdict").textContent()).toMatch(/^violated/);
    await card.getByText("Automaton of the runs that decide it").click();
    await expect.poll(() => card.locator("svg [data-node]").count()).toBe(2);
    await expect.poll(() => card.locator('svg [aria-label*="!Station(0).Sending"]').count()).toBe(2);
    await card.getByText("as text (HOA)").click();
    await expect.poll(() => card.locator("pre").textContent()).toMatch(/^HOA: v1/);
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(1280);
    expectNoComplaints(visitor);
  });

  it("looks at a span of the time, and gives the pictures more room", async () => {
    const visitor = await visit();
    const { page } = visitor;
    await openExample(page, "fischer-weakened.xml");
    expect(await checkQuestion(page, 1)).toMatch(/^violated.*6 steps/);
    await page.getByRole("tab", { name: "Gantt" }).click();
    const picture = page.locator("#panel svg.brushed");
    // Bars of locations, and clocks as lines below them.
    await picture.locator('[aria-label^="Process(1).x between"]').waitFor();
    const bars = picture.locator('[aria-label^="Process(1) in"]');
    await expect.poll(() => bars.count()).toBe(4);
    const { x, y, width } = (await picture.boundingBox())!;
    await page.mouse.move(x + 0.75 * width, y + 30);
    await page.mouse.down();
    await page.mouse.move(x + 0.85 * width, y + 30, { steps: 4 });
    await expect.poll(() => page.locator("#panel .band").count()).toBe(1);
    await page.mouse.up();
    // Only where it is critical: from 2 on.
    await expect.poll(() => bars.count()).toBe(1);
    await expect.poll(() => page.locator("#panel .hint").first().textContent()).toMatch(/^[23]\S* to [34]\S* of 4$/);
    await page.getByRole("button", { name: "All of it" }).click();
    await expect.poll(() => bars.count()).toBe(4);
    const panel = page.locator("#panel");
    const before = (await panel.boundingBox())!.height;
    await page.getByRole("button", { name: "More room below" }).click();
    await expect.poll(async () => (await panel.boundingBox())!.height).toBeGreaterThan(before);
    await page.getByRole("button", { name: "Less room below" }).click();
    await page.getByRole("button", { name: "Less room below" }).click();
    await expect.poll(() => page.getByRole("button", { name: "Less room below" }).isDisabled()).toBe(true);
    await page.getByRole("tab", { name: "Chart" }).click();
    await expect.poll(async () => (await panel.boundingBox())!.height).toBe(before);
    expectNoComplaints(visitor);
  });

  it("makes the drawings of processes larger, and saves one", async () => {
    const visitor = await visit();
    const { page } = visitor;
    await openExample(page, "fischer-weakened.xml");
    const figure = page.locator(".grid figure").first();
    const before = (await figure.boundingBox())!;
    await page.getByRole("button", { name: "Larger" }).click();
    await page.getByRole("button", { name: "Larger" }).click();
    await expect.poll(async () => (await figure.boundingBox())!.height).toBeGreaterThan(before.height);
    await page.locator(".grid").focus();
    await page.keyboard.press("0");
    await expect.poll(async () => (await figure.boundingBox())!.height).toBe(before.height);
    await page.getByRole("button", { name: "Save Process(1)" }).click();
    const saved = page.waitForEvent("download");
    await page.getByRole("menuitem", { name: "SVG" }).click();
    expect((await saved).suggestedFilename()).toBe("Process(1).svg");
    expectNoComplaints(visitor);
  });

  it("shows a bad file's diagnostics in place, and draws what can be drawn", async () => {
    const visitor = await visit();
    const { page } = visitor;
    const good = readFileSync(join(ROOT, "examples/fischer-weakened.xml"), "utf8");
    await openText(page, "bad.xml", good.replace("turn == 0", "tur == 0"));
    const problem = page.getByRole("list", { name: "Problems" }).locator(".error").first();
    await problem.waitFor();
    await expect.poll(() => problem.textContent()).toContain("did you mean `turn`?");
    await problem.click();
    await expect.poll(() => page.locator(".one svg [data-node]").count()).toBe(4);
    await openText(page, "worse.xml", "<nta><template></nta>");
    await expect.poll(() => page.getByRole("list", { name: "Problems" }).textContent()).toContain("TH1901");
    expectNoComplaints(visitor);
  });

  it("draws a foreign layout where there is none", async () => {
    const visitor = await visit();
    await openText(
      visitor.page,
      "p.tck",
      "system:s\nevent:go\nprocess:P\nlocation:P:a{initial:}\nlocation:P:b{labels:done}\nedge:P:a:b:go\n",
    );
    await visitor.page.locator(".grid figure svg [data-edge]").first().waitFor();
    await visitor.page.getByLabel("Ask a question").fill("done");
    await visitor.page.getByRole("button", { name: "Ask", exact: true }).click();
    await expect.poll(() => visitor.page.locator(".verdict").textContent()).toMatch(/^satisfied.*1 step/);
    expectNoComplaints(visitor);
  });
});
