// Reads the table of snippets: files of lines `slot ours UPPAAL reason snippet` under headings. `ours` is `yes`, `no`,
// or `later` (read, and refused by name when the model is checked); `UPPAAL` is what the parser library of UPPAAL
// answers for the same model (2026, version 2.1.1), `?` where it gives no answer. Where the two differ the reason says
// why.

import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { SLOTS, type Slot } from "./frame.ts";

/** Why we answer otherwise. */
export const REASONS: Readonly<Record<string, string>> = {
  ".": "the answers agree",
  name4: "a name in UPPAAL 4 that is a keyword since UPPAAL 5: people have files with it",
  wider: "plain enough to be read; refusing it would help nobody",
  split: "read as several edges, with a warning (docs/decisions/0002)",
  unused: "no process is made of the template, so it is a warning",
  older: "the form of UPPAAL 4.1, which most public files use",
  kept: "refused by name when it is asked; what stands inside is not looked at",
  never: "UPPAAL's parser passes it on, but no run could get past it",
  mistake: "surely not meant; saying so helps more than passing it on",
  library: "UPPAAL looks for the library's file at once; here functions are known by name",
  unasked: "the parser library reads queries inside a textual model only together with its verifier",
  broke: "the parser library gave no answer: an assertion of its own failed",
};

export interface Row {
  readonly file: string;
  readonly line: number;
  /** The headings above the line: a part of the language, and a topic in it. */
  readonly section: string;
  readonly topic: string;
  readonly slot: Slot;
  readonly ours: "yes" | "no" | "later";
  readonly uppaal: "yes" | "no" | "?";
  readonly reason: string;
  readonly snippet: string;
}

const LINE = /^(\S+) +(yes|no|later) +(yes|no|\?) +(\S+)(?: +(.*))?$/;

export function readTable(): readonly Row[] {
  const folder = fileURLToPath(new URL(".", import.meta.url));
  const files = readdirSync(folder).filter((name) => name.endsWith(".txt"));
  return files.sort().flatMap((file) => readRows(file, readFileSync(`${folder}${file}`, "utf8")));
}

function readRows(file: string, text: string): Row[] {
  const rows: Row[] = [];
  let section = "";
  let topic = "";
  for (const [index, line] of text.split("\n").entries()) {
    if (line.startsWith("## ")) topic = line.slice(3);
    else if (line.startsWith("# ")) [section, topic] = [line.slice(2), ""];
    else if (line !== "") {
      const match = LINE.exec(line);
      const slot = SLOTS.find((candidate) => candidate === match?.[1]);
      if (match === null || slot === undefined) throw new Error(`${file}:${index + 1} is no row: ${line}`);
      const [, , ours, uppaal, reason, snippet = ""] = match as unknown as [
        string,
        Slot,
        Row["ours"],
        Row["uppaal"],
        string,
        string,
      ];
      rows.push({ file, line: index + 1, section, topic, slot, ours, uppaal, reason, snippet });
    }
  }
  return rows;
}
