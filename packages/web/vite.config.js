// The page as static files with relative addresses. One script for the page and one for all its workers.

import { fileURLToPath } from "node:url";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";

const core = fileURLToPath(new URL("../core/src/index.ts", import.meta.url));

export default defineConfig({
  base: "./",
  plugins: [svelte()],
  resolve: { alias: { "@tracehound/core": core } },
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
