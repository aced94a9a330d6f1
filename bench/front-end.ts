// How long reading takes: a model of 4,000 edges in about 1.4 MB of XML, one with 1,000 processes of one template, and
// a typical one. CPU time, median of a few runs in one process; the first (cold) run is printed beside it.

import { loadModel } from "@tracehound/core";
import { cpuMilliseconds, median, printHead, printRow } from "./measure.ts";
import { generate, wideModel } from "./models.ts";

const MODELS = {
  "4,000 edges in 1.4 MB": wideModel(40, 100),
  "1,000 processes of one template": generate("train-gate", { size: 1000, variant: "queue" }),
  "typical (train gate, 6 trains)": generate("train-gate", { size: 6, variant: "queue" }),
};

printHead(["model", "bytes", "first run, ms", "median, ms"]);
for (const [name, content] of Object.entries(MODELS)) {
  const times = Array.from({ length: 7 }, () => {
    const before = cpuMilliseconds();
    const { network, diagnostics } = loadModel({ name: "bench.xml", content });
    if (network === null) throw new Error(diagnostics[0]?.message);
    return cpuMilliseconds() - before;
  });
  printRow([name, content.length, times[0]!.toFixed(0), median(times.slice(1)).toFixed(0)]);
}
