// Event points: where each of the conditions E1 to E4 fails, and that it is refused by name.

import { describe, expect, it } from "vitest";
import { ask } from "../ask.ts";

/** Machine and time of each task; a task ends only while the next machine is free, and takes it then. */
const HANDED_OVER = [
  [
    [0, 1],
    [1, 4],
    [3, 1],
    [2, 8],
  ],
  [
    [3, 2],
    [1, 8],
    [2, 5],
    [0, 3],
  ],
  [
    [3, 9],
    [1, 6],
    [2, 8],
    [0, 8],
  ],
  [
    [3, 1],
    [2, 4],
    [1, 5],
    [0, 3],
  ],
] as const;

function handOver(): string {
  const jobs = HANDED_OVER.map((tasks, j) => {
    const states = tasks.map(([, time], k) => `s${k} { x <= ${time} }`);
    const edges = tasks.map(([machine, time], k) => {
      const next = tasks[k + 1]?.[0];
      const taken = next === undefined ? "" : `, busy[${next}] = true`;
      return `s${k} -> ${next === undefined ? "end" : `s${k + 1}`} { guard x >= ${time}${next === undefined ? "" : ` && !busy[${next}]`}; assign x = 0, busy[${machine}] = false${taken}; }`;
    });
    return `process J${j}() { clock x; state w, ${states.join(", ")}, end; init w;
      trans w -> s0 { guard !busy[${tasks[0][0]}]; assign busy[${tasks[0][0]}] = true, x = 0; }, ${edges.join(", ")}; }\n`;
  });
  return `bool busy[4];\n${jobs.join("")}system J0, J1, J2, J3;`;
}

const two = (first: string, second: string, more = ""): string =>
  `bool lock; int[0,9] n; ${more} process P() { clock x; ${first} } process Q() { clock y; ${second} } system P, Q;`;
const PLAIN =
  "state a, b { x <= 3 }, c; init a; trans a -> b { guard !lock; assign lock = true, x = 0; }, b -> c { guard x >= 3; assign lock = false, n++; };";
const OTHER =
  "state a, b { y <= 2 }, c; init a; trans a -> b { guard !lock; assign lock = true, y = 0; }, b -> c { guard y >= 2; assign lock = false; };";

async function refusal(xta: string, query = "E<> P.c && Q.c"): Promise<string> {
  const { verdict, optimum } = await ask(xta, query, { optimal: "time", space: "points" });
  return verdict.kind === "unknown" ? `${verdict.diagnostic?.message}` : `${optimum?.best}`;
}

describe("event points", () => {
  it("are not taken where machines are handed over: the shop that shows why", async () => {
    const query = "E<> J0.end && J1.end && J2.end && J3.end";
    expect(await refusal(handOver(), query)).toMatch(/E4: more is asked for than time, at the end of J0.s0/);
    const { optimum } = await ask(handOver(), query, { optimal: "time" });
    // Event points would end with 38.
    expect(optimum).toMatchObject({ best: 37, proven: true });
  });

  it("are taken where all conditions hold", async () => {
    expect(await refusal(two(PLAIN, OTHER))).toBe("5");
  });

  it.each([
    [
      "E1",
      "urgent locations",
      two(PLAIN, OTHER.replace("state a, b", "state a, u, b").replace("init a;", "urgent u; init a;")),
      "E1: Q.u is urgent",
    ],
    [
      "E1",
      "urgent channels",
      two(
        PLAIN.replace("guard !lock;", "guard !lock; sync go!;"),
        OTHER.replace("trans ", "trans a -> a { sync go?; }, "),
        "urgent chan go;",
      ),
      "E1: the channel go is urgent",
    ],
    [
      "E1",
      "broadcast channels",
      two(PLAIN.replace("guard !lock;", "guard !lock; sync go!;"), OTHER, "broadcast chan go;"),
      "E1: the channel go is broadcast",
    ],
    [
      "E1",
      "shared clocks",
      two(PLAIN, OTHER.replace("guard y >= 2;", "guard y >= 2 && z >= 1;"), "clock z;").replace(
        "assign lock = true, x = 0;",
        "assign lock = true, x = 0, z = 0;",
      ),
      "E1: the clock z belongs to several processes",
    ],
    [
      "E1",
      "invariants on the data of others",
      two(PLAIN, OTHER.replace("y <= 2", "y <= 2 && n <= 5")),
      "E1: the invariant of Q.b asks for n",
    ],
    [
      "E2",
      "deadlines",
      two(PLAIN.replace("x <= 3", "x <= 4"), OTHER),
      "E2: P.b has an invariant that is not the end of a stay of fixed length",
    ],
    [
      "E2",
      "upper bounds in guards",
      two(PLAIN.replace("guard !lock;", "guard !lock && x <= 7;"), OTHER),
      "E2: a guard at P.a bounds a clock from above",
    ],
    [
      "E3",
      "flags that must be unset",
      two(PLAIN, OTHER.replace("guard !lock;", "guard !lock && n == 0;")),
      "E3: Q may be hindered by what becomes of n, at the end of P.b",
    ],
    [
      "E3",
      "variables that both set",
      two(PLAIN.replace("n++", "n = 1"), OTHER.replace("lock = false", "lock = false, n = 2")),
      "E3: Q sets n, too, at the end of P.b",
    ],
    [
      "E4",
      "ends that wait for somebody",
      two(
        PLAIN.replace("guard x >= 3;", "guard x >= 3; sync go!;"),
        OTHER.replace("trans ", "trans a -> a { sync go?; }, "),
        "chan go;",
      ),
      "E4: a partner may refuse, at the end of P.b",
    ],
  ])("%s fails for %s", async (_condition, _what, xta, said) => {
    expect(await refusal(xta)).toBe(`\`--space points\` does not find every fastest run here: ${said}`);
  });
});
