// What concerns the model as a whole: priorities of channels, update hooks, progress measures.

import type { ProgressMeasure, Statement } from "../../../../network/index.ts";
import type { ChannelPriorityDeclaration, Declaration, ProgressEntry, UpdateHookDeclaration } from "../../ast.ts";
import { Context, MODEL_OWNER, type Unit } from "../context.ts";
import { lowerExpression, lowerInteger } from "../expressions/expressions.ts";
import { type AccessPath, Scope } from "../scope.ts";
import { channelOf } from "../values/access.ts";
import { nameOf } from "../values/convert.ts";
import { isChoice } from "../values/operand.ts";
import { elementOf } from "../values/types.ts";
import { lowerUpdate, pure } from "./edges.ts";

export interface Priorities {
  readonly internal: number;
  readonly declared: boolean;
}

/** Levels count from 0 upwards; `default` (all other channels, and steps without one) is lowest unless it is named. */
export function lowerPriorities(unit: Unit, scope: Scope, declarations: readonly Declaration[]): Priorities {
  const all = declarations.filter((d): d is ChannelPriorityDeclaration => d.kind === "channel-priority");
  const [first, second] = all;
  if (second !== undefined) {
    unit.error("TH2301", "channel priorities are declared twice", second.span, "one declaration lists all levels");
  }
  if (first === undefined) return { internal: 0, declared: false };
  const named = first.levels.some((level) => level.some((entry) => entry.kind === "default"));
  const shift = named ? 0 : 1;
  let internal = 0;
  const given = new Map<number, number>();
  for (const [level, entries] of first.levels.entries()) {
    for (const entry of entries) {
      if (entry.kind === "default") {
        internal = level + shift;
        continue;
      }
      const ctx = new Context(unit, scope, MODEL_OWNER);
      const operand = pure(ctx, "a priority", () => lowerExpression(ctx, entry));
      if (operand.kind === "error") continue;
      let access: AccessPath | null = null;
      if (operand.kind === "channel") access = operand.access;
      else if (operand.kind === "aggregate" && !isChoice(operand.located)) access = operand.located;
      if (access === null || elementOf(access.type).kind !== "chan") {
        unit.error("TH2302", `a channel is needed here, but this is ${nameOf(operand)}`, entry.span);
      } else if (access.steps.length > 0) {
        unit.error("TH2302", "which channel this is must be known before the model runs", entry.span);
      } else {
        const { base } = channelOf(access);
        for (let i = 0; i < access.type.extent.channels; i++) given.set(base + i, level + shift);
      }
    }
  }
  for (const [index, channel] of unit.channels.entries()) channel.priority = given.get(index) ?? internal;
  return { internal, declared: true };
}

export function lowerHooks(
  unit: Unit,
  scope: Scope,
  declarations: readonly Declaration[],
): { before: readonly Statement[]; after: readonly Statement[]; frameSize: number } {
  const ctx = new Context(unit, new Scope(scope), MODEL_OWNER);
  const lower = (kind: UpdateHookDeclaration["kind"]): Statement[] =>
    declarations.flatMap((d) => (d.kind === kind ? lowerUpdate(ctx, (d as UpdateHookDeclaration).updates) : []));
  const before = lower("before-update");
  return { before, after: lower("after-update"), frameSize: ctx.frameSize };
}

/** Measures may speak of the members of processes, as queries do. */
export function lowerProgress(unit: Unit, scope: Scope, entries: readonly ProgressEntry[]): ProgressMeasure[] {
  return entries.map(({ guard, measure }) => {
    const ctx = new Context(unit, new Scope(scope), MODEL_OWNER, true);
    return pure(ctx, "a progress measure", () => {
      const lowered = guard === undefined ? {} : { guard: lowerInteger(ctx, guard) };
      return { ...lowered, measure: lowerInteger(ctx, measure), frameSize: ctx.frameSize };
    });
  });
}
