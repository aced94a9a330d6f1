// What a user sees and may send when Tracehound itself is at fault.

import { VERSION } from "../version.ts";

export function bugReport(error: unknown, argv: readonly string[]): string {
  const stack = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return [
    "Tracehound has a bug, and this is it. Nothing above this line is a verdict on your model.",
    "Please report it together with the model and these lines:",
    "",
    `  tracehound ${VERSION}, node ${process.version}, ${process.platform} ${process.arch}`,
    `  command: tracehound ${argv.map(quote).join(" ")}`,
    ...stack.split("\n").map((line) => `  ${line}`),
    "",
  ].join("\n");
}

function quote(argument: string): string {
  return /^[\w@%+=:,./-]+$/.test(argument) ? argument : `'${argument.replaceAll("'", "'\\''")}'`;
}
