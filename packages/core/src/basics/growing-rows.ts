// Rows of numbers that grow: typed arrays of which the first `length` count.

class Growing<A extends Int32Array | Float64Array> {
  data: A;
  length = 0;
  private readonly make: (size: number) => A;

  constructor(make: (size: number) => A) {
    this.make = make;
    this.data = make(256);
  }

  push(value: number): void {
    if (this.length === this.data.length) this.reserve(this.length + 1);
    this.data[this.length++] = value;
  }

  /** 0 where nothing was written. */
  at(index: number): number {
    return index < this.length ? this.data[index]! : 0;
  }

  set(index: number, value: number): void {
    if (index >= this.data.length) this.reserve(index + 1);
    if (index >= this.length) this.length = index + 1;
    this.data[index] = value;
  }

  private reserve(size: number): void {
    const larger = this.make(Math.max(size, 2 * this.data.length));
    larger.set(this.data);
    this.data = larger;
  }
}

export class Ints extends Growing<Int32Array> {
  constructor() {
    super((size) => new Int32Array(size));
  }
}

export class Floats extends Growing<Float64Array> {
  constructor() {
    super((size) => new Float64Array(size));
  }
}
