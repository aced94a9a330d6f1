// The bundle of the language server: `tracehound lsp` speaks to an editor by standard input and output; an editor that
// starts the bundle itself may choose any transport that the protocol's library knows.

import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { createConnection, ProposedFeatures } from "vscode-languageserver/node";
import { CONNECTION, serveLanguages } from "./server.ts";
import type { Files } from "./workspace.ts";

const disk: Files = {
  read(uri) {
    try {
      return readFileSync(fileURLToPath(uri), "utf8");
    } catch {
      return null;
    }
  },
};

/** Ends when the editor says so, or goes away. */
export function serveStandardStreams(): void {
  serveLanguages(createConnection(ProposedFeatures.all, process.stdin, process.stdout, CONNECTION), disk);
}

if (process.argv.includes("--node-ipc")) serveLanguages(createConnection(ProposedFeatures.all, CONNECTION), disk);
