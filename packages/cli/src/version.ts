// The version that `--version`, JSON results and bug reports carry; a test holds it equal to package.json.

import { readFileSync } from "node:fs";

export const VERSION = "0.1.0";

/** The commit that was built, with a plus where something was changed since; undefined outside a repository. */
export function commitOfBuild(): string | undefined {
  try {
    const text = readFileSync(new URL("commit", import.meta.url), "utf8");
    return text === "" ? undefined : text;
  } catch {
    return undefined;
  }
}
