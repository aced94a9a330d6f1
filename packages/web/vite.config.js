// The page as static files with relative addresses: one script for the page and one for all its workers, and a service
// worker that knows them all. A copy goes into the command line's package, for `tracehound serve`.

import { createHash } from "node:crypto";
import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";
import { guideFiles } from "./guide/pages.js";
import { huntOfFischer } from "./hunt-of-fischer.js";

const path = (relative) => fileURLToPath(new URL(relative, import.meta.url));

const offline = {
  name: "offline",
  apply: "build",
  closeBundle() {
    const dist = path("dist/");
    const files = readdirSync(dist, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && entry.name !== "offline.js")
      .map(({ parentPath, name }) =>
        `${parentPath}/${name}`.replaceAll("\\", "/").slice(dist.length).replace(/^\//, ""),
      )
      .sort();
    const hash = createHash("sha256");
    for (const file of files) hash.update(file).update(readFileSync(dist + file));
    const names = ["./", ...files.map((file) => `./${file}`)].map((name) => JSON.stringify(name)).join(", ");
    const worker = readFileSync(path("offline-worker.js"), "utf8");
    const filled = worker.replace("__VERSION__", hash.digest("hex").slice(0, 16)).replace('"__FILES__"', names);
    writeFileSync(`${dist}offline.js`, filled);
    rmSync(path("../cli/dist/page"), { recursive: true, force: true });
    cpSync(dist, path("../cli/dist/page"), { recursive: true });
  },
};

/** What the first page replays, as data. */
const replay = {
  name: "replay",
  resolveId: (id) => (id === "virtual:hunt-of-fischer" ? `\0${id}` : undefined),
  load: async (id) =>
    id === "\0virtual:hunt-of-fischer" ? `export const hunt = ${JSON.stringify(await huntOfFischer())};` : undefined,
};

/** The guide, as pages of its own. */
const guide = {
  name: "guide",
  apply: "build",
  async generateBundle() {
    for (const [name, source] of await guideFiles())
      this.emitFile({ type: "asset", fileName: `guide/${name}`, source });
  },
};

export default defineConfig({
  base: "./",
  plugins: [svelte(), replay, guide, offline],
  resolve: { alias: { "@tracehound/core": path("../core/src/index.ts") } },
  worker: { format: "es" },
  build: {
    target: "es2022",
    outDir: "dist",
    emptyOutDir: true,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
  },
  logLevel: "warn",
});
