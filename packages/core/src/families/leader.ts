// Leader election in a unidirectional ring (Chang and Roberts 1979), with message delays. Each node passes on numbers
// greater than its own; who gets its own number back leads. The seeded error: a node also passes on smaller numbers
// once, so two nodes may believe to lead.

import type { Family } from "./family.ts";

export const leader: Family = {
  name: "leader",
  summary: "leader election in a ring of n nodes with slow links",
  unit: "nodes",
  sizes: { min: 2, max: 50, default: 3 },
  variants: [{ name: "ring", summary: "one link of bounded delay from each node to the next" }],
  hasCorrect: true,
  hasSeed: false,
  generate({ size, correct }) {
    const forward = correct ? "held > me" : "held != me";
    const xta = `// Leader election in a ring of ${size} nodes.${correct ? "" : " Faulty: smaller numbers are passed on as well."}
const int N = ${size};
const int DELAY = 2;
typedef int[0, N - 1] node_t;
chan put[node_t], get[node_t];
node_t sent;

process Node(const node_t me) {
    node_t held = me;
    state start, listen, decide, pass, leads;
    urgent decide;
    init start;
    trans
        start -> listen { sync put[me]!; assign sent = me; },
        listen -> decide { sync get[(me + N - 1) % N]?; assign held = sent; },
        decide -> leads { guard held == me; },
        decide -> pass { guard ${forward}; },
        decide -> listen { guard held < me; },
        pass -> listen { sync put[me]!; assign sent = held; };
}

process Link(const node_t from) {
    clock x;
    node_t message = 0;
    state empty, full { x <= DELAY };
    init empty;
    trans
        empty -> full { sync put[from]?; assign message = sent, x = 0; },
        full -> empty { guard x >= 1; sync get[from]!; assign sent = message, message = 0; };
}

system Node, Link;
`;
    return {
      xta,
      queries: [
        {
          formula: "E<> exists (i : node_t) exists (j : node_t) i != j && Node(i).leads && Node(j).leads",
          comment: "Two nodes believe to lead.",
          holds: !correct,
        },
        { formula: "E<> Node(N - 1).leads", comment: "The highest number can win.", holds: true },
      ],
    };
  },
};
