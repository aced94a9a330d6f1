// Brute force: the whole graph of a small network over regions (or grid points, with stopwatches), and questions
// answered by walking it. Slow, and meant to be obviously right; tests hold the engines against it.

import { formulasOf, hasStopwatches, mentions, type Temporal } from "../network/index.ts";
import type { Formula, Network, Query } from "../network/network.ts";
import { visitFormula, visitNetwork, visitQuery } from "../network/visit.ts";
import { evaluate, indexOf, OracleError, OracleFault, type OracleScope } from "./oracle/evaluate.ts";
import { Grid } from "./oracle/grid.ts";
import { OracleRegions } from "./oracle/regions.ts";
import { OracleSemantics, type OracleState } from "./oracle/steps.ts";
import { someRunSatisfies } from "./oracle/temporal.ts";
import type { TimeDomain } from "./oracle/time.ts";

export { OracleError } from "./oracle/evaluate.ts";

export interface OracleOptions {
  /** More states than this make the oracle give up with an OracleError. */
  readonly maxStates?: number;
  /** Largest value that bounds and clock assignments which are not constants can have. */
  readonly largestValue?: number;
  /** Grid steps per unit of time, with stopwatches. */
  readonly gridSteps?: number;
}

interface Node<Moment> {
  readonly state: OracleState<Moment>;
  /** The steps that are followed; between the points of a grid none is. */
  actions: Node<Moment>[];
  /** Is some step possible, followed or not? */
  canAct: boolean;
  later: Node<Moment> | undefined;
  /** The data of an edge cannot be evaluated: nothing can happen here, and staying is no run. */
  fails: boolean;
  /** Trying some step fails. */
  stepFails: boolean;
}

export interface Oracle {
  readonly states: number;
  /** False with stopwatches: then only what the oracle reaches is certain. */
  readonly exact: boolean;
  /** The reachable locations and cells, as `discreteKey` writes them. */
  discreteStates(): ReadonlySet<string>;
  /** `sup`, `inf` and `bounds` are not answered. */
  answer(query: Query): boolean;
  /** Is there a run that satisfies the temporal formula? Runs that end count where `endsCount`. */
  someRun(temporal: Temporal, atoms: readonly Formula[], endsCount: boolean): boolean;
  /** Is a fault of the model met anywhere? */
  readonly faults: boolean;
  /** Does asking the formula fail in some reachable state? */
  formulaFaults(formula: Formula): boolean;
  /** Is some state reachable, without meeting a fault on the way, that satisfies the formula? */
  reaches(formula: Formula): boolean;
  /** The reachable graph without clocks: distances to the formula are those of the luckiest moment. */
  discreteGraph(formula: Formula): DiscreteGraph;
}

export interface DiscreteGraph {
  /** Reachable discrete states, each with the least number of actions from one of its moments to the formula. */
  readonly states: readonly { readonly locations: readonly number[]; readonly cells: readonly number[] }[];
  readonly distances: readonly number[];
  /** Actions, as pairs of indices of states. */
  readonly steps: readonly (readonly [number, number])[];
}

export function discreteKey(state: {
  readonly locations: ArrayLike<number>;
  readonly cells: ArrayLike<number>;
}): string {
  return `${Array.from(state.locations).join()};${Array.from(state.cells).join()}`;
}

export function createOracle(network: Network, queries: readonly Query[], options: OracleOptions = {}): Oracle {
  const { limit, mostSet, diagonals } = constantsOf(network, queries, options.largestValue ?? 3);
  if (hasStopwatches(network))
    return explored(network, new Grid(options.gridSteps ?? 2, limit + mostSet), options, false);
  return explored(network, new OracleRegions(diagonals ? limit + mostSet : limit, diagonals), options, true);
}

/** Undefined where the oracle does not know the language of the network, or it has more states. */
export function oracleWithin(network: Network, queries: readonly Query[], maxStates: number): Oracle | undefined {
  try {
    return createOracle(network, queries, { maxStates });
  } catch (error) {
    if (error instanceof OracleError) return undefined;
    throw error;
  }
}

function explored<Moment>(network: Network, time: TimeDomain<Moment>, options: OracleOptions, exact: boolean): Oracle {
  return new Exploration(new OracleSemantics(network, time), options.maxStates ?? 20_000, exact);
}

class Exploration<Moment> implements Oracle {
  readonly exact: boolean;
  private readonly semantics: OracleSemantics<Moment>;
  private readonly nodes = new Map<string, Node<Moment>>();
  private readonly roots: readonly Node<Moment>[];
  private failsAtStart = false;

  constructor(semantics: OracleSemantics<Moment>, maxStates: number, exact: boolean) {
    this.semantics = semantics;
    this.exact = exact;
    this.roots = this.start();
    // The map grows while it is walked, and its iterator follows.
    for (const node of this.nodes.values()) {
      if (this.nodes.size > maxStates) throw new OracleError(`more than ${maxStates} states`, true);
      node.fails = semantics.dataFails(node.state);
      if (!node.fails) {
        const { targets, fails } = semantics.successors(node.state);
        node.stepFails = fails;
        node.canAct = targets.length > 0;
        if (semantics.time.acts(node.state.moment)) node.actions = targets.map((state) => this.node(state));
      }
      const later = semantics.later(node.state);
      node.later = later === undefined ? undefined : this.node(later);
    }
  }

  /** The initial states; none when the model fails there. */
  private start(): readonly Node<Moment>[] {
    try {
      return this.semantics.initial().map((state) => this.node(state));
    } catch (error) {
      if (!(error instanceof OracleFault)) throw error;
      this.failsAtStart = true;
      return [];
    }
  }

  get faults(): boolean {
    return this.failsAtStart || [...this.nodes.values()].some((node) => node.fails || node.stepFails);
  }

  formulaFaults(formula: Formula): boolean {
    return [...this.nodes.values()].some((node) => this.asks(formula, node) === undefined);
  }

  get states(): number {
    return this.nodes.size;
  }

  discreteStates(): ReadonlySet<string> {
    return new Set([...this.nodes.values()].map(({ state }) => discreteKey(state)));
  }

  reaches(formula: Formula): boolean {
    return [...this.nodes.values()].some((node) => this.holds(formula, node));
  }

  discreteGraph(formula: Formula): DiscreteGraph {
    const distance = this.distancesTo(formula);
    const index = new Map<string, number>();
    const states: { locations: readonly number[]; cells: readonly number[] }[] = [];
    const distances: number[] = [];
    const steps = new Map<string, readonly [number, number]>();
    const indexOf = ({ state }: Node<Moment>): number => {
      const key = discreteKey(state);
      let at = index.get(key);
      if (at === undefined) {
        at = states.length;
        index.set(key, at);
        states.push({ locations: Array.from(state.locations), cells: Array.from(state.cells) });
        distances.push(Number.POSITIVE_INFINITY);
      }
      return at;
    };
    for (const node of this.nodes.values()) {
      const from = indexOf(node);
      distances[from] = Math.min(distances[from]!, distance.get(node) ?? Number.POSITIVE_INFINITY);
      for (const next of node.actions) steps.set(`${from} ${indexOf(next)}`, [from, indexOf(next)]);
    }
    return { states, distances, steps: [...steps.values()] };
  }

  /** Backwards from the formula: actions count one, waiting nothing. */
  private distancesTo(formula: Formula): ReadonlyMap<Node<Moment>, number> {
    const byAction = new Map<Node<Moment>, Node<Moment>[]>();
    const byWaiting = new Map<Node<Moment>, Node<Moment>[]>();
    const add = (table: Map<Node<Moment>, Node<Moment>[]>, to: Node<Moment>, from: Node<Moment>): void => {
      const list = table.get(to);
      if (list === undefined) table.set(to, [from]);
      else list.push(from);
    };
    for (const node of this.nodes.values()) {
      for (const next of node.actions) add(byAction, next, node);
      if (node.later !== undefined) add(byWaiting, node.later, node);
    }
    const distances = new Map<Node<Moment>, number>();
    let layer = [...this.nodes.values()].filter((node) => this.holds(formula, node));
    for (let steps = 0; layer.length > 0; steps++) {
      const next: Node<Moment>[] = [];
      for (let node = layer.pop(); node !== undefined; node = layer.pop()) {
        if (distances.has(node)) continue;
        distances.set(node, steps);
        layer.push(...(byWaiting.get(node) ?? []));
        next.push(...(byAction.get(node) ?? []));
      }
      layer = next;
    }
    return distances;
  }

  /** Deliberately written anew, kind by kind: what is asked of the kinds is tested against it. */
  answer(query: Query): boolean {
    switch (query.kind) {
      case "E<>":
        return this.reaches(query.formula);
      case "A[]":
        return !this.reaches({ kind: "not", part: query.formula });
      case "E[]":
        return this.staysFrom(this.roots, query.formula);
      case "A<>":
        return !this.staysFrom(this.roots, { kind: "not", part: query.formula });
      case "-->": {
        const starts = [...this.nodes.values()].filter((node) => this.holds(query.premise, node));
        return !this.staysFrom(starts, { kind: "not", part: query.conclusion });
      }
      case "LTL":
        return !this.someRun({ kind: "not", part: query.temporal }, query.atoms, true);
      case "LTL-some":
        return this.someRun(query.temporal, query.atoms, true);
      default:
        throw new OracleError(`query ${query.kind}`);
    }
  }

  someRun(temporal: Temporal, atoms: readonly Formula[], endsCount: boolean): boolean {
    const nodes = [...this.nodes.values()];
    const number = new Map(nodes.map((node, k) => [node, k]));
    const letters = nodes.map((node) =>
      atoms.reduce((letter, atom, bit) => letter | (this.holds(atom, node) ? 1 << bit : 0), 0),
    );
    const successors: number[][] = [];
    const ended = nodes.length;
    // Where clocks are asked for, letters change while time passes, so every wait from region to region is seen.
    const observed = atoms.some((atom) => mentions(atom, "clock"));
    for (const [k, node] of nodes.entries()) {
      const { actions, ends } = observed ? this.nextMoment(node) : this.afterWaiting(node);
      const next = [...new Set(actions.map((action) => number.get(action)!))];
      successors.push(ends && endsCount ? [...next, ended + k] : next);
    }
    // Behind every node one in which its letter lasts for ever.
    for (const k of nodes.keys()) successors.push([ended + k]);
    const initial = this.roots.map((root) => number.get(root)!);
    return someRunSatisfies({ letters: [...letters, ...letters], successors, initial }, temporal);
  }

  /** Where the first action behind a wait leads, and whether waiting may be all that is left. */
  private afterWaiting(start: Node<Moment>): { readonly actions: readonly Node<Moment>[]; readonly ends: boolean } {
    const actions: Node<Moment>[] = [];
    const seen = new Set<Node<Moment>>();
    for (let node: Node<Moment> | undefined = start; node !== undefined && !node.fails; node = node.later) {
      if (seen.has(node)) return { actions, ends: true };
      seen.add(node);
      actions.push(...node.actions);
      if (node.later === undefined) return { actions, ends: node.actions.length === 0 && !node.stepFails };
    }
    return { actions, ends: false };
  }

  /** What may come next, time that passes included, and whether staying for ever, or for good, may. */
  private nextMoment(node: Node<Moment>): { readonly actions: readonly Node<Moment>[]; readonly ends: boolean } {
    const { actions, later } = node;
    if (node.fails) return { actions: [], ends: false };
    if (later === undefined) return { actions, ends: actions.length === 0 && !node.stepFails };
    const waits = new Set<Node<Moment>>();
    for (let next: Node<Moment> | undefined = later; next !== undefined && !waits.has(next); next = next.later) {
      // Regions that follow each other for ever lie above all constants: of these nobody can tell one from another.
      if (next === node) return { actions: [...waits, node].flatMap((one) => one.actions), ends: true };
      waits.add(next);
    }
    return { actions: [...actions, later], ends: false };
  }

  private node(state: OracleState<Moment>): Node<Moment> {
    const key = `${discreteKey(state)};${this.semantics.time.key(state.moment)}`;
    const known = this.nodes.get(key);
    if (known !== undefined) return known;
    const node: Node<Moment> = { state, actions: [], canAct: false, later: undefined, fails: false, stepFails: false };
    this.nodes.set(key, node);
    return node;
  }

  /**
   * Is there a maximal path from one of the nodes on which the formula always holds? It goes on for ever (steps,
   * waiting, or both), or it ends where neither is possible. The nodes that have such a path are the largest set in
   * which every node is such an end or has a successor in the set.
   */
  private staysFrom(starts: readonly Node<Moment>[], formula: Formula): boolean {
    const staying = new Set([...this.nodes.values()].filter((node) => this.holds(formula, node)));
    for (let shrinks = true; shrinks; ) {
      shrinks = false;
      for (const node of staying) {
        const successors = node.later === undefined ? node.actions : [...node.actions, node.later];
        const ends = successors.length === 0 && !node.canAct && !node.stepFails;
        if (!node.fails && (ends || successors.some((successor) => staying.has(successor)))) continue;
        staying.delete(node);
        shrinks = true;
      }
    }
    return starts.some((node) => staying.has(node));
  }

  /** Does the formula hold? Where asking it fails it does not. */
  private holds(formula: Formula, node: Node<Moment>): boolean {
    return this.asks(formula, node) === true;
  }

  /**
   * Undefined: the formula's data fails. What data leaves open counts as evaluated, whatever clocks and deadlock say.
   */
  private asks(formula: Formula, node: Node<Moment>): boolean | undefined {
    try {
      this.dataOf(formula, this.semantics.scope(node.state));
    } catch (error) {
      if (error instanceof OracleFault) return undefined;
      throw error;
    }
    return this.isTrue(formula, true, node, this.semantics.scope(node.state));
  }

  /** True, false, or "open" where clocks or deadlock decide. */
  private dataOf(formula: Formula, scope: OracleScope): boolean | "open" {
    switch (formula.kind) {
      case "data":
        return evaluate(formula.condition, scope) !== 0;
      case "clock":
        for (const clock of [formula.left, formula.right]) if (clock !== undefined) indexOf(clock, scope);
        evaluate(formula.bound, scope);
        return "open";
      case "deadlock":
        return "open";
      case "not": {
        const part = this.dataOf(formula.part, scope);
        return part === "open" ? part : !part;
      }
      case "and":
      case "or":
      case "forall":
      case "exists": {
        const settles = formula.kind === "or" || formula.kind === "exists";
        let answer: boolean | "open" = !settles;
        const count = "parts" in formula ? formula.parts.length : formula.binder.max - formula.binder.min + 1;
        for (let k = 0; k < count; k++) {
          if ("binder" in formula) scope.frame[formula.binder.cell] = formula.binder.min + k;
          const part = this.dataOf("parts" in formula ? formula.parts[k]! : formula.body, scope);
          if (part === settles) return settles;
          if (part === "open") answer = "open";
        }
        return answer;
      }
    }
  }

  /** Does the formula (or its negation) hold? Where moving fails, a state is neither deadlocked nor not. */
  private isTrue(formula: Formula, positive: boolean, node: Node<Moment>, scope: OracleScope): boolean {
    switch (formula.kind) {
      case "data":
        return (evaluate(formula.condition, scope) !== 0) === positive;
      case "clock":
        return this.semantics.clockHolds(formula, node.state.moment, scope) === positive;
      case "and":
      case "or": {
        const isTrue = (part: Formula): boolean => this.isTrue(part, positive, node, scope);
        return (formula.kind === "and") === positive ? formula.parts.every(isTrue) : formula.parts.some(isTrue);
      }
      case "not":
        return this.isTrue(formula.part, !positive, node, scope);
      case "forall":
      case "exists": {
        const { cell, min, max } = formula.binder;
        const all = (formula.kind === "forall") === positive;
        for (let value = min; value <= max; value++) {
          scope.frame[cell] = value;
          if (this.isTrue(formula.body, positive, node, scope) !== all) return !all;
        }
        return all;
      }
      case "deadlock": {
        const fate = this.fateOf(node);
        return fate === (positive ? "dead" : "alive");
      }
    }
  }

  /** Is a step possible now or after waiting? "fails" where trying one is a fault. */
  private fateOf(start: Node<Moment>): "dead" | "alive" | "fails" {
    const seen = new Set<Node<Moment>>();
    let alive = false;
    for (let node: Node<Moment> | undefined = start; node !== undefined && !seen.has(node); node = node.later) {
      if (node.fails || node.stepFails) return "fails";
      alive ||= node.canAct;
      seen.add(node);
    }
    return alive ? "alive" : "dead";
  }
}

/**
 * The largest constant in the network and its queries, what clocks are set to at most, and whether clocks are compared.
 */
function constantsOf(
  network: Network,
  queries: readonly Query[],
  largestValue: number,
): { limit: number; mostSet: number; diagonals: boolean } {
  let limit = largestValue;
  let mostSet = Math.max(largestValue, ...network.clocks.map(({ initial }) => initial));
  let diagonals = false;
  const visitor: Parameters<typeof visitNetwork>[1] = {
    expression: (expression) => {
      if (expression.kind === "constant") limit = Math.max(limit, Math.abs(expression.value));
      if (expression.kind === "clock-assign" && expression.value.kind === "constant") {
        mostSet = Math.max(mostSet, Math.abs(expression.value.value));
      }
    },
    conjunct: (conjunct) => {
      if (conjunct.kind === "clock" && conjunct.left !== undefined && conjunct.right !== undefined) diagonals = true;
    },
  };
  visitNetwork(network, visitor);
  const differences = (formula: Formula): void => {
    if (formula.kind === "clock" && formula.left !== undefined && formula.right !== undefined) diagonals = true;
    else if (formula.kind === "and" || formula.kind === "or") formula.parts.forEach(differences);
    else if (formula.kind === "not") differences(formula.part);
    else if (formula.kind === "forall" || formula.kind === "exists") differences(formula.body);
  };
  for (const query of queries) {
    visitQuery(query, visitor);
    for (const formula of formulasOf(query)) {
      visitFormula(formula, visitor);
      differences(formula);
    }
  }
  return { limit: limit + 1, mostSet, diagonals };
}
