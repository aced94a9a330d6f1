// Reads a certificate that anyone may have written: everything is checked before it is used.

import * as v from "valibot";
import { readJson } from "../basics/checked-json.ts";
import { defined } from "../basics/defined.ts";
import type { Certificate } from "./certificate.ts";

const int = v.pipe(v.number(), v.integer());
const bound = v.strictTuple([int, int, int, v.picklist([0, 1])]);
const state = { locations: v.array(int), cells: v.array(int), zones: v.array(v.array(bound)) };
const ranges = v.array(v.strictTuple([int, int]));
const invariant = v.strictObject({
  locations: v.array(v.nullable(v.array(int))),
  cells: v.array(v.nullable(v.union([ranges, v.strictObject({ process: int, byLocation: v.array(ranges) })]))),
});
const idle = v.optional(v.strictObject({ process: int, locations: v.array(int) }));
const level = v.union([
  v.strictObject({ process: int }),
  v.strictObject({ cell: int }),
  v.strictObject({ clock: int, most: int, idle }),
]);
const diagram = v.strictObject({
  levels: v.array(level),
  unit: v.optional(int),
  nodes: v.array(v.strictTuple([int, int, int])),
  root: int,
});
const schema = v.strictObject({
  format: v.literal("tracehound-certificate"),
  formatVersion: v.literal(1),
  model: v.string(),
  query: v.string(),
  labels: v.optional(v.array(v.string())),
  abstraction: v.picklist(["extra-lu", "extra-m", "alu", "none", "locations", "invariants", "diagram"]),
  visited: v.optional(v.array(v.array(int))),
  followed: v.optional(v.array(v.string())),
  runs: v.optional(v.array(v.strictObject({ ...state, ranks: v.array(int) }))),
  invariants: v.optional(v.array(invariant)),
  diagram: v.optional(diagram),
  states: v.array(v.strictObject(state)),
});

/** The certificate, or what is wrong with the text. */
export function readCertificate(text: string): Certificate | { readonly problem: string } {
  const read = readJson(text, schema);
  if ("problem" in read) return read;
  const { labels, visited, runs, followed, invariants, diagram: listed, ...rest } = read.output;
  return { ...rest, ...defined({ labels, visited, runs, followed, invariants, diagram: listed }) };
}
