// Which features of the language a network uses, by name: what `tracehound info` lists, and what tells at a glance
// which analyses apply.

import { type Network, stopsClocks, visitNetwork } from "../network/index.ts";

/** In the order in which they are listed. */
// biome-ignore format: words in rows
export const FEATURES = [
  "binary-channels", "broadcast", "urgent-channels", "channel-arrays", "synchronisation-vectors",
  "weak-synchronisation", "channel-priorities", "process-priorities", "urgent-locations", "committed",
  "several-initial-locations", "clocks", "clock-arrays", "diagonals", "strict-constraints", "stopwatches",
  "clock-updates", "clock-copies", "data-dependent-clock-bounds", "variables", "arrays", "structs", "scalars",
  "meta", "functions", "loops", "select", "quantifiers", "update-hooks", "progress-measures", "uncontrollable-edges",
  "labels", "unsupported",
] as const;
export type Feature = (typeof FEATURES)[number];

export function featuresOf(network: Network): Feature[] {
  const used = new Set<Feature>();
  const note = (feature: Feature, is: boolean): void => {
    if (is) used.add(feature);
  };
  structure(network, note);
  data(network, note);
  visitNetwork(network, {
    conjunct(conjunct) {
      if (conjunct.kind !== "clock") return;
      note("diagonals", conjunct.left !== undefined && conjunct.right !== undefined);
      note("strict-constraints", conjunct.op === "<" || conjunct.op === ">");
      note("data-dependent-clock-bounds", conjunct.bound.kind !== "constant" || conjunct.when !== undefined);
      note("quantifiers", conjunct.binders.length > 0);
    },
    clock: (clock) => note("clock-arrays", clock.steps.length > 0),
    channel: (channel) => note("channel-arrays", channel.steps.length > 0),
    expression(expression) {
      const { kind } = expression;
      note("quantifiers", kind === "forall" || kind === "exists" || kind === "sum");
      note("unsupported", kind === "unsupported");
      if (expression.kind !== "clock-assign") return;
      note("clock-copies", expression.source !== undefined);
      note("clock-updates", expression.value.kind !== "constant" || expression.value.value !== 0);
    },
    statement: ({ kind }) => note("loops", kind === "while" || kind === "do" || kind === "for" || kind === "iterate"),
  });
  return FEATURES.filter((feature) => used.has(feature));
}

type Note = (feature: Feature, is: boolean) => void;

function structure(network: Network, note: Note): void {
  for (const { broadcast, urgent, name, priority } of network.channels) {
    note("broadcast", broadcast);
    note("binary-channels", !broadcast);
    note("urgent-channels", urgent);
    note("channel-arrays", name.endsWith("]"));
    note("channel-priorities", network.hasPriorities && priority !== network.internalPriority);
  }
  note("synchronisation-vectors", network.vectors.length > 0);
  for (const { participants } of network.vectors) {
    note(
      "weak-synchronisation",
      participants.some(({ weak }) => weak),
    );
  }
  for (const process of network.processes) {
    note("process-priorities", process.priority !== network.processes[0]!.priority);
    note("several-initial-locations", process.initial.length > 1);
    for (const location of process.locations) {
      note("urgent-locations", location.urgent);
      note("committed", location.committed);
      note("stopwatches", stopsClocks(location));
      note("labels", location.labels.length > 0);
    }
  }
  for (const edge of network.edges) {
    note("select", edge.selects.length > 0);
    note("uncontrollable-edges", !edge.controllable);
  }
  note("update-hooks", network.beforeUpdate.length + network.afterUpdate.length > 0);
  note("progress-measures", network.progress.length > 0);
  note("unsupported", network.obstacles.length > 0);
}

function data(network: Network, note: Note): void {
  note("clocks", network.clocks.length > 0);
  for (const { name } of network.clocks) note("clock-arrays", name.endsWith("]"));
  note("functions", network.functions.length > 0);
  for (const { type, meta, kept, constant } of network.variables) {
    note("variables", constant !== true);
    note("meta", (meta && constant !== true) || kept === true);
    for (let at = [type]; at.length > 0; ) {
      const next = at.pop()!;
      note("arrays", next.kind === "array");
      note("structs", next.kind === "struct");
      note("scalars", next.kind === "scalar");
      if (next.kind === "array") at.push(next.element);
      if (next.kind === "struct") at.push(...next.fields.map((field) => field.type));
    }
  }
}
