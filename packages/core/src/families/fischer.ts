// F: Fischer's mutual exclusion protocol with one clock per process. Weakened, the waiting time may equal the time a
// competitor needs to write, and two processes meet in the critical section after six steps. The three variants of the
// AI-planning paper differ in how the error is expressed: A by an observer, B by locations, C by a counter.

import { defineFamily, range } from "./family.ts";

const K = 2;

export const fischer = defineFamily("fischer", {
  summary: "Fischer's protocol: n processes write their number and wait before they enter",
  sizes: { unit: "processes", min: 2, max: 2000, default: 5 },
  generate({ size, variant, correct }) {
    const counts = variant === "C";
    const observed = variant === "A";
    const wait = correct ? `x > K` : `x >= K`;
    const xta = `// Fischer's protocol, ${size} processes. ${correct ? "A process waits longer than any write takes." : "Weakened: a process may enter just when a competitor writes."}
const int N = ${size};
const int K = ${K};
typedef int[1, N] pid_t;
int[0, N] id = 0;
${counts ? "int[0, N] inside = 0;\n" : ""}${observed ? "chan meet, report;\n" : ""}
process P(const pid_t pid) {
    clock x;
    state A, req { x <= K }, wait, cs${observed ? ", seen" : ""};
    init A;
    trans
        A -> req { guard id == 0; assign x = 0; },
        req -> wait { guard x <= K; assign id = pid, x = 0; },
        wait -> req { guard id == 0; assign x = 0; },
        wait -> cs { guard id == pid && ${wait}; ${counts ? "assign inside++; " : ""}},
        cs -> A { assign id = 0, x = 0${counts ? ", inside--" : ""}; }${
          observed
            ? `,
        cs -> cs { sync meet!; },
        cs -> seen { sync meet?; },
        seen -> A { sync report!; assign id = 0, x = 0; }`
            : ""
        };
}
${
  observed
    ? `
process Observer() {
    state watching, error;
    init watching;
    trans
        watching -> error { sync report?; };
}
`
    : ""
}
${range(size)
  .map((i) => `P${i + 1} = P(${i + 1});`)
  .join("\n")}
system ${range(size)
      .map((i) => `P${i + 1}`)
      .join(", ")}${observed ? ", Observer" : ""};
`;
    const error = counts ? "inside >= 2" : observed ? "Observer.error" : "P1.cs && P2.cs";
    return {
      xta,
      queries: [
        {
          formula: `E<> ${error}`,
          comment: "Can two processes be in the critical section together?",
          holds: !correct,
        },
      ],
    };
  },
  variants: [
    { name: "B", summary: "error: processes 1 and 2 are both in the critical section" },
    { name: "A", summary: "error: two processes that meet in the critical section tell an observer" },
    { name: "C", summary: "error: a counter of processes in the critical section reaches 2" },
  ],
});
