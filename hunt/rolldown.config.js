// Hunts run from the sources, bundled: no build of the packages is needed, and none can be stale.

import { fileURLToPath } from "node:url";
import { defineConfig } from "rolldown";

const cluster = fileURLToPath(new URL("../packages/cluster/src/index.ts", import.meta.url));
const source = (path) => fileURLToPath(new URL(`../packages/core/src/${path}`, import.meta.url));

export default defineConfig({
  input: { main: "hunt/main.ts", worker: "hunt/worker.ts" },
  platform: "node",
  external: ["typescript", "rolldown", "playwright-core"],
  resolve: {
    alias: {
      "@tracehound/core/testing": source("testing/index.ts"),
      "@tracehound/core": source("index.ts"),
      "@tracehound/cluster": cluster,
    },
  },
  output: { dir: "hunt/dist", format: "esm" },
});
