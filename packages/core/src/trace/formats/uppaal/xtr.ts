// UPPAAL's symbolic trace files (`.xtr`): numbers separated by white space, sections closed by a lone dot. Written
// with the exact zones along the run; read back as the steps taken, which are then timed anew, since the file has no
// delays. A bound is 2 × constant, plus 1 when it is strict.

import type { Edge, Network } from "../../../network/index.ts";
import type { JointTransition } from "../../../semantics/joint-transition.ts";
import { constantOf, isStrict } from "../../../zone/index.ts";
import type { Trace } from "../../trace.ts";
import { boundsOf, type SymbolicPoint, symbolicRun } from "./symbolic-run.ts";

export function traceToXtr(network: Network, trace: Trace): string {
  const { states, dim } = symbolicRun(network, trace);
  const lines = [...stateLines(states[0]!, dim)];
  for (const [index, { transition }] of trace.steps.entries()) {
    lines.push(...stateLines(states[index + 1]!, dim), ...transitionLines(network, transition));
  }
  return `${[...lines, "."].join("\n")}\n`;
}

function stateLines(state: SymbolicPoint, dim: number): string[] {
  const { locations, cells } = state.discrete;
  const bounds = boundsOf(state, dim).flatMap(({ i, j, bound }) => [
    `${i}`,
    `${j}`,
    `${2 * constantOf(bound) + (isStrict(bound) ? 1 : 0)}`,
    ".",
  ]);
  return [[...locations].join("\n"), ".", ...bounds, ".", ...[...cells].map(String), "."];
}

function transitionLines(network: Network, { edges }: JointTransition): string[] {
  return [
    ...edges.map(({ edge: id, select }) => {
      const { process, fileIndex } = network.edges[id]!;
      return `${[process, fileIndex, ...select].join(" ")} ;`;
    }),
    ".",
  ];
}

/** For every step the participants as the file has them; several edges of the network may share one file index. */
export interface XtrStep {
  readonly participants: readonly { readonly candidates: readonly Edge[]; readonly select: readonly number[] }[];
}

/** What the file says about a state, besides its zone. */
export interface XtrState {
  readonly locations: readonly number[];
  readonly values: readonly number[];
}
export interface XtrRun {
  readonly steps: readonly XtrStep[];
  /** The initial one first. */
  readonly states: readonly XtrState[];
}

/** With a reason when the text is not a trace of this network. */
export function readXtr(network: Network, text: string): XtrRun | { readonly problem: string } {
  const tokens = text.split(/\s+/).filter((token) => token !== "");
  let at = 0;
  const peek = (): string | undefined => tokens[at];
  const fail = (what: string): { problem: string } => ({ problem: `${what} at item ${at + 1}` });
  const numbers = (): number[] => {
    const list: number[] = [];
    while (peek() !== undefined && /^-?\d+$/.test(peek()!)) list.push(Number(tokens[at++]));
    return list;
  };
  const dot = (): boolean => tokens[at] === "." && at++ >= 0;
  const states: XtrState[] = [];
  const state = (): boolean => {
    const locations = numbers();
    if (locations.length !== network.processes.length || !dot()) return false;
    while (peek() !== ".") if (numbers().length !== 3 || !dot()) return false;
    if (!dot()) return false;
    states.push({ locations, values: numbers() });
    return dot();
  };
  if (!state()) return fail("the first state does not fit the model");
  const steps: XtrStep[] = [];
  while (peek() !== "." && peek() !== undefined) {
    if (!state()) return fail("a state does not fit the model");
    const participants: { candidates: Edge[]; select: number[] }[] = [];
    while (peek() !== "." && peek() !== undefined) {
      const [process = -1, index = -1, ...select] = numbers();
      if (peek() !== ";") return fail("a participant is not closed by a semicolon");
      at++;
      const candidates = network.edges.filter((edge) => edge.process === process && edge.fileIndex === index);
      if (candidates.length === 0) return fail(`process ${process} has no edge ${index}`);
      participants.push({ candidates, select });
    }
    if (!dot() || participants.length === 0) return fail("a step is not closed by a dot");
    steps.push({ participants });
  }
  if (!dot()) return fail("the trace is not closed by a dot");
  return peek() === undefined ? { steps, states } : fail("something follows the end of the trace");
}
