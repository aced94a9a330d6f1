// A real browser for tests of the page: the built page served from here, and a visitor whose every console message,
// error and request is watched. Where no browser is installed these tests do not run, and `announce.ts` says so.

import { existsSync } from "node:fs";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { type Browser, type BrowserContext, chromium, type Download, type Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, inject } from "vitest";
import { DIST, executablePath, ROOT } from "./find-browser.ts";
import { servePage } from "./static-server.ts";

export { ROOT };

const isBuilt = existsSync(join(DIST, "index.html"));

export interface Visit {
  readonly page: Page;
  readonly context: BrowserContext;
  readonly address: string;
  /** What should not have happened: errors, warnings, requests that leave. */
  readonly complaints: string[];
}

/** Tests in a browser; `visit` opens the page as somebody new would. */
export function describeInBrowser(
  name: string,
  tests: (visit: (options?: VisitOptions) => Promise<Visit>) => void,
  headers: Readonly<Record<string, string>> = {},
): void {
  const runs = executablePath !== undefined && isBuilt;
  describe.runIf(runs)(name, () => {
    let server: Server;
    let browser: Browser;
    let address = "";
    const contexts: BrowserContext[] = [];

    beforeAll(async () => {
      server = servePage(DIST, headers);
      await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
      address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
      // One for all files (`announce.ts`); every visit has a context of its own.
      browser = await chromium.connect(inject("browser")!);
    });

    afterAll(async () => {
      for (const context of contexts) await context.close();
      await browser?.close();
      server?.close();
    });

    tests(
      async ({
        theme = "light",
        width = 1280,
        height = 720,
        fragment = "",
        serviceWorkers = "allow",
        tour = false,
      } = {}) => {
        const context = await browser.newContext({ colorScheme: theme, viewport: { width, height }, serviceWorkers });
        contexts.push(context);
        // Other work may share the machine: tests wait for what is to come, not for a time.
        context.setDefaultTimeout(1000 * Number(process.env["TRACEHOUND_PATIENCE"] ?? 120));
        const complaints: string[] = [];
        context.on("request", (request) => {
          const url = request.url();
          if (!url.startsWith(address) && !/^(?:blob|data):/.test(url)) complaints.push(`request to ${url}`);
        });
        // The tour is for people.
        if (!tour) await context.addInitScript(() => localStorage.setItem("tracehound tour", "seen"));
        const page = await context.newPage();
        page.on("console", (message) => {
          if (message.type() === "error" || message.type() === "warning") complaints.push(message.text());
        });
        page.on("pageerror", (error) => complaints.push(error.message));
        await page.goto(address + fragment);
        return { page, context, address, complaints };
      },
    );
  });
}

export interface VisitOptions {
  readonly theme?: "light" | "dark";
  readonly width?: number;
  readonly height?: number;
  readonly fragment?: string;
  /** With the tour of a first visit. */
  readonly tour?: boolean;
  /** Without them every request can be held up; with them the page's own answers most. */
  readonly serviceWorkers?: "allow" | "block";
}

export async function openExample(page: Page, name: string): Promise<void> {
  await page.getByRole("button", { name: /^Examples/ }).click();
  await page.getByRole("menuitem", { name }).click();
  await page.locator(".grid figure svg [data-node]").first().waitFor();
}

/** Drags a file over the page and drops it there. */
export async function dropText(page: Page, name: string, content: string): Promise<void> {
  const data = await page.evaluateHandle(
    ([file, text]) => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([text!], file!, { type: "text/xml" }));
      return transfer;
    },
    [name, content],
  );
  await page.dispatchEvent("body", "dragover", { dataTransfer: data });
  await page.locator(".page.dropping").waitFor();
  await page.dispatchEvent("body", "drop", { dataTransfer: data });
}

/** Chooses a file from memory. */
export async function openText(page: Page, name: string, content: string | Buffer): Promise<void> {
  const buffer = typeof content === "string" ? Buffer.from(content) : content;
  await page.locator('input[type="file"]').setInputFiles({ name, mimeType: "text/plain", buffer });
}

/** What was downloaded; the browser is shared, and may not say where it keeps it. */
export async function downloaded(coming: Promise<Download>): Promise<string> {
  return text(await (await coming).createReadStream());
}

export async function checkQuestion(page: Page, number: number): Promise<string> {
  const card = page.getByRole("article", { name: `Question ${number}`, exact: true });
  await card.getByRole("button", { name: `Check question ${number}` }).click();
  await card.locator(".verdict").waitFor();
  return (await card.locator(".verdict").textContent()) ?? "";
}

/** Where the walk stands: the number of its state. */
export async function stepNumber(page: Page): Promise<number> {
  return Number(await page.locator(".step.on .number").textContent());
}

export function expectNoComplaints({ complaints }: Visit): void {
  expect(complaints).toEqual([]);
}
