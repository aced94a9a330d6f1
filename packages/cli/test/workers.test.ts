// A member of a portfolio in a thread of its own: the built bundle finds its request and answers it.

import { existsSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { loadModel } from "@tracehound/core";
import { describe, expect, it } from "vitest";
import { workerDriver } from "../src/check/workers.ts";
import { ROOT } from "./run.ts";

const bundle = join(ROOT, "packages/cli/bin/tracehound.js");
const built = existsSync(join(ROOT, "packages/cli/dist/tracehound.cjs"));
if (!built) console.info("The command line is not built (`npm run build`): its threads are not tried here.");

describe.runIf(built)("a member in a thread", () => {
  it("answers what it was started for", async () => {
    const content = "process P() { state a, b; init a; trans a -> b { }; } system P;";
    const model = loadModel({ name: "m.xta", content });
    const { queries } = model.readQueries({ name: "m.q", content: "E<> P.b" });
    const driver = workerDriver(pathToFileURL(bundle), new AbortController().signal);
    const { report } = driver.start({
      network: model.network!,
      query: queries[0]!,
      search: "bfs",
      seed: 1,
      firstShare: 1,
      options: { abstraction: "extra-lu", engine: "auto", limits: {}, shorten: false },
    });
    expect((await report)?.verdict.kind).toBe("satisfied");
  });
});
