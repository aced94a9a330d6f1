// Job shop: n jobs, each a chain of tasks on machines that serve one job at a time. The question is whether all jobs
// can be done within a deadline; the fastest trace is an optimal schedule.

import { defineFamily, range } from "./family.ts";
import { MersenneTwister } from "./random-source.ts";

const MACHINES = 3;

export const jobShop = defineFamily("job-shop", {
  summary: `n jobs of ${MACHINES} tasks on ${MACHINES} machines; times and orders are drawn by the seed`,
  sizes: { unit: "jobs", min: 1, max: 30, default: 3 },
  hasCorrect: false,
  hasSeed: true,
  generate({ size, seed }) {
    const source = new MersenneTwister(seed);
    const jobs = range(size).map(() => {
      const order = range(MACHINES);
      for (let i = MACHINES - 1; i > 0; i--) {
        const j = source.below(i + 1);
        [order[i], order[j]] = [order[j]!, order[i]!];
      }
      return order.map((machine) => ({ machine, time: 1 + source.below(9) }));
    });
    const total = jobs.flat().reduce((sum, { time }) => sum + time, 0);
    const xta = `// Job shop with ${size} jobs on ${MACHINES} machines.
const int JOBS = ${size};
const int TASKS = ${MACHINES};
typedef int[0, JOBS - 1] job_t;
typedef int[0, TASKS - 1] task_t;
const int MACHINE[job_t][task_t] = { ${jobs.map((job) => `{ ${job.map(({ machine }) => machine).join(", ")} }`).join(", ")} };
const int TIME[job_t][task_t] = { ${jobs.map((job) => `{ ${job.map(({ time }) => time).join(", ")} }`).join(", ")} };
bool occupied[TASKS];
clock total;

process Job(const job_t j) {
    clock x;
    int[0, TASKS] task = 0;
    state waiting, working { x <= TIME[j][task] }, done;
    init waiting;
    trans
        waiting -> working { guard task < TASKS && !occupied[MACHINE[j][task]]; assign occupied[MACHINE[j][task]] = true, x = 0; },
        working -> waiting { guard x >= TIME[j][task] && task < TASKS - 1; assign occupied[MACHINE[j][task]] = false, task++; },
        working -> done { guard x >= TIME[j][task] && task == TASKS - 1; assign occupied[MACHINE[j][task]] = false; };
}

system Job;
`;
    return {
      xta,
      queries: [
        {
          formula: `E<> (forall (j : job_t) Job(j).done) && total <= ${total}`,
          comment:
            "All jobs done, at the latest when one after the other would be. Ask for the fastest trace: it is an optimal schedule.",
          holds: true,
        },
      ],
    };
  },
  variants: [{ name: "chain", summary: "every job visits every machine once" }],
});
