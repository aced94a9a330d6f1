// An estimate of how many transitions a state is away from the target, computed from its discrete part. A heuristic
// states as data what may be relied on; the searches and the wording of verdicts follow from it, and the contract suite
// hunts every claim on random networks.

import { defined } from "../basics/defined.ts";
import type { DiskFolder } from "../basics/files.ts";
import type { MakeMemory } from "../basics/linear-memory.ts";
import type { DiscreteView } from "../engine/engine.ts";
import type { Formula, GuideTerm, Network } from "../network/index.ts";
import type { JointTransition } from "../semantics/joint-transition.ts";
import {
  type Component,
  ComponentFamily,
  type Definition,
  defineComponent,
  type Params,
  type ParamValues,
  type Refusal,
  writtenCall,
} from "../spec/index.ts";
import type { EstimateTree } from "../symbolic/index.ts";
import { goalOf } from "./goal.ts";

/** What a search is asked to reach. */
export interface Problem {
  readonly network: Network;
  readonly target: Formula;
  readonly frameSize: number;
  /** Where states may be kept that memory does not hold. */
  readonly disk?: DiskFolder;
  /** Expressions by which people guide it. */
  readonly guidance?: readonly GuideTerm[];
  /** Seconds of processor time, for what is built before a search; without it, work is counted. */
  readonly clock?: () => number;
  /** Makes the memory of estimates that are compiled. */
  readonly makeMemory?: MakeMemory;
}

/** What a zone says about clocks: row 0 is the constant 0, entry (i, j) bounds x_i − x_j, encoded as in `zone/`. */
export interface ZoneBounds {
  readonly bounds: Int32Array;
  readonly dim: number;
}

/** Is the transition one that an estimate counts on? */
export type Preference = (transition: JointTransition) => boolean;

export interface Heuristic {
  /** Infinity: no way to the target. `without`: the estimate in the network that lacks this joint transition. */
  estimate(state: DiscreteView, without?: JointTransition, zone?: ZoneBounds): number;
  /** The transitions that the estimate of a state counts on. It holds on, whatever else is estimated meanwhile. */
  preference?(state: DiscreteView): Preference;
  /** Taken apart, for whoever estimates sets of states; undefined: it is one part that may read everything. */
  tree?(): EstimateTree | undefined;
  /** How many states took too much work, so that a cheaper estimate of the same guarantees took this one's place. */
  readonly givenUp?: number;
  /** What has to be built first; the first estimate finishes what the search has not advanced. */
  readonly constructions?: readonly Building[];
}

/** The estimate taken apart as far as it can be. */
export function treeOf({ network }: Problem, heuristic: Heuristic): EstimateTree {
  return (
    heuristic.tree?.() ?? {
      kind: "part",
      processes: [...network.processes.keys()],
      cells: Array.from({ length: network.cells }, (_, cell) => cell),
      of: (state) => heuristic.estimate(state),
    }
  );
}

/** An abstraction that is built before the search, step by step. */
export interface Building {
  /** Does a little; false once everything is done. */
  advance(): boolean;
  /** Between 0 and 1. */
  readonly progress: number;
  /** How it went, or how far it is; absent where there is nothing to tell of it. */
  readonly report?: BuildReport;
}

/** What there is to tell of them. */
export function reportsOf(buildings: readonly Building[]): readonly BuildReport[] {
  return buildings.flatMap(({ report }) => report ?? []);
}

export interface BuildReport {
  readonly seconds: number;
  readonly states: number;
  readonly labels?: number;
  readonly predicates?: number;
  readonly memoryBytes: number;
  /** The share that is done while it is not finished: nothing was estimated by it. */
  readonly done?: number;
  /** What ran out before it was finished: then the best so far is used. */
  readonly cut?: "time" | "memory";
  /** A finer one would be the same. */
  readonly settled?: boolean;
}

export interface Guarantees {
  /** Infinity is said only of states from which the target cannot be reached. */
  readonly safe: boolean;
  /** Never above the true distance. */
  readonly admissible: boolean;
  /** h(s) ≤ 1 + h(s') for every step s → s', and 0 for targets. */
  readonly consistent: boolean;
  readonly clocks: "ignored" | "relaxed" | "exact";
}

/** A heuristic with its arguments, before it meets a problem. Create it once per problem: `let` shares instances. */
export interface HeuristicConfig {
  readonly spec: string;
  readonly guarantees: Guarantees;
  /** Estimates are read off tables that are made beforehand: there are none for a network that lacks a transition. */
  readonly tabled: boolean;
  /** Estimates depend on the zone, too, and are kept per symbolic state. */
  readonly readsZones: boolean;
  /** The same with a finer abstraction, within the same budget; absent or undefined where there is none. */
  finer?(problem: Problem): HeuristicConfig | undefined;
  /** Edges whose steps may change what the estimate looks at; absent: any may. */
  concernedBy?(problem: Problem): ReadonlySet<number>;
  /** Why the heuristic must not be used for a problem: it names something that the model does not have. */
  refusal?(problem: Problem): Refusal | undefined;
  create(problem: Problem): Heuristic;
}

/** Speaks of the heuristics without knowing them; `index.ts` lists them. */
export const heuristicFamily = new ComponentFamily<HeuristicConfig>("heuristic");

const NO_WAY: Heuristic = { estimate: () => Number.POSITIVE_INFINITY };

/** One object says everything about a heuristic: the command line, the reference and the suites read it here. */
export function defineHeuristic<const P extends Params>({
  guarantees,
  tabled,
  readsZones,
  finer,
  concernedBy,
  refusal,
  create,
  ...definition
}: Definition<P> & {
  tabled?(values: ParamValues<P>): boolean;
  readsZones?(values: ParamValues<P>): boolean;
  /** Parameters that differ in a finer abstraction; undefined when this is the finest. */
  finer?(values: ParamValues<P>, problem: Problem): Partial<ParamValues<P>> | undefined;
  concernedBy?(problem: Problem, values: ParamValues<P>): ReadonlySet<number>;
  guarantees(values: ParamValues<P>): Guarantees;
  refusal?(problem: Problem, values: ParamValues<P>): Refusal | undefined;
  create(problem: Problem, values: ParamValues<P>): Heuristic;
}): Component<HeuristicConfig> {
  const component: Component<HeuristicConfig> = defineComponent<HeuristicConfig, P>({
    ...definition,
    configure(values, spec) {
      const finerOne = (problem: Problem): HeuristicConfig | undefined => {
        const changed = finer?.(values, problem);
        if (changed === undefined) return undefined;
        const all = { ...values, ...changed };
        return component.configure(all, writtenCall(component, all));
      };
      const promised = guarantees(values);
      const instances = new WeakMap<Problem, Heuristic>();
      return {
        spec,
        guarantees: promised,
        tabled: tabled?.(values) ?? false,
        readsZones: readsZones?.(values) ?? false,
        ...defined({
          finer: finer === undefined ? undefined : finerOne,
          concernedBy: concernedBy === undefined ? undefined : (problem: Problem) => concernedBy(problem, values),
        }),
        refusal: (problem) => refusal?.(problem, values),
        create(problem) {
          let instance = instances.get(problem);
          if (instance === undefined) {
            instance = create(problem, values);
            // What no state can satisfy needs no preparation.
            const isPrepared = (instance.constructions?.length ?? 0) > 0;
            if (isPrepared && promised.safe && goalOf(problem.target).kind === "false") instance = NO_WAY;
            instances.set(problem, instance);
          }
          return instance;
        },
      };
    },
  });
  return component;
}
