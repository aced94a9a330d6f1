// Random priced automata with their cheapest run by a Dijkstra of its own over whole clock values: as data, as text, as
// number. Nothing here is shared with what `--optimal cost` does.

import { drawing } from "./random-plans.ts";

interface PricedEdge {
  readonly from: number;
  readonly to: number;
  readonly tests: readonly { readonly clock: number; readonly low: number; readonly high: number }[];
  readonly resets: readonly { readonly clock: number; readonly value: number }[];
  readonly price: number;
}

export interface PricedAutomaton {
  readonly clocks: number;
  readonly most: number;
  readonly locations: readonly { readonly rate: number; readonly limits: readonly number[] }[];
  readonly edges: readonly PricedEdge[];
}

export function randomPriced(seed: number): PricedAutomaton {
  const draw = drawing(seed);
  const clocks = 1 + draw(3);
  const count = 3 + draw(3);
  const most = 2 + draw(4);
  const locations = Array.from({ length: count }, () => ({
    rate: draw(5),
    limits: Array.from({ length: clocks }, () => (draw(3) === 0 ? 1 + draw(most) : most)),
  }));
  const edges = Array.from({ length: count + 2 + draw(5) }, (_, e) => ({
    from: e < count - 1 ? e : draw(count - 1),
    to: e < count - 1 ? e + 1 : draw(count),
    tests: Array.from({ length: clocks }, (_, clock) => {
      const low = draw(most + 1);
      return { clock, low, high: draw(3) === 0 ? low : most };
    }).filter(() => draw(2) === 0),
    resets: Array.from({ length: clocks }, (_, clock) => ({ clock, value: draw(6) === 0 ? draw(2) : 0 })).filter(
      () => draw(2) === 0,
    ),
    price: draw(4) === 0 ? draw(8) : draw(2),
  }));
  return { clocks, most, locations, edges };
}

export function pricedText({ clocks, locations, edges }: PricedAutomaton): string {
  const names = Array.from({ length: clocks }, (_, clock) => `x${clock}`);
  const states = locations.map(({ rate, limits }, l) => {
    const bounds = limits.map((limit, clock) => `x${clock} <= ${limit}`);
    return `l${l} { ${[...bounds, `cost' == ${rate}`].join(" && ")} }`;
  });
  const steps = edges.map(({ from, to, tests, resets, price }) => {
    const guard = tests.map(({ clock, low, high }) => `x${clock} >= ${low} && x${clock} <= ${high}`).join(" && ");
    const updates = [`cost += ${price}`, ...resets.map(({ clock, value }) => `x${clock} = ${value}`)];
    return `l${from} -> l${to} {${guard === "" ? "" : ` guard ${guard};`} assign ${updates.join(", ")}; }`;
  });
  return `process P() { clock ${names.join(", ")}; state ${states.join(", ")}; init l0;\ntrans ${steps.join(",\n")};\n}\nsystem P;\n`;
}

/** Undefined: the last location cannot be reached. */
export function leastCost({ clocks, locations, edges }: PricedAutomaton): number | undefined {
  const settled = new Set<string>();
  const open: { cost: number; at: number; values: readonly number[] }[] = [];
  const enter = (cost: number, at: number, values: readonly number[]): void => {
    if (values.every((value, clock) => value <= locations[at]!.limits[clock]!)) open.push({ cost, at, values });
  };
  enter(
    0,
    0,
    Array.from({ length: clocks }, () => 0),
  );
  while (open.length > 0) {
    open.sort((a, b) => b.cost - a.cost);
    const { cost, at, values } = open.pop()!;
    const key = `${at} ${values}`;
    if (settled.has(key)) continue;
    settled.add(key);
    if (at === locations.length - 1) return cost;
    enter(
      cost + locations[at]!.rate,
      at,
      values.map((value) => value + 1),
    );
    for (const { from, to, tests, resets, price } of edges) {
      if (from !== at || tests.some(({ clock, low, high }) => values[clock]! < low || values[clock]! > high)) continue;
      const next = [...values];
      for (const { clock, value } of resets) next[clock] = value;
      enter(cost + price, to, next);
    }
  }
  return undefined;
}
