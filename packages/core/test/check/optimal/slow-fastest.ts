// The fastest run by Dijkstra's algorithm on the reference engine, nothing estimated: the slow twin of whatever
// `--optimal time` does. Undefined: the target cannot be reached.

import { ZoneSearch } from "../../../src/check/optimal/zone-search.ts";
import { setUpEngine } from "../../../src/check/setup/engines.ts";
import type { Formula, Network } from "../../../src/network/index.ts";
import { inTime, withTimeClock } from "../../../src/trace/index.ts";

export function slowFastest(model: Network, target: Formula, frameSize = 0, horizon = 1000): number | undefined {
  const network = withTimeClock(model);
  const formula = inTime(network, target, horizon);
  const timed = { formula, frameSize };
  const setup = setUpEngine(network, [{ kind: "E<>", text: "", formula, frameSize }], [timed], "auto");
  if (!setup.ok) throw new Error(setup.diagnostics[0]!.message);
  const engine = setup.value.createReference();
  const search = new ZoneSearch({ network, engine, semantics: engine.semantics, timed });
  for (;;) {
    const status = search.step();
    if (status === "exhausted") return search.best === Number.POSITIVE_INFINITY ? undefined : search.best / 2;
  }
}
