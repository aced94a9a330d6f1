// `tracehound info`: what a model is made of. It refuses nothing that could be read: what no analysis supports is
// listed, not rejected.

import {
  type CheckResult,
  defined,
  type EngineForecast,
  engineFor,
  type FaultyQuery,
  faultsOf,
  featuresOf,
  kindOf,
  type LoadedModel,
  leftOutText,
  loadModel,
  lostInNetwork,
  type Network,
  type NetworkStatistics,
  planQuery,
  type Query,
  type Sources,
  statisticsOf,
  unlessAsked,
} from "@tracehound/core";
import { ownQueries } from "../check/queries.ts";
import { defineCommand } from "../command.ts";
import { type ConstantOptions, declareConstants, oneValuation } from "../constants.ts";
import type { Context } from "../context.ts";
import { isRefused } from "../errors.ts";
import { EXIT } from "../exit-codes.ts";
import { diagnosticJson } from "../report/diagnostics.ts";
import { VERSION } from "../version.ts";

const MAX_LINES = 12;
const MAX_NAMES = 6;

export const info = defineCommand<{ json?: true } & ConstantOptions>({
  name: "info",
  summary: "Tells what a model is made of.",
  description:
    "Reads a model (.xml, .xta, .ta, .tck, .prism, .json) and tells what it is made of: processes, locations, edges, channels, " +
    "clocks, variables with their ranges, bits per state, features of the language, which engine would run, queries, and " +
    "everything there is to say about its text.",
  examples: [
    ["tracehound info examples/train-gate.xml", "an overview for people"],
    ["tracehound info model.tck --json", "the same for scripts"],
  ],
  declare: (command) =>
    declareConstants(command.argument("<model>", "the model to read")).option(
      "--json",
      "print one JSON object instead of text",
    ),
  async run([path], options, context) {
    context.whenItFails({ model: path });
    const content = await context.readFile(path!);
    const budget = context.budget();
    const model = budget.during(() => loadModel({ name: path!, content }, { constants: oneValuation(options) }));
    const asked = await ownQueries(model, context, budget);
    const texts = [...asked.queries, ...asked.faultyQueries].map(({ text }) => text);
    const diagnostics = unlessAsked(model.diagnostics, texts);
    context.report(diagnostics, model.sources);
    if (asked.faultyQueries !== model.faultyQueries) {
      context.report(
        asked.faultyQueries.map(({ diagnostic }) => diagnostic),
        model.sources,
      );
    }
    const network = asked.network && { ...asked.network, queries: asked.queries };
    const loaded = { ...model, diagnostics, network, faultyQueries: asked.faultyQueries };
    if (options.json) context.json(budget.during(() => infoJson(loaded)));
    else if (network !== null) context.say(budget.during(() => infoText(loaded, network, context)));
    if (loaded.network !== null) return EXIT.satisfied;
    return isRefused(diagnostics) ? EXIT.notSupported : EXIT.badInput;
  },
});

/** The object that scripts rely on; a model with errors has diagnostics only. */
export function infoJson(loaded: LoadedModel): object {
  const { name, format, network, diagnostics, sources } = loaded;
  const head = { tool: "tracehound", version: VERSION, model: name, format };
  const tail = { diagnostics: diagnostics.map((diagnostic) => diagnosticJson(diagnostic, sources)) };
  if (network === null) return { ...head, ...tail };
  const { processes, locations, edges, channels, clocks, stateBits, variables } = statisticsOf(network);
  return {
    ...head,
    name: network.name,
    processes,
    locations,
    edges,
    channels,
    clocks,
    stateBits,
    variables,
    features: featuresOf(network),
    ...defined({ leftOut: leftOutOf(loaded) }),
    canFault: faultsOf(network).canFault,
    ...engineFor(network),
    queries: inOrder(network.queries, loaded.faultyQueries, (query) => ({
      number: query.number ?? 0,
      formula: query.text,
      kind: query.kind,
      ...answererOf(network, query),
      ...defined({ comment: query.comment, expectation: query.expectation }),
    })).map((query) => ("diagnostic" in query ? faultyEntry(query, sources) : query)),
    labels: network.labels,
    ...tail,
  };
}

/** What symbolic analysis does not see of the model; undefined where it sees everything. */
function leftOutOf({ document }: LoadedModel): readonly string[] | undefined {
  const lost = document === null ? [] : lostInNetwork(document);
  return lost.length === 0 ? undefined : lost;
}

/** Queries as they are numbered everywhere, those that cannot be read in their places. */
function inOrder<T extends { readonly number: number }>(
  queries: readonly Query[],
  faulty: readonly FaultyQuery[],
  show: (query: Query & { readonly number: number }) => T,
): (T | FaultyQuery)[] {
  const good = queries.map((query, index) => show({ ...query, number: query.number ?? index + 1 }));
  return [...good, ...faulty].sort((a, b) => a.number - b.number);
}

function faultyEntry({ number, text, diagnostic }: FaultyQuery, sources: Sources): object {
  return { number, formula: text, kind: "unreadable", diagnostic: diagnosticJson(diagnostic, sources) };
}

function infoText(loaded: LoadedModel, network: Network, context: Context): string {
  const { bold, dim } = context.colours.out;
  const statistics = statisticsOf(network);
  const language = { uppaal: "UPPAAL", tchecker: "TChecker", prism: "PRISM" }[network.language];
  const lines = [`${bold(loaded.name)}: ${language} model${network.name === "" ? "" : ` ${network.name}`}`, ""];
  const row = (label: string, value: string | number, more = ""): void => {
    lines.push(`  ${label.padEnd(11)}${String(value).padStart(6)}${more === "" ? "" : `   ${dim(more)}`}`);
  };
  row("processes", statistics.processes, names(network.processes.map(({ name }) => name)));
  row("locations", statistics.locations);
  row("edges", statistics.edges);
  if (network.language !== "uppaal") row("syncs", statistics.vectors);
  if (network.stochastic !== undefined) row("kind", network.stochastic.kind, stochasticText(network.stochastic));
  row("channels", statistics.channels, names(network.channels.map(({ name }) => name)));
  row("clocks", statistics.clocks, names(network.clocks.map(({ name }) => name)));
  row(
    "variables",
    statistics.variables.length,
    statistics.cells > 0 ? `${statistics.cells} ${statistics.cells === 1 ? "cell" : "cells"}` : "",
  );
  row("state bits", statistics.stateBits, "packed, without clocks");
  if (statistics.functions > 0) row("functions", statistics.functions);
  lines.push(...variableLines(statistics));
  const features = featuresOf(network);
  if (features.length > 0) lines.push("", "features", ...wrap(features, 76).map((line) => `  ${line}`));
  const leftOut = leftOutOf(loaded);
  if (leftOut !== undefined) lines.push("", "kept, but no part of the network", ...leftOut.map((what) => `  ${what}`));
  if (network.obstacles.length > 0) {
    const kinds = [...new Set(network.obstacles.map(({ feature }) => feature))];
    lines.push("", "not supported by symbolic analysis", ...kinds.map((kind) => `  ${kind}`));
  }
  const canFault = !faultsOf(network).canFault
    ? "cannot happen: indices, ranges and divisions are in order in every state"
    : network.obstacles.length > 0
      ? "not known: what is not supported was not looked at"
      : "nothing shows that indices, ranges and divisions are always in order: the model may fail while it runs";
  lines.push("", "faults", `  ${canFault}`);
  lines.push("", "engine", ...engineLines(network));
  if (network.labels.length > 0) lines.push("", "labels", ...wrap(network.labels, 76).map((line) => `  ${line}`));
  const asked = queryLines(network, loaded.faultyQueries, dim);
  if (asked.length > 0) lines.push("", "queries", ...asked);
  return `${lines.join("\n")}\n`;
}

function stochasticText({ labels, rewards }: NonNullable<Network["stochastic"]>): string {
  const parts = [
    ...(labels.length === 0 ? [] : [`labels ${names(labels.map(({ name }) => name))}`]),
    ...(rewards.length === 0 ? [] : [`rewards ${names(rewards.map(({ name }, at) => name ?? `${at + 1}`))}`]),
  ];
  return parts.join("; ");
}

/** The engine of an exploration, and the queries for which it is another one or for another reason. */
function engineLines(network: Network): string[] {
  const shown = ({ engine, reason }: EngineForecast): string =>
    reason === undefined ? engine : `${engine}: ${reason}`;
  const usual = shown(engineFor(network));
  const others = new Map<string, number[]>();
  for (const [at, query] of network.queries.entries()) {
    const own = shown(engineFor(network, query));
    if (own !== usual) others.set(own, [...(others.get(own) ?? []), query.number ?? at + 1]);
  }
  const lines = [...others].map(
    ([own, numbers]) => `${own} (${numbers.length === 1 ? "query" : "queries"} ${numbers.join(", ")})`,
  );
  return [usual, ...lines].map((line) => `  ${line}`);
}

function variableLines({ variables }: NetworkStatistics): string[] {
  if (variables.length === 0) return [];
  const shown = variables.slice(0, MAX_LINES).map(({ name, min, max }) => `  ${name}: ${min} … ${max}`);
  const rest = variables.length - shown.length;
  return ["", "variables", ...shown, ...(rest > 0 ? [`  … and ${rest} more (--json lists all)`] : [])];
}

/** Who will answer a query, or why nobody does. */
function answererOf(network: Network, query: Query): Answerer {
  const { refusal, leftOut, scaled } = planQuery(network, query);
  if (refusal !== undefined) return { answeredBy: "nobody", refused: refusal.message };
  const { answeredBy } = kindOf(query);
  return { answeredBy, ...engineFor(scaled.network, query), ...defined({ leftOut }) };
}

interface Answerer extends Partial<EngineForecast> {
  readonly answeredBy: string;
  readonly refused?: string;
  readonly leftOut?: NonNullable<CheckResult["leftOut"]>;
}

function answererText({ answeredBy, engine, refused, leftOut }: Answerer): string {
  if (refused !== undefined) return refused.startsWith("not supported") ? refused : `not supported: ${refused}`;
  const without = leftOut === undefined ? "" : `; ${leftOutText(leftOut)}`;
  return `${answeredBy}, ${engine} engine${without}`;
}

function queryLines(network: Network, faulty: readonly FaultyQuery[], dim: (text: string) => string): string[] {
  return inOrder(network.queries, faulty, (query) => query).flatMap((query) => {
    const { number, text } = query;
    if ("diagnostic" in query) {
      return [`  ${String(number).padStart(2)}  ${text.replace(/\s+/g, " ")}${dim("   cannot be read")}`];
    }
    const { comment, expectation } = query;
    const expected = expectation === undefined ? "" : dim(`   expected: ${expectation.value ?? expectation.outcome}`);
    const remark = (comment ?? "").trim().split("\n")[0] ?? "";
    const line = `  ${String(number).padStart(2)}  ${text.replace(/\s+/g, " ")}${expected}`;
    const answerer = `      ${dim(answererText(answererOf(network, query)))}`;
    return remark === "" ? [line, answerer] : [line, `      ${dim(remark)}`, answerer];
  });
}

function names(all: readonly string[]): string {
  const shown = all.slice(0, MAX_NAMES).join(", ");
  return all.length > MAX_NAMES ? `${shown}, …` : shown;
}

function wrap(words: readonly string[], width: number): string[] {
  const lines: string[] = [];
  let line = "";
  for (const [index, word] of words.entries()) {
    const next = word + (index === words.length - 1 ? "" : ",");
    if (line !== "" && line.length + 1 + next.length > width) {
      lines.push(line);
      line = next;
    } else {
      line = line === "" ? next : `${line} ${next}`;
    }
  }
  return line === "" ? lines : [...lines, line];
}
