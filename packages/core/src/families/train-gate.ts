// Trains share one bridge; a gate stops those that come while another crosses and lets them go in order of arrival.
// The gate forgets to stop a train if it comes too late; the error variant lets the gate hesitate too long.

import { defineFamily } from "./family.ts";

export const trainGate = defineFamily("train-gate", {
  summary: "n trains, one bridge, a gate with a queue",
  sizes: { unit: "trains", min: 2, max: 2000, default: 4 },
  generate({ size, correct }) {
    const xta = `// Train gate with ${size} trains.${correct ? "" : " Weakened: a train listens to the gate a moment too short."}
const int N = ${size};
const int LISTENS = ${correct ? 10 : 4};   // how long an approaching train can still be stopped
typedef int[0, N - 1] train_t;
chan approach[train_t], stop[train_t], leave[train_t];
urgent chan go[train_t];

process Train(const train_t id) {
    clock x;
    state safe, near { x <= 20 }, crossing { x <= 5 }, stopped, starting { x <= 15 };
    init safe;
    trans
        safe -> near { sync approach[id]!; assign x = 0; },
        near -> crossing { guard x >= 10; assign x = 0; },
        near -> stopped { guard x <= LISTENS; sync stop[id]?; },
        stopped -> starting { sync go[id]?; assign x = 0; },
        starting -> crossing { guard x >= 7; assign x = 0; },
        crossing -> safe { guard x >= 3; sync leave[id]!; };
}

process Gate() {
    clock y;
    train_t queue[N + 1];
    int[0, N] length = 0;

    void arrive(train_t t) {
        queue[length] = t;
        length++;
    }

    void depart() {
        int[0, N] i = 0;
        length--;
        while (i < length) {
            queue[i] = queue[i + 1];
            i++;
        }
        queue[i] = 0;
    }

    state free, taken, halting { y <= 5 };
    init free;
    trans
        free -> taken { guard length > 0; sync go[queue[0]]!; },
        free -> taken { select t : train_t; guard length == 0; sync approach[t]?; assign arrive(t); },
        taken -> halting { select t : train_t; sync approach[t]?; assign arrive(t), y = 0; },
        halting -> taken { sync stop[queue[length - 1]]!; },
        halting -> taken { guard y >= 5; },
        taken -> free { select t : train_t; guard queue[0] == t; sync leave[t]?; assign depart(); };
}

system Train, Gate;
`;
    return {
      xta: correct ? xta.replace("        halting -> taken { guard y >= 5; },\n", "") : xta,
      queries: [
        {
          formula: "A[] forall (i : train_t) forall (j : train_t) Train(i).crossing && Train(j).crossing imply i == j",
          comment: "At most one train is on the bridge.",
          holds: correct,
        },
        { formula: "E<> Train(0).crossing", comment: "The first train can cross.", holds: true },
      ],
    };
  },
  variants: [{ name: "queue", summary: "stopped trains wait in a queue" }],
});
