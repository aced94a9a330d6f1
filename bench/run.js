// `npm run bench -- SUITE [options]`: measurements, never assertions. Each suite is one file beside this one that prints
// a table; RESULTS.md keeps the tables with the commands that made them. Suites run from the build.

import { readdirSync } from "node:fs";

const SUITES = {
  "front-end": "read, check and elaborate large generated models",
  engine: "the compiled engine: states per second, bytes per state",
  workers: "what hash-partitioned engines in several workers give (prototype)",
  abstractions: "states explored under three abstractions, beside TChecker (TCK_REACH)",
  peers: "side by side with TChecker (TCK_REACH) and SPIN, where they are installed",
  "error-search": "public models with errors, by the default portfolio",
  specs: "one search at a time on the public models with errors",
  heuristics: "estimates per second on the states of seeded random walks",
  "abstraction-estimates":
    "estimates from abstractions: figures and tables of two papers, and all estimates side by side",
  page: "the page in a browser: what is loaded, how soon it answers, what checking costs there",
  limits: "how far commands go beyond their limits, and how soon they end after Ctrl-C",
  papers: "the tables of the papers, ours beside theirs",
};

const [suite, ...args] = process.argv.slice(2);
const present = readdirSync(new URL(".", import.meta.url))
  .map((file) => file.replace(/\.js$/, ""))
  .filter((name) => Object.hasOwn(SUITES, name));

if (suite === undefined || !present.includes(suite)) {
  const lines = present.map((name) => `  ${name.padEnd(18)}${SUITES[name]}`);
  process.stdout.write(`usage: npm run bench -- SUITE [options]\n\n${lines.join("\n")}\n`);
  process.exitCode = suite === undefined ? 0 : 11;
} else {
  process.argv = [process.argv[0], `bench/${suite}.js`, ...args];
  await import(`./${suite}.js`);
}
