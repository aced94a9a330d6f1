// Points of a grid, for networks whose clocks may stand still. The grid is not exact: what it reaches is reachable,
// what it does not reach may be reachable between its points. Values count half steps; odd phases stand for the open
// stretch between two points, where only waiting is tried.

import type { TimeDomain } from "./time.ts";

export interface GridPoint {
  readonly values: readonly number[];
  readonly between: boolean;
}

export class Grid implements TimeDomain<GridPoint> {
  private readonly unit: number;
  private readonly limit: number;

  /** `steps` grid steps make one unit of time; clocks beyond `limit` are not told apart. */
  constructor(steps: number, limit: number) {
    this.unit = 2 * steps;
    this.limit = (limit + 1) * this.unit;
  }

  start(values: readonly number[]): GridPoint {
    return { values: values.map((value) => this.capped(value * this.unit)), between: false };
  }

  key({ values, between }: GridPoint): string {
    return `${values.join(" ")}${between ? "+" : ""}`;
  }

  compare({ values }: GridPoint, left: number | undefined, right: number | undefined, constant: number): number {
    const at = (clock: number | undefined): number => (clock === undefined ? 0 : values[clock]!);
    return Math.sign(at(left) - at(right) - constant * this.unit);
  }

  assign(point: GridPoint, clock: number, source: number | undefined, value: number): GridPoint | undefined {
    const values = [...point.values];
    values[clock] = this.capped((source === undefined ? 0 : values[source]!) + value * this.unit);
    return values[clock] < 0 ? undefined : { ...point, values };
  }

  next({ values, between }: GridPoint, stopped: readonly boolean[]): { moment: GridPoint; lasts: boolean } {
    const moved = values.map((value, clock) => (stopped[clock] ? value : this.capped(value + 1)));
    return { moment: { values: moved, between: !between }, lasts: !between };
  }

  acts({ between }: GridPoint): boolean {
    return !between;
  }

  private capped(value: number): number {
    return Math.min(value, this.limit);
  }
}
