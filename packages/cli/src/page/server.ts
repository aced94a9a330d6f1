// Serves the built page to this machine alone: only 127.0.0.1, only files of the page and what it was started with. The
// headers let its workers share memory and keep other pages out. What node needs for servers is loaded when one is
// started, so that other commands start as fast as before.

import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import type { IncomingMessage, Server } from "node:http";
import { createRequire } from "node:module";
import type { AddressInfo } from "node:net";
import { homedir } from "node:os";
import { fileURLToPath } from "node:url";
import sirv from "sirv";
import { type Context, reason } from "../context.ts";
import { BadInput, UsageError } from "../errors.ts";
import { Guard } from "./guard.ts";
import { answerJobs, type ServedJobs } from "./jobs.ts";
import { openBrowser } from "./open-browser.ts";
import { answerServed, type Served } from "./served.ts";

const require = createRequire(import.meta.url);

export interface ServeOptions {
  /** Absent: the usual one of this person, or any that is free. */
  readonly port?: number;
  readonly browser: boolean;
  readonly served?: Served;
  /** Of a broker: then their page is opened. */
  readonly jobs?: ServedJobs;
}

const HEADERS: Readonly<Record<string, string>> = {
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-embedder-policy": "require-corp",
  "cross-origin-resource-policy": "same-origin",
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
};

/** Until Ctrl-C. */
export async function servePage({ port, browser, served, jobs }: ServeOptions, context: Context): Promise<void> {
  const folder = pageFolder();
  if (folder === undefined) throw new BadInput("the page is not built: run `npm run build` in the repository first");
  const { createServer } = require("node:http") as typeof import("node:http");
  const files = sirv(folder, { etag: true, setHeaders: (response) => setHeaders(response) });
  let guard: Guard | undefined;
  const server = createServer((request, response) => {
    if (guard?.isForUs(request) !== true) {
      response.writeHead(403).end();
      return;
    }
    const path = pathOf(request);
    if (jobs !== undefined && (path === "/jobs" || path === "/jobs.json")) {
      setHeaders(response);
      void answerJobs(path, request, response, jobs, guard).catch(() => response.destroy());
      return;
    }
    if (path === "/served.json") {
      setHeaders(response);
      if (served === undefined) response.writeHead(404).end();
      else void answerServed(request, response, served, guard).catch(() => response.destroy());
      return;
    }
    files(request, response, () => void response.writeHead(404).end());
  });
  await listen(server, port);
  const here = (server.address() as AddressInfo).port;
  guard = new Guard(here);
  const address = `http://127.0.0.1:${here}/${served === undefined ? "" : `#served=${guard.token}`}`;
  context.out(`the page is at ${address}\n`);
  const jobsAddress = jobs && `http://127.0.0.1:${here}/jobs#jobs=${guard.token}`;
  if (jobsAddress !== undefined) context.out(`jobs are at ${jobsAddress}\n`);
  context.err("Ctrl-C ends it\n");
  const cleanUp = browser ? await openBrowser(jobsAddress ?? address) : undefined;
  await new Promise<void>((resolve) => {
    if (context.signal.aborted) resolve();
    context.signal.addEventListener("abort", () => resolve(), { once: true });
  });
  server.closeAllConnections();
  await new Promise<void>((resolve) => server.close(() => resolve()));
  await cleanUp?.();
}

/** What no address is has no path that is ours. */
function pathOf({ url = "/" }: IncomingMessage): string {
  try {
    return new URL(url, "http://page").pathname;
  } catch {
    return "";
  }
}

/** A port of one's own, the same every time where it is free: the browser keeps documents by address. */
function usualPort(): number {
  const digest = createHash("sha256").update(`${process.getuid?.()} ${homedir()}`).digest();
  return 20_000 + (digest.readUInt16BE(0) % 10_000);
}

async function listen(server: Server, port: number | undefined): Promise<void> {
  const attempt = (at: number): Promise<void> =>
    new Promise((resolve, reject) => {
      server.once("error", reject);
      server.listen(at, "127.0.0.1", () => {
        server.off("error", reject);
        resolve();
      });
    });
  if (port === undefined) return attempt(usualPort()).catch(() => attempt(0));
  await attempt(port).catch((error: NodeJS.ErrnoException) => {
    const what = error.code === "EADDRINUSE" ? "is taken" : `cannot be used: ${reason(error)}`;
    throw new UsageError(`port ${port} ${what}`, "leave --port out: any free one will do");
  });
}

function setHeaders(response: { setHeader(name: string, value: string): unknown }): void {
  for (const [name, value] of Object.entries(HEADERS)) response.setHeader(name, value);
}

/** Beside the bundle where that is installed (`bin/` starts it); in the repository where the page is built. */
export function pageFolder(): string | undefined {
  const places = ["../dist/page/", "./page/", "../../../web/dist/"].map((place) =>
    fileURLToPath(new URL(place, import.meta.url)),
  );
  return places.find((place) => existsSync(`${place}index.html`));
}
