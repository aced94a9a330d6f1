// Sizes of the automata of many formulas, and how long the slowest takes. The formulas stand in a file, one a line,
// each behind the name of the set that it belongs to; atoms are `p0`, `p1`, …, operators as in docs/temporal-logic.md
// or of one character (`&`, `|`). Spot's `genltl` writes the sets that papers use.
//
//   npm run bench -- automata formulas.txt
//
// An automaton is counted as searches with one acceptance set get it, with acceptance on edges; and once more with
// acceptance on states, as other translators make it: a state that is entered both with and without acceptance counts
// twice.

import { readFileSync } from "node:fs";
import {
  type Automaton,
  degeneralise,
  LtlFormulas,
  normalForm,
  type Temporal,
  translate,
} from "@tracehound/core/testing";
import { cpuSeconds, printHead, printRow } from "./measure.ts";

interface Sizes {
  states: number;
  edges: number;
  /** With acceptance on states. */
  plainStates: number;
  plainEdges: number;
}

const nothing = (): Sizes => ({ states: 0, edges: 0, plainStates: 0, plainEdges: 0 });

function sizesOf(automaton: Automaton): Sizes {
  const { states, pairs } = entered(automaton.edges.length, automaton, () => 0);
  const plain = entered(2 * automaton.edges.length, automaton, ({ marks }) => (marks === 0 ? 0 : 1));
  return { states, edges: pairs, plainStates: plain.states, plainEdges: plain.pairs };
}

/** What can be reached where a state is split by a bit of the edges into it; edges between the same two are one. */
function entered(
  most: number,
  { edges, initial }: Automaton,
  bitOf: (edge: Automaton["edges"][number][number]) => number,
): { readonly states: number; readonly pairs: number } {
  const copies = most / edges.length;
  const seen = new Set([initial * copies]);
  let pairs = 0;
  for (const state of seen) {
    const targets = edges[Math.floor(state / copies)]!.map((edge) => edge.target * copies + bitOf(edge));
    pairs += new Set(targets).size;
    for (const target of targets) seen.add(target);
  }
  return { states: seen.size, pairs };
}

/** Loosest first; each to the right. */
const BINARY: readonly (readonly string[])[] = [["<->", "->"], ["|"], ["&"], ["U", "W", "R", "V", "M"]];

function parse(text: string): Temporal {
  const tokens = [...text.matchAll(/\[\]|<>|<->|->|&&?|\|\|?|[GFXUWRVM!()]|p\d+/g)].map(([token]) => token);
  let at = 0;
  const not = (part: Temporal): Temporal => ({ kind: "not", part });
  const or = (...parts: Temporal[]): Temporal => ({ kind: "or", parts });
  const and = (...parts: Temporal[]): Temporal => ({ kind: "and", parts });
  const binary = (level: number): Temporal => {
    const operators = BINARY[level];
    if (operators === undefined) return unary();
    const left = binary(level + 1);
    const operator = tokens[at]?.replace("&&", "&").replace("||", "|");
    if (operator === undefined || !operators.includes(operator)) return left;
    at++;
    const right = binary(level);
    switch (operator) {
      case "->":
        return or(not(left), right);
      case "<->":
        return or(and(left, right), and(not(left), not(right)));
      case "|":
        return or(left, right);
      case "&":
        return and(left, right);
      case "U":
        return { kind: "until", left, right };
      case "W":
        return { kind: "weak-until", left, right };
      case "M":
        return { kind: "strong-release", left, right };
      default:
        return { kind: "release", left, right };
    }
  };
  const unary = (): Temporal => {
    const token = tokens[at++];
    switch (token) {
      case "!":
        return not(unary());
      case "[]":
      case "G":
        return { kind: "always", part: unary() };
      case "<>":
      case "F":
        return { kind: "eventually", part: unary() };
      case "X":
        return { kind: "next", part: unary() };
      case "(": {
        const inner = binary(0);
        at++;
        return inner;
      }
      default:
        if (token === undefined || !token.startsWith("p")) throw new Error(`not a formula: ${text}`);
        return { kind: "atom", atom: Number(token.slice(1)) };
    }
  };
  const formula = binary(0);
  if (at !== tokens.length) throw new Error(`not a formula: ${text}`);
  return formula;
}

const [file] = process.argv.slice(2);
if (file === undefined) {
  process.stdout.write("usage: npm run bench -- automata FILE\n");
  process.exitCode = 11;
} else {
  const sets = new Map<string, [Sizes, Sizes]>();
  let [all, slowest] = [0, 0];
  for (const line of readFileSync(file, "utf8").split("\n")) {
    const [, set, text] = /^(\w+) (.+)$/.exec(line) ?? [];
    if (set === undefined || text === undefined) continue;
    const sums = sets.get(set) ?? [nothing(), nothing()];
    sets.set(set, sums);
    const formula = parse(text);
    const atoms = 1 + Math.max(...[...text.matchAll(/p(\d+)/g)].map(([, atom]) => Number(atom)));
    const begin = cpuSeconds();
    for (const [index, sum] of sums.entries()) {
      const formulas = new LtlFormulas();
      const normal = normalForm(formulas, formula);
      const sizes = sizesOf(degeneralise(translate(formulas, index === 0 ? normal : formulas.not(normal), atoms)));
      for (const key of Object.keys(sum) as (keyof Sizes)[]) sum[key] += sizes[key];
    }
    const seconds = cpuSeconds() - begin;
    all += seconds;
    slowest = Math.max(slowest, seconds);
  }
  printHead(["set", "φ: states, edges", "acceptance on states", "¬φ: states, edges", "acceptance on states"]);
  for (const [set, sums] of sets) {
    const cells = sums.flatMap((sum) => [`${sum.states}, ${sum.edges}`, `${sum.plainStates}, ${sum.plainEdges}`]);
    printRow([set, ...cells]);
  }
  process.stdout.write(
    `\nall formulas and their negations: ${all.toFixed(1)} s, the slowest ${slowest.toFixed(2)} s\n`,
  );
}
