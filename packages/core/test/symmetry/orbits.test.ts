// What is stored stands for what is reached: the orbits of the stored discrete states are all of them, each once.

import { describe, expect, it } from "vitest";
import { chooseAbstraction, createCompiledEngine } from "../../src/engine/index.ts";
import { soughtBy } from "../../src/network/index.ts";
import { CanonicalForm, SymmetricEngine, symmetryOf } from "../../src/symmetry/index.ts";
import { discreteStates, orbitOf } from "../../src/testing/symmetry-claims.ts";
import { load } from "../check/ask.ts";
import { gate, plainFischer, scalarFischer } from "./models.ts";

function counted(model: string, text: string) {
  const compiled = load(model).compileQuery(text);
  if (!compiled.ok) throw new Error(compiled.diagnostics[0]!.message);
  const { network, value } = compiled;
  const sought = soughtBy(value);
  if (sought?.kind !== "state") throw new Error("no state is sought");
  const form = new CanonicalForm(symmetryOf(network, sought.formula, "auto"));
  const chosen = chooseAbstraction(network, [value], "extra-lu");
  if (!chosen.ok) throw new Error("there is no abstraction");
  const { abstraction, bounds } = chosen.value;
  const options = { targets: [], abstraction, subsumption: "inclusion", bounds } as const;
  const engine = (rearranger?: CanonicalForm) => {
    const made = createCompiledEngine(network, { ...options, ...(rearranger === undefined ? {} : { rearranger }) });
    if ("unsupported" in made) throw new Error(made.unsupported);
    return made;
  };
  const reached = discreteStates(engine(), 100_000)!;
  const stored = discreteStates(new SymmetricEngine(engine(form), form), 100_000)!;
  const orbits = [...stored.values()].map((state) => orbitOf(form, state).size);
  return { reached: reached.size, stored: stored.size, sum: orbits.reduce((sum, size) => sum + size, 0) };
}

describe("orbits of discrete states", () => {
  it.each([
    ["Fischer, scalar", scalarFischer(5), "A[] not deadlock"],
    ["Fischer, integers", plainFischer(5), "A[] not deadlock"],
    ["Fischer, two of them named", plainFischer(5), "E<> P(1).cs && P(2).cs"],
    ["the gate", gate(3), "E<> len == 3"],
  ])("add up to all that are reached: %s", (name, model, text) => {
    const { reached, stored, sum } = counted(model, text);
    expect(stored).toBeLessThan(reached);
    // The queue of the gate begins with names in it: only what is reached from there is counted without symmetry.
    if (name !== "the gate") expect(sum).toBe(reached);
    else expect(sum).toBeGreaterThanOrEqual(reached);
  });
});
