// Linear programs over exact numbers: the simplex method on an integer tableau. All entries share one denominator
// (the last pivot), so a pivot needs multiplications and one exact division, and no fractions are ever reduced.
// Bland's rule chooses pivots, so it ends. For small programs: tens of variables, hundreds of constraints.

import { type Rational, rational, ZERO } from "../../zone/index.ts";
import { type Expired, TimingAborted } from "../timing-problem.ts";

/** The sum of coefficient × variable is at most `bound`. Coefficients and bounds are integers. */
export interface Inequality {
  readonly coefficients: ReadonlyMap<number, bigint>;
  readonly bound: bigint;
}

/**
 * Maximises an objective over variables 0 … count − 1, all ≥ 0. Undefined: no solution. An objective without bound
 * is cut off where it is met; callers bound theirs.
 */
export function maximise(
  count: number,
  inequalities: readonly Inequality[],
  objective: ReadonlyMap<number, bigint>,
  expired: Expired = () => false,
): { readonly values: readonly Rational[]; readonly optimum: Rational } | undefined {
  const tableau = new Tableau(count, inequalities, expired);
  if (!tableau.makeFeasible()) return undefined;
  tableau.setObjective(objective);
  tableau.improve();
  return { values: tableau.values(count), optimum: tableau.optimum() };
}

/**
 * denominator · basic[i] + Σ_j rows[i][j] · nonbasic[j] = rows[i][last]. Row 0 is the objective: it is read as
 * denominator · z + Σ_j rows[0][j] · nonbasic[j] = rows[0][last].
 */
class Tableau {
  private rows: bigint[][];
  private readonly basic: number[];
  private nonbasic: number[];
  private denominator = 1n;
  private readonly helper: number;

  private readonly expired: Expired;

  constructor(count: number, inequalities: readonly Inequality[], expired: Expired) {
    this.expired = expired;
    this.helper = count + inequalities.length;
    // The helper variable takes part in every row, so that making it large satisfies all of them.
    this.nonbasic = [...Array.from({ length: count }, (_, j) => j), this.helper];
    this.basic = [-1, ...inequalities.map((_, i) => count + i)];
    this.rows = [new Array<bigint>(count + 2).fill(0n)];
    for (const { coefficients, bound } of inequalities) {
      const row = new Array<bigint>(count + 2).fill(0n);
      for (const [j, value] of coefficients) row[j] = value;
      row[count] = -1n;
      row[count + 1] = bound;
      this.rows.push(row);
    }
  }

  private get last(): number {
    return this.nonbasic.length;
  }

  makeFeasible(): boolean {
    let worst = -1;
    for (let i = 1; i < this.rows.length; i++) {
      const value = this.rows[i]![this.last]!;
      if (value < 0n && (worst < 0 || value < this.rows[worst]![this.last]!)) worst = i;
    }
    if (worst >= 0) {
      this.pivot(worst, this.nonbasic.indexOf(this.helper));
      this.setObjective(new Map([[this.helper, -1n]]));
      this.improve();
      if (this.rows[0]![this.last]! !== 0n) return false;
      const row = this.basic.indexOf(this.helper);
      if (row > 0) {
        // It is zero but still basic: exchange it with anything.
        const column = this.rows[row]!.findIndex((value, j) => j < this.last && value !== 0n);
        if (column >= 0) this.pivot(row, column);
      }
    }
    const column = this.nonbasic.indexOf(this.helper);
    if (column >= 0) {
      this.nonbasic.splice(column, 1);
      for (const row of this.rows) row.splice(column, 1);
    }
    return true;
  }

  /** Expresses the objective by the nonbasic variables. */
  setObjective(objective: ReadonlyMap<number, bigint>): void {
    const row = new Array<bigint>(this.last + 1).fill(0n);
    for (const [variable, weight] of objective) {
      const column = this.nonbasic.indexOf(variable);
      if (column >= 0) row[column] = row[column]! - weight * this.denominator;
      const at = this.basic.indexOf(variable);
      if (at > 0) for (let j = 0; j <= this.last; j++) row[j] = row[j]! + weight * this.rows[at]![j]!;
    }
    this.rows[0] = row;
  }

  improve(): void {
    for (;;) {
      let entering = -1;
      for (let j = 0; j < this.last; j++) {
        if (this.rows[0]![j]! < 0n && (entering < 0 || this.nonbasic[j]! < this.nonbasic[entering]!)) entering = j;
      }
      if (entering < 0) return;
      const leaving = this.ratioTest(entering);
      if (leaving < 0) return;
      this.pivot(leaving, entering);
    }
  }

  private ratioTest(column: number): number {
    let best = -1;
    for (let i = 1; i < this.rows.length; i++) {
      const weight = this.rows[i]![column]!;
      if (weight <= 0n) continue;
      if (best < 0) {
        best = i;
        continue;
      }
      const left = this.rows[i]![this.last]! * this.rows[best]![column]!;
      const right = this.rows[best]![this.last]! * weight;
      if (left < right || (left === right && this.basic[i]! < this.basic[best]!)) best = i;
    }
    return best;
  }

  private pivot(r: number, s: number): void {
    // Numbers grow from pivot to pivot, so a large program can take very long.
    if (this.expired()) throw new TimingAborted();
    const pivotRow = this.rows[r]!;
    const pivot = pivotRow[s]!;
    const sign = pivot < 0n ? -1n : 1n;
    const next = sign * pivot;
    const { denominator } = this;
    // Paths touch few clocks, so most entries are 0, and most pivots keep the denominator: then only what meets the
    // entries of the pivot row changes.
    const meets: number[] = [];
    for (let j = 0; j <= this.last; j++) if (j !== s && pivotRow[j] !== 0n) meets.push(j);
    for (let i = 0; i < this.rows.length; i++) {
      if (i === r) continue;
      const row = this.rows[i]!;
      const factor = sign * row[s]!;
      if (next !== denominator) {
        for (let j = 0; j <= this.last; j++) if (j !== s && row[j] !== 0n) row[j] = row[j]! * next;
        if (factor !== 0n) for (const j of meets) row[j] = row[j]! - factor * pivotRow[j]!;
        if (denominator !== 1n) {
          for (let j = 0; j <= this.last; j++) if (j !== s && row[j] !== 0n) row[j] = row[j]! / denominator;
        }
      } else if (factor !== 0n) {
        for (const j of meets) {
          const change = factor * pivotRow[j]!;
          row[j] = row[j]! - (denominator === 1n ? change : change / denominator);
        }
      }
      row[s] = -factor;
    }
    for (let j = 0; j <= this.last; j++) pivotRow[j] = sign * (j === s ? this.denominator : pivotRow[j]!);
    this.denominator = next;
    const entering = this.nonbasic[s]!;
    this.nonbasic[s] = this.basic[r]!;
    this.basic[r] = entering;
  }

  values(count: number): Rational[] {
    const values = new Array<Rational>(count).fill(ZERO);
    for (let i = 1; i < this.rows.length; i++) {
      const variable = this.basic[i]!;
      if (variable < count) values[variable] = rational(this.rows[i]![this.last]!, this.denominator);
    }
    return values;
  }

  optimum(): Rational {
    return rational(this.rows[0]![this.last]!, this.denominator);
  }
}
