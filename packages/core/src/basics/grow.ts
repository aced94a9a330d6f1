// Typed arrays that grow: at least doubled, so that adding one after the other costs little.

type Growing = Uint8Array | Uint16Array | Int32Array | Uint32Array | Float64Array;

/** An array of the same kind with room for `length` numbers: the same one, or a longer copy. */
export function grown<A extends Growing>(array: A, length: number): A {
  if (length <= array.length) return array;
  const longer = new (array.constructor as new (length: number) => A)(Math.max(length, 2 * array.length));
  longer.set(array);
  return longer;
}

/** Numbers by index, 0 where nothing was set; for ids that are dense. */
export class NumberTable {
  private values: Int32Array | Float64Array;

  constructor(values: Int32Array | Float64Array) {
    this.values = values;
  }

  get(index: number): number {
    return this.values[index] ?? 0;
  }

  set(index: number, value: number): void {
    if (index >= this.values.length) this.values = grown(this.values, index + 1);
    this.values[index] = value;
  }
}

/** Read-only sets, while they are filled. */
export type BeingFilled<T> = { readonly [K in keyof T]: T[K] extends ReadonlySet<infer E> ? Set<E> : T[K] };
