// The page in a real browser: what is loaded, how soon it answers, how it feels while a search runs, and what checking
// costs there compared with the command line. CPU time as the browser reports it, ratios where two things are compared.
//
//   npm run bench page

import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { extname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync } from "node:zlib";
import { families, generateModel } from "@tracehound/core";

const root = fileURLToPath(new URL("..", import.meta.url));
const dist = join(root, "packages/web/dist");
const { chromium } = createRequire(join(root, "packages/web/package.json"))("playwright-core");
const executablePath = ["/usr/bin/chromium", "/usr/bin/chromium-browser"].find((place) => existsSync(place));
const TYPES = {
  ".html": "text/html",
  ".js": "text/javascript",
  ".css": "text/css",
  ".svg": "image/svg+xml",
  ".webmanifest": "application/json",
};

async function page() {
  if (executablePath === undefined || !existsSync(join(dist, "index.html"))) {
    console.log("no chromium or no built page here: nothing was measured");
    return;
  }
  const loaded = new Map();
  const server = createServer((request, response) => {
    const path = new URL(request.url, "http://page").pathname;
    const file = join(dist, path === "/" ? "index.html" : path);
    if (!existsSync(file)) return response.writeHead(404).end();
    const body = zip(file);
    loaded.set(path, body.length);
    response
      .writeHead(200, { "content-type": TYPES[extname(file)] ?? "text/plain", "content-encoding": "br" })
      .end(body);
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = `http://127.0.0.1:${server.address().port}/`;
  const browser = await chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-gpu"] });
  try {
    // Without the service worker, which fetches the rest in the background.
    const context = await browser.newContext({ serviceWorkers: "block", viewport: { width: 1280, height: 720 } });
    const visitor = await context.newPage();
    const start = performance.now();
    await visitor.goto(`${address}#example=fischer-weakened.xml`);
    await visitor.locator(".choices .go").first().waitFor();
    const interactive = performance.now() - start;
    const whole = readdirSync(dist, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .reduce((sum, { parentPath, name }) => sum + zip(join(parentPath, name)).length, 0);
    const first = [...loaded.values()].reduce((sum, size) => sum + size, 0);
    report("first load, page and engine, brotli", `${Math.round(first / 1000)} KB`);
    report("everything, editor and examples included", `${Math.round(whole / 1000)} KB`);
    report("until an example is open, drawn and its steps offered", `${(interactive / 1000).toFixed(2)} s`);

    const model = generate("fischer", 14);
    await visitor
      .locator('input[type="file"]')
      .setInputFiles({ name: "fischer.xml", mimeType: "text/xml", buffer: Buffer.from(model) });
    await visitor.locator(".grid figure").first().waitFor();
    await visitor.getByRole("button", { name: "Check question 1" }).click();
    await visitor.getByRole("tab", { name: "Hunt" }).click();
    await visitor.locator(".hunt canvas").waitFor();
    const latencies = [];
    for (let i = 0; i < 20; i++) latencies.push(await keyLatency(visitor));
    latencies.sort((a, b) => a - b);
    report(
      "input to next frame while a search runs, median and worst of 20",
      `${latencies[10].toFixed(0)} ms, ${latencies[19].toFixed(0)} ms`,
    );
    await visitor.getByRole("button", { name: "Stop" }).first().click();
    await context.close();

    await compareChecking(browser, address);
    await largeThings(browser, address);
  } finally {
    await browser.close();
    server.close();
  }
}

const zipped = new Map();

/** Compressed once: what is measured is the page, not the server. */
function zip(file) {
  if (!zipped.has(file)) zipped.set(file, brotliCompressSync(readFileSync(file)));
  return zipped.get(file);
}

function report(what, value) {
  console.log(`${what.padEnd(70)} ${value}`);
}

function generate(name, size) {
  const family = families.find((candidate) => candidate.name === name);
  return generateModel(family, { size, correct: true, variant: family.variants[0]?.name ?? "", seed: 1 }, "xml");
}

/** From a key to the frame after it. */
function keyLatency(visitor) {
  return visitor.evaluate(
    () =>
      new Promise((resolve) => {
        const start = performance.now();
        document.querySelector(".canvas").dispatchEvent(new KeyboardEvent("keydown", { key: "r", bubbles: true }));
        requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - start)));
      }),
  );
}

/** The same question, one search, here and there; the seconds each one reports of itself, best of three. */
async function compareChecking(browser, address) {
  const model = generate("fischer", 6);
  const file = join(tmpdir(), `tracehound-bench-${process.pid}.xml`);
  writeFileSync(file, model);
  const bin = join(root, "packages/cli/bin/tracehound.js");
  const command = () =>
    JSON.parse(
      spawnSync(process.execPath, [bin, "check", file, "--query", "1", "--search", "bfs", "--json"], {
        encoding: "utf8",
        maxBuffer: 1e9,
      }).stdout,
    ).results[0].statistics.cpuSeconds;
  const there = Math.min(command(), command(), command());
  const visitor = await browser.newPage();
  await visitor.goto(address);
  await visitor
    .locator('input[type="file"]')
    .setInputFiles({ name: "fischer.xml", mimeType: "text/xml", buffer: Buffer.from(model) });
  await visitor.locator(".grid figure").first().waitFor();
  await visitor.getByLabel("Search as text").fill("bfs");
  const times = [];
  for (let i = 0; i < 3; i++) {
    await visitor.getByRole("button", { name: "Check question 1" }).click();
    await visitor.locator(".question.chosen .stats").first().waitFor();
    const text = await visitor.locator(".question.chosen .stats").first().textContent();
    const [, value, unit] = /([\d.]+) (ms|s)\b/.exec(text);
    times.push(unit === "ms" ? Number(value) / 1000 : Number(value));
  }
  const here = Math.min(...times);
  report(
    "checking fischer 6 by bfs: page, command line, ratio",
    `${here.toFixed(2)} s, ${there.toFixed(2)} s, ${(here / there).toFixed(2)}`,
  );
  await visitor.close();
}

async function largeThings(browser, address) {
  const visitor = await browser.newPage();
  await visitor.goto(address);
  const model = generate("train-gate", 1000);
  const start = performance.now();
  await visitor
    .locator('input[type="file"]')
    .setInputFiles({ name: "large.xml", mimeType: "text/xml", buffer: Buffer.from(model) });
  await visitor.locator(".choices .go").first().waitFor({ timeout: 120_000 });
  report("1,000 processes: until drawn and steps offered", `${((performance.now() - start) / 1000).toFixed(1)} s`);
  const latencies = [];
  for (let i = 0; i < 5; i++) latencies.push(await keyLatency(visitor));
  report("1,000 processes: input to next frame, worst of 5", `${Math.max(...latencies).toFixed(0)} ms`);
  await visitor.close();
}

await page();
