// The list of lints, in the order in which they report.

import type { Diagnostic } from "../../diagnostics/index.ts";
import type { Network } from "../../network/index.ts";
import { blockedCommitted, contradictoryGuard, noInitialState, vacuousQuery, zenoLoop } from "./behaviour.ts";
import { type Lint, runLint } from "./lint.ts";
import { rateTakenForGranted } from "./statistical.ts";
import {
  clockGuardOnBroadcastReceiver,
  clockGuardOnUrgentChannel,
  falseGuard,
  hugeSelect,
  strictInvariant,
  unreachableLocation,
} from "./structure.ts";
import {
  channelWithoutPartner,
  impossibleVector,
  neverReadVariable,
  neverWrittenVariable,
  untestedClock,
  unusedChannel,
  unusedVariable,
} from "./usage.ts";

export const LINTS: readonly Lint[] = [
  unreachableLocation,
  strictInvariant,
  clockGuardOnUrgentChannel,
  clockGuardOnBroadcastReceiver,
  hugeSelect,
  falseGuard,
  contradictoryGuard,
  noInitialState,
  blockedCommitted,
  zenoLoop,
  vacuousQuery,
  unusedVariable,
  neverWrittenVariable,
  neverReadVariable,
  untestedClock,
  unusedChannel,
  channelWithoutPartner,
  impossibleVector,
];

/** What is legal in the network and probably not meant. */
export function lintNetwork(network: Network): Diagnostic[] {
  return LINTS.flatMap((lint) => runLint(lint, network));
}

/** What random runs of the network take for granted. */
export function lintStatistics(network: Network): Diagnostic[] {
  return runLint(rateTakenForGranted, network);
}

export type { Lint } from "./lint.ts";
export { unlessAsked, unlessMentioned } from "./mentioned.ts";
