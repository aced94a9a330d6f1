// Hunts run from the sources, bundled: no build of the packages is needed, and none can be stale.

import { fileURLToPath } from "node:url";
import { defineConfig } from "rolldown";

const source = (path) => fileURLToPath(new URL(`../packages/core/src/${path}`, import.meta.url));

export default defineConfig({
  input: { main: "hunt/main.ts", worker: "hunt/worker.ts" },
  platform: "node",
  external: ["typescript", "rolldown", "playwright-core"],
  resolve: {
    alias: { "@tracehound/core/testing": source("testing/index.ts"), "@tracehound/core": source("index.ts") },
  },
  output: { dir: "hunt/dist", format: "esm" },
});
