// What the updates of edges do to data. An update is cut into effects that have nothing to do with each other: one whose
// variables nobody needs can then be left out, and one that reads little is seldom run again.

import type { AccessAnalysis } from "../../analysis/accesses.ts";
import { type Network, type Statement, visitStatements } from "../../network/index.ts";
import { type AbstractFunctions, abstractBlock } from "./abstract-function.ts";
import type { AbstractMachine } from "./abstract-machine.ts";
import { frameOf, type Part, partFor } from "./parts.ts";
import { NO_TREE, type Program, type Writes } from "./program.ts";

export interface Effect {
  /** Effects with the same number are the same. */
  readonly id: number;
  readonly program: Program;
  /** Every cell it may write. */
  readonly writes: readonly number[];
  /** What it writes when it is too complex to follow. */
  readonly anything: Writes;
}

export class EffectBuilder {
  /** Run before and after the updates of every transition. */
  readonly before: readonly Effect[];
  readonly after: readonly Effect[];
  private readonly functions: AbstractFunctions;
  private readonly accesses: AccessAnalysis;
  private readonly ranges: { readonly min: ArrayLike<number>; readonly max: ArrayLike<number> };
  private readonly shared = new Map<string, Effect>();
  private readonly cuts = new Map<number, readonly (readonly Statement[])[]>();
  private count = 0;

  constructor(
    network: Network,
    functions: AbstractFunctions,
    accesses: AccessAnalysis,
    ranges: { readonly min: ArrayLike<number>; readonly max: ArrayLike<number> },
  ) {
    this.functions = functions;
    this.accesses = accesses;
    this.ranges = ranges;
    const hook = (statements: readonly Statement[]): Effect[] => {
      if (statements.length === 0) return [];
      const { readCells, writtenCells } = accesses.ofStatements(statements);
      return [
        this.effect(readCells, writtenCells, (m) => m.begin(network.updateFrameSize, []), statements, statements),
      ];
    };
    this.before = hook(network.beforeUpdate);
    this.after = hook(network.afterUpdate);
  }

  ofEdge(part: Part): Effect[] {
    const { edge } = part;
    let cut = this.cuts.get(edge.id);
    if (cut === undefined) {
      cut = this.cut(edge.update);
      this.cuts.set(edge.id, cut);
    }
    return cut.map((update, at) => {
      const { name, part: needed, source } = partFor(part, { update });
      const key = `${name} ${at}`;
      let effect = this.shared.get(key);
      if (effect === undefined) {
        const { readCells, writtenCells } = this.accesses.ofStatements(update);
        const reads = new Set(readCells);
        if (needed.passed !== null) {
          for (const cell of this.accesses.ofExpression(needed.passed.index).readCells) reads.add(cell);
        }
        effect = this.effect(reads, writtenCells, frameOf(needed, this.functions), update, [update, source]);
        this.shared.set(key, effect);
      }
      return effect;
    });
  }

  private effect(
    reads: ReadonlySet<number>,
    writes: ReadonlySet<number>,
    prepare: (m: AbstractMachine) => void,
    statements: readonly Statement[],
    source: unknown,
  ): Effect {
    const cells = [...writes];
    const run = abstractBlock(statements, this.functions);
    return {
      id: this.count++,
      writes: cells,
      anything: {
        cells,
        sets: cells.map((cell) => this.functions.pool.interval(this.ranges.min[cell]!, this.ranges.max[cell]!)),
        replaces: cells.map(() => true),
      },
      program: {
        reads: [...reads],
        asksLocations: false,
        tree: NO_TREE,
        slots: null,
        source,
        asked: -1,
        latest: null,
        run: (m) => {
          prepare(m);
          run(m);
          return undefined;
        },
      },
    };
  }

  /** Groups of statements, in order; a statement belongs to those before it that write what it reads or writes. */
  private cut(update: readonly Statement[]): readonly (readonly Statement[])[] {
    const touched = update.map((statement) => this.accesses.ofStatements([statement]));
    const writing = touched.some(({ writtenCells }) => writtenCells.size > 0);
    if (!writing) return [];
    if (writesFrame(update)) return [update];
    const group = update.map((_, at) => at);
    for (const [at, { readCells, writtenCells }] of touched.entries()) {
      for (let other = 0; other < at; other++) {
        const depends = [...touched[other]!.writtenCells].some((cell) => readCells.has(cell) || writtenCells.has(cell));
        if (!depends || group[at] === group[other]) continue;
        const [kept, merged] = [group[other]!, group[at]!];
        for (let k = 0; k <= at; k++) if (group[k] === merged) group[k] = kept;
      }
    }
    return [...new Set(group)]
      .map((of) => update.filter((_, at) => group[at] === of))
      .filter((statements) => this.accesses.ofStatements(statements).writtenCells.size > 0);
  }
}

/** Statements that hand something on in their frame belong together. */
function writesFrame(statements: readonly Statement[]): boolean {
  let writes = false;
  visitStatements(statements, {
    place: (place, access) => {
      writes ||= place.space !== "state" && access !== "read";
    },
    statement: ({ kind }) => {
      writes ||= kind !== "expression";
    },
  });
  return writes;
}
