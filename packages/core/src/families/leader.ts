// Leader election, with message delays. In the unidirectional ring (Chang and Roberts 1979) each node passes on numbers
// greater than its own; who gets its own number back leads. The seeded error: a node also passes on smaller numbers
// once, so two nodes may believe to lead.
//
// With the pool every node floods what it believes, the lowest number it heard of and how far away that is, through
// messages that are processes of their own: whoever sends takes the first one that is free, which each of them finds
// out by a function that scans the others. A slot for each pair of nodes and each distance makes three hundred of them
// for five nodes, and guards that are the hard case for estimates. The seeded error: a node may flood again while its
// letters are still underway, until the pool is used up.

import { defined } from "../basics/defined.ts";
import { defineFamily, type FamilyModel, type FamilyOptions } from "./family.ts";

export const leader = defineFamily("leader", {
  summary: "leader election in a ring of n nodes with slow links",
  sizes: { unit: "nodes", min: 2, max: 50, default: 3 },
  generate: (options) => (options.variant === "pool" ? pool(options) : ring(options)),
  variants: [
    { name: "ring", summary: "one link of bounded delay from each node to the next" },
    { name: "pool", summary: "everybody reaches everybody, through a pool of 3n²(n − 1) messages" },
  ],
});

function ring({ size, correct }: FamilyOptions): FamilyModel {
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
}

function pool({ size, correct }: FamilyOptions): FamilyModel {
  const again = correct ? "" : "\n        idle -> flooding { assign to = following(0); },";
  const xta = `// Leader election by flooding among ${size} nodes.${correct ? "" : " Faulty: nodes flood again and again."}
const int N = ${size};
const int FARTHEST = 3 * N - 1;
const int MESSAGES = N * (N - 1) * (FARTHEST + 1);
const int DELAY = 3;
const int PATIENCE = 5;
typedef int[0, N - 1] node_t;
typedef int[0, FARTHEST] distance_t;
typedef struct { node_t from; node_t to; node_t leader; distance_t distance; } letter_t;
chan post;
chan deliver[node_t];
letter_t desk;
bool used[MESSAGES];

void wipe(letter_t &letter) {
    letter.from = 0;
    letter.to = 0;
    letter.leader = 0;
    letter.distance = 0;
}

process Message(const int[0, MESSAGES - 1] me) {
    clock x;
    letter_t letter;
    bool isFirstFree() {
        int i;
        for (i = 0; i < me; i++)
            if (!used[i]) return false;
        return true;
    }
    state free, underway { x <= DELAY };
    init free;
    trans
        free -> underway { guard isFirstFree(); sync post?; assign x = 0, letter = desk, wipe(desk), used[me] = true; },
        underway -> free { sync deliver[letter.to]!; assign desk = letter, wipe(letter), used[me] = false; };
}

process Node(const node_t me) {
    clock x;
    node_t leader = me;
    distance_t distance = 0;
    int[0, N] to = 0;
    int[0, N] except = N;
    int[0, N] following(int[0, N] node) {
        while (node < N && (node == me || node == except)) node++;
        return node;
    }
    bool isBetter() {
        if (desk.leader == leader) return desk.distance + 1 < distance;
        return desk.leader < leader;
    }
    void write() {
        desk.from = me;
        desk.to = to;
        desk.leader = leader;
        desk.distance = distance;
        to = following(to + 1);
    }
    void believe() {
        leader = desk.leader;
        distance = desk.distance + 1;
        except = desk.from;
        to = following(0);
        wipe(desk);
    }
    state waking { x <= PATIENCE }, idle, reading, flooding;
    commit reading, flooding;
    init waking;
    trans
        waking -> flooding { assign to = following(0); },
        idle -> reading { sync deliver[me]?; },${again}
        reading -> flooding { guard isBetter() && desk.distance < FARTHEST; assign believe(); },
        reading -> idle { guard !isBetter() || desk.distance == FARTHEST; assign wipe(desk); },
        flooding -> flooding { guard to < N; sync post!; assign write(); },
        flooding -> idle { guard to == N; assign to = 0, except = N; };
}

system Message, Node;
`;
  return {
    xta,
    queries: [
      {
        formula: "E<> used[MESSAGES - 1]",
        comment: "The pool can be used up.",
        // Each of n nodes sends n − 1 letters, and n − 2 whenever it believes in something better: (n − 1)² times at
        // most.
        ...defined({ holds: correct && size > 5 ? undefined : !correct }),
      },
      {
        formula: "E<> forall (i : node_t) Node(i).leader == 0",
        comment: "All can agree on the lowest number.",
        holds: true,
      },
    ],
  };
}
