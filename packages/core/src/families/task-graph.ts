// Task graph: n tasks of which some must be done before others, on a few processors that are all alike, counted by a
// variable. The fastest trace is an optimal schedule of the graph.

import { defineFamily, range } from "./family.ts";
import { MersenneTwister } from "./random-source.ts";

const PROCESSORS: Readonly<Record<string, number>> = { two: 2, three: 3 };

export const taskGraph = defineFamily("task-graph", {
  summary: "n tasks in an order that the seed draws, on two or three processors that are all alike",
  sizes: { unit: "tasks", min: 1, max: 40, default: 5 },
  hasCorrect: false,
  hasSeed: true,
  generate({ size, seed, variant }) {
    const source = new MersenneTwister(seed);
    const times = range(size).map(() => 1 + source.below(9));
    // Nobody waits for more than two others, which come earlier in the list.
    const before = range(size).map((i) => {
      const wanted = i === 0 ? 0 : source.below(3);
      return new Set(range(wanted).map(() => source.below(i)));
    });
    const total = times.reduce((sum, time) => sum + time, 0);
    const rows = before.map(
      (set) =>
        `{ ${range(size)
          .map((j) => (set.has(j) ? 1 : 0))
          .join(", ")} }`,
    );
    const xta = `// ${size} tasks on ${PROCESSORS[variant]} processors.
const int TASKS = ${size};
const int PROCESSORS = ${PROCESSORS[variant]};
typedef int[0, TASKS - 1] task_t;
const int TIME[task_t] = { ${times.join(", ")} };
const bool AFTER[task_t][task_t] = { ${rows.join(", ")} };
int[0, PROCESSORS] busy;
bool done[task_t];
clock total;

process Task(const task_t i) {
    clock x;
    state waiting, running { x <= TIME[i] }, finished;
    init waiting;
    trans
        waiting -> running { guard busy < PROCESSORS && (forall (j : task_t) AFTER[i][j] imply done[j]); assign busy++, x = 0; },
        running -> finished { guard x >= TIME[i]; assign busy--, done[i] = true; };
}

system Task;
`;
    return {
      xta,
      queries: [
        {
          formula: `E<> (forall (i : task_t) Task(i).finished) && total <= ${total}`,
          comment:
            "All tasks done, at the latest when one after the other would be. The fastest trace is an optimal schedule.",
          holds: true,
        },
      ],
    };
  },
  variants: [
    { name: "two", summary: "two processors" },
    { name: "three", summary: "three processors" },
  ],
});
