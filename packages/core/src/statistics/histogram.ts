// How the values of a sample are spread: bars of one width, and the values themselves at equal shares, for curves.

export interface Histogram {
  readonly from: number;
  readonly width: number;
  readonly counts: readonly number[];
}

/** What is known of the values of a sample. */
export interface Distribution {
  /** What they are values of. */
  readonly of: string;
  readonly count: number;
  readonly mean: number;
  readonly histogram: Histogram;
  /** Values in order, at most 201 of them, at equal shares of the sample from the least to the greatest. */
  readonly quantiles: readonly number[];
}

const MOST_QUANTILES = 201;

/** So many bars as the root of the number of values; whole numbers get bars of whole width. */
export function histogramOf(sorted: ArrayLike<number>, bars = Math.ceil(Math.sqrt(sorted.length))): Histogram {
  const from = sorted[0]!;
  const span = sorted[sorted.length - 1]! - from;
  let isWhole = Number.isInteger(from);
  for (let i = 0; i < sorted.length && isWhole; i++) isWhole = Number.isInteger(sorted[i]!);
  if (span === 0) return { from, width: isWhole ? 1 : Number.EPSILON, counts: [sorted.length] };
  const wanted = Math.max(1, Math.min(bars, 1000));
  const width = isWhole ? Math.max(1, Math.ceil((span + 1) / wanted)) : span / wanted;
  const counts = new Array<number>(isWhole ? Math.floor(span / width) + 1 : wanted).fill(0);
  for (let i = 0; i < sorted.length; i++) {
    const bar = Math.min(counts.length - 1, Math.floor((sorted[i]! - from) / width));
    counts[bar] = counts[bar]! + 1;
  }
  return { from, width, counts };
}

/** Undefined: there are no values. */
export function distributionOf(values: Float64Array, of: string, bars?: number): Distribution | undefined {
  if (values.length === 0) return undefined;
  const sorted = values.slice().sort();
  let sum = 0;
  for (const value of sorted) sum += value;
  const shown = Math.min(MOST_QUANTILES, sorted.length);
  const quantiles = Array.from(
    { length: shown },
    (_, i) => sorted[shown === 1 ? 0 : Math.round((i * (sorted.length - 1)) / (shown - 1))]!,
  );
  return { of, count: sorted.length, mean: sum / sorted.length, histogram: histogramOf(sorted, bars), quantiles };
}
