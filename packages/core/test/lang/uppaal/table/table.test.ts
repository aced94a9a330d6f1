// What is read and what is refused, snippet by snippet, beside the answers of UPPAAL's own parser.

import { describe, expect, it } from "vitest";
import { loadModel } from "../../../../src/lang/load.ts";
import { frame } from "./frame.ts";
import { REASONS, type Row, readTable } from "./table.ts";

const table = readTable();

function answer({ slot, snippet }: Row): Row["ours"] {
  const { file, text, query } = frame(slot, snippet);
  const { network, compileQuery } = loadModel({ name: file, content: text }, { lints: false });
  if (network === null) return "no";
  if (query === undefined) return network.obstacles.length > 0 ? "later" : "yes";
  const compiled = compileQuery(query);
  if (!compiled.ok) return "no";
  return compiled.value.kind === "unsupported" ? "later" : "yes";
}

describe("the table of snippets", () => {
  it("is large, and most of it was asked of UPPAAL's parser", () => {
    expect(table.length).toBeGreaterThanOrEqual(1400);
    expect(table.filter(({ uppaal }) => uppaal !== "?").length / table.length).toBeGreaterThan(0.99);
    const told = new Map<string, Row>();
    for (const row of table) {
      const key = `${row.slot} ${row.snippet}`;
      expect(told.get(key)?.line, `${row.file}:${row.line} stands there twice: ${key}`).toBeUndefined();
      told.set(key, row);
    }
  });

  it("gives a reason where the answers differ, and only there", () => {
    for (const { file, line, ours, uppaal, reason } of table) {
      expect(Object.keys(REASONS), `${file}:${line}`).toContain(reason);
      const agree = uppaal !== "?" && (ours === "no") === (uppaal === "no");
      expect(reason === ".", `${file}:${line}`).toBe(agree);
    }
  });

  it.each([...new Set(table.map(({ section }) => section))])("%s", (section) => {
    const wrong = table
      .filter((row) => row.section === section)
      .map((row) => ({ row, found: answer(row) }))
      .filter(({ row, found }) => found !== row.ours)
      .map(({ row, found }) => `${row.file}:${row.line} ${found}, not ${row.ours}: ${row.slot} ${row.snippet}`);
    expect(wrong).toEqual([]);
  });
});
