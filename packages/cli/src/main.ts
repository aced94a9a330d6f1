// The entry of the command line: runs it in this process and leaves with its exit code. The same bundle runs in the
// threads that members of a portfolio get.

import { ownSampling, samplingDriver, serveSampling } from "./check/sampling-workers.ts";
import { ownSide, serveOwnSide, sideDriver } from "./check/side-workers.ts";
import { ownRequest, serveRequest, workerDriver } from "./check/workers.ts";
import { runCli } from "./cli.ts";
import { reason } from "./context.ts";
import { EXIT, gravest } from "./exit-codes.ts";
import { bugReport } from "./report/bug-report.ts";
import { processTerminal } from "./terminal.ts";

/** Milliseconds for what is still on its way when the user has interrupted. */
const PATIENCE = 500;

const request = ownRequest();
const sampling = ownSampling();
const side = ownSide();
if (request !== undefined) void serveRequest(request);
else if (sampling !== undefined) void serveSampling(sampling);
else if (side !== undefined) serveOwnSide(side);
else void command(process.argv.slice(2));

async function command(args: string[]): Promise<void> {
  // What escapes every other net (a callback, a forgotten promise) is a fault of ours as well.
  process.on("uncaughtException", (error) => {
    process.stderr.write(bugReport(error, args));
    process.exit(EXIT.bug);
  });
  let unwritten = false;
  const terminal = processTerminal((error) => {
    process.stderr.write(`error: cannot write the results: ${reason(error)}\n`);
    unwritten = true;
    process.exitCode = EXIT.unwritten;
  });
  const bundle = new URL(import.meta.url);
  const driver = workerDriver(bundle, terminal.signal);
  const sampling = samplingDriver(bundle, terminal.signal);
  const sides = sideDriver(bundle, terminal.signal);
  // Set, not called: output that is still on its way shall arrive.
  const code = await runCli(args, { ...terminal, driver, sampling, sides });
  process.exitCode = unwritten ? gravest([code, EXIT.unwritten]) : code;
  // Whoever interrupts does not wait for input that does not come, or for a reader that does not read.
  if (terminal.signal.aborted) setTimeout(() => process.exit(), PATIENCE).unref();
}
