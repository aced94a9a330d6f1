// Shared by the tests of the TChecker front end: reading with all diagnostics, and networks without positions.

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { type Diagnostic, DiagnosticSink, Sources } from "../../../src/diagnostics/index.ts";
import { readTchecker, writeTchecker } from "../../../src/lang/tchecker/index.ts";
import type { Network } from "../../../src/network/index.ts";

export function read(text: string): { network: Network | null; diagnostics: readonly Diagnostic[]; sources: Sources } {
  const sources = new Sources();
  const sink = new DiagnosticSink();
  const network = readTchecker(text, "model.tck", sources, sink);
  return { network, diagnostics: sink.list, sources };
}

/** The network of a text that must be free of errors. */
export function readGood(text: string): Network {
  const { network, diagnostics } = read(text);
  if (network === null) throw new Error(JSON.stringify(diagnostics, null, 1));
  return network;
}

export function write(network: Network): { text: string | null; diagnostics: readonly Diagnostic[] } {
  const sink = new DiagnosticSink();
  const text = writeTchecker(network, sink);
  return { text, diagnostics: sink.list };
}

/** What a network says, wherever it stands. */
export function withoutSpans(network: Network): unknown {
  return JSON.parse(
    JSON.stringify({ ...network, sources: [] }, (key, value: unknown) => (key === "span" ? undefined : value)),
  );
}

const SHARED = new URL("../../../../../../shared/models/tchecker/", import.meta.url);
export const hasSharedModels = existsSync(SHARED);
if (!hasSharedModels) console.info("No shared models beside the project: the tests on them do not run here.");

export function sharedModels(): { name: string; text: string }[] {
  if (!hasSharedModels) return [];
  const names = readdirSync(SHARED).filter((name) => name.endsWith(".tck"));
  return names.map((name) => ({ name, text: readFileSync(new URL(name, SHARED), "utf8") }));
}
