// The order of beam-stack search (Zhou and Hansen 2005): the k best states of the deepest layer are expanded together;
// when a layer runs empty, the next k of the layer above follow. Nothing is dropped, so the search is complete. (What
// is saved is the depth-first order's small open list; the states that were seen stay stored.)

import type { StateId } from "../engine/engine.ts";
import type { OpenNode } from "../search-context/index.ts";
import { integer } from "../spec/index.ts";
import { defineOpenList, innerList, type OpenList, prunableIn, QueueCounter } from "./open-list.ts";
import { traitsAround } from "./traits.ts";

export const beamByBeam = defineOpenList({
  name: "beam-by-beam",
  aliases: ["beam-stack"],
  summary: "The k best states of the deepest layer, then the next k: depth first, beam by beam.",
  params: { open: innerList, k: integer({ doc: "width of the beam", min: 1, default: 10 }) },
  examples: ["beam-by-beam(best(hU()), k=2)"],
  traits: ({ open }) => traitsAround(open),
  create: (context, { open, k }) => new BeamByBeamOpenList(() => open.create(context), k),
});

export class BeamByBeamOpenList implements OpenList {
  private readonly counter = new QueueCounter();
  readonly queues = [this.counter];
  private readonly layers: OpenList[] = [];
  private readonly batch: StateId[] = [];
  private readonly create: () => OpenList;
  private readonly k: number;
  size = 0;

  constructor(create: () => OpenList, k: number) {
    this.create = create;
    this.k = k;
  }

  push(state: StateId, node: OpenNode): void {
    while (this.layers.length <= node.depth) this.layers.push(this.create());
    const layer = this.layers[node.depth]!;
    const before = layer.size;
    layer.push(state, node);
    this.size += layer.size - before;
    this.counter.pushed += layer.size - before;
  }

  pop(): StateId | undefined {
    if (this.batch.length === 0) this.draw();
    const state = this.batch.pop();
    if (state !== undefined) {
      this.size--;
      this.counter.popped++;
    }
    return state;
  }

  private draw(): void {
    while (this.layers.length > 0 && this.layers.at(-1)!.size === 0) this.layers.pop();
    const deepest = this.layers.at(-1);
    for (let drawn = 0; deepest !== undefined && drawn < this.k; drawn++) {
      const state = deepest.pop();
      if (state === undefined) break;
      this.batch.push(state);
    }
    this.batch.reverse();
  }

  get prunable(): number {
    return prunableIn(this.layers);
  }

  get incomplete(): boolean {
    return this.layers.some((layer) => layer.incomplete === true);
  }
}
