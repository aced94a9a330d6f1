// The CE paper's tables 1 to 3 (Wehrle and Kupferschmid 2010) for the families whose automata are known, Fischer and
// Towers of Hanoi: explored states, ours and the paper's, per method. Each run is one command with a time limit. The
// Hanoi model is the nearest known one, not the identical one, so compare its growth, not its digits.
//
//   npm run bench -- papers [--sizes F5,F10,F15,H3,H4,H5,H6] [--seconds 60]

import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const tracehound = fileURLToPath(new URL("../packages/cli/bin/tracehound.js", import.meta.url));
const options = new Map();
for (let at = 2; at < process.argv.length; at += 2)
  options.set(process.argv[at].replace(/^--/, ""), process.argv[at + 1]);
const sizes = (options.get("sizes") ?? "F5,F10,F15,H3,H4,H5,H6").split(",");
const seconds = Number(options.get("seconds") ?? 60);
const METHODS = ["plain", "ce", "icb-p", "icb-i", "ut"];

/** Explored states as printed, in the order of METHODS; "–": out of time or memory there. */
const PAPER = {
  bfs: {
    F5: [333, 29, 129, 273],
    F10: [5313, 44, 484, 3868],
    F15: [34068, 59, 1064, 20538],
    H3: [448, 315, 1062, 954],
    H4: [4040, 2689, 11702, 7228],
    H5: [42340, 19158, 146955, 121807],
    H6: [377394, 161747, "1.5e+6", "1.2e+6"],
    H7: ["3.4e+6", "1.2e+6", "1.5e+7", "1.3e+7"],
    H8: ["3.0e+7", "9.2e+6", "–", "–"],
  },
  dU: {
    F5: [9, 21, 112, 8, 9],
    F10: [9, 36, 447, 8, 9],
    F15: [9, 51, 1007, 8, 9],
    H3: [222, 279, 1000, 479, 244],
    H4: [2276, 2133, 11726, 7631, 545],
    H5: [20858, 5056, 142359, 116200, 15435],
    H6: [184707, 122473, "1.5e+6", "1.1e+6", 130213],
    H7: ["1.6e+6", 876847, "1.5e+7", "1.4e+7", "1.2e+6"],
    H8: ["1.4e+7", "2.3e+6", "–", "–", "–"],
  },
  hL: {
    F5: [179, 21, 112, 216, 7],
    F10: [86378, 36, 447, 95972, 7],
    F15: ["–", 51, 1007, "–", 7],
    H3: [127, 256, 1017, 164, 190],
    H4: [2302, 764, 11830, 7488, 620],
    H5: [20186, 15999, 144668, 121027, 31553],
    H6: [230878, 85947, "1.5e+6", "1.5e+6", 281014],
    H7: ["2.0e+6", 622425, "1.5e+7", "1.6e+7", "2.7e+6"],
    H8: ["1.8e+7", "2.1e+6", "–", "–", "–"],
  },
};

const folder = mkdtempSync(join(tmpdir(), "tracehound-papers-"));
const run = (...args) => spawnSync("node", [tracehound, ...args], { encoding: "utf8", maxBuffer: 1 << 28 });

function model(size) {
  const file = join(folder, `${size}.xml`);
  run("generate", size.startsWith("F") ? "fischer" : "hanoi", "--size", size.slice(1), "-o", file);
  return file;
}

/** Explored states, or why there is no answer. */
function explored(file, search) {
  const { stdout } = run(
    "check",
    file,
    "--search",
    search,
    "--abstraction",
    "extra-lu",
    "--time",
    String(seconds),
    "--json",
  );
  const [{ verdict, because, trace, statistics }] = JSON.parse(stdout).results;
  return verdict === "satisfied" ? `${statistics.explored} (${trace.length})` : `– (${because})`;
}

for (const order of ["bfs", "dU", "hL"]) {
  const methods = METHODS.filter((method) => order !== "bfs" || method !== "ut");
  console.log(`\nCE paper, ${order}: explored states (trace length), beneath it the paper's explored states\n`);
  console.log(`| | ${methods.join(" | ")} |\n|---|${methods.map(() => "---").join("|")}|`);
  for (const size of sizes) {
    const file = model(size);
    console.log(`| ${size} | ${methods.map((method) => explored(file, `${method}-${order}`)).join(" | ")} |`);
    const theirs = PAPER[order][size] ?? [];
    console.log(`| paper | ${methods.map((_, at) => theirs[at] ?? "").join(" | ")} |`);
  }
}
rmSync(folder, { recursive: true, force: true });
