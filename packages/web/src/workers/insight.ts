// Looks into estimates, state spaces and contexts, for the pictures that show them.

import {
  checkQueries,
  defined,
  guideAlong,
  HeatMap,
  InterferenceMap,
  type Network,
  problemOfQuery,
  readSearch,
  SpaceProbe,
} from "@tracehound/core";
import { compile, guidedBy } from "./check.ts";
import { environment } from "./environment.ts";
import { networkOf, Refusal } from "./models.ts";
import type { Answer, Ask, Question, Source } from "./protocol.ts";

let latest: { readonly key: string; readonly map: HeatMap } | undefined;

function heatMapOf(source: Source, question: Question, estimate: string): HeatMap {
  const key = JSON.stringify([source.version, question.text, estimate]);
  if (latest?.key === key) return latest.map;
  const asked = { expressions: HeatMap.expressionsIn(estimate) };
  const { network, query } = guidedBy(asked, source, compile(source, question));
  const problem = problemOfQuery(network, query);
  if (problem === undefined) throw new Refusal("only E<> and A[] ask for a state that could be near or far");
  const map = HeatMap.create(problem, estimate);
  if (typeof map === "string") throw new Refusal(map);
  latest = { key, map };
  return map;
}

export function heat({ source, question, estimate, state, processes }: Ask<"heat">): Answer<"heat"> {
  return heatMapOf(source, question, estimate).around(state, processes);
}

export function slope({ source, question, estimate, trace }: Ask<"slope">): Answer<"slope"> {
  return heatMapOf(source, question, estimate).along(trace);
}

export function guide({ source, text, trace }: Ask<"guide">): Answer<"guide"> {
  const read = networkOf(source).model.compileGuide(text);
  if (read.ok) return { values: trace === undefined ? [] : guideAlong(read.network, read.value, trace), problems: [] };
  const problems = read.diagnostics.map(({ severity, code, message, hint, span }) => ({
    ...{ severity, code, message },
    ...defined({ hint, from: span?.start, to: span?.end }),
  }));
  return { values: [], problems };
}

let seen: SpaceProbe | undefined;

/** Seconds; a few hundred states take far less. */
const PATIENCE = 20;

export async function space({ source, question, search, most }: Ask<"space">): Promise<Answer<"space">> {
  const asked = readSearch(search);
  if (!asked.ok) throw new Refusal(asked.diagnostics[0]!.message);
  const { network, query } = guidedBy(asked.value, source, compile(source, question));
  const signal = { aborted: false };
  const probe = new SpaceProbe(most, () => {
    signal.aborted = true;
  });
  const eager = { ...environment, stepsPerSlice: 32 };
  const options = { strategy: asked.value.strategy, limits: { seconds: PATIENCE } };
  const [result] = await checkQueries({ network, options, environment: eager, signal, probe }, [query]);
  const found = probe.space;
  if (found === undefined) throw new Refusal(`\`${search}\` stores no states that could be drawn; try bfs`);
  seen = probe;
  const isFound = result!.verdict.kind !== "unknown" && result!.verdict.evidence.kind === "trace";
  const target = isFound ? found.states.find(({ id }) => probe.isTarget(id))?.id : undefined;
  const path: number[] = [];
  const parents = new Map(found.states.map(({ id, parent }) => [id, parent]));
  for (let id = target ?? -1; id >= 0; id = parents.get(id) ?? -1) path.push(id);
  // The target is the last state that was explored: looked at, and then nobody had to expand it.
  const last = found.states.filter(({ order }) => order !== undefined).length;
  const states = found.states.map((state) =>
    state.id === target && state.order === undefined ? { ...state, order: last } : state,
  );
  return { space: { ...found, states }, path: path.reverse(), ...defined({ target }) };
}

export function runTo({ state }: Ask<"runTo">): Answer<"runTo"> {
  const trace = seen?.traceTo(state);
  if (trace === undefined) throw new Refusal("no timed run leads there");
  return trace;
}

let interference: { readonly network: Network; readonly map: InterferenceMap } | undefined;

export function contexts({ source, edge }: Ask<"contexts">): Answer<"contexts"> {
  const { network } = networkOf(source);
  if (interference?.network !== network) interference = { network, map: new InterferenceMap(network) };
  const { map } = interference;
  return { contexts: map.contextsOf(edge), between: map.between() };
}
