// Which features of a network cut zones into pieces: then a step may have several results, and zones are subtracted
// from each other. Networks without them get none of the code for it.

import { Intervals } from "../../../analysis/intervals.ts";
import { type Edge, hasStopwatches, type Network } from "../../../network/index.ts";
import type { Diagonal } from "../../../zone/index.ts";
import { visitClockAssignments } from "../../clock-bounds/assignments.ts";
import { channelsOf } from "../language/edges.ts";

export interface Splits {
  /** Clocks decide who takes part: they guard receivers of broadcasts or weak participants of vectors. */
  readonly joining: boolean;
  /** Clocks guard synchronisations on urgent channels, so they decide when time stops. */
  readonly urgency: boolean;
  readonly priorities: boolean;
  /** Some clocks stand still somewhere. They cut nothing, but time passes in the same place. */
  readonly stopwatches: boolean;
  /** Clocks are set back (`x := y − 1`), which fails for some valuations: it is asked where a step leaves from. */
  readonly setsBack: boolean;
  /** Zones are widened along these. */
  readonly diagonals: readonly Diagonal[];
}

/** `diagonals`: comparisons between clocks, if zones are widened. */
export function splitsOf(network: Network, diagonals: readonly Diagonal[]): Splits {
  const weak = new Set(
    network.vectors.flatMap(({ participants }) =>
      participants.filter((one) => one.weak).map(({ process, event }) => `${process} ${event}`),
    ),
  );
  const guarded = network.edges.filter(({ guard }) => guard.some(({ kind }) => kind === "clock"));
  const channels = ({ sync }: Edge) =>
    sync.kind === "send" || sync.kind === "receive"
      ? channelsOf(sync.channel).flatMap((index) => network.channels[index] ?? [])
      : [];
  const joins = (edge: Edge): boolean => {
    const { sync, process } = edge;
    if (sync.kind === "event") return weak.has(`${process} ${sync.event}`);
    return sync.kind === "receive" && channels(edge).some(({ broadcast }) => broadcast);
  };
  return {
    joining: guarded.some(joins),
    urgency: guarded.some((edge) => channels(edge).some(({ urgent }) => urgent)),
    priorities: network.hasPriorities,
    stopwatches: hasStopwatches(network),
    setsBack: setsClocksBack(network),
    diagonals,
  };
}

export const someSplit = ({ joining, urgency, priorities, stopwatches, setsBack, diagonals }: Splits): boolean =>
  joining || urgency || priorities || stopwatches || setsBack || diagonals.length > 0;

/** May a clock become a copy of another one less something? */
export function setsClocksBack(network: Network): boolean {
  const intervals = new Intervals(network);
  let found = false;
  visitClockAssignments(network, intervals, ({ source, value }, frame) => {
    if (source !== undefined && intervals.of(value, frame).min < 0) found = true;
  });
  return found;
}
