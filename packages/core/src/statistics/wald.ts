// Sequential tests (Wald 1945): runs are drawn until one of two hypotheses is much more likely than the other.

export type Accepted = "H0" | "H1" | "none";

/** Risks of deciding wrongly: against H0 although it holds (α), for it although H1 does (β). */
export interface Risks {
  readonly alpha: number;
  readonly beta: number;
}

/** H0: the probability is at least `high`; H1: it is at most `low`. */
export class SequentialTest {
  accepted: Accepted = "none";
  private ratio = 0;
  private readonly success: number;
  private readonly failure: number;
  private readonly acceptH1: number;
  private readonly acceptH0: number;

  constructor(high: number, low: number, { alpha, beta }: Risks) {
    const [p0, p1] = [Math.min(high, 1), Math.max(low, 0)];
    this.success = Math.log(p1 / p0);
    this.failure = Math.log((1 - p1) / (1 - p0));
    this.acceptH1 = Math.log((1 - beta) / alpha);
    this.acceptH0 = Math.log(beta / (1 - alpha));
  }

  add(isSuccess: boolean): Accepted {
    if (this.accepted !== "none") return this.accepted;
    this.ratio += isSuccess ? this.success : this.failure;
    if (this.ratio >= this.acceptH1) this.accepted = "H1";
    else if (this.ratio <= this.acceptH0) this.accepted = "H0";
    return this.accepted;
  }
}

/**
 * Is one probability at least as great as another? Runs come in pairs, and only pairs that differ tell anything: with
 * odds ratio u, the first of them is the success with probability u / (1 + u) (Wald 1947, chapter 6). H0: u ≥ u₁; H1: u
 * ≤ u₀.
 */
export function comparison(u0: number, u1: number, risks: Risks): SequentialTest {
  return new SequentialTest(u1 / (1 + u1), u0 / (1 + u0), risks);
}
