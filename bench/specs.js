// One search at a time on the public models with errors (`../shared/models/uppaal-models/error-search`): for every
// specification and model how many states were explored, how long it took and how long the trace is.
// Where nothing was found, the reason and the number of explored states. Run from the root:
//   npm run bench -- specs [--time SECONDS] [--memory MB] [--only MODEL] [--specs 'SPEC;SPEC'] [--jobs N]

import { execFile } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { parseArgs } from "node:util";

const SPECS = [
  "bfs",
  "dfs",
  "greedy(distance(combine=sum))",
  "greedy(hL())",
  "greedy(hU())",
  "greedy(hU(broadcast=each))",
  "greedy(hadd())",
  "ce-hU",
  "eager(context(best(hU(broadcast=each))))",
  "ut-hU",
  "lazy(preferred(best(hU()), hU()))",
  "eager(alternation([fifo(), best(hU(broadcast=each))]))",
  "astar(hL())",
];

const folder = new URL("../../shared/models/uppaal-models/error-search/", import.meta.url);
const command = new URL("../packages/cli/bin/tracehound.js", import.meta.url).pathname;
const { values } = parseArgs({
  options: {
    time: { type: "string", default: "20" },
    memory: { type: "string", default: "4000" },
    only: { type: "string", default: "" },
    specs: { type: "string" },
    jobs: { type: "string", default: "1" },
  },
});

if (!existsSync(folder)) process.stdout.write("the models of ../shared are not here: nothing to measure\n");
else await table();

async function table() {
  const specs = values.specs?.split(";") ?? SPECS;
  const models = readdirSync(folder).filter((name) => name.endsWith(".xml") && name.includes(values.only));
  const tasks = models.flatMap((model) => specs.map((spec) => ({ model, spec })));
  const cells = new Map();
  const work = async () => {
    for (let task = tasks.shift(); task !== undefined; task = tasks.shift()) {
      const cell = await measure(task);
      cells.set(`${task.model} ${task.spec}`, cell);
      process.stderr.write(`${task.model} ${task.spec}: ${cell}\n`);
    }
  };
  await Promise.all(Array.from({ length: Number(values.jobs) }, work));
  process.stdout.write(`explored / CPU seconds / trace length; ${values.time} s and ${values.memory} MB each\n\n`);
  process.stdout.write(`| model | ${specs.map((spec) => `\`${spec}\``).join(" | ")} |\n`);
  process.stdout.write(`|---|${specs.map(() => "---|").join("")}\n`);
  for (const model of models) {
    const row = specs.map((spec) => cells.get(`${model} ${spec}`));
    process.stdout.write(`| ${model.replace(".xml", "")} | ${row.join(" | ")} |\n`);
  }
}

/** What one run comes to, in one cell. */
function measure({ model, spec }) {
  const limits = ["--time", values.time, "--memory", values.memory];
  const args = [
    command,
    "check",
    new URL(model, folder).pathname,
    "--query",
    "1",
    "--search",
    spec,
    "--json",
    ...limits,
  ];
  const options = { maxBuffer: 2 ** 30, timeout: 3000 * Number(values.time) };
  return new Promise((resolve) => {
    execFile(process.execPath, args, options, (_error, stdout) => resolve(cellOf(stdout)));
  });
}

function cellOf(stdout) {
  if (!stdout) return "no answer";
  const { verdict, because, trace, statistics } = JSON.parse(stdout).results[0];
  const { explored, cpuSeconds } = statistics;
  if (verdict !== "satisfied") return `– ${because} (${explored})`;
  return `${explored} / ${cpuSeconds.toFixed(1)} / ${trace.length}`;
}
