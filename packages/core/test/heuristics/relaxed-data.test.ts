// What the abstract interpreter sees of functions, loops, queues and values passed by channel indices: small models in
// the manner of the shared ones where it once saw nothing, took for ever, or ran out of stack.

import { describe, expect, it } from "vitest";
import { estimate } from "./estimate.ts";

/** Each message may be used once all before it are (leader election over channels). */
const chain = (n: number): string => `
bool used[${n}];
process Message(const int id) {
  bool mayUse() { int i = 0; while (i < id) { if (!used[i]) return false; i++; } return true; }
  state idle, busy;
  init idle;
  trans idle -> busy { guard mayUse(); assign used[id] = true; };
}
${Array.from({ length: n }, (_, i) => `M${i} = Message(${i});`).join("\n")}
system ${Array.from({ length: n }, (_, i) => `M${i}`).join(", ")};
query { E<> used[${n - 1}] }
`;

/** Everybody tells what they know over a broadcast channel whose index is the knowledge. */
const gossip = (n: number): string => `
const int ALL = (1 << ${n}) - 1;
broadcast chan tell[ALL + 1];
process Person(const int[0, ${n - 1}] id) {
  int secrets = 1 << id;
  int known() { return secrets; }
  state free;
  init free;
  trans free -> free { sync tell[known()]!; },
        free -> free { select e : int[0, ALL]; sync tell[e]?; assign secrets |= e; };
}
${Array.from({ length: n }, (_, i) => `P${i} = Person(${i});`).join("\n")}
system ${Array.from({ length: n }, (_, i) => `P${i}`).join(", ")};
query { E<> ${Array.from({ length: n }, (_, i) => `P${i}.secrets == ALL`).join(" && ")} }
`;

/** A gate that keeps trains in a queue, shifted element by element. */
const gate = (n: number): string => `
const int N = ${n};
typedef int[0, N - 1] id_t;
chan appr[N], leave[N];
process Train(const id_t id) {
  state safe, near; init safe;
  trans safe -> near { sync appr[id]!; }, near -> safe { sync leave[id]!; };
}
process Gate() {
  id_t list[N + 1];
  int[0, N] len;
  void enqueue(id_t element) { list[len++] = element; }
  void dequeue() { int i = 0; len -= 1; while (i < len) { list[i] = list[i + 1]; i++; } list[i] = 0; }
  id_t front() { return list[0]; }
  state open; init open;
  trans open -> open { select e : id_t; sync appr[e]?; assign enqueue(e); },
        open -> open { select e : id_t; guard e == front(); sync leave[e]?; assign dequeue(); };
}
${Array.from({ length: n }, (_, i) => `T${i} = Train(${i});`).join("\n")}
system ${Array.from({ length: n }, (_, i) => `T${i}`).join(", ")}, Gate;
query { E<> ${Array.from({ length: n }, (_, i) => `T${i}.near`).join(" && ")} }
`;

describe("the abstract interpreter", () => {
  it.each([2, 5, 12])("follows each way through a function apart: a chain of %i", (n) => {
    expect(estimate("hL()", chain(n))).toBe(n);
    expect(estimate("hU()", chain(n))).toBe(n);
  });

  it("passes the sender's index to the receiver's select", () => {
    // Four persons know two secrets after one round and four after two.
    expect(estimate("hL()", gossip(4))).toBe(2);
    expect(estimate("hU(broadcast=each)", gossip(4))).toBeGreaterThan(estimate("hU()", gossip(4)));
  });

  it("does not run out of stack or time on a queue of two hundred", () => {
    expect(estimate("hL()", gate(200))).toBe(1);
    expect(estimate("hU()", gate(200))).toBe(200);
  });

  it("does not count for ever what no condition reads, nor what no one can count to", () => {
    const counter = (guard: string): string => `
      int[0, 2000000000] n; int[0, 3] v;
      process P() { state s, t; init s; trans s -> s { assign n++; }, s -> t { guard ${guard}; }; }
      system P;
      query { E<> P.t }`;
    for (const shortcut of ["auto", "on", "off"]) {
      const spec = `hL(shortcut=${shortcut})`;
      expect(estimate(spec, counter("v == 3"))).toBe(Number.POSITIVE_INFINITY);
      expect(estimate(spec, counter("n == 1000000"))).toBeLessThan(1000);
      expect(estimate(spec, counter("n == 7"))).toBe(shortcut === "off" ? 8 : 2);
    }
  });
});

describe("shortcut", () => {
  const steps = (update: string, guard: string, type = "int[0, 100]"): string => `
    ${type} n = 10;
    process P() { state s, t; init s; trans s -> s { assign ${update}; }, s -> t { guard ${guard}; }; }
    system P;
    query { E<> P.t }`;

  it.each([
    ["n++", "n == 17", 2, 8],
    ["n--", "n == 3", 2, 8],
    ["n = n + 3", "n == 31", 2, 8],
    ["n = n + 3", "n == 30", Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY],
    ["n -= 5", "n == 0", 2, 3],
    ["n = 4 + n", "n == 98", 2, 23],
    ["n = 2 * n", "n == 80", 4, 4],
  ])("%s until %s", (update, guard, on, off) => {
    expect(estimate("hL(shortcut=on)", steps(update, guard))).toBe(on);
    expect(estimate("hL(shortcut=off)", steps(update, guard))).toBe(off);
    // A hundred values are few.
    expect(estimate("hL()", steps(update, guard))).toBe(off);
  });

  it("is taken by itself where the domain is larger than a plain int", () => {
    expect(estimate("hL()", steps("n++", "n == 17", "int"))).toBe(8);
    expect(estimate("hL()", steps("n++", "n == 17", "int[0, 2000000]"))).toBe(2);
    expect(estimate("hU()", steps("n++", "n == 17", "int[0, 2000000]"))).toBe(2);
  });
});

describe("values=per-location", () => {
  const model = (target: string): string => `
    int[0, 9] v, w;
    process P() {
      state a, b, c; init a;
      trans a -> b { assign v = 3; }, b -> c { assign v = 5; }, a -> c { guard v == 3; assign w = 7; };
    }
    process Q() { state q, r; init q; trans q -> r { guard v == 5 && w == 7; }; }
    system P, Q;
    query { E<> ${target} }`;

  it.each([
    ["P.c && v == 3", 2, Number.POSITIVE_INFINITY],
    ["P.c && v == 5", 2, 2],
    ["P.b && v == 3", 1, 1],
    ["P.b && v == 5", 2, Number.POSITIVE_INFINITY],
    // `a` is left for good with v == 0, so that w never gets its value: others see all values of v, but no 7 in w.
    ["Q.r", 3, Number.POSITIVE_INFINITY],
    ["v == 5", 2, 2],
  ])("%s", (target, global, apart) => {
    expect(estimate("hL()", model(target))).toBe(global);
    for (const spec of ["hL", "hU", "hadd", "hmax"]) {
      const found = estimate(`${spec}(values=per-location)`, model(target));
      if (apart === Number.POSITIVE_INFINITY) expect(found).toBe(apart);
      else expect(found).toBeGreaterThanOrEqual(apart);
    }
    expect(estimate("hL(values=per-location)", model(target))).toBe(apart);
  });
});
