// What is claimed of diagrams as proofs: the set that a search made is accepted; and whatever is accepted holds every
// state that zones reach, so a diagram from which some of them were taken, or in which a number was changed so that
// some are gone, is not.

import { type Certificate, type DiagramProof, verifyCertificate } from "../certificate/index.ts";
import type { Network } from "../network/index.ts";
import {
  CompiledDiagrams,
  listedStates,
  NotForDiagrams,
  reachFrom,
  SymbolicSystem,
  structureOf,
} from "../symbolic/index.ts";
import { num } from "./builder.ts";
import type { Choices } from "./choices.ts";
import { holds, query } from "./formulas.ts";
import { everything } from "./symbolic-claims.ts";

export interface DiagramProofClaims {
  readonly refused: string | undefined;
  /** Damaged ones that were refused, and those that hold everything still. */
  readonly found: number;
  readonly harmless: number;
  readonly wrong: readonly string[];
}

const NEVER = query("E<>", holds(num(0)), 4);
const DAMAGES = 12;

/** A string where diagrams refuse the network; undefined where it has more states than that. */
export function diagramProofClaims(
  network: Network,
  mostStates: number,
  choices: Choices,
): DiagramProofClaims | string | undefined {
  const truth = everything(network, mostStates);
  if (truth === undefined) return undefined;
  try {
    const system = new SymbolicSystem(new CompiledDiagrams(), structureOf(network, "closed"));
    const reach = reachFrom(system, "saturation");
    while (reach.advance());
    if (truth.states.size === 0) return "no state at all";
    const whole = listedStates(system, reach.states);
    const verdict = judged(network, whole);
    const wrong: string[] = [];
    let [found, harmless] = [0, 0];
    const mayFail = system.failing(reach.states) !== 0;
    if (verdict === undefined && truth.fails) wrong.push("accepted, though something fails");
    if (verdict !== undefined && !truth.fails && !mayFail) wrong.push(`refused: ${verdict}`);
    for (let damage = 0; damage < DAMAGES; damage++) {
      const damaged = damage < 3 ? without(system, reach.states, choices) : changed(whole, choices);
      if (damaged === undefined || judged(network, damaged) !== undefined) found++;
      else {
        const left = statesIn(network, damaged);
        const gone = [...truth.states].find((state) => !left.has(state));
        if (gone === undefined) harmless++;
        else wrong.push(`damage ${damage} is accepted, and ${gone} is gone`);
      }
    }
    return { refused: verdict, found, harmless, wrong };
  } catch (error) {
    if (error instanceof NotForDiagrams) return error.obstacle;
    throw error;
  }
}

/** Why it is refused; undefined where it is accepted. */
function judged(network: Network, diagram: DiagramProof): string | undefined {
  const certificate: Certificate = {
    format: "tracehound-certificate",
    formatVersion: 1,
    model: "random",
    query: NEVER.text,
    abstraction: "diagram",
    diagram,
    states: [],
  };
  const verdict = verifyCertificate(network, NEVER, certificate);
  return verdict.ok ? undefined : verdict.reason;
}

/** All but the states of some values at one or two levels. */
function without(system: SymbolicSystem, states: number, choices: Choices): DiagramProof | undefined {
  const { diagrams } = system;
  const tuples: number[][] = [];
  diagrams.each(states, (tuple) => {
    tuples.push([...tuple]);
    return tuples.length < 2_000;
  });
  const chosen = tuples[choices.below(tuples.length)]!;
  const levels = [choices.below(chosen.length), choices.below(chosen.length)];
  const gone = tuples.filter((tuple) => levels.every((level) => tuple[level] === chosen[level]));
  const rest = diagrams.minus(states, diagrams.ofTuples(gone));
  return rest === 0 ? undefined : listedStates(system, rest);
}

/** One number more or less, somewhere. */
function changed(diagram: DiagramProof, choices: Choices): DiagramProof {
  const nodes = diagram.nodes.map(([value, down, right]): [number, number, number] => [value, down, right]);
  const by = choices.below(2) === 0 ? 1 : -1;
  const kind = choices.below(6);
  const at = choices.below(nodes.length);
  if (kind < 3) nodes[at]![kind]! += by;
  if (kind === 3) nodes[at]![2] = 0;
  const levels = diagram.levels.map((level, index) => {
    if (kind < 4 || !("clock" in level) || index % 2 !== choices.below(2)) return level;
    if (kind === 4) return { ...level, most: level.most + by };
    const { idle } = level;
    const process = idle?.process ?? choices.below(2);
    return { ...level, idle: { process, locations: [...(idle?.locations ?? []), choices.below(2)] } };
  });
  return { ...diagram, levels, nodes };
}

/** The discrete states of a diagram that was accepted, as text. */
function statesIn(network: Network, { levels, nodes, root }: DiagramProof): Set<string> {
  const states = new Set<string>();
  const locations = network.processes.map(() => 0);
  const cells = [...network.initialValues];
  const walk = (number: number, level: number): void => {
    if (number === 1) states.add(`${locations} ${cells}`);
    for (let at = number; at > 1; at = nodes[at - 2]![2]) {
      const [value, down] = nodes[at - 2]!;
      const about = levels[level]!;
      if ("process" in about) locations[about.process] = value;
      else if ("cell" in about) cells[about.cell] = value;
      walk(down, level + 1);
    }
  };
  walk(root, 0);
  return states;
}
