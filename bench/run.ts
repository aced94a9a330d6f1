// `npm run bench -- SUITE [options]`: measurements, never assertions. Each suite is one file beside this one that
// prints a table when it is loaded; RESULTS.md keeps the tables with the commands that made them.

/** What each measures, and the file that does. */
const SUITES: Readonly<Record<string, readonly [about: string, load: () => Promise<unknown>]>> = {
  "abstraction-estimates": [
    "estimates from abstractions: figures and tables of two papers, and all estimates side by side",
    () => import("./abstraction-estimates.ts"),
  ],
  abstractions: [
    "states explored under three abstractions, beside TChecker (TCK_REACH)",
    () => import("./abstractions.ts"),
  ],
  automata: ["sizes of the automata of the formulas in a file", () => import("./automata.ts")],
  beside: ["estimates per second beside those of another build, on the same new states", () => import("./beside.ts")],
  cluster: [
    "what sending states costs and a second worker gives (nats-server); many machines from that, simulated (--simulate)",
    () => import("./cluster.ts"),
  ],
  "dead-ends": [
    "what checking dead ends costs where an answer is that something cannot happen",
    () => import("./dead-ends.ts"),
  ],
  default: [
    "what check does by itself: public models, and families at three times the size",
    () => import("./default.ts"),
  ],
  diagrams: [
    "everything one by one and by whole sets, on families and public models; proofs as diagrams",
    () => import("./diagrams.ts"),
  ],
  engine: ["the compiled engine: states per second, bytes per state", () => import("./engine.ts")],
  "error-search": ["public models with errors, by the default portfolio", () => import("./error-search.ts")],
  "front-end": ["read, check and elaborate large generated models", () => import("./front-end.ts")],
  heuristics: ["estimates per second on the states of seeded random walks", () => import("./heuristics.ts")],
  "infinite-runs": [
    "directed searches for lassos, partial-order reduction, liveness where nothing is found",
    () => import("./infinite-runs.ts"),
  ],
  limits: ["how far commands go beyond their limits, and how soon they end after Ctrl-C", () => import("./limits.ts")],
  lsp: ["how soon the language server answers after an edit", () => import("./lsp.ts")],
  munta: ["proofs exported to Munta (MUNTAC), and by the minimal checker", () => import("./munta.ts")],
  page: [
    "the page in a browser: what is loaded, how soon it answers, what checking costs there",
    () => import("./page.ts"),
  ],
  peers: ["side by side with TChecker (TCK_REACH) and SPIN, where they are installed", () => import("./peers.ts")],
  probabilities: [
    "graphs and equations of public PRISM models: transitions per second, sweeps beside a loop in C",
    () => import("./probabilities.ts"),
  ],
  provisos: [
    "partial-order reduction in directed search: none, stubborn sets, C2c, on nine families",
    () => import("./provisos.ts"),
  ],
  results: ["writes the tables of RESULTS.md that come from bench/baselines", () => import("./results.ts")],
  specs: ["one search at a time on the public models with errors", () => import("./specs.ts")],
  statistics: ["random runs: joint steps and runs per second", () => import("./statistics.ts")],
  symmetry: ["Fischer over a scalar set, with symmetry and without", () => import("./symmetry.ts")],
  walks: ["steps of random walks per second", () => import("./walks.ts")],
  workers: ["what several workers give that share one exploration", () => import("./workers.ts")],
};

const [node, , name, ...args] = process.argv;
const suite = name !== undefined && Object.hasOwn(SUITES, name) ? SUITES[name] : undefined;
if (suite === undefined) {
  const lines = Object.entries(SUITES).map(([known, [about]]) => `  ${known.padEnd(24)}${about}`);
  process.stdout.write(`usage: npm run bench -- SUITE [options]\n\n${lines.join("\n")}\n`);
  process.exitCode = name === undefined ? 0 : 11;
} else {
  process.argv = [node!, `bench/${name}.ts`, ...args];
  await suite[1]();
}
