// Which values do the cells ever hold? Declared ranges are often far wider than what is stored; here the intervals of
// all assignments of edges are joined until nothing changes, each under what its guard says. What functions, loops and
// hooks write keeps its declared range.

import { sizeOf } from "../../network/cells.ts";
import type { Edge, Expression, Network } from "../../network/index.ts";
import { type Visitor, visitNetwork } from "../../network/visit.ts";
import { type AccessAnalysis, cellsOf } from "../accesses.ts";
import { EMPTY_FRAME, type Frame, Intervals } from "../intervals.ts";
import { Failing, inSequence } from "./failing.ts";

/** Rounds after which what still grows is given its declared range. */
const PATIENCE = 6;

type Assign = Extract<Expression, { kind: "assign" }>;

/** Intervals that hold in every state (and in the midst of every update) of the network. */
export function reachableIntervals(network: Network, accesses: AccessAnalysis): Intervals {
  const intervals = new Intervals(network);
  const { cells } = intervals;
  const declared = { min: cells.min.slice(), max: cells.max.slice() };
  const loose = looseCells(network);
  for (let cell = 0; cell < network.cells; cell++) {
    if (loose[cell] === 0) cells.min[cell] = cells.max[cell] = network.initialValues[cell]!;
  }
  const failing = new Failing(intervals, accesses);
  for (let round = 0; ; round++) {
    const { min, max } = joined(network, failing);
    let changed = false;
    for (let cell = 0; cell < network.cells; cell++) {
      if (loose[cell] === 1 || (min[cell]! >= cells.min[cell]! && max[cell]! <= cells.max[cell]!)) continue;
      changed = true;
      cells.min[cell] = Math.min(cells.min[cell]!, round < PATIENCE ? min[cell]! : declared.min[cell]!);
      cells.max[cell] = Math.max(cells.max[cell]!, round < PATIENCE ? max[cell]! : declared.max[cell]!);
    }
    if (!changed) break;
    intervals.revision++;
  }
  // What was given too much shrinks again: from ranges that hold, one more round yields ranges that hold.
  for (let round = 0; round < 2; round++) {
    const { min, max } = joined(network, failing);
    for (let cell = 0; cell < network.cells; cell++) {
      if (loose[cell] === 1) continue;
      cells.min[cell] = min[cell]!;
      cells.max[cell] = max[cell]!;
    }
    intervals.revision++;
  }
  return intervals;
}

/** The initial values joined with what all edges store, given what the cells hold now. */
function joined(network: Network, failing: Failing): { min: Int32Array; max: Int32Array } {
  const min = Int32Array.from(network.initialValues);
  const max = Int32Array.from(network.initialValues);
  for (const edge of network.edges) {
    let frame: Frame | null = guardedFrame(failing, edge);
    if (frame === null) continue;
    for (const statement of edge.update) {
      if (statement.kind !== "expression") {
        frame = failing.after(statement, frame);
        continue;
      }
      for (const expression of inSequence(statement.expression)) {
        if (expression.kind === "assign" && expression.target.space === "state") {
          store(failing, expression, frame, min, max);
        }
        frame = failing.afterExpression(expression, frame);
      }
    }
  }
  return { min, max };
}

function store(failing: Failing, expression: Assign, frame: Frame, min: Int32Array, max: Int32Array): void {
  const range = failing.stored(expression, frame);
  const { base, offset, steps } = expression.target;
  for (const cell of failing.intervals.indicesOf({ base: base + offset, steps }, frame)) {
    if (cell >= min.length) continue;
    if (range.min < min[cell]!) min[cell] = range.min;
    if (range.max > max[cell]!) max[cell] = range.max;
  }
}

/**
 * What is known when the update of an edge begins; null when its guard never holds. Others may have written before it:
 * the hook, and for whoever does not begin the joint step, its partners.
 */
export function guardedFrame(failing: Failing, edge: Edge): Frame | null {
  const { fails, after } = failing.conjuncts(edge.guard, selectFrame(edge));
  // A guard that may fail may also hold: then nothing is known, but the update can run.
  if (fails) return selectFrame(edge);
  if (after === null) return null;
  const { network } = failing.intervals;
  const isFirst = edge.sync.kind === "internal" || edge.sync.kind === "send";
  return isFirst && network.beforeUpdate.length === 0 ? after : { ...after, cells: new Map() };
}

export function selectFrame({ selects }: Edge): Frame {
  return selects.length === 0 ? EMPTY_FRAME : { ...EMPTY_FRAME, ranges: new Map([...selects.entries()]) };
}

/** 1 for cells that something other than a plain assignment of an edge may write. */
function looseCells(network: Network): Uint8Array {
  const loose = new Uint8Array(network.cells);
  const variableOf = new Int32Array(network.cells);
  for (const [index, { cell, type }] of network.variables.entries()) variableOf.fill(index, cell, cell + sizeOf(type));
  const followed = new Set<unknown>();
  for (const { update } of network.edges) {
    for (const statement of update) {
      if (statement.kind !== "expression") continue;
      for (const expression of inSequence(statement.expression)) {
        if (expression.kind === "assign" && expression.target.space === "state") followed.add(expression.target);
      }
    }
  }
  const visitor: Visitor = {
    place: (place, access, size) => {
      if (access === "read" || place.space !== "state" || followed.has(place)) return;
      for (const cell of cellsOf(place, Math.max(1, size))) {
        const variable = network.variables[variableOf[cell]!];
        // A reference, or an array that is returned: its size is the variable's business.
        if (variable === undefined) continue;
        loose.fill(1, variable.cell, variable.cell + sizeOf(variable.type));
      }
    },
  };
  visitNetwork(network, visitor);
  return loose;
}
