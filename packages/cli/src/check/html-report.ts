// `check --html`: the report of the core, with what it leaves to its surroundings.

import { createRequire } from "node:module";
import { type Budget, htmlReport, type ReportInput } from "@tracehound/core";
import type { Context } from "../context.ts";
import { VERSION } from "../version.ts";

export async function writeReport(
  path: string,
  input: Omit<ReportInput, "version" | "sha256">,
  context: Context,
  budget: Budget,
): Promise<void> {
  // Only reports need it, and every command would wait for it. The bundle runs as a script, where `import()` fails.
  const { createHash } = createRequire(import.meta.url)("node:crypto") as typeof import("node:crypto");
  const sha256 = (text: string): string => createHash("sha256").update(text).digest("base64");
  await context.writeFile(
    path,
    budget.finishing(() => htmlReport({ ...input, version: VERSION, sha256 })),
  );
  context.err(`report written to ${path}\n`);
}
