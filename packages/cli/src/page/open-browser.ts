// Opens the browser of this person at an address that nobody else may see: whatever a process is started with can be
// read by all users of a machine, so that an address with a token goes through a file that only this person can read.

import { mkdtemp, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { writeWhole } from "../writing/whole-file.ts";

const require = createRequire(import.meta.url);

/** Where no browser can be opened, the address was printed. Returns how to clean up. */
export async function openBrowser(address: string): Promise<() => Promise<void>> {
  if (!address.includes("=")) {
    start(address);
    return async () => {};
  }
  const folder = await mkdtemp(join(tmpdir(), "tracehound-"));
  const file = join(folder, "open.html");
  await writeWhole(
    file,
    `<!doctype html><meta charset="utf-8"><title>Tracehound</title><meta name="referrer" content="no-referrer">` +
      `<meta http-equiv="refresh" content="0;url=${address}"><a href="${address}">Tracehound</a>\n`,
  );
  start(pathToFileURL(file).href);
  return () => rm(folder, { recursive: true, force: true });
}

function start(address: string): void {
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
