// The estimate of a model's initial state for its first query, or for one that is given.

import { heuristics } from "../../src/heuristics/index.ts";
import { loadModel } from "../../src/lang/load.ts";
import { configure } from "../../src/spec/index.ts";

/** With `moved` processes put elsewhere. */
export function estimate(
  spec: string,
  xta: string,
  moved: Readonly<Record<string, string>> = {},
  text?: string,
): number {
  const { network, diagnostics, compileQuery } = loadModel({ name: "example.xta", content: xta });
  if (network === null) throw new Error(diagnostics.map((d) => d.message).join("\n"));
  const compiled = text === undefined ? undefined : compileQuery(text);
  if (compiled?.ok === false) throw new Error(compiled.diagnostics[0]!.message);
  const query = compiled?.value ?? network.queries[0]!;
  if (query.kind !== "E<>") throw new Error("the example asks for reachability");
  const config = configure(heuristics, spec);
  if (!config.ok) throw new Error(config.diagnostics[0]!.message);
  const heuristic = config.value.create({ network, target: query.formula, frameSize: query.frameSize });
  const locations = network.processes.map(({ name, locations, initial }) => {
    const wanted = moved[name];
    return wanted === undefined ? initial[0]! : locations.findIndex((location) => location.name === wanted);
  });
  return heuristic.estimate({ locations, cells: network.initialValues });
}
