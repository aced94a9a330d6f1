// Edges and their synchronisation for the writer. Selects and channel indices are unrolled into one edge per value;
// a binary channel becomes one `sync` per pair of processes that may meet on it, a broadcast channel one per sender
// with everybody who may listen as a weak participant.

import type { Edge, Expression, Network, Subscript } from "../../../network/index.ts";
import { fold } from "../fold.ts";
import type { NameSpace } from "./names.ts";
import { type Known, reduce, reduceSteps } from "./reduce.ts";
import type { Refusals } from "./refusals.ts";

/** One edge line to come: the edge, its select values, its event, and what its channel index must be. */
export interface EdgeCopy {
  readonly edge: Edge;
  readonly known: Known;
  readonly conditions: readonly Expression[];
  readonly sync:
    | { readonly kind: "event"; readonly event: number }
    | { readonly kind: "send" | "receive"; readonly channel: number }
    | null;
}

const MAX_COPIES = 200_000;

export function copyEdges(network: Network, refusals: Refusals): EdgeCopy[] {
  const copies: EdgeCopy[] = [];
  for (const edge of network.edges) {
    for (const known of selectValues(edge)) {
      if (copies.length > MAX_COPIES) {
        refusals.refuse(`a model of more than ${MAX_COPIES} edges after selects are written out`, edge.span);
        return copies;
      }
      const { sync } = edge;
      if (sync.kind === "internal" || sync.kind === "event") {
        const event = sync.event;
        copies.push({ edge, known, conditions: [], sync: event === undefined ? null : { kind: "event", event } });
        continue;
      }
      const { base, steps } = reduceSteps(sync.channel.base, sync.channel.steps, known, refusals);
      for (const { offset, conditions } of choices(steps)) {
        copies.push({ edge, known, conditions, sync: { kind: sync.kind, channel: base + offset } });
      }
    }
  }
  return copies;
}

function* selectValues(edge: Edge, at = 0, known: ReadonlyMap<number, number> = new Map()): Generator<Known> {
  const select = edge.selects[at];
  if (select === undefined) {
    yield known;
    return;
  }
  for (let value = select.min; value <= select.max; value++) {
    yield* selectValues(edge, at + 1, new Map(known).set(at, value));
  }
}

/** Every element that computed steps may name, with the condition under which they do. */
function choices(steps: readonly Subscript[]): { offset: number; conditions: Expression[] }[] {
  let all: { offset: number; conditions: Expression[] }[] = [{ offset: 0, conditions: [] }];
  for (const { index, first, count, stride } of steps) {
    all = all.flatMap(({ offset, conditions }) =>
      Array.from({ length: count }, (_, i) => ({
        offset: offset + i * stride,
        conditions: [...conditions, fold("==", index, { kind: "constant", value: first + i })],
      })),
    );
  }
  return all;
}

/** Events and vectors for the channels of a network; edges that can never meet a partner have no event. */
export class ChannelEvents {
  /** Names of the events that are new. */
  readonly events: string[] = [];
  /** The `sync` lines. */
  readonly lines: string[] = [];
  private readonly names = new Map<string, string>();

  constructor(
    network: Network,
    copies: readonly EdgeCopy[],
    processes: readonly string[],
    eventNames: NameSpace,
    refusals: Refusals,
  ) {
    const users = new Map<string, Set<number>>();
    for (const { edge, sync } of copies) {
      if (sync === null || sync.kind === "event") continue;
      const key = `${sync.kind}:${sync.channel}`;
      if (!users.has(key)) users.set(key, new Set());
      users.get(key)!.add(edge.process);
    }
    for (const [index, channel] of network.channels.entries()) {
      const senders = sorted(users.get(`send:${index}`));
      const receivers = sorted(users.get(`receive:${index}`));
      if (channel.urgent && senders.length > 0) refusals.refuse("an urgent channel", channel.span);
      const name = (kind: "send" | "receive"): string => this.eventOf(kind, index, channel.name, eventNames);
      if (channel.broadcast) {
        for (const sender of senders) {
          const others = receivers.filter((receiver) => receiver !== sender);
          const weak = others.map((receiver) => `:${processes[receiver]}@${name("receive")}?`);
          this.lines.push(`sync:${processes[sender]}@${name("send")}${weak.join("")}`);
        }
      } else {
        for (const sender of senders) {
          for (const receiver of receivers) {
            if (receiver === sender) continue;
            this.lines.push(`sync:${processes[sender]}@${name("send")}:${processes[receiver]}@${name("receive")}`);
          }
        }
      }
    }
    this.partners = new Set(
      this.lines.flatMap((line) =>
        line
          .slice(5)
          .split(":")
          .map((part) => part.replace("?", "")),
      ),
    );
  }

  private readonly partners: ReadonlySet<string>;

  /** The event of a sending or receiving edge of a process, or null when the edge can never be taken. */
  event(kind: "send" | "receive", channel: number, process: string): string | null {
    const name = this.names.get(`${kind}:${channel}`);
    return name !== undefined && this.partners.has(`${process}@${name}`) ? name : null;
  }

  private eventOf(kind: "send" | "receive", channel: number, channelName: string, eventNames: NameSpace): string {
    const key = `${kind}:${channel}`;
    let name = this.names.get(key);
    if (name === undefined) {
      name = eventNames.fresh(`${channelName}.${kind}`);
      this.names.set(key, name);
      this.events.push(name);
    }
    return name;
  }
}

function sorted(set: ReadonlySet<number> | undefined): number[] {
  return [...(set ?? [])].sort((a, b) => a - b);
}

/** Does a rate that is written down differ from the usual 1? */
export function stopsClocks(network: Network, refusals: Refusals): boolean {
  return network.processes.some(({ locations }) =>
    locations.some(({ rates }) =>
      rates.some(
        ({ rate }) =>
          reduce(rate, new Map(), refusals).kind !== "constant" || (rate.kind === "constant" && rate.value !== 1),
      ),
    ),
  );
}
