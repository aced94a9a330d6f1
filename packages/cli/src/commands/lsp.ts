// `tracehound lsp`: the language server, for editors. It has a bundle of its own, which no other command has to read.

import { createRequire } from "node:module";
import { defineCommand } from "../command.ts";
import { EXIT } from "../exit-codes.ts";
import type * as LanguageServer from "../lsp/main.ts";

export const lsp = defineCommand<Record<string, never>>({
  name: "lsp",
  summary: "Speaks with editors: the language server.",
  description:
    "Serves the language server protocol on standard input and output, for .xml, .xta, .ta, .q and .tck: diagnostics, " +
    "hover, definitions, references, rename, completion, formatting, and a lens that checks a query. Editors start it; " +
    "docs/editors.md says how.",
  examples: [["tracehound lsp", "what an editor runs"]],
  declare: (command) =>
    command.option("--stdio", "by standard input and output, which is the only way and the default"),
  async run(_, __, context) {
    const bundle = "../dist/language-server.cjs";
    const { serveStandardStreams } = createRequire(import.meta.url)(bundle) as typeof LanguageServer;
    serveStandardStreams();
    // The protocol's library ends the process when the editor does.
    await new Promise<void>((resolve) => context.signal.addEventListener("abort", () => resolve()));
    return EXIT.satisfied;
  },
});
