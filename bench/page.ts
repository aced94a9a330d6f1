// The page in a real browser: what is loaded, how soon it answers, how it feels while a search runs, what checking costs
// there compared with the command line, and what large things cost. CPU time as the browser reports it (of the page's own
// thread, or of its whole process), so that other work on the machine matters little; wall-clock times stand beside it.
//
//   npm run bench page

import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { extname, join } from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";
import type { Browser, BrowserType, Page } from "playwright-core";
import { firstAnswer, median } from "./measure.ts";
import { generate, wideModel } from "./models.ts";
import { COMMAND, ROOT } from "./places.ts";

const dist = join(ROOT, "packages/web/dist");
// A dependency of the page's tests, found from there.
const { chromium } = createRequire(join(ROOT, "packages/web/package.json"))("playwright-core") as {
  chromium: BrowserType;
};
const executablePath = ["/usr/bin/chromium", "/usr/bin/chromium-browser"].find((place) => existsSync(place));
const TYPES: Readonly<Record<string, string>> = {
  ".html": "text/html",
  ".js": "text/javascript",
  ".css": "text/css",
  ".svg": "image/svg+xml",
  ".webmanifest": "application/json",
};

async function page(): Promise<void> {
  if (executablePath === undefined || !existsSync(join(dist, "index.html"))) {
    console.log("no chromium or no built page here: nothing was measured");
    return;
  }
  const loaded = new Set<string>();
  const server = createServer((request, response) => {
    const path = new URL(request.url!, "http://page").pathname;
    const file = fileOf(path);
    if (!existsSync(file)) {
      response.writeHead(404).end();
      return;
    }
    loaded.add(path);
    response
      .writeHead(200, { "content-type": TYPES[extname(file)] ?? "text/plain", "content-encoding": "br" })
      .end(zip(file));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
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
    const atOnce = [...loaded];
    // The search engine and what strategies are made of follow in the background.
    await visitor.locator('select[aria-label="Search"] optgroup').first().waitFor({ state: "attached" });
    const whole = readdirSync(dist, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .reduce((sum, { parentPath, name }) => sum + zip(join(parentPath, name)).length, 0);
    const sizeOf = (paths: readonly string[], how: (file: string) => Buffer): number =>
      paths.reduce((sum, path) => sum + how(fileOf(path)).length, 0) / 1000;
    for (const [what, paths] of Object.entries({
      "first load: page, reader and walk": atOnce,
      "and with the search engine, in the background": [...loaded],
    })) {
      report(what, `${sizeOf(paths, gzip).toFixed(0)} KB gzip, ${sizeOf(paths, zip).toFixed(0)} KB brotli`);
    }
    report("everything, editor and examples included, brotli", `${Math.round(whole / 1000)} KB`);
    report(
      "until an example is open, drawn and its steps offered",
      `${(interactive / 1000).toFixed(2)} s, ${await meter.lap()} of the page's thread`,
    );

    const model = generate("fischer", { size: 14, correct: true });
    await openModel(visitor, model, "fischer.xml");
    await visitor.locator(".grid figure").first().waitFor();
    await visitor.getByRole("button", { name: "Check question 1" }).click();
    await visitor.getByRole("tab", { name: "Hunt" }).click();
    await visitor.locator(".hunt canvas").waitFor();
    const latencies: number[] = [];
    await meter.lap();
    for (let i = 0; i < 20; i++) latencies.push(await keyLatency(visitor));
    const spent = await meter.lap();
    report("20 of those: the page's thread, drawing the hunt included", spent);
    report(
      "input to next frame while a search runs, median and worst of 20",
      `${median(latencies).toFixed(0)} ms, ${Math.max(...latencies).toFixed(0)} ms`,
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

const fileOf = (path: string): string => join(dist, path === "/" ? "index.html" : path);
const gzip = (file: string): Buffer => gzipSync(readFileSync(file), { level: 9 });

/** CPU time of the page's own thread since the last lap. */
class Meter {
  private readonly read: () => Promise<number>;
  private before = 0;

  private constructor(read: () => Promise<number>) {
    this.read = read;
  }

  static async of(page: Page): Promise<Meter> {
    const session = await page.context().newCDPSession(page);
    await session.send("Performance.enable", { timeDomain: "threadTicks" });
    const meter = new Meter(async () => {
      const { metrics } = await session.send("Performance.getMetrics");
      return metrics.find(({ name }) => name === "TaskDuration")!.value;
    });
    await meter.lap();
    return meter;
  }

  async lap(): Promise<string> {
    const now = await this.read();
    const text = `${(1000 * (now - this.before)).toFixed(0)} ms`;
    this.before = now;
    return text;
  }
}

const zipped = new Map<string, Buffer>();

/** Compressed once: what is measured is the page, not the server. */
function zip(file: string): Buffer {
  const body = zipped.get(file) ?? brotliCompressSync(readFileSync(file));
  zipped.set(file, body);
  return body;
}

function report(what: string, value: string): void {
  console.log(`${what.padEnd(70)} ${value}`);
}

/** From a key to the frame after it. A text, since it runs in the page. */
const keyLatency = (visitor: Page): Promise<number> =>
  visitor.evaluate<number>(`new Promise((resolve) => {
    const start = performance.now();
    document.querySelector(".canvas").dispatchEvent(new KeyboardEvent("keydown", { key: "r", bubbles: true }));
    requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - start)));
  })`);

/** The same question, one search, here and there: CPU seconds of the whole process that runs the page, best of three. */
async function compareChecking(browser: Browser, address: string): Promise<void> {
  const model = generate("fischer", { size: 10, correct: true });
  const file = join(tmpdir(), `tracehound-bench-${process.pid}.xml`);
  writeFileSync(file, model);
  const args = [COMMAND, "check", file, "--query", "1", "--search", "bfs", "--json"];
  const command = (): number => {
    const { stdout } = spawnSync(process.execPath, args, { encoding: "utf8", maxBuffer: 1e9 });
    return firstAnswer(stdout).statistics.cpuSeconds;
  };
  const there = Math.min(command(), command(), command());
  const visitor = await browser.newPage();
  await visitor.goto(address);
  await openModel(visitor, model);
  await visitor.locator(".choices .go").first().waitFor();
  await visitor.getByLabel("Search as text").fill("bfs");
  const session = await browser.newBrowserCDPSession();
  const cpu = async (): Promise<number> => {
    const { processInfo } = await session.send("SystemInfo.getProcessInfo");
    return Math.max(...processInfo.filter(({ type }) => type === "renderer").map(({ cpuTime }) => cpuTime));
  };
  const times: number[] = [];
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

async function openModel(visitor: Page, text: string, name = "model.xml"): Promise<void> {
  const buffer = Buffer.from(text);
  await visitor.locator('input[type="file"]').setInputFiles({ name, mimeType: "text/xml", buffer });
}

/** Opening, a step, and the pictures of a walk; what the page's own thread spends on each. */
async function largeThings(browser: Browser, address: string): Promise<void> {
  const things: readonly (readonly [what: string, text: string, name: string])[] = [
    ["1,000 processes", generate("train-gate", { size: 1000, correct: true }), "model.xml"],
    ["4,000 edges in 1.4 MB", wideModel(40, 100), "model.xml"],
    ["a trace of 10,000 steps", longModel(10_000), "long.xta"],
  ];
  for (const [what, text, name] of things) {
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
    const costs: string[] = [];
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
function longModel(most: number): string {
  return `int[0,${most}] n; clock x;
process P() { state even { x <= 2 }, odd; init even;
  trans even -> odd { guard x >= 1 && n < ${most}; assign n++, x = 0; }, odd -> even { guard n < ${most}; assign n++, x = 0; }; }
system P;
`;
}

await page();
