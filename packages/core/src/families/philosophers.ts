// Dining philosophers without time: each takes the left fork, then the right one, eats, and puts them back in the
// same order. 3^n − 1 reachable states, and the deadlock in which everyone holds a left fork.

import { defineFamily, range } from "./family.ts";

export const philosophers = defineFamily("philosophers", {
  summary: "n dining philosophers with one fork between neighbours",
  sizes: { unit: "philosophers", min: 2, max: 2000, default: 5 },
  generate({ size, correct }) {
    const xta = `// Dining philosophers. ${correct ? "The last one starts with the right fork, so nobody starves." : "Everyone starts with the left fork."}
const int N = ${size};
typedef int[0, N - 1] seat_t;
bool taken[seat_t];

process Philosopher(const seat_t first, const seat_t second) {
    state think, left, eat, right;
    init think;
    trans
        think -> left { guard !taken[first]; assign taken[first] = true; },
        left -> eat { guard !taken[second]; assign taken[second] = true; },
        eat -> right { assign taken[first] = false; },
        right -> think { assign taken[second] = false; };
}

${range(size)
  .map((i) => {
    const [a, b] = correct && i === size - 1 ? [(i + 1) % size, i] : [i, (i + 1) % size];
    return `P${i} = Philosopher(${a}, ${b});`;
  })
  .join("\n")}
system ${range(size)
      .map((i) => `P${i}`)
      .join(", ")};
`;
    return {
      xta,
      queries: [
        { formula: "E<> deadlock", comment: "Everyone holds one fork and waits for the other.", holds: !correct },
        { formula: "A[] !(P0.eat && P1.eat)", comment: "Neighbours never eat together.", holds: true },
      ],
    };
  },
  variants: [{ name: "forks", summary: "forks are boolean variables" }],
});
