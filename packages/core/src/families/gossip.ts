// Gossip: everybody knows one secret and learns all secrets of whoever is on the telephone. Reaching "everybody knows
// everything" takes 2n − 4 calls for n ≥ 4, deep in a state space with many interleavings.

import { defineFamily } from "./family.ts";

export const gossip = defineFamily("gossip", {
  summary: "n gossips exchange secrets by telephone until everybody knows everything",
  sizes: { unit: "people", min: 2, max: 30, default: 4 },
  hasCorrect: false,
  generate({ size, variant }) {
    const mayCall = variant === "ring" ? "other == (me + 1) % N || me == (other + 1) % N" : "other != me";
    const xta = `// Gossip with ${size} people.
const int N = ${size};
typedef int[0, N - 1] person_t;
bool knows[person_t][person_t];
chan call[person_t];
person_t caller;

process Person(const person_t me) {
    clock x;
    bool mayCall(person_t other) {
        return ${mayCall};
    }
    void share(person_t other) {
        for (s : person_t) {
            bool both = knows[me][s] || knows[other][s];
            knows[me][s] = both;
            knows[other][s] = both;
        }
    }
    state start, idle, talking { x <= 1 };
    commit start;
    init start;
    trans
        start -> idle { assign knows[me][me] = true; },
        idle -> talking { select other : person_t; guard mayCall(other); sync call[other]!; assign caller = me, x = 0; },
        idle -> talking { sync call[me]?; assign share(caller), caller = 0, x = 0; },
        talking -> idle { guard x == 1; };
}

system Person;
`;
    return {
      xta,
      queries: [
        {
          formula: "E<> forall (i : person_t) forall (s : person_t) knows[i][s]",
          comment: "Everybody knows every secret.",
          holds: true,
        },
      ],
    };
  },
  variants: [
    { name: "complete", summary: "everybody can call everybody" },
    { name: "ring", summary: "calls only between neighbours in a ring" },
  ],
});
