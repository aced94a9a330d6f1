// What shells may offer behind an option or a command, where that is a choice among words.

import { describeAll, families, KINDS, TRACE_FORMATS } from "@tracehound/core";
import { SUITES } from "../bench/suites.ts";
import { EXAMPLES } from "./examples.ts";

/** By command and option; `*` stands for every command that has it. Searches are those that need no quotes. */
export function optionWords(): Readonly<Record<string, readonly string[]>> {
  const presets = describeAll("presets").map(({ name }) => name);
  return {
    "* --search": ["bfs", "dfs", ...presets],
    "* --abstraction": ["auto", "extra-lu", "alu", "extra-m", "local-time", "none"],
    "* --por": ["auto", "on", "stubborn", "c2c", "off"],
    "* --symmetry": ["off", "scalar", "auto"],
    "check --format": TRACE_FORMATS,
    "check --optimal": ["steps", "time", "cost"],
    "check --front": ["cost"],
    "check --space": ["auto", "tasks", "points", "ticks", "zones"],
    "check --runs": ["maximal", "infinite", "divergent"],
    "check --fairness": ["none", "weak", "strong"],
    "check --accepting": ["together"],
    "explore --order": ["bfs", "dfs"],
    "explore --subsumption": ["inclusion", "equality"],
    "certify --for": ["munta", "minimal"],
    "convert --to": ["xml", "xta", "tck", "json"],
    "verifyta --words": ["4.0", "4.1"],
  };
}

/** By command: its first argument. */
export function argumentWords(
  commands: readonly string[],
  shells: readonly string[],
): Readonly<Record<string, readonly string[]>> {
  return {
    help: commands,
    completion: shells,
    examples: Object.keys(EXAMPLES),
    generate: families.map(({ name }) => name),
    list: KINDS,
    bench: ["papers", "peers", "diff", ...SUITES.map(({ name }) => name)],
  };
}
