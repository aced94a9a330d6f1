// Every screen in both themes: axe finds nothing, and everything can be reached by keyboard. What the dark one changes
// is colours, so nothing else is looked at twice.

import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { checkQuestion, describeInBrowser, expectNoComplaints, openExample } from "./browser.ts";

/** What is to be looked at: the whole page, or the part that has changed; everything, or its colours. */
interface Look {
  readonly part: string | undefined;
  readonly theme: "light" | "dark";
}

async function violationsOf(page: Page, { part, theme }: Look): Promise<string[]> {
  const builder = new AxeBuilder({ page });
  if (theme === "dark") builder.withRules("color-contrast");
  const { violations: found } = await (part === undefined ? builder : builder.include(part)).analyze();
  return found.flatMap(({ id, nodes }) => nodes.slice(0, 3).map(({ html }) => `${id}: ${html.slice(0, 160)}`));
}

describeInBrowser("accessibility", (visit) => {
  for (const theme of ["light", "dark"] as const) {
    it(`has no violation on any screen (${theme})`, async () => {
      const visitor = await visit({ theme });
      const { page } = visitor;
      const violations = (part?: string) => violationsOf(page, { part, theme });
      await page.locator(".gallery").waitFor();
      const seen: Record<string, string[]> = { welcome: await violations() };
      await openExample(page, "fischer-weakened.xml");
      await checkQuestion(page, 1);
      await page.getByLabel("Colour by an estimate").selectOption("hU()");
      await page.locator('.grid svg [aria-label*="estimate"]').first().waitFor();
      seen["workspace"] = await violations();
      for (const tab of ["Hunt", "Trace", "Chart", "Gantt", "Variables", "Race", "Heat", "Interference"]) {
        await page.getByRole("tab", { name: tab, exact: true }).click();
        await page.locator("#panel :is(svg, canvas, .step, table, .entries)").first().waitFor();
        seen[tab] = await violations("#panel");
      }
      await page.getByRole("tab", { name: "State space" }).click();
      await page.getByRole("button", { name: "Draw" }).click();
      await page.locator(".fitted svg [data-state]").first().waitFor();
      seen["state space"] = await violations("#panel");
      await page.locator(".tree .template > button:first-child").click();
      await page.locator(".stage [data-edge] text").first().click();
      await page.getByRole("complementary", { name: "Edge" }).waitFor();
      seen["drawing"] = await violations(".canvas");
      await page.locator(".tree button", { hasText: "Declarations" }).first().click();
      await page.getByRole("textbox", { name: "Declarations" }).waitFor();
      seen["text"] = await violations(".canvas");
      await page.getByRole("button", { name: "Help", exact: true }).click();
      seen["help"] = await violations("dialog");
      await page.goto(`${visitor.address}guide/choosing-a-strategy.html`);
      seen["guide"] = await violations();
      expect(Object.fromEntries(Object.entries(seen).filter(([, found]) => found.length > 0))).toEqual({});
      expectNoComplaints(visitor);
    }, 400_000);
  }
});
