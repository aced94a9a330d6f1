#!/usr/bin/env node
// Committed so that npm can link it before the build exists; all it does is start the build.
import module from "node:module";

// Newer versions of node keep compiled code on disk: the second start is quicker.
module.enableCompileCache?.();

try {
  await import("../dist/tracehound.js");
} catch (error) {
  if (error?.code !== "ERR_MODULE_NOT_FOUND") throw error;
  process.stderr.write("tracehound is not built yet: run `npm run build` in the repository first.\n");
  process.exitCode = 70;
}
