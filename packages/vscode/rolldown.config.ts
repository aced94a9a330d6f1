// The extension in one file, highlighting made of the languages' words, and both packed with the language server of the
// command line (built before) as `dist/tracehound.vsix`.

import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { defineConfig } from "rolldown";
import { GRAMMARS } from "./build/grammars.ts";
import { packVsix } from "./build/vsix.ts";
import manifest from "./package.json" with { type: "json" };

const here = new URL("./", import.meta.url);

const packed = {
  name: "packed",
  closeBundle(): void {
    const files: Record<string, Uint8Array> = {};
    const add = (path: string, from = path): void => {
      files[path] = readFileSync(new URL(from, here));
    };
    for (const path of ["README.md", "language-configuration.json", "tchecker-configuration.json"]) add(path);
    add("LICENSE.txt", "LICENSE");
    add("dist/extension.cjs");
    add("dist/language-server.cjs", "../cli/dist/language-server.cjs");
    mkdirSync(new URL("dist/syntaxes", here), { recursive: true });
    for (const [name, grammar] of Object.entries(GRAMMARS)) {
      const path = `dist/syntaxes/${name}.json`;
      writeFileSync(new URL(path, here), JSON.stringify(grammar, null, 2));
      add(path);
    }
    const { devDependencies: _, scripts: __, private: ___, ...about } = manifest;
    writeFileSync(new URL("dist/tracehound.vsix", here), packVsix(about, files));
  },
};

export default defineConfig({
  input: "src/extension.ts",
  platform: "node",
  external: ["vscode"],
  plugins: [packed],
  output: { file: "dist/extension.cjs", format: "cjs", comments: false, minify: true },
});
