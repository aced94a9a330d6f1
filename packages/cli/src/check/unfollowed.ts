// Options for traces that lead to a state, asked beside questions that no such trace answers: people hear that they are not followed.

import { kindsWhere, type Query, soughtBy } from "@tracehound/core";
import type { Context } from "../context.ts";
import type { Options } from "./settings.ts";

export function tellUnfollowed(queries: readonly Query[], options: Options, context: Context): void {
  const { optimal, shorten, improve, witnesses } = options;
  const asked = Object.entries({ optimal, shorten, improve, witnesses }).filter(([, value]) => value !== undefined);
  const others = new Set<string>(queries.filter((query) => soughtBy(query)?.kind !== "state").map(({ kind }) => kind));
  if (asked.length === 0 || others.size === 0) return;
  const names = asked.map(([name]) => `--${name}`).join(" and ");
  const are = asked.length === 1 ? "is" : "are";
  const kinds = kindsWhere(({ name }) => others.has(name));
  context.err(`${names} ${are} about traces to a state: not followed for ${kinds}\n`);
}
