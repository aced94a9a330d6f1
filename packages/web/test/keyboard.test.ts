// Without a mouse: from the first page over a verdict, a step of one's own and a guard that is rewritten where it
// stands.

import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { describeInBrowser, expectNoComplaints, stepNumber } from "./browser.ts";

/** What has the focus, also inside an editor. */
function focused(page: Page): Promise<string> {
  return page.evaluate(() => {
    let element = document.activeElement;
    while (element?.shadowRoot?.activeElement != null) element = element.shadowRoot.activeElement;
    return (element?.getAttribute("aria-label") ?? element?.textContent ?? "").trim();
  });
}

async function tabTo(page: Page, wanted: RegExp): Promise<void> {
  const met: string[] = [];
  for (let i = 0; i < 160; i++) {
    await page.keyboard.press("Tab");
    const name = await focused(page);
    if (wanted.test(name)) return;
    met.push(name.slice(0, 30));
  }
  throw new Error(`no key leads to ${wanted}; met: ${met.join(" | ")}`);
}

describeInBrowser("the keyboard", (visit) => {
  it("is enough to check, to walk and to edit", async () => {
    const visitor = await visit();
    const { page } = visitor;
    await page.locator(".gallery").waitFor();
    await tabTo(page, /^fischer-weakened/);
    await page.keyboard.press("Enter");
    await page.locator(".choices .go").first().waitFor();
    await tabTo(page, /^Check question 1$/);
    await page.keyboard.press("Enter");
    await page.locator(".verdict").first().waitFor();
    await tabTo(page, /^Step on$/);
    for (let i = 0; i < 3; i++) await page.keyboard.press("Enter");
    await expect.poll(() => stepNumber(page)).toBe(3);
    await page.locator(".choices .go").first().waitFor();
    await tabTo(page, /^Process\(\d\): \w+ → \w+$/);
    await page.keyboard.press("Enter");
    await expect.poll(() => stepNumber(page)).toBe(4);
    // One goes on among the next steps, not at the top of the page.
    await expect.poll(() => focused(page)).toMatch(/^Process\(\d\): \w+ → \w+$/);

    await tabTo(page, /^Process\s*const pid_t id$/);
    await page.keyboard.press("Enter");
    await page.locator(".stage svg [data-edge]").first().waitFor();
    await tabTo(page, /^edge from Waiting to Critical/);
    await page.keyboard.press("Enter");
    await page.keyboard.press("F2");
    await page.locator(".in-place .editor.ready").waitFor();
    // A number at the end: nothing is offered that Enter would take.
    await page.keyboard.type(" && nobody <= 9");
    await page.keyboard.press("Enter");
    const edge = page.locator('.stage [data-edge][aria-label*="nobody <= 9"]');
    await expect.poll(() => edge.count()).toBe(1);
    await expect.poll(() => focused(page)).toMatch(/^edge from Waiting to Critical/);
    // What is wrong is marked in the drawing and in the field; the list of problems leads there.
    await expect.poll(() => edge.locator('[text-decoration="underline"]').count()).toBe(1);
    await tabTo(page, /^Error\s+nothing is called `nobody`/);
    await page.keyboard.press("Enter");
    await expect.poll(() => page.locator(".inspector .code-field.wrong").count()).toBe(1);
    await page.keyboard.press("Control+z");
    await expect.poll(() => edge.count()).toBe(0);
    expectNoComplaints(visitor);
  });
});
