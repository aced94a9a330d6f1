// Suites run from the sources, bundled, as hunts do; those that start commands take them from the build of
// `packages/cli`.

import { fileURLToPath } from "node:url";
import { defineConfig } from "rolldown";

const source = (path) => fileURLToPath(new URL(`../packages/core/src/${path}`, import.meta.url));

export default defineConfig({
  input: "bench/run.ts",
  platform: "node",
  resolve: {
    alias: { "@tracehound/core/testing": source("testing/index.ts"), "@tracehound/core": source("index.ts") },
  },
  // Fixed names: a suite with workers starts its own file again.
  output: { dir: "bench/dist", format: "esm", chunkFileNames: "[name].js", cleanDir: true },
});
