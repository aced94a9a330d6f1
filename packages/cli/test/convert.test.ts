// A converted model means the same: it has the same zone graph, and reading back gives what was written.

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { ROOT, tracehound } from "./run.ts";
import { scratchFolder } from "./scratch.ts";

const folder = scratchFolder();

/** Under inclusion the counts depend on the order of successors, which `sync` lines may change. */
async function counts(path: string, subsumption = "inclusion"): Promise<unknown> {
  const { stdout, stderr, code } = await tracehound(["explore", path, "--json", "--subsumption", subsumption]);
  expect({ code, stderr: stderr.includes("error") }, `${path}: ${stderr}`).toEqual({ code: 0, stderr: false });
  const { explored, stored, transitions } = JSON.parse(stdout).statistics;
  return { explored, stored, transitions };
}

describe("convert", () => {
  const examples = ["fischer-weakened", "csma-cd", "job-shop", "hanoi", "train-gate"];
  it.each(examples)("keeps the zone graph of %s in every format that can say it", async (name) => {
    const original = join(ROOT, "examples", `${name}.xml`);
    const expected = await counts(original);
    for (const format of ["xml", "xta", "json", "tck"]) {
      const path = join(folder, `${name}.${format}`);
      const { code, stderr } = await tracehound(["convert", original, path]);
      if (format === "tck" && name === "train-gate") {
        // An urgent channel is refused by name.
        expect({ code, stderr }).toEqual({
          code: 12,
          stderr: expect.stringMatching(/an urgent channel/),
        });
        continue;
      }
      expect(code, stderr).toBe(0);
      expect(await counts(path), path).toEqual(expected);
    }
  });

  it("keeps the zone graph of broadcasts as weak participants", async () => {
    const small = join(folder, "plc.xml");
    const text = readFileSync(join(ROOT, "examples/plc-mutex.xml"), "utf8");
    writeFileSync(
      small,
      text.replace("CYCLE = 3", "CYCLE = 1").replace("WIRE = 2", "WIRE = 1").replace("HOLD = 3", "HOLD = 1"),
    );
    const path = join(folder, "plc.tck");
    expect(await tracehound(["convert", small, path])).toMatchObject({ code: 0 });
    expect(await counts(path, "equality")).toEqual(await counts(small, "equality"));
  });

  it("goes from TChecker to UPPAAL and back", async () => {
    const model = join(folder, "toggle.tck");
    writeFileSync(
      model,
      "system:toggle\nevent:on\nevent:off\nclock:1:x\nint:1:0:3:0:n\nprocess:P\nlocation:P:a{initial:}\nlocation:P:b{invariant:x<=4}\n" +
        "edge:P:a:b:on{provided:n<3 : do:x=0;n=n+1}\nedge:P:b:a:off{provided:x>=2}\n",
    );
    const expected = await counts(model);
    for (const format of ["xml", "xta", "json", "tck"]) {
      const path = join(folder, `toggle-copy.${format}`);
      const { code, stderr } = await tracehound(["convert", model, path]);
      expect(code, stderr).toBe(0);
      expect(await counts(path), path).toEqual(expected);
    }
  });
});
