import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { TCHECKER_CODES } from "../../../src/diagnostics/tchecker-codes.ts";

it("every code of the TChecker front end has a row in the table, and every row is used", () => {
  const folder = new URL("../../../src/lang/tchecker/", import.meta.url);
  const files = [
    ...readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".ts")),
    "../format-model.ts",
  ];
  const used = files.flatMap((file) => readFileSync(new URL(file, folder), "utf8").match(/"TH\d{4}"/g) ?? []);
  const own = used.map((code) => code.slice(1, -1)).filter((code) => code !== "TH1900");
  expect([...new Set(own)].sort()).toEqual(Object.keys(TCHECKER_CODES).sort());
});
