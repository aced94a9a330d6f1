// A proof that is smaller than the state space: a projection to some of the processes in which the target cannot be
// reached (Clarke et al. 2000, localisation). It starts with the processes that the target speaks of. Where the target
// can be reached, the run that leads there tells who has to be followed, too: a process whose edges do not join.

import { type Projection, projected } from "../../certificate/index.ts";
import type { Engine, Target } from "../../engine/index.ts";
import type { Network } from "../../network/index.ts";
import type { Search } from "../../search/index.ts";
import { createSymbolicSemantics } from "../../semantics/index.ts";
import type { JointTransition } from "../../semantics/joint-transition.ts";
import { replayOrdinals } from "../../trace/index.ts";
import { abstractionFor } from "../plan/abstraction-for.ts";
import { breadthFirst } from "../plan/default-search.ts";
import { problemOf } from "../plan/target.ts";
import type { Session } from "../session.ts";
import { createSearch } from "../setup/create-search.ts";
import { asReference, type EngineSetup, engineWith } from "../setup/engines.ts";
import type { Proof } from "../verdict.ts";

/** States of one projection, beyond which it is given up. */
const MOST_STATES = 100_000;

/** Undefined where no projection that is smaller than the network proves it. Obeys the limits of the session. */
export async function projectionProof(session: Session, target: Target): Promise<Proof | undefined> {
  const { network, query } = session;
  let named: ReadonlySet<number> = new Set();
  for (;;) {
    const projection = session.work(() => projected(network, target.formula, named));
    if (typeof projection === "string" || projection.followed.size === network.processes.length) return undefined;
    const setup = session.work(() => {
      const chosen = abstractionFor(projection.network, query, "auto", false);
      return engineWith(chosen, projection.network, [target], session.engineWish);
    });
    if (!setup.ok) return undefined;
    const found = await explored(session, projection.network, setup.value, target);
    if (found === undefined) return undefined;
    if (found.path === undefined) {
      const followed = network.processes
        .filter((_, process) => projection.followed.has(process))
        .map(({ name }) => name);
      const { abstraction } = setup.value;
      return { kind: "states", engine: () => asReference(found.engine, setup.value), abstraction, followed };
    }
    const next = session.work(() => culprit(network, projection, found.path!));
    if (next === undefined) return undefined;
    named = new Set([...projection.followed, next]);
  }
}

interface Explored {
  readonly engine: Engine;
  /** To the target; undefined where it cannot be reached. */
  readonly path: readonly JointTransition[] | undefined;
}

/** Undefined when it was given up. */
async function explored(
  session: Session,
  network: Network,
  setup: EngineSetup,
  target: Target,
): Promise<Explored | undefined> {
  const engine = session.work(() => setup.create());
  const { search } = createSearch(breadthFirst, engine, problemOf(network, target), (state) =>
    engine.satisfies(state, 0),
  );
  for (;;) {
    const outcome = await session.run(upTo(MOST_STATES, search));
    if (outcome === "exhausted") return { engine, path: undefined };
    // What fails here need not fail in the network, and what does is no step of it.
    if (outcome === "fault") continue;
    if (outcome !== "found") return undefined;
    const path = session.work(() =>
      replayOrdinals(search.found!.ordinals(), setup.createReference(), createSymbolicSemantics(network)),
    );
    return { engine, path: path.transitions };
  }
}

function upTo(most: number, search: Search): Pick<Search, "step" | "statistics"> {
  return {
    step: () => (search.statistics.stored > most ? "gave-up" : search.step()),
    get statistics() {
      return search.statistics;
    },
  };
}

/** Who has to be followed, so that the run is none any more: a process whose edges do not join, else one that acts. */
function culprit(
  network: Network,
  { followed, origins }: Projection,
  path: readonly JointTransition[],
): number | undefined {
  const places = network.processes.map(({ initial }) => new Set(initial));
  let acting: number | undefined;
  for (const { edges } of path) {
    for (const { edge } of edges) {
      const meant = origins[edge]!.map((id) => network.edges[id]!);
      const process = meant[0]?.process;
      if (process === undefined || followed.has(process)) continue;
      acting ??= process;
      const reached = meant.filter(({ source }) => places[process]!.has(source)).map(({ target }) => target);
      if (reached.length === 0) return process;
      places[process] = new Set(reached);
    }
  }
  return (
    acting ?? [...network.processes.keys()].find((process) => !followed.has(process) && restrains(network, process))
  );
}

/** May the process keep others from acting without doing anything itself? */
function restrains({ processes }: Network, process: number): boolean {
  return processes[process]!.locations.some(
    ({ committed, urgent, invariant }) => committed || urgent || invariant.length > 0,
  );
}
