// Random priced networks with their cheapest run by a Dijkstra of its own over whole clock values: two automata with
// clocks of their own, a channel, a flag, and guards on differences of clocks. As data, as text, as number. Nothing
// here is shared with what `--optimal cost` does.

import { drawing } from "./random-plans.ts";

interface PricedStep {
  readonly from: number;
  readonly to: number;
  readonly tests: readonly { readonly clock: number; readonly low: number; readonly high: number }[];
  readonly diagonal?: { readonly left: number; readonly right: number; readonly bound: number };
  readonly resets: readonly { readonly clock: number; readonly value: number }[];
  readonly price: number;
  readonly sync?: "!" | "?";
  /** What the flag must be, and becomes. */
  readonly asks?: number;
  readonly sets?: number;
}

interface PricedProcess {
  /** By location. */
  readonly places: readonly { readonly rate: number; readonly limits: readonly number[] }[];
  readonly steps: readonly PricedStep[];
}

export interface PricedNetwork {
  readonly clocks: number;
  readonly processes: readonly PricedProcess[];
}

export function randomPricedNetwork(seed: number): PricedNetwork {
  const draw = drawing(seed);
  const clocks = 1 + draw(2);
  const most = 2 + draw(3);
  const process = (): PricedProcess => {
    const count = 3 + draw(2);
    const places = Array.from({ length: count }, () => ({
      rate: draw(5),
      limits: Array.from({ length: clocks }, () => (draw(3) === 0 ? 1 + draw(most) : most)),
    }));
    const steps = Array.from({ length: count + 1 + draw(4) }, (_, e): PricedStep => {
      const tests = Array.from({ length: clocks }, (_, clock) => {
        const low = draw(most + 1);
        return { clock, low, high: draw(3) === 0 ? low : most };
      }).filter(() => draw(2) === 0);
      const resets = Array.from({ length: clocks }, (_, clock) => ({ clock, value: draw(6) === 0 ? draw(2) : 0 }));
      const kind = draw(6);
      return {
        from: e < count - 1 ? e : draw(count - 1),
        to: e < count - 1 ? e + 1 : draw(count),
        tests,
        ...(clocks > 1 &&
          draw(5) === 0 && { diagonal: { left: draw(2), right: draw(2), bound: draw(2 * most) - most } }),
        resets: resets.filter(() => draw(2) === 0),
        price: draw(4) === 0 ? draw(8) : draw(2),
        ...(kind === 0 && { sync: draw(2) === 0 ? "!" : "?" }),
        ...(draw(5) === 0 && { asks: draw(2) }),
        ...(draw(3) === 0 && { sets: draw(2) }),
      };
    });
    return { places, steps };
  };
  return { clocks, processes: [process(), process()] };
}

export function pricedNetworkText({ clocks, processes }: PricedNetwork): string {
  const names = Array.from({ length: clocks }, (_, clock) => `x${clock}`).join(", ");
  const parts = processes.map(({ places, steps }, p) => {
    const states = places.map(({ rate, limits }, l) => {
      const bounds = limits.map((limit, clock) => `x${clock} <= ${limit}`);
      return `l${l} { ${[...bounds, `cost' == ${rate}`].join(" && ")} }`;
    });
    const edges = steps.map(({ from, to, tests, diagonal, resets, price, sync, asks, sets }) => {
      const guards = tests.map(({ clock, low, high }) => `x${clock} >= ${low} && x${clock} <= ${high}`);
      if (diagonal && diagonal.left !== diagonal.right)
        guards.push(`x${diagonal.left} - x${diagonal.right} <= ${diagonal.bound}`);
      if (asks !== undefined) guards.push(`flag == ${asks}`);
      const updates = [`cost += ${price}`, ...resets.map(({ clock, value }) => `x${clock} = ${value}`)];
      if (sets !== undefined) updates.push(`flag = ${sets}`);
      const guard = guards.length === 0 ? "" : ` guard ${guards.join(" && ")};`;
      const with_ = sync === undefined ? "" : ` sync a${sync};`;
      return `l${from} -> l${to} {${guard}${with_} assign ${updates.join(", ")}; }`;
    });
    return `process P${p}() { clock ${names}; state ${states.join(", ")}; init l0;\ntrans ${edges.join(",\n")};\n}\n`;
  });
  return `chan a; int[0,1] flag;\n${parts.join("")}system ${processes.map((_, p) => `P${p}`).join(", ")};\n`;
}

export function pricedNetworkGoal({ processes }: PricedNetwork): string {
  return `E<> ${processes.map(({ places }, p) => `P${p}.l${places.length - 1}`).join(" && ")}`;
}

interface Point {
  readonly at: readonly number[];
  readonly flag: number;
  readonly values: readonly (readonly number[])[];
}

/** Undefined: the last locations cannot be reached together. */
export function leastNetworkCost({ clocks, processes }: PricedNetwork): number | undefined {
  const settled = new Set<string>();
  const open: (Point & { cost: number })[] = [];
  const enter = (cost: number, point: Point): void => {
    const isFine = processes.every(({ places }, p) =>
      places[point.at[p]!]!.limits.every((limit, clock) => point.values[p]![clock]! <= limit),
    );
    if (isFine) open.push({ cost, ...point });
  };
  const zeros = Array.from({ length: clocks }, () => 0);
  enter(0, { at: processes.map(() => 0), flag: 0, values: processes.map(() => zeros) });
  while (open.length > 0) {
    open.sort((a, b) => b.cost - a.cost);
    const { cost, ...point } = open.pop()!;
    const key = JSON.stringify(point);
    if (settled.has(key)) continue;
    settled.add(key);
    if (processes.every(({ places }, p) => point.at[p] === places.length - 1)) return cost;
    const rate = processes.reduce((sum, { places }, p) => sum + places[point.at[p]!]!.rate, 0);
    enter(cost + rate, { ...point, values: point.values.map((own) => own.map((value) => value + 1)) });
    for (const taken of jointSteps(processes, point)) {
      let next = point;
      for (const [p, step] of taken) next = after(next, p, step);
      enter(cost + taken.reduce((sum, [, { price }]) => sum + price, 0), next);
    }
  }
  return undefined;
}

function jointSteps(
  processes: readonly PricedProcess[],
  point: Point,
): readonly (readonly (readonly [number, PricedStep])[])[] {
  const able = processes.map(({ steps }, p) => steps.filter((step) => isEnabled(step, point, p)));
  const alone = able.flatMap((steps, p) => steps.filter(({ sync }) => !sync).map((step) => [[p, step] as const]));
  const pairs = able.flatMap((senders, p) =>
    senders.flatMap((sender) =>
      able.flatMap((receivers, q) =>
        receivers
          .filter((receiver) => p !== q && sender.sync === "!" && receiver.sync === "?")
          .map((receiver) => [[p, sender] as const, [q, receiver] as const]),
      ),
    ),
  );
  return [...alone, ...pairs];
}

function isEnabled({ from, tests, diagonal, asks }: PricedStep, { at, flag, values }: Point, p: number): boolean {
  const own = values[p]!;
  if (from !== at[p] || (asks !== undefined && asks !== flag)) return false;
  if (diagonal && diagonal.left !== diagonal.right && own[diagonal.left]! - own[diagonal.right]! > diagonal.bound)
    return false;
  return tests.every(({ clock, low, high }) => own[clock]! >= low && own[clock]! <= high);
}

function after({ at, flag, values }: Point, p: number, { to, resets, sets }: PricedStep): Point {
  const own = [...values[p]!];
  for (const { clock, value } of resets) own[clock] = value;
  return {
    at: at.map((location, q) => (q === p ? to : location)),
    flag: sets ?? flag,
    values: values.map((old, q) => (q === p ? own : old)),
  };
}
