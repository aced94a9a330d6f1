// A plant: batches go from one machine to the next, and a crane carries them. A batch stays on its machine until a
// crane comes, and must not cool down meanwhile; a crane lets go only where the next machine is free. The fastest trace
// is a plan for the whole order.

import { defineFamily, range } from "./family.ts";
import { MersenneTwister } from "./random-source.ts";

export const plant = defineFamily("plant", {
  summary: "n batches through two machines, carried by cranes, that must not wait too long",
  sizes: { unit: "batches", min: 1, max: 12, default: 3 },
  hasCorrect: false,
  hasSeed: true,
  generate({ size, seed, variant }) {
    const source = new MersenneTwister(seed);
    const melt = range(size).map(() => 2 + source.below(6));
    const cast = range(size).map(() => 2 + source.below(6));
    const count = variant === "one" ? 1 : 2;
    const xta = `// ${size} batches, ${count === 1 ? "one furnace, one crane" : "two furnaces, two cranes"}, one caster.
const int BATCHES = ${size};
typedef int[0, BATCHES - 1] batch_t;
const int MELT[batch_t] = { ${melt.join(", ")} };
const int CAST[batch_t] = { ${cast.join(", ")} };
const int CARRY = 2;
// So long a batch may wait for the crane.
const int HOT = 4;
const int FURNACES = ${count};
const int CRANES = ${count};
bool caster;
int[0, FURNACES] heated;
int[0, CRANES] carrying;

process Batch(const batch_t b) {
    clock x;
    state
        cold,
        melting { x <= MELT[b] + HOT },
        carried { x <= CARRY },
        casting { x <= CAST[b] },
        shipped;
    init cold;
    trans
        cold -> melting { guard heated < FURNACES; assign heated++, x = 0; },
        melting -> carried { guard x >= MELT[b] && carrying < CRANES; assign heated--, carrying++, x = 0; },
        carried -> casting { guard x >= CARRY && !caster; assign carrying--, caster = true, x = 0; },
        casting -> shipped { guard x >= CAST[b]; assign caster = false; };
}

system Batch;
`;
    return {
      xta,
      queries: [
        {
          formula: "E<> forall (b : batch_t) Batch(b).shipped",
          comment: "All batches are shipped. Ask for the fastest trace: it is a plan for the whole order.",
          holds: true,
        },
      ],
    };
  },
  variants: [
    { name: "one", summary: "one furnace, one crane" },
    { name: "two", summary: "two furnaces, two cranes" },
  ],
});
