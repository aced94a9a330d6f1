// What a walk through the model needs: where it starts, what can happen and why other things cannot, the state after a
// step, the zone that the same steps have symbolically, and traces from files and to files.

import {
  type ConcreteSemantics,
  createConcreteSemantics,
  createSymbolicSemantics,
  type JointTransition,
  type Network,
  readTraceJson,
  readXtr,
  replay as replayRun,
  resolveXtr,
  type SymbolicState,
  sameTransition,
  timeByZones,
  traceToDot,
  traceToJsonFile,
  traceToMermaid,
  traceToText,
  traceToXtr,
  whyNot,
  zoneToString,
} from "@tracehound/core";
import { networkOf, Refusal } from "./models.ts";
import type { Answer, Ask } from "./protocol.ts";

const semantics = new WeakMap<Network, ConcreteSemantics>();

function semanticsOf(network: Network): ConcreteSemantics {
  let known = semantics.get(network);
  if (known === undefined) semantics.set(network, (known = createConcreteSemantics(network)));
  return known;
}

export function start({ source }: Ask<"start">): Answer<"start"> {
  return [...semanticsOf(networkOf(source).network).initial()];
}

/** Reasons for more edges than this help nobody. */
const MOST_REASONS = 60;

export function options({ source, state }: Ask<"options">): Answer<"options"> {
  const { network } = networkOf(source);
  const concrete = semanticsOf(network);
  const { options: possible, faults } = concrete.options(state);
  const used = new Set(possible.flatMap(({ transition }) => transition.edges.map(({ edge }) => edge)));
  const refused = network.edges
    .filter(({ id, process, source: from }) => state.locations[process] === from && !used.has(id))
    .slice(0, MOST_REASONS)
    .map(({ id }) => ({ edge: id, reasons: whyNot(network, state, id).reasons.map(({ sentence }) => sentence) }));
  return {
    delays: concrete.delays(state),
    options: possible.map(({ transition, delays }) => ({ transition, delays })),
    faults: faults.map(({ transition, fault }) => ({ transition, words: fault.diagnostic.message })),
    refused,
  };
}

export function take({ source, state, transition, delay }: Ask<"take">): Answer<"take"> {
  const concrete = semanticsOf(networkOf(source).network);
  const option = concrete.options(state).options.find((one) => sameTransition(one.transition, transition));
  if (option === undefined) throw new Refusal("that step is not possible here");
  return concrete.take(state, option, delay);
}

/** The symbolic states along the latest run that was asked about. */
let along: { network: Network; transitions: JointTransition[]; states: SymbolicState[] } | undefined;

export function zone({ source, initial, transitions }: Ask<"zone">): Answer<"zone"> {
  const { network } = networkOf(source);
  const symbolic = createSymbolicSemantics(network);
  const first = symbolic.initial()[initial];
  if (first === undefined) throw new Refusal("the model has no initial state");
  if (along?.network !== network) along = { network, transitions: [], states: [first] };
  const { transitions: known, states } = along;
  let shared = 0;
  while (shared < known.length && shared < transitions.length && sameTransition(known[shared]!, transitions[shared]!))
    shared++;
  known.length = shared;
  states.length = shared + 1;
  for (const transition of transitions.slice(shared)) {
    const state = states[states.length - 1]!;
    const delayed = symbolic.elapse(state, state.zone);
    const next = delayed
      .flatMap((piece) => symbolic.successors(state, piece).moves)
      .find((move) => sameTransition(move.transition, transition));
    if (next === undefined) throw new Refusal("the symbolic run ends here");
    known.push(transition);
    states.push({ ...next.target, zone: next.entry, dim: state.dim });
  }
  const { zone: entry, dim, ...discrete } = states[states.length - 1]!;
  const names = network.clocks.map(({ name }) => name);
  return symbolic
    .elapse(discrete, entry)
    .map((piece) => zoneToString(piece, dim, names))
    .join("\nor ");
}

const ALWAYS = { kind: "data", condition: { kind: "constant", value: 1 } } as const;

/** A trace from a file: ours (JSON) or UPPAAL's (.xtr). */
export function replay({ source, text }: Ask<"replay">): Answer<"replay"> {
  const { network } = networkOf(source);
  const goal = { kind: "target", formula: ALWAYS } as const;
  const run = /^\s*\{/.test(text) ? readTraceJson(network, text) : timed(network, text);
  if ("problem" in run) throw new Refusal(`this is no trace of the model: ${run.problem}`);
  const result = replayRun(network, { path: run.path, goal, frameSize: 0 }, run.delays);
  if (!result.ok) throw new Refusal(`the trace is no run of the model: step ${result.step}: ${result.problem}`);
  const { end, loopStart } = run;
  return {
    ...result.trace,
    ...(end === undefined ? {} : { end }),
    ...(loopStart === undefined ? {} : { loopStart }),
  };
}

function timed(network: Network, text: string) {
  const read = readXtr(network, text);
  if ("problem" in read) return read;
  const path = resolveXtr(network, read.steps);
  if ("problem" in path) return path;
  const delays = timeByZones(network, { path, goal: { kind: "target", formula: ALWAYS }, frameSize: 0 });
  return delays === undefined
    ? { problem: "no run takes these steps" }
    : { path, delays, end: undefined, loopStart: undefined };
}

export function write({ source, trace, format, query }: Ask<"write">): Answer<"write"> {
  const { network } = networkOf(source);
  switch (format) {
    case "text":
      return traceToText(network, trace);
    case "json":
      return traceToJsonFile(network, trace, source.name, query);
    case "xtr":
      return traceToXtr(network, trace);
    case "dot":
      return traceToDot(network, trace);
    case "mermaid":
      return traceToMermaid(network, trace);
  }
}
