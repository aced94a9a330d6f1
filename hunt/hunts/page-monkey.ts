// Nothing is lost on the page: a monkey acts and reloads in a real browser beside a plain model of what it did. Its
// first thirty seeds run with the tests of the page (`packages/web/test/monkey.test.ts`), which need a browser, too.

import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";
import type { Browser, Page } from "playwright-core";
import { ARGUMENTS, executablePath } from "../../packages/web/test/find-browser.ts";
import { monkey, seat as sit } from "../../packages/web/test/monkey.ts";
import { servePage } from "../../packages/web/test/static-server.ts";
import type { Claim } from "../hunt.ts";

/** The built page, from here and from where hunts are bundled to. */
const DIST = fileURLToPath(new URL("../../packages/web/dist", import.meta.url));

interface Seat {
  readonly page: Page;
  sequences: number;
}
let browser: Promise<Browser> | undefined;
let address = "";
let seat: Promise<Seat> | undefined;

async function start(): Promise<Browser> {
  if (executablePath === undefined) throw new Error("no Chromium is installed: the page cannot be hunted");
  // What is kept is kept compiled, too: a page that is loaded again costs less.
  const server = servePage(DIST, { "cache-control": "max-age=3600" }).unref();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  // Loading it takes longer than most trials of other hunts.
  const { chromium } = await import("playwright-core");
  return chromium.launch({ executablePath, args: [...ARGUMENTS] });
}

async function takeSeat(): Promise<Seat> {
  browser ??= start();
  // What the monkey does not try only costs: pages that are kept for offline use, and moving pictures.
  const context = await (await browser).newContext({
    serviceWorkers: "block",
    reducedMotion: "reduce",
    viewport: { width: 1280, height: 640 },
    // Nobody looks: a picture of few points is painted in no time.
    deviceScaleFactor: 0.1,
  });
  // On a busy machine it waits for what is to come.
  context.setDefaultTimeout(120_000);
  await context.addInitScript({ content: 'localStorage.setItem("tracehound tour", "seen")' });
  const page = await context.newPage();
  await sit(page, address);
  return { page, sequences: 0 };
}

/** So many sequences in one page: what it remembers of them grows. */
const MOST = 100;

export const pageMonkey: Claim = {
  what: "whatever a monkey does at the page, and whenever it reloads, the documents are those of a plain model",
  seeds: 2000,
  inTests: 0,
  async run(seed, seen) {
    seat ??= takeSeat();
    const taken = await seat;
    taken.sequences++;
    let isGood = false;
    try {
      const wrong = await monkey(taken.page, seed, 5);
      for (const sentence of wrong) seen.report(sentence);
      seen.count("sequences");
      isGood = wrong.length === 0;
    } finally {
      if (!isGood || taken.sequences === MOST) {
        seat = undefined;
        await taken.page.context().close();
      }
    }
  },
};
