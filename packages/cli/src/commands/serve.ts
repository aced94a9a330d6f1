// `tracehound serve`: the page, served to this machine alone, with a model in it if one is named.

import { defined } from "@tracehound/core";
import type { Command } from "commander";
import { defineCommand } from "../command.ts";
import { EXIT } from "../exit-codes.ts";
import { portNumber } from "../options.ts";
import { servePage } from "../page/server.ts";

interface Options {
  readonly port?: number;
  readonly browser: boolean;
}

export const serve = defineCommand<Options>({
  name: "serve",
  summary: "Opens the page, where everything runs in the browser.",
  description:
    "Serves the page to this machine alone (127.0.0.1, any free port) and opens the browser: see the hunt, walk the " +
    "trace, change the model, ask again. The whole engine runs in the browser. Ends with Ctrl-C.",
  examples: [
    ["tracehound serve", "the page, with examples to start with"],
    ["tracehound serve model.xml", "the page with this model"],
    ["tracehound serve model.xml --no-browser", "print the address only"],
  ],
  declare: (command: Command): Command =>
    command
      .argument("[model]", "the model: .xml, .xta, .ta, .tck or .json")
      .option("--port <n>", "the port (default: any that is free)", portNumber)
      .option("--no-browser", "do not open a browser"),
  async run([path], { port, browser }, context) {
    const served = path === undefined ? undefined : { name: path, content: await context.readFile(path) };
    await servePage({ port: port ?? 0, browser, ...defined({ served }) }, context);
    return EXIT.satisfied;
  },
});
