// Token ring: one token goes round and whoever has it may enter. The seeded error lets a station that waited too long
// make a second token.

import { defineFamily, starter } from "./family.ts";

export const ring = defineFamily("ring", {
  summary: "a token ring with a time-out: n stations, one token, sometimes two",
  sizes: { unit: "stations", min: 2, max: 1000, default: 4 },
  generate({ size, correct }) {
    // The token is away from station 0 for at most HOLD at each of the others.
    const patience = correct ? 3 * (size - 1) : 3 * (size - 1) - 1;
    const xta = `// Token ring with ${size} stations.
const int N = ${size};
const int HOLD = 3;                  // longest stay of the token at a station
const int PATIENCE = ${patience};    // after this long a station believes the token lost
typedef int[0, N - 1] station_t;
chan token[station_t];

process Station(const station_t me) {
    clock since;
    state idle, holding { since <= HOLD };
    init idle;
    trans
        idle -> holding { sync token[me]?; assign since = 0; },
        idle -> holding { guard me == 0 && since > PATIENCE; assign since = 0; },
        holding -> idle { guard since >= 1; sync token[(me + 1) % N]!; assign since = 0; };
}

// Puts the token in once.
${starter("token")}

system Station, Starter;
`;
    return {
      xta,
      queries: [
        {
          formula:
            "E<> exists (i : station_t) exists (j : station_t) i != j && Station(i).holding && Station(j).holding",
          comment: "Two tokens in the ring.",
          holds: !correct,
        },
      ],
    };
  },
  variants: [{ name: "timeout", summary: "a station renews a token it believes lost" }],
});
