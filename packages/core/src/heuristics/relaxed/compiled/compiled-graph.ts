// hU in WebAssembly: where all conditions and updates of a network are circuits, the abstract transition graph is built
// and a relaxed trace is read off by code that is emitted for the problem, on one flat memory. It is as fast in the
// first state as in the last, and allocates nothing. What it leaves to its twin (`graph.ts`, `relaxed-trace.ts`) ends
// the estimate with a trap: few models have such states, and where they are many the code is given up.

import { type MakeMemory, plainMemory } from "../../../basics/linear-memory.ts";
import { KINDS } from "../../../circuit/node-store.ts";
import type { DiscreteView } from "../../../engine/engine.ts";
import { leS } from "../../../wasm/comparisons.ts";
import { call } from "../../../wasm/function-writer.ts";
import { type Lists, listsFrom } from "../ground/lists.ts";
import type { RelaxedGraph } from "../kernel/graph.ts";
import { emitCells } from "./cell-code.ts";
import { emitSince } from "./first-layer.ts";
import type { GraphParts } from "./graph-parts.ts";
import { emitBuild } from "./layer-code.ts";
import { emitHoldsAt, emitIsEasier, layLayers } from "./layer-tables.ts";
import { emitNodes } from "./node-code.ts";
import { get, layNodes } from "./node-records.ts";
import { ModuleTables, type Table } from "./tables.ts";
import { emitTarget } from "./target-code.ts";
import { emitRead, Goals } from "./trace-code.ts";
import { whereTriedOut } from "./tried-out.ts";

/** Graphs with more layers are left to the twin. */
const MOST_LAYERS = 4096;
/** So many states are tried before the code is given up, if more than one in so many was left to the twin. */
const PATIENCE = 16;
const MOST_LEFT = 4;

export interface CompiledReading {
  /** Infinity: there is no abstract solution. */
  readonly transitions: number;
  readonly operators: number;
  /** Operators of the first layer. */
  readonly first: readonly number[];
}

const NO_WAY: CompiledReading = {
  transitions: Number.POSITIVE_INFINITY,
  operators: Number.POSITIVE_INFINITY,
  first: [],
};

interface Exports {
  readonly build: () => number;
  readonly read: () => number;
  readonly operators: { readonly value: number };
  readonly firsts: { readonly value: number };
}

export class CompiledGraph {
  private readonly exports: Exports;
  private readonly locations: Int32Array;
  private readonly cells: Int32Array;
  private readonly disabled: Int32Array;
  private readonly first: Int32Array;
  private tried = 0;
  private left = 0;

  /** Null where something takes the interpreter. */
  static of(graph: RelaxedGraph, makeMemory?: MakeMemory): CompiledGraph | null {
    const { rows } = graph;
    const { index, conditions } = graph;
    if (rows === null || index.chainsAfter.items.length > 0) return null;
    const asked = new Set([...index.conditionsOf.items, ...graph.targetConditions]);
    for (const condition of asked) if (conditions[condition]!.circuit?.exact !== true) return null;
    return new CompiledGraph(graph, asked, makeMemory);
  }

  private constructor(graph: RelaxedGraph, asked: ReadonlySet<number>, makeMemory = plainMemory) {
    const { map, module, at } = emit(graph, asked);
    const memory = makeMemory({ initial: Math.ceil(map.end / 65536) });
    map.fill(memory.buffer);
    const compiled = new WebAssembly.Module(module.bytes());
    this.exports = new WebAssembly.Instance(compiled, { env: { memory } }).exports as unknown as Exports;
    const view = ({ address, length }: Table): Int32Array => new Int32Array(memory.buffer, address, length);
    this.locations = view(at.locations);
    this.cells = view(at.cells);
    this.disabled = view(at.disabled);
    this.first = view(at.first);
  }

  /** Were too many states left to the twin? */
  get isGivenUp(): boolean {
    return this.left >= PATIENCE && this.left * MOST_LEFT > this.tried;
  }

  /** Null: this state is left to the twin. */
  read({ locations, cells }: DiscreteView, disabled: ReadonlySet<number> | undefined): CompiledReading | null {
    const { exports } = this;
    this.tried++;
    this.locations.set(locations);
    this.cells.set(cells);
    for (const operator of disabled ?? []) this.disabled[operator] = 1;
    try {
      if (exports.build() < 0) return NO_WAY;
      const transitions = exports.read();
      return {
        transitions,
        operators: exports.operators.value,
        first: Array.from(this.first.subarray(0, exports.firsts.value)),
      };
    } catch (error) {
      // A trap, or the stack was too short.
      if (!(error instanceof WebAssembly.RuntimeError || error instanceof RangeError)) throw error;
      this.left++;
      return null;
    } finally {
      for (const operator of disabled ?? []) this.disabled[operator] = 0;
    }
  }
}

interface Emitted {
  readonly module: ModuleTables["module"];
  readonly map: ModuleTables["map"];
  /** Where the host puts states, and finds operators. */
  readonly at: Readonly<Record<"locations" | "cells" | "disabled" | "first", Table>>;
}

function emit(graph: RelaxedGraph, asked: ReadonlySet<number>): Emitted {
  const workshop = new ModuleTables();
  const rows = graph.rows!;
  const circuit = graph.circuit!;
  const { module, map } = workshop;
  const triedOut = whereTriedOut(graph);
  const records = layNodes(workshop, circuit, rows.width, triedOut.listOf);
  const nodeOfCell = new Int32Array(rows.cells).fill(-1);
  circuit.circuit.kind.forEach((kind, node) => {
    if (kind === KINDS.cell) nodeOfCell[circuit.circuit.a[node]!] = node;
  });
  const parts: GraphParts = {
    index: graph.index,
    facts: graph.locationLayer.length,
    chains: graph.index.chains.length,
    firstFact: graph.firstFact,
    initialMissing: graph.initialMissing,
    conditionGate: Int32Array.from(graph.conditions, ({ index, circuit: gate }) =>
      asked.has(index) ? records.of(gate!.gate) : 0,
    ),
    targetConditions: graph.targetConditions,
    locationConditions: graph.locationConditions.filter((condition) => asked.has(condition)),
    groups: graph.groups,
    writesTarget: graph.writesTarget,
    previews: graph.previews,
    numberOfCell: (node) => get(node, "a"),
  };
  const locations = workshop.room(parts.firstFact.length);
  const state = workshop.room(rows.cells);
  const disabled = workshop.room(parts.initialMissing.length);
  const first = workshop.stack(parts.initialMissing.length, "firsts");
  const operators = workshop.register("operators");
  const tables = layLayers(workshop, parts);
  const { locationLayer, conditionLayer } = tables;
  const isEasier = emitIsEasier(workshop, tables);
  const nodes = emitNodes(workshop, records, (fact) => leS(locationLayer.at(fact), tables.seen.value));
  const cells = emitCells(workshop, {
    nodes,
    records,
    outputs: rows.outputs,
    needs: rows.needs,
    nodeOfCell,
    state,
    mostLayers: MOST_LAYERS,
    isEasier,
  });
  const since = emitSince(workshop, nodes, {
    layerOfValue: cells.layerOfValue,
    reachedAt: (fact) => locationLayer.at(fact),
    layers: tables.layer,
    holdsAt: emitHoldsAt(workshop, tables, nodes, cells),
  });
  const trace = workshop.register();
  const goals = {
    locations: new Goals(workshop, locationLayer, trace, MOST_LAYERS),
    conditions: new Goals(workshop, conditionLayer, trace, MOST_LAYERS),
  };
  const target = emitTarget(workshop, graph.target, {
    locationLayer,
    conditionLayer,
    addLocation: (f, fact) => goals.locations.add(f, fact),
    addCondition: (f, condition) => goals.conditions.add(f, condition),
  });
  const build = emitBuild(workshop, {
    parts,
    tables,
    nodes,
    since,
    cells,
    target,
    isEasier,
    locations,
    disabled,
    mostLayers: MOST_LAYERS,
  });
  /** Cells by number, called by their nodes. */
  const cellLists = (lists: readonly (readonly number[])[]): Lists =>
    listsFrom(lists.length, (visit) => {
      for (const [at, list] of lists.entries()) {
        for (const cell of list) if (nodeOfCell[cell]! >= 0) visit(at, records.of(nodeOfCell[cell]!));
      }
    });
  const read = emitRead(workshop, {
    parts,
    records,
    cellsOfChain: cellLists(graph.index.chains.map(({ index, reads }) => (triedOut.chains[index] === 1 ? reads : []))),
    cellsOfGate: cellLists(triedOut.lists),
    triedOut: triedOut.chains,
    state,
    transitionOf: Int32Array.from(graph.operators, ({ transition }) => transition),
    tables,
    nodes,
    since,
    cells,
    ...goals,
    trace,
    selectTarget: (f) => f.do(call(target.select, target.root)),
    mostLayers: MOST_LAYERS,
    first,
    operators,
  });
  module.export(build);
  module.export(read);
  return { module, map, at: { locations, cells: state, disabled, first: first.table } };
}
