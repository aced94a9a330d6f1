// Proofs of "cannot happen" by checkers that share little with the search: families without their error, and the
// public models. For each question that ends so: states, zones and bytes of what is exported to Munta, processor
// seconds of the export, of Munta's checker (MUNTAC says where it is) and of the minimal one; and what is refused,
// by reason.
//
//   MUNTAC=/path/to/muntac npm run bench -- munta [--only TEXT] [--time SECONDS]

import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import {
  type Certificate,
  type CheckResult,
  certificateOf,
  checkQueries,
  exportToMunta,
  loadModel,
  type ModelFile,
  type MuntaExport,
  MuntaRefusal,
  type Network,
  type Query,
  verifyMinimal,
} from "@tracehound/core";
import { cpuSeconds, printRow, timed } from "./measure.ts";
import { generate } from "./models.ts";
import { SHARED_MODELS } from "./places.ts";

const { values: options } = parseArgs({
  options: { only: { type: "string", default: "" }, time: { type: "string", default: "60" } },
});
const SIZES: Readonly<Record<string, readonly number[]>> = {
  fischer: [3, 4, 5, 6, 7],
  csmacd: [3, 4, 5, 6],
  fddi: [3, 5, 8],
  arbiter: [1, 2],
  leader: [3],
  milner: [3, 5],
  mutex: [1, 2],
  tram: [1],
  gossip: [3],
  hanoi: [3],
  philosophers: [3],
  ring: [3],
  "train-gate": [3],
};
/** Beyond this many zones the minimal checker is not asked. */
const MOST_ZONES = 40_000;
// Processor time is all there is: on a busy machine a question waits, and has used up nothing.
const environment = {
  now: cpuSeconds,
  cpu: cpuSeconds,
  memoryBytes: () => process.memoryUsage.rss(),
  pause: () => new Promise<void>((resolve) => setImmediate(resolve)),
};

interface Source {
  readonly name: string;
  readonly file: ModelFile;
  readonly isPublic: boolean;
}

function* sources(): Generator<Source> {
  for (const [family, sizes] of Object.entries(SIZES)) {
    for (const size of sizes) {
      const content = generate(family, { size, correct: true }, "xta");
      yield { name: `${family} ${size}`, file: { name: `${family}.xta`, content }, isPublic: false };
    }
  }
  if (!existsSync(SHARED_MODELS)) return;
  for (const path of readdirSync(SHARED_MODELS, { recursive: true, encoding: "utf8" }).sort()) {
    if (!/\.(?:xml|tck)$/.test(path)) continue;
    yield { name: path, file: { name: path, content: readFileSync(join(SHARED_MODELS, path)) }, isPublic: true };
  }
}

/** The questions of a model, those beside it included. */
function questionsOf({
  name,
  file,
  isPublic,
}: Source): readonly { readonly network: Network; readonly query: Query }[] {
  const loaded = loadModel(file, { lints: false });
  const { network } = loaded;
  if (network === null) return [];
  const beside = join(SHARED_MODELS, name.replace(/\.xml$/, ".q"));
  const more =
    isPublic && network.queries.length === 0 && existsSync(beside)
      ? loaded.readQueries({ name: beside, content: readFileSync(beside) })
      : undefined;
  const labels = network.labels.flatMap((label) => {
    const compiled = loaded.compileLabels([label]);
    return compiled.ok ? [{ network: compiled.network, query: compiled.value }] : [];
  });
  const asked =
    more === undefined ? { network, queries: network.queries } : { ...more, network: more.network ?? network };
  const own = asked.queries.map((query) => ({ network: asked.network, query }));
  const all = [...own, ...labels].filter(({ query: { kind } }) => kind === "E<>" || kind === "A[]");
  if (all.length > 0) return all;
  // Where nothing is asked that can be proved so, all that can be reached is: no step of it fails.
  const compiled = loaded.compileQuery("A[] true");
  return compiled.ok ? [{ network: compiled.network, query: compiled.value }] : [];
}

const outcomes = new Map<string, string[]>();
const told = (outcome: string, name: string): void => {
  outcomes.set(outcome, [...(outcomes.get(outcome) ?? []), name]);
};

printRow([
  "model",
  "question",
  "states",
  "zones",
  "bytes",
  "edges",
  "export s",
  "Munta s",
  "Munta",
  "minimal s",
  "minimal",
]);
printRow(Array.from({ length: 11 }, () => "---"));
for (const source of sources()) {
  if (!source.name.includes(options.only)) continue;
  const questions = questionsOf(source);
  if (questions.length === 0 && source.isPublic) told("no question about what can be reached", source.name);
  for (const [i, { network, query }] of questions.entries()) {
    const how = {
      certify: "inclusion",
      abstraction: "extra-lu",
      limits: { seconds: Number(options.time), memoryBytes: 4e9 },
    } as const;
    const [result] = await checkQueries({ network, options: how, environment }, [query]);
    const outcome = measured(source.name, network, query, result!);
    if (source.isPublic) told(outcome, `${source.name}${i === 0 ? "" : ` (${i + 1})`}`);
  }
}
console.log("\nQuestions of public models:\n");
for (const [outcome, names] of [...outcomes].sort((a, b) => b[1].length - a[1].length)) {
  console.log(`- ${outcome}: ${names.length} (${names.map((name) => name.replace(/^.*\//, "")).join(", ")})`);
}

function measured(name: string, network: Network, query: Query, { proof, verdict, uncertified }: CheckResult): string {
  if (proof?.kind !== "states") {
    if (verdict.kind === "unknown") return `no answer: ${verdict.because}`;
    return uncertified === undefined ? "it can happen" : `no certificate: ${uncertified}`;
  }
  const certificate = certificateOf(network, proof, { model: name, query: query.text });
  const text = query.text.replaceAll("|", "\\|").slice(0, 50);
  const zones = certificate.states.reduce((sum, state) => sum + state.zones.length, 0);
  const minimal = byMinimal(network, query, certificate, zones);
  const begun = cpuSeconds();
  try {
    const made = exportToMunta(network, query, certificate);
    const seconds = (cpuSeconds() - begun).toFixed(2);
    const munta = byMunta(made);
    const { counts, cert } = made;
    const edges = `${counts.ownEdges} → ${counts.edges}`;
    printRow([name, text, counts.states, counts.zones, cert.length, edges, seconds, ...munta, ...minimal].map(String));
    return `exported, ${munta[1]}`;
  } catch (error) {
    if (!(error instanceof MuntaRefusal)) throw error;
    const refused = `refused: ${error.reason}`;
    printRow([name, text, String(certificate.states.length), String(zones), "", "", "", "", refused, ...minimal]);
    return refused;
  }
}

function byMinimal(network: Network, query: Query, certificate: Certificate, zones: number): readonly [string, string] {
  if (zones > MOST_ZONES) return ["", "not asked"];
  const begun = cpuSeconds();
  const said = verifyMinimal(network, query, certificate);
  return [(cpuSeconds() - begun).toFixed(1), said.ok ? "accepted" : said.reason];
}

function byMunta({ muntax, renaming, cert, deadlock }: MuntaExport): readonly [string, string] {
  const program = process.env.MUNTAC;
  if (program === undefined) return ["", "not here"];
  const folder = mkdtempSync(join(tmpdir(), "munta-"));
  try {
    writeFileSync(join(folder, "m.muntax"), muntax);
    writeFileSync(join(folder, "m.renaming"), renaming);
    writeFileSync(join(folder, "m.cert"), cert);
    const command = `'${program}' -m m.muntax -r m.renaming -c m.cert${deadlock ? " -dc" : ""}`;
    const { stdout, cpu } = timed(`timeout 600 ${command}`, { cwd: folder });
    const says = /was accepted/.test(stdout) ? "accepted" : /was rejected/.test(stdout) ? "REJECTED" : "FAILED";
    return [cpu.toFixed(1), says];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
