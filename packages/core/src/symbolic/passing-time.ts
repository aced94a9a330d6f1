// A unit of time passes: one relation for the whole network, the product over blocks of what becomes of a block's own
// clocks where its process may stay. So it is as long as the network, not as its states are many. Invariants that look
// beyond their block, and urgent synchronisations, are read-only relations around it.

import type { DiscreteSemantics } from "../semantics/discrete/discrete-semantics.ts";
import { ModelFault } from "../semantics/fault.ts";
import type { Constraint } from "../semantics/semantics.ts";
import { type Diagram, type Diagrams, EMPTY, listedLater, type RelationShape, UNIT } from "./diagrams.ts";
import { holds } from "./network/clock-reading.ts";
import { ShortState } from "./network/link-evaluator.ts";
import type { StateAxis } from "./network/parts.ts";
import { NotForDiagrams } from "./refusal.ts";
import { FEW_VECTORS, ShortVectors, shapeOf } from "./short-vectors.ts";
import type { Structure } from "./structure.ts";

interface Around {
  readonly structure: Structure;
  readonly diagrams: Diagrams;
  readonly semantics: DiscreteSemantics;
  readonly blocks: readonly (readonly StateAxis[])[];
  levelOf(part: StateAxis): number;
  /** States in which an urgent synchronisation is offered. */
  hurried(set: Diagram): Diagram;
}

/** What is known of one block: the parts that matter, and rows of their values before and after. */
interface BlockTicks {
  readonly parts: readonly { readonly part: StateAxis; readonly changes: boolean }[];
  readonly rows: readonly (readonly (readonly [number, number])[])[];
}

export class PassingTime {
  count = 0;
  private readonly around: Around;
  private readonly forwards: Diagram;
  private readonly backwards: Diagram;
  private readonly shape: RelationShape;
  private readonly skip: number;
  private readonly filters: readonly InvariantFilter[];

  constructor(around: Around) {
    this.around = around;
    const { diagrams, structure } = around;
    const far: number[] = [];
    const blocks = around.blocks.map((block) => ticksOf(around, block, far)).filter(({ parts }) => parts.length > 0);
    this.forwards = joined(diagrams, blocks, false);
    this.backwards = joined(diagrams, blocks, true);
    const entries = blocks.flatMap(({ parts }) =>
      parts.map(({ part, changes }) => ({
        level: around.levelOf(part),
        mode: changes ? ("change" as const) : ("read" as const),
      })),
    );
    this.skip = entries[0]?.level ?? 0;
    this.shape = diagrams.shape(shapeOf(entries));
    this.filters = far.map((process) => new InvariantFilter(around, structure, process));
  }

  /** What becomes of the states of a set in which time may pass. */
  tick(set: Diagram): Diagram {
    const { diagrams } = this.around;
    this.count++;
    const patient = diagrams.minus(set, this.around.hurried(set));
    let later = diagrams.image(patient, this.forwards, this.shape, this.skip);
    for (const filter of this.filters) later = filter.where(later);
    return later;
  }

  /** Everything that comes of a set by waiting, and what is `known`, of which that was already asked. */
  elapse(set: Diagram, roots: () => Iterable<Diagram>, known: Diagram): Diagram {
    const { diagrams } = this.around;
    let all = diagrams.union(known, set);
    for (let front = diagrams.minus(set, known); front !== EMPTY; ) {
      front = diagrams.minus(this.tick(front), all);
      all = diagrams.union(all, front);
      diagrams.tidy(listedLater(() => [...roots(), ...this.roots, all, front]));
    }
    return all;
  }

  /** The states of `within` from which waiting leads into a set, itself included. */
  before(set: Diagram, within: Diagram): Diagram {
    const { diagrams } = this.around;
    let all = set;
    for (let front = set; front !== EMPTY; ) {
      const earlier = diagrams.intersect(diagrams.image(front, this.backwards, this.shape, this.skip), within);
      const patient = diagrams.minus(earlier, this.around.hurried(earlier));
      front = diagrams.minus(patient, all);
      all = diagrams.union(all, front);
    }
    return all;
  }

  get roots(): readonly Diagram[] {
    return [this.forwards, this.backwards, ...this.filters.flatMap(({ roots }) => roots)];
  }
}

function joined(diagrams: Diagrams, blocks: readonly BlockTicks[], isBackwards: boolean): Diagram {
  let below = UNIT;
  for (const { parts, rows } of [...blocks].reverse()) {
    const tuples = rows.map((row) =>
      row.flatMap(([before, after], at) =>
        !parts[at]!.changes ? [before] : isBackwards ? [after, before] : [before, after],
      ),
    );
    below = diagrams.concatenate(diagrams.ofTuples(tuples), below);
  }
  return below;
}

/** `far`: processes whose invariants look beyond the block are added. */
function ticksOf({ structure, semantics }: Around, block: readonly StateAxis[], far: number[]): BlockTicks {
  const { network, parts, clocks, accesses } = structure;
  const process = block.find((part) => part < parts.processes);
  const locations = process === undefined ? [] : network.processes[process]!.locations;
  const own = block.filter((part) => parts.isClock(part));
  const read = new Set<StateAxis>();
  let isNear = true;
  let isBound = false;
  for (const { invariant } of locations) {
    const asked = accesses.ofConjuncts(invariant.filter(({ kind }) => kind === "clock"));
    if (asked.testedClocks.size === 0) continue;
    isBound = true;
    const all = [...[...asked.readCells].map((cell) => parts.ofCell(cell)), ...asked.askedProcesses];
    const clocksRead = [...asked.testedClocks].map((clock) => parts.ofClock(clock));
    for (const part of all) if (parts.isKept(part)) read.add(part);
    if ([...all, ...clocksRead].some((part) => parts.isKept(part) && !block.includes(part))) isNear = false;
  }
  if (isBound && !isNear) far.push(process!);
  const hurries = locations.some(({ urgent, committed }) => urgent || committed);
  const mattering = block.filter(
    (part) => own.includes(part) || (part === process && (hurries || own.length > 0)) || (isNear && read.has(part)),
  );
  const state = new ShortState(parts);
  const rows: (readonly [number, number])[][] = [];
  const size = mattering.reduce((product, part) => product * parts.sizeOf(part), 1);
  if (size > 10 * FEW_VECTORS) throw new NotForDiagrams("a process whose clocks are compared with too large constants");
  const clockOf = (part: StateAxis): number => part - parts.processes - parts.cells;
  const choose = (at: number, row: readonly (readonly [number, number])[]): void => {
    const part = mattering[at];
    if (part === undefined) {
      if (process === undefined || !isNear || mayStay(process)) rows.push([...row]);
      return;
    }
    for (let value = 0; value < parts.sizeOf(part); value++) {
      let after = value;
      if (part === process && (locations[value]!.urgent || locations[value]!.committed)) continue;
      if (parts.isClock(part)) {
        const isActive = process === undefined || clocks.isActive(clockOf(part), process, state.locations[process]!);
        const idle = clocks.owner[clockOf(part)] === process && !isActive;
        if (idle && value > 0) continue;
        after = idle ? 0 : Math.min(value + 1, parts.sizeOf(part) - 1);
      }
      state.put(part, after);
      choose(at + 1, [...row, [value, after]]);
    }
  };
  const mayStay = (at: number): boolean => staysIn(semantics, structure, state, at);
  if (mattering.length > 0) choose(0, []);
  return { parts: mattering.map((part) => ({ part, changes: parts.isClock(part) })), rows };
}

/** Does the clock part of a process's invariant hold? */
function staysIn(semantics: DiscreteSemantics, { clocks }: Structure, state: ShortState, process: number): boolean {
  const { machine, program } = semantics;
  const { invariant, frameSize } = program.locations[process]![state.locations[process]!]!;
  const constraints: Constraint[] = [];
  machine.load(state.locations, state.cells, frameSize);
  try {
    for (const condition of invariant) condition(machine, constraints);
  } catch (error) {
    // What fails is met by those who enter, not by those who wait.
    if (!(error instanceof ModelFault)) throw error;
  }
  return holds(constraints, state.clocks, clocks);
}

/** States in which a process may be, by the part of its invariant that is about clocks. */
class InvariantFilter {
  private readonly vectors: ShortVectors;
  private readonly around: Around;
  private readonly process: number;
  private readonly state: ShortState;
  private allowed: Diagram = EMPTY;

  constructor(around: Around, structure: Structure, process: number) {
    const { parts, accesses, network } = structure;
    this.around = around;
    this.process = process;
    this.state = new ShortState(parts);
    const read = new Set<StateAxis>([process]);
    for (const { invariant } of network.processes[process]!.locations) {
      const { readCells, testedClocks, askedProcesses } = accesses.ofConjuncts(invariant);
      for (const cell of readCells) read.add(parts.ofCell(cell));
      for (const clock of testedClocks) read.add(parts.ofClock(clock));
      for (const asked of askedProcesses) read.add(asked);
    }
    this.vectors = new ShortVectors(
      around.diagrams,
      [...read]
        .filter((part) => parts.isKept(part))
        .map((part) => ({ part, level: around.levelOf(part), values: parts.sizeOf(part) }))
        .sort((a, b) => a.level - b.level),
    );
  }

  where(set: Diagram): Diagram {
    const { diagrams, semantics, structure } = this.around;
    const allowed: number[][] = [];
    this.vectors.fresh(set, (vector) => {
      for (const [at, { part }] of this.vectors.parts.entries()) this.state.put(part, vector[at]!);
      if (staysIn(semantics, structure, this.state, this.process)) allowed.push([...vector]);
    });
    this.allowed = diagrams.union(this.allowed, diagrams.ofTuples(allowed));
    return diagrams.image(set, this.allowed, this.vectors.shape, this.vectors.skip);
  }

  get roots(): readonly Diagram[] {
    return [this.allowed, ...this.vectors.roots];
  }
}
