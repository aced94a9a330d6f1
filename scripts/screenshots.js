// Pictures of every screen of the page, in both themes and two sizes, to be looked at; the best of them stand in
// docs/pictures and are shown in README and guide.
//
//   node scripts/screenshots.js            all of them, to screenshots/ (not committed)
//   node scripts/screenshots.js --docs     those of the documentation, to docs/pictures/

import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import { extname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const { chromium } = createRequire(join(root, "packages/web/package.json"))("playwright-core");
const executablePath = ["/usr/bin/chromium", "/usr/bin/chromium-browser"].find((place) => existsSync(place));
const isForDocs = process.argv.includes("--docs");
const folder = join(root, isForDocs ? "docs/pictures" : "screenshots");
const TYPES = {
  ".html": "text/html",
  ".js": "text/javascript",
  ".css": "text/css",
  ".svg": "image/svg+xml",
  ".webmanifest": "application/json",
};

mkdirSync(folder, { recursive: true });
const dist = join(root, "packages/web/dist");
const server = createServer((request, response) => {
  const path = new URL(request.url, "http://page").pathname;
  const file = join(dist, path === "/" ? "index.html" : path);
  if (!existsSync(file)) return response.writeHead(404).end();
  response.writeHead(200, { "content-type": TYPES[extname(file)] ?? "text/plain" }).end(readFileSync(file));
});
await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
const address = `http://127.0.0.1:${server.address().port}/`;
const browser = await chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-gpu"] });

/** What README and guide show. */
const SHOWN = new Set(["welcome-light.png", "trace-light.png", "trace-dark.png", "hunt-light.png", "race-dark.png"]);
const sizes = isForDocs
  ? [[1280, 720]]
  : [
      [1280, 720],
      [1920, 1080],
    ];
for (const theme of ["light", "dark"]) {
  for (const [width, height] of sizes) {
    const page = await browser.newPage({ colorScheme: theme, viewport: { width, height } });
    const shoot = async (name) => {
      await page.waitForTimeout(400);
      const file = isForDocs ? `${name}-${theme}.png` : `${name}-${theme}-${width}.png`;
      if (isForDocs && !SHOWN.has(file)) return;
      await page.screenshot({ path: join(folder, file) });
      console.log(file);
    };
    await screens(page, shoot);
    await page.close();
  }
}
await browser.close();
server.close();

async function screens(page, shoot) {
  const tab = (name) => page.getByRole("tab", { name, exact: true }).click();
  await page.goto(address);
  await page.locator(".gallery").waitFor();
  await page.locator(".gallery .sketch svg").nth(5).waitFor();
  await shoot("welcome");
  await page.getByRole("button", { name: /^Examples/ }).click();
  await page.getByRole("menuitem", { name: "fischer-weakened.xml" }).click();
  await page.locator(".grid figure").first().waitFor();
  await page.getByRole("button", { name: "Check question 1" }).click();
  await page.locator(".verdict.violated").waitFor();
  for (let i = 0; i < 4; i++) await page.getByRole("button", { name: "Step on" }).click();
  await page.locator(".choices .go").first().waitFor();
  await shoot("trace");
  if (!isForDocs) {
    for (const name of ["Chart", "Gantt", "Variables", "Interference"]) {
      await tab(name);
      await shoot(name.toLowerCase());
    }
    await tab("State space");
    await page.getByRole("button", { name: "Draw" }).click();
    await page.locator(".fitted svg [data-state]").first().waitFor();
    await shoot("state-space");
    await tab("Trace");
    await page.getByLabel("Colour by an estimate").selectOption("hU()");
    await page.locator('.grid svg [aria-label*="estimate"]').first().waitFor();
    await shoot("heat");
    await tab("Heat");
    await shoot("heat-along");
    await tab("Trace");
    await page.locator(".tree .template > button:first-child").click();
    await page.locator(".stage [data-edge] text").first().click();
    await shoot("edit");
    await page.locator(".tree button", { hasText: "Declarations" }).first().click();
    await page.getByRole("textbox", { name: "Declarations" }).waitFor();
    await shoot("text");
    await page.locator(".tree button", { hasText: "All processes" }).click();
  }
  await page.getByRole("button", { name: /^Examples/ }).click();
  await page.getByRole("menuitem", { name: "csma-cd.xml" }).click();
  await page.locator(".grid figure").first().waitFor();
  await page.getByRole("button", { name: "Check question 3" }).click();
  await page.locator(".verdict").first().waitFor();
  await tab("Hunt");
  await shoot("hunt");
  await tab("Race");
  await page.getByRole("button", { name: "Start the race" }).click();
  await page.locator(".race .first").waitFor();
  await shoot("race");
}
