// Small models with clocks, as people write them: see `hand-written-models.ts` for those without.

import type { Written } from "./hand-written-models.ts";

/** With clocks: pairs and broadcasts that clocks decide, urgent channels, questions about clocks and deadlocks. */
const DECIDED: readonly Written[] = [
  {
    name: "trains before a gate, as in the books",
    states: 262,
    text: `const int N = 3; typedef int[0, N - 1] id_t;
      chan appr[N], stop[N], leave[N]; urgent chan go[N];
      clock x[N]; id_t list[N + 1]; int[0, N] len;
      void enqueue(id_t e) { list[len++] = e; }
      void dequeue() { int i = 0; len -= 1; while (i < len) { list[i] = list[i + 1]; i++; } list[i] = 0; }
      id_t tail() { return list[len - 1]; }
      process Train(const id_t id) { state Safe, Appr { x[id] <= 20 }, Stop, Start { x[id] <= 15 }, Cross { x[id] <= 5 }; init Safe; trans
        Safe -> Appr { sync appr[id]!; assign x[id] = 0; }, Appr -> Stop { guard x[id] <= 10; sync stop[id]?; },
        Appr -> Cross { guard x[id] >= 10; assign x[id] = 0; }, Stop -> Start { sync go[id]?; assign x[id] = 0; },
        Start -> Cross { guard x[id] >= 7; assign x[id] = 0; }, Cross -> Safe { guard x[id] >= 3; sync leave[id]!; }; }
      process Gate() { state Free, Occ, Full; commit Full; init Free; trans
        Free -> Occ { select e : id_t; guard len == 0; sync appr[e]?; assign enqueue(e); },
        Free -> Occ { guard len > 0; sync go[list[0]]!; },
        Occ -> Full { select e : id_t; sync appr[e]?; assign enqueue(e); },
        Full -> Occ { sync stop[tail()]!; }, Occ -> Free { select e : id_t; guard e == list[0]; sync leave[e]?; assign dequeue(); }; }
      system Train, Gate;`,
    queries: [
      "E<> Train(0).Cross && x[0] > 3 && len == 3",
      "E<> exists (i : id_t) Train(i).Stop && x[i] > 12 && len < 2",
      "E<> not (forall (i : id_t) x[i] <= 30 || Train(i).Safe)",
      "E<> deadlock && len > 0",
      "E<> not deadlock && x[0] == 4 && Train(0).Cross",
    ],
  },
  {
    name: "receivers that join while their clocks allow it: a bound, an interval, two ways",
    states: 479,
    text: `broadcast chan b; clock x, y, z; int[0, 7] got; int[0, 1] flag;
      process S() { state s { x <= 6 }, t; init s; trans s -> t { guard x >= 1; sync b!; assign flag = 1; }, t -> s { guard x > 6; assign x = 0; }; }
      process A() { state s, t; init s; trans s -> t { guard y >= 2; sync b?; assign got = got + (got < 7 ? 1 : 0), y = 0; }, t -> s { guard y > 3; assign y = 1; }; }
      process B() { state s, t, u; init s; trans s -> t { guard z >= 2 && z <= 4; sync b?; assign z = 0; },
        s -> u { guard z > 3; sync b?; assign got = got > 3 ? 0 : got + 2; }, t -> s { guard z == 1; }, u -> s { guard flag == 1; assign flag = 0; }; }
      process C() { state s, t; init s; trans s -> t { select e : int[0, 1]; guard e == flag && x < 5 && y > 1; sync b?; assign got = e; }, t -> s { }; }
      system S, A, B, C;`,
    queries: ["E<> got == 5 && B.t && z < 1", "E<> deadlock", "E<> not (deadlock || x <= 4)"],
  },
  {
    name: "urgent channels of two processes, by pairs and broadcast, with selects",
    states: 235,
    text: `urgent chan u[2]; urgent broadcast chan all; clock x, y; int[0, 2] n; int[0, 1] open;
      process P() { state s { x <= 5 }, t; init s; trans s -> t { select i : int[0, 1]; guard i == open && n > 0; sync u[i]!; assign n--; },
        t -> s { guard x >= 2; assign x = 0; }, s -> s { guard x >= 3; assign n = n < 2 ? n + 1 : 0, x = 0; }; }
      process Q() { state s, t; init s; trans s -> t { select e : int[0, 1]; sync u[e]?; assign open = 1 - e; }, t -> s { guard y > 2; assign y = 0; }; }
      process W() { state s, t; init s; trans s -> t { guard n == 2; sync all!; }, t -> s { guard y >= 1; assign n = 1; }; }
      process V() { state s; init s; trans s -> s { guard open == 1; sync all?; assign open = 0; }; }
      process U() { state s, t; init s; trans s -> t { guard open == 1 && n == 1; sync u[1]!; }, t -> s { guard y >= 3; }; }
      system P, Q, W, V, U;`,
    queries: ["E<> deadlock && n == 2", "E<> P.t && Q.t && y - x > 1"],
  },
  {
    name: "an urgent channel whose guards ask for clocks",
    states: 26,
    text: `urgent chan u; urgent broadcast chan all; clock x, y; int[0, 3] n;
      process P() { state s { x <= 8 }, t; init s; trans s -> t { guard x >= 2; sync u!; assign n = 1; }, t -> s { assign x = 0; },
        s -> s { guard x > 6; assign x = 1, n = 2; }; }
      process Q() { state s, t; init s; trans s -> t { guard y >= 3 && y <= 5; sync u?; assign y = 0; }, t -> s { guard y >= 2; sync all!; assign n = 3; },
        s -> s { guard y > 7; assign y = 0; }; }
      process R() { state s; init s; trans s -> s { guard x < 4; sync all?; assign x = 0; }; }
      system P, Q, R;`,
    queries: ["E<> deadlock", "E<> y > 5 && n == 1"],
  },
  {
    name: "priorities where clocks decide who is outranked",
    states: 29,
    text: `chan a, b; clock x, y; int[0, 3] n; chan priority a < b;
      process P() { state s { x <= 9 }, t { y <= 3 }; init s; trans s -> t { guard x >= 1; sync a!; assign y = 0; }, s -> t { guard x >= 4 && x <= 6; sync b!; assign y = 1, n = 2; },
        t -> s { guard y >= 2; assign x = 0; }; }
      process Q() { state s; init s; trans s -> s { sync a?; assign n = n == 3 ? 0 : n + 1; }, s -> s { guard n > 0; sync b?; }; }
      process R() { state s, t { x <= 7 }; init s; trans s -> t { guard x == 5; }, t -> s { guard x > 6; }; }
      system P, Q < R;`,
    queries: ["E<> deadlock", "E<> n == 2 && x > 6 && P.s"],
  },
  {
    name: "clocks by functions, differences, resets to values that data decide, invariants that change",
    states: 34,
    text: `clock x, y, z; int[1, 4] d = 2; int[0, 2] k; int lim(int i) { int r = d; while (i > 0) { r = r + 1; i--; } return r; }
      process P() { state s { x <= lim(k) }, t { y <= d && z <= 9 }, u; init s; trans
        s -> t { guard x >= d; assign y = k, x = 0, k = (k + 1) % 3; },
        t -> s { guard y >= 1 && x - z < 1; assign d = d == 4 ? 1 : d + 1, x = 0, z = d; },
        t -> u { guard z - x > 2 && y > k; },
        u -> u { guard z > 9; assign z = 0, y = lim(2) - 1; }; }
      system P;`,
    queries: ["E<> P.u && y > 3 && x < 6", "E<> (z - x > 3 || k == 2) && x != 1", "E<> not (y < 4 || d > 1)"],
  },
  {
    name: "a vector whose weak participant has a clock",
    file: "model.tck",
    states: 21,
    text: `system:m
event:a
event:b
clock:1:x
clock:1:y
int:1:0:3:0:v
process:P
location:P:s{initial: : invariant: x<=5}
location:P:t
edge:P:s:t:a{provided: x>=1 : do: v=v+1}
edge:P:t:s:a{provided: x>3 && v<3 : do: x=0}
process:Q
location:Q:s{initial:}
location:Q:t
edge:Q:s:t:b{provided: y<=2}
edge:Q:s:s:b{provided: y>=4 && y<=6 : do: y=0}
edge:Q:t:s:b{provided: v>1 : do: y=1}
process:R
location:R:s{initial:}
edge:R:s:s:b{provided: y>1}
sync:P@a:Q@b?:R@b?
`,
  },
  {
    name: "a clock that stands still, and guards that fail while somebody is committed",
    states: 43,
    text: `clock x, y; int[0, 3] d = 1; int[0, 2] n;
      process P() { state s { x <= 4 && y' == 0 }, t { x <= 3 }, u; commit u; init s; trans
        s -> t { guard x >= 2; assign x = 0; }, t -> s { guard y < 5 && x > 1; assign x = 0; }, t -> u { guard y >= 1 && n < 2; assign n++; }, u -> t { assign d = 3 - d; }; }
      process Q() { state s, t; init s; trans s -> t { guard 3 / d > 0 && y >= 1; }, t -> s { guard n == 2 && 4 / (2 - n + d) == 2; }; }
      system P, Q;`,
    queries: ["E<> y == 2 && P.s", "E<> deadlock"],
  },
];

/** Steps that the clocks rule out, and that would fail; questions with many parts. */
const RULED_OUT: readonly Written[] = [
  {
    name: "steps that the clocks rule out, and that would fail",
    states: 3,
    text: `clock x, y; int[0, 2] n;
      process P() { state s { x <= 4 }, t { x <= 9 }, u; init s; trans s -> t { guard x >= 2; assign y = 0, n = 1; },
        t -> s { guard x > 5 && y < 2; assign n = 7; }, t -> s { guard x >= 9 && x - y < 2; assign n = 8; },
        t -> u { guard x == 7 && y >= 3; assign n = 2; }; }
      system P;`,
    queries: ["E<> deadlock", "E<> not deadlock && n == 2", "E<> (deadlock && x > 90) || (x < 3 && n == 1)"],
  },
  {
    name: "the same where priorities decide, and an urgent channel that may fail",
    states: 18,
    text: `clock x, y; int[0, 2] n; urgent chan u; chan a, b; chan priority a < b; int[0, 2] d = 2;
      process P() { state s { x <= 4 }, t { x <= 9 }, v; init s; trans s -> t { guard x >= 2; sync a!; assign y = 0, n = 1; },
        t -> s { guard x > 5 && y < 2; sync b!; assign n = 7; }, t -> v { guard x >= 7 && y >= 3; sync b!; assign n = 2; },
        t -> v { guard x >= 6; sync a!; }, v -> s { guard d > 0; assign d--, x = 0; }; }
      process Q() { state s, t; init s; trans s -> s { sync a?; }, s -> s { sync b?; }, s -> t { guard n == 2 && 2 / d == 1; sync u!; }, t -> s { }; }
      process R() { state s; init s; trans s -> s { sync u?; assign n = 0; }; }
      system P, Q, R;`,
    queries: ["E<> deadlock", "E<> not deadlock && n == 2"],
  },
  {
    name: "a question of more parts than are compiled",
    states: 10,
    text: `clock x[10]; int[0, 9] i; process P() { state s { x[0] <= 3 }, t { x[0] <= 5 }, u; init s; trans
        s -> t { guard x[0] >= 2; assign x[3] = 0; }, t -> u { guard x[0] >= 4; assign x[5] = 0, i = 5; }, u -> s { guard x[5] > 1; assign x[0] = 0; }; }
      system P;`,
    queries: [
      "E<> forall (k : int[0, 9]) x[k] < 1 || x[k] > 2",
      "E<> (forall (k : int[0, 9]) x[k] < 1 || x[k] > 2 + i) || (x[5] == 1 && P.u)",
      "E<> exists (k : int[2, 6]) x[k] == 3 && k == i",
      "E<> exists (k : int[2, 4]) exists (m : int[5, 6]) x[k] > 3 && x[m] < k - 1",
    ],
  },
];

export const TIMED: readonly Written[] = [...DECIDED, ...RULED_OUT];

/** Questions that may fail, in some states or always, beside clocks. */
export const FAILING: Written = {
  name: "questions that may fail beside clocks",
  states: 9,
  text: `clock x[2]; bool ok = true; int[0, 3] v; int[0, 4] q[3] = { 1, 0, 4 };
      process P() { state s { x[0] <= 4 }, t; init s; trans s -> t { guard x[0] > 1 && v < 3; assign ok = v < 2, v++, x[1] = 0; }, t -> s { guard x[1] >= 1; assign x[0] = 0; }; }
      system P;`,
  queries: [
    "E<> x[0] > 2 && q[v] == 4",
    "E<> v < 2 && x[v] > 1 && P.t",
    "E<> (v > 2 || q[v] > 0) && x[1] > 2",
    "E<> forall (i : int[0, 1]) v < 3 && x[i] <= q[v]",
    "E<> exists (i : int[0, 1]) (v == i && x[i] < 2) || 4 / (v + 1) == 4 && x[0] > 3",
    "E<> not (x[0] <= 5 && (v == 3 || q[v] != 1))",
    "E<> exists (i : int[0, 2]) v == i || 4 / (1 - i) > 4",
    "E<> forall (i : int[0, 2]) v != i && 4 / (1 - i) < 5",
    "E<> ok && x[0] <= q[v]",
    "E<> !ok || x[0] <= q[v]",
    "E<> not (ok && x[0] <= q[v])",
    "E<> deadlock || q[v] == 0",
    "E<> v < 3 imply (x[1] > q[v] && P.s)",
  ],
};
