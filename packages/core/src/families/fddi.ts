// FDDI: a token ring where each station may send synchronous frames on every visit and asynchronous ones only when the
// token comes early. The question is how long a round may take.

import { defineFamily, range } from "./family.ts";

const SYNCHRONOUS = 20;

export const fddi = defineFamily("fddi", {
  summary: "FDDI token ring: n stations, synchronous and asynchronous traffic",
  sizes: { unit: "stations", min: 2, max: 200, default: 3 },
  generate({ size, correct }) {
    const xta = `// FDDI token ring with ${size} stations.${correct ? "" : " Weakened: asynchronous sending may overrun the target rotation time."}
const int N = ${size};
const int SA = ${SYNCHRONOUS};        // synchronous time of a station
const int TTRT = ${50 * size};        // target token rotation time
const int OVERRUN = ${correct ? 0 : SYNCHRONOUS + 1};
typedef int[1, N] station_t;
chan token[station_t], release[station_t];
`;
    // The ring's locations depend on the size, so they are written out.
    const ring = `process Ring() {
    state ${range(size)
      .map((i) => `to${i + 1}, at${i + 1}`)
      .join(", ")};
    urgent ${range(size)
      .map((i) => `to${i + 1}`)
      .join(", ")};
    init to1;
    trans
${range(size)
  .map(
    (i) => `        to${i + 1} -> at${i + 1} { sync token[${i + 1}]!; },
        at${i + 1} -> to${((i + 1) % size) + 1} { sync release[${i + 1}]?; }`,
  )
  .join(",\n")};
}
`;
    return {
      xta: `${xta}
${ring}
// here: time since the token came; even, odd: time since it came the last time (two timers take turns).
process Station(const station_t s) {
    clock here, even, odd;
    state waitEven, syncEven { here <= SA }, asyncEven { odd <= TTRT + OVERRUN },
          waitOdd, syncOdd { here <= SA }, asyncOdd { even <= TTRT + OVERRUN };
    init waitEven;
    trans
        waitEven -> syncEven { sync token[s]?; assign here = 0, even = 0; },
        syncEven -> asyncEven { guard here >= SA && odd < TTRT; },
        syncEven -> waitOdd { guard here >= SA && odd >= TTRT; sync release[s]!; },
        asyncEven -> waitOdd { sync release[s]!; },
        waitOdd -> syncOdd { sync token[s]?; assign here = 0, odd = 0; },
        syncOdd -> asyncOdd { guard here >= SA && even < TTRT; },
        syncOdd -> waitEven { guard here >= SA && even >= TTRT; sync release[s]!; },
        asyncOdd -> waitEven { sync release[s]!; };
}

${range(size)
  .map((i) => `S${i + 1} = Station(${i + 1});`)
  .join("\n")}
system Ring, ${range(size)
        .map((i) => `S${i + 1}`)
        .join(", ")};
`,
      queries: [
        {
          formula: "E<> S1.waitOdd && S1.even > TTRT + N * SA",
          comment: "The token is away for longer than the target and one synchronous slot of everybody.",
          holds: !correct,
        },
      ],
    };
  },
  variants: [{ name: "ring", summary: "two clocks per station, alternating as the timer of the current round" }],
});
