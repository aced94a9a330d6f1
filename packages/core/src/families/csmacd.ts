// CSMA/CD: stations share a bus, start sending when they hear nothing, and back off after a collision. A collision
// reaches everyone within the propagation delay; a station that does not hear it in time is the error.

import { defineFamily, range } from "./family.ts";

const TRANSMISSION = 808;
const PROPAGATION = 26;

export const csmacd = defineFamily("csmacd", {
  summary: "carrier sense, multiple access with collision detection: n stations on one bus",
  sizes: { unit: "stations", min: 2, max: 500, default: 4 },
  generate({ size, correct }) {
    // A station that trusts a quiet line for longer than the propagation delay believes itself alone too early.
    const xta = `// CSMA/CD with ${size} stations. ${correct ? "" : "Weakened: the bus may report a collision one time unit late."}
const int N = ${size};
const int LAMBDA = ${TRANSMISSION};   // sending a frame
const int SIGMA = ${PROPAGATION};     // signal propagation
const int LATE = ${correct ? 0 : 1};
typedef int[1, N] station_t;
chan begin[station_t], end[station_t], busy[station_t];
broadcast chan collision;

process Bus() {
    clock y;
    state idle, active, collided { y <= SIGMA + LATE };
    init idle;
    trans
        idle -> active { select s : station_t; sync begin[s]?; assign y = 0; },
        active -> idle { select s : station_t; sync end[s]?; assign y = 0; },
        active -> active { select s : station_t; guard y >= SIGMA; sync busy[s]!; },
        active -> collided { select s : station_t; guard y < SIGMA; sync begin[s]?; assign y = 0; },
        collided -> idle { sync collision!; assign y = 0; };
}

process Station(const station_t s) {
    clock x;
    state wait, send { x <= LAMBDA }, retry { x <= 2 * SIGMA };
    init wait;
    trans
        wait -> send { sync begin[s]!; assign x = 0; },
        wait -> retry { sync busy[s]?; assign x = 0; },
        wait -> wait { sync collision?; assign x = 0; },
        send -> wait { guard x == LAMBDA; sync end[s]!; assign x = 0; },
        send -> retry { sync collision?; assign x = 0; },
        retry -> send { guard x <= 2 * SIGMA; sync begin[s]!; assign x = 0; },
        retry -> retry { guard x <= 2 * SIGMA; sync busy[s]?; assign x = 0; },
        retry -> retry { sync collision?; assign x = 0; };
}

${range(size)
  .map((i) => `S${i + 1} = Station(${i + 1});`)
  .join("\n")}
system Bus, ${range(size)
      .map((i) => `S${i + 1}`)
      .join(", ")};
`;
    return {
      xta,
      queries: [
        {
          formula: "E<> S1.send && S2.send && S1.x > 2 * SIGMA && S2.x >= SIGMA",
          comment: "Two stations still send although the collision should have reached both.",
          holds: !correct,
        },
      ],
    };
  },
  variants: [{ name: "bus", summary: "collisions are broadcast by the bus" }],
});
