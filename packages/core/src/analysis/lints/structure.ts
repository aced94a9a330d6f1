// Lints on the shape of the automata: locations nothing leads to, edges nothing can take, invariants and guards that
// are legal but bite.

import {
  type ClockConjunct,
  type Conjunct,
  combinationCount,
  type Edge,
  type IndexedRef,
  type Network,
} from "../../network/index.ts";
import type { Lint } from "./lint.ts";

export const unreachableLocation: Lint = {
  code: "TH2800",
  title: "A location that no edge leads to",
  check(network, report) {
    // What one process of a template never enters may be there for another.
    const entered = new Set<string>();
    const keyOf = (template: string, location: number): string => `${template} ${location}`;
    for (const [index, { template }] of network.processes.entries()) {
      for (const location of reachableLocations(network, index)) entered.add(keyOf(template, location));
    }
    for (const { locations, template } of network.processes) {
      for (const [index, { name, span }] of locations.entries()) {
        if (entered.has(keyOf(template, index))) continue;
        report(`no path leads to the location \`${name}\` of \`${template}\``, span);
      }
    }
  },
};

/** Locations that a path of edges leads to, where guards that are never true count as no edge. */
export function reachableLocations(network: Network, process: number): ReadonlySet<number> {
  const { initial, edges } = network.processes[process]!;
  const reached = new Set(initial);
  const successors = new Map<number, number[]>();
  for (const id of edges) {
    const { source, target, guard } = network.edges[id]!;
    if (guard.some(isFalse)) continue;
    const targets = successors.get(source);
    if (targets === undefined) successors.set(source, [target]);
    else targets.push(target);
  }
  for (const location of reached) for (const target of successors.get(location) ?? []) reached.add(target);
  return reached;
}

export const strictInvariant: Lint = {
  code: "TH2801",
  title: "A strict invariant",
  check(network, report) {
    for (const { locations } of network.processes) {
      for (const { invariant } of locations) {
        for (const conjunct of invariant) {
          if (conjunct.kind !== "clock" || (conjunct.op !== "<" && conjunct.op !== ">")) continue;
          report(
            "strict invariant: time may come arbitrarily close to the bound without reaching it",
            conjunct.span,
            "use `<=` unless this is meant",
          );
        }
      }
    }
  },
};

/** A clock guard where it decides more than its edge: which edges are meant, what is said of them. */
function clockGuardLint(
  { code, title }: Pick<Lint, "code" | "title">,
  isMeant: (edge: Edge, network: Network) => boolean,
  message: (guard: ClockConjunct) => string,
  hint: string,
): Lint {
  return {
    code,
    title,
    check(network, report) {
      for (const edge of network.edges) {
        const guard = clockGuardOf(edge);
        if (guard !== undefined && isMeant(edge, network)) report(message(guard), guard.span ?? edge.span, hint);
      }
    },
  };
}

/** Is a clock in the guard one that runs at other rates than 0 and 1 somewhere? */
function testsCurvedClock({ guard }: Edge, { processes }: Network): boolean {
  const curved = new Set<number>();
  for (const { locations } of processes) {
    for (const { rates } of locations) {
      for (const { clock, rate } of rates) {
        if (rate.kind !== "constant" || (rate.value !== 0 && rate.value !== 1)) curved.add(clock.base);
      }
    }
  }
  return guard.some(
    (conjunct) =>
      conjunct.kind === "clock" &&
      [conjunct.left, conjunct.right].some((clock) => clock !== undefined && curved.has(clock.base)),
  );
}

export const clockGuardOnUrgentChannel = clockGuardLint(
  { code: "TH2802", title: "A clock guard on an edge that synchronises on an urgent channel" },
  // Where a clock follows an equation, random runs ask for just that.
  (edge, network) => someChannel(network, edge, ({ urgent }) => urgent) && !testsCurvedClock(edge, network),
  (guard) =>
    isOpenBelow(guard)
      ? "strict clock guard on an edge with an urgent channel: it holds at no first moment, so time stops before it"
      : "clock guard on an edge with an urgent channel: time stops as soon as the guard holds",
  "let a data guard or the location's invariant decide",
);

export const clockGuardOnBroadcastReceiver = clockGuardLint(
  { code: "TH2803", title: "A clock guard on an edge that receives a broadcast" },
  (edge, network) => edge.sync.kind === "receive" && someChannel(network, edge, ({ broadcast }) => broadcast),
  () => "clock guard on a broadcast receiver: whether it takes part depends on the time of sending",
  "`deadlock` cannot be asked of such a model in UPPAAL",
);

/** More values than this make a search slow without the author noticing why. */
const HUGE_SELECT = 5_000;

export const hugeSelect: Lint = {
  code: "TH2804",
  title: "A select over a huge range",
  check(network, report) {
    for (const { selects, span } of network.edges) {
      const count = combinationCount(selects);
      if (count <= HUGE_SELECT) continue;
      const names = selects.map(({ name }) => `\`${name}\``).join(", ");
      report(`the select of ${names} stands for ${count} edges`, span, "select from a smaller range: `i : int[0, 9]`");
    }
  },
};

export const falseGuard: Lint = {
  code: "TH2805",
  title: "An edge whose guard is never true",
  check(network, report) {
    // A guard over parameters (`id == 0`) is false for some instances and true for others; that is what it is for.
    const taken = new Set(
      network.edges.filter(({ guard }) => !guard.some(isFalse)).map((edge) => edgeKey(network, edge)),
    );
    for (const edge of network.edges) {
      if (!taken.has(edgeKey(network, edge))) report("the guard is never true: no process takes this edge", edge.span);
    }
  },
};

/** The edge in the text, whatever process it belongs to. */
export function edgeKey({ processes }: Network, { process, fileIndex }: Edge): string {
  return `${processes[process]!.template} ${fileIndex}`;
}

export function isFalse(conjunct: Conjunct): boolean {
  return conjunct.kind === "data" && conjunct.condition.kind === "constant" && conjunct.condition.value === 0;
}

/** Does a clock have to be larger than the bound, not as large? */
function isOpenBelow({ left, right, op }: ClockConjunct): boolean {
  return (right === undefined && op === ">") || (left === undefined && op === "<");
}

function clockGuardOf(edge: Edge): ClockConjunct | undefined {
  return edge.guard.find((conjunct) => conjunct.kind === "clock");
}

function someChannel(network: Network, { sync }: Edge, is: (channel: Network["channels"][number]) => boolean): boolean {
  if (sync.kind !== "send" && sync.kind !== "receive") return false;
  const [first, last] = rangeOfRef(sync.channel);
  return network.channels.slice(first, last + 1).some(is);
}

/** First and last index that a reference with computed subscripts may name. */
export function rangeOfRef({ base, steps }: IndexedRef): readonly [number, number] {
  return [base, steps.reduce((last, { count, stride }) => last + (count - 1) * stride, base)];
}
