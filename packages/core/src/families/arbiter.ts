// A: a binary tree of arbiters that passes one permission from a loop above the root down to the clients. Client 0 is
// faulty: it may release what it does not hold, and then two others can work at once.

import { defineFamily, range } from "./family.ts";

export const arbiter = defineFamily("arbiter", {
  summary: "a tree of arbiters, height k, 2^k clients; one client releases what it does not have",
  sizes: { unit: "levels of the tree", min: 2, max: 8, default: 2 },
  generate({ size: k, correct }) {
    const inner = 2 ** k - 1;
    const nodes = 2 ** (k + 1) - 1;
    const clients = 2 ** k;
    const xta = `// Arbiter tree of height ${k}. Nodes are numbered as in a heap; client c is node ${inner} + c.
const int NODES = ${nodes};
typedef int[0, NODES - 1] node_t;
chan req[node_t], gr[node_t], rel[node_t];

process Loop() {
    state wait, request, release;
    init wait;
    trans
        wait -> request { sync req[0]?; },
        request -> release { sync gr[0]!; },
        release -> wait { sync rel[0]?; };
}

process Arbiter(const node_t a, const node_t l, const node_t r) {
    state wait, left1, left2, left3, right1, right2, right3, granted, second, release, relup;
    init wait;
    trans
        wait -> left1 { sync req[l]?; },
        left1 -> left2 { sync req[a]!; },
        left2 -> left3 { sync gr[a]?; },
        left3 -> granted { sync gr[l]!; },
        wait -> right1 { sync req[r]?; },
        right1 -> right2 { sync req[a]!; },
        right2 -> right3 { sync gr[a]?; },
        right3 -> granted { sync gr[r]!; },
        granted -> release { sync rel[l]?; },
        granted -> release { sync rel[r]?; },
        release -> wait { sync rel[a]!; },
        granted -> second { sync req[l]?; },
        granted -> second { sync req[r]?; },
        second -> left3 { sync rel[r]?; },
        second -> right3 { sync rel[l]?; },
        wait -> relup { sync rel[l]?; },
        wait -> relup { sync rel[r]?; },
        relup -> wait { sync rel[a]!; };
}

process Client(const node_t v, const bool faulty) {
    state idle, wait, work, bounce;
    init idle;
    trans
        idle -> wait { sync req[v]!; },
        wait -> work { sync gr[v]?; },
        work -> idle { sync rel[v]!; },
        idle -> bounce { sync gr[v]?; },
        bounce -> idle { sync rel[v]!; },
        idle -> idle { guard faulty; sync rel[v]!; };
}

${range(inner)
  .map((a) => `A${a} = Arbiter(${a}, ${2 * a + 1}, ${2 * a + 2});`)
  .join("\n")}
${range(clients)
  .map((c) => `C${c} = Client(${inner + c}, ${c === 0 && !correct});`)
  .join("\n")}
system Loop, ${range(inner)
      .map((a) => `A${a}`)
      .join(", ")}, ${range(clients)
      .map((c) => `C${c}`)
      .join(", ")};
`;
    return {
      xta,
      queries: [
        {
          formula: `E<> C1.work && C${clients / 2}.work`,
          comment: "Can two clients of different halves work at the same time?",
          holds: !correct,
        },
      ],
    };
  },
  variants: [{ name: "tree", summary: "heap numbering, error: client 1 and the first client of the right half work" }],
});
