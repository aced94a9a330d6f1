// Save: back to the file under `serve`, with a conflict that shows both versions; to a file that the browser lets the
// page write; as a download elsewhere. A file that changes on the disk is read again, and never over unsaved work.

import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterEach, expect, it } from "vitest";
import type { Context } from "../../cli/src/context.ts";
import { ServedFile } from "../../cli/src/page/served-file.ts";
import { servePage } from "../../cli/src/page/server.ts";
import { scratchFolder } from "../../cli/test/scratch.ts";
import { describeInBrowser, downloaded, openText } from "./browser.ts";

const MODEL = "process P() { state a; init a; }\nsystem P;\n";

const ending: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of ending.splice(0)) await end();
});

async function serve(path: string): Promise<string> {
  const control = new AbortController();
  let told = "";
  const context = { out: (text: string) => void (told += text), err: () => {}, signal: control.signal };
  const served = { name: path, content: readFileSync(path), file: (await ServedFile.at(path))! };
  const over = servePage({ port: 0, browser: false, served }, context as unknown as Context);
  ending.push(() => {
    control.abort();
    return over;
  });
  await expect.poll(() => told).toMatch(/#served=/);
  return /http\S+/.exec(told)![0];
}

const notice = (page: Page) => page.locator(".notice").textContent();
const source = (page: Page) => page.getByRole("textbox", { name: "Source" });

async function writeOnTop(page: Page, words: string): Promise<void> {
  await page.locator(".tree button", { hasText: "Source" }).click();
  await source(page).click();
  await page.keyboard.press("Control+Home");
  await page.keyboard.type(words);
  await page.locator(".top .unsaved").waitFor();
}

describeInBrowser("saving", (visit) => {
  it("takes what it writes itself for no news, however late the answer comes", async () => {
    const path = join(scratchFolder(), "slow.xta");
    writeFileSync(path, MODEL);
    const address = await serve(path);
    const { context } = await visit();
    const page = await context.newPage();
    let answer = (): void => {};
    const held = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route("**/served.json", async (route) => {
      if (route.request().method() !== "PUT") return route.continue();
      const response = await route.fetch();
      await held;
      return route.fulfill({ response });
    });
    await page.goto(address);
    await page.locator(".grid figure").waitFor();
    await writeOnTop(page, "// one\n");
    const heard = page.waitForResponse(
      (response) =>
        response.url().endsWith("served.json") && response.request().method() === "GET" && response.status() === 200,
    );
    await page.keyboard.press("Control+s");
    await expect.poll(() => readFileSync(path, "utf8")).toBe(`// one\n${MODEL}`);
    await page.keyboard.type("// two\n");
    await heard;
    answer();
    await expect.poll(() => notice(page)).toBe("slow.xta is saved");
    expect(await page.getByRole("alert").count()).toBe(0);
    // What was typed meanwhile is there, and not saved yet.
    expect(await page.locator(".top .unsaved").count()).toBe(1);
    expect(await source(page).textContent()).toContain("// two");
  });

  it("writes back what serve was started with, reads it again, and shows both versions of a conflict", async () => {
    const path = join(scratchFolder(), "mine.xta");
    writeFileSync(path, MODEL);
    const address = await serve(path);
    const { context } = await visit();
    const page = await context.newPage();
    await page.goto(address);
    await page.locator(".grid figure").waitFor();
    // The token is not in the address that somebody may copy.
    expect(await page.evaluate(() => location.hash)).toBe("#served");
    await writeOnTop(page, "// one\n");
    await page.keyboard.press("Control+s");
    await expect.poll(() => notice(page)).toBe("mine.xta is saved");
    expect(readFileSync(path, "utf8")).toBe(`// one\n${MODEL}`);
    await expect.poll(() => page.locator(".top .unsaved").count()).toBe(0);
    // Somebody else writes: it is read again, and that can be undone.
    writeFileSync(path, `// elsewhere\n${MODEL}`);
    await expect.poll(() => notice(page)).toContain("changed on the disk and was read again");
    await expect.poll(() => source(page).textContent()).toContain("// elsewhere");
    expect(await page.locator(".top .unsaved").count()).toBe(0);
    await page.getByRole("button", { name: "Undo", exact: true }).click();
    await expect.poll(() => source(page).textContent()).toContain("// one");
    await page.getByRole("button", { name: "Redo", exact: true }).click();
    // Unsaved work is not replaced.
    await writeOnTop(page, "// two\n");
    writeFileSync(path, `// again\n${MODEL}`);
    const banner = page.getByRole("alert");
    await expect.poll(() => banner.textContent()).toContain("was changed on the disk, and here");
    expect(await source(page).textContent()).toContain("// two");
    await page.getByRole("button", { name: "Save", exact: true }).click();
    const dialog = page.getByRole("dialog");
    const version = (name: string) => dialog.getByRole("region", { name }).locator(".differs").allTextContents();
    expect(await version("On the disk")).toEqual(["// again\n"]);
    expect(await version("Here")).toEqual(["// two\n", "// elsewhere\n"]);
    await dialog.getByRole("button", { name: "Not now" }).click();
    expect(readFileSync(path, "utf8")).toBe(`// again\n${MODEL}`);
    await page.getByRole("button", { name: "Compare…" }).click();
    await dialog.getByRole("button", { name: "Save what is here" }).click();
    await expect.poll(() => notice(page)).toBe("mine.xta is saved");
    expect(readFileSync(path, "utf8")).toBe(`// two\n// elsewhere\n${MODEL}`);
    // What the disk had is not lost either.
    await page.getByRole("button", { name: /^Recent/ }).click();
    await page.getByRole("menuitem", { name: "mine.xta" }).first().click();
    await expect.poll(() => notice(page)).toBe("mine.xta, as you left it");
    await page.locator(".tree button", { hasText: "Source" }).click();
    await expect.poll(() => source(page).textContent()).toContain("// again");
    // A tab that is reloaded goes on saving.
    await page.goBack();
    await expect.poll(() => page.evaluate(() => document.body.dataset["saved"])).toBe("yes");
    await page.reload();
    await page.locator(".grid figure").waitFor();
    await writeOnTop(page, "// three\n");
    await page.keyboard.press("Control+s");
    await expect.poll(() => readFileSync(path, "utf8")).toContain("// three");
    // A conflict that is met while saving: the server refuses, and the page shows both.
    await expect.poll(() => notice(page)).toBe("mine.xta is saved");
    await page
      .context()
      .route("**/served.json", (route) => (route.request().method() === "GET" ? route.abort() : route.continue()));
    // Written first: whoever is quick enough to hear of the other version while nothing is unsaved reads it again.
    await writeOnTop(page, "// four\n");
    writeFileSync(path, MODEL);
    await page.keyboard.press("Control+s");
    await dialog.getByRole("button", { name: "Take what is on the disk" }).click();
    await expect.poll(() => source(page).textContent()).not.toContain("// four");
    expect(readFileSync(path, "utf8")).toBe(MODEL);
    await page.getByRole("button", { name: "Undo", exact: true }).click();
    await expect.poll(() => source(page).textContent()).toContain("// four");
    // Without its server nothing pretends to be saved.
    await ending.pop()!();
    await page.keyboard.press("Control+s");
    await expect.poll(() => notice(page)).toContain("was not saved: its server has ended");
    await page.locator(".top .unsaved").waitFor();
  });

  it("shows where two long versions differ, and writes a file anew that is gone", async () => {
    const path = join(scratchFolder(), "long.xta");
    const long = `${"// a line\n".repeat(300)}${MODEL}`;
    writeFileSync(path, long);
    const address = await serve(path);
    const { context } = await visit();
    const page = await context.newPage();
    await page.goto(address);
    await page.locator(".grid figure").waitFor();
    await page.locator(".tree button", { hasText: "Source" }).click();
    await source(page).click();
    await page.keyboard.press("Control+End");
    await page.keyboard.type("// mine");
    await page.locator(".top .unsaved").waitFor();
    writeFileSync(path, `${long}// theirs`);
    await expect.poll(() => page.getByRole("alert").textContent()).toContain("was changed on the disk, and here");
    await page.keyboard.press("Control+s");
    for (const name of ["On the disk", "Here"]) {
      const version = page.getByRole("dialog").getByRole("region", { name }).locator("pre");
      const isSeen = version.evaluate((pre) => {
        const { top, bottom } = pre.querySelector(".differs")!.getBoundingClientRect();
        const frame = pre.getBoundingClientRect();
        return frame.top <= top && bottom <= frame.bottom;
      });
      expect(await isSeen).toBe(true);
    }
    await page.getByRole("button", { name: "Not now" }).click();
    rmSync(path);
    await expect.poll(() => page.getByRole("alert").textContent()).toContain("is gone from the disk");
    await page.keyboard.press("Control+s");
    await page.getByRole("dialog", { name: "long.xta is gone from the disk" }).waitFor();
    await page.getByRole("button", { name: "Save what is here" }).click();
    await expect.poll(() => notice(page)).toBe("long.xta is saved");
    expect(readFileSync(path, "utf8")).toBe(`${long}// mine`);
  });

  it("saves to a file of the browser's choice, notices what others wrote there, and downloads where there is none", async () => {
    const { page } = await visit();
    await page.evaluate(() => {
      const picked = async () => (await navigator.storage.getDirectory()).getFileHandle("mine.xta", { create: true });
      Object.assign(window, { showSaveFilePicker: picked });
    });
    const onDisk = () =>
      page.evaluate(async () => {
        const handle = await (await navigator.storage.getDirectory()).getFileHandle("mine.xta");
        return (await handle.getFile()).text();
      });
    await openText(page, "open.xta", MODEL);
    await page.locator(".grid figure").waitFor();
    await writeOnTop(page, "// one\n");
    await page.keyboard.press("Control+s");
    await expect.poll(() => notice(page)).toBe("saved as mine.xta");
    expect(await onDisk()).toBe(`// one\n${MODEL}`);
    await page.evaluate(async () => {
      const handle = await (await navigator.storage.getDirectory()).getFileHandle("mine.xta");
      const file = await handle.createWritable();
      await file.write("// others\n");
      await file.close();
    });
    await writeOnTop(page, "// two\n");
    await page.keyboard.press("Control+s");
    const dialog = page.getByRole("dialog");
    await expect.poll(() => dialog.getByRole("region", { name: "On the disk" }).textContent()).toContain("// others");
    await dialog.getByRole("button", { name: "Save what is here" }).click();
    await expect.poll(onDisk).toBe(`// two\n// one\n${MODEL}`);
    // A browser without such files.
    await page.evaluate(() => Object.assign(window, { showSaveFilePicker: undefined }));
    await openText(page, "open.xta", MODEL);
    await writeOnTop(page, "// three\n");
    const coming = page.waitForEvent("download");
    await page.getByRole("button", { name: "Save", exact: true }).click();
    expect((await coming).suggestedFilename()).toBe("open.xta");
    expect(await downloaded(coming)).toBe(`// three\n${MODEL}`);
    await expect.poll(() => page.locator(".top .unsaved").count()).toBe(0);
  });
});
