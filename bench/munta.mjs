// The table of proofs for Munta in bench/RESULTS.md: families and the models beside the project that end in "cannot happen".
// MUNTAC=/path/to/muntac node bench/munta.mjs [--only REGEX] [--seconds N]
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { spawnSync } from "node:child_process";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as core from "../packages/core/dist/index.js";

const option = (name, otherwise) => {
  const at = process.argv.indexOf(name);
  return at < 0 ? otherwise : process.argv[at + 1];
};
const only = new RegExp(option("--only", "."));
const seconds = Number(option("--seconds", "60"));
const muntac = process.env.MUNTAC;
const shared = new URL("../../shared/models/", import.meta.url).pathname;
const SIZES = {
  fischer: [3, 5, 6], csmacd: [3, 5], fddi: [3, 5, 8], arbiter: [2], leader: [3], milner: [4], mutex: [1, 2], tram: [1, 2],
  gossip: [3], hanoi: [3], philosophers: [3], random: [3], ring: [3], "train-gate": [3],
};

function* models() {
  for (const [family, sizes] of Object.entries(SIZES)) {
    for (const size of sizes) {
      const text = core.generateModel(core.families.find(({ name }) => name === family), { size, variant: family === "gossip" ? "" : "", seed: 1, correct: true }, "xta");
      yield { name: `${family} ${size}`, file: { name: `${family}-${size}.xta`, content: text }, isShared: false };
    }
  }
  if (!existsSync(shared)) return;
  for (const path of readdirSync(shared, { recursive: true, encoding: "utf8" }).sort()) {
    if (/\.(xml|tck)$/.test(path)) yield { name: path, file: { name: path, content: readFileSync(join(shared, path)) }, isShared: true };
  }
}

const environment = {
  now: () => performance.now() / 1000,
  cpu: () => process.cpuUsage().user / 1e6 + process.cpuUsage().system / 1e6,
  memoryBytes: () => process.memoryUsage.rss(),
  pause: () => new Promise((resolve) => setImmediate(resolve)),
};
const cpu = () => environment.cpu();
const refused = new Map();
const count = (reason) => refused.set(reason, (refused.get(reason) ?? 0) + 1);
console.log("| model | query | states | zones | bytes | export s | Munta s | Munta | minimal s | minimal |");
console.log("|---|---|---|---|---|---|---|---|---|---|");
for (const { name, file, isShared } of models()) {
  if (!only.test(name)) continue;
  const loaded = core.loadModel(file, { lints: false });
  if (loaded.network === null) { if (isShared) count("not read"); continue; }
  let asked = loaded.network.queries.filter(({ kind }) => kind === "E<>" || kind === "A[]").map((value) => ({ value, network: loaded.network }));
  if (loaded.format === "tck") asked = loaded.network.labels.map((label) => loaded.compileLabels([label])).filter(({ ok }) => ok);
  let told = false;
  for (const { value: query, network } of asked) {
    const options = { certify: "inclusion", abstraction: "extra-lu", limits: { seconds, memoryBytes: 3e9 } };
    const [{ verdict, proof, uncertified }] = await core.checkQueries({ network, options, environment }, [query]);
    if (proof?.kind !== "states") {
      const why = verdict.kind === "unknown" ? `unknown: ${verdict.because}` : (uncertified ?? "can happen");
      if (isShared && !told) count(`(${why})`);
      told = true;
      continue;
    }
    const certificate = core.certificateOf(network, proof, { model: name, query: query.text });
    const text = query.text.replaceAll("|", "\\|").slice(0, 60);
    const beforeMinimal = cpu();
    const minimal = certificate.states.length > 20_000 ? undefined : core.verifyMinimal(network, query, certificate);
    const minimalSeconds = (cpu() - beforeMinimal).toFixed(1);
    const minimalText = minimal === undefined ? "| |" : `${minimalSeconds} | ${minimal.ok ? "accepted" : minimal.reason} |`;
    const begun = cpu();
    let made;
    try {
      made = core.exportToMunta(network, query, certificate);
    } catch (error) {
      if (!(error instanceof core.MuntaRefusal)) throw error;
      if (isShared && !told) count(error.reason);
      told = true;
      const zones = certificate.states.reduce((sum, state) => sum + state.zones.length, 0);
      console.log(`| ${name} | ${text} | ${certificate.states.length} | ${zones} | | | | refused: ${error.reason} | ${minimalText}`);
      continue;
    }
    const exported = cpu() - begun;
    let says = "";
    let spent = "";
    if (muntac !== undefined) {
      const folder = mkdtempSync(join(tmpdir(), "munta-"));
      const files = ["muntax", "renaming", "cert"].map((ending) => join(folder, `m.${ending}`));
      for (const [i, content] of [made.muntax, made.renaming, made.cert].entries()) writeFileSync(files[i], content);
      const args = ["-m", files[0], "-r", files[1], "-c", files[2], ...(made.deadlock ? ["-dc"] : [])];
      const run = spawnSync("/usr/bin/env", ["bash", "-c", 'time "$0" "$@"', muntac, ...args], { encoding: "utf8", timeout: 300_000, maxBuffer: 1 << 28 });
      says = /was accepted/.test(run.stdout) ? "accepted" : /was rejected/.test(run.stdout) ? "REJECTED" : "FAILED";
      const part = (word) => { const [, minutes, rest] = new RegExp(`${word}\\s+(\\d+)m([\\d.]+)s`).exec(run.stderr) ?? [0, 0, 0]; return 60 * minutes + Number(rest); };
      spent = (part("user") + part("sys")).toFixed(1);
      rmSync(folder, { recursive: true });
    }
    if (isShared && !told) count(`exported, ${says}`);
    told = true;
    const { states, zones } = made.counts;
    console.log(`| ${name} | ${text} | ${states} | ${zones} | ${made.cert.length} | ${exported.toFixed(1)} | ${spent} | ${says} | ${minimalText}`);
  }
  if (isShared && !told) count("no question of this kind");
}
console.log("\nshared models, by what became of their first question:");
for (const [reason, number] of [...refused].sort((a, b) => b[1] - a[1])) console.log(`- ${reason}: ${number}`);
