// Serves the built page to this machine alone: only 127.0.0.1, only files of the page and what it was started with. The
// headers let its workers share memory and keep other pages out. What node needs for servers is loaded when one is
// started, so that other commands start as fast as before.

import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import type { AddressInfo } from "node:net";
import { basename } from "node:path";
import { fileURLToPath } from "node:url";
import { defined } from "@tracehound/core";
import sirv from "sirv";
import { type Context, reason } from "../context.ts";
import { BadInput, UsageError } from "../errors.ts";

const require = createRequire(import.meta.url);

/** What the page opens with. */
export interface Served {
  readonly name: string;
  readonly content: Uint8Array;
  /** The question to choose, and a trace of it as `--trace` writes it. */
  readonly question?: string;
  readonly trace?: string;
}

export interface ServeOptions {
  /** 0: any that is free. */
  readonly port: number;
  readonly browser: boolean;
  readonly served?: Served;
}

const HEADERS: Readonly<Record<string, string>> = {
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-embedder-policy": "require-corp",
  "cross-origin-resource-policy": "same-origin",
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
};

/** Until Ctrl-C. */
export async function servePage({ port, browser, served }: ServeOptions, context: Context): Promise<void> {
  const folder = pageFolder();
  if (folder === undefined) throw new BadInput("the page is not built: run `npm run build` in the repository first");
  const { createServer } = require("node:http") as typeof import("node:http");
  const files = sirv(folder, { etag: true, setHeaders: (response) => setHeaders(response) });
  const server = createServer((request, response) => {
    // A page elsewhere that points its name at this machine is not served.
    if (!/^(?:127\.0\.0\.1|localhost)(?::\d+)?$/.test(request.headers.host ?? "")) {
      response.writeHead(403).end();
      return;
    }
    if (new URL(request.url ?? "/", "http://page").pathname === "/served.json") {
      setHeaders(response);
      response.writeHead(served === undefined ? 404 : 200, {
        "content-type": "application/json",
        "cache-control": "no-store",
      });
      response.end(served === undefined ? "" : servedJson(served));
      return;
    }
    files(request, response, () => void response.writeHead(404).end());
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) =>
      reject(
        error.code === "EADDRINUSE"
          ? new UsageError(`port ${port} is taken`, "leave --port out: any free one will do")
          : new UsageError(`port ${port} cannot be used: ${reason(error)}`, "leave --port out: any free one will do"),
      ),
    );
    server.listen(port, "127.0.0.1", resolve);
  });
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/${served === undefined ? "" : "#served"}`;
  context.out(`the page is at ${address}\n`);
  context.err("Ctrl-C ends it\n");
  if (browser) openBrowser(address);
  await new Promise<void>((resolve) => {
    if (context.signal.aborted) resolve();
    context.signal.addEventListener("abort", () => resolve(), { once: true });
  });
  server.closeAllConnections();
  await new Promise<void>((resolve) => server.close(() => resolve()));
}

function setHeaders(response: { setHeader(name: string, value: string): unknown }): void {
  for (const [name, value] of Object.entries(HEADERS)) response.setHeader(name, value);
}

function servedJson({ name, content, question, trace }: Served): string {
  const text = new TextDecoder().decode(content);
  return JSON.stringify({
    name: basename(name),
    text,
    ...defined({ question, trace }),
  });
}

/** Beside the bundle where that is installed (`bin/` starts it); in the repository where the page is built. */
export function pageFolder(): string | undefined {
  const places = ["../dist/page/", "./page/", "../../../web/dist/"].map((place) =>
    fileURLToPath(new URL(place, import.meta.url)),
  );
  return places.find((place) => existsSync(`${place}index.html`));
}

/** Where no browser can be opened, the address was printed. */
function openBrowser(address: string): void {
  const [command, ...args] =
    process.platform === "darwin"
      ? ["open", address]
      : process.platform === "win32"
        ? ["cmd", "/c", "start", "", address]
        : ["xdg-open", address];
  const { spawn } = require("node:child_process") as typeof import("node:child_process");
  const child = spawn(command!, args, { stdio: "ignore", detached: true });
  child.on("error", () => {});
  child.unref();
}
