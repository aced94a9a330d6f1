// The models that are measured: files beside the project, members of the families, and large ones made for the purpose.

import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import {
  type Family,
  type FamilyOptions,
  families,
  generateModel,
  loadModel,
  type ModelFile,
  type Network,
} from "@tracehound/core";
import { printRow } from "./measure.ts";
import { SHARED_MODELS } from "./places.ts";

export function familyNamed(name: string): Family {
  const family = families.find((one) => one.name === name);
  if (family === undefined) throw new Error(`there is no family ${name}`);
  return family;
}

/** The text of a member of a family; the first variant, with its error, unless told otherwise. */
export function generate(
  name: string,
  options: Partial<FamilyOptions> & { readonly size: number },
  format: "xml" | "xta" = "xml",
): string {
  const family = familyNamed(name);
  const variant = family.variants[0]?.name ?? "";
  return generateModel(family, { variant, correct: false, seed: 1, ...options }, format);
}

/** A file below `../shared/models`, or a member of a family. */
export type ModelRow =
  | { readonly file: string; readonly family?: undefined }
  | { readonly file?: undefined; readonly family: string; readonly size: number };

/** Null where the file is not here. */
function sourceOf(row: ModelRow): ModelFile | null {
  if (row.file === undefined) return { name: "model.xta", content: generate(row.family, { size: row.size }, "xta") };
  const path = join(SHARED_MODELS, row.file);
  return existsSync(path) ? { name: row.file, content: readFileSync(path, "utf8") } : null;
}

/** The rows whose names contain a text; those whose files are not here are said to be missing. */
export function* present<R extends ModelRow>(
  rows: readonly R[],
  only: string,
): Generator<{ readonly row: R; readonly name: string; readonly source: ModelFile }> {
  for (const row of rows) {
    const name = row.file ?? `${row.family} ${row.size}`;
    if (!name.includes(only)) continue;
    const source = sourceOf(row);
    if (source === null) printRow([name, "not here: ../shared/models is missing"]);
    else yield { row, name, source };
  }
}

export function readNetwork(file: ModelFile): Network {
  const { network, diagnostics } = loadModel(file, { lints: false });
  if (network === null) throw new Error(`${file.name}: ${diagnostics[0]?.message}`);
  return network;
}

/** Templates with many locations and edges, each edge with long labels, as generated models have them. */
export function wideModel(templates: number, edges: number): string {
  const parts = [
    '<?xml version="1.0" encoding="utf-8"?>\n<nta>\n<declaration>const int N = 8; int[0,255] v[N]; clock x[N]; chan c[N];</declaration>\n',
  ];
  for (let t = 0; t < templates; t++) {
    parts.push(`<template><name>T${t}</name><declaration>clock y; int[0,100] n;</declaration>\n`);
    for (let l = 0; l < edges; l++) {
      const label = `<label kind="invariant" x="0" y="0">y &lt;= ${10 + (l % 7)}</label>`;
      parts.push(`<location id="t${t}l${l}" x="${l * 100}" y="0"><name x="0" y="0">L${l}</name>${label}</location>\n`);
    }
    parts.push(`<init ref="t${t}l0"/>\n`);
    for (let e = 0; e < edges; e++) {
      const guard = `y &gt;= ${e % 5} &amp;&amp; v[${e % 8}] + n * 2 &lt; ${50 + e}`;
      const update = `v[${e % 8}] = (v[${(e + 1) % 8}] + ${e}) % 256, n = n &lt; 100 ? n + 1 : 0, y = 0`;
      parts.push(
        `<transition><source ref="t${t}l${e}"/><target ref="t${t}l${(e + 1) % edges}"/>` +
          `<label kind="guard" x="${e}" y="1">${guard}</label>` +
          `<label kind="synchronisation" x="${e}" y="2">c[${e % 8}]${t % 2 ? "!" : "?"}</label>` +
          `<label kind="assignment" x="${e}" y="3">${update}</label></transition>\n`,
      );
    }
    parts.push("</template>\n");
  }
  const names = Array.from({ length: templates }, (_, t) => `T${t}`).join(", ");
  parts.push(`<system>system ${names};</system>\n</nta>\n`);
  return parts.join("");
}
