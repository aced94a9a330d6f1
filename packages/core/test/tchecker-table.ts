// TChecker's own counts on its example files, which lie beside the project: read once, for every suite that meets them.

import { existsSync, readFileSync } from "node:fs";
import { DiagnosticSink, Sources } from "../src/diagnostics/index.ts";
import { readTchecker } from "../src/lang/tchecker/index.ts";
import type { Network } from "../src/network/index.ts";

export interface TcheckerRow {
  readonly file: string;
  readonly labels: readonly string[];
  readonly algorithm: "covreach" | "reach" | "aLU-covreach" | "concur19";
  readonly reachable: boolean;
  readonly visited: number;
  readonly transitions: number;
  readonly stored?: number;
}

export const tcheckerModels = new URL("../../../../shared/models/", import.meta.url);
const table = new URL("expected-tchecker.json", tcheckerModels);

export const haveTchecker = existsSync(table);
if (!haveTchecker) console.info("../shared/models is not here: TChecker's counts are not compared");

export const tcheckerRows: readonly TcheckerRow[] = haveTchecker
  ? JSON.parse(readFileSync(table, "utf8")).tchecker
  : [];

export function readTcheckerModel(file: string): Network {
  const sink = new DiagnosticSink();
  const network = readTchecker(readFileSync(new URL(file, tcheckerModels), "utf8"), file, new Sources(), sink);
  if (network === null) throw new Error(sink.list.map(({ message }) => message).join("; "));
  return network;
}
