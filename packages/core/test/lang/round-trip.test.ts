// Through all formats and back: `.xml → .xta → .xml → .json → .xml`, and `format` twice, on all examples and on the
// models beside the project. The network stays the same as long as the words of the author are kept; behind JSON the
// words are new, and size, questions and answers are compared instead.

import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { checkQueries } from "../../src/check/index.ts";
import { convertModel } from "../../src/lang/convert.ts";
import { formatModel } from "../../src/lang/format-model.ts";
import { type LoadedModel, loadModel, type ModelFormat } from "../../src/lang/load.ts";
import { stillEnvironment } from "../../src/limits/index.ts";
import type { Network } from "../../src/network/index.ts";
import { allModels, haveModels, modelBytes } from "./public-models.ts";

const EXAMPLES = fileURLToPath(new URL("../../../../examples", import.meta.url));
const examples = readdirSync(EXAMPLES).filter((name) => /\.(?:xml|xta|tck)$/.test(name));

function load(name: string, content: string | Uint8Array): LoadedModel & { network: Network } {
  const loaded = loadModel({ name, content }, { lints: false });
  if (loaded.network === null) throw new Error(loaded.diagnostics.map(({ message }) => message).join("\n"));
  return { ...loaded, network: loaded.network };
}

function text(model: LoadedModel, target: ModelFormat): string {
  const result = convertModel(model, target);
  if (!result.ok) throw new Error(result.diagnostics.map(({ message }) => message).join("\n"));
  return result.value;
}

/** Statistical questions are about the model as it was written: behind JSON they are kept by name only. */
const isAbout = ({ kind, text }: Network["queries"][number]): boolean =>
  kind !== "unsupported" && !/^(?:Pr|E|simulate)\b(?!<>|\[\])/.test(text);

/** Without positions and the layout of comments. */
function bare({ sources: _, name: __, ...rest }: Network): string {
  const kept = (key: string, value: unknown): unknown => {
    if (key === "span") return undefined;
    if (key === "queries") return (value as Network["queries"]).filter(isAbout);
    return key === "comment" ? String(value).replace(/\s+/g, " ").trim() || undefined : value;
  };
  return JSON.stringify(rest, kept);
}

/** Equal texts are equal; only where they are not it is looked where they differ, which takes long. */
function expectSame(one: string, other: string): void {
  if (one !== other) expect(JSON.parse(one)).toEqual(JSON.parse(other));
}

function size({ processes, edges, clocks, cells, channels }: Network): object {
  const locations = processes.map((process) => process.locations.length);
  return { locations, edges: edges.length, clocks: clocks.length, cells, channels: channels.length };
}

/** Answers that are found at once; the others say nothing here. */
async function answers(network: Network): Promise<string[]> {
  // Time passes by being looked at: the same work for the same network, however busy the machine is.
  let looks = 0;
  const environment = { ...stillEnvironment, now: () => looks++ / 1000 };
  const options = { limits: { seconds: 0.3 } };
  const asked = network.queries.filter(isAbout).slice(0, 3);
  const results = await checkQueries({ network, options, environment }, asked);
  return results.map(({ verdict }) => verdict.kind);
}

async function expectRoundTrip(name: string, content: string | Uint8Array): Promise<void> {
  const first = load(name, content);
  if (first.network.obstacles.length > 0) return;
  const original = bare(first.network);
  const xta = load("m.xta", text(first, "xta"));
  const xml = load("m.xml", text(xta, "xml"));
  expectSame(bare(xta.network), original);
  expectSame(bare(xml.network), original);
  const json = load("m.json", text(xml, "json"));
  expectSame(bare(json.network), original);
  const last = load("m.xml", text(json, "xml"));
  expect(size(last.network)).toEqual(size(first.network));
  const said = first.network.queries.filter(isAbout);
  expect(last.network.queries.filter(isAbout).map(({ kind }) => kind)).toEqual(said.map(({ kind }) => kind));
  const [before, after] = [await answers(first.network), await answers(last.network)];
  for (const [i, verdict] of before.entries()) {
    if (verdict !== "unknown" && after[i] !== "unknown") expect(after[i], said[i]!.text).toBe(verdict);
  }
}

function expectFormat(name: string, content: string | Uint8Array): void {
  const once = formatModel({ name, content }).result;
  if (!once.ok) throw new Error(once.diagnostics.map(({ message }) => message).join("\n"));
  const twice = formatModel({ name, content: once.value }).result;
  expect(twice.ok && twice.value === once.value).toBe(true);
  expectSame(bare(load(name, once.value).network), bare(load(name, content).network));
}

const LONG = 120_000;

describe("examples", () => {
  it.each(examples)(
    "%s goes round",
    async (name) => {
      await expectRoundTrip(name, readFileSync(`${EXAMPLES}/${name}`));
    },
    LONG,
  );
  it.each(examples)("%s formatted twice", (name) => expectFormat(name, readFileSync(`${EXAMPLES}/${name}`)));
});

describe.runIf(haveModels)("models beside the project", () => {
  it.each(allModels.filter((name) => name.endsWith(".xml")))(
    "%s goes round",
    async (name) => {
      await expectRoundTrip(name, modelBytes(name));
    },
    LONG,
  );
  it.each(allModels)("%s formatted twice", (name) => expectFormat(name, modelBytes(name)));
});
