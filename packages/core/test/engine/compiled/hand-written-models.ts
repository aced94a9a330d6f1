// Small models as people write them, one for every way in which a step is emitted: alone and direct, alone with a frame,
// by tables, by pairs, broadcasts and vectors; and questions for every way in which a target is.

export interface Written {
  readonly name: string;
  /** The ending says the language. */
  readonly file?: string;
  readonly text: string;
  readonly queries?: readonly string[];
  /** How many states breadth-first search stores, by inclusion under extra-lu. */
  readonly states: number;
}

/** A chain of processes that hand a token on, so that many of them have few states. */
const tokens = (count: number): string => `
  int[0, ${count}] turn; int[-3, 4] v = -2; chan hand[${count}];
  void rotate() { int t = v; for (k : int[0, 1]) t = t + 1; v = t > 4 ? -3 : t; }
  process P(const int[0, ${count - 1}] i) {
    state idle, busy, done; init idle;
    trans idle -> busy { guard turn == i; assign rotate(); },
          busy -> done { guard v > -3 && i % 3 != 0; assign turn = i + 1; },
          busy -> done { select e : int[0, 2]; guard i % 3 == 0 && e < 2; assign turn = i + 1, v = e; };
  }
  system P;`;

/** So many edges leave one location that they do not stand in one function. */
const manyEdges = (count: number): string => `
  int[0, ${count}] x; int[0, 3] y;
  process P() { state a; init a; trans
    ${Array.from({ length: count }, (_, k) => `a -> a { guard x == ${k} && y ${k % 3 === 0 ? ">=" : "=="} ${k % 4}; assign x = ${k + 1}, y = ${(k + 1) % 4}; }`).join(",\n")},
    a -> a { guard y == 1; assign y = 2; };
  }
  system P;`;

/** Steps alone, without clocks: the successor is one number with some bits replaced, or goes through the tables. */
const ALONE: readonly Written[] = [
  {
    name: "plain assignments in one word",
    states: 19,
    text: `int[-3, 4] a = -1; int[0, 5] b = 2; int[7, 7] fixed = 7; bool c;
      process P() { state s, t; init s; trans
        s -> t { guard a < 4; assign a = a + 1, b = 5 - a > 4 ? 5 : 5 - a, c = !c; },
        s -> t { guard !(a < 4); assign a = -3, b = fixed - 4; },
        t -> s { guard b >= 1 && c == (a > 0); assign b = b - 1; },
        t -> s { guard b >= 1 && c != (a > 0); assign b = b - 1, c = a > 0; },
        t -> t { guard b == 3; assign b = 0, a = -a + 1 > 4 ? 4 : -a + 1; }; }
      system P;`,
  },
  {
    name: "a swap through a third, an array read at first and read after it was written",
    states: 48,
    text: `int[0, 6] a = 1; int[0, 6] b = 5; int[0, 6] t; int[0, 6] q[3] = { 4, 2, 0 }; int[0, 2] i;
      process P() { state s; init s; trans
        s -> s { assign t = a, a = b, b = t; },
        s -> s { guard i < 2; assign a = q[i], q[2] = a, i = i + 1; },
        s -> s { guard i == 2 && q[2] > 0; assign q[0] = q[2], b = q[i - 2], i = 0; }; }
      system P;`,
  },
  {
    name: "two words, whose second decides",
    states: 87,
    text: `int[0, 1000000] big = 999998; int[-20, 20] small = -20; int[0, 500000] other = 7;
      process P() { state s, t; init s; trans
        s -> t { guard big < 1000000; assign big = big + 1, other = big - 999000; },
        s -> t { guard small < 20 && big == 1000000; assign small = small + 1; },
        t -> s { guard other > 0; assign other = other - 1 + 1; }; }
      process Q() { state s; init s; trans s -> s { guard small == 20; assign big = 0, small = -20, other = 500000; }; }
      system P, Q;`,
    queries: ["E<> small == -20 && other == 500000", "E<> big == 0 && P.t && small > -20"],
  },
  {
    name: "states of three words",
    states: 61,
    text: `int a = -32768; int b = 32767; int c; int d = 5; int[0, 3] n;
      process P(const int[0, 3] id) { state s, t; init s; trans
        s -> t { guard n == id; assign c = a + b + id, d = c; },
        s -> s { guard n == id && id > 1; assign a = d, d = a; },
        t -> s { assign n = n == 3 ? 0 : n + 1, b = b - 1 < 32760 ? 32767 : b - 1; }; }
      system P;`,
  },
  {
    name: "frames: quantifiers around functions with locals",
    states: 9,
    text: `int[0, 40] total; int[0, 3] w[4] = { 1, 0, 3, 2 }; int[0, 4] n;
      int twice(int k) { int before = k; int after = before + k; return after; }
      int deep(int k) { int r = twice(k); { int s = twice(r); r = r + s; } return r; }
      process P() { state s, t; init s; trans
        s -> t { guard n < 4 && forall (i : int[0, 3]) twice(w[i]) <= 6; assign total = sum (i : int[0, 3]) twice(w[i]) * (i <= n ? 1 : 0), n++; },
        t -> s { guard exists (i : int[0, 3]) deep(w[i]) == 6 * n; assign w[n - 1] = (sum (i : int[0, 1]) w[i] + twice(i)) % 4; },
        t -> s { guard !(exists (i : int[0, 3]) deep(w[i]) == 6 * n); assign total = deep(n); }; }
      system P;`,
  },
  {
    name: "before and after every update, and meta",
    states: 15,
    text: `int[0, 9] ticks; int[0, 5] v; meta int scratch; int[0, 3] parity;
      before_update { ticks = v }
      after_update { parity = (v + ticks) % 3 }
      process P() { state s, t; init s; trans
        s -> t { assign scratch = v + 1, v = scratch > 4 ? 0 : scratch; },
        t -> s { guard v != 3; assign v = v + 1; },
        t -> s { assign parity = v % 4; }; }
      system P;`,
  },
  {
    name: "three selects of different ranges",
    states: 28,
    text: `int[0, 99] code; process P() { state s, t; init s; trans
        s -> t { select i : int[0, 1], j : int[2, 4], k : int[-1, 2]; guard i + k != 3; assign code = 20 * i + 4 * j + k + 1; },
        t -> s { guard code > 30; assign code = code % 10; }, t -> t { select none : int[3, 2]; assign code = 0; }; }
      system P;`,
  },
  {
    name: "one update by a function, one at an index, one quantifier around a call",
    states: 372,
    text: `int[0, 3] a = 1; int[0, 3] w[3] = { 2, 0, 1 }; int[0, 2] i;
      void turn() { int t = w[0]; w[0] = w[1]; w[1] = w[2]; w[2] = t; }
      int twice(int k) { int before = k; return before + k; }
      process P() { state s, t; init s; trans
        s -> t { assign turn(); }, s -> s { guard a < 3; assign w[i] = a, a = a + 1; },
        t -> s { guard exists (e : int[0, 2]) twice(w[e]) + 2 == 2 * e; assign i = i == 2 ? 0 : i + 1; },
        t -> s { guard w[i] == 1; assign a = 0; }, t -> s { guard w[i] == 1 && a > 1; assign a = 1; }, t -> s { guard w[i] == 1 && a < 3; assign a = 2, i = 0; }; }
      system P;`,
  },
  {
    name: "a sender that is committed, and answers that may fail",
    states: 4,
    text: `chan c; int[0, 2] d = 2; int[0, 3] n;
      process P() { state s, t; commit t; init s; trans s -> t { guard d > 0; assign d--; }, t -> s { sync c!; }; }
      process Q() { state s; init s; trans s -> s { guard 2 / d > 0; sync c?; assign n = n == 3 ? 0 : n + 1; }; }
      system P, Q;`,
  },
  { name: "more processes than are unrolled", states: 221, text: tokens(66), queries: ["E<> turn == 66 && v == 4"] },
  { name: "as many processes as are unrolled", states: 214, text: tokens(64) },
  { name: "more edges than stand in one piece", states: 376, text: manyEdges(300), queries: ["E<> deadlock"] },
  {
    name: "a guard that may fail, behind others and where somebody is committed",
    states: 14,
    text: `int[0, 3] d = 2; int[0, 9] v; int[0, 2] q[3] = { 0, 1, 2 };
      process P() { state s, t, u; commit t; init s; trans
        s -> t { guard d > 0 && 6 / d >= 2; assign v = 6 / d; },
        t -> s { assign d = d - 1; },
        s -> u { guard d == 0 && q[d] == 0; }; }
      process Q() { state s, t; init s; trans
        s -> t { select i : int[0, 2]; guard v > 0 && q[i] < 2 && 4 / v > i; assign v = i; },
        t -> s { guard d < 2; assign v = 3; }; }
      system P, Q;`,
  },
  {
    name: "an index that leaves its array where nobody guards it",
    states: 5,
    text: `int[0, 4] i; int q[3] = { 1, 1, 1 };
      process P() { state s, t; init s; trans
        s -> s { guard q[i] == 1; assign i = i + 1; }, s -> t { guard i == 2; }; }
      system P;`,
  },
];

/** Work that is allowed in one step; all steps together have more. */
export const LONG_LOOPS: Written = {
  name: "loops that are long in every step",
  states: 61,
  text: `chan c; int[0, 60] n; int[0, 1] last;
    void work() { int[0, 500000] i = 0; while (i < 500000) { i++; } last = i % 2; }
    process P() { state s; init s; trans s -> s { guard n < 30; assign work(), n++; }, s -> s { guard n >= 30 && n < 60; sync c!; assign work(); }; }
    process Q() { state s; init s; trans s -> s { sync c?; assign n++; }; }
    system P, Q;`,
};

/** Pairs, by constant channels, arrays of them, and selects that the channel determines or does not. */
const PAIRS: readonly Written[] = [
  {
    name: "receivers that take over the sender's index",
    states: 26,
    text: `chan go[4]; int[0, 3] list[3] = { 3, 1, 2 }; int[0, 3] head; int[-1, 3] got = -1; int[0, 3] count;
      process S() { state s; init s; trans s -> s { guard head < 3; sync go[list[head]]!; assign head++; },
        s -> s { guard head == 3 && count < 3; sync go[count]!; assign head = 0, count++; }; }
      process R() { state s; init s; trans s -> s { select e : int[0, 3]; sync go[e]?; assign got = e; }; }
      process Narrow() { state s; init s; trans s -> s { select e : int[1, 2]; guard got != e; sync go[e]?; assign got = 3 - e; }; }
      system S, R, Narrow;`,
  },
  {
    name: "two selects, one shifted, one at the second place, two dimensions, ids that begin at 2",
    states: 52,
    text: `typedef int[2, 5] id_t; chan a[id_t]; chan b[2][3]; int[0, 9] got; int[2, 5] at = 2;
      process S() { state s, t; init s; trans
        s -> t { sync a[at]!; assign at = at == 5 ? 2 : at + 1; },
        s -> t { select i : int[0, 1], j : int[0, 2]; guard i != j; sync b[i][j]!; },
        t -> s { }; }
      process R() { state s; init s; trans
        s -> s { select e : id_t; sync a[e]?; assign got = e; },
        s -> s { select k : int[0, 1], e : int[2, 5]; guard k == 1; sync a[e]?; assign got = e + k; },
        s -> s { select e : int[3, 6]; sync a[e - 1]?; assign got = 9 - e; },
        s -> s { select e : int[2, 4]; sync a[e]?; assign got = 0; },
        s -> s { select j : int[0, 2]; sync b[1][j]?; assign got = j; },
        s -> s { select i : int[0, 1]; sync b[i][2]?; assign got = 7 + i; }; }
      system S, R;`,
  },
  {
    name: "a select beside an index that is the first of all variables",
    states: 7,
    text: `int[0, 2] k = 1; int[0, 2] got; chan c[3];
      process S() { state s; init s; trans s -> s { sync c[k]!; assign k = k == 2 ? 0 : k + 1; }; }
      process R() { state s; init s; trans s -> s { select e : int[0, 2]; guard e != k || k == 0; sync c[k]?; assign got = e; }; }
      system S, R;`,
  },
  {
    name: "an index that the receiver writes, and one by a function",
    states: 43,
    text: `chan c[3]; int[0, 2] k; int[0, 2] log[2]; int[0, 4] n;
      int[0, 2] pick(int[0, 2] x) { return x == 2 ? 0 : x + 1; }
      process S() { state s; init s; trans s -> s { guard n < 4; sync c[k]!; assign log[0] = k, n++; },
        s -> s { guard n < 4; sync c[pick(k)]!; assign log[1] = pick(k), n++; }; }
      process R() { state s; init s; trans s -> s { select e : int[0, 2]; sync c[e]?; assign k = pick(e); },
        s -> s { sync c[k]?; assign k = 0; }; }
      system S, R;`,
  },
  {
    name: "committed senders and receivers, and a sender that would answer itself",
    states: 12,
    text: `chan a, b; int[0, 3] n;
      process P() { state s, t, u; commit t; init s; trans s -> t { sync a!; }, t -> u { sync b!; assign n = 1; },
        u -> s { guard n > 0; assign n = n - 1; }, s -> s { sync a?; assign n = 3; }; }
      process Q() { state s, t; init s; trans s -> t { sync a?; }, t -> s { sync b?; assign n = n + 1; },
        t -> s { guard n == 0; assign n = 2; }; }
      process W() { state s, t; init s; trans s -> t { guard n == 2; }, s -> s { sync b?; assign n = 2; }; }
      system P, Q, W;`,
  },
  {
    name: "channels and processes with priorities",
    states: 13,
    text: `chan low, high; int[0, 4] n;
      chan priority low < default < high;
      process P() { state s, t; init s; trans s -> t { guard n < 4; sync low!; assign n++; },
        s -> t { guard n % 2 == 1; sync high!; assign n++; }, t -> s { }; }
      process Q() { state s; init s; trans s -> s { sync low?; }, s -> s { guard n < 3; sync high?; }; }
      process R() { state s, t; init s; trans s -> t { guard n == 2; }, t -> s { guard n == 4; }; }
      system Q < P, R;`,
    queries: ["E<> deadlock"],
  },
];

/** Broadcasts and vectors, without clocks. */
const TOGETHER: readonly Written[] = [
  {
    name: "a broadcast by computed index, receivers with several edges and selects",
    states: 41,
    text: `broadcast chan b[3]; int[0, 2] k; int[0, 7] got[2]; int[0, 3] n;
      process S() { state s, t; init s; trans s -> t { guard n < 3; sync b[k]!; assign n++, k = (k + 1) % 3; }, t -> s { }; }
      process R(const int[0, 1] i) { state s, t; init s; trans
        s -> t { select e : int[0, 2]; guard e != i; sync b[e]?; assign got[i] = e; },
        s -> s { sync b[k]?; assign got[i] = 4 + k; },
        s -> s { select e : int[0, 1], d : int[0, 1]; guard e + d == 1; sync b[e + d]?; assign got[i] = 7 - d; },
        t -> s { guard got[i] > 1; sync b[i]?; assign got[1 - i] = 3; }; }
      system S, R;`,
    queries: ["E<> got[0] == 7 && got[1] == 5", "E<> forall (i : int[0, 1]) got[i] == 3"],
  },
  {
    name: "broadcasts of committed and of several senders",
    states: 5,
    text: `broadcast chan a, b; int[0, 9] v;
      process S(const int[1, 2] i) { state s, t, u; commit t; init s; trans s -> t { sync a!; assign v = i; },
        t -> u { sync b!; assign v = v + i; }, s -> u { sync b?; assign v = v + 1 > 5 ? 5 : v + 1; }; }
      process R() { state s, t; init s; trans s -> t { sync a?; assign v = v + 2; }, t -> t { guard v > 3; sync b?; assign v = v - 3; },
        t -> s { guard v < 2; sync b?; }; }
      system S, R;`,
  },
  {
    name: "vectors with weak participants and edges of one guard",
    file: "model.tck",
    states: 56,
    text: `system:m
event:a
event:b
event:c
int:1:0:3:1:v
int:1:0:3:0:w
process:P
location:P:s{initial:}
location:P:t
edge:P:s:t:a{provided: v<3 : do: v=v+1}
edge:P:t:s:a{provided: v>0}
edge:P:t:t:c{do: w=v}
edge:P:s:s:c{provided: w==3 : do: w=0;v=0}
process:Q
location:Q:s{initial:}
location:Q:t
edge:Q:s:t:b{provided: w<3 : do: w=w+1}
edge:Q:s:s:b{provided: w<3 : do: w=3}
edge:Q:t:s:b{provided: v>1 : do: w=0}
edge:Q:s:t:c
edge:Q:t:t:c{provided: w==1}
process:R
location:R:s{initial:}
location:R:t
edge:R:s:t:b{provided: v>1}
edge:R:t:s:b{provided: w>0 : do: w=w-1}
edge:R:t:s:a{provided: v==2}
sync:P@a:Q@b?:R@b?
sync:R@a:P@c
sync:Q@c?:P@c:R@b?
sync:Q@c?:R@b?
sync:R@a?
`,
  },
];

/** With clocks: pairs and broadcasts that clocks decide, urgent channels, questions about clocks and deadlocks. */
export const TIMED: Written[] = [
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

export const UNTIMED: readonly Written[] = [...ALONE, ...PAIRS, ...TOGETHER];

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
TIMED.push(...RULED_OUT);

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
