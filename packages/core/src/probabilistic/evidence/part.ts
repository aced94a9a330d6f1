// The part of a graph that a search has explored, as a model of its own: what leads out of it goes to a last state that
// stays, and so is lost. The probability inside of it is a lower bound, whatever was left out.

import { quietHost } from "../host.ts";
import { longestRow, transient, untilWithin, widened } from "../measures/bounded.ts";
import { untilProbability } from "../measures/unbounded.ts";
import type { Model, StateSet } from "../model.ts";
import type { EvidenceGraph } from "./evidence-graph.ts";
import { progressing } from "./progress.ts";
import type { SoughtStates } from "./sought.ts";

export interface ExploredPart {
  readonly model: Model;
  /** States of the graph, by state of the model. */
  readonly order: readonly number[];
  /** By state of the model: proven lower bounds, and values. */
  readonly lower: Float64Array;
  readonly estimate: Float64Array;
  /** By state: the choice of the model that attains the value. */
  readonly scheduler: Int32Array;
}

const ROUNDING = 1.2e-16;

export function explore(graph: EvidenceGraph, order: readonly number[], sought: SoughtStates): ExploredPart {
  const isEnd = (state: number): boolean => sought.isTarget(state) || !sought.mayPass(state);
  const model = partOf(graph, order, isEnd);
  const left = new Uint8Array(model.states).fill(1);
  const right = new Uint8Array(model.states);
  for (const [at, state] of order.entries()) if (sought.isTarget(state)) right[at] = 1;
  return { model, order, ...chances(model, left, right, sought.within) };
}

function chances(
  model: Model,
  left: StateSet,
  right: StateSet,
  within: number | undefined,
): Pick<ExploredPart, "lower" | "estimate" | "scheduler"> {
  if (within === undefined) {
    const { lower, estimate } = untilProbability(model, left, right, "max", quietHost);
    return { lower, estimate, scheduler: progressing(model, right, estimate) };
  }
  const scheduler = Int32Array.from({ length: model.states }, (_, state) => model.choices[state]!);
  if (model.exit === undefined) {
    const value = untilWithin(model, left, right, within, "max", quietHost);
    const { lower } = widened(value, (within + 1) * (longestRow(model) + 4) * ROUNDING, 1);
    return { lower, estimate: value, scheduler };
  }
  const moving = right.map((member) => 1 - member);
  const { value, error } = transient(model, Float64Array.from(right), moving, within, false, quietHost);
  return { lower: widened(value, error, 1).lower, estimate: value, scheduler };
}

/** These states with their transitions; `isEnd` are not left. */
function partOf(graph: EvidenceGraph, order: readonly number[], isEnd: (state: number) => boolean): Model {
  const index = new Map(order.map((state, at) => [state, at]));
  const lost = order.length;
  const choices = new Int32Array(lost + 2);
  const transitions: number[] = [0];
  const target: number[] = [];
  const probability: number[] = [];
  const exit = new Float64Array(lost + 1);
  const stay = (at: number): void => {
    target.push(at);
    probability.push(1);
    transitions.push(target.length);
  };
  for (const [at, state] of order.entries()) {
    const before = target.length;
    if (!isEnd(state)) {
      exit[at] = graph.rate(state) ?? 0;
      let last = 0;
      graph.each(state, (choice, to, p) => {
        if (choice !== last) transitions.push(target.length);
        last = choice;
        target.push(index.get(to) ?? lost);
        probability.push(p);
      });
      if (target.length > before) transitions.push(target.length);
    }
    if (target.length === before) stay(at);
    choices[at + 1] = transitions.length - 1;
  }
  stay(lost);
  choices[lost + 1] = transitions.length - 1;
  return {
    states: lost + 1,
    choices,
    transitions: Int32Array.from(transitions),
    target: Int32Array.from(target),
    probability: Float64Array.from(probability),
    ...(graph.rate(graph.initial[0]!) === undefined ? {} : { exit }),
  };
}
