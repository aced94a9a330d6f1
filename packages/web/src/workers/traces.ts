// Traces from files and to files, and the zone that the steps of a walk have symbolically.

import {
  createSymbolicSemantics,
  defined,
  formatTrace,
  type JointTransition,
  judgeTrace,
  judgeXtr,
  type Network,
  readTraceJson,
  readXtr,
  type SymbolicState,
  sameTransition,
  zoneToMatrix,
  zoneToString,
} from "@tracehound/core";
import { networkOf, Refusal } from "./models.ts";
import type { Answer, Ask } from "./protocol.ts";

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
  const pieces = symbolic.elapse(discrete, entry).map((piece) => ({
    constraints: zoneToString(piece, dim, names).split(" && "),
    matrix: zoneToMatrix(piece, dim),
  }));
  return { names: ["0", ...names], pieces };
}

/** A trace from a file: ours (JSON) or UPPAAL's (.xtr). Nothing in the file is trusted. */
export function replay({ source, text }: Ask<"replay">): Answer<"replay"> {
  const { network, model } = networkOf(source);
  const isJson = /^\s*\{/.test(text);
  const run = isJson ? readTraceJson(network, text) : readXtr(network, text);
  if ("problem" in run) throw new Refusal(`this is no trace of the model: ${run.problem}`);
  const asked = "delays" in run && run.query !== undefined ? model.compileQuery(run.query) : undefined;
  const query = asked?.ok === true ? asked.value : undefined;
  const extended = asked?.ok === true ? asked.network : network;
  const result = "delays" in run ? judgeTrace(extended, query, run) : judgeXtr(network, undefined, run);
  if (!result.ok) throw new Refusal(`the trace is no run of the model: step ${result.step}: ${result.problem}`);
  return { trace: result.trace, ...defined({ query: query?.text }) };
}

export function write({ source, trace, format, query }: Ask<"write">): Answer<"write"> {
  const { network } = networkOf(source);
  return formatTrace(network, trace, format, { model: source.name, ...defined({ query }) });
}
