// What chains need before they can write anything, as bits in the rows of cells: one look per need.

import { type Need, Needs } from "../../../circuit/needs.ts";
import { type Lists, listsOf } from "../ground/lists.ts";
import type { CircuitInputs } from "./circuit-inputs.ts";
import type { FlatOutputs } from "./flat-outputs.ts";

export class NeededRows {
  /** Needs by chain; words by need, and which bits of them are enough. */
  readonly needs: Lists;
  readonly words: Lists;
  readonly bits: Int32Array;

  constructor({ node, gate, index }: FlatOutputs, { circuit, values }: CircuitInputs) {
    const needs = new Needs(circuit);
    const rows = new Map<number, { readonly at: number; readonly words: number; readonly base: number }>();
    values.forEachCell((cell, at, words, base) => rows.set(cell, { at, words, base }));
    const ofChain: number[] = [];
    const words: number[] = [];
    const bits: number[] = [];
    const known = new Map<Need, number>();
    for (let chain = 0; chain < node.length; chain++) {
      if (node[chain]! < 0) continue;
      for (const need of index[chain]! < 0 ? needs.of(node[chain]!) : needs.ofBoth(gate[chain]!, node[chain]!)) {
        let number = known.get(need);
        if (number === undefined) {
          number = known.size;
          known.set(need, number);
          const { at, words: width, base } = rows.get(need.cell)!;
          const row = new Int32Array(width);
          for (const value of need.values) row[(value - base) >> 5]! |= 1 << ((value - base) & 31);
          for (const [word, enough] of row.entries()) {
            if (enough === 0) continue;
            words.push(number, at + word);
            bits.push(enough);
          }
        }
        ofChain.push(chain, number);
      }
    }
    this.needs = listsOf(node.length, ofChain);
    this.words = listsOf(known.size, words);
    this.bits = Int32Array.from(bits);
  }

  /** Do the rows have what the chain needs? */
  areMet(chain: number, rows: Int32Array): boolean {
    const { first, items } = this.needs;
    for (let at = first[chain]!; at < first[chain + 1]!; at++) if (!this.isMet(items[at]!, rows)) return false;
    return true;
  }

  private isMet(need: number, rows: Int32Array): boolean {
    const { bits } = this;
    const { first, items } = this.words;
    for (let at = first[need]!; at < first[need + 1]!; at++) if ((rows[items[at]!]! & bits[at]!) !== 0) return true;
    return false;
  }
}
