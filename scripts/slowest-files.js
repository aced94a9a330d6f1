// A reporter for vitest: after a run of many files, where the time went. `npm test` shows it, so that nobody has to
// look for it once the tests have become slow.

import { relative } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const SHOWN = 10;
/** Whoever runs a few files sees their times anyway. */
const MANY = 60;

export default class SlowestFiles {
  onTestRunEnd(files) {
    if (files.length < MANY) return;
    const timed = files.map((file) => ({
      name: relative(root, file.moduleId),
      seconds: file.diagnostic().duration / 1000,
    }));
    const all = timed.reduce((sum, { seconds }) => sum + seconds, 0);
    const slowest = timed.sort((a, b) => b.seconds - a.seconds).slice(0, SHOWN);
    const lines = slowest.map(({ name, seconds }) => `${seconds.toFixed(1).padStart(8)} s  ${name}`);
    console.log(`\nThe slowest of ${files.length} files, of ${all.toFixed(0)} s in all:\n${lines.join("\n")}`);
  }
}
