import { defineConfig } from "vitest/config";

// Tests read the sources, not the build, so that a red test never hides behind a stale dist/.
export default defineConfig({
  resolve: {
    alias: [
      {
        find: "@tracehound/core/testing",
        replacement: new URL("./packages/core/src/testing/index.ts", import.meta.url).pathname,
      },
      { find: "@tracehound/core", replacement: new URL("./packages/core/src/index.ts", import.meta.url).pathname },
    ],
  },
  test: {
    include: ["packages/*/test/**/*.test.ts", "bench/**/*.test.ts", "hunt/*.test.ts"],
    globalSetup: "packages/web/test/announce.ts",
    // Other work may share the machine: these end what hangs, and are no measure of anything.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 120_000 } },
    maxWorkers: 2,
  },
});
