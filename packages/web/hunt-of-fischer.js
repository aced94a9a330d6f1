// The search that the first page shows: breadth-first through Fischer's protocol until two processes are critical. It
// is run when the page is built, with the engine of that build, so that what is shown is what happens.

import { readFileSync } from "node:fs";

const NAME = "fischer-weakened.xml";
const SEARCH = "bfs";

export async function huntOfFischer() {
  const { checkQueries, configure, loadModel, presets, SpaceProbe, strategies } = await import("@tracehound/core");
  const content = readFileSync(new URL(`../../examples/${NAME}`, import.meta.url), "utf8");
  const model = loadModel({ name: NAME, content }, { lints: false });
  const query = model.compileQuery(model.document.queries[0].text);
  const strategy = configure(strategies, SEARCH, { presets });
  const probe = new SpaceProbe(1000, () => {});
  const environment = {
    now: () => performance.now() / 1000,
    cpu: () => performance.now() / 1000,
    memoryBytes: () => process.memoryUsage().rss,
    pause: () => new Promise((resolve) => setImmediate(resolve)),
  };
  const work = {
    network: query.network,
    options: { strategy: strategy.value, limits: {} },
    environment,
    signal: { aborted: false },
    probe,
  };
  const [{ statistics }] = await checkQueries(work, [query.value]);
  const { states, spec } = probe.space;
  const target = states.find(({ id }) => probe.isTarget(id)).id;
  const parents = new Map(states.map(({ id, parent }) => [id, parent]));
  const path = [];
  for (let id = target; id >= 0; id = parents.get(id) ?? -1) path.unshift(id);
  const seen = states.map(({ id, parent, depth, order }) => ({ id, parent, depth, locations: [], order }));
  return { spec, states: seen, cut: false, target, path, explored: statistics.explored };
}
