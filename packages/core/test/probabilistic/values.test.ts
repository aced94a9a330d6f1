// The reference values of public models, where they lie beside the project (`../shared/data/prism`): states and
// transitions as PRISM counts them, values inside of proven intervals. Elsewhere there is nothing to test here, and the
// test says so.

import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { checkQueries } from "../../src/check/index.ts";
import { quantityOf } from "../../src/check/verdict.ts";
import { type LoadedModel, loadModel } from "../../src/lang/load.ts";
import { stillEnvironment } from "../../src/limits/index.ts";

const folder = fileURLToPath(new URL("../../../../../shared/data/prism/", import.meta.url));
const isThere = existsSync(`${folder}values.md`);

interface Row {
  readonly model: string;
  readonly constants: string;
  readonly states: number;
  readonly transitions: number;
  readonly name: string;
  readonly property: string;
  readonly value: string;
  readonly prism: string;
}

const ROW = /^\| \w+ \| (\S+) \| (.*?) \| (\d+).*? \| (\d+) \| (\w+): `(.*)` \| (.*?) \| (.*?) \|$/;

function rows(): Row[] {
  if (!isThere) return [];
  return readFileSync(`${folder}values.md`, "utf8")
    .split("\n")
    .flatMap((line) => {
      const match = ROW.exec(line);
      if (match === null) return [];
      const [, model, constants, states, transitions, name, property, value, prism] = match as unknown as string[];
      return [
        {
          model: model!,
          constants: constants!,
          states: Number(states),
          transitions: Number(transitions),
          name: name!,
          property: property!,
          value: value!,
          prism: prism!,
        },
      ];
    });
}

const all = rows();

function load({ model, constants }: Row): LoadedModel {
  const given = new Map(
    constants.split(",").flatMap((word) => (word.includes("=") ? [word.trim().split("=") as [string, string]] : [])),
  );
  return loadModel({ name: model, content: readFileSync(`${folder}${model}`) }, { constants: given, lints: false });
}

/** Constants that only the property uses are declared with it. */
function asked({ model, constants, property }: Row): string {
  const text = readFileSync(`${folder}${model}`, "utf8");
  const names = constants.split(",").flatMap((word) => (word.includes("=") ? [word.trim().split("=")[0]!] : []));
  const open = names.filter((name) => !new RegExp(`const[^;]*\\b${name}\\b`).test(text));
  return `${open.map((name) => `const double ${name};`).join(" ")} ${property}`;
}

const numberOf = (text: string): number => (text === "\u221e" ? Number.POSITIVE_INFINITY : Number(text));

describe.runIf(isThere)("public models", () => {
  it("are all tried", () => {
    expect(all.length).toBe(120);
  });

  it.each(all.map((row) => [`${row.model} ${row.constants} ${row.name}`, row] as const))("%s", async (_, row) => {
    const query = load(row).compileQuery(asked(row));
    if (!query.ok) throw new Error(query.diagnostics[0]!.message);
    const [result] = await checkQueries({ network: query.network, options: {}, environment: stillEnvironment }, [
      query.value,
    ]);
    const { verdict, statistics } = result!;
    expect({ states: statistics.stored, transitions: statistics.transitions }).toEqual({
      states: row.states,
      transitions: row.transitions,
    });
    expect(verdict.kind).toBe("satisfied");
    if (row.value === "True") return;
    const { lower, upper, proven } = quantityOf(verdict)!;
    expect(proven).toBe(true);
    const isExact = row.value !== "\u2014";
    const value = numberOf(isExact ? row.value : row.prism);
    if (value === Number.POSITIVE_INFINITY) {
      expect(lower).toBe(value);
      return;
    }
    const middle = (lower! + upper!) / 2;
    // PRISM's own error is an estimate (values.md).
    expect(Math.abs(middle - value)).toBeLessThanOrEqual((isExact ? 1e-9 : 1e-5) * value);
    expect((upper! - lower!) / 2).toBeLessThanOrEqual(1e-9 * upper!);
    if (isExact) expect(lower! <= value * (1 + 1e-15) && value * (1 - 1e-15) <= upper!).toBe(true);
  });
});

it.skipIf(isThere)("are not here: nothing was compared", () => {
  expect(all).toEqual([]);
});
