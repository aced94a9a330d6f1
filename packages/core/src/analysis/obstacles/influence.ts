// What something that is not supported may influence, followed forward through a network: cells that are computed from
// it, processes whose steps it may allow or forbid, clocks that these set, whoever synchronises with them, and time
// itself where they can stop it.

import {
  type Conjunct,
  type Edge,
  type Expression,
  formulasOf,
  kindOf,
  type Location,
  mentions,
  type Network,
  type Process,
  type Query,
  type Statement,
  termsOf,
  type Visitor,
  visitEdge,
  visitLocation,
  visitQuery,
  visitStatements,
} from "../../network/index.ts";
import { AccessAnalysis, type Accesses } from "../accesses.ts";
import { rangeOfRef } from "../lints/structure.ts";

const NEVER: Edge["guard"] = [{ kind: "data", condition: { kind: "constant", value: 0 } }];

/** What it may reach, followed until nothing is added. */
export class Influence {
  private readonly network: Network;
  private readonly accesses: AccessAnalysis;
  /** Functions that use something unsupported, themselves or by what they call. */
  private readonly functions: readonly boolean[];
  readonly processes = new Set<number>();
  private readonly cells = new Set<number>();
  private readonly clocks = new Set<number>();
  private readonly statements = new Set<Statement>();
  private time = false;
  private changed = false;

  constructor(network: Network) {
    this.network = network;
    this.accesses = new AccessAnalysis(network);
    this.functions = unsupportedFunctions(network);
  }

  /** False: everything may be influenced. */
  follow(): boolean {
    const { network } = this;
    const hooks = [...network.beforeUpdate, ...network.afterUpdate];
    if (this.uses((visitor) => visitStatements(hooks, visitor))) return false;
    do {
      this.changed = false;
      for (const edge of network.edges) this.followEdge(edge);
      this.followChannels();
      for (const [index, process] of network.processes.entries()) {
        if (!this.followProcess(process, index)) return false;
      }
      if (this.time) for (const clock of network.clocks.keys()) this.add(this.clocks, clock);
    } while (this.changed);
    return this.processes.size === 0 || (hooks.length === 0 && !network.hasPriorities);
  }

  private followEdge(edge: Edge): void {
    const { process, update } = edge;
    const trigger = { ...edge, update: [] };
    if (this.uses((visitor) => visitEdge(trigger, visitor)) || this.touches(this.accesses.ofTrigger(edge))) {
      this.add(this.processes, process);
    }
    let isLost = false;
    for (const statement of update) {
      const own = this.accesses.ofStatements([statement]);
      const isReached =
        isLost ||
        this.processes.has(process) ||
        this.uses((visitor) => visitStatements([statement], visitor)) ||
        this.touches(own);
      if (!isReached) continue;
      this.add(this.statements, statement);
      for (const cell of own.writtenCells) this.add(this.cells, cell);
      for (const clock of own.resetClocks) this.add(this.clocks, clock);
      // What it leaves in the frame, the next ones may read.
      isLost ||= writesFrame(statement);
    }
  }

  /** Whoever takes part in a step of somebody influenced. */
  private followChannels(): void {
    const { edges, channels, processes, vectors } = this.network;
    for (const { participants } of vectors) {
      const isReached = participants.some(({ process }) => this.processes.has(process));
      if (isReached) for (const { process } of participants) this.add(this.processes, process);
    }
    const byChannel = channels.map(() => ({ send: new Set<number>(), receive: new Set<number>() }));
    for (const { sync, process } of edges) {
      if (sync.kind !== "send" && sync.kind !== "receive") continue;
      const [first, last] = rangeOfRef(sync.channel);
      for (let i = first; i <= last; i++) byChannel[i]![sync.kind].add(process);
    }
    const reached = (some: ReadonlySet<number>): number[] => [...some].filter((one) => this.processes.has(one));
    for (const [i, { send, receive }] of byChannel.entries()) {
      if (reached(send).length > 0) for (const one of receive) this.add(this.processes, one);
      // A broadcast waits for nobody, unless the place where somebody would go may not be entered.
      const blocks = (one: number): boolean => processes[one]!.locations.some(({ invariant }) => invariant.length > 0);
      const holdsBack = reached(receive).some((one) => !channels[i]!.broadcast || blocks(one));
      if (holdsBack) for (const one of send) this.add(this.processes, one);
    }
  }

  /** False: it may forbid everything. */
  private followProcess({ locations, template, initial }: Process, index: number): boolean {
    for (const location of locations) {
      if (this.uses((visitor) => visitLocation(location, visitor))) return false;
    }
    const invariants = this.accesses.ofConjuncts(locations.flatMap(({ invariant }) => invariant));
    if (!this.processes.has(index)) {
      if (!this.touches(invariants)) {
        this.followRates(locations, false);
        return true;
      }
      this.add(this.processes, index);
    }
    if (locations.some(({ committed }) => committed)) return false;
    if (!initial.every((at) => locations[at]!.invariant.every((one) => this.isTrueAtFirst(one)))) return false;
    // Instances of one template stay alike.
    for (const [other, process] of this.network.processes.entries()) {
      if (process.template === template) this.add(this.processes, other);
    }
    this.followRates(locations, true);
    // Whoever changes what its invariants ask may be held back by it.
    for (const { id, process } of this.network.edges) {
      const { writtenCells, resetClocks } = this.accesses.ofEdge(id);
      const disturbs = meet(writtenCells, invariants.readCells) || meet(resetClocks, invariants.testedClocks);
      if (disturbs) this.add(this.processes, process);
    }
    if (this.stopsTime(locations, index) && !this.time) {
      this.time = true;
      this.changed = true;
    }
    return true;
  }

  private followRates(locations: readonly Location[], all: boolean): void {
    for (const { rates } of locations) {
      for (const rate of rates) {
        const { when, rate: value } = rate;
        const read = [value, ...(when === undefined ? [] : [when])].map((one) => this.accesses.ofExpression(one));
        if (!all && !read.some((one) => this.touches(one))) continue;
        const [first, last] = rangeOfRef(rate.clock);
        for (let clock = first; clock <= last; clock++) this.add(this.clocks, clock);
      }
    }
  }

  private stopsTime(locations: readonly Location[], process: number): boolean {
    const { edges, channels } = this.network;
    const isUrgent = ({ sync }: Edge): boolean => {
      if (sync.kind !== "send" && sync.kind !== "receive") return false;
      const [first, last] = rangeOfRef(sync.channel);
      return channels.slice(first, last + 1).some(({ urgent }) => urgent);
    };
    return (
      locations.some(({ urgent, invariant }) => urgent || invariant.some(({ kind }) => kind === "clock")) ||
      edges.some((edge) => edge.process === process && isUrgent(edge))
    );
  }

  /** As far as that can be told without looking at data. */
  private isTrueAtFirst(conjunct: Conjunct): boolean {
    if (conjunct.kind === "data" || conjunct.when !== undefined || conjunct.right !== undefined) return false;
    const { left, op, bound } = conjunct;
    if (left === undefined || bound.kind !== "constant") return false;
    const first = Math.max(0, ...this.network.clocks.map(({ initial }) => initial));
    return op === "<" ? first < bound.value : op === "<=" && first <= bound.value;
  }

  reaches(query: Query): boolean {
    const formulas = formulasOf(query);
    if (this.uses((visitor) => visitQuery(query, visitor))) return true;
    if (formulas.some((formula) => this.touches(this.accesses.ofFormula(formula)))) return true;
    const terms = termsOf(query);
    if (terms.some(({ value }) => this.touches(this.accesses.ofExpression(value)))) return true;
    const asksClocks = terms.some(({ left, right }) => left !== undefined || right !== undefined);
    if (asksClocks && this.clocks.size > 0) return true;
    if (this.processes.size === 0) return false;
    // Runs, and deadlocks, are of all processes.
    const isOfStates = ["reachability", "bounds"].includes(kindOf(query).answeredBy);
    return !isOfStates || formulas.some((formula) => mentions(formula, "deadlock"));
  }

  /** The network without what was reached. */
  rest(): Network {
    const { network } = this;
    const stays = (location: Location): Location => ({ ...location, urgent: false, invariant: [], rates: [] });
    return {
      ...network,
      obstacles: [],
      processes: network.processes.map((process, index) =>
        this.processes.has(index) ? { ...process, locations: process.locations.map(stays) } : process,
      ),
      edges: network.edges.map((edge): Edge => {
        if (this.processes.has(edge.process)) {
          return { ...edge, selects: [], guard: NEVER, sync: { kind: "internal" }, update: [] };
        }
        return { ...edge, update: edge.update.filter((statement) => !this.statements.has(statement)) };
      }),
    };
  }

  private uses(visit: (visitor: Visitor) => void): boolean {
    let found = false;
    const expression = (one: Expression): void => {
      found ||= one.kind === "unsupported" || (one.kind === "call" && this.functions[one.function] === true);
    };
    visit({ expression });
    return found;
  }

  private touches({ readCells, testedClocks, askedProcesses }: Accesses): boolean {
    return meet(readCells, this.cells) || meet(testedClocks, this.clocks) || meet(askedProcesses, this.processes);
  }

  private add<T>(to: Set<T>, one: T): void {
    if (to.has(one)) return;
    to.add(one);
    this.changed = true;
  }
}

function unsupportedFunctions({ functions }: Network): readonly boolean[] {
  const found = functions.map(() => false);
  for (let changed = true; changed; ) {
    changed = false;
    for (const [index, { body }] of functions.entries()) {
      if (found[index]) continue;
      const expression = (one: Expression): void => {
        found[index] ||= one.kind === "unsupported" || (one.kind === "call" && found[one.function] === true);
      };
      visitStatements(body, { expression });
      changed ||= found[index]!;
    }
  }
  return found;
}

function writesFrame(statement: Statement): boolean {
  let found = false;
  visitStatements([statement], {
    place: ({ space }, access) => void (found ||= space !== "state" && access !== "read"),
  });
  return found;
}

function meet<T>(some: ReadonlySet<T>, others: ReadonlySet<T>): boolean {
  for (const one of some) if (others.has(one)) return true;
  return false;
}
