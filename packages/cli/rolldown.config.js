// The command line in one file, in the form that `bin/tracehound.js` can keep compiled. Comments, white space and long
// names of local variables are left out because the whole file is read at every start; names of functions stay, so that
// the stack in a bug report can be read.

import { spawnSync } from "node:child_process";
import { copyFileSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { defineConfig } from "rolldown";

/** The parser of arguments could start programs; ours never does, and loading what that needs takes time. */
const withoutChildProcess = {
  name: "without-child-process",
  resolveId: (id) => (id === "node:child_process" ? "\0no-child-process" : null),
  load: (id) => (id === "\0no-child-process" ? "export default {};" : null),
};

/**
 * `bin/tracehound.js` reads the bundle byte by byte, so signs beyond ASCII are spelled out, once it is written in
 * short.
 */
const inAscii = {
  name: "in-ascii",
  generateBundle(_options, bundle) {
    for (const chunk of Object.values(bundle)) {
      // There the spelling would be text of its own.
      if (/String\.raw`[^`]*[^\0-\x7f]/.test(chunk.code)) throw new Error("String.raw with signs beyond ASCII");
      const spelled = (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`;
      chunk.code = chunk.code.replace(/[^\0-\x7f]/g, spelled);
    }
  },
};

/** The models that `examples` prints. */
const withExamples = {
  name: "with-examples",
  closeBundle() {
    const path = (relative) => fileURLToPath(new URL(relative, import.meta.url));
    mkdirSync(path("dist/examples"), { recursive: true });
    for (const file of readdirSync(path("../../examples")).filter((name) => /\.(?:xml|prism|props)$/.test(name))) {
      copyFileSync(path(`../../examples/${file}`), path(`dist/examples/${file}`));
    }
  },
};

/** Which commit this is, for whoever records what was run; nothing outside a repository. */
const withCommit = {
  name: "with-commit",
  closeBundle() {
    const git = (...args) => spawnSync("git", args, { cwd: new URL(".", import.meta.url), encoding: "utf8" }).stdout;
    const commit = git("rev-parse", "--short=10", "HEAD")?.trim() ?? "";
    const changed = git("status", "--porcelain", "--untracked-files=no", "..")?.trim() ?? "";
    const text = commit === "" ? "" : `${commit}${changed === "" ? "" : "+"}`;
    writeFileSync(fileURLToPath(new URL("dist/commit", import.meta.url)), text);
  },
};

/** The manual page, as the new build writes it. */
const withManual = {
  name: "with-manual",
  closeBundle() {
    const path = (relative) => fileURLToPath(new URL(relative, import.meta.url));
    const { stdout } = spawnSync(process.execPath, [path("bin/tracehound.js"), "man"]);
    writeFileSync(path("dist/tracehound.1"), stdout);
  },
};

/** A first run after the build, so that nobody else's run is the slow one that compiles. */
const warmStart = {
  name: "warm-start",
  closeBundle() {
    const path = (relative) => fileURLToPath(new URL(relative, import.meta.url));
    const run = [path("bin/tracehound.js"), "check", path("../../examples/fischer-weakened.xml"), "--expect"];
    spawnSync(process.execPath, run, { stdio: "ignore" });
  },
};

/** One file; whoever reads it waits for every byte. */
const inOneFile = (file) => ({
  file,
  format: "cjs",
  comments: false,
  minify: { mangle: { toplevel: false, keepNames: true }, compress: true, codegen: { removeWhitespace: true } },
});

export default defineConfig([
  // Unshortened: whoever uses the library packs it in his own way, and in parts: what he does not use is left out then.
  {
    input: Object.fromEntries(
      ["index", "load", "check", "explain", "simulate"].map((name) => [name, `src/library/${name}.ts`]),
    ),
    platform: "neutral",
    resolve: { mainFields: ["module", "main"] },
    output: {
      dir: "dist/library",
      cleanDir: true,
      format: "esm",
      comments: false,
      chunkFileNames: "parts/[name].js",
    },
  },
  // What speaks with brokers: read by `job` and `worker` alone.
  { input: "../cluster/src/index.ts", platform: "node", output: inOneFile("dist/cluster.cjs") },
  { input: "src/lsp/main.ts", platform: "node", output: inOneFile("dist/language-server.cjs") },
  {
    plugins: [withoutChildProcess, inAscii, withCommit, withExamples, warmStart, withManual],
    input: "src/main.ts",
    platform: "node",
    output: inOneFile("dist/tracehound.cjs"),
  },
]);
