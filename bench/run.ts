// `npm run bench -- SUITE [options]`: measurements, never assertions. Each suite is one file beside this one that prints
// a table when it is loaded; RESULTS.md keeps the tables with the commands that made them.

interface Suite {
  readonly about: string;
  load(): Promise<unknown>;
}

const SUITES: Readonly<Record<string, Suite>> = {
  "abstraction-estimates": {
    about: "estimates from abstractions: figures and tables of two papers, and all estimates side by side",
    load: () => import("./abstraction-estimates.ts"),
  },
  abstractions: {
    about: "states explored under three abstractions, beside TChecker (TCK_REACH)",
    load: () => import("./abstractions.ts"),
  },
  engine: {
    about: "the compiled engine: states per second, bytes per state",
    load: () => import("./engine.ts"),
  },
  "error-search": {
    about: "public models with errors, by the default portfolio",
    load: () => import("./error-search.ts"),
  },
  "front-end": {
    about: "read, check and elaborate large generated models",
    load: () => import("./front-end.ts"),
  },
  heuristics: {
    about: "estimates per second on the states of seeded random walks",
    load: () => import("./heuristics.ts"),
  },
  limits: {
    about: "how far commands go beyond their limits, and how soon they end after Ctrl-C",
    load: () => import("./limits.ts"),
  },
  page: {
    about: "the page in a browser: what is loaded, how soon it answers, what checking costs there",
    load: () => import("./page.ts"),
  },
  papers: {
    about: "the tables of the papers, ours beside theirs",
    load: () => import("./papers.ts"),
  },
  peers: {
    about: "side by side with TChecker (TCK_REACH) and SPIN, where they are installed",
    load: () => import("./peers.ts"),
  },
  specs: {
    about: "one search at a time on the public models with errors",
    load: () => import("./specs.ts"),
  },
  workers: {
    about: "what hash-partitioned engines in several workers give (prototype)",
    load: () => import("./workers.ts"),
  },
};

const [node, , name, ...args] = process.argv;
const suite = name !== undefined && Object.hasOwn(SUITES, name) ? SUITES[name] : undefined;
if (suite === undefined) {
  const lines = Object.entries(SUITES).map(([known, { about }]) => `  ${known.padEnd(24)}${about}`);
  process.stdout.write(`usage: npm run bench -- SUITE [options]\n\n${lines.join("\n")}\n`);
  process.exitCode = name === undefined ? 0 : 11;
} else {
  process.argv = [node!, `bench/${name}.ts`, ...args];
  await suite.load();
}
