// The command line in one file. Comments, white space and long names of local variables are left out because the whole
// file is read at every start; names of functions stay, so that the stack in a bug report can be read.

import { defineConfig } from "rolldown";

/** The parser of arguments could start programs; ours never does, and loading what that needs takes time. */
const withoutChildProcess = {
  name: "without-child-process",
  resolveId: (id) => (id === "node:child_process" ? "\0no-child-process" : null),
  load: (id) => (id === "\0no-child-process" ? "export default {};" : null),
};

export default defineConfig({
  plugins: [withoutChildProcess],
  input: "src/main.ts",
  platform: "node",
  output: {
    file: "dist/tracehound.js",
    format: "esm",
    comments: false,
    minify: { mangle: { toplevel: false, keepNames: true }, compress: true, codegen: { removeWhitespace: true } },
  },
});
