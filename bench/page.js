// The page in a real browser: what is loaded, how soon it answers, how it feels while a search runs, what checking costs
// there compared with the command line, and what large things cost. CPU time as the browser reports it (of the page's own
// thread, or of its whole process), so that other work on the machine matters little; wall-clock times stand beside it.
//
//   npm run bench page

import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { extname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, gzipSync } from "node:zlib";
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
    const file = fileOf(path);
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
    const meter = await Meter.of(visitor);
    await visitor.locator(".choices .go").first().waitFor();
    const interactive = performance.now() - start;
    const atOnce = [...loaded.keys()];
    // The search engine and what strategies are made of follow in the background.
    await visitor.locator('select[aria-label="Search"] optgroup').first().waitFor({ state: "attached" });
    const whole = readdirSync(dist, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .reduce((sum, { parentPath, name }) => sum + zip(join(parentPath, name)).length, 0);
    const sizeOf = (paths, how) => paths.reduce((sum, path) => sum + how(fileOf(path)).length, 0) / 1000;
    for (const [what, paths] of [
      ["first load: page, reader and walk", atOnce],
      ["and with the search engine, in the background", [...loaded.keys()]],
    ]) {
      report(what, `${sizeOf(paths, gzip).toFixed(0)} KB gzip, ${sizeOf(paths, zip).toFixed(0)} KB brotli`);
    }
    report("everything, editor and examples included, brotli", `${Math.round(whole / 1000)} KB`);
    report(
      "until an example is open, drawn and its steps offered",
      `${(interactive / 1000).toFixed(2)} s, ${await meter.lap()} of the page's thread`,
    );

    const model = generate("fischer", 14);
    await openModel(visitor, model, "fischer.xml");
    await visitor.locator(".grid figure").first().waitFor();
    await visitor.getByRole("button", { name: "Check question 1" }).click();
    await visitor.getByRole("tab", { name: "Hunt" }).click();
    await visitor.locator(".hunt canvas").waitFor();
    const latencies = [];
    await meter.lap();
    for (let i = 0; i < 20; i++) latencies.push(await keyLatency(visitor));
    latencies.sort((a, b) => a - b);
    const spent = await meter.lap();
    report("20 of those: the page's thread, drawing the hunt included", spent);
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

const fileOf = (path) => join(dist, path === "/" ? "index.html" : path);
const gzip = (file) => gzipSync(readFileSync(file), { level: 9 });

/** CPU time of the page's own thread since the last lap. */
class Meter {
  static async of(page) {
    const session = await page.context().newCDPSession(page);
    await session.send("Performance.enable", { timeDomain: "threadTicks" });
    const meter = new Meter();
    meter.read = async () => {
      const { metrics } = await session.send("Performance.getMetrics");
      return metrics.find(({ name }) => name === "TaskDuration").value;
    };
    meter.before = await meter.read();
    return meter;
  }

  async lap() {
    const now = await this.read();
    const text = `${(1000 * (now - this.before)).toFixed(0)} ms`;
    this.before = now;
    return text;
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

/** The same question, one search, here and there: CPU seconds of the whole process that runs the page, best of three. */
async function compareChecking(browser, address) {
  const model = generate("fischer", 10);
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
  await openModel(visitor, model);
  await visitor.locator(".choices .go").first().waitFor();
  await visitor.getByLabel("Search as text").fill("bfs");
  const session = await browser.newBrowserCDPSession();
  const cpu = async () => {
    const { processInfo } = await session.send("SystemInfo.getProcessInfo");
    return Math.max(...processInfo.filter(({ type }) => type === "renderer").map(({ cpuTime }) => cpuTime));
  };
  const times = [];
  for (let i = 0; i < 3; i++) {
    const before = await cpu();
    await visitor.getByRole("button", { name: "Check question 1" }).click();
    await visitor.locator(".question.chosen .progress").waitFor();
    await visitor.locator(".question.chosen .verdict").waitFor({ timeout: 300_000 });
    times.push((await cpu()) - before);
  }
  const here = Math.min(...times);
  report(
    "checking fischer 10 by bfs, CPU: page (all of it), command line, ratio",
    `${here.toFixed(2)} s, ${there.toFixed(2)} s, ${(here / there).toFixed(2)}`,
  );
  await visitor.close();
}

async function openModel(visitor, text, name = "model.xml") {
  const buffer = Buffer.from(text);
  await visitor.locator('input[type="file"]').setInputFiles({ name, mimeType: "text/xml", buffer });
}

/** Opening, a step, and the pictures of a walk; what the page's own thread spends on each. */
async function largeThings(browser, address) {
  for (const [what, text, name] of [
    ["1,000 processes", generate("train-gate", 1000), "model.xml"],
    ["4,000 edges in 1.4 MB", wideModel(40, 100), "model.xml"],
    ["a trace of 10,000 steps", longModel(10_000), "long.xta"],
  ]) {
    const visitor = await browser.newPage();
    visitor.setDefaultTimeout(300_000);
    await visitor.goto(address);
    const meter = await Meter.of(visitor);
    const start = performance.now();
    await openModel(visitor, text, name);
    await visitor.locator(".choices .go").first().waitFor();
    const opened = ((performance.now() - start) / 1000).toFixed(1);
    report(`${what}: until drawn and steps offered`, `${opened} s, ${await meter.lap()} of the page's thread`);
    if (name === "long.xta") {
      await visitor.getByLabel("Search as text").fill("bfs");
      await visitor.getByLabel("Ask a question").fill("E<> n == 10000");
      await visitor.getByRole("button", { name: "Ask", exact: true }).click();
      await visitor.locator(".verdict").waitFor();
      report(`${what}: checked and shown`, `${await meter.lap()} of the page's thread`);
    }
    await visitor.locator(".canvas").click({ position: { x: 3, y: 3 } });
    const costs = [];
    for (const tab of ["Trace", "Chart", "Gantt", "Variables"]) {
      await visitor.getByRole("tab", { name: tab, exact: true }).click();
      await visitor.waitForTimeout(1000);
      await meter.lap();
      await visitor.locator(".canvas").click({ position: { x: 3, y: 3 } });
      await visitor.keyboard.press(name === "long.xta" ? "ArrowRight" : "r");
      await visitor.waitForTimeout(1000);
      costs.push(`${tab} ${await meter.lap()}`);
    }
    report(`${what}: a step`, costs.join(", "));
    await visitor.close();
  }
}

/** Counts to a number in a model with time. */
function longModel(most) {
  return `int[0,${most}] n; clock x;
process P() { state even { x <= 2 }, odd; init even;
  trans even -> odd { guard x >= 1 && n < ${most}; assign n++, x = 0; }, odd -> even { guard n < ${most}; assign n++, x = 0; }; }
system P;
`;
}

/** The model of `bench front-end`: templates with many locations and edges, each with long labels. */
function wideModel(templates, edges) {
  const parts = ["<nta><declaration>const int N = 8; int[0,255] v[N]; clock x[N]; chan c[N];</declaration>"];
  for (let t = 0; t < templates; t++) {
    parts.push(`<template><name>T${t}</name><declaration>clock y; int[0,100] n;</declaration>`);
    for (let l = 0; l < edges; l++) {
      const label = `<label kind="invariant" x="0" y="0">y &lt;= ${10 + (l % 7)}</label>`;
      parts.push(`<location id="t${t}l${l}" x="${l * 100}" y="0"><name x="0" y="0">L${l}</name>${label}</location>\n`);
    }
    parts.push(`<init ref="t${t}l0"/>`);
    for (let e = 0; e < edges; e++) {
      const guard = `y &gt;= ${e % 5} &amp;&amp; v[${e % 8}] + n * 2 &lt; ${50 + e}`;
      const update = `v[${e % 8}] = (v[${(e + 1) % 8}] + ${e}) % 256, n = n &lt; 100 ? n + 1 : 0, y = 0`;
      parts.push(
        `<transition><source ref="t${t}l${e}"/><target ref="t${t}l${(e + 1) % edges}"/>` +
          `<label kind="guard" x="${e}" y="1">${guard}</label>` +
          `<label kind="synchronisation" x="${e}" y="2">c[${e % 8}]${t % 2 ? "!" : "?"}</label>` +
          `<label kind="assignment" x="${e}" y="3">${update}</label></transition>\n`,
      );
    }
    parts.push("</template>\n");
  }
  parts.push(`<system>system ${Array.from({ length: templates }, (_, t) => `T${t}`).join(", ")};</system></nta>`);
  return parts.join("");
}

await page();
