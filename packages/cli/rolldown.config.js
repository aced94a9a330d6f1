// The command line in one file. Comments and white space are left out because the whole file is read at every start;
// names stay, so that the stack in a bug report can be read.

import { defineConfig } from "rolldown";

export default defineConfig({
  input: "src/main.ts",
  platform: "node",
  output: {
    file: "dist/tracehound.js",
    format: "esm",
    comments: false,
    minify: { mangle: false, compress: false, codegen: { removeWhitespace: true } },
  },
});
