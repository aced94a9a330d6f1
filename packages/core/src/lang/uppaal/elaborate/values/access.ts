// From a path (variable, subscripts, fields) to what the network names: a place of cells, a clock, a channel.

import { defined } from "../../../../basics/defined.ts";
import type { Span } from "../../../../diagnostics/index.ts";
import type { ClockRef, Expression, IndexedRef, Place, Subscript } from "../../../../network/index.ts";
import type { AccessPath, AccessStep, PathRoot } from "../scope.ts";
import { constant, UNKNOWN } from "./fold.ts";
import { type ArrayOf, type Extent, plus, type RecordField, type Type } from "./types.ts";

const NOWHERE: Extent = { cells: 0, clocks: 0, channels: 0 };
const NO_STEPS: readonly AccessStep[] = [];

export function accessRoot(root: PathRoot, type: Type, prelude: readonly Expression[] = []): AccessPath {
  return { root, offset: NOWHERE, steps: root.process ?? NO_STEPS, type, prelude };
}

export function accessField(base: AccessPath, field: RecordField): AccessPath {
  return { ...base, offset: plus(base.offset, field.at), type: field.type };
}

/** A constant subscript moves the offset; anything else (also one that is out of range) is a step to be checked. */
export function accessElement(base: AccessPath, array: ArrayOf, index: Expression, span: Span): AccessPath {
  const stride = array.element.extent;
  if (index.kind === "constant") {
    const position = index.value - array.first;
    if (position >= 0 && position < array.length) {
      return { ...base, offset: plus(base.offset, stride, position), type: array.element };
    }
  }
  const step = { index, first: array.first, count: array.length, stride, span };
  return { ...base, steps: [...base.steps, step], type: array.element };
}

export function placeOf(access: AccessPath): Place {
  const { root, offset } = access;
  const steps = stepsOf(access, "cells");
  return root.space === "reference"
    ? { space: "reference", base: root.at.cells, offset: offset.cells, steps }
    : { space: root.space, base: root.at.cells + offset.cells, offset: 0, steps };
}

export function clockOf(access: AccessPath): ClockRef {
  const { root, offset } = access;
  const steps = stepsOf(access, "clocks");
  if (root.space !== "reference") return { space: "clock", base: root.at.clocks + offset.clocks, steps };
  // Behind a reference there is no room for an offset: it becomes a step with a constant index.
  const fixed: Subscript[] =
    offset.clocks === 0 ? [] : [{ index: constant(offset.clocks), first: 0, count: offset.clocks + 1, stride: 1 }];
  return { space: "reference", base: root.at.clocks, steps: [...fixed, ...steps] };
}

export function channelOf(access: AccessPath): IndexedRef {
  return { base: access.root.at.channels + access.offset.channels, steps: stepsOf(access, "channels") };
}

function stepsOf(access: AccessPath, unit: keyof Extent): readonly Subscript[] {
  return access.steps.map(({ index, first, count, stride, span }) => ({
    index,
    first,
    count,
    stride: stride[unit],
    ...defined({ span }),
  }));
}

/** The value of one cell: folded when it is a constant at a constant place. */
export function loadOf(access: AccessPath): Expression {
  const { root, steps, offset } = access;
  if (root.values !== undefined) {
    if (root.values === null) return UNKNOWN;
    if (steps.length === 0) return constant(root.values[offset.cells] ?? 0);
  }
  return { kind: "load", place: placeOf(access) };
}

/** Constants behind a fixed path, cell by cell; null when they are not known or not fixed. */
export function constantsOf(access: AccessPath): readonly number[] | null {
  const { root, offset, steps, type } = access;
  if (root.values === undefined || root.values === null || steps.length > 0 || access.prelude.length > 0) return null;
  return root.values.slice(offset.cells, offset.cells + type.extent.cells);
}
