// Candidates in linear memory, rearranged where they lie: their fields are unpacked, handed to who rearranges, and
// packed again if anything moved. The clocks that have rows move with the locations, so that a zone keeps its size.

import type { Field } from "../../wasm/layout.ts";
import { maskOf } from "../../wasm/layout.ts";
import type { Rearranger } from "../rearranging.ts";
import type { Instance } from "./instance.ts";
import { CANDIDATE_HEADER } from "./steps/candidates.ts";

/** Fields of a packed state, in the order of what they hold. */
interface Fields {
  readonly word: Int32Array;
  readonly shift: Int32Array;
  readonly mask: Int32Array;
  readonly min: Int32Array;
}

export class RearrangedCandidates {
  /** What was done to each of the latest candidates. */
  readonly how: unknown[] = [];
  private readonly rearranger: Rearranger;
  private locations = new Int32Array(0);
  private cells = new Int32Array(0);
  private rows = new Int32Array(0);
  private fields: { readonly of: Instance; readonly locations: Fields; readonly cells: Fields } | undefined;

  constructor(rearranger: Rearranger) {
    this.rearranger = rearranger;
  }

  rearrange(instance: Instance, addresses: readonly number[]): void {
    const { network, lanes, at } = instance.program;
    const { locations: places, cells: values } = this.fieldsOf(instance);
    const isTimed = network.clocks.length > 0;
    this.how.length = 0;
    let { buffer } = instance;
    let whole = new Int32Array(buffer);
    for (const record of addresses) {
      if (buffer !== instance.buffer) whole = new Int32Array((buffer = instance.buffer));
      const base = (record >>> 2) + CANDIDATE_HEADER / 4;
      unpack(whole, base, places, this.locations);
      unpack(whole, base, values, this.cells);
      const dim = isTimed ? whole[(record >>> 2) + 1]! : 1;
      if (isTimed) {
        instance.exports.describeCandidate(record);
        const rows = at.clockOfRow >>> 2;
        for (let row = 1; row < dim; row++) this.rows[row] = whole[rows + row]! >>> 2;
      }
      const zoneAt = (record >>> 0) + whole[(record >>> 2) + 2]!;
      const zone =
        lanes.bits === 16 ? new Int16Array(buffer, zoneAt, dim * dim) : new Int32Array(buffer, zoneAt, dim * dim);
      const how = this.rearranger.rearrange(this.locations, this.cells, zone, dim, this.rows);
      this.how.push(how);
      if (how === undefined) continue;
      pack(whole, base, places, this.locations);
      pack(whole, base, values, this.cells);
    }
  }

  private fieldsOf(instance: Instance) {
    if (this.fields?.of === instance) return this.fields;
    const { layout, network } = instance.program;
    const kept = (field: Field | null, cell: number): Field =>
      field ?? { word: 0, shift: 0, bits: 0, min: network.initialValues[cell]! };
    this.locations = new Int32Array(network.processes.length);
    this.cells = new Int32Array(network.cells);
    this.rows = new Int32Array(network.clocks.length + 1);
    const [locations, cells] = [tableOf(layout.locations), tableOf(layout.cells.map(kept))];
    return (this.fields = { of: instance, locations, cells });
  }
}

function tableOf(fields: readonly Field[]): Fields {
  return {
    word: Int32Array.from(fields, ({ word }) => word),
    shift: Int32Array.from(fields, ({ shift }) => shift),
    mask: Int32Array.from(fields, ({ bits }) => maskOf(bits)),
    min: Int32Array.from(fields, ({ min }) => min),
  };
}

function unpack(whole: Int32Array, base: number, { word, shift, mask, min }: Fields, into: Int32Array): void {
  for (let i = 0; i < into.length; i++) {
    into[i] = ((whole[base + word[i]!]! >>> shift[i]!) & mask[i]!) + min[i]!;
  }
}

function pack(whole: Int32Array, base: number, { word, shift, mask, min }: Fields, from: Int32Array): void {
  for (let i = 0; i < from.length; i++) {
    const bits = mask[i]!;
    if (bits === 0) continue;
    const at = base + word[i]!;
    const cleared = whole[at]! & ~(bits << shift[i]!);
    whole[at] = cleared | (((from[i]! - min[i]!) & bits) << shift[i]!);
  }
}
