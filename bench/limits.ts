// How far commands go beyond their limits, and how soon they end after Ctrl-C: one process per row, in situations where
// a single step, estimate, file or trace takes longer than the limit. Medians of wall-clock seconds; what start-up
// takes stands above the table and is part of every row.
//
//   npm run bench -- limits [--runs 3] [--only WORDS]

import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { median, printHead, printRow } from "./measure.ts";
import { generate } from "./models.ts";
import { COMMAND, SHARED } from "./places.ts";

const folder = mkdtempSync(join(tmpdir(), "tracehound-limits-"));

const { values } = parseArgs({ options: { runs: { type: "string" }, only: { type: "string" } } });
const runs = Number(values.runs ?? 3);

const kept = (name: string, text: () => string): string => {
  const path = join(folder, name);
  if (!existsSync(path)) writeFileSync(path, text());
  return path;
};
/** Where the model lies; it is made when somebody asks. */
type Model = () => string;

const shared =
  (path: string): Model =>
  () =>
    join(SHARED, path);
const generated =
  (name: string, size: number): Model =>
  () =>
    kept(`${name}-${size}.xta`, () => generate(name, { size }, "xta"));

/** Each of n messages goes from its sender through a shared medium that counts; all have to arrive. */
const messages =
  (n: number): Model =>
  () =>
    kept(
      `messages-${n}.xta`,
      () => `const int N = ${n};
chan send[N], deliver[N];
int[0,N] sent, arrived;
int[0,3] lost[N];
process Sender(const int[0,N-1] i) {
  clock x; state idle, wait { x <= 10 }, done; init idle;
  trans idle -> wait { sync send[i]!; assign x = 0, sent = sent + 1; },
        wait -> idle { guard x >= 5 && lost[i] < 3; assign lost[i] = lost[i] + 1, sent = sent - 1; },
        wait -> done { sync deliver[i]?; assign arrived = arrived + 1; };
}
process Medium() {
  int[-1,N-1] held = -1; state free, busy; init free;
  trans free -> busy { select m : int[0,N-1]; sync send[m]?; assign held = m; },
        busy -> free { select m : int[0,N-1]; guard held == m; sync deliver[m]!; assign held = -1; };
}
system Sender, Medium;
`,
    );

const huge: Model = () =>
  kept("huge.xta", () => {
    const edge = "a -> b { guard x >= 1 && v < 1000; assign x = 0, v = v + 1; },\n";
    const edges = edge.repeat(Math.ceil(10e6 / edge.length));
    return `int v;\nprocess P() { clock x; state a, b; init a; trans\n${edges}b -> a { }; }\nsystem P;\n`;
  });

/** Of each: the model, what is asked, the limits, and whether the answer is in hand when time ends. */
const SITUATIONS: readonly (readonly [name: string, model: Model, options: string[], time: number, memory?: number])[] =
  [
    ["quantifier over 2·10⁹ values", shared("cases/forall.xta"), ["-q", "E<> P.b"], 3, 1000],
    ["the same, bfs", shared("cases/forall.xta"), ["-q", "E<> P.b", "--search", "bfs"], 3, 1000],
    ["choices of 15 receivers", shared("cases/bcast15.xta"), ["-q", "A[] not deadlock"], 3, 1000],
    ["the same, bfs", shared("cases/bcast15.xta"), ["-q", "A[] not deadlock", "--search", "bfs"], 3, 1000],
    ["values of two selects", shared("cases/select2.xta"), ["-q", "E<> P.b"], 3, 1000],
    ["Herschel-f72", shared("models/uppaal-models/error-search/Herschel-f72.xml"), [], 20],
    ["Herschel-f68", shared("models/uppaal-models/error-search/Herschel-f68.xml"), [], 20],
    ["HerschelEvents2", shared("models/uppaal-models/case-studies/HerschelEvents2.xml"), [], 20],
    ["estimate, 300 messages", messages(300), ["-q", "E<> arrived == N", "--search", "greedy(hU())"], 3],
    ["default, 300 messages", messages(300), ["-q", "E<> arrived == N"], 5],
    ["train-gate 200", generated("train-gate", 200), [], 5],
    ["train-gate 200, bfs", generated("train-gate", 200), ["--search", "bfs"], 5, 1000],
    ["15 receivers, little memory", shared("cases/bcast15.xta"), ["-q", "A[] not deadlock"], 60, 300],
    ["train-gate 100, bfs, little memory", generated("train-gate", 100), ["--search", "bfs"], 60, 300],
    ["reading 10 MB", huge, ["-q", "E<> P.b"], 1],
    ["walking", generated("train-gate", 50), ["-q", "E<> Gate.free && Gate.taken", "--search", "walk"], 3],
    ["timing, Milner 1000", generated("milner", 1000), ["--search", "greedy(hU())"], 4],
    ["shortening, Milner 300", generated("milner", 300), ["--shorten"], 5],
    ["report, Milner 300", generated("milner", 300), ["--html", join(folder, "report.html")], 5],
  ];

interface Run {
  readonly code: string | number | null;
  readonly seconds: number;
  /** Most memory in MB. */
  readonly peak: number;
  readonly out: string;
}

function measure(args: readonly string[], interruptAt?: number): Promise<Run> {
  const began = performance.now();
  const child = spawn(process.execPath, [COMMAND, ...args], { stdio: ["ignore", "pipe", "ignore"] });
  let [out, peak, from] = ["", 0, began];
  child.stdout.on("data", (data) => {
    out += data;
  });
  const look = setInterval(() => {
    try {
      const kilobytes = /VmHWM:\s*(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, "utf8"))?.[1];
      peak = Math.max(peak, Number(kilobytes ?? 0) / 1e3);
    } catch {
      // It has just ended, or this is not Linux.
    }
  }, 20);
  const press = setTimeout(
    () => {
      from = performance.now();
      child.kill("SIGINT");
    },
    interruptAt ?? 2 ** 31 - 1,
  );
  return new Promise((resolve) => {
    child.once("close", (code, signal) => {
      clearInterval(look);
      clearTimeout(press);
      const ended = performance.now();
      resolve({
        code: code ?? signal,
        seconds: (ended - (interruptAt === undefined ? began : from)) / 1000,
        peak,
        out,
      });
    });
  });
}

/** Medians of a few runs. */
async function several(args: readonly string[], interruptAt?: number) {
  const all: Run[] = [];
  for (let run = 0; run < runs; run++) all.push(await measure(args, interruptAt));
  return {
    code: [...new Set(all.map(({ code }) => code))].join(", "),
    because: [...new Set(all.flatMap(({ out }) => /(?:satisfied|violated|unknown)[^\n]*/.exec(out)?.[0] ?? []))].join(
      "; ",
    ),
    seconds: median(all.map(({ seconds }) => seconds)),
    peak: median(all.map(({ peak }) => peak)),
  };
}

const startUp = await several(["--version"]);
process.stdout.write(`start-up: ${startUp.seconds.toFixed(2)} s, ${runs} runs each\n\n`);
printHead([
  "situation",
  "--time s",
  "ended after s",
  "over s",
  "in the grace s",
  "--memory MB",
  "peak MB",
  "answer",
  "after Ctrl-C s",
  "exit",
]);
for (const [name, path, options, time, memory] of SITUATIONS) {
  if (values.only !== undefined && !name.includes(values.only)) continue;
  const model = path();
  if (!existsSync(model)) {
    printRow([name, `${model} is not here`]);
    continue;
  }
  const args = ["check", model, ...options];
  const limits = ["--time", String(time), ...(memory === undefined ? [] : ["--memory", String(memory)])];
  const limited = await several([...args, ...limits]);
  const over = Math.max(0, limited.seconds - time);
  const answered = limited.code === "0" || limited.code === "1";
  const pressed = await several(args, 500 * time + 1000 * startUp.seconds);
  printRow([
    name,
    time,
    limited.seconds.toFixed(2),
    answered ? "" : over.toFixed(2),
    answered ? over.toFixed(2) : "",
    memory ?? "",
    limited.peak.toFixed(0),
    limited.because || `exit ${limited.code}`,
    pressed.seconds.toFixed(2),
    pressed.code,
  ]);
}
rmSync(folder, { recursive: true });
