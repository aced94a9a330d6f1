// `format --write` leaves a file in its encoding as far as it can, and says where it cannot.

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { tracehound } from "./run.ts";
import { scratchFolder } from "./scratch.ts";

const folder = scratchFolder();
const XTA = "// für\nint   n;\nprocess P() { state a; init a; }\nsystem P;\n";

it.each([
  ["UTF-8", Buffer.from(XTA), /^\/\/ für\nint n;/, ""],
  ["UTF-8 with its mark", Buffer.from(`\uFEFF${XTA}`), /^\uFEFF\/\/ für\nint n;/, ""],
  [
    "UTF-16, which becomes UTF-8",
    Buffer.from(`\uFEFF${XTA}`, "utf16le"),
    /^\/\/ für\nint n;/,
    "UTF-16 and is UTF-8 now",
  ],
  ["Latin-1, which becomes UTF-8", Buffer.from(XTA, "latin1"), /^\/\/ für\nint n;/, "LATIN-1 and is UTF-8 now"],
])("%s", async (_, bytes, after, said) => {
  const path = join(folder, "m.xta");
  writeFileSync(path, bytes);
  const { code, stderr } = await tracehound(["format", path, "--write"]);
  expect(code).toBe(0);
  expect(readFileSync(path, "utf8")).toMatch(after);
  expect(stderr).toContain(said);
  if (said === "") expect(stderr).toBe("");
});
