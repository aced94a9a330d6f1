// Local time on the models beside the project: every one that it is for reaches the same locations and values as with
// one time for all, in either engine, and needs no more states than the other abstractions do.

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import {
  type AbstractionName,
  boundsByVector,
  chooseAbstraction,
  createCompiledEngine,
  createReferenceEngine,
  type Engine,
} from "../../../src/engine/index.ts";
import { loadModel } from "../../../src/lang/load.ts";
import type { Network } from "../../../src/network/index.ts";
import { reachedDiscrete } from "../../../src/testing/index.ts";

const models = new URL("../../../../../../shared/models/", import.meta.url);
const present = existsSync(models);
if (!present) console.info("../shared/models is not here: local time is not tried on public models");

/** Symbolic states, and transitions in the reference engine, beyond which a model is left to a bench run. */
const LARGEST = 6_000;
const IN_REFERENCE = 2_000;

function networks(): [string, Network][] {
  if (!present) return [];
  const files = ["tchecker", "ticktac"].flatMap((folder) =>
    readdirSync(new URL(folder, models))
      .filter((name) => /\.(tck|xml)$/.test(name))
      .map((name) => `${folder}/${name}`),
  );
  return files.flatMap((file): [string, Network][] => {
    const { network } = loadModel({ name: file, content: readFileSync(new URL(file, models)) }, { lints: false });
    if (network === null || !chooseAbstraction(network, [], "local-time").ok) return [];
    return [[file, network]];
  });
}

function engineOf(network: Network, abstraction: AbstractionName, reference = false): Engine {
  const chosen = chooseAbstraction(network, [], abstraction);
  if (!chosen.ok) throw new Error(chosen.diagnostics[0]!.message);
  const common = { targets: [], abstraction, subsumption: "inclusion" } as const;
  const { bounds } = chosen.value;
  if (reference) return createReferenceEngine(network, { ...common, bounds: boundsByVector(bounds) });
  const engine = createCompiledEngine(network, { ...common, bounds });
  if ("unsupported" in engine) throw new Error(engine.unsupported);
  return engine;
}

describe.runIf(present)("local time reaches what one time for all reaches", () => {
  const list = networks();
  it("is for a good part of the models", () => expect(list.length).toBeGreaterThan(12));

  it.each(list)("%s", (_file, network) => {
    const usual = engineOf(network, "alu");
    const expected = reachedDiscrete(usual, LARGEST);
    const local = engineOf(network, "local-time");
    const reached = reachedDiscrete(local, LARGEST);
    if (expected === undefined || reached === undefined) return;
    expect([...reached].sort()).toEqual([...expected].sort());
    expect(local.statistics.stored).toBeLessThanOrEqual(usual.statistics.stored);
    if (local.statistics.transitions > IN_REFERENCE) return;
    expect([...reachedDiscrete(engineOf(network, "local-time", true))!].sort()).toEqual([...expected].sort());
  });
});
