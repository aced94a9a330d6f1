// M and N: mutual exclusion between two programmable logic controllers that poll each other over a slow network, after
// the setting of Dierks (2004). A controller claims, waits until the other must have heard of it, and enters unless it
// heard of a claim itself. The network is slower than the waiting time was computed for, and both enter. In M the
// network's delay is counted in polls, in N it is measured by clocks. Our own automata: the original files are not
// public; automata, clocks and variables are as many as the papers' tables say.

import { defineFamily } from "./family.ts";

export const mutex = defineFamily("mutex", {
  summary: "two controllers exclude each other over a slow network (M, N of the papers; sizes 1 to 4)",
  sizes: { unit: "instance of the papers", min: 1, max: 4, default: 1 },
  generate({ size, variant, correct }) {
    const timed = variant === "N";
    // Instances 2 and 3 give one controller an operator of its own, instance 4 both.
    const operators = [[], [0], [1], [0, 1]][size - 1]!;
    const wishes = (value: string): string => [0, 1].map((i) => (operators.includes(i) ? value : "true")).join(", ");
    const xta = `// Mutual exclusion of two polling controllers, instance ${variant}${size}.
const int CYCLE = 2;                    // longest time between two polls
const int NET = ${correct ? 1 : timed ? 14 : 8};     // ${timed ? "longest time of a message" : "polls a message may miss"}
const int WAIT = 12;                    // enough for a network with NET = 1
typedef int[0, 1] plc_t;
const bool OPERATED[plc_t] = { ${[0, 1].map((i) => operators.includes(i)).join(", ")} };
bool wish[plc_t] = { ${wishes("false")} };   // does the controller's operator want to enter?
bool claim[plc_t];                      // what the controller says
bool heard[plc_t];                      // what the controller heard from the other
bool message[plc_t];                    // from controller i, on its way
bool pending[plc_t];
${timed ? "clock age[plc_t];" : "int[0, NET] age[plc_t];"}
int[0, 2] inside = 0;
chan poll[plc_t];
${operators.map((i) => `bool asked${i}, served${i};`).join("\n")}

void say(plc_t i, bool value) {
    claim[i] = value;
    message[i] = value;
    pending[i] = true;
    age[i] = 0;
}

process Controller(const plc_t me) {
    clock cycle, wait;
    state idle { cycle <= CYCLE }, claimed { cycle <= CYCLE }, critical { cycle <= CYCLE };
    init idle;
    trans
        idle -> idle { guard cycle > 0; sync poll[me]!; assign cycle = 0; },
        idle -> claimed { guard cycle > 0 && wish[me] && !heard[me]; sync poll[me]!; assign say(me, true), cycle = 0, wait = 0; },
        claimed -> claimed { guard cycle > 0 && !heard[me]; sync poll[me]!; assign cycle = 0; },
        claimed -> idle { guard cycle > 0 && heard[me]; sync poll[me]!; assign say(me, false), cycle = 0; },
        claimed -> critical { guard cycle > 0 && wait > WAIT && !heard[me]; sync poll[me]!; assign inside++, cycle = 0; },
        critical -> critical { guard cycle > 0; sync poll[me]!; assign cycle = 0; },
        critical -> idle { guard cycle > 0 && (!OPERATED[me] || !wish[me]); sync poll[me]!; assign inside--, say(me, false), cycle = 0; };
}

${
  timed
    ? `process Network() {
    clock scan;
    state net { scan <= 1 && (pending[0] imply age[0] <= NET) && (pending[1] imply age[1] <= NET) };
    init net;
    trans
        net -> net { select i : plc_t; sync poll[i]?; },
        net -> net { guard scan >= 1; assign scan = 0; },
        net -> net { select i : plc_t; guard pending[i]; assign heard[1 - i] = message[i], pending[i] = false; };
}`
    : `process Network() {
    state net;
    init net;
    trans
        net -> net { select i : plc_t; guard pending[1 - i]; sync poll[i]?; assign heard[i] = message[1 - i], pending[1 - i] = false, age[1 - i] = 0; },
        net -> net { select i : plc_t; guard pending[1 - i] && age[1 - i] < NET; sync poll[i]?; assign age[1 - i]++; },
        net -> net { select i : plc_t; guard !pending[1 - i]; sync poll[i]?; };
}`
}
${operators
  .map(
    (i) => `
process Operator${i}() {
    state rest, press;
    init rest;
    trans
        rest -> press { assign wish[${i}] = true, asked${i} = true, served${i} = false; },
        press -> rest { guard claim[${i}]; assign wish[${i}] = false, asked${i} = false, served${i} = true; };
}
`,
  )
  .join("")}
A = Controller(0);
B = Controller(1);
system A, B, Network${operators.map((i) => `, Operator${i}`).join("")};
`;
    return {
      xta,
      queries: [
        {
          formula: "E<> A.critical && B.critical",
          comment: "Both controllers are in the critical section.",
          holds: !correct,
        },
      ],
    };
  },
  variants: [
    { name: "M", summary: "network delay counted in polls, 4 clocks" },
    { name: "N", summary: "network delay measured in time, 7 clocks" },
  ],
});
