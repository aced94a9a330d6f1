// `sup`, `inf` and `bounds` with stopwatches. Zones contain more than there is, so what was measured in them only
// encloses the values; which of them are taken is asked by reachability, where each yes is a timed run and each no is
// certain. Where both meet, the answer is exact; elsewhere both are given.

import { defined } from "../../basics/defined.ts";
import { limitOf, unknown } from "../answer.ts";
import type { Session } from "../session.ts";
import type { Because, Limit, TermBounds, Verdict } from "../verdict.ts";
import type { BoundsQuery } from "./bounds-query.ts";
import { TermProbe } from "./term-probe.ts";

/** Where no bound is known, larger values than this are not asked for. */
const MOST = 1 << 16;

/** In terms of sign × value: some run takes `attained`, none takes more than `bound`. */
interface End {
  readonly attained: number | undefined;
  readonly bound: Limit;
}

/** `enclosing`: what zones say, term by term. */
export async function attainedValues(
  session: Session,
  query: BoundsQuery,
  enclosing: readonly TermBounds[],
): Promise<Verdict> {
  const asked = new Asked();
  const values: TermBounds[] = [];
  let exact = true;
  for (const [index, { term, lower, upper }] of enclosing.entries()) {
    const probe = new TermProbe(session, query, query.terms[index]!);
    const top = upper === undefined ? undefined : await extreme(asked, probe, 1, upper);
    const bottom = lower === undefined ? undefined : await extreme(asked, probe, -1, negative(lower));
    const ends = [top, bottom].filter((end) => end !== undefined);
    exact &&= ends.every(({ attained, bound }) => attained === bound.value && !bound.strict);
    values.push({
      term,
      ...defined({
        lower: bottom === undefined ? undefined : negative(bottom.bound),
        upper: top === undefined ? undefined : top.bound,
      }),
      attained: {
        ...defined({
          lower: bottom?.attained === undefined ? undefined : plain(-bottom.attained),
          upper: top?.attained === undefined ? undefined : plain(top.attained),
        }),
      },
    });
  }
  if (!exact) return { ...unknown(asked.stopped ?? "over-approximation"), values };
  return { kind: "satisfied", evidence: { kind: "values", values: values.map(({ attained: _, ...rest }) => rest) } };
}

const plain = (value: number): number => (value === 0 ? 0 : value);
const negative = ({ value, strict }: Limit): Limit => ({ value: plain(-value), strict });

/** Questions, until a limit is reached: then nothing more is known. */
class Asked {
  stopped: Because | undefined;

  async atLeast(probe: TermProbe, sign: 1 | -1, value: number): Promise<"yes" | "no" | "open"> {
    if (this.stopped !== undefined) return "open";
    try {
      const { verdict } = await probe.ask(sign, ">=", value);
      if (verdict.kind !== "unknown") return verdict.kind === "satisfied" ? "yes" : "no";
      if (verdict.because !== "over-approximation") this.stopped = verdict.because;
    } catch (error) {
      this.stopped = limitOf(error);
      if (this.stopped === undefined) throw error;
    }
    return "open";
  }
}

/** The largest whole number that some run takes, between what is sure and what zones allow. */
async function extreme(asked: Asked, probe: TermProbe, sign: 1 | -1, enclosing: Limit): Promise<End> {
  let bound = enclosing;
  let attained: number | undefined;
  const ask = async (value: number): Promise<boolean> => {
    const answer = await asked.atLeast(probe, sign, value);
    if (answer === "yes") attained = value;
    if (answer === "no" && value <= bound.value) bound = { value, strict: true };
    return answer === "yes";
  };
  const bounded = Number.isFinite(bound.value);
  if (bounded && !bound.strict && (await ask(bound.value))) return { attained, bound };
  // Down, or up, in growing strides until there is a value that is taken below one that is not, or not known to be.
  let high = bounded ? bound.value : MOST;
  let low = bounded ? high - 1 : 0;
  for (let stride = 2; !(await ask(low)); stride *= 2) {
    if (low < -MOST || asked.stopped !== undefined) return { attained, bound };
    high = low;
    low -= stride;
  }
  if (!bounded) {
    for (high = Math.max(1, low + 1); high <= MOST && (await ask(high)); high *= 2) low = high;
    // Beyond that there is no end to asking.
    if (high > MOST) return { attained, bound };
  }
  while (high - low > 1 && asked.stopped === undefined) {
    const middle = Math.floor((low + high) / 2);
    if (await ask(middle)) low = middle;
    else high = middle;
  }
  return { attained, bound };
}
