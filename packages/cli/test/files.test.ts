import { mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { filesBelow } from "../src/files.ts";
import { scratchFolder } from "./scratch.ts";

it("finds files below a folder, and passes over what is hidden or leads nowhere", async () => {
  const folder = scratchFolder();
  mkdirSync(join(folder, "b/.git"), { recursive: true });
  mkdirSync(join(folder, "gone"));
  symlinkSync(join(folder, "gone"), join(folder, "b/link"));
  rmSync(join(folder, "gone"), { recursive: true });
  for (const file of ["a.xta", "b/c.xml", "b/.git/d.xml"]) writeFileSync(join(folder, file), "");
  expect(await filesBelow(folder)).toEqual(["a.xta", "b/c.xml", "b/link"]);
  expect(await filesBelow(join(folder, "a.xta"))).toBeNull();
  expect(await filesBelow(join(folder, "gone"))).toBeNull();
});
