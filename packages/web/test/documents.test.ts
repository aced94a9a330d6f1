// Nothing is lost: broken files stay whole, every document has a slot of its own, opening another one loses nothing, a
// reload at any moment brings back all that was done, and a browser that keeps nothing says so.

import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { describeInBrowser, expectNoComplaints, openExample, openText } from "./browser.ts";

const fileName = (page: Page) => page.locator(".top .file").textContent();
const shows = (page: Page, name: string) => expect.poll(() => fileName(page)).toBe(name);
const isKept = (page: Page) => expect.poll(() => page.evaluate(() => document.body.dataset["saved"])).toBe("yes");
const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();
const source = (page: Page) => page.getByRole("textbox", { name: "Source" });

/** A tiny model with a name that is told apart. */
const model = (name: string) => `process ${name}() { state a; init a; }\nsystem ${name};\n`;

/** All texts that the browser keeps. */
function keptTexts(page: Page): Promise<string[]> {
  return page.evaluate(
    () =>
      new Promise((resolve) => {
        const request = indexedDB.open("tracehound", 1);
        request.onsuccess = () => {
          const all = request.result.transaction("documents").objectStore("documents").getAll();
          all.onsuccess = () => {
            request.result.close();
            resolve((all.result as { text: string }[]).map(({ text }) => text).sort());
          };
        };
      }),
  );
}

describeInBrowser("documents", (visit) => {
  it("keeps a broken file whole, with the cursor at the fault, and mends it", async () => {
    const visitor = await visit();
    const { page } = visitor;
    await openExample(page, "fischer-weakened.xml");
    await page.locator(".tree button", { hasText: "Source" }).click();
    await source(page).waitFor();
    const whole = await page.evaluate(() => document.querySelector(".editor")!.shadowRoot!.textContent);
    expect(whole).toContain("<nta>");
    const text = (await keptTexts(page)).at(-1)!;
    // A wrong closing tag in the middle.
    const at = text.indexOf("</location>");
    const broken = `${text.slice(0, at)}</locatoin>${text.slice(at + 11)}`;
    await openText(page, "broken.xml", broken);
    await shows(page, "broken.xml");
    await expect.poll(() => page.locator(".notice.problem").textContent()).toContain("1 error");
    await source(page).waitFor();
    await isKept(page);
    expect(await keptTexts(page)).toContain(broken);
    await page.getByRole("list", { name: "Problems" }).locator(".error").click();
    const selected = () => page.evaluate(() => document.querySelector(".editor")!.shadowRoot!.activeElement !== null);
    await expect.poll(selected).toBe(true);
    // The cursor stands at the fault: what is written there takes its place.
    await page.keyboard.press("Delete");
    await page.keyboard.insertText("</location>");
    await expect.poll(() => page.getByRole("list", { name: "Problems" }).count()).toBe(0);
    await isKept(page);
    expect((await keptTexts(page)).filter((kept) => kept === text)).toHaveLength(2);
    await page.reload();
    await shows(page, "broken.xml");
    await page.locator(".grid figure svg [data-node]").first().waitFor();
    expectNoComplaints(visitor);
  });

  it("opens others over unsaved work and loses nothing: undo, Back, the list of recent documents", async () => {
    const visitor = await visit();
    const { page } = visitor;
    await openText(page, "one.xta", model("One"));
    await page.locator(".grid figure").waitFor();
    expect(await page.locator(".unsaved").count()).toBe(0);
    await page.locator(".tree button", { hasText: "Source" }).click();
    await source(page).click();
    await page.keyboard.press("Control+Home");
    await page.keyboard.type("// mine\n");
    await page.locator(".top .unsaved").waitFor();
    await page.getByLabel("Ask a question").fill("E<> One.");
    const isMine = async (): Promise<void> => {
      await shows(page, "one.xta");
      await page.locator(".top .unsaved").waitFor();
      await page.locator(".tree button", { hasText: "Source" }).click();
      await expect.poll(() => source(page).textContent()).toContain("// mine");
      const draft = page.locator(".ask textarea, .ask .cm-content");
      await expect
        .poll(() => draft.evaluate((field) => (field as HTMLTextAreaElement).value ?? field.textContent))
        .toBe("E<> One.");
    };
    await openExample(page, "fischer-weakened.xml");
    await press(page, "Undo");
    await isMine();
    await press(page, "Redo");
    await shows(page, "fischer-weakened.xml");
    // A reload forgets neither.
    await page.reload();
    await shows(page, "fischer-weakened.xml");
    await press(page, "Undo");
    await isMine();
    await page.reload();
    await isMine();
    await press(page, "Redo");
    await shows(page, "fischer-weakened.xml");
    await page.goBack();
    await isMine();
    // The start page, with all of them.
    await page.locator(".brand").click();
    await page.locator(".gallery.recent li").nth(1).waitFor();
    expect((await page.locator(".gallery.recent b").allTextContents()).sort()).toEqual([
      "fischer-weakened.xml",
      "one.xta●",
    ]);
    await page.locator(".gallery.recent .sketch svg").first().waitFor();
    await page.reload();
    await page.locator(".gallery.recent li", { hasText: "one.xta" }).getByRole("button").first().click();
    await isMine();
    await page.goBack();
    await page.locator(".gallery.recent").waitFor();
    await page.goForward();
    await isMine();
    // One that is removed from the list can be brought back.
    await page.locator(".brand").click();
    await press(page, "Remove fischer-weakened.xml");
    await expect.poll(() => page.locator(".gallery.recent li").count()).toBe(1);
    await press(page, "Bring it back");
    await expect.poll(() => page.locator(".gallery.recent li").count()).toBe(2);
    expectNoComplaints(visitor);
  });

  it("gives every tab its own document, also a tab that was duplicated", async () => {
    const { page, context, address } = await visit();
    await openText(page, "one.xta", model("One"));
    await page.locator(".grid figure").waitFor();
    await isKept(page);
    const second = await context.newPage();
    await second.goto(address);
    // What another tab works on is not opened by itself.
    await second.locator(".gallery.recent").waitFor();
    await openText(second, "two.xta", model("Two"));
    await second.locator(".grid figure").waitFor();
    await isKept(second);
    for (const [tab, name] of [
      [page, "one.xta"],
      [second, "two.xta"],
    ] as const) {
      await tab.reload();
      await shows(tab, name);
      await tab.locator(".grid figure").waitFor();
    }
    // The same document in both: the second is a copy, and each keeps what is written in it.
    await second.getByRole("button", { name: /^Recent/ }).click();
    await second.getByRole("menuitem", { name: "one.xta" }).click();
    await expect.poll(() => second.locator(".notice").textContent()).toContain("this is a copy");
    for (const [tab, words] of [
      [page, "// first\n"],
      [second, "// second\n"],
    ] as const) {
      await tab.locator(".tree button", { hasText: "Source" }).click();
      await source(tab).click();
      await tab.keyboard.press("Control+Home");
      await tab.keyboard.type(words);
      await tab.locator(".top .unsaved").waitFor();
      await isKept(tab);
    }
    const one = model("One");
    expect(await keptTexts(page)).toEqual([`// first\n${one}`, `// second\n${one}`, model("Two")].sort());
  });

  it("brings back all that was done after reloads at ten moments of a session", async () => {
    const visitor = await visit();
    const { page } = visitor;
    await press(page, "New model");
    await page.locator(".grid figure svg [data-node]").first().waitFor();
    await page.locator(".tree .template > button:first-child").click();
    const locations = page.locator('.stage [data-node][aria-label^="location"]');
    await locations.nth(1).waitFor();
    let expected = "";
    for (let i = 0; i < 10; i++) {
      const words = `int n${i};`;
      expected += `\n${words}`;
      await page.locator(".tree button", { hasText: "Declarations" }).first().click();
      const editor = page.getByRole("textbox", { name: "Declarations" });
      await editor.click();
      await page.keyboard.press("Control+End");
      await page.keyboard.insertText(`\n${words}`);
      // At once, after the edit was worked out, or after it was kept.
      if (i % 3 === 1) await page.locator(".top .unsaved").waitFor();
      if (i % 3 === 2) await isKept(page);
      await page.reload();
      await page.locator(".tree button", { hasText: "Declarations" }).first().click();
      await expect
        .poll(async () => ((await editor.textContent()) ?? "").replaceAll(/\s+/g, ""))
        .toContain(expected.replaceAll(/\s+/g, ""));
    }
    // A name that is being written when the page is closed.
    await page.locator(".tree .template > button:first-child").click();
    await locations.nth(0).locator("circle").first().click();
    await page.getByRole("complementary", { name: "Location" }).getByLabel("Invariant").fill("x <= 4711");
    await page.reload();
    await page.locator(".tree .template > button:first-child").click();
    await expect.poll(() => page.locator(".stage [data-node]", { hasText: "x <= 4711" }).count()).toBe(1);
    expectNoComplaints(visitor);
  }, 300_000);

  it("says that the browser keeps nothing, offers the file, and asks before it is closed", async () => {
    const { page } = await visit();
    await page.addInitScript(() => {
      const put = IDBObjectStore.prototype.put;
      IDBObjectStore.prototype.put = function (this: IDBObjectStore, ...args: Parameters<typeof put>) {
        if ((window as { isFull?: boolean }).isFull !== false) throw new DOMException("no room", "QuotaExceededError");
        return put.apply(this, args);
      };
    });
    await page.reload();
    await openText(page, "mine.xta", model("Mine"));
    const banner = page.getByRole("alert");
    await expect.poll(() => banner.textContent()).toContain("does not keep mine.xta: its storage is full");
    const coming = page.waitForEvent("download");
    await banner.getByRole("button", { name: "Download mine.xta" }).click();
    expect((await coming).suggestedFilename()).toBe("mine.xta");
    const asked = new Promise<string>((resolve) => {
      page.once("dialog", (dialog) => {
        resolve(dialog.type());
        void dialog.dismiss();
      });
    });
    void page.close({ runBeforeUnload: true });
    expect(await asked).toBe("beforeunload");
    await page.evaluate(() => {
      (window as { isFull?: boolean }).isFull = false;
    });
    await banner.getByRole("button", { name: "Try again" }).click();
    await expect.poll(() => banner.count()).toBe(0);
    expect(await keptTexts(page)).toEqual([model("Mine")]);
  });

  it("works where the browser blocks storage altogether, and says so", async () => {
    const { page } = await visit();
    await page.addInitScript(() => {
      for (const name of ["localStorage", "sessionStorage", "indexedDB"]) {
        Object.defineProperty(window, name, {
          get() {
            throw new DOMException("denied", "SecurityError");
          },
        });
      }
    });
    await page.reload();
    await openText(page, "mine.xta", model("Mine"));
    await shows(page, "mine.xta");
    await expect.poll(() => page.getByRole("alert").textContent()).toContain("does not keep mine.xta");
  });

  it("gets to where Back and Forward lead, however fast they are pressed, and keeps the history", async () => {
    const { page } = await visit();
    const model = (name: string): string => `process ${name}() { state a; init a; }\nsystem ${name};\n`;
    for (const name of ["first", "second", "third"]) {
      await openText(page, `${name}.xta`, model(name));
      await page.locator(".top .file", { hasText: `${name}.xta` }).waitFor();
      await page.locator(".grid figure").first().waitFor();
    }
    const entries = await page.evaluate(() => history.length);
    // Each before the one before has opened anything.
    for (const by of [-1, 1, -1, -1, 1, -1]) {
      const gone = page.evaluate(() =>
        new Promise((resolve) => addEventListener("popstate", resolve, { once: true })).then(() => {}),
      );
      await page.evaluate((steps) => history.go(steps), by);
      await gone;
    }
    await expect.poll(() => page.locator(".top .file").textContent()).toBe("first.xta");
    await page.locator(".notice", { hasText: "first.xta" }).waitFor();
    expect(await page.evaluate(() => history.length)).toBe(entries);
    await page.goForward();
    await expect.poll(() => page.locator(".top .file").textContent()).toBe("second.xta");
    await page.goForward();
    await expect.poll(() => page.locator(".top .file").textContent()).toBe("third.xta");
  });
});
