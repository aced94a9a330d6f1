// `tracehound serve`: the page, served to this machine alone, with a model in it if one is named.

import { defined } from "@tracehound/core";
import type { Command } from "commander";
import { type BrokerOptions, withBroker } from "../cluster/broker-options.ts";
import { defineCommand } from "../command.ts";
import type { Context } from "../context.ts";
import { EXIT } from "../exit-codes.ts";
import { portNumber } from "../options.ts";
import type { Served } from "../page/served.ts";
import { ServedFile } from "../page/served-file.ts";
import { servePage } from "../page/server.ts";

interface Options extends BrokerOptions {
  readonly port?: number;
  readonly browser: boolean;
}

export const serve = defineCommand<Options>({
  name: "serve",
  summary: "Opens the page, where everything runs in the browser.",
  description:
    "Serves the page to this machine alone (127.0.0.1) and opens the browser: see the hunt, walk the trace, change the " +
    "model, save it (Ctrl+S), ask again. The whole engine runs in the browser. Whoever has the address that is printed may " +
    "read and save the model; nobody else can. With --broker also a page of the jobs there, by worker and shard. Ends with Ctrl-C.",
  examples: [
    ["tracehound serve", "the page, with examples to start with"],
    ["tracehound serve model.xml", "the page with this model"],
    ["tracehound serve model.xml --no-browser", "print the address only"],
    ["tracehound serve --broker nats://host:4222", "watch the jobs of a broker"],
  ],
  declare: (command: Command): Command =>
    command
      .argument("[model]", "the model: .xml, .xta, .ta, .tck, .prism or .json")
      .option("--port <n>", "the port (default: the same every time, or any that is free)", portNumber)
      .option("--no-browser", "do not open a browser")
      .option("--broker <url>", "a page of the jobs of this broker, too: nats://HOST:4222")
      .option("--credentials <file>", "with --broker: a file of NATS, as for `job`"),
  async run([path], { port, browser, broker: url, credentials }, context) {
    const served = path === undefined ? undefined : await toServe(path, context);
    const page = { browser, ...defined({ port, served }) };
    // Whoever only has the variable for other commands sees the page as ever.
    if (url === undefined) await servePage(page, context);
    else {
      await withBroker({ broker: url, ...defined({ credentials }) }, context, (broker, cluster) =>
        servePage({ ...page, jobs: { broker: url, list: () => cluster.listJobs(broker) } }, context),
      );
    }
    return EXIT.satisfied;
  },
});

/** Devices, pipes and standard input can be read, not written back. */
async function toServe(path: string, context: Context): Promise<Served> {
  const content = await context.readFile(path);
  return { name: path, content, ...defined({ file: path === "-" ? undefined : await ServedFile.at(path) }) };
}
