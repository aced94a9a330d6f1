// A browser whose storage is really full (its quota is set as DevTools do): what has no room is said by name, offered
// as a file, and lost neither by opening something else nor by a reload; what has room is kept meanwhile.

import { randomBytes } from "node:crypto";
import { chromium, type Page } from "playwright-core";
import { expect, it } from "vitest";
import { scratchFolder } from "../../cli/test/scratch.ts";
import { describeInBrowser, downloaded, openText } from "./browser.ts";
import { ARGUMENTS, executablePath } from "./find-browser.ts";

const model = (name: string) => `process ${name}() { state a; init a; }\nsystem ${name};\n`;
const isKept = (page: Page) => expect.poll(() => page.evaluate(() => document.body.dataset["saved"])).toBe("yes");
const source = (page: Page) => page.getByRole("textbox", { name: "Source" });

describeInBrowser("a browser that is full", (visit) => {
  it("loses nothing, and keeps what it has room for", async () => {
    const { context: other, address } = await visit();
    await other.close();
    // Only a browser with a profile obeys.
    const context = await chromium.launchPersistentContext(scratchFolder(), {
      executablePath: executablePath!,
      args: ARGUMENTS,
      serviceWorkers: "block",
    });
    try {
      context.setDefaultTimeout(120_000);
      await context.addInitScript(() => localStorage.setItem("tracehound tour", "seen"));
      const page = await context.newPage();
      page.on("dialog", (dialog) => void dialog.accept());
      const devTools = await context.newCDPSession(page);
      const { origin } = new URL(address);
      // Before its database is opened: later on a browser goes by what it has counted.
      await page.goto(`${address}icon.svg`);
      await devTools.send("Storage.overrideQuotaForOrigin", { origin, quotaSize: 300_000 });
      await page.goto(address);
      const large = `${model("Large")}// ${randomBytes(300_000).toString("hex")}\n`;
      await openText(page, "large.xta", large);
      const banner = page.getByRole("alert");
      await expect.poll(() => banner.textContent()).toContain("does not keep large.xta: its storage is full");
      await page.locator(".tree button", { hasText: "Source" }).click();
      await source(page).click();
      await page.keyboard.press("Control+Home");
      await page.keyboard.insertText("// mine\n");
      await page.locator(".top .unsaved").waitFor();
      // Another one, which has room, is kept; the first still waits, and is offered.
      await openText(page, "small.xta", model("Small"));
      await page.locator(".top .file", { hasText: "small.xta" }).waitFor();
      await page.locator(".brand").click();
      const coming = page.waitForEvent("download");
      await banner.getByRole("button", { name: "Download large.xta" }).click();
      expect(await downloaded(coming)).toBe(`// mine\n${large}`);
      expect(await banner.textContent()).not.toContain("small.xta");
      await page.reload();
      const recent = page.locator(".gallery.recent b");
      await expect.poll(async () => (await recent.allTextContents()).sort()).toEqual(["large.xta●", "small.xta"]);
      await recent.filter({ hasText: "large.xta" }).click();
      await page.locator(".tree button", { hasText: "Source" }).click();
      await expect.poll(() => source(page).textContent()).toContain("// mine");
      await expect.poll(() => banner.textContent()).toContain("does not keep large.xta");
      // There is room again.
      await devTools.send("Storage.overrideQuotaForOrigin", { origin });
      await expect
        .poll(async () => {
          const again = banner.getByRole("button", { name: "Try again" });
          if ((await again.count()) > 0) await again.click();
          return banner.count();
        })
        .toBe(0);
      await isKept(page);
      await page.reload();
      await page.locator(".top .file", { hasText: "large.xta" }).waitFor();
      expect(await banner.count()).toBe(0);
    } finally {
      await context.close();
    }
  });
});
