// The network as JSON: `{ "format": "tracehound-network", "version": 1, "network": { … } }`. What is read is validated
// in shape and in every index before it is believed, because the engines follow indices blindly.

import * as v from "valibot";
import type { DiagnosticCode, DiagnosticSink, Sources } from "../diagnostics/index.ts";
import { kindOf, type Network, type QueryOf } from "../network/index.ts";
import { boundsProblem } from "./network-bounds.ts";
import { networkSchema } from "./network-schema.ts";
import { BlockMaker } from "./uppaal/xml/text.ts";

export const NETWORK_FORMAT = "tracehound-network";
/** Changes whenever an old reader would misunderstand a new file. */
export const NETWORK_VERSION = 1;

/** Trees nested deeper than this are refused: others may recurse over what was read. */
const MAX_TREE_DEPTH = 1_500;

export function writeNetworkJson(given: Network): string {
  // Statistical questions are about the model as it was written, which a network is not: they are kept by name.
  const queries = given.queries.map((query) => {
    if (kindOf(query).form !== "statistical") return query;
    const { model: _model, question: _question, ...rest } = query as QueryOf<"statistical">;
    return { ...rest, kind: "unsupported", feature: "statistical queries in a network (ask the model itself)" };
  });
  const network = { ...given, queries };
  return `${JSON.stringify({ format: NETWORK_FORMAT, version: NETWORK_VERSION, network }, null, 1)}\n`;
}

export function readNetworkJson(name: string, text: string, sources: Sources, sink: DiagnosticSink): Network | null {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    const offset = Math.min(Number(/position (\d+)/.exec(message)?.[1] ?? strangeOffset(text)), text.length - 1);
    const { block, start } = new BlockMaker(name, text).around(offset, null);
    sink.error("TH1950", "this is not valid JSON", { block: sources.add(block), start, end: start + 1 });
    return null;
  }
  const complain = (code: DiagnosticCode, message: string, hint?: string): null => {
    const block = sources.add({ file: name, text: text.slice(0, 80) });
    sink.error(code, message, { block, start: 0, end: 1 }, hint);
    return null;
  };
  const envelope = v.safeParse(v.object({ format: v.literal(NETWORK_FORMAT), version: v.optional(v.number()) }), value);
  if (!envelope.success) {
    return complain("TH1951", `this is not a network: the file must say \`"format": "${NETWORK_FORMAT}"\``);
  }
  if (envelope.output.version === undefined)
    return complain(
      "TH1952",
      "the file does not say of which version it is",
      `write \`"version": ${NETWORK_VERSION}\``,
    );
  if (envelope.output.version !== NETWORK_VERSION) {
    return complain(
      "TH1952",
      `networks of version ${envelope.output.version} are not supported`,
      `this program reads version ${NETWORK_VERSION}`,
    );
  }
  const network: unknown = (value as { network?: unknown }).network;
  const problem = shapeProblem(network) ?? boundsProblem(network as Network);
  if (problem !== null) return complain("TH1953", `the network is broken: ${problem}`);
  const loaded = network as Network;
  for (const block of loaded.sources) sources.add(block);
  return loaded;
}

/** The first place where no token of JSON stands; engines name the position of an error only sometimes. */
function strangeOffset(text: string): number {
  const token = /[\s{}[\],:]+|"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*|true|false|null/y;
  let offset = 0;
  while (token.test(text)) offset = token.lastIndex;
  return offset;
}

/** Validates trees from a list instead of by recursion; says where the first fault is. */
function shapeProblem(root: unknown): string | null {
  const pending: { value: unknown; schema: v.GenericSchema; depth: number }[] = [];
  let depth = 0;
  const sources = (root as { sources?: unknown } | null | undefined)?.sources;
  const schema = networkSchema(
    (value, next) => pending.push({ value, schema: next, depth: depth + 1 }),
    Array.isArray(sources) ? sources.length : 0,
  );
  pending.push({ value: root, schema, depth: 0 });
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    depth = next.depth;
    if (depth > MAX_TREE_DEPTH) return `its trees are more than ${MAX_TREE_DEPTH} levels high`;
    const result = v.safeParse(next.schema, next.value, { abortEarly: true });
    if (result.success) continue;
    const issue = result.issues[0];
    const path = [pathTo(root, next.value), v.getDotPath(issue)].filter((part) => part !== null && part !== "");
    return `${path.join(".") || "network"}: ${issue.message}`;
  }
  return null;
}

/** Where a value stands in the tree; searched for only once something is wrong. */
function pathTo(root: unknown, target: unknown): string | null {
  if (target === root || typeof target !== "object" || target === null) return null;
  const pending: { value: unknown; path: string }[] = [{ value: root, path: "" }];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (next.value === target) return next.path;
    if (typeof next.value !== "object" || next.value === null) continue;
    for (const [key, value] of Object.entries(next.value)) {
      if (typeof value === "object" && value !== null) {
        pending.push({ value, path: next.path === "" ? key : `${next.path}.${key}` });
      }
    }
  }
  return null;
}
