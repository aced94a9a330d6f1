// What the updates of edges do to data. An update is cut into effects that have nothing to do with each other: one
// whose variables that no condition needs can then be left out, and one that reads little is seldom run again.

import type { AccessAnalysis } from "../../../analysis/accesses.ts";
import type { Edge, Network, Statement } from "../../../network/index.ts";
import type { AbstractCompiler } from "../../../value-sets/abstract-compiler.ts";
import type { AbstractMachine } from "../../../value-sets/abstract-machine.ts";
import { abstractBlock } from "../../../value-sets/abstract-statement.ts";
import type { ValueSet } from "../../../value-sets/value-set.ts";
import { indexStep } from "./channel-index.ts";
import type { Cutting } from "./cut-update.ts";
import type { LocatedCells } from "./located-cells.ts";
import { frameText, type Part, partFor, updateFrameOf } from "./parts.ts";
import { type Code, type GroundProgram, newProgram, type Writes } from "./program.ts";

export interface Effect {
  /** Effects with the same number are the same. */
  readonly id: number;
  readonly program: GroundProgram;
  /** Every cell it may write. */
  readonly writes: readonly number[];
  /** What it writes when it is too complex to follow. */
  readonly anything: Writes;
}

/** Some statements of an update, and the number of their text. */
interface Cut {
  readonly update: readonly Statement[];
  readonly text: number;
}

export class EffectBuilder {
  /** Run before and after the updates of every transition. */
  readonly before: readonly Effect[];
  readonly after: readonly Effect[];
  private readonly functions: AbstractCompiler;
  private readonly accesses: AccessAnalysis;
  private readonly located: LocatedCells;
  private readonly cutting: Cutting;
  private readonly shared = new Map<string, Effect>();
  private readonly carries = new Map<number, readonly Effect[]>();
  private readonly cuts = new Map<number, readonly Cut[]>();
  private readonly texts = new Map<string, number>();
  /** By edge: without selects an edge is the same in every joint transition. */
  private readonly withoutSelects = new Map<number, readonly Effect[]>();
  /** By the edge that sends. */
  private readonly sent = new Map<number, Effect>();
  private count = 0;

  constructor(
    network: Network,
    functions: AbstractCompiler,
    accesses: AccessAnalysis,
    located: LocatedCells,
    cutting: Cutting,
  ) {
    this.cutting = cutting;
    this.functions = functions;
    this.accesses = accesses;
    this.located = located;
    const hook = (statements: readonly Statement[]): Effect[] => {
      if (statements.length === 0) return [];
      const { readCells, writtenCells } = accesses.ofStatements(statements);
      const run = abstractBlock(statements, functions);
      const execute = (m: AbstractMachine): void => {
        m.begin(network.updateFrameSize, []);
        run(m);
      };
      const code = { frame: { size: network.updateFrameSize, selects: [], passed: null }, body: statements };
      return [this.effect([...readCells], [...writtenCells], execute, statements, code)];
    };
    this.before = hook(network.beforeUpdate);
    this.after = hook(network.afterUpdate);
  }

  ofEdge(part: Part): readonly Effect[] {
    if (part.edge.selects.length > 0) return this.ofPart(part);
    const { id } = part.edge;
    let effects = this.withoutSelects.get(id);
    if (effects === undefined) {
      effects = this.ofPart(part);
      this.withoutSelects.set(id, effects);
    }
    return effects;
  }

  /**
   * Keeps the value of the sender's channel index; the first thing of a joint transition, before anything is written.
   */
  sentBy({ edge, selects }: Part): Effect {
    let effect = this.sent.get(edge.id);
    if (effect === undefined) {
      effect = this.ofIndex(edge, selects);
      this.sent.set(edge.id, effect);
    }
    return effect;
  }

  private ofIndex(edge: Edge, selects: readonly ValueSet[]): Effect {
    const { located, accesses, functions } = this;
    const { sent } = located;
    const { index, first, count } = indexStep(edge)!;
    const seenAs = located.seenFrom(edge.process, edge.source);
    const reads = [...accesses.ofExpression(index).readCells].map((cell) => seenAs?.[cell] ?? cell);
    const target = { space: "state", base: sent, offset: 0, steps: [] } as const;
    // An index that names no channel is a fault of the model.
    const [min, max] = [first, first + count - 1];
    const keep = { kind: "assign", target, op: "", value: index, min, max, yields: "new" } as const;
    const body: readonly Statement[] = [{ kind: "expression", expression: keep }];
    const run = abstractBlock(body, functions);
    const execute = (m: AbstractMachine): void => {
      m.begin(edge.frameSize, selects, seenAs);
      run(m);
    };
    const source = ["sent", index, min, max, selects.map(({ id }) => id)];
    const code = { frame: { size: edge.frameSize, selects, passed: null }, body };
    return this.effect(reads, [sent], execute, source, code);
  }

  private ofPart(part: Part): Effect[] {
    const { edge } = part;
    let cut = this.cuts.get(edge.id);
    if (cut === undefined) {
      cut = this.cutting(edge.update, this.accesses).map((update) => ({ update, text: this.textOf(edge, update) }));
      this.cuts.set(edge.id, cut);
    }
    const effects = cut.map(({ update, text }) => {
      const { selected, part: needed, source } = partFor(part, { update });
      const key = `${text} ${selected}`;
      let effect = this.shared.get(key);
      if (effect === undefined) {
        effect = this.ofUpdate(needed, update, source);
        this.shared.set(key, effect);
      }
      return effect;
    });
    return [...effects, ...this.carry(edge, cut)];
  }

  /** Updates with the same number do the same, given the same selects; four edges of a process often do. */
  private textOf({ process, source, target, frameSize }: Edge, update: readonly Statement[]): number {
    const places = this.located.seenFrom(process, source) === null ? [] : [process, source, target];
    const text = JSON.stringify([update, frameSize, places], (key, value) => (key === "span" ? undefined : value));
    let number = this.texts.get(text);
    if (number === undefined) {
      number = this.texts.size;
      this.texts.set(text, number);
    }
    return number;
  }

  private ofUpdate(part: Part, update: readonly Statement[], source: unknown): Effect {
    const { edge, passed } = part;
    const { located, accesses, functions } = this;
    const { sent } = located;
    const { readCells, writtenCells } = accesses.ofStatements(update);
    const seenAs = located.seenFrom(edge.process, edge.source);
    const reads = new Set([...readCells].map((cell) => seenAs?.[cell] ?? cell));
    if (passed !== null) reads.add(sent);
    const apart = [...writtenCells].filter((cell) => located.writtenBy(edge, cell) !== null);
    // What may stay as it was is taken along.
    for (const cell of apart) reads.add(seenAs![cell]!);
    const prepare = updateFrameOf(part, located);
    const run = abstractBlock(update, functions);
    const execute = (m: AbstractMachine): void => {
      prepare(m);
      run(m);
      for (const cell of apart) m.write(located.writtenBy(edge, cell)!, m.read(cell), true);
    };
    const writes = [...writtenCells, ...apart.map((cell) => located.writtenBy(edge, cell)!)];
    const code = apart.length > 0 ? null : { frame: frameText(part, sent), body: update };
    return this.effect([...reads], writes, execute, [update, source], code);
  }

  /** Where values are kept by location: those of variables that the edge does not write go with it. */
  private carry(edge: Edge, cut: readonly Cut[]): readonly Effect[] {
    let effects = this.carries.get(edge.id);
    if (effects === undefined) {
      const { located } = this;
      const { writtenCells } = this.accesses.ofStatements(cut.flatMap(({ update }) => update));
      const seenAs = located.seenFrom(edge.process, edge.source);
      const carried = located.carriedBy(edge).filter((cell) => !writtenCells.has(cell));
      effects = carried.map((cell) => {
        const to = located.writtenBy(edge, cell)!;
        const execute = (m: AbstractMachine): void => {
          m.begin(0, [], seenAs);
          m.write(to, m.read(cell), true);
        };
        return this.effect([seenAs![cell]!], [to], execute, ["carry", edge.id, cell], null);
      });
      this.carries.set(edge.id, effects);
    }
    return effects;
  }

  private effect(
    reads: readonly number[],
    writes: readonly number[],
    execute: (m: AbstractMachine) => void,
    source: unknown,
    code: Code | null,
  ): Effect {
    const { min, max } = this.located.table;
    return {
      id: this.count++,
      writes,
      anything: {
        cells: writes,
        sets: writes.map((cell) => this.functions.pool.interval(min[cell]!, max[cell]!)),
        replaces: writes.map(() => true),
      },
      program: newProgram({
        reads,
        asksLocations: false,
        source,
        code,
        run: (m) => {
          execute(m);
          return undefined;
        },
      }),
    };
  }
}
