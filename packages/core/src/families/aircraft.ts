// Aircraft landing: each plane has a time at which it should land, a window in which it can, and what it costs per unit
// of time to be early or late; planes that follow each other on a runway keep a distance. Who lands early pays
// afterwards, until it should have landed, so that costs only grow. The cheapest trace is an optimal plan. Problems of
// the literature are read from their usual text form: the numbers of planes and of a freeze time, then for each plane
// appearance, earliest, target and latest time, both penalties, and its distances to all others.

import { defineFamily, InstanceFault, range } from "./family.ts";
import { MersenneTwister } from "./random-source.ts";

interface Plane {
  readonly earliest: number;
  readonly target: number;
  readonly latest: number;
  readonly early: number;
  readonly late: number;
  /** To who lands behind it. */
  readonly distance: readonly number[];
}

const RUNWAYS: Readonly<Record<string, number>> = { one: 1, two: 2, three: 3 };

export const aircraft = defineFamily("aircraft", {
  summary:
    "n planes with windows, penalties and distances on one to three runways; drawn by the seed, or read from an instance",
  sizes: { unit: "planes", min: 1, max: 20, default: 3 },
  hasCorrect: false,
  hasSeed: true,
  hasInstance: true,
  generate({ size, seed, variant, instance }) {
    const planes = instance === undefined ? drawn(size, seed) : readInstance(instance);
    const row = (of: (plane: Plane) => number): string => `{ ${planes.map(of).join(", ")} }`;
    const table = planes.map(({ distance }) => `{ ${distance.join(", ")} }`).join(", ");
    const xta = `// ${planes.length} planes on ${RUNWAYS[variant]} runways.
const int PLANES = ${planes.length};
typedef int[0, PLANES - 1] plane_t;
typedef int[0, ${RUNWAYS[variant]! - 1}] runway_t;
const int EARLIEST[plane_t] = ${row(({ earliest }) => earliest)};
const int TARGET[plane_t] = ${row(({ target }) => target)};
const int LATEST[plane_t] = ${row(({ latest }) => latest)};
const int EARLY[plane_t] = ${row(({ early }) => early)};
const int LATE[plane_t] = ${row(({ late }) => late)};
const int DISTANCE[plane_t][plane_t] = { ${table} };
// Who landed last, and how long ago; nobody at first.
int[-1, PLANES - 1] last[runway_t] = { ${range(RUNWAYS[variant]!)
      .map(() => -1)
      .join(", ")} };
clock since[runway_t];
clock time;

process Plane(const plane_t p) {
    state
        coming { time <= TARGET[p] },
        waiting { time <= LATEST[p] && cost' == LATE[p] },
        early { time <= TARGET[p] && cost' == EARLY[p] },
        landed;
    init coming;
    trans
        coming -> early {
            select r : runway_t;
            guard time >= EARLIEST[p] && (last[r] >= 0 imply since[r] >= DISTANCE[last[r] >= 0 ? last[r] : 0][p]);
            assign last[r] = p, since[r] = 0;
        },
        coming -> waiting { guard time >= TARGET[p]; },
        waiting -> landed {
            select r : runway_t;
            guard last[r] >= 0 imply since[r] >= DISTANCE[last[r] >= 0 ? last[r] : 0][p];
            assign last[r] = p, since[r] = 0;
        },
        early -> landed { guard time >= TARGET[p]; };
}

system Plane;
`;
    return {
      xta,
      queries: [
        {
          formula: "E<> forall (p : plane_t) Plane(p).landed",
          comment: "All planes have landed. Ask for the cheapest trace: it is an optimal plan.",
          ...(instance === undefined && { holds: true }),
        },
      ],
    };
  },
  variants: [
    { name: "one", summary: "one runway" },
    { name: "two", summary: "two runways" },
    { name: "three", summary: "three runways" },
  ],
});

/** Windows are wide enough for all planes to land one after the other. */
function drawn(size: number, seed: number): readonly Plane[] {
  const source = new MersenneTwister(seed);
  return range(size).map((i) => {
    const earliest = 2 + source.below(4 + 2 * size);
    const target = earliest + 1 + source.below(5);
    return {
      earliest,
      target,
      latest: target + 6 * size,
      early: 1 + source.below(4),
      late: 1 + source.below(4),
      distance: range(size).map((j) => (i === j ? 0 : 2 + source.below(3))),
    };
  });
}

const MOST_PLANES = 60;
const MOST_TIME = 100_000;

/** Numbers in the order of the text; how they are broken into lines makes no difference. Penalties are rounded. */
function readInstance(text: string): readonly Plane[] {
  const numbers = text.split("\n").flatMap((line, index) =>
    line
      .trim()
      .split(/\s+/)
      .filter((word) => word !== "")
      .map((word) => {
        const value = /^\d{1,7}(\.\d+)?$/.test(word) ? Number(word) : Number.NaN;
        if (!(value <= MOST_TIME))
          throw new InstanceFault(index + 1, `\`${word}\` is no number from 0 to ${MOST_TIME}`);
        return { value: Math.round(value), line: index + 1 };
      }),
  );
  const end = numbers.at(-1)?.line ?? 1;
  const count = numbers[0]?.value ?? 0;
  if (count < 1 || count > MOST_PLANES) {
    throw new InstanceFault(1, `the text begins with the number of planes, from 1 to ${MOST_PLANES}`);
  }
  const each = 6 + count;
  if (numbers.length !== 2 + count * each) {
    throw new InstanceFault(end, `${count} planes have ${2 + count * each} numbers, not ${numbers.length}`);
  }
  return range(count).map((i) => {
    const at = 2 + i * each;
    const [, earliest, target, latest, early, late, ...distance] = numbers.slice(at, at + each);
    if (earliest!.value > target!.value || target!.value > latest!.value)
      throw new InstanceFault(target!.line, "a plane lands between its earliest and its latest time");
    return {
      earliest: earliest!.value,
      target: target!.value,
      latest: latest!.value,
      early: early!.value,
      late: late!.value,
      distance: distance.map(({ value }) => value),
    };
  });
}
