// What evidence is asked for: random networks of all kinds, those of local time, and TChecker's files with their
// labels.

import { type LoadedModel, loadModel, type Network, type Query } from "@tracehound/core";
import {
  type Choices,
  Dice,
  randomLocalNetwork,
  randomQueries,
  randomTrial,
  seededChoices,
} from "@tracehound/core/testing";
import { questionOf } from "../../packages/cli/src/commands/replay.ts";

/** What a file says that it is about. */
export interface Asked {
  readonly query?: string;
  readonly labels?: readonly string[];
}

export interface Question {
  readonly network: Network;
  readonly query: Query;
  /** What stands in files. */
  readonly about: Asked;
  /** What a file asks; undefined: it is refused. */
  readonly reread: (asked: Asked) => { readonly network: Network; readonly query: Query } | undefined;
}

/** Of eight networks two are for local time, one of them with faults, and one is a file with labels. */
export function questionsOf(seed: number): readonly Question[] {
  const kind = seed % 8;
  if (kind === 5) return labelled(seededChoices(seed));
  if (kind === 3 || kind === 7) {
    const network = randomLocalNetwork(seededChoices(seed), kind === 7);
    return asked(network, randomQueries(network, seededChoices(seed ^ 0x5bd1e995)));
  }
  const { network, queries } = randomTrial(seed);
  return asked(network, queries);
}

/** There is no text from which these queries could be compiled again. */
function asked(network: Network, queries: readonly Query[]): readonly Question[] {
  return queries.map((query) => ({ network, query, about: { query: query.text }, reread: () => ({ network, query }) }));
}

function labelled(choices: Choices): readonly Question[] {
  const dice = new Dice(choices);
  const loaded = loadModel({ name: "random.tck", content: randomFile(dice) }, { lints: false });
  const some = (): string[] => LABELS.filter(() => dice.chance(45));
  return [[LABELS[0]!], some(), some(), some()].flatMap((labels) => {
    if (labels.length === 0) return [];
    const compiled = loaded.compileLabels(labels);
    // Some models have fewer labels.
    if (!compiled.ok) return [];
    const { network, value: query } = compiled;
    return [{ network, query, about: { query: query.text, labels }, reread: (of) => rereadIn(loaded, of) }];
  });
}

function rereadIn(loaded: LoadedModel, { query: text, labels }: Asked): ReturnType<Question["reread"]> {
  try {
    const { network, query } = questionOf(loaded, text, labels);
    return query === undefined ? undefined : { network, query };
  } catch {
    return undefined;
  }
}

const LABELS: readonly string[] = ["a", "b", "c"];

/**
 * Two or three processes of two or three locations, two clocks, a variable, and steps that some of them take together.
 */
function randomFile(dice: Dice): string {
  const lines = ["system:random", "clock:2:x", "int:1:0:2:0:n", "event:e", "event:f", "event:t"];
  const processes = ["P", "Q", "R"].slice(0, dice.between(2, 3));
  const bound = (ops: readonly string[]): string => `x[${dice.between(0, 1)}]${dice.one(ops)}${dice.between(0, 3)}`;
  for (const process of processes) {
    const locations = Array.from({ length: dice.between(2, 3) }, (_, k) => `l${k}`);
    lines.push(`process:${process}`);
    for (const [k, location] of locations.entries()) {
      const attributes = [
        ...(k === 0 ? ["initial:"] : []),
        ...(dice.chance(35) ? [`invariant:${bound(["<=", "<"])}`] : []),
        ...(dice.chance(k === 0 ? 10 : 50) ? [`labels:${dice.one(LABELS)}`] : []),
        ...(dice.chance(10) ? [dice.one(["committed:", "urgent:"])] : []),
      ];
      lines.push(`location:${process}:${location}{${attributes.join(" : ")}}`);
    }
    const edge = (source: string, target: string): void => {
      const guard = [
        ...(dice.chance(55) ? [bound(["<=", "<", ">=", ">", "=="])] : []),
        ...(dice.chance(20) ? [`n${dice.one(["==", "<="])}${dice.between(0, 1)}`] : []),
      ];
      const update = [
        ...(dice.chance(50) ? [`x[${dice.between(0, 1)}]=0`] : []),
        ...(dice.chance(25) ? [`n=${dice.between(0, 2)}`] : []),
      ];
      const attributes = [
        ...(guard.length > 0 ? [`provided:${guard.join("&&")}`] : []),
        ...(update.length > 0 ? [`do:${update.join(";")}`] : []),
      ];
      lines.push(`edge:${process}:${source}:${target}:${dice.one(["e", "f", "t"])}{${attributes.join(" : ")}}`);
    };
    for (const [k, location] of locations.slice(1).entries()) edge(locations[k]!, location);
    for (let k = dice.between(0, 2); k > 0; k--) edge(dice.one(locations), dice.one(locations));
  }
  lines.push("sync:P@e:Q@e");
  if (dice.chance(40)) lines.push(`sync:P@f:Q@e${dice.chance(50) ? "?" : ""}`);
  return `${lines.join("\n")}\n`;
}
