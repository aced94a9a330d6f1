// Job shop: n jobs, each a chain of tasks on machines that serve one job at a time. The question is whether all jobs
// can be done within a deadline; the fastest trace is an optimal schedule. Instances of the literature are read from
// their usual text form: a line with the numbers of jobs and machines, then a line per job, machine and time of each
// task.

import { defineFamily, InstanceFault, range } from "./family.ts";
import { MersenneTwister } from "./random-source.ts";

const MACHINES = 3;

interface Task {
  readonly machine: number;
  readonly time: number;
}

export const jobShop = defineFamily("job-shop", {
  summary: `n jobs of ${MACHINES} tasks on ${MACHINES} machines; times and orders are drawn by the seed, or read from an instance`,
  sizes: { unit: "jobs", min: 1, max: 30, default: 3 },
  hasCorrect: false,
  hasSeed: true,
  hasInstance: true,
  generate({ size, seed, instance }) {
    const jobs = instance === undefined ? drawn(size, seed) : readInstance(instance);
    const machines = jobs.flat().reduce((most, { machine }) => Math.max(most, machine + 1), 0);
    const tasks = jobs[0]!.length;
    const total = jobs.flat().reduce((sum, { time }) => sum + time, 0);
    const table = (of: (task: Task) => number): string =>
      `{ ${jobs.map((job) => `{ ${job.map(of).join(", ")} }`).join(", ")} }`;
    const xta = `// Job shop with ${jobs.length} jobs on ${machines} machines.
const int JOBS = ${jobs.length};
const int TASKS = ${tasks};
typedef int[0, JOBS - 1] job_t;
typedef int[0, TASKS - 1] task_t;
const int MACHINE[job_t][task_t] = ${table(({ machine }) => machine)};
const int TIME[job_t][task_t] = ${table(({ time }) => time)};
bool occupied[${machines === tasks ? "TASKS" : machines}];
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

function drawn(size: number, seed: number): readonly (readonly Task[])[] {
  const source = new MersenneTwister(seed);
  return range(size).map(() => {
    const order = range(MACHINES);
    for (let i = MACHINES - 1; i > 0; i--) {
      const j = source.below(i + 1);
      [order[i], order[j]] = [order[j]!, order[i]!];
    }
    return order.map((machine) => ({ machine, time: 1 + source.below(9) }));
  });
}

const MOST_JOBS = 200;
const MOST_TIME = 1_000_000;

/** Lines that begin with `#` are comments. */
function readInstance(text: string): readonly (readonly Task[])[] {
  const lines = text
    .split("\n")
    .map((line, index) => ({ line: index + 1, words: line.trim().split(/\s+/) }))
    .filter(({ words }) => words[0] !== "" && !words[0]!.startsWith("#"));
  const numbersOf = ({ line, words }: (typeof lines)[number]): number[] =>
    words.map((word) => {
      if (!/^\d{1,7}$/.test(word)) throw new InstanceFault(line, `\`${word}\` is no whole number from 0`);
      return Number(word);
    });
  const [head, ...rest] = lines;
  if (head === undefined) throw new InstanceFault(1, "there are no numbers of jobs and machines");
  const [jobs = 0, machines = 0, ...more] = numbersOf(head);
  if (more.length > 0 || jobs < 1 || machines < 1 || jobs > MOST_JOBS || machines > MOST_JOBS) {
    throw new InstanceFault(
      head.line,
      `the first line holds the numbers of jobs and machines, each from 1 to ${MOST_JOBS}`,
    );
  }
  if (rest.length !== jobs) {
    const at = rest[jobs]?.line ?? lines.at(-1)!.line;
    throw new InstanceFault(at, `there are ${rest.length} lines of tasks for ${jobs} jobs`);
  }
  return rest.map((one) => {
    const numbers = numbersOf(one);
    if (numbers.length !== 2 * machines) {
      throw new InstanceFault(
        one.line,
        `a job has ${machines} tasks, a machine and a time each, not ${numbers.length} numbers`,
      );
    }
    return range(machines).map((k) => {
      const [machine, time] = [numbers[2 * k]!, numbers[2 * k + 1]!];
      if (machine >= machines) throw new InstanceFault(one.line, `there is no machine ${machine}: they count from 0`);
      if (time > MOST_TIME) throw new InstanceFault(one.line, `a task takes ${MOST_TIME} at most`);
      return { machine, time };
    });
  });
}
