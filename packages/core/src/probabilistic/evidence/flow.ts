// The share of the mass that goes along each transition of evidence: for widths of lines, so an estimate will do.

interface Step {
  readonly from: number;
  readonly to: number;
  readonly probability: number;
}

const MOST_SWEEPS = 2_000;
/** Numbers that are kept where steps are bounded. */
const MOST_NUMBERS = 4_000_000;

export function flowsOf(
  isTarget: readonly boolean[],
  steps: readonly Step[],
  chance: Float64Array,
  within: number | undefined,
): Float64Array {
  const mass = chance[0] ?? 0;
  if (mass === 0) return new Float64Array(steps.length);
  if (within !== undefined && within * isTarget.length <= MOST_NUMBERS) return boundedFlows(isTarget, steps, within);
  const visits = visitsOf(isTarget.length, steps);
  return Float64Array.from(steps, ({ from, to, probability }) =>
    Math.min(1, (visits[from]! * probability * chance[to]!) / mass),
  );
}

/** How often each state is visited on average. */
function visitsOf(states: number, steps: readonly Step[]): Float64Array {
  let visits = new Float64Array(states);
  visits[0] = 1;
  for (let sweep = 0; sweep < MOST_SWEEPS; sweep++) {
    const next = new Float64Array(states);
    next[0] = 1;
    for (const { from, to, probability } of steps) next[to]! += visits[from]! * probability;
    let change = 0;
    for (let state = 0; state < states; state++) change = Math.max(change, Math.abs(next[state]! - visits[state]!));
    visits = next;
    if (change < 1e-9) break;
  }
  return visits;
}

/** With at most so many steps, a step counts as far as what is left of them leads to a target. */
function boundedFlows(isTarget: readonly boolean[], steps: readonly Step[], within: number): Float64Array {
  const ahead = [Float64Array.from(isTarget, Number)];
  for (let left = 1; left <= within; left++) {
    const before = ahead[left - 1]!;
    const next = Float64Array.from(isTarget, Number);
    for (const { from, to, probability } of steps) if (!isTarget[from]) next[from]! += probability * before[to]!;
    ahead.push(next);
  }
  const mass = ahead[within]![0]!;
  const flow = new Float64Array(steps.length);
  let visits = new Float64Array(isTarget.length);
  visits[0] = 1;
  for (let step = 0; step < within; step++) {
    const next = new Float64Array(isTarget.length);
    for (const [at, { from, to, probability }] of steps.entries()) {
      const moved = visits[from]! * probability;
      next[to]! += moved;
      flow[at]! += mass === 0 ? 0 : (moved * ahead[within - step - 1]![to]!) / mass;
    }
    visits = next;
  }
  return flow.map((share) => Math.min(1, share));
}
