// The entry of the command line: runs it in this process and leaves with its exit code.

import { runCli } from "./cli.ts";
import { processTerminal } from "./terminal.ts";

// Set, not called: output that is still on its way shall arrive.
process.exitCode = await runCli(process.argv.slice(2), processTerminal());
