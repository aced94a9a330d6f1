// One search at a time on the public models with errors (`../shared/models/uppaal-models/error-search`): for every
// specification and model how many states were explored, how long it took and how long the trace is.
// Where nothing was found, the reason and the number of explored states. Run from the root:
//   npm run bench -- specs [--time SECONDS] [--memory MB] [--only MODEL] [--specs 'SPEC;SPEC'] [--jobs N]

import { execFile } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { firstAnswer, printHead, printRow } from "./measure.ts";
import { COMMAND, ERROR_MODELS } from "./places.ts";

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

const { values } = parseArgs({
  options: {
    time: { type: "string", default: "20" },
    memory: { type: "string", default: "4000" },
    only: { type: "string", default: "" },
    specs: { type: "string" },
    jobs: { type: "string", default: "1" },
  },
});

if (!existsSync(ERROR_MODELS)) process.stdout.write("the models of ../shared are not here: nothing to measure\n");
else await table();

async function table(): Promise<void> {
  const specs = values.specs?.split(";") ?? SPECS;
  const models = readdirSync(ERROR_MODELS).filter((name) => name.endsWith(".xml") && name.includes(values.only));
  const tasks = models.flatMap((model) => specs.map((spec) => ({ model, spec })));
  const cells = new Map<string, string>();
  const work = async (): Promise<void> => {
    for (let task = tasks.shift(); task !== undefined; task = tasks.shift()) {
      const cell = await measure(task);
      cells.set(`${task.model} ${task.spec}`, cell);
      process.stderr.write(`${task.model} ${task.spec}: ${cell}\n`);
    }
  };
  await Promise.all(Array.from({ length: Number(values.jobs) }, work));
  process.stdout.write(`explored / CPU seconds / trace length; ${values.time} s and ${values.memory} MB each\n\n`);
  printHead(["model", ...specs.map((spec) => `\`${spec}\``)]);
  for (const model of models) {
    printRow([model.replace(".xml", ""), ...specs.map((spec) => cells.get(`${model} ${spec}`)!)]);
  }
}

/** What one run comes to, in one cell. */
function measure({ model, spec }: { model: string; spec: string }): Promise<string> {
  const limits = ["--time", values.time, "--memory", values.memory];
  const asked = ["check", join(ERROR_MODELS, model), "--query", "1", "--search", spec];
  const args = [COMMAND, ...asked, "--json", ...limits];
  const options = { maxBuffer: 2 ** 30, timeout: 3000 * Number(values.time) };
  return new Promise((resolve) => {
    execFile(process.execPath, args, options, (_error, stdout) => resolve(cellOf(stdout)));
  });
}

function cellOf(stdout: string): string {
  if (!stdout) return "no answer";
  const { verdict, because, trace, statistics } = firstAnswer(stdout);
  const { explored, cpuSeconds } = statistics;
  if (verdict !== "satisfied") return `– ${because} (${explored})`;
  return `${explored} / ${cpuSeconds.toFixed(1)} / ${trace?.length}`;
}
