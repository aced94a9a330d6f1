// Comments cite papers as (author, year); what they cite stands in docs/bibliography.md.

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";

const ROOT = new URL("../../..", import.meta.url).pathname;
const SOURCE = join(ROOT, "packages/core/src");

/** Names and a year in parentheses, possibly among others and over a line's end. */
const CITATION = /[(;] ?([A-Z][\p{L}]+(?:(?:, | and | )(?:Lluch )?[A-Z][\p{L}]+| et al\.)* (?:19|20)\d\d)(?=[,;):])/gu;

it("lists everything that comments cite", () => {
  const listed = readFileSync(join(ROOT, "docs/bibliography.md"), "utf8");
  const cited = readdirSync(SOURCE, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts"))
    .flatMap((file) => {
      const text = readFileSync(join(SOURCE, file), "utf8").replaceAll(/\n *(\/\/|\*) */g, " ");
      return [...text.matchAll(CITATION)].map(([, citation]) => citation!);
    });
  expect(cited.length).toBeGreaterThan(25);
  expect([...new Set(cited)].filter((citation) => !listed.includes(`| ${citation} |`))).toEqual([]);
});
