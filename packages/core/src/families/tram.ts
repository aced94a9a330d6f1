// C and S: the single-tracked line segment of the UniForM case study. Trams of two directions share a piece of track;
// one PLC-automaton per direction sets its signal, a third gives permission to one direction after the other, and they
// know of each other only what they poll. It takes a permission back once it sees that the signal is at "go", waits
// until it sees it at "stop" again and for as many cycles as make up for the longest one of a signal, and turns to the
// other direction. The error: in C it waits too few cycles, in S a signal may take longer than was thought; both times
// a signal acts on a permission that it polled long ago. Inputs that an instance leaves out may have any value at any
// time, as the papers abstract from them. The files of the papers are not public; what is ours is said in
// docs/papers/README.md.

import { defineFamily } from "./family.ts";
import { plcProcess } from "./plc.ts";

const DIRECTIONS = [1, 2] as const;
type Direction = (typeof DIRECTIONS)[number];

/**
 * What each instance polls beyond what the one before does: a sensor that is new (an automaton, its value and a copy),
 * or one more reader of a sensor (a copy). C watches direction 1 first, S direction 2: so are the papers' tables met
 * best.
 */
const GROWTH = {
  C: ["left1", "guard.left1", "left2", "passed1", "passed2", "points", "guard.left2", "signal1.points"],
  S: ["left2", "guard.left2", "left1", "passed1", "passed2", "points", "guard.left1", "signal1.points"],
};

/** Chosen so that the shortest traces are as long as the papers'; `faulty` differs in one constant. */
const CONSTANTS = {
  C: { correct: { signal1: 40, signal2: 6, delay: 10 }, faulty: { signal1: 40, signal2: 6, delay: 5 } },
  S: { correct: { signal1: 20, signal2: 8, delay: 6 }, faulty: { signal1: 60, signal2: 8, delay: 6 } },
};

export const tram = defineFamily("tram", {
  summary: "single-track tramway segment with a distributed controller (C, S of the papers; sizes 1 to 9)",
  sizes: { unit: "instance of the papers: a larger one has more sensors", min: 1, max: 9, default: 1 },
  generate({ size, variant, correct }) {
    const system = variant === "S" ? "S" : "C";
    const direct = variant === "C-direct";
    const polled = GROWTH[system].slice(0, size - 1);
    const has = new Set(polled);
    const sensors = [...DIRECTIONS.map((i) => `near${i}`), ...polled.filter((name) => !name.includes("."))];
    const constants = CONSTANTS[system][correct ? "correct" : "faulty"];
    const forTwenty = variant === "S" && !correct ? "; the guard was made for 20" : "";
    const shouldBeTen = system === "C" && !correct ? "; should be 10" : "";
    const xta = `// Single-tracked line segment, instance ${variant}${size}: ${sensors.length} sensors.
const int LEAST = 4;      // shortest and longest cycle of the guard
const int CYCLE = 5;
const int SIGNAL1 = ${constants.signal1};   // longest cycle of either signal${forTwenty}
const int SIGNAL2 = ${constants.signal2};
const int DELAY = ${constants.delay};      // so many cycles a direction has to be seen clear${shouldBeTen}
int[0, 2] permitted = 1;       // the direction that may go, 0: none
bool go1 = false, go2 = false; // the signals
${sensors.map((name) => `bool ${name} = false;`).join("\n")}

${DIRECTIONS.map((i) => signalProcess(i, has, direct)).join("\n\n")}

${guardProcess(has, direct)}

${sensors.map(sensorProcess).join("\n\n")}

system Signal1, Signal2, Guard, ${sensors.map(sensorName).join(", ")};
`;
    return {
      xta,
      queries: [
        {
          formula: "E<> Signal1.go && Signal2.go",
          comment: "Both directions are given permission to enter the segment.",
          holds: !correct,
        },
      ],
    };
  },
  variants: [
    { name: "C", summary: "the guard waits too short" },
    { name: "S", summary: "a signal takes too long" },
    { name: "C-direct", summary: "as C, with guards that ask what is polled itself instead of copies of it" },
  ],
});

const capitalised = (name: string): string => name[0]!.toUpperCase() + name.slice(1);
const sensorName = (name: string): string => `${capitalised(name)}Sensor`;

function signalProcess(i: Direction, has: ReadonlySet<string>, direct: boolean): string {
  const sensors = [`near${i}`, ...[`left${i}`, `passed${i}`].filter((name) => has.has(name))];
  const points = has.has(`signal${i}.points`);
  const copies = [...sensors, ...(points ? ["points"] : [])];
  const leaves = [
    ...(has.has(`left${i}`) ? [`saw_left${i}`] : []),
    ...(has.has(`passed${i}`) ? [`!saw_passed${i}`] : []),
  ];
  return plcProcess({
    name: `Signal${i}`,
    cycle: `SIGNAL${i}`,
    ...(direct
      ? { direct }
      : {
          declarations: `int[0, 2] saw_permitted = 0; ${copies.map((name) => `bool saw_${name} = false;`).join(" ")}`,
        }),
    polls: [
      { input: "permitted", copy: "saw_permitted", none: "0" },
      ...copies.map((input) => ({ input, copy: `saw_${input}` })),
    ],
    states: [
      {
        name: "stop",
        reads: ["permitted", `near${i}`, "points"],
        reactions: [
          {
            when: `saw_permitted == ${i} && saw_near${i}${points ? " && saw_points" : ""}`,
            to: "go",
            does: [`go${i} = true`],
          },
        ],
      },
      {
        name: "go",
        reads: [`left${i}`, `passed${i}`],
        reactions: [
          { ...(leaves.length > 0 ? { when: leaves.join(" && ") } : {}), to: "stop", does: [`go${i} = false`] },
        ],
      },
    ],
  });
}

function guardProcess(has: ReadonlySet<string>, direct: boolean): string {
  const points = has.has("points");
  const left = DIRECTIONS.filter((i) => has.has(`guard.left${i}`));
  const copies = ["go1", "go2", ...left.map((i) => `left${i}`), ...(points ? ["points"] : [])];
  return plcProcess({
    name: "Guard",
    cycle: "CYCLE",
    least: "LEAST",
    direct,
    declarations: `int[0, DELAY] waited = 0; ${direct ? "" : copies.map((name) => `bool saw_${name} = false;`).join(" ")}`,
    entering: ["waited = 0"],
    polls: copies.map((input) => ({ input, copy: `saw_${input}` })),
    states: DIRECTIONS.flatMap((i) => {
      const other = 3 - i;
      return [
        {
          name: `open${i}`,
          reads: [`go${i}`],
          reactions: [{ when: `saw_go${i}`, to: `used${i}`, does: ["permitted = 0"] }],
        },
        {
          name: `used${i}`,
          reads: [`go${i}`, `left${i}`],
          reactions: [{ when: `!saw_go${i}${left.includes(i) ? ` && saw_left${i}` : ""}`, to: `clear${i}` }],
        },
        {
          name: `clear${i}`,
          reads: [`go${i}`, "points"],
          held: {
            until: "waited == DELAY",
            meanwhile: "waited < DELAY",
            unless: `saw_go${i}`,
            counting: "waited++",
          },
          reactions: [
            { when: `saw_go${i}`, to: `used${i}` },
            {
              when: `!saw_go${i}${points ? " && saw_points" : ""}`,
              to: `open${other}`,
              does: [`permitted = ${other}`],
            },
          ],
        },
      ];
    }),
  });
}

const sensorProcess = (name: string): string => `process ${sensorName(name)}() {
    state off, on;
    init off;
    trans
        off -> on { assign ${name} = true; },
        on -> off { assign ${name} = false; };
}`;
