// Changing a model on the page: a guard is repaired and checked again, everything can be undone, and a reload or a
// crash loses nothing.

import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import {
  checkQuestion,
  describeInBrowser,
  downloaded,
  dropText,
  expectNoComplaints,
  openExample,
  openText,
  ROOT,
} from "./browser.ts";

describeInBrowser("editing", (visit) => {
  it("repairs Fischer's guard in the drawing, checks again, undoes and redoes", async () => {
    const visitor = await visit();
    const { page } = visitor;
    await openExample(page, "fischer-weakened.xml");
    expect(await checkQuestion(page, 1)).toMatch(/^violated/);
    await page.locator(".tree .template > button:first-child").click();
    const edge = page.locator('.stage [data-edge][aria-label^="edge from Waiting to Critical"]');
    await edge.locator("text").first().click();
    const guard = page.getByRole("complementary", { name: "Edge" }).getByLabel("Guard");
    await expect.poll(() => guard.inputValue()).toBe("x >= K && turn == id");
    await guard.fill("x > K && turn == id");
    await guard.press("Tab");
    await expect.poll(() => edge.getAttribute("aria-label")).toContain("x > K && turn == id");
    const card = page.getByRole("article", { name: "Question 1", exact: true });
    await expect.poll(() => card.textContent()).toContain("before the latest change");
    // The trace of another model is not walked on this one.
    await expect.poll(() => card.getByRole("button", { name: "Walk the trace" }).isDisabled()).toBe(true);
    await card.locator("button.text").click();
    await expect.poll(() => page.locator(".notice").textContent()).toContain("check again");
    await card.getByRole("button", { name: "Check question 1" }).click();
    await expect.poll(() => card.locator(".verdict").textContent()).toMatch(/^satisfied/);
    await card.getByRole("button", { name: "Verify proof" }).click();
    await expect.poll(() => card.textContent()).toContain("proved:");
    await page.getByRole("button", { name: "Undo", exact: true }).click();
    await expect.poll(() => edge.getAttribute("aria-label")).toContain("x >= K");
    await page.getByRole("button", { name: "Redo", exact: true }).click();
    await expect.poll(() => edge.getAttribute("aria-label")).toContain("x > K &&");
    expectNoComplaints(visitor);
  });

  it("lets the editor take over from the plain field with what is selected there", async () => {
    const { page } = await visit({ serviceWorkers: "block" });
    let release = (): void => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    const held: string[] = [];
    await page.route(/code-editor.*\.js/, async (route) => {
      held.push(route.request().url());
      await released;
      await route.continue();
    });
    await openExample(page, "fischer-weakened.xml");
    await page.locator(".tree .template > button:first-child").click();
    const edge = page.locator('.stage [data-edge][aria-label^="edge from Waiting to Critical"]');
    await edge.locator("text").first().click();
    const guard = page.getByRole("complementary", { name: "Edge" }).getByLabel("Guard");
    await guard.click();
    await page.keyboard.press("Control+a");
    await expect.poll(() => held.length).toBe(1);
    release();
    await page.locator(".inspector .editor.line.ready").waitFor();
    await page.keyboard.type("x > K");
    await expect.poll(() => guard.textContent()).toBe("x > K");
  });

  it("brings back after a reload what was edited after a link was opened", async () => {
    const visitor = await visit({ fragment: "#example=fischer-weakened.xml" });
    const { page } = visitor;
    await page.locator(".tree .template > button:first-child").click();
    const edge = page.locator('.stage [data-edge][aria-label^="edge from Waiting to Critical"]');
    await edge.locator("text").first().click();
    expect(await page.evaluate(() => location.hash)).toContain("example=");
    const guard = page.getByRole("complementary", { name: "Edge" }).getByLabel("Guard");
    await guard.fill("x > K && turn == id");
    await guard.press("Tab");
    await expect.poll(() => edge.getAttribute("aria-label")).toContain("x > K &&");
    await expect.poll(() => page.evaluate(() => location.hash)).toBe("");
    await expect.poll(() => page.evaluate(() => document.body.dataset["saved"])).toBe("yes");
    await page.reload();
    await page.locator(".tree .template > button:first-child").click();
    await expect.poll(() => edge.getAttribute("aria-label")).toContain("x > K &&");
    expectNoComplaints(visitor);
  });

  it("takes back and brings back questions of one's own, and opens one of several models", async () => {
    const visitor = await visit();
    const { page } = visitor;
    await openExample(page, "fischer-weakened.xml");
    const mine = page.locator("article.question", { hasText: "E<> turn == 3" });
    const press = (name: string) => page.getByRole("button", { name, exact: true }).click();
    await page.getByLabel("Ask a question").fill("E<> turn == 3");
    await press("Ask");
    await mine.locator(".verdict").waitFor();
    await mine.getByRole("button", { name: /^Remove question/ }).click();
    await expect.poll(() => mine.count()).toBe(0);
    await press("Undo");
    await expect.poll(() => mine.count()).toBe(1);
    await press("Undo");
    await expect.poll(() => mine.count()).toBe(0);
    await press("Redo");
    await expect.poll(() => mine.count()).toBe(1);
    // It becomes one of the file, and back.
    await mine.getByRole("button", { name: /^Keep question/ }).click();
    await expect.poll(() => page.locator(".notice").textContent()).toBe("keep a question");
    await expect.poll(() => mine.getByRole("button", { name: /^Keep question/ }).count()).toBe(0);
    await expect.poll(() => mine.count()).toBe(1);
    await press("Undo");
    await expect.poll(() => mine.getByRole("button", { name: /^Keep question/ }).count()).toBe(1);
    const model = (name: string) => ({
      name,
      mimeType: "text/plain",
      buffer: Buffer.from("process P() { state a; init a; } system P;"),
    });
    await page.locator('input[type="file"]').setInputFiles([model("one.xta"), model("two.xta")]);
    await expect.poll(() => page.locator(".notice.problem").textContent()).toContain("one.xta is open, two.xta not");
    await expect.poll(() => page.locator(".top .file").textContent()).toBe("one.xta");
    expectNoComplaints(visitor);
  });

  it("asks a query file only what is new, and opens its own network again", async () => {
    const visitor = await visit();
    const { page } = visitor;
    await openExample(page, "fischer-weakened.xml");
    const cards = page.locator("article.question");
    const before = await cards.count();
    const asks = "/* twice,\n   and over two lines */\nE<> turn == 1\nE<> turn == 1\nE<> turn == 2 && \\\n turn == 3\n";
    for (const words of ["2 of 3", "0 of 3"]) {
      await openText(page, "more.q", asks);
      await expect.poll(() => page.locator(".notice").textContent()).toContain(words);
      await expect.poll(() => cards.count()).toBe(before + 2);
    }
    await page.getByRole("button", { name: /^Download/ }).click();
    const coming = page.waitForEvent("download");
    await page.getByRole("menuitem", { name: ".json" }).click();
    await openText(page, "again.json", await downloaded(coming));
    await expect.poll(() => page.locator(".top .file").textContent()).toBe("again.json");
    await page.locator(".grid figure").first().waitFor();
    expectNoComplaints(visitor);
  });

  it("adds a location and an edge, moves, removes", async () => {
    const visitor = await visit();
    const { page } = visitor;
    await openExample(page, "fischer-weakened.xml");
    await page.locator(".tree .template > button:first-child").click();
    const nodes = page.locator('.stage [data-node][aria-label^="location"]');
    await expect.poll(() => nodes.count()).toBe(4);
    await page.getByRole("button", { name: "+ Location" }).click();
    await page.locator(".stage svg").click({ position: { x: 30, y: 30 } });
    await expect.poll(() => nodes.count()).toBe(5);
    await page.getByRole("button", { name: "+ Edge" }).click();
    await nodes.nth(0).locator("circle").first().click();
    await nodes.nth(4).locator("circle").first().click();
    await expect.poll(() => page.locator(".stage [data-edge]").count()).toBe(6);
    await page.getByRole("button", { name: "Remove", exact: true }).click();
    await expect.poll(() => page.locator(".stage [data-edge]").count()).toBe(5);
    await nodes.nth(4).locator("circle").first().click();
    await nodes.nth(4).focus();
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("Delete");
    await expect.poll(() => nodes.count()).toBe(4);
    expectNoComplaints(visitor);
  });

  it("edits declarations as text, underlines what is wrong, and renames", async () => {
    const visitor = await visit();
    const { page } = visitor;
    await openExample(page, "fischer-weakened.xml");
    await page.locator(".tree button", { hasText: "Declarations" }).first().click();
    const content = page.getByRole("textbox", { name: "Declarations" });
    await content.waitFor();
    await page.getByText("const int N = 4").click();
    await page.keyboard.press("Home");
    await page.keyboard.type("int[0,3] spare = nothing;\n");
    await page.getByRole("list", { name: "Problems" }).locator(".error").first().waitFor();
    await page.locator(".cm-lintRange-error").first().waitFor();
    await page.keyboard.press("Control+a");
    await page.keyboard.type("const int N = 3; const int K = 2; typedef int[1,N] pid_t; int[0,N] turn;");
    await expect.poll(() => page.locator(".processes .row").count()).toBe(3);
    // Renaming follows the name into the automata.
    for (let i = 0; i < 3; i++) await page.keyboard.press("ArrowLeft");
    await page.keyboard.press("F2");
    await page.getByLabel("New name").fill("whose");
    await page.getByRole("button", { name: "Rename", exact: true }).click();
    await page.locator(".tree .template > button:first-child").click();
    await expect.poll(() => page.locator('.stage [data-edge][aria-label*="whose == 0"]').count()).toBe(2);
    expectNoComplaints(visitor);
  });

  it("asks with completion of processes, locations and variables", async () => {
    const visitor = await visit();
    const { page } = visitor;
    await openExample(page, "fischer-weakened.xml");
    await page.getByLabel("Ask a question").click();
    await page.locator(".editor.line.ready").waitFor();
    const options = page.locator(".cm-tooltip-autocomplete li");
    await page.keyboard.type("E<> Proc");
    await expect.poll(() => options.allTextContents()).toContain("Process(1)process");
    await page.keyboard.press("Escape");
    await page.keyboard.type("ess(1).");
    await page.keyboard.press("Control+ ");
    await expect.poll(async () => (await options.allTextContents()).join(" ")).toMatch(/Critical.*Idle.*Waiting/);
    await page.keyboard.type("Crit");
    await expect.poll(() => options.count()).toBe(1);
    await options.first().click();
    const asked = page.getByRole("textbox", { name: "Ask a question" });
    await expect.poll(() => asked.textContent()).toBe("E<> Process(1).Critical");
    await page.getByRole("button", { name: "Ask", exact: true }).click();
    const card = page.getByRole("article", { name: "Question 6", exact: true });
    await expect.poll(() => card.locator(".verdict").textContent()).toMatch(/^satisfied/);
    // Editing it is done in the same field.
    await card.getByRole("button", { name: "Edit question 6" }).click();
    const field = page.getByRole("textbox", { name: "Edit the question" });
    await expect.poll(() => field.textContent()).toBe("E<> Process(1).Critical");
    await field.fill("E<> Process(1).Waiting && turn == 2");
    await card.getByRole("button", { name: "Done" }).click();
    await expect.poll(() => card.locator("code").first().textContent()).toBe("E<> Process(1).Waiting && turn == 2");
    expectNoComplaints(visitor);
  });

  it("begins a new model, adds a template, renames it and gives it parameters", async () => {
    const visitor = await visit();
    const { page } = visitor;
    await page.getByRole("button", { name: "New model" }).click();
    await page.locator(".grid figure svg [data-node]").first().waitFor();
    expect(await checkQuestion(page, 1)).toMatch(/^satisfied/);
    await page.getByRole("button", { name: "+ Template" }).click();
    const inspector = page.getByRole("complementary", { name: "Template" });
    await expect.poll(() => inspector.getByLabel("Name").inputValue()).toBe("Template2");
    await inspector.getByLabel("Name").fill("Extra");
    await inspector.getByLabel("Name").press("Tab");
    await expect.poll(() => page.locator(".tree .template").allTextContents()).toHaveLength(2);
    await expect.poll(() => page.locator(".tree").textContent()).toContain("Extra");
    await inspector.getByLabel("Parameters").fill("const int n");
    await inspector.getByLabel("Parameters").press("Tab");
    await expect.poll(() => page.locator(".tree").textContent()).toContain("const int n");
    expectNoComplaints(visitor);
  });

  it("finds the document again after a reload", async () => {
    const visitor = await visit();
    const { page } = visitor;
    await openText(page, "mine.xta", "process P() { state a; init a; }\nsystem P;\n");
    await page.locator(".grid figure").waitFor();
    await page.locator(".tree button", { hasText: "Source" }).click();
    await page.getByRole("textbox", { name: "Source" }).click();
    await page.keyboard.press("Control+Home");
    await page.keyboard.type("// kept\n");
    // A question that the file does not have.
    await page.getByLabel("Ask a question").fill("E<> P.a");
    await page.getByRole("button", { name: "Ask", exact: true }).click();
    await page.locator(".verdict").waitFor();
    await expect.poll(() => page.evaluate(() => document.body.dataset["saved"])).toBe("yes");
    await page.reload();
    await page.locator(".grid figure").waitFor();
    await expect.poll(() => page.locator(".question code").allTextContents()).toEqual(["E<> P.a"]);
    await expect.poll(() => page.locator(".top .file").textContent()).toBe("mine.xta");
    await page.locator(".tree button", { hasText: "Source" }).click();
    await expect.poll(() => page.getByRole("textbox", { name: "Source" }).textContent()).toContain("// kept");
    expectNoComplaints(visitor);
  });

  const foreign = join(ROOT, "../shared/models");
  it.runIf(existsSync(foreign))("draws a foreign file where its coordinates say", async () => {
    const visitor = await visit();
    const { page } = visitor;
    const { readdirSync } = await import("node:fs");
    const files = readdirSync(foreign, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".xml"));
    const file = files.find((name) => {
      const text = readFileSync(join(foreign, name), "utf8");
      return text.length < 60_000 && /<location id="[^"]*" x="-?\d+" y="-?\d+"/.test(text) && /<nail /.test(text);
    })!;
    const text = readFileSync(join(foreign, file), "utf8");
    await dropText(page, "foreign.xml", text);
    await page.locator(".tree .template > button:first-child").first().click();
    const circles = page.locator('.stage [data-node][aria-label^="location"] circle.body');
    await circles.first().waitFor();
    const template = /<template>[\s\S]*?<\/template>/.exec(text)![0];
    const places = [...template.matchAll(/<location id="[^"]*" x="(-?\d+)" y="(-?\d+)"/g)].map(
      ([, x, y]) => `${x},${y}`,
    );
    const drawn = await circles.evaluateAll((all) =>
      all.map((circle) => `${circle.getAttribute("cx")},${circle.getAttribute("cy")}`),
    );
    expect(drawn).toEqual(places);
    expectNoComplaints(visitor);
  });
});
