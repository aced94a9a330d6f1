// M and N: Dierks' mutual exclusion (2004) of two agents by a controller, three PLC-automata that know of each other
// only what they poll. The controller grants one agent after the other; an agent that was granted becomes unsafe and
// safe again; the controller takes the grant back when it sees the agent unsafe, waits until it sees it safe for as
// long as a cycle of an agent may take, and grants the other. The error: agents may take longer than the controller was
// told, so an agent acts on a grant that it polled long ago. The files of the papers are not public; what is ours is
// said in docs/papers/README.md.

import { defineFamily } from "./family.ts";
import { plcProcess } from "./plc.ts";

const AGENTS = [1, 2] as const;
type Agent = (typeof AGENTS)[number];

/** Instances 2 and 3 give one agent an operator of its own, instance 4 both; elsewhere what operators wish is open. */
const OPERATED: readonly (readonly Agent[])[] = [[], [1], [2], [1, 2]];

export const mutex = defineFamily("mutex", {
  summary: "two agents exclude each other by a controller that polls them (M, N of the papers; sizes 1 to 4)",
  sizes: { unit: "instance of the papers", min: 1, max: 4, default: 1 },
  generate({ size, variant, correct }) {
    const style: Style = { timed: variant.startsWith("N"), direct: variant.endsWith("-direct") };
    const { timed } = style;
    const operated = OPERATED[size - 1]!;
    const xta = `// Mutual exclusion by PLC-automata, instance ${variant}${size}.
const int CYCLE = 3;     // longest cycle of the controller
const int AGENT1 = ${correct ? 4 : 30};   // longest cycle of agent 1${correct ? "" : "; the controller was made for 4"}
const int AGENT2 = 4;    // longest cycle of agent 2
const int DELAY = 15;    // how long an agent has to be seen safe before the other one is granted
${timed ? "const int STAY = 1;     // an agent that is unsafe stays so for longer than this\nclock bus;              // since something was written last: it is there a moment later\n" : ""}bool grant1 = true, grant2 = false;
bool safe1 = true, safe2 = true;
${operated.map((i) => `bool wish${i} = false;\n`).join("")}
${AGENTS.map((i) => agentProcess(i, operated.includes(i), style)).join("\n\n")}

${controllerProcess(style)}
${operated.map(operatorProcess).join("")}
system Agent1, Agent2, Controller${operated.map((i) => `, Operator${i}`).join("")};
`;
    return {
      xta,
      queries: [{ formula: "E<> Agent1.unsafe && Agent2.unsafe", comment: "Both agents are unsafe.", holds: !correct }],
    };
  },
  variants: [
    { name: "M", summary: "what is written is there at once, agents leave when they like: 4 clocks" },
    { name: "N", summary: "what is written is there a moment later, agents stay for a while: 7 clocks" },
    { name: "M-direct", summary: "as M, with guards that ask what is polled itself instead of copies of it" },
    { name: "N-direct", summary: "as N, with such guards" },
  ],
});

interface Style {
  /** Messages and stays take time. */
  readonly timed: boolean;
  /** Nothing is copied: guards ask what is polled itself. */
  readonly direct: boolean;
}

const written = (timed: boolean, ...assignments: string[]): string[] => [...assignments, ...(timed ? ["bus = 0"] : [])];

function agentProcess(i: Agent, operated: boolean, { timed, direct }: Style): string {
  const copies = direct ? "" : `bool granted = false;${operated ? " bool wished = false;" : ""}`;
  const declarations = `${copies}${timed ? " clock y;" : ""}`.trim();
  return plcProcess({
    name: `Agent${i}`,
    cycle: `AGENT${i}`,
    direct,
    ...(declarations === "" ? {} : { declarations }),
    ...(timed ? { listens: "bus > 0", entering: ["y = 0"] } : {}),
    polls: [{ input: `grant${i}`, copy: "granted" }, ...(operated ? [{ input: `wish${i}`, copy: "wished" }] : [])],
    states: [
      {
        name: "safe",
        reactions: [
          { when: operated ? "granted && wished" : "granted", to: "unsafe", does: written(timed, `safe${i} = false`) },
        ],
      },
      {
        name: "unsafe",
        ...(timed ? { held: { until: "y > STAY", meanwhile: "y <= STAY" } } : {}),
        reactions: [{ ...(operated ? { when: "!wished" } : {}), to: "safe", does: written(timed, `safe${i} = true`) }],
      },
    ],
  });
}

function controllerProcess({ timed, direct }: Style): string {
  return plcProcess({
    name: "Controller",
    cycle: "CYCLE",
    direct,
    declarations: `clock y;${direct ? "" : " bool seen1 = true, seen2 = true;"}`,
    ...(timed ? { listens: "bus > 0" } : {}),
    entering: ["y = 0"],
    polls: AGENTS.map((i) => ({ input: `safe${i}`, copy: `seen${i}` })),
    states: AGENTS.flatMap((i) => {
      const other = 3 - i;
      return [
        {
          name: `granted${i}`,
          reactions: [{ when: `!seen${i}`, to: `withdrawn${i}`, does: written(timed, `grant${i} = false`) }],
        },
        { name: `withdrawn${i}`, reactions: [{ when: `seen${i}`, to: `clear${i}` }] },
        {
          name: `clear${i}`,
          held: { until: "y > DELAY", meanwhile: "y <= DELAY", unless: `!seen${i}` },
          reactions: [
            { when: `seen${i}`, to: `granted${other}`, does: written(timed, `grant${other} = true`) },
            { when: `!seen${i}`, to: `withdrawn${i}` },
          ],
        },
      ];
    }),
  });
}

const operatorProcess = (i: Agent): string => `
process Operator${i}() {
    state away, busy;
    init away;
    trans
        away -> busy { assign wish${i} = true; },
        busy -> away { assign wish${i} = false; };
}
`;
