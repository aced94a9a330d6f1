// The shape of a `.muntax` file, and where its texts stand in it.

import * as v from "valibot";

const id = v.pipe(v.number(), v.integer(), v.minValue(0));
const node = v.object({ id, name: v.string(), invariant: v.string() });
const edge = v.object({ source: id, target: id, guard: v.string(), label: v.string(), update: v.string() });
const automaton = v.object({
  name: v.string(),
  initial: id,
  nodes: v.array(node),
  edges: v.array(edge),
  committed: v.optional(v.array(id), []),
  urgent: v.optional(v.array(id), []),
});
export const muntaxSchema = v.object({
  automata: v.array(automaton),
  broadcast: v.optional(v.array(v.string()), []),
  clocks: v.string(),
  vars: v.optional(v.string(), ""),
  formula: v.string(),
});

export type Muntax = v.InferOutput<typeof muntaxSchema>;
export type MuntaxAutomaton = Muntax["automata"][number];

/** Where the value at a path (`automata.0.name`) begins in a text that is JSON; of a string, behind its quote. */
export function placesIn(text: string): ReadonlyMap<string, number> {
  const places = new Map<string, number>();
  /** Open lists and objects: a number counts the items of a list. */
  const open: { key: string | number }[] = [];
  const path = (): string => open.map(({ key }) => key).join(".");
  for (let at = 0; at < text.length; at++) {
    const sign = text[at]!;
    if (sign === "{" || sign === "[") {
      if (open.length > 0) places.set(path(), at);
      open.push({ key: sign === "[" ? 0 : "" });
    } else if (sign === "}" || sign === "]") open.pop();
    else if (sign === ",") {
      const top = open.at(-1);
      if (typeof top?.key === "number") top.key++;
    } else if (sign === '"') {
      const begin = at + 1;
      for (at++; text[at] !== '"'; at++) if (text[at] === "\\") at++;
      const top = open.at(-1);
      const isKey = typeof top?.key === "string" && /^\s*:/.test(text.slice(at + 1, at + 100));
      if (isKey) top.key = JSON.parse(text.slice(begin - 1, at + 1)) as string;
      else places.set(path(), begin);
    } else if (/[-0-9tfn]/.test(sign)) {
      places.set(path(), at);
      while (/[-+.0-9a-zE]/.test(text[at + 1] ?? "")) at++;
    }
  }
  return places;
}
