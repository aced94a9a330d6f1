// Checks a certificate against a model and a query. "Cannot happen" is true when the certified zones are an invariant
// (`closure.ts`) and none of them contains a target. For `alu` "lies in" is Z ⊆ a_LU(Z'), with L and U computed here
// from the model. What must happen is proved by more (`runs.ts`).

import { chooseAbstraction } from "../engine/abstraction.ts";
import { combineBounds } from "../engine/clock-bounds.ts";
import { type Formula, kindsWhere, type Network, type Query, soughtBy } from "../network/index.ts";
import { createSymbolicSemantics, type Discrete, ModelFault } from "../semantics/index.ts";
import { BoundOverflow, subsumedALU } from "../zone/index.ts";
import type { Certificate } from "./certificate.ts";
import { CertifiedZones } from "./certified-zones.ts";
import { type Contains, expectClosed, type StepsThat } from "./closure.ts";
import { type CheckedDiagram, expectDiagram } from "./diagram/index.ts";
import { expectInvariants } from "./invariant/index.ts";
import { isFalseAt, notClosed } from "./locations.ts";
import { projected } from "./projection.ts";
import { Refused } from "./refused.ts";
import { expectNoRun } from "./runs.ts";

export type Verification =
  | {
      readonly ok: true;
      readonly states: number;
      readonly zones: number;
      readonly steps: number;
      /** Of a projection: the processes that were followed. Faults were not looked for. */
      readonly followed?: readonly string[];
      /** Sets of values beside the states: behind them faults were not looked for. */
      readonly invariants?: number;
    }
  /** Sets of values were looked at, and no states. Faults were not looked for. */
  | { readonly ok: true; readonly invariants: number; readonly steps: number }
  /** Edges of single processes were followed, nothing else was looked at. */
  | { readonly ok: true; readonly locations: number }
  /** A diagram, with its states and nodes and the joint steps that were looked at. */
  | ({ readonly ok: true } & CheckedDiagram)
  | { readonly ok: false; readonly reason: string };

export function verifyCertificate(network: Network, query: Query, certificate: Certificate): Verification {
  try {
    const sought = soughtBy(query);
    if (certificate.followed !== undefined && (sought?.kind === "run" || certificate.abstraction === "locations")) {
      throw new Refused("only states that can be reached are shown by following some of the processes");
    }
    if (certificate.diagram !== undefined && (sought?.kind === "run" || certificate.abstraction !== "diagram")) {
      throw new Refused("a diagram stands alone, and shows what cannot be reached");
    }
    const byStates = sought?.kind !== "run" && certificate.abstraction !== "locations";
    if (certificate.invariants !== undefined && (!byStates || certificate.followed !== undefined)) {
      throw new Refused("only states that can be reached are shown by sets of values");
    }
    if (sought?.kind === "run") return { ok: true, ...expectNoRun(network, query, sought, certificate) };
    const target = targetOf(query);
    if (certificate.runs !== undefined) throw new Refused(`${query.kind} does not ask what runs must do`);
    if (certificate.abstraction === "diagram") return verifyDiagram(network, query, target, certificate);
    if (certificate.abstraction === "locations") return verifyLocations(network, target, certificate);
    if (certificate.abstraction === "invariants") return verifyInvariants(network, query, target, certificate);
    return certificate.followed === undefined
      ? verifyStates(network, query, target, certificate)
      : verifyProjection(network, query, target, certificate, certificate.followed);
  } catch (error) {
    const refused = error instanceof Refused || error instanceof ModelFault || error instanceof BoundOverflow;
    if (refused) return { ok: false, reason: error.message };
    throw error;
  }
}

function targetOf(query: Query): Formula {
  const sought = soughtBy(query);
  if (sought?.kind === "state") return sought.formula;
  throw new Refused(
    `a certificate can be about ${kindsWhere(({ certificates }) => certificates)}, not about ${query.kind}`,
  );
}

function verifyLocations(network: Network, target: Formula, { visited = [] }: Certificate): Verification {
  const missing = notClosed(network, visited);
  if (missing !== undefined) return { ok: false, reason: missing };
  if (!isFalseAt(target, visited)) {
    return { ok: false, reason: "the target may hold in the locations that are listed" };
  }
  return { ok: true, locations: visited.reduce((sum, { length }) => sum + length, 0) };
}

function verifyInvariants(network: Network, query: Query, target: Formula, certificate: Certificate): Verification {
  if (certificate.states.length > 0) throw new Refused("`invariants` has no states");
  const { include, count, steps } = expectInvariants(network, target, query.frameSize, certificate.invariants ?? []);
  for (const { locations, cells } of createSymbolicSemantics(network).initial()) {
    if (!include({ locations, cells })) throw new Refused("an initial state is in none of the invariants");
  }
  return { ok: true, invariants: count, steps };
}

function verifyDiagram(network: Network, query: Query, target: Formula, certificate: Certificate): Verification {
  const { diagram, states, followed, invariants, visited } = certificate;
  if (diagram === undefined) throw new Refused("there is no diagram");
  if (states.length > 0 || followed !== undefined || invariants !== undefined || visited !== undefined)
    throw new Refused("a diagram stands alone, and shows what cannot be reached");
  return { ok: true, ...expectDiagram(network, target, query.frameSize, diagram) };
}

function verifyProjection(
  network: Network,
  query: Query,
  target: Formula,
  certificate: Certificate,
  names: readonly string[],
): Verification {
  const named = names.map((name) => network.processes.findIndex((process) => process.name === name));
  const unknown = names[named.indexOf(-1)];
  if (unknown !== undefined) throw new Refused(`the model has no process ${unknown}`);
  const projection = projected(network, target, named);
  if (typeof projection === "string") throw new Refused(`there is no projection: ${projection}`);
  // What fails here need not fail in the network, and what does is no step of it.
  const checked = verifyStates(projection.network, query, target, certificate, "may fail");
  const followed = network.processes.filter((_, process) => projection.followed.has(process)).map(({ name }) => name);
  return { ...checked, followed };
}

function verifyStates(
  network: Network,
  query: Query,
  target: Formula,
  certificate: Certificate,
  steps: StepsThat = "must not fail",
): Verification & { readonly ok: true; readonly states: number } {
  const semantics = createSymbolicSemantics(network);
  const certified = new CertifiedZones(network, certificate.states);
  const { invariants = [] } = certificate;
  const settled = expectInvariants(network, target, query.frameSize, invariants);
  const included: Contains =
    certificate.abstraction === "alu"
      ? bySimulation(network, query, certified)
      : (discrete, zone) => certified.include(discrete, zone);
  const contains: Contains = (discrete, zone) => included(discrete, zone) || settled.include(discrete);
  const look = (discrete: Discrete, zone: Int32Array): void => {
    if (semantics.where(target, query.frameSize, discrete, zone).length === 0) return;
    throw new Refused(`a certified state satisfies the target: ${certified.describe(discrete)}`);
  };
  const checked = expectClosed(semantics, certified, contains, look, steps);
  return { ok: true, states: certified.size, ...checked, ...(settled.count > 0 ? { invariants: settled.count } : {}) };
}

function bySimulation(network: Network, query: Query, certified: CertifiedZones): Contains {
  const chosen = chooseAbstraction(network, [query], "alu");
  if (!chosen.ok) throw new Refused(chosen.diagnostics[0]?.message ?? "there are no clock bounds");
  const { bounds } = chosen.value;
  const dim = network.clocks.length + 1;
  const lower = new Int32Array(dim);
  const upper = new Int32Array(dim);
  return (discrete, zone) => {
    combineBounds(bounds, discrete.locations, lower, upper);
    return certified.of(discrete).some((one) => subsumedALU(zone, one.zone, dim, lower, upper));
  };
}
