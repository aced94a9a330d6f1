// Links that carry everything, a page that works without a network, and files that mean no good.

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { deflateRawSync } from "node:zlib";
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

describeInBrowser("sharing", (visit) => {
  it("restores model, question and step from a link", async () => {
    const visitor = await visit();
    const { page } = visitor;
    const text = readFileSync(join(ROOT, "examples/fischer-weakened.xml"), "utf8").replace("N = 4", "N = 3");
    await openText(page, "mine.xml", text);
    await page.locator(".grid figure").first().waitFor();
    expect(await checkQuestion(page, 1)).toMatch(/^violated/);
    await page.locator(".canvas").click({ position: { x: 3, y: 3 } });
    for (let i = 0; i < 4; i++) await page.keyboard.press("ArrowRight");
    await page.getByRole("button", { name: "Share" }).click();
    await expect.poll(() => page.evaluate(() => location.hash)).toContain("model=");
    const fragment = await page.evaluate(() => location.hash);
    expect(fragment.length).toBeLessThan(30_000);
    expectNoComplaints(visitor);

    const friend = await visit({ fragment });
    await expect.poll(() => friend.page.locator(".step.on .number").count()).toBe(1);
    await expect.poll(() => stepNumber(friend.page)).toBe(4);
    await expect.poll(() => friend.page.locator(".top .file").textContent()).toBe("mine.xml");
    await expect.poll(() => friend.page.locator(".processes .row").count()).toBe(3);
    await expect.poll(() => friend.page.locator(".question.chosen .verdict").textContent()).toMatch(/^violated/);
    expectNoComplaints(friend);
  });

  it("restores a walk off the trace and what was asked here; a reload keeps what was asked since", async () => {
    const visitor = await visit();
    const { page } = visitor;
    await openExample(page, "fischer-weakened.xml");
    await page.getByLabel("Ask a question").fill("E<> turn == 3");
    await page.getByRole("button", { name: "Ask", exact: true }).click();
    const cards = page.locator("article.question");
    await cards.last().locator(".verdict").waitFor();
    expect(await checkQuestion(page, 1)).toMatch(/^violated/);
    await page.getByRole("button", { name: "Step on" }).click();
    const other = page.locator(".choice .go", { hasText: "Process(4): Idle → Asking" });
    await other.click();
    await expect.poll(() => stepNumber(page)).toBe(2);
    const here = await page.locator(".step.on .what").textContent();
    await page.getByRole("button", { name: "Share" }).click();
    await expect.poll(() => page.evaluate(() => location.hash)).toContain("walk=");
    const fragment = await page.evaluate(() => location.hash);

    const friend = await visit({ fragment });
    await expect.poll(() => friend.page.locator(".step.on .what").count()).toBe(1);
    await expect.poll(() => stepNumber(friend.page)).toBe(2);
    await expect.poll(() => friend.page.locator(".step.on .what").textContent()).toBe(here);
    const theirs = friend.page.locator("article.question");
    await expect.poll(() => theirs.count()).toBe(await cards.count());
    await expect.poll(() => theirs.last().textContent()).toContain("E<> turn == 3");
    await theirs.first().locator(".verdict.violated").waitFor();
    await expect.poll(() => friend.page.locator(".step.on .what").textContent()).toBe(here);

    await page.getByLabel("Ask a question").fill("E<> turn == 2");
    await page.getByRole("button", { name: "Ask", exact: true }).click();
    await expect.poll(() => page.evaluate(() => location.hash)).toBe("");
    await expect.poll(() => page.evaluate(() => document.body.dataset["saved"])).toBe("yes");
    await page.reload();
    await expect.poll(() => cards.last().textContent()).toContain("E<> turn == 2");
    await expect.poll(() => cards.nth(-2).textContent()).toContain("E<> turn == 3");
    expectNoComplaints(visitor);
    expectNoComplaints(friend);
  });

  it("opens what is pasted, and asks pasted questions", async () => {
    const visitor = await visit();
    const { page } = visitor;
    const paste = (text: string) =>
      page.evaluate((pasted) => {
        const clipboardData = new DataTransfer();
        clipboardData.setData("text/plain", pasted);
        document.body.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
      }, text);
    await page.locator(".gallery").waitFor();
    await paste("once upon a time");
    await expect.poll(() => page.locator(".notice.problem").textContent()).toContain("neither a model");
    await paste("process P() { state a, b; init a; trans a -> b { }; }\nsystem P;\n");
    await page.locator(".grid figure svg [data-edge]").first().waitFor();
    await expect.poll(() => page.locator(".top .file").textContent()).toBe("pasted.xta");
    await paste("E<> P.b\nA[] P.a\n");
    await expect.poll(() => page.locator(".question code").allTextContents()).toEqual(["E<> P.b", "A[] P.a"]);
    await paste(readFileSync(join(ROOT, "examples/hanoi.xml"), "utf8"));
    await expect.poll(() => page.locator(".top .file").textContent()).toBe("pasted.xml");
    await page.locator(".choices .go").first().waitFor();
    expectNoComplaints(visitor);
  });

  it("names examples, and says when a link is damaged, names nothing or unfolds to too much", async () => {
    const visitor = await visit({ fragment: "#example=hanoi.xml" });
    await visitor.page.locator(".grid figure").first().waitFor();
    await expect.poll(() => visitor.page.locator(".top .file").textContent()).toBe("hanoi.xml");
    const bomb = deflateRawSync(Buffer.alloc(20_000_000, 32)).toString("base64url");
    for (const [fragment, words] of [
      ["#name=x.xml&model=AAAA", "damaged"],
      ["#m=%%%", "names neither a model nor an example"],
      ["#example=hanoi.xml&walk=AAAA", "the walk in this link is damaged"],
      ["#example=nope", "there is no example called nope; there are csma-cd.xml"],
      [`#name=x.xml&model=${bomb}`, "more than 8 MB"],
    ] as const) {
      const { page } = await visit({ fragment });
      await expect.poll(() => page.locator(".notice.problem").textContent()).toContain(words);
    }
    expectNoComplaints(visitor);
  });

  it("has the guide beside it, whose models open by a click", async () => {
    const visitor = await visit();
    const { page, context } = visitor;
    const opened = context.waitForEvent("page");
    await page.getByRole("link", { name: "Guide" }).click();
    const guide = await opened;
    await guide.getByRole("link", { name: "Choosing a strategy" }).first().click();
    await expect.poll(() => guide.getByRole("heading", { level: 1 }).textContent()).toBe("Choosing a strategy");
    const picture = guide.locator("img[src='estimates.svg']");
    await expect.poll(() => picture.evaluate((image) => (image as HTMLImageElement).naturalWidth)).toBeGreaterThan(0);
    // No link of any page leads nowhere.
    const known = new Set(readdirSync(join(ROOT, "packages/web/dist/guide")));
    for (const name of known) {
      if (!name.endsWith(".html")) continue;
      const links = readFileSync(join(ROOT, "packages/web/dist/guide", name), "utf8").matchAll(
        /href="([^"#:.]+\.\w+)/g,
      );
      for (const [, link] of links) expect(known, `${name} links to ${link}`).toContain(link);
    }
    await guide.getByRole("link", { name: "Open on the page" }).first().click();
    await guide.locator(".grid figure svg [data-node]").first().waitFor();
    await expect.poll(() => guide.locator(".top .file").textContent()).toBe("maze.xta");
    await expect.poll(() => guide.locator("article.question").first().textContent()).toContain("E<> Walker.out");
    expectNoComplaints(visitor);
  });

  it("works offline after the first load", async () => {
    const visitor = await visit();
    const { page, context } = visitor;
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => true));
    // All that the first view asks for has come.
    const sketches = page.locator(".gallery .sketch");
    await expect.poll(async () => (await sketches.count()) - (await sketches.locator("svg").count())).toBe(0);
    await context.setOffline(true);
    await page.reload();
    await openExample(page, "fischer-weakened.xml");
    expect(await checkQuestion(page, 1)).toMatch(/^violated/);
    await page.locator(".tree button", { hasText: "Declarations" }).first().click();
    await page.getByRole("textbox", { name: "Declarations" }).waitFor();
    expectNoComplaints(visitor);
  });

  it("runs nothing that a hostile file contains", async () => {
    const visitor = await visit();
    const { page } = visitor;
    await page.evaluate(() => Object.assign(globalThis, { harmed: false }));
    const evil = "&lt;img src=x onerror=harmed=true&gt;&lt;script&gt;harmed=true&lt;/script&gt;";
    const model = `<nta><declaration>int i; // ${evil}</declaration><template><name>T</name>
      <location id="a" x="0" y="0" color="url(http://127.0.0.1:1/x)"><name>L</name><label kind="comments">${evil}</label></location><init ref="a"/>
      <transition><source ref="a"/><target ref="a"/><label kind="guard">i == 0 /* ${evil} */</label></transition>
      </template><system>system T;</system><queries><query><formula>E&lt;&gt; i == 1</formula><comment>${evil}</comment></query></queries></nta>`;
    await openText(page, `${"<img src=x onerror=harmed=true>"}.xml`, model);
    await page.locator(".grid figure svg [data-node]").first().waitFor();
    await expect.poll(() => page.locator(".question .comment").first().textContent()).toContain("<img");
    for (const tab of ["Hunt", "Chart", "Gantt", "Variables", "State space", "Interference"])
      await page.getByRole("tab", { name: tab, exact: true }).click();
    await page.locator(".tree .template > button:first-child").click();
    const bad = model.replace("int i;", "int i = &lt;script&gt;;");
    await openText(page, "bad.xml", bad);
    await page.getByRole("list", { name: "Problems" }).locator(".error").first().waitFor();

    const entities = Array.from({ length: 12 }, (_, i) => `<!ENTITY e${i + 1} "${`&e${i};`.repeat(10)}">`).join("");
    await openText(
      page,
      "bomb.xml",
      `<!DOCTYPE nta [<!ENTITY e0 "ha">${entities}]><nta><declaration>&e12;</declaration></nta>`,
    );
    await expect.poll(() => page.getByRole("list", { name: "Problems" }).textContent()).toContain("not expanded");
    await openText(page, "deep.xml", "<nta>".repeat(100_000));
    await expect.poll(() => page.getByRole("list", { name: "Problems" }).textContent()).toContain("deep");
    const nested = `process P() { state a; init a; trans a -> a { guard ${"(".repeat(20_000)}true${")".repeat(20_000)}; }; }`;
    await openText(page, "nested.xta", `${nested} system P;`);
    await expect.poll(() => page.getByRole("list", { name: "Problems" }).textContent()).toContain("nested too deeply");
    await openText(page, "huge.xml", `<nta><declaration>${"int i;".repeat(1_700_000)}</declaration></nta>`);
    await expect.poll(() => page.locator(".top .file").textContent()).toBe("huge.xml");
    // The page still answers while it is read.
    await openExample(page, "hanoi.xml");
    await expect.poll(() => page.locator(".notice").textContent()).toBe("hanoi.xml is open");
    expect(await page.evaluate(() => (globalThis as unknown as { harmed: boolean }).harmed)).toBe(false);
    expectNoComplaints(visitor);
  });
});
