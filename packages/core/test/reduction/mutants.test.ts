// Every rule that closes a stubborn set is needed: without it, some random network has a state in which no step is left
// that leads nearer to the target. How many networks it takes to see that is counted, so that a generator that sees
// less is noticed.

import { expect, it } from "vitest";
import type { Network } from "../../src/network/index.ts";
import { Dependence, listOf, type TakenStep } from "../../src/reduction/dependence.ts";
import {
  DEADLOCK,
  seededChoices,
  stubbornClaimsOn,
  talkativeNetwork,
  type WholeGraph,
  wholeGraph,
} from "../../src/testing/index.ts";

type Damage = (whole: Dependence, network: Network) => Partial<Dependence>;

const none = (lists: readonly unknown[]) => lists.map(() => listOf([]));
const steps =
  (change: (step: TakenStep) => Partial<TakenStep>): Damage =>
  (whole) => ({ steps: whole.steps.map((step) => ({ ...step, ...change(step) })) });
/** Rules of the whole that another network, which has less, gives. */
const asIn = (network: Network): Partial<Dependence> => {
  const { steps, movers, entering, writers, readers, askers, committing } = new Dependence(network);
  return { steps, movers, entering, writers, readers, askers, committing };
};

const DAMAGES: Readonly<Record<string, Damage>> = {
  "who asks where a moved process is": ({ askers }) => ({ askers: none(askers) }),
  "who reads what is written": ({ readers }) => ({ readers: none(readers) }),
  "who writes what is read or written": ({ writers }) => ({ writers: none(writers) }),
  "who moves the same process": ({ movers }) => ({ movers: movers.map(none) }),
  "who enters a location that is waited for": ({ entering }) => ({ entering: entering.map(none) }),
  "whom a broadcast may move": steps((step) => ({ moves: step.edges.map(({ process }) => process), joiners: [] })),
  "whom a broadcast may move, and who may keep it from that": (whole, network) => ({
    ...steps((step) => ({ moves: step.edges.map(({ process }) => process), joiners: [] }))(whole, network),
    askers: whole.askers.map(({ steps: list }, process) =>
      listOf(list.filter((id) => !whole.steps[id]!.joiners.includes(process))),
    ),
  }),
  "where other processes are asked for": steps(() => ({ asks: [] })),
  "that nobody else moves while somebody is committed": steps(() => ({ commits: false })),
  "how a committed location is left": ({ movers }, { processes }) => ({
    movers: movers.map((lists, process) =>
      lists.map((list, location) => (processes[process]!.locations[location]!.committed ? listOf([]) : list)),
    ),
  }),
  "who can commit itself, where deadlocks are sought": () => ({ committing: listOf([]) }),
  "what invariants read": (_whole, network) => {
    const processes = network.processes.map((process) => ({
      ...process,
      locations: process.locations.map((location) => ({ ...location, invariant: [] })),
    }));
    return asIn({ ...network, processes });
  },
};

const MOST_STATES = 150;
const NETWORKS = 420;

/** Networks and their graphs, made as they are needed and kept for the next rule. */
const graphs: (readonly WholeGraph[])[] = [];
function graphsOf(seed: number): readonly WholeGraph[] {
  graphs[seed] ??= (() => {
    const { network, target } = talkativeNetwork(seededChoices(seed ^ 0x7a1c));
    return [target, DEADLOCK].flatMap((formula) => wholeGraph(network, formula, MOST_STATES) ?? []);
  })();
  return graphs[seed];
}

/** How many networks are looked at until one shows that something is missing. */
function networksUntilSeen(damage: Damage): number {
  for (let seed = 0; seed < NETWORKS; seed++) {
    for (const graph of graphsOf(seed)) {
      const whole = new Dependence(graph.network);
      const damaged: Dependence = Object.assign(Object.create(whole), damage(whole, graph.network));
      if (stubbornClaimsOn(graph, damaged).wrong.length > 0) return seed + 1;
    }
  }
  return Number.POSITIVE_INFINITY;
}

it.each(Object.entries(DAMAGES))("a stubborn set has to know %s", (_rule, damage) => {
  expect(networksUntilSeen(damage)).toBeLessThanOrEqual(NETWORKS);
});
