import { defineConfig } from "vitest/config";

const source = (path: string): string => new URL(`./packages/core/src/${path}`, import.meta.url).pathname;

const REPLACES_MODULES = ["packages/core/test/check/plan/plan.test.ts"];

// Tests read the sources, not the build, so that a red test never hides behind a stale dist/.
export default defineConfig({
  resolve: {
    alias: [
      { find: "@tracehound/core/testing", replacement: source("testing/index.ts") },
      { find: "@tracehound/core", replacement: source("index.ts") },
      {
        find: "@tracehound/cluster",
        replacement: new URL("./packages/cluster/src/index.ts", import.meta.url).pathname,
      },
    ],
  },
  test: {
    // Other work may share the machine: these end what hangs, and are no measure of anything.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 120_000 } },
    maxWorkers: 2,
    reporters: ["default", "./scripts/slowest-files.js"],
    projects: [
      {
        // Reading the sources anew for every file takes a quarter of the time: files share them where none replaces a
        // module.
        extends: true,
        test: {
          name: "shared",
          isolate: false,
          include: ["packages/{core,cli,cluster,vscode}/test/**/*.test.ts", "bench/**/*.test.ts", "hunt/*.test.ts"],
          exclude: REPLACES_MODULES,
        },
      },
      { extends: true, test: { name: "alone", include: REPLACES_MODULES } },
      {
        extends: true,
        test: {
          name: "page",
          isolate: false,
          include: ["packages/web/test/**/*.test.ts"],
          globalSetup: "packages/web/test/announce.ts",
        },
      },
    ],
  },
});
