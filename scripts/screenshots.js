// Pictures of every screen of the page, in both themes and two sizes (and some on a phone), to be looked at; the best
// of them stand in docs/pictures and are shown in README and guide.
//
//   node scripts/screenshots.js            all of them, to screenshots/ (not committed)
//   node scripts/screenshots.js --docs     those of the documentation, to docs/pictures/
//   node scripts/screenshots.js --theme light --width 390     only these
//   node scripts/screenshots.js --only table                  only the screens of documents and of the drawing table
//   node scripts/screenshots.js --only numbers                only those of random runs and probabilities
//   node scripts/screenshots.js --only plan                   only those of a best schedule

import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import { extname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { families, generateModel } from "@tracehound/core";

const root = fileURLToPath(new URL("..", import.meta.url));
const { chromium } = createRequire(join(root, "packages/web/package.json"))("playwright-core");
const executablePath = ["/usr/bin/chromium", "/usr/bin/chromium-browser"].find((place) => existsSync(place));
const isForDocs = process.argv.includes("--docs");
const given = (name) => (process.argv.includes(name) ? process.argv[process.argv.indexOf(name) + 1] : undefined);
const [onlyTheme, onlyWidth, only] = [given("--theme"), given("--width"), given("--only")];
const folder = join(root, isForDocs ? "docs/pictures" : "screenshots");
const TYPES = {
  ".html": "text/html",
  ".js": "text/javascript",
  ".css": "text/css",
  ".svg": "image/svg+xml",
  ".webmanifest": "application/json",
};

/** What README and guide show. */
const SHOWN = new Set([
  "welcome-light",
  "trace-light",
  "trace-dark",
  "hunt-dark",
  "race-dark",
  "heat-light",
  "edit-light",
  "state-space-dark",
  "gantt-light",
  "plan-light",
  "statistics-light",
  "curves-light",
  "evidence-light",
]);
const SIZES = [
  [1280, 720],
  [1920, 1080],
];
const PHONE = [390, 844];
/** Models of others, as their authors have drawn them; where they are here. */
const FOREIGN = [
  "error-search/minepump-jop.xml",
  "error-search/Herschel-f68.xml",
  "case-studies/pacemaker.xml",
  "error-search/csma-20N.xml",
];

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
// Scroll bars are seen, as people see them.
const browser = await chromium.launch({
  executablePath,
  args: ["--no-sandbox", "--disable-gpu"],
  ignoreDefaultArgs: ["--hide-scrollbars"],
});

for (const theme of ["light", "dark"]) {
  if (theme !== (onlyTheme ?? theme)) continue;
  for (const [width, height] of isForDocs ? SIZES.slice(0, 1) : [...SIZES, PHONE]) {
    if (width !== Number(onlyWidth ?? width)) continue;
    const viewport = { width, height };
    const page = await browser.newPage({ colorScheme: theme, viewport });
    await page.addInitScript(() => localStorage.setItem("tracehound tour", "seen"));
    page.setDefaultTimeout(120_000);
    const shoot = async (name) => {
      if (isForDocs && !SHOWN.has(`${name}-${theme}`)) return;
      await page.waitForTimeout(400);
      const file = isForDocs ? `${name}-${theme}.png` : `${name}-${theme}-${width}.png`;
      await page.screenshot({ path: join(folder, file) });
      console.log(file);
    };
    if (only === "table") await table(page, shoot);
    else if (only === "numbers") await numbers(page, shoot);
    else if (only === "plan") await plan(page, shoot);
    else await (width === PHONE[0] ? phone(page, shoot) : screens(page, shoot));
    await page.close();
  }
}
await browser.close();
server.close();

/** Documents and the drawing table. */
async function table(page, shoot) {
  const drawer = async (name) => {
    const button = page.locator(".drawers").getByRole("button", { name, exact: true });
    if (await button.isVisible()) await button.click();
  };
  await page.goto(address);
  await openExample(page, "fischer-weakened.xml");
  await page.evaluate(() => localStorage.removeItem("tracehound tour"));
  await page.getByRole("button", { name: "Help", exact: true }).click();
  await shoot("help");
  await page.getByRole("button", { name: "A tour of five steps" }).click();
  await page.locator(".tour").waitFor();
  await shoot("tour");
  await page.getByRole("button", { name: "Skip the tour" }).click();
  await drawer("Questions");
  await page.getByRole("button", { name: "Check all" }).click();
  await page.locator(".question .took").nth(3).waitFor();
  await shoot("questions");
  await drawer("Questions");
  await drawer("Model");
  await page.locator(".tree .template > button:first-child").click();
  const body = (index) => page.locator('.stage [data-node][aria-label^="location"] circle.body').nth(index);
  await body(0).click();
  await body(1).click({ modifiers: ["Shift"] });
  await page.getByRole("button", { name: /^Arrange/ }).click();
  await shoot("arrange");
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "+ Location" }).click();
  await page.locator(".drawing svg[role=application]").click({ position: { x: 24, y: 14 } });
  await page.locator(".in-place .editor.ready").waitFor();
  await shoot("naming");
  await page.keyboard.press("Enter");
  await drawer("Model");
  await page.locator(".tree button", { hasText: "Source" }).click();
  await page.getByRole("textbox", { name: "Source" }).waitFor();
  await shoot("source");
  const broken = readFileSync(join(root, "examples/train-gate.xml"), "utf8").replace("</location>", "</locatoin>");
  const buffer = Buffer.from(broken);
  await page.locator('input[type="file"]').setInputFiles({ name: "broken.xml", mimeType: "text/xml", buffer });
  await page.locator(".problems-button.error").click();
  await shoot("broken");
  await openExample(page, "csma-cd.xml");
  await page.getByRole("button", { name: /^Recent/ }).click();
  await shoot("recent-menu");
  await page.keyboard.press("Escape");
  await page.locator(".brand").click();
  await page.locator(".gallery.recent .sketch svg").nth(1).waitFor();
  await shoot("recent");
}

/** The fastest run as a plan, by time and by steps, and one that is still getting better. */
async function plan(page, shoot) {
  if (page.url() !== address) await page.goto(address);
  const drawer = async () => {
    const button = page.locator(".drawers").getByRole("button", { name: "Questions", exact: true });
    if (await button.isVisible()) await button.click();
  };
  await openModel(page, "shop-6.xml", generate("job-shop", 6));
  await drawer();
  await page.getByLabel("Wanted trace").selectOption("time");
  await page.getByRole("button", { name: "Check question 1" }).click();
  await page.locator(".verdict").first().waitFor();
  await page.getByRole("button", { name: "See the plan" }).click();
  await page.locator("#panel svg [data-step]").nth(9).click();
  await shoot("plan");
  await page.getByLabel("From left to right").selectOption("step");
  await shoot("plan-step");
  await page.getByLabel("From left to right").selectOption("time");
  await drawer();
  await page.getByLabel("Wanted trace").selectOption("");
}

/** Random runs, and what carries a probability. */
async function numbers(page, shoot) {
  const drawer = async () => {
    const button = page.getByRole("button", { name: "Questions", exact: true });
    if (await button.isVisible()) await button.click();
  };
  const check = async (number, button) => {
    await drawer();
    await page.getByRole("button", { name: `Check question ${number}` }).click();
    const card = page.locator("article.question").nth(number - 1);
    await card.locator(".verdict").waitFor();
    await card.getByRole("button", { name: button }).click();
    await page.locator("#panel svg").first().waitFor();
  };
  if (page.url() !== address) await page.goto(address);
  await openExample(page, "help-desk.xml");
  await check(1, "See the runs");
  await shoot("statistics");
  await check(3, "See the runs");
  await shoot("statistics-mean");
  await check(4, "See the runs");
  await shoot("curves");
  await openExample(page, "whispers.prism");
  await shoot("prism");
  await check(2, "See the evidence");
  const slider = page.getByLabel("Bound that the evidence exceeds");
  // The largest bounds may lie above the probability.
  await slider.fill(await slider.evaluate((input) => String(0.9 * input.max)));
  await page.locator("#panel .hint", { hasText: "is carried by" }).waitFor();
  for (const folded of await page.locator("#panel svg [data-component]").all()) await folded.click().catch(() => {});
  await page.locator(".paths button").nth(1).click();
  await shoot("evidence");
}

async function openExample(page, name) {
  await page.getByRole("button", { name: /^Examples/ }).click();
  await page.getByRole("menuitem", { name }).click();
  await page
    .locator(name.endsWith(".xml") ? ".grid figure" : ".commands section")
    .first()
    .waitFor();
}

async function openModel(page, name, text) {
  const buffer = Buffer.from(text);
  await page.locator('input[type="file"]').setInputFiles({ name, mimeType: "text/xml", buffer });
  await page.locator(".top .file", { hasText: name }).waitFor();
  await page.locator(".grid figure").first().waitFor();
}

function generate(name, size, correct = true) {
  const family = families.find((candidate) => candidate.name === name);
  return generateModel(family, { size, correct, variant: family.variants[0]?.name ?? "", seed: 1 }, "xml");
}

async function checkAndWalk(page, steps) {
  await page.getByRole("button", { name: "Check question 1" }).click();
  await page.locator(".verdict.violated").waitFor();
  for (let i = 0; i < steps; i++) await page.getByRole("button", { name: "Step on" }).click();
  await page.locator(".choices .go").first().waitFor();
}

async function screens(page, shoot) {
  const tab = (name) => page.getByRole("tab", { name, exact: true }).click();
  await page.goto(address);
  await page.locator(".gallery .sketch svg").nth(5).waitFor();
  await page.waitForTimeout(5000);
  await shoot("welcome");
  await page.getByRole("button", { name: /^Examples/ }).click();
  await shoot("menu");
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Help", exact: true }).click();
  await shoot("help");
  await page.keyboard.press("Escape");
  await openExample(page, "fischer-weakened.xml");
  await checkAndWalk(page, 4);
  await shoot("trace");
  await page.getByLabel("Clocks as").selectOption("matrix");
  await page.locator(".why summary").click();
  await page.locator(".choices .when").first().click();
  await shoot("trace-matrix");
  await page.getByLabel("Clocks as").selectOption("values");
  for (const name of ["Chart", "Gantt", "Variables", "Interference"]) {
    await tab(name);
    await page.locator("#panel svg").first().waitFor();
    await shoot(name.toLowerCase());
  }
  await page.getByRole("button", { name: "More room below" }).click();
  await tab("Chart");
  await shoot("chart-tall");
  await page.getByRole("button", { name: "Less room below" }).click();
  await tab("State space");
  await shoot("state-space-before");
  await page.getByRole("button", { name: "Draw" }).click();
  await page.locator(".fitted svg [data-state]").first().waitFor();
  await shoot("state-space");
  await tab("Heat");
  await shoot("heat-before");
  await tab("Trace");
  await page.getByLabel("Colour by an estimate").selectOption("hU()");
  await page.locator('.grid svg [aria-label*="estimate"]').first().waitFor();
  await tab("Heat");
  await shoot("heat");
  await tab("Trace");
  await page.locator(".tree .template > button:first-child").click();
  await page.locator(".stage [data-edge] text").first().click();
  await shoot("edit");
  await page.locator(".stage [data-edge] text").first().dblclick();
  await page.locator(".in-place .editor.ready").waitFor();
  await page.keyboard.type(" && nobody <= 9");
  await page.keyboard.press("Enter");
  await page.getByRole("list", { name: "Problems" }).locator(".error").first().click();
  await shoot("problem");
  await page.getByRole("button", { name: "Undo", exact: true }).click();
  await page.locator(".tree button", { hasText: "Declarations" }).first().click();
  await page.getByRole("textbox", { name: "Declarations" }).waitFor();
  await shoot("text");
  await page.locator(".tree button", { hasText: "All processes" }).click();

  // A search that takes a while, seen in the middle of it.
  await openModel(page, "hanoi-7.xml", generate("hanoi", 7));
  await page.getByLabel("Search as text").fill("astar(hL())");
  await tab("Hunt");
  await shoot("hunt-before");
  await page.getByRole("button", { name: "Check question 1" }).click();
  await page.locator(".hunt .two svg").first().waitFor();
  await page.waitForTimeout(3500);
  await shoot("hunt");
  await page.getByRole("button", { name: "Stop" }).first().click();
  await page.locator(".verdict").first().waitFor();
  await shoot("hunt-stopped");
  await openExample(page, "csma-cd.xml");
  await page.getByRole("button", { name: "Check question 3" }).click();
  await page.locator(".verdict").first().waitFor();
  await tab("Race");
  await shoot("race-before");
  await page.getByLabel("Enter a strategy").selectOption("astar(hL())");
  await page.getByRole("button", { name: "Start the race" }).click();
  await page.locator(".race .first").waitFor();
  await shoot("race");
  await shootRuns(page, shoot, tab);
  await plan(page, shoot);
  await numbers(page, shoot);
  await openModel(page, "train-gate-40.xml", generate("train-gate", 40));
  await tab("Trace");
  await page.locator(".choices .go").first().waitFor();
  await shoot("many");
  if (isForDocs) return;
  await openModel(page, "fischer-6.xml", generate("fischer", 6));
  await shoot("generated");
  await page.locator(".tree .template > button:first-child").click();
  await shoot("generated-template");
  for (const name of ["job-shop.xml", "plc-mutex.xml", "train-gate.xml"]) {
    await openExample(page, name);
    await shoot(name.replace(".xml", ""));
  }
  for (const path of FOREIGN) {
    const file = join(root, "../shared/models/uppaal-models", path);
    if (!existsSync(file)) continue;
    const name = path.slice(path.lastIndexOf("/") + 1);
    await openModel(page, name, readFileSync(file));
    await page.locator(".choices .go, .walk .hint").first().waitFor();
    await shoot(`foreign-${name.replace(".xml", "")}`);
  }
  await shootBeside(page, shoot);
}

/**
 * Infinite runs: the automaton of a temporal formula, and a lasso in all pictures of it; and what blocks a deadlock.
 */
async function shootRuns(page, shoot, tab) {
  await openExample(page, "train-gate.xml");
  await askFor(page, "LTL-some: [] <> Train(0).OnBridge && [] <> Train(1).OnBridge");
  await page.locator("details.automaton > summary").click();
  await page.locator("details.automaton svg").waitFor();
  await page.locator("details.automaton").scrollIntoViewIfNeeded();
  for (const name of ["Trace", "Chart", "Gantt", "Variables"]) {
    await tab(name);
    await page.locator("#panel .loop, #panel svg").first().waitFor();
    await shoot(`lasso-${name.toLowerCase()}`);
  }
  await tab("Trace");
  await openModel(page, "philosophers-4.xml", generate("philosophers", 4, false));
  await askFor(page, "E<> deadlock");
  await shoot("deadlock");
}

/** Asks it, and waits for the answer. */
async function askFor(page, text) {
  await page.getByLabel("Ask a question").fill(text);
  await page.getByRole("button", { name: "Ask", exact: true }).click();
  const card = page.locator("article.question", { hasText: text }).last();
  await card.locator(".verdict").waitFor();
  await card.scrollIntoViewIfNeeded();
}

/** The guide, and a report of the command line. */
async function shootBeside(page, shoot) {
  for (const name of ["index", "first-check", "choosing-a-strategy", "modelling-language"]) {
    await page.goto(`${address}guide/${name}.html`);
    await shoot(`guide-${name}`);
  }
  const report = join(folder, "report.html");
  const model = join(root, "examples/fischer-weakened.xml");
  spawnSync(process.execPath, [join(root, "packages/cli/bin/tracehound.js"), "check", model, "--html", report]);
  await page.goto(pathToFileURL(report).href);
  await shoot("report");
}

async function phone(page, shoot) {
  await page.goto(address);
  await page.locator(".gallery .sketch svg").nth(5).waitFor();
  await page.waitForTimeout(5000);
  await shoot("phone-welcome");
  await openExample(page, "fischer-weakened.xml");
  await page.getByRole("button", { name: "Questions", exact: true }).click();
  await shoot("phone-questions");
  await page.getByRole("button", { name: "Check question 1" }).click();
  await page.locator(".verdict.violated").waitFor();
  await shoot("phone-verdict");
  await page.getByRole("button", { name: "Walk the trace" }).click();
  await page.locator(".choices .go").first().waitFor();
  await shoot("phone-trace");
  await page.getByRole("button", { name: "Last state" }).click();
  await shoot("phone-trace-end");
  await page.getByRole("button", { name: "Model", exact: true }).click();
  await shoot("phone-model");
  await page.locator(".tree .template > button:first-child").click();
  await page.locator(".stage [data-edge] text").first().click();
  await shoot("phone-edit");
  await page.getByRole("button", { name: "Model", exact: true }).click();
  await page.locator(".tree button", { hasText: "All processes" }).click();
  for (const name of ["Hunt", "Chart", "Gantt", "Variables", "Race", "Heat", "Interference"]) {
    await page.getByRole("tab", { name, exact: true }).click();
    if (name === "Race") {
      await page.getByRole("button", { name: "Start the race" }).click();
      await page.locator(".race .first").waitFor();
    }
    if (name === "Interference") await page.locator(".interference svg").first().waitFor();
    await shoot(`phone-${name.toLowerCase()}`);
  }
  await shootBeside(page, (name) => shoot(`phone-${name}`));
}
