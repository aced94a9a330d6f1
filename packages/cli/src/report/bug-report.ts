// What a user sees and may send when Tracehound itself is at fault.

import { VERSION } from "../version.ts";
import { shellWord } from "./shell-word.ts";

const LONGEST_LINE = 2000;

export function bugReport(error: unknown, argv: readonly string[]): string {
  const stack = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return [
    "Tracehound has a bug, and this is it. Nothing above this line is a verdict on your model.",
    "Please report it together with the model and these lines:",
    "",
    `  tracehound ${VERSION}, node ${process.version}, ${process.platform} ${process.arch}`,
    `  command: tracehound ${argv.map(shellWord).join(" ")}`,
    // Where a stack overflows, node puts the line of the bundle before it: a megabyte.
    ...stack
      .split("\n")
      .filter((line) => line.length < LONGEST_LINE && line.trim() !== "")
      .map((line) => `  ${line}`),
    "",
  ].join("\n");
}
