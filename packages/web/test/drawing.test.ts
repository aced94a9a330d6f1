// The page as a drawing table: what is made is named at once, several parts are worked on together, the view stays
// where it is, and everything that was done can be undone. Problems, questions and charts as one looks at them.

import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { checkQuestion, describeInBrowser, expectNoComplaints, openExample, openText } from "./browser.ts";

const nodes = (page: Page) => page.locator('.stage [data-node][aria-label^="location"]');
const edges = (page: Page) => page.locator(".stage [data-edge]");
const body = (page: Page, index: number) => nodes(page).nth(index).locator("circle.body");
const drawing = (page: Page) => page.locator(".drawing svg[role=application]");
const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();
const viewBox = (page: Page) => drawing(page).getAttribute("viewBox");

async function places(page: Page): Promise<string[]> {
  return page
    .locator('.stage [data-node][aria-label^="location"] circle.body')
    .evaluateAll((all) => all.map((circle) => `${circle.getAttribute("cx")},${circle.getAttribute("cy")}`));
}

async function newModel(page: Page): Promise<void> {
  await press(page, "New model");
  await page.locator(".grid figure svg [data-node]").first().waitFor();
  await page.locator(".tree .template > button:first-child").click();
  await nodes(page).nth(1).waitFor();
}

async function arrange(page: Page, name: string): Promise<void> {
  await page.getByRole("button", { name: /^Arrange/ }).click();
  await page.getByRole("menuitem", { name }).click();
}

describeInBrowser("the drawing table", (visit) => {
  it("names what is made, leaves the view where it is, and takes letters for commands only in the drawing", async () => {
    const visitor = await visit();
    const { page } = visitor;
    await newModel(page);
    const before = await viewBox(page);
    await drawing(page).focus();
    await page.keyboard.press("l");
    await drawing(page).click({ position: { x: 20, y: 20 } });
    // Letters that are commands elsewhere are written; what was there is replaced.
    await page.keyboard.type("xlzer");
    await page.keyboard.press("Enter");
    await expect.poll(() => nodes(page).nth(2).getAttribute("aria-label")).toBe("location xlzer");
    expect(await nodes(page).count()).toBe(3);
    expect(await viewBox(page)).toBe(before);
    // Also where an edge or its label runs: what is made is made, nothing is selected instead.
    await drawing(page).focus();
    await page.keyboard.press("l");
    await drawing(page).locator("[data-edge] text").first().click();
    await page.keyboard.type("onEdge");
    await page.keyboard.press("Enter");
    await expect.poll(() => nodes(page).nth(3).getAttribute("aria-label")).toBe("location onEdge");
    await press(page, "Undo");
    await press(page, "Undo");
    await expect.poll(() => nodes(page).count()).toBe(3);
    await body(page, 2).click();
    // Somewhere else a letter is no command.
    await page.getByRole("complementary", { name: "Location" }).getByRole("button", { name: "Close" }).focus();
    await page.keyboard.press("l");
    await expect.poll(() => page.locator(".stage.aiming").count()).toBe(0);
    await drawing(page).focus();
    await page.keyboard.press("e");
    await page.locator(".stage.aiming").waitFor();
    await body(page, 2).click();
    await body(page, 0).click();
    await expect.poll(() => edges(page).count()).toBe(3);
    expect(await viewBox(page)).toBe(before);
    await press(page, "Fit");
    expect(await viewBox(page)).not.toBe(before);
    expectNoComplaints(visitor);
  });

  it("selects several, moves, aligns, lays out again, snaps, duplicates, copies to another template and tab", async () => {
    const visitor = await visit();
    const { page, context, address } = visitor;
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    await newModel(page);
    const start = await places(page);
    await body(page, 0).click();
    await body(page, 1).click({ modifiers: ["Shift"] });
    await page.getByRole("complementary", { name: "2 parts" }).waitFor();
    await drawing(page).focus();
    await page.keyboard.press("ArrowDown");
    await expect.poll(() => places(page)).toEqual(["0,8", "220,8"]);
    await press(page, "Undo");
    await expect.poll(() => places(page)).toEqual(start);
    // Onto the grid, where it snaps.
    await arrange(page, "Snap to the grid");
    await drawing(page).click({ position: { x: 10, y: 10 } });
    const at = (await body(page, 1).boundingBox())!;
    await page.mouse.move(at.x + at.width / 2, at.y + at.height / 2);
    await page.mouse.down();
    await page.mouse.move(at.x + at.width / 2 + 13, at.y + at.height / 2 + 31, { steps: 4 });
    await page.mouse.up();
    await expect.poll(async () => (await places(page))[1]).not.toBe(start[1]);
    const [x, y] = (await places(page))[1]!.split(",").map(Number);
    expect([x! % 8, y! % 8]).toEqual([0, 0]);
    await body(page, 0).click({ modifiers: ["Shift"] });
    await body(page, 1).click({ modifiers: ["Shift"] });
    await arrange(page, "Align in a row");
    await expect.poll(async () => new Set((await places(page)).map((place) => place.split(",")[1])).size).toBe(1);
    await arrange(page, "Duplicate");
    await expect.poll(() => nodes(page).count()).toBe(4);
    // The edges between them come along, and names are told apart.
    await expect.poll(() => edges(page).count()).toBe(4);
    await expect.poll(() => nodes(page).nth(2).getAttribute("aria-label")).toBe("location Start_2");
    await press(page, "Undo");
    await expect.poll(() => nodes(page).count()).toBe(2);
    await drawing(page).focus();
    await page.keyboard.press("Control+a");
    await page.keyboard.press("Control+c");
    await expect.poll(() => page.locator(".notice").textContent()).toContain("in the clipboard");
    await press(page, "+ Template");
    await expect.poll(() => nodes(page).count()).toBe(1);
    await drawing(page).focus();
    await page.keyboard.press("Control+v");
    await expect.poll(() => nodes(page).count()).toBe(3);
    await expect.poll(() => edges(page).count()).toBe(2);
    const laid = await places(page);
    await drawing(page).click({ position: { x: 10, y: 10 } });
    await arrange(page, "Lay out again");
    await expect.poll(() => places(page)).not.toEqual(laid);
    // Another tab.
    const other = await context.newPage();
    await other.goto(address);
    await newModel(other);
    await drawing(other).focus();
    await other.keyboard.press("Control+v");
    await expect.poll(() => nodes(other).count()).toBe(4);
    await other.keyboard.press("Delete");
    await expect.poll(() => nodes(other).count()).toBe(2);
    expectNoComplaints(visitor);
  });

  it("has all problems a click away, and questions on a line each: asked on top, filtered, checked together", async () => {
    const visitor = await visit();
    const { page } = visitor;
    await openExample(page, "fischer-weakened.xml");
    const cards = page.locator("article.question");
    const count = await cards.count();
    // Only the one that is looked at is open; the others are lines.
    await expect.poll(() => page.locator("article.question .actions").count()).toBe(1);
    const heights = await cards.evaluateAll((all) => all.map((card) => card.getBoundingClientRect().height));
    expect(Math.max(...heights.slice(1))).toBeLessThan(40);
    for (const number of [2, 3]) await page.getByLabel(`Select question ${number}`, { exact: true }).check();
    await press(page, "Check 2 selected");
    await expect.poll(() => page.locator("article.question .took").count()).toBe(2);
    const [ask, first] = [page.locator("form.ask"), cards.first()];
    expect((await ask.boundingBox())!.y).toBeLessThan((await first.boundingBox())!.y);
    for (const text of ["E<> turn == 1", "E<> turn == 2"]) {
      await page.getByLabel("Ask a question").fill(text);
      await press(page, "Ask");
      await page.locator("article.question.chosen .verdict").waitFor();
    }
    await page.getByLabel("Filter the questions").fill("turn ==");
    await expect.poll(() => cards.count()).toBe(2);
    await page.getByLabel("Filter the questions").fill("");
    await expect.poll(() => cards.count()).toBe(count + 2);
    // A fault of the model and one of a question.
    const wrong = `<nta><declaration>int i = nobody;</declaration><template><name>P</name><location id="a" x="0" y="0"/><init ref="a"/></template><system>system P;</system><queries><query><formula>E&lt;&gt; P.nowhere</formula></query></queries></nta>`;
    await openText(page, "wrong.xml", wrong);
    await page.locator(".problems-button.error").click();
    const list = (title: string) => page.getByRole("list", { name: `${title}: what is wrong` });
    await expect.poll(() => list("Model").textContent()).toContain("nobody");
    await list("Model").getByRole("button").first().click();
    await expect.poll(() => page.locator(".code-view h2").textContent()).toBe("Declarations");
    expect(await page.locator(".all-problems").count()).toBe(0);
    expectNoComplaints(visitor);
  });

  it("draws over time and by step, opens help, and shows its tour once", async () => {
    const visitor = await visit({ tour: true });
    const { page } = visitor;
    await openExample(page, "fischer-weakened.xml");
    const tour = page.getByRole("dialog", { name: "A tour of five steps" });
    for (let step = 1; step <= 5; step++) {
      await expect.poll(() => tour.textContent()).toContain(`${step} of 5`);
      await tour.getByRole("button", { name: step === 5 ? "Done" : "Next" }).click();
    }
    await expect.poll(() => tour.count()).toBe(0);
    await page.reload();
    await page.locator(".grid figure svg [data-node]").first().waitFor();
    expect(await tour.count()).toBe(0);
    await checkQuestion(page, 1);
    await page.getByRole("tab", { name: "Gantt" }).click();
    const bars = page.locator("#panel svg [data-step] rect");
    await bars.first().waitFor();
    await page.getByLabel("From left to right").selectOption("step");
    // Every state has the same room: six steps, none of them a pixel.
    const widths = () => bars.evaluateAll((all) => all.map((bar) => Number(bar.getAttribute("width"))));
    await expect.poll(async () => Math.min(...(await widths()))).toBeGreaterThan(40);
    await page.locator(".grid").focus();
    await page.keyboard.press("?");
    await page.getByRole("dialog", { name: "Help" }).waitFor();
    expectNoComplaints(visitor);
  });
});
