// Processes of one template have the same guards and updates but for the variables they are about. Programs of the same
// shape, which is their text with variables numbered as they occur, share what they have learnt: inputs and results are
// then kept by slots, and each program knows which cell its slots are.

import { cellTable, type FunctionDefinition, type Network } from "../../../network/index.ts";

export interface ProgramShape {
  /** Programs with the same key do the same to their slots. */
  readonly key: string;
  /** Cell of each slot. */
  readonly slots: Int32Array;
}

export class Shapes {
  private readonly functions: readonly FunctionDefinition[];
  private readonly table: ReturnType<typeof cellTable>;
  private readonly variables: Network["variables"];
  private readonly relevant: Uint8Array;
  private readonly sizes: Int32Array;

  /** `relevant`: cells that are followed; results leave the others out. */
  constructor(network: Network, relevant: Uint8Array) {
    this.functions = network.functions;
    this.variables = network.variables;
    this.table = cellTable(network);
    this.relevant = relevant;
    this.sizes = new Int32Array(network.variables.length);
    for (const variable of this.table.variable) this.sizes[variable]!++;
  }

  /** `source`: what the program was made of, as plain data; `cells`: all that it may read or write. */
  of(source: unknown, cells: readonly number[]): ProgramShape {
    const slots: number[] = [];
    const firstSlot = new Map<number, number>();
    const described: string[] = [];
    const slotOf = (cell: number): number => {
      const variable = this.table.variable[cell]!;
      const { cell: start } = this.variables[variable]!;
      let first = firstSlot.get(variable);
      if (first === undefined) {
        first = slots.length;
        firstSlot.set(variable, first);
        for (let at = start; at < start + this.sizes[variable]!; at++) {
          slots.push(at);
          described.push(`${this.table.min[at]}…${this.table.max[at]} ${this.table.meta[at]}${this.relevant[at]}`);
        }
      }
      return first + cell - start;
    };
    const calls = new Map<number, number>();
    const replace = (key: string, value: unknown): unknown => {
      // Where something stands and which clocks it sets makes no difference.
      if (key === "span" || key === "clock") return undefined;
      if (isStatePlace(value)) {
        if (this.variables[this.table.variable[value.base]!]!.constant === true) return { ...value, space: "constant" };
        return { ...value, space: "slot", base: slotOf(value.base) };
      }
      if (isCall(value)) {
        let number = calls.get(value.function);
        if (number === undefined) {
          number = calls.size;
          calls.set(value.function, number);
        }
        return { ...value, kind: "called", function: number };
      }
      return value;
    };
    const texts = [JSON.stringify(source, replace)];
    // Functions call functions: the list grows while it is gone through.
    for (const [index] of calls) {
      const { parameters, frameSize, returns, body } = this.functions[index]!;
      texts.push(JSON.stringify([parameters, frameSize, returns, body], replace));
    }
    for (const cell of cells) slotOf(cell);
    return { key: [...texts, described.join()].join("\n"), slots: Int32Array.from(slots) };
  }
}

interface StatePlace {
  readonly space: "state";
  readonly base: number;
}

const isStatePlace = (value: unknown): value is StatePlace =>
  typeof value === "object" && value !== null && "space" in value && value.space === "state" && "base" in value;

const isCall = (value: unknown): value is { readonly kind: "call"; readonly function: number } =>
  typeof value === "object" && value !== null && "kind" in value && value.kind === "call";
