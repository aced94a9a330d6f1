// What RESULTS.md says of the runs in `bench/baselines`: the latest ones, written from the files and never by hand.

const BEGIN = "<!-- written by `npm run bench -- results` -->";
const END = "<!-- until here -->";

interface Run {
  readonly model: string;
  readonly search: string;
  readonly verdict: string;
  readonly because?: string;
  readonly explored: number;
  readonly stored: number;
  readonly length?: number;
  readonly cpuSeconds: number;
  readonly memoryMB: number;
}

interface Measured {
  readonly explored: number;
  readonly cpuSeconds: number;
  readonly memoryMB: number;
}

interface Pair {
  readonly model: string;
  readonly ours: Measured;
  readonly tchecker: Measured;
}

/** The text of RESULTS.md with its tables made anew; `read` hands out a file of `bench/baselines`. */
export function withBaselines(text: string, read: (file: string) => string): string {
  const [before, rest] = text.split(BEGIN);
  const after = rest?.split(END)[1];
  if (before === undefined || after === undefined)
    throw new Error(`RESULTS.md has no place between ${BEGIN} and ${END}`);
  const runs = (file: string): readonly Run[] =>
    read(file)
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as Run);
  const tables = [
    "`tracehound bench engine` (`bench/baselines/engine.jsonl`):",
    runTable(runs("engine.jsonl")),
    "`tracehound bench heuristics` (`bench/baselines/heuristics.jsonl`):",
    runTable(runs("heuristics.jsonl")),
    "`tracehound bench peers` (`bench/baselines/peers.json`):",
    peerTable(JSON.parse(read("peers.json")) as readonly Pair[]),
  ];
  return `${before}${BEGIN}\n\n${tables.join("\n\n")}\n\n${END}${after}`;
}

function runTable(runs: readonly Run[]): string {
  return table(
    ["model", "search", "verdict", "explored", "stored", "length", "CPU s", "MB"],
    runs.map(({ model, search, verdict, because, explored, stored, length, cpuSeconds, memoryMB }) => [
      model,
      `\`${search}\``,
      because === undefined ? verdict : `${verdict}: ${because}`,
      explored,
      stored,
      length ?? "–",
      cpuSeconds.toFixed(2),
      memoryMB.toFixed(0),
    ]),
  );
}

function peerTable(pairs: readonly Pair[]): string {
  return table(
    ["model", "explored", "TChecker's", "CPU s", "TChecker's", "ratio", "MB", "TChecker's"],
    pairs.map(({ model, ours, tchecker }) => [
      model,
      ours.explored,
      tchecker.explored,
      ours.cpuSeconds.toFixed(2),
      tchecker.cpuSeconds.toFixed(2),
      `${(tchecker.cpuSeconds / ours.cpuSeconds).toFixed(1)} ×`,
      ours.memoryMB.toFixed(0),
      tchecker.memoryMB.toFixed(0),
    ]),
  );
}

function table(head: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  const line = (cells: readonly (string | number)[]): string => `| ${cells.join(" | ")} |`;
  return [line(head), line(head.map(() => "---")), ...rows.map(line)].join("\n");
}
