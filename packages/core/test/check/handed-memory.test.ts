// Memory comes from the host: whatever a question compiles, engines and estimates alike, lives in what the host made,
// and a host that gives less gets an honest "unknown".

import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import type { MakeMemory, MemorySize } from "../../src/basics/linear-memory.ts";
import { checkQueries, exploreNetwork } from "../../src/check/index.ts";
import { families } from "../../src/families/index.ts";
import { generateModel } from "../../src/lang/generate.ts";
import { stillEnvironment } from "../../src/limits/index.ts";
import { presets, searches } from "../../src/search/index.ts";
import { configure } from "../../src/spec/index.ts";
import { load } from "./ask.ts";

const fischer = (size: number) =>
  load(
    generateModel(
      families.find(({ name }) => name === "fischer")!,
      { size, correct: true, variant: "B", seed: 1 },
      "xta",
    ),
  );

async function checked(size: number, search: string, makeMemory: MakeMemory) {
  const loaded = fischer(size);
  const query = loaded.compileQuery("E<> P1.cs && P2.cs");
  const config = configure(searches, search, { presets });
  if (!config.ok || !query.ok) throw new Error(search);
  const environment = { ...stillEnvironment, makeMemory };
  const context = { network: query.network, options: { search: config.value }, environment };
  const [result] = await checkQueries(context, [query.value]);
  return result!;
}

describe("memory", () => {
  it("of engines and estimates is made by the host", async () => {
    const made: MemorySize[] = [];
    const makeMemory: MakeMemory = (size) => {
      made.push(size);
      return new WebAssembly.Memory(size);
    };
    const { verdict, statistics } = await checked(3, "bfs", makeMemory);
    expect([verdict.kind, statistics.engine, made.length]).toEqual(["violated", "compiled", 1]);
    made.length = 0;
    await checked(3, "greedy(hU())", makeMemory);
    expect(made.length).toBe(2);
    made.length = 0;
    await exploreNetwork(fischer(3).network, {}, { ...stillEnvironment, makeMemory });
    expect(made.length).toBe(1);
  });

  it("that the host does not give ends the question", async () => {
    const { verdict } = await checked(7, "bfs", ({ initial }) => new WebAssembly.Memory({ initial, maximum: initial }));
    expect(verdict).toMatchObject({ kind: "unknown", because: "memory" });
  });

  it("is made in one place of the core", () => {
    const source = join(dirname(fileURLToPath(import.meta.url)), "../../src");
    const makers = readdirSync(source, { recursive: true, encoding: "utf8" }).filter(
      (file) => file.endsWith(".ts") && readFileSync(join(source, file), "utf8").includes("new WebAssembly.Memory("),
    );
    expect(makers).toEqual(["basics/linear-memory.ts"]);
  });
});
