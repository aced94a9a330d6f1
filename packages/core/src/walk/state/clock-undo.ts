// What a step did to clocks, so that it can be taken back: rows, and their bases and stopped flags before it.

import { grown } from "../../basics/grow.ts";
import type { ClockLine } from "../clock-origins.ts";

export class ClockUndo {
  private count = 0;
  private rows = new Int32Array(16);
  private bases = new Float64Array(16);
  private stopped = new Uint8Array(16);

  remember(line: ClockLine, row: number): void {
    const at = this.count++;
    if (at === this.rows.length) {
      this.rows = grown(this.rows, at + 1);
      this.bases = grown(this.bases, at + 1);
      this.stopped = grown(this.stopped, at + 1);
    }
    this.rows[at] = row;
    this.bases[at] = line.base[row]!;
    this.stopped[at] = line.stopped[row]!;
  }

  forget(): void {
    this.count = 0;
  }

  /** Puts the clocks back, the latest first; `told` hears of each. */
  takeBack(line: ClockLine, told: (row: number) => void): void {
    while (this.count > 0) {
      const row = this.rows[--this.count]!;
      line.base[row] = this.bases[this.count]!;
      line.stopped[row] = this.stopped[this.count]!;
      told(row);
    }
  }
}
