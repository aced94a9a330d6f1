// Milner's scheduler: n cyclers in a ring hand on a token in urgent steps and let their task run in between. With
// hundreds of nodes it is the test of an engine that must not look at every process for every step.

import { defineFamily, starter } from "./family.ts";

export const milner = defineFamily("milner", {
  summary: "Milner's scheduler: n cyclers pass a token and run one task each",
  sizes: { unit: "cyclers", min: 2, max: 5000, default: 8 },
  hasCorrect: false,
  generate({ size }) {
    const xta = `// Milner's scheduler with ${size} cyclers.
const int N = ${size};
const int TASK = 4;       // longest task
const int PASS = 2;       // longest wait before the token is passed on
typedef int[0, N - 1] node_t;
chan next[node_t];

process Cycler(const node_t me) {
    clock task, pass;
    state idle, started { pass <= PASS }, both { pass <= PASS && task <= TASK }, running { task <= TASK };
    init idle;
    trans
        idle -> both { sync next[me]?; assign task = 0, pass = 0; },
        both -> running { guard pass >= 1; sync next[(me + 1) % N]!; },
        both -> started { guard task >= 1; },
        started -> idle { guard pass >= 1; sync next[(me + 1) % N]!; },
        running -> idle { guard task >= 1; };
}

${starter("next")}

system Cycler, Starter;
`;
    return {
      xta,
      queries: [
        { formula: "E<> Cycler(N - 1).both", comment: "The token reaches the last cycler.", holds: true },
        {
          formula:
            "A[] forall (i : node_t) forall (j : node_t) (Cycler(i).both || Cycler(i).started) && (Cycler(j).both || Cycler(j).started) imply i == j",
          comment: "There is one token.",
          holds: true,
        },
      ],
    };
  },
  variants: [{ name: "timed", summary: "tasks and hand-overs take bounded time" }],
});
