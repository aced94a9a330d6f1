// The joint steps of a network, as far as an invariant has to know them: who must take part, and one at a time of those
// who may. Whoever may take part may stay out. What others who may take part would write meanwhile is not known to an
// update that comes behind them: it reads those cells from their sets anew.

import type { Edge, Network } from "../../network/index.ts";
import { channelsNamed } from "./step-parts.ts";

export interface JointStep {
  /** In the order of their updates; one per process. */
  readonly edges: readonly Edge[];
  /** Sender and receiver whose channels have to be the same; absent where there is no channel, or nobody else. */
  readonly pairs: readonly (readonly [sender: Edge, receiver: Edge])[];
  /** Edges of others who may take part, too, and write what is read afterwards. */
  readonly others: readonly Edge[];
  /** Edges of `edges` that come before all `others`. */
  readonly undisturbed: number;
}

/** Undefined where there are more than `most`. */
export function jointSteps(network: Network, most: number): readonly JointStep[] | undefined {
  const steps: JointStep[] = [];
  for (const step of eachJointStep(network)) {
    if (steps.length >= most) return undefined;
    steps.push(step);
  }
  return steps;
}

function* eachJointStep(network: Network): Generator<JointStep> {
  const receivers = receiversByChannel(network);
  for (const edge of network.edges) {
    if (edge.sync.kind === "internal") yield alone([edge]);
    else if (edge.sync.kind === "send") {
      const named = channelsNamed(edge.sync.channel);
      const partners = [...new Set(named.flatMap((channel) => receivers.get(channel) ?? []))]
        .sort((a, b) => a - b)
        .map((id) => network.edges[id]!)
        .filter(({ process }) => process !== edge.process);
      // Elements of an array of channels are all of one kind.
      if (named.some((channel) => network.channels[channel]?.broadcast === true)) yield* broadcast(edge, partners);
      else for (const partner of partners) yield { ...alone([edge, partner]), pairs: [[edge, partner]] };
    }
  }
  for (const { participants } of network.vectors) {
    const eventEdges = (process: number, event: number): readonly Edge[] =>
      network.processes[process]!.edges.map((id) => network.edges[id]!).filter(
        ({ sync }) => sync.kind === "event" && sync.event === event,
      );
    const strong = participants.filter(({ weak }) => !weak);
    const weak = participants.filter((one) => one.weak);
    const optional = weak.flatMap(({ process, event }) => eventEdges(process, event));
    for (const core of choices(strong.map(({ process, event }) => eventEdges(process, event)))) {
      yield* withOneOf(core, optional);
    }
  }
}

function alone(edges: readonly Edge[]): JointStep {
  return { edges, pairs: [], others: [], undisturbed: edges.length };
}

function* broadcast(sender: Edge, receivers: readonly Edge[]): Generator<JointStep> {
  yield { edges: [sender], pairs: [], others: receivers, undisturbed: 1 };
  for (const receiver of receivers) {
    const others = receivers.filter(({ process }) => process !== receiver.process);
    yield { edges: [sender, receiver], pairs: [[sender, receiver]], others, undisturbed: 1 };
  }
}

/** Updates of a vector run in the order of the processes. */
function* withOneOf(core: readonly Edge[], optional: readonly Edge[]): Generator<JointStep> {
  if (core.length > 0) yield { edges: inOrder(core), pairs: [], others: optional, undisturbed: 0 };
  for (const edge of optional) {
    const others = optional.filter(({ process }) => process !== edge.process);
    yield { edges: inOrder([...core, edge]), pairs: [], others, undisturbed: 0 };
  }
}

function inOrder(edges: readonly Edge[]): readonly Edge[] {
  return [...edges].sort((a, b) => a.process - b.process);
}

function* choices(lists: readonly (readonly Edge[])[], at = 0): Generator<readonly Edge[]> {
  if (at === lists.length) {
    yield [];
    return;
  }
  for (const edge of lists[at]!) for (const rest of choices(lists, at + 1)) yield [edge, ...rest];
}

function receiversByChannel({ edges }: Network): ReadonlyMap<number, readonly number[]> {
  const receivers = new Map<number, number[]>();
  for (const { id, sync } of edges) {
    if (sync.kind !== "receive") continue;
    for (const channel of channelsNamed(sync.channel)) {
      const list = receivers.get(channel);
      if (list === undefined) receivers.set(channel, [id]);
      else list.push(id);
    }
  }
  return receivers;
}
