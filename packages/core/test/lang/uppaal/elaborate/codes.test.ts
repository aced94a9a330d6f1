import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { CODES } from "../../../../src/diagnostics/codes.ts";
import { PRISM_CODES } from "../../../../src/diagnostics/codes-prism.ts";
import { UPPAAL_CODES } from "../../../../src/diagnostics/codes-uppaal.ts";

it("every code of the elaborator has a row in the table, and every row is used", () => {
  const folder = new URL("../../../../src/lang/uppaal/elaborate/", import.meta.url);
  const files = [
    ...readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".ts")),
    "../elaborate.ts",
  ];
  const used = files.flatMap((file) => readFileSync(new URL(file, folder), "utf8").match(/"TH\d{4}"/g) ?? []);
  const codes = [...new Set(used.map((code) => code.slice(1, -1)))];
  // `P` is PRISM's question, and what is wrong with it has PRISM's codes.
  expect(codes.filter((code) => !(code in PRISM_CODES)).sort()).toEqual(Object.keys(UPPAAL_CODES).sort());
  for (const code of Object.keys(UPPAAL_CODES)) expect(CODES).toHaveProperty(code);
});
