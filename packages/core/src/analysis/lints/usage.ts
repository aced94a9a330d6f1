// Lints on what is declared and not used, or used in one way only: variables, clocks, channels, events. A declaration
// of a template counts as used when one of its instances uses it.

import {
  type Access,
  cellTable,
  type Network,
  type Visitor,
  visitExpression,
  visitNetwork,
  visitQuery,
} from "../../network/index.ts";
import { type Lint, placeOf } from "./lint.ts";
import { rangeOfRef } from "./structure.ts";

interface Usage {
  read: boolean;
  written: boolean;
}

/** How each declaration is used, by `placeOf`. */
class UsageTable {
  private readonly table = new Map<string, Usage>();

  of(place: string): Usage {
    let usage = this.table.get(place);
    if (usage === undefined) {
      usage = { read: false, written: false };
      this.table.set(place, usage);
    }
    return usage;
  }

  note(place: string, access: Access): void {
    const usage = this.of(place);
    if (access !== "write") usage.read = true;
    if (access !== "read") usage.written = true;
  }
}

/** Three lints ask the same question of one network. */
const usageOf = new WeakMap<Network, UsageTable>();

function variableUsage(network: Network): UsageTable {
  const known = usageOf.get(network);
  if (known !== undefined) return known;
  const { variable } = cellTable(network);
  const places = network.variables.map(placeOf);
  const table = new UsageTable();
  const visitor: Visitor = {
    place({ space, base, offset }, access) {
      if (space !== "state") return;
      const place = places[variable[base + offset] ?? -1];
      if (place !== undefined) table.note(place, access);
    },
  };
  visitAll(network, visitor);
  usageOf.set(network, table);
  return table;
}

/** Everything that reads or writes, weights, rates and prices too, which only some analyses look at. */
function visitAll(network: Network, visitor: Visitor): void {
  visitNetwork(network, visitor);
  for (const query of network.queries) visitQuery(query, visitor);
  const others = [
    ...network.processes.flatMap(({ locations }) => locations.flatMap(({ rate, price }) => [rate, price])),
    ...network.edges.flatMap(({ branch, payments = [] }) => [branch?.weight, ...payments.map(({ value }) => value)]),
  ];
  for (const one of others) if (one !== undefined) visitExpression(one, visitor);
}

/** Does some expression say nothing of what it reads, since only random runs compute it? */
function hidesUses(network: Network): boolean {
  let hides = false;
  visitAll(network, {
    expression: (one) => {
      if (one.kind === "unsupported" && one.real === undefined) hides = true;
    },
  });
  return hides;
}

/** The variables, each with what happens to it. */
function usedVariables(network: Network) {
  const usage = variableUsage(network);
  if (hidesUses(network)) return [];
  return network.variables.map((variable) => {
    const { name, span, constant = false } = variable;
    return { name, span, constant, ...usage.of(placeOf(variable)) };
  });
}

export const unusedVariable: Lint = {
  code: "TH2810",
  title: "A variable that is never used",
  check(network, report) {
    for (const { name, span, read, written, constant } of usedVariables(network)) {
      if (!constant && !read && !written) report(`the variable \`${name}\` is never used`, span);
    }
  },
};

export const neverWrittenVariable: Lint = {
  code: "TH2811",
  title: "A variable that is read but never written",
  check(network, report) {
    for (const { name, span, read, written, constant } of usedVariables(network)) {
      if (constant || !read || written) continue;
      report(`the variable \`${name}\` is never written`, span, "declare it `const`", "info");
    }
  },
};

export const neverReadVariable: Lint = {
  code: "TH2812",
  title: "A variable that is written but never read",
  check(network, report) {
    for (const { name, span, read, written } of usedVariables(network)) {
      // Queries asked later may read it, so this is only a remark.
      if (written && !read) report(`the variable \`${name}\` is written but never read`, span, undefined, "info");
    }
  },
};

export const untestedClock: Lint = {
  code: "TH2813",
  title: "A clock that is never tested",
  check(network, report) {
    const places = network.clocks.map(placeOf);
    const table = new UsageTable();
    const visitor: Visitor = {
      clock(clock, access) {
        if (clock.space !== "clock") return;
        const [first, last] = rangeOfRef(clock);
        for (let i = first; i <= last; i++) table.note(places[i]!, access);
      },
    };
    visitAll(network, visitor);
    const isHidden = hidesUses(network);
    for (const [i, { name, span }] of network.clocks.entries()) {
      const { read, written } = table.of(places[i]!);
      if (read || isHidden) continue;
      const message = written ? `the clock \`${name}\` is set but never tested` : `the clock \`${name}\` is never used`;
      report(message, span, undefined, written ? "info" : "warning");
    }
  },
};

/** Processes that send and that receive on each channel. */
function channelUsage(network: Network): { senders: Set<number>[]; receivers: Set<number>[] } {
  const senders = network.channels.map(() => new Set<number>());
  const receivers = network.channels.map(() => new Set<number>());
  for (const { sync, process } of network.edges) {
    if (sync.kind !== "send" && sync.kind !== "receive") continue;
    const table = sync.kind === "send" ? senders : receivers;
    const [first, last] = rangeOfRef(sync.channel);
    for (let i = first; i <= last; i++) table[i]!.add(process);
  }
  return { senders, receivers };
}

export const unusedChannel: Lint = {
  code: "TH2814",
  title: "A channel that is never used",
  check(network, report) {
    const { senders, receivers } = channelUsage(network);
    const used = new Set<string>();
    for (const [i, channel] of network.channels.entries()) {
      if (senders[i]!.size + receivers[i]!.size > 0) used.add(placeOf(channel));
    }
    for (const channel of network.channels) {
      if (used.has(placeOf(channel))) continue;
      report(`the channel \`${channel.name.replace(/\[.*$/, "")}\` is never used`, channel.span);
    }
  },
};

export const channelWithoutPartner: Lint = {
  code: "TH2815",
  title: "A channel with senders but no receivers, or the other way round",
  check(network, report) {
    const { senders, receivers } = channelUsage(network);
    for (const [i, { name, broadcast, span }] of network.channels.entries()) {
      const sends = senders[i]!;
      const receives = receivers[i]!;
      if (sends.size === 0 && receives.size > 0) {
        report(`nothing sends on the channel \`${name}\`: edges that receive on it are never taken`, span);
      } else if (sends.size > 0 && receives.size === 0 && !broadcast) {
        report(`nothing receives on the channel \`${name}\`: edges that send on it are never taken`, span);
      } else if (sends.size === 1 && receives.size === 1 && receives.has([...sends][0]!) && !name.endsWith("]")) {
        // Elements of arrays are left out: a computed subscript names more elements than the guard lets through.
        const process = network.processes[[...sends][0]!]!.name;
        report(`only \`${process}\` uses the channel \`${name}\`, and no process synchronises with itself`, span);
      }
    }
  },
};

export const impossibleVector: Lint = {
  code: "TH2816",
  title: "A synchronisation that can never happen",
  check(network, report) {
    if (network.vectors.length === 0) return;
    const offers = network.processes.map(() => new Set<number>());
    for (const { process, sync } of network.edges) if (sync.kind === "event") offers[process]!.add(sync.event);
    for (const { participants, span } of network.vectors) {
      const missing = participants.find(({ process, event, weak }) => !weak && !offers[process]!.has(event));
      if (missing === undefined) continue;
      const { name } = network.processes[missing.process]!;
      const event = network.events[missing.event];
      report(`this synchronisation never happens: \`${name}\` has no edge with the event \`${event}\``, span);
    }
  },
};
