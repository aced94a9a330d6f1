// C and S: a single-tracked segment of a tramway, guarded by one controller at each end that agree by telegrams who may
// let trams in. A controller that gets no refusal in time takes the permission; a telegram that is slower than that
// gives permission to both directions. C manipulates the delay of refusals, S the delay of requests. Our own automata in
// the setting of the UniForM case study, whose files are not public.

import { defineFamily, range } from "./family.ts";

export const tram = defineFamily("tram", {
  summary: "single-track tramway segment with a distributed controller (C, S of the papers; sizes 1 to 9)",
  sizes: { unit: "instance of the papers: a larger one has more trams", min: 1, max: 9, default: 1 },
  generate({ size, variant, correct }) {
    const trams = 2 + Math.ceil(size / 2);
    const late = correct ? 3 : 9;
    const xta = `// Single-track segment, instance ${variant}${size}: ${trams} trams.
const int TRAMS = ${trams};
const int REQUEST = ${variant === "S" ? late : 3};    // longest delay of a request
const int REFUSAL = ${variant === "C" ? late : 3};    // longest delay of a refusal
const int PATIENCE = 7;                               // silence for this long means consent
typedef int[0, 1] side_t;
typedef int[0, TRAMS - 1] tram_t;
const int DIRECTION[tram_t] = { ${range(trams)
      .map((t) => t % 2)
      .join(", ")} };
chan arrive[side_t], enter[side_t], leave[side_t], request[side_t], refuse[side_t], tell[side_t], deny[side_t];
int[0, TRAMS] queue[side_t];      // trams in front of the signal
int[0, TRAMS] inside[side_t];     // trams in the segment, by the side they came from
bool permitted[side_t];
bool asks[side_t];
bool wins(side_t s) {             // has the segment, or asks for it with precedence: west goes first
    return permitted[s] || (asks[s] && s == 0);
}

process Control(const side_t me) {
    clock silence;
    state closed, asking { silence <= PATIENCE }, open;
    init closed;
    trans
        closed -> closed { sync arrive[me]?; assign queue[me]++; },
        asking -> asking { sync arrive[me]?; assign queue[me]++; },
        open -> open { sync arrive[me]?; assign queue[me]++; },
        closed -> asking { guard queue[me] > 0; sync request[me]!; assign silence = 0, asks[me] = true; },
        closed -> closed { sync tell[1 - me]?; },
        asking -> closed { sync deny[me]?; assign asks[me] = false; },
        asking -> asking { guard me == 0; sync tell[1 - me]?; },
        asking -> closed { guard me == 1; sync tell[1 - me]?; assign asks[me] = false; },
        asking -> asking { guard me == 0; sync refuse[1 - me]!; },
        asking -> open { guard silence >= PATIENCE; assign permitted[me] = true, asks[me] = false; },
        open -> open { sync tell[1 - me]?; },
        open -> open { sync refuse[1 - me]!; },
        closed -> closed { sync deny[me]?; },
        open -> open { sync deny[me]?; },
        open -> open { guard queue[me] > 0; sync enter[me]!; assign queue[me]--, inside[me]++; },
        open -> open { sync leave[me]?; assign inside[me]--; },
        open -> closed { guard queue[me] == 0 && inside[me] == 0; assign permitted[me] = false; };
}

// Carries one telegram at a time in each direction; requests are answered by a refusal while the other side is open.
process Line(const side_t from) {
    clock age;
    state free, requested { age <= REQUEST }, answering, refused { age <= REFUSAL };
    urgent answering;
    init free;
    trans
        free -> requested { sync request[from]?; assign age = 0; },
        requested -> answering { sync tell[from]!; },
        answering -> refused { guard wins(1 - from); sync refuse[from]?; assign age = 0; },
        answering -> free { guard !wins(1 - from); },
        refused -> free { sync deny[from]!; };
}

process Tram(const tram_t t) {
    state away, waiting, crossing;
    init away;
    trans
        away -> waiting { sync arrive[DIRECTION[t]]!; },
        waiting -> crossing { sync enter[DIRECTION[t]]?; },
        crossing -> away { sync leave[DIRECTION[t]]!; };
}

West = Control(0);
East = Control(1);
WestLine = Line(0);
EastLine = Line(1);
system West, East, WestLine, EastLine, Tram;
`;
    return {
      xta,
      queries: [
        { formula: "E<> permitted[0] && permitted[1]", comment: "Both directions have permission.", holds: !correct },
        { formula: "E<> inside[0] > 0 && inside[1] > 0", comment: "Trams meet head on.", holds: !correct },
      ],
    };
  },
  variants: [
    { name: "C", summary: "refusals come too late" },
    { name: "S", summary: "requests come too late" },
  ],
});
