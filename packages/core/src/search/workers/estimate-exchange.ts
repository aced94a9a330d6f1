// What estimates said on the other sides of a search, for the first one: how often they were asked, how near they saw
// the target, and the states that they saw no way from, which are looked at again before a verdict rests on them.

import type { PartitionEngine } from "../../engine/index.ts";
import type { SearchContext } from "../../search-context/index.ts";
import type { Rendezvous } from "./rendezvous.ts";

/** By estimate: how often it was asked, dead ends, the least value, the first. */
const NUMBERS = 4;
/** Of more estimates than these, the others' are not counted. */
const MOST_ESTIMATES = 8;

/** Where a side has left its dead ends, in the memory that all share; `lost`: those that found no room. */
interface LeftDeadEnds {
  readonly deadEnds: { readonly at: number; readonly count: number; readonly lost: number };
}

export class EstimateExchange {
  private readonly context: SearchContext;
  private readonly meeting: Rendezvous;
  private readonly engine: PartitionEngine;
  /** What the others had told when they were heard last. */
  private readonly heard: Float64Array[];
  private isFirst = true;

  constructor(context: SearchContext, meeting: Rendezvous, engine: PartitionEngine) {
    this.context = context;
    this.meeting = meeting;
    this.engine = engine;
    this.heard = Array.from({ length: meeting.sides }, () => new Float64Array(NUMBERS * MOST_ESTIMATES));
  }

  tell(): void {
    const numbers = this.meeting.estimatesOf(this.engine.place.me);
    for (const [at, { evaluations, deadEnds, least, first }] of this.records().entries()) {
      numbers.set([evaluations, deadEnds, least, first], NUMBERS * at);
    }
  }

  /** Adds what the others were told since; to be asked of the first side. */
  hear(): void {
    const { meeting, heard, isFirst } = this;
    for (const [at, record] of this.records().entries()) {
      const asked = record.evaluations > 0;
      for (let side = meeting.sides - 1; side > 0; side--) {
        const told = meeting.estimatesOf(side).subarray(NUMBERS * at, NUMBERS * (at + 1));
        const [evaluations = 0, deadEnds = 0, least = 0, first = 0] = told;
        const before = heard[side]!.subarray(NUMBERS * at);
        record.evaluations += evaluations - before[0]!;
        record.deadEnds += deadEnds - before[1]!;
        before.set([evaluations, deadEnds]);
        if (evaluations > 0) record.least = Math.min(record.least, least);
        // The first state is where the search begins.
        if (isFirst && !asked && evaluations > 0) record.first = first;
      }
    }
    this.isFirst = false;
  }

  /** Leaves the dead ends of this side where the first one finds them. */
  get remains(): LeftDeadEnds {
    const { engine, context } = this;
    const { hopeless, problem } = context;
    const none = { at: 0, count: 0, lost: hopeless.lost };
    if (engine.place.me === 0 || hopeless.size === 0) return { deadEnds: none };
    const { processes, cells } = problem.network;
    const width = processes.length + cells;
    const words = new Int32Array(hopeless.size * width);
    let count = 0;
    for (const { locations, cells: values } of hopeless.drain(processes.length)) {
      words.set(locations, count * width);
      words.set(values, count * width + locations.length);
      count++;
    }
    const at = engine.leave(words);
    return { deadEnds: at === 0 ? { ...none, lost: hopeless.lost + count } : { at, count, lost: hopeless.lost } };
  }

  inherit(remains: readonly unknown[]): void {
    const { hopeless, problem } = this.context;
    const processes = problem.network.processes.length;
    const width = processes + problem.network.cells;
    for (const { deadEnds } of remains.slice(1) as readonly LeftDeadEnds[]) {
      hopeless.lost += deadEnds.lost;
      const words = this.engine.left(deadEnds.at, deadEnds.count * width);
      for (let first = 0; first < words.length; first += width) {
        const state = words.subarray(first, first + width);
        hopeless.add({ locations: state.subarray(0, processes), cells: state.subarray(processes) });
      }
    }
  }

  private records() {
    return [...this.context.records.values()].slice(0, MOST_ESTIMATES);
  }
}
