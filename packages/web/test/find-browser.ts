// Where the browser is, if there is one.

import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

export const ROOT = fileURLToPath(new URL("../../..", import.meta.url));
/** The built page. */
export const DIST = `${ROOT}packages/web/dist`;
/** What a browser of tests is started with. */
export const ARGUMENTS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
];
const PLACES = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];

export const executablePath = PLACES.find((place) => existsSync(place));
