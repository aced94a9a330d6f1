// Folders for tests that write files. They are removed when the tests of the file are done.

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll } from "vitest";

const folders: string[] = [];
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

export function scratchFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "tracehound-test-"));
  folders.push(folder);
  return folder;
}
