// The models beside the project, where they exist.

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const folder = fileURLToPath(new URL("../../../../../shared/models", import.meta.url));

export const haveModels = existsSync(folder);
if (!haveModels) console.info("../shared/models is absent: tests on public models do not run here");

export const allModels: readonly string[] = haveModels
  ? readdirSync(folder, { recursive: true, encoding: "utf8" })
      .filter((file) => /\.(?:xml|tck)$/.test(file))
      .sort()
  : [];

export function modelBytes(name: string): Uint8Array {
  return readFileSync(join(folder, name));
}
