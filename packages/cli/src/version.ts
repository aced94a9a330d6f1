// The version that `--version`, JSON results and bug reports carry; a test holds it equal to package.json.

import { readFileSync } from "node:fs";

export const VERSION = "0.1.0";

/** The commit that was built, with a plus where something was changed since; undefined outside a repository. */
export function commitOfBuild(): string | undefined {
  // Beside the bundle, or seen from what starts it.
  for (const place of ["commit", "../dist/commit"]) {
    try {
      const text = readFileSync(new URL(place, import.meta.url), "utf8");
      return text === "" ? undefined : text;
    } catch {
      // Then it is no build of a repository.
    }
  }
  return undefined;
}
