// The entry of the command line: runs it in this process and leaves with its exit code.

import { runCli } from "./cli.ts";
import { EXIT } from "./exit-codes.ts";
import { bugReport } from "./report/bug-report.ts";
import { processTerminal } from "./terminal.ts";

const args = process.argv.slice(2);

// What escapes every other net (a callback, a forgotten promise) is a fault of ours as well.
process.on("uncaughtException", (error) => {
  process.stderr.write(bugReport(error, args));
  process.exit(EXIT.bug);
});

// Set, not called: output that is still on its way shall arrive.
process.exitCode = await runCli(args, processTerminal());
