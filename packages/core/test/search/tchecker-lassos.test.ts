// TChecker's liveness search (`tck-liveness -a ndfs`, labels together) sees every zone of these models, so its counts
// do not depend on any order: ours are the same. Where there is a cycle, both find one.

import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { boundsByVector } from "../../src/engine/clock-bounds.ts";
import { chooseAbstraction, createCompiledEngine, createReferenceEngine } from "../../src/engine/index.ts";
import { loadModel } from "../../src/lang/load.ts";
import type { Automaton } from "../../src/ltl/index.ts";
import type { Formula, Network } from "../../src/network/index.ts";
import { InitialRoots, lassoSearches } from "../../src/search/index.ts";
import { configure } from "../../src/spec/index.ts";

const FOLDER = fileURLToPath(new URL("../../../../../shared/models/tchecker/", import.meta.url));

/** Every atom infinitely often: each is an acceptance set. */
function infinitelyOften(atoms: number): Automaton {
  const edges = Array.from({ length: 2 ** atoms }, (_, letter) => {
    return { yes: letter, no: (2 ** atoms - 1) & ~letter, target: 0, marks: letter };
  });
  return { atoms, sets: atoms, edges: [edges], initial: 0 };
}

function search(network: Network, atoms: readonly Formula[], reference: boolean) {
  const chosen = chooseAbstraction(network, [], "extra-lu");
  if (!chosen.ok) throw new Error("no bounds");
  const { bounds } = chosen.value;
  const targets = atoms.map((formula) => ({ formula, frameSize: 0 }));
  const options = { targets, abstraction: "extra-lu", subsumption: "equality" } as const;
  const engine = reference
    ? createReferenceEngine(network, { ...options, bounds: boundsByVector(bounds) })
    : createCompiledEngine(network, { ...options, bounds, graph: true });
  if ("unsupported" in engine) throw new Error(engine.unsupported);
  const about = { network, formulas: atoms, frameSize: 0 };
  const problem = { engine, automaton: infinitelyOften(atoms.length), atoms: [...atoms.keys()], ends: null, ...about };
  const config = configure(lassoSearches, "couvreur()");
  if (!config.ok) throw new Error(config.diagnostics[0]!.message);
  const looking = config.value.create(problem, new InitialRoots(engine));
  let status = looking.step();
  while (status === "running") status = looking.step();
  const { stored, transitions } = looking.statistics;
  return { status, stored, transitions };
}

function asked(name: string, labels: readonly (readonly string[])[]): { network: Network; atoms: Formula[] } {
  const loaded = loadModel({ name, content: readFileSync(`${FOLDER}${name}`, "utf8") }, { lints: false });
  const atoms = labels.map((some) => {
    const query = loaded.compileLabels(some);
    if (!query.ok || !("formula" in query.value)) throw new Error(`no labels ${some.join()}`);
    return query.value.formula;
  });
  return { network: loaded.network!, atoms };
}

describe.skipIf(!existsSync(FOLDER))("TChecker's liveness models", () => {
  it.each([
    ["fischer_4.tck", ["cs1", "cs2"], 292, 576],
    ["fischer_6.tck", ["cs1", "cs2"], 5798, 12432],
    ["train_gate_2.tck", ["cross1", "cross2"], 56, 84],
    ["dining-philosophers_4.tck", ["eating1", "eating2"], 8861, 25096],
  ] as const)("%s: no cycle with %s", (name, labels, stored, transitions) => {
    const { network, atoms } = asked(name, [labels]);
    expect(search(network, atoms, false)).toEqual({ status: "exhausted", stored, transitions });
    if (stored < 1000) expect(search(network, atoms, true)).toEqual({ status: "exhausted", stored, transitions });
  });

  it.each([
    ["ad94.tck", [["green"]]],
    ["fischer_4.tck", [["cs1"]]],
    ["fischer_4.tck", [["cs1"], ["cs2"]]],
    ["train_gate_2.tck", [["cross1"], ["cross2"]]],
    ["critical-region_3.tck", [["error1", "error2"]]],
    ["dining-philosophers_4.tck", [["eating1", "eating3"]]],
    ["b-fischer-TY_5.tck", [["cs1", "cs2"]]],
  ] as const)("%s: a cycle through %j", (name, labels) => {
    const { network, atoms } = asked(name, labels);
    expect(search(network, atoms, false).status).toBe("found");
  });
});
