// Evidence as text: JSON for programs, DOT for graph viewers, and its paths as people read them.

import type { ProbabilisticEvidence } from "../../probabilistic/index.ts";

/** States whose choice is told in the text. */
const SHOWN_CHOICES = 5;

const valuesText = (values: ProbabilisticEvidence["states"][number]["values"]): string =>
  values.map(({ name, text }) => `${name}=${text}`).join(", ");

/** Counts, mass and paths, each step with its action, its probability and what it changes. */
export function evidenceSummary(evidence: ProbabilisticEvidence, paths: number): object {
  return {
    states: evidence.states.length,
    transitions: evidence.transitions.length,
    mass: evidence.mass,
    explored: evidence.explored,
    paths: evidence.paths.slice(0, paths).map(({ probability, steps }) => ({
      probability,
      steps: steps.map((index) => {
        const { from, to, action, probability: p } = evidence.transitions[index]!;
        return { action, probability: p, changes: Object.fromEntries(changes(evidence, from, to)) };
      }),
    })),
  };
}

function changes({ states }: ProbabilisticEvidence, from: number, to: number): [string, string][] {
  const before = states[from]!.values;
  return states[to]!.values.flatMap(({ name, text }, at): [string, string][] =>
    before[at]?.text === text ? [] : [[name, text]],
  );
}

export function evidenceToJson(evidence: ProbabilisticEvidence): string {
  return `${JSON.stringify({ tool: "tracehound", evidence }, null, 1)}\n`;
}

export function evidenceToDot(evidence: ProbabilisticEvidence): string {
  const quoted = (text: string): string => JSON.stringify(text);
  const nodes = evidence.states.map(({ values, isTarget }, at) => {
    const shape = isTarget ? "doublecircle" : at === 0 ? "box" : "ellipse";
    return `  s${at} [shape=${shape}, tooltip=${quoted(valuesText(values))}, label="${at}"];`;
  });
  const edges = evidence.transitions.map(
    ({ from, to, probability, action, flow }) =>
      `  s${from} -> s${to} [label=${quoted(`${action === "" ? "" : `${action} `}${Number(probability.toPrecision(4))}`)}, penwidth=${(0.4 + 5 * flow).toFixed(2)}];`,
  );
  return `digraph evidence {\n  rankdir=LR;\n${[...nodes, ...edges].join("\n")}\n}\n`;
}

/** The most probable path, step by step, and how much the first paths carry together. */
export function evidenceStory(evidence: ProbabilisticEvidence): string {
  const [first] = evidence.paths;
  if (first === undefined) return "";
  const lines = [
    `most probable path: ${Number(first.probability.toPrecision(6))}, ${first.steps.length} ${first.steps.length === 1 ? "step" : "steps"}`,
  ];
  lines.push(`  ${valuesText(evidence.states[0]!.values)}`);
  for (const index of first.steps) {
    const { from, to, action, probability } = evidence.transitions[index]!;
    const changed = changes(evidence, from, to).map(([name, text]) => `${name}=${text}`);
    lines.push(
      `  ${Number(probability.toPrecision(4))}${action === "" ? "" : ` [${action}]`} \u2192 ${changed.length === 0 ? "nothing changes" : changed.join(", ")}`,
    );
  }
  lines.push(...schedulerLines(evidence));
  const sums = [1, 10, 100].flatMap((count) => {
    if (count > 1 && evidence.paths.length < count) return [];
    const mass = evidence.paths.slice(0, count).reduce((sum, { probability }) => sum + probability, 0);
    return [`${count} ${count === 1 ? "path" : "paths"} ${Number(mass.toPrecision(4))}`];
  });
  lines.push(`mass: ${sums.join(", ")}, all of it ${Number(evidence.mass.toPrecision(6))}`);
  return lines.join("\n");
}

/**
 * The states in which there is a choice, and which one the evidence belongs to; those with most probability behind them
 * first.
 */
function schedulerLines(evidence: ProbabilisticEvidence): string[] {
  const choosing = [...evidence.states.entries()].filter(([, { chosen }]) => chosen !== undefined);
  if (choosing.length === 0) return [];
  const most = choosing.sort(([, a], [, b]) => b.chance - a.chance).slice(0, SHOWN_CHOICES);
  const left = choosing.length - most.length;
  const more = `${left.toLocaleString("en")} more ${left === 1 ? "state" : "states"}`;
  return [
    "scheduler:",
    ...most.map(([at, { values, chosen }]) => `  ${valuesText(values)}: ${chosen}${leadingTo(evidence, at)}`),
    ...(left === 0 ? [] : [`  and in ${more} (\`--evidence FILE.json\` has all)`]),
  ];
}

/** `, to x=1 or x=2`: what the choice in a state may change, as far as the evidence goes that way. */
function leadingTo(evidence: ProbabilisticEvidence, state: number): string {
  const ends = evidence.transitions.flatMap(({ from, to }) => {
    if (from !== state) return [];
    const changed = changes(evidence, from, to).map(([name, text]) => `${name}=${text}`);
    return [changed.length === 0 ? "itself" : changed.join(", ")];
  });
  return ends.length === 0 ? "" : `, to ${[...new Set(ends)].join(" or ")}`;
}
