// The compiled engine against the reference engine on the public UPPAAL models beside the project: functions, selects,
// broadcast, arrays, structs, hundreds of processes. The first states of each, step by step.

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { loadModel } from "../../../src/lang/load.ts";
import { compareEngines } from "../../../src/testing/index.ts";

const models = new URL("../../../../../../shared/models/", import.meta.url);
const present = existsSync(models);
if (!present) console.log("shared/models is not here: engines are not compared on public models");

/** What the compiled engine leaves to the reference engine; anything else must be covered. */
const LEFT_OUT = /no small declared range|compared with each other/;

const folders = [
  "ticktac",
  "uppaal-models/error-search",
  "uppaal-models/dynamic-constraints",
  "uppaal-models/case-studies",
];
const files = present
  ? folders.flatMap((folder) =>
      readdirSync(new URL(folder, models))
        .filter((name) => name.endsWith(".xml"))
        .map((name) => `${folder}/${name}`),
    )
  : [];

describe.runIf(present)("compiled and reference engine agree on", () => {
  test.each(files)("%s", (file) => {
    const loaded = loadModel({ name: file, content: readFileSync(new URL(file, models)) }, { lints: false });
    if (loaded.network === null) throw new Error("the model does not load");
    const { network } = loaded;
    const targets = network.queries.flatMap((query) =>
      query.kind === "E<>" || query.kind === "A[]" ? [{ formula: query.formula, frameSize: query.frameSize }] : [],
    );
    const limit = network.clocks.length > 50 ? 3 : 60;
    for (const stepwise of [true, false]) {
      const common = { subsumption: "inclusion", stepwise, limit } as const;
      let outcome = compareEngines(network, { ...common, abstraction: "alu", targets });
      // Queries about deadlock and the like keep targets from being compiled, not the network.
      if (outcome.kind === "unsupported") outcome = compareEngines(network, { ...common, abstraction: "alu" });
      if (outcome.kind === "unsupported") expect(outcome.feature).toMatch(LEFT_OUT);
      else expect(outcome).toMatchObject({ kind: "agreed" });
    }
  });
});
