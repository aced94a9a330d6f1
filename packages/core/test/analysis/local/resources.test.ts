// What processes do alone, and what they take and give back, read off models as people write them: exact lists.

import { describe, expect, it } from "vitest";
import { AccessAnalysis } from "../../../src/analysis/accesses.ts";
import { ownCells, unfold } from "../../../src/analysis/local/local-unfolding.ts";
import { findLocks } from "../../../src/analysis/local/locks.ts";
import { findServers } from "../../../src/analysis/local/servers.ts";
import { staysOf } from "../../../src/analysis/local/stays.ts";
import type { Network } from "../../../src/network/index.ts";
import { networkOf } from "../models.ts";

function unfoldings(network: Network) {
  const own = ownCells(network);
  return network.processes.map((_, process) => unfold(network, process, own));
}

function locksOf(text: string): string {
  const network = networkOf(text);
  const accesses = new AccessAnalysis(network);
  const writes = (process: number): ReadonlySet<number> =>
    new Set(
      network.processes[process]!.edges.flatMap((id) => [
        ...accesses.ofStatements(network.edges[id]!.update).writtenCells,
      ]),
    );
  const found = findLocks(network, unfoldings(network), writes);
  return found
    .map(({ name, capacity, held }) => `${name} ${capacity}: ${held.map((units) => units?.join("") ?? "-").join(" ")}`)
    .join("; ");
}

/** Two processes that take and give back, each with a state in between. */
const two = (declaration: string, take: string, give: string, more = ""): string => `${declaration} ${more}
  process P(const int[1, 2] id) { state idle, has; init idle; trans idle -> has { ${take} }, has -> idle { ${give} }; } system P;`;

describe("locks", () => {
  it.each([
    ["a flag", two("bool busy;", "guard !busy; assign busy = true;", "assign busy = false;"), "busy 1: 01 01"],
    [
      "a flag that who has it asks for again",
      two(
        "bool busy;",
        "guard !busy; assign busy = true;",
        "assign busy = false; }, has -> has { guard !busy; assign busy = true;",
      ),
      "busy 1: 01 01",
    ],
    [
      "a flag that is 1 when free",
      two("bool free = true;", "guard free; assign free = false;", "assign free = true;"),
      "free 1: 01 01",
    ],
    [
      "the same, compared",
      two("int[0,1] free = 1;", "guard free > 0; assign free = 0;", "assign free = 1;"),
      "free 1: 01 01",
    ],
    [
      "the owner's number",
      two("int[0,2] owner;", "guard owner == 0; assign owner = id;", "assign owner = 0;"),
      "owner 1: 01 01",
    ],
    [
      "an owner from minus one on, asked by its sign",
      two("int[-1,2] owner = -1;", "guard owner < 0; assign owner = id;", "assign owner = -1;"),
      "owner 1: 01 01",
    ],
    ["not the only value", two("int[0,2] b;", "guard b != 1; assign b = id;", "assign b = 0;"), ""],
    [
      "one of several",
      two("int[0,2] owner[2];", "guard owner[1] == 0; assign owner[1] = id;", "assign owner[1] = 0;"),
      "owner[1] 1: 01 01",
    ],
    ["a counter up to three", two("int[0,9] n;", "guard n < 3; assign n++;", "assign n--;"), "n 3: 01 01"],
    [
      "a counter up to three, included",
      two("int[0,9] n;", "guard n <= 2; assign n = n + 1;", "assign n = n - 1;"),
      "n 3: 01 01",
    ],
    ["a counter of nobody", two("int[0,9] n;", "guard n == 0; assign n += 1;", "assign n -= 1;"), "n 1: 01 01"],
    ["the least of two bounds", two("int[0,9] n;", "guard n < 3 && n <= 4; assign n++;", "assign n--;"), "n 3: 01 01"],
    [
      "a counter of what is left",
      two("int[0,5] left = 4;", "guard left > 0; assign left--;", "assign left++;"),
      "left 4: 01 01",
    ],
    [
      "left at least two",
      two("int[0,5] left = 4;", "guard left >= 2; assign left--;", "assign left++;"),
      "left 3: 01 01",
    ],
    [
      "left more than one",
      two("int[0,5] left = 4;", "guard left > 1; assign left--;", "assign left++;"),
      "left 3: 01 01",
    ],
    ["any left", two("int[0,5] left = 4;", "guard left != 0; assign left--;", "assign left++;"), "left 4: 01 01"],
    ["nobody looks whether it is free", two("bool busy;", "assign busy = true;", "assign busy = false;"), ""],
    [
      "who looks at another",
      two("bool busy; bool other;", "guard !other; assign busy = true;", "guard busy; assign busy = false;"),
      "",
    ],
    ["free at two", two("int[0,2] b;", "guard b == 2; assign b = 1;", "assign b = 0;"), ""],
    ["taken by two at a time", two("int[0,9] n;", "guard n < 3; assign n += 2;", "assign n -= 2;"), "n 4: 02 02"],
    [
      "as much as everybody needs",
      two(
        "int[0,5] n; const int NEED[3] = {0, 2, 3};",
        "guard n + NEED[id] <= 5; assign n += NEED[id];",
        "assign n -= NEED[id];",
      ),
      "n 5: 02 03",
    ],
    [
      "what is left, in several units",
      two("int[0,5] left = 5;", "guard left - 2 * id >= 0; assign left -= 2 * id;", "assign left += 2 * id;"),
      "left 5: 02 04",
    ],
    ["more than there is room for", two("int[0,9] n;", "guard n < 0; assign n += 2;", "assign n -= 2;"), ""],
    [
      "more than was asked for",
      two("int[-9,5] left = 5;", "guard left >= 1; assign left -= 2;", "assign left += 2;"),
      "",
    ],
    ["given back in other units", two("int[0,9] n;", "guard n < 3; assign n += 2;", "assign n -= 1;"), ""],
    [
      "functions that ask, take and give",
      `const int MOST[2] = {1, 2}; int[0,2] n[2]; bool fits(int m) { int room = MOST[m]; return n[m] < room; } void take(int m) { n[m]++; }
      process P(const int[0,1] id) { state idle, has; init idle; trans idle -> has { guard fits(id); assign take(id); }, has -> idle { assign n[id]--; }; }
      process Q(const int[0,1] id) { state idle, has; init idle; trans idle -> has { guard fits(id); assign take(id); }, has -> idle { assign n[id]--; }; } system P, Q;`,
      "n[0] 1: 01 - 01 -; n[1] 2: - 01 - 01",
    ],
    [
      "a function that says whether it is taken",
      two(
        "bool busy;",
        "guard !isTaken(); assign busy = true;",
        "assign busy = false;",
        "bool isTaken() { return busy; }",
      ),
      "busy 1: 01 01",
    ],
    ["given back twice", two("int[0,9] n;", "guard n < 3; assign n++;", "assign n--, n--;"), ""],
    ["counted and set", two("int[0,9] n;", "guard n < 3; assign n++;", "assign n = 0;"), ""],
    [
      "a bound that does not bound",
      two("int[-9,9] left = 4;", "guard left > -3; assign left--;", "assign left++;"),
      "",
    ],
    [
      "taken from others",
      `bool busy; process P() { state a, b; init a; trans a -> b { guard !busy; assign busy = true; }, b -> a { assign busy = false; }; }
      process T() { state a; init a; trans a -> a { assign busy = false; }; } system P, T;`,
      "",
    ],
    [
      "a process that cannot be followed writes it",
      `bool busy; int[0,3] u; void f() { while (u > 0) { busy = !busy; u--; } }
      process P() { state a, b; init a; trans a -> b { guard !busy; assign busy = true; }, b -> a { assign busy = false; }; }
      process T() { state a; init a; trans a -> a { assign f(); }; } process U() { state a; init a; trans a -> a { assign u = 2; }; } system P, T, U;`,
      "",
    ],
    [
      "two units in a row",
      `int[0,9] n; process P() { state a, b, c; init a; trans a -> b { guard n < 3; assign n++; }, b -> c { guard n < 3; assign n++; }, c -> a { assign n -= 2; }, c -> b { assign n--; }; } system P;`,
      "",
    ],
    [
      "two units, given back one by one",
      `int[0,9] n; process P(const int[0,1] i) { state a, b, c, d; init a; trans a -> b { guard n < 3; assign n++; }, b -> c { guard n < 3; assign n++; },
      c -> d { assign n--; }, d -> a { assign n--; }; } system P;`,
      "n 3: 0121 0121",
    ],
    [
      "two ways to one place that do not agree",
      `bool busy; process P() { state a, b, c; init a; trans a -> b { guard !busy; assign busy = true; }, a -> b { }, b -> a { assign busy = false; }; } system P;`,
      "",
    ],
    [
      "taken while sending, by two senders",
      `chan c; bool busy; process P(const int[0,1] i) { state a, b; init a; trans a -> b { guard !busy; sync c!; assign busy = true; }, b -> a { assign busy = false; }; }
      process R() { state a; init a; trans a -> a { sync c?; }; } system P, R;`,
      "busy 1: 01 01 -",
    ],
    [
      "taken by sender and receiver at once",
      `chan c; bool busy; process P() { state a, b; init a; trans a -> b { guard !busy; sync c!; assign busy = true; }, b -> a { assign busy = false; }; }
      process R() { state a, b; init a; trans a -> b { guard !busy; sync c?; assign busy = true; }, b -> a { assign busy = false; }; } system P, R;`,
      "",
    ],
    [
      "taken by two receivers of a pair",
      `chan c; bool busy; process S() { state a; init a; trans a -> a { sync c!; }; }
      process R(const int[0,1] i) { state a, b; init a; trans a -> b { guard !busy; sync c?; assign busy = true; }, b -> a { assign busy = false; }; } system S, R;`,
      "busy 1: - 01 01",
    ],
    [
      "taken by two receivers of a broadcast",
      `broadcast chan c; bool busy; process S() { state a; init a; trans a -> a { sync c!; }; }
      process R(const int[0,1] i) { state a, b; init a; trans a -> b { guard !busy; sync c?; assign busy = true; }, b -> a { assign busy = false; }; } system S, R;`,
      "",
    ],
    [
      "sender and receiver on different channels",
      `chan c, d; bool busy; process S() { state a; init a; trans a -> a { sync d!; }, a -> a { sync c?; }; }
      process P() { state a, b; init a; trans a -> b { guard !busy; sync c!; assign busy = true; }, b -> a { assign busy = false; }; }
      process R() { state a, b; init a; trans a -> b { guard !busy; sync d?; assign busy = true; }, b -> a { assign busy = false; }; } system S, P, R;`,
      "busy 1: - 01 01",
    ],
    [
      "a meta variable that keeps its value",
      two("meta bool busy;", "guard !busy; assign busy = true;", "assign busy = false;"),
      "busy 1: 01 01",
    ],
  ])("%s", (_name, text, expected) => expect(locksOf(text)).toBe(expected));
});

describe("how long a process stays", () => {
  const stays = (text: string): string => {
    const network = networkOf(text);
    const unfolding = unfoldings(network)[0]!;
    const setters = settersOf(network);
    const isOwn = (clock: number): boolean => [...setters[clock]!].every((process) => process === 0);
    return staysOf(network, unfolding, isOwn)
      .map(({ clock, least }) => (clock < 0 ? "-" : `${network.clocks[clock]!.name} ${least}`))
      .join(", ");
  };
  const process = (edges: string, more = "", initial = "a"): string =>
    `clock x, y; int[0,3] d = 3; ${more} process P() { state a, b, c; init ${initial}; trans ${edges}; } system P${more.includes("process Q") ? ", Q" : ""};`;

  it.each([
    [
      "until a clock shows enough",
      process("a -> b { assign x = 0; }, b -> c { guard x >= 4; }, c -> a { }"),
      "-, x 4, -",
    ],
    [
      "a strict bound, an equality",
      process("a -> b { assign x = 0; }, b -> c { guard x > 4; assign y = 0; }, c -> a { guard y == 2; }"),
      "-, x 4, y 2",
    ],
    [
      "the least of two ways out",
      process("a -> b { assign x = 0; }, b -> c { guard x >= 4; }, b -> a { guard x >= 2 && x <= 9; }, c -> a { }"),
      "-, x 2, -",
    ],
    [
      "one way out is free",
      process("a -> b { assign x = 0; }, b -> c { guard x >= 4; }, b -> a { }, c -> a { }"),
      "-, -, -",
    ],
    [
      "two bounds of one way",
      process("a -> b { assign x = 0; }, b -> c { guard x >= 4 && x >= 6; }, c -> a { }"),
      "-, x 6, -",
    ],
    ["a bound that always holds", process("a -> b { assign x = 0; }, b -> c { guard x >= 0; }, c -> a { }"), "-, -, -"],
    [
      "an upper bound says nothing",
      process("a -> b { assign x = 0; }, b -> c { guard x <= 4; }, c -> a { }"),
      "-, -, -",
    ],
    ["not reset on one way in", process("a -> b { assign x = 0; }, a -> b { }, b -> a { guard x >= 4; }"), "-, -"],
    ["reset, then set to something else", process("a -> b { assign x = 0, x = 2; }, b -> a { guard x >= 4; }"), "-, -"],
    ["set, then reset", process("a -> b { assign x = 2, x = 0; }, b -> a { guard x >= 4; }"), "-, x 4"],
    ["from the beginning", process("a -> b { guard x >= 5; }, b -> c { }"), "x 5, -, -"],
    [
      "the longer of two clocks",
      process("a -> b { assign x = 0, y = 0; }, b -> c { guard x >= 2 && y >= 7; }, c -> a { }"),
      "-, y 7, -",
    ],
    [
      "a clock that another sets",
      process(
        "a -> b { assign x = 0; }, b -> a { guard x >= 4; }",
        "process Q() { state s; init s; trans s -> s { assign x = 0; }; }",
      ),
      "-, -",
    ],
    ["a bound that is a variable's", process("a -> b { assign x = 0, d = 2; }, b -> a { guard x >= d; }"), "-, x 2, -"],
  ])("%s", (_name, text, expected) => expect(stays(text)).toBe(expected));
});

describe("machines that are processes", () => {
  const servers = (text: string): string => {
    const network = networkOf(text);
    return findServers(network, unfoldings(network), settersOf(network))
      .map(({ lock, stays, partners }) => {
        const held = lock.held.map((units) => units?.join("") ?? "-").join(" ");
        const times = stays.map(
          (one) => [...(one ?? [])].map(([state, stay]) => `${state}:${stay.least}`).join("+") || "-",
        );
        return `${lock.name} ${held} / ${times.join(" ")} / ${partners.size}`;
      })
      .join("; ");
  };
  const jobs = (job: string, machine: string, declarations = ""): string => `chan take, done; clock x; ${declarations}
    process M() { state free, busy; init free; trans ${machine}; }
    process J(const int[1, 2] i) { state idle, has, out; init idle; trans ${job}; } system M, J;`;
  const usual = "free -> busy { sync take?; assign x = 0; }, busy -> free { guard x >= 4; sync done!; }";
  const job = "idle -> has { sync take!; }, has -> out { sync done?; }";

  it.each([
    ["a machine", jobs(job, usual), "M - 010 010 / - 1:4 1:4 / 4"],
    [
      "that the job starts and ends",
      jobs("idle -> has { sync take!; }, has -> out { sync done!; }", usual.replace("done!", "done?")),
      "M - 010 010 / - 1:4 1:4 / 4",
    ],
    [
      "whose time the job says",
      jobs(
        "idle -> has { sync take!; assign d = 2 + i; }, has -> out { sync done?; }",
        usual.replace(">= 4", ">= d"),
        "int[0,9] d;",
      ),
      "M - 010 010 / - 1:3 1:4 / 4",
    ],
    [
      "with two ways back",
      jobs(
        job,
        "free -> busy { sync take?; assign x = 0; }, busy -> free { guard x > 3 && x >= 5; sync done!; }, busy -> free { guard x == 6; sync done!; }",
      ),
      "",
    ],
    [
      "the later of two bounds",
      jobs(job, usual.replace(">= 4", "> 3 && x >= 5 && x <= 9")),
      "M - 010 010 / - 1:5 1:5 / 4",
    ],
    ["that needs one unit", jobs(job, usual.replace(">= 4", ">= 1")), "M - 010 010 / - 1:1 1:1 / 4"],
    [
      "whose time is asked under a condition",
      jobs(job, usual.replace("guard x >= 4", "guard d > 0 imply x >= 4"), "int[0,9] d;"),
      "M - 010 010 / - - - / 4",
    ],
    ["whose clock is not reset", jobs(job, usual.replace("assign x = 0;", "")), "M - 010 010 / - - - / 4"],
    [
      "whose clock somebody else sets",
      jobs(job.replace("sync take!;", "sync take!; assign x = 0;"), usual.replace("assign x = 0;", "")),
      "M - 010 010 / - - - / 4",
    ],
    ["over a broadcast", `broadcast ${jobs(job, usual)}`, ""],
    ["that moves by itself", jobs(job, `${usual}, busy -> free { guard x >= 9; }`), ""],
    [
      "with a third place",
      jobs(job, usual)
        .replace("state free, busy;", "state free, busy, late;")
        .replace("busy -> free { guard x >= 4; sync done!; }", "busy -> late { }, late -> free { sync done!; }"),
      "",
    ],
    [
      "that a job lets go without having it",
      jobs("idle -> has { sync take!; }, has -> out { sync done?; }, out -> idle { sync done?; }", usual),
      "",
    ],
    ["that a job may have or not", jobs(`${job}, idle -> has { }`, usual), ""],
    [
      "that a job takes again and again",
      jobs("idle -> has { sync take!; }, has -> idle { sync done?; }, has -> has { sync take!; }", usual),
      "M - 01 01 / - - - / 6",
    ],
    [
      "that a job leaves while it works",
      jobs("idle -> has { sync take!; }, has -> out { sync done?; }, has -> has { }", usual),
      "M - 010 010 / - - - / 4",
    ],
    ["with a select", jobs(job, usual.replace("sync take?;", "select e : int[0, 1]; sync take?;")), ""],
    ["with an only edge", jobs(job, "free -> busy { sync take?; }"), ""],
  ])("%s", (_name, text, expected) => expect(servers(text)).toBe(expected));
});

function settersOf(network: Network): readonly ReadonlySet<number>[] {
  const accesses = new AccessAnalysis(network);
  const setters = network.clocks.map(() => new Set<number>());
  for (const { process, update } of network.edges) {
    for (const clock of accesses.ofStatements(update).resetClocks) setters[clock]!.add(process);
  }
  return setters;
}

describe("a process by itself", () => {
  /** States as location and own values, steps as from, to, what is asked and done. */
  const shown = (text: string): string => {
    const network = networkOf(text);
    const unfolding = unfoldings(network)[0];
    if (unfolding === undefined) return "cannot be followed";
    const states = unfolding.states.map(
      ({ location, values, unclear }) => `${location}(${values.join()})${unclear ? "?" : ""}`,
    );
    const steps = unfolding.steps.map(({ from, to, tests, effects, resets, clocks, unclear, channel }) => {
      const parts = [
        ...tests.map((test) =>
          test.kind === "cell" ? `${test.cell}${test.op}${test.value}` : `some ${[...test.cells].join("+")}`,
        ),
        ...clocks.map(({ clock, op, bound }) => `c${clock}${op}${bound}`),
        ...(channel === undefined ? [] : [`ch${channel}`]),
        ...effects.map(({ cell, op, value }) => `${cell}${op === "set" ? "=" : "+="}${value ?? "?"}`),
        ...resets.map(({ clock, value }) => `c${clock}=${value ?? "?"}`),
      ];
      return `${from}-${to}${unclear ? "?" : ""} ${parts.join(" ")}`;
    });
    expect(unfolding.initial).toEqual([0]);
    for (const [number, { location, values }] of unfolding.states.entries()) {
      const cells = Int32Array.from(network.initialValues);
      for (const [i, cell] of unfolding.own.entries()) cells[cell] = values[i]!;
      const locations = Int32Array.from(network.processes, () => 0);
      locations[0] = location;
      expect(unfolding.indexOf({ locations, cells } as never)).toBe(number);
    }
    return `${states.join(" ")} | ${steps.join("; ")}`;
  };
  const other = "process Q() { state s; init s; trans s -> s { assign o = o == 0 ? 1 : 0, w[o] = 1; }; }";
  const with_ = (edges: string, more = ""): string =>
    `int[0,3] o; int[0,3] n; int[-2,3] m; int[0,3] w[2]; clock x, y; chan c[3]; ${more} process P() { state a, b { x <= n + 1 }; init a; trans ${edges}; } ${other} system P, Q;`;

  it.each([
    [
      "counts",
      with_("a -> b { guard n < 2; assign n++; }, b -> a { guard x >= n; assign x = 0; }"),
      "0(0) 1(1) 0(1) 1(2) 0(2) | 0-1 1=1; 1-2 c0>=1 c0=0; 2-3 1=2; 3-4 c0>=2 c0=0",
    ],
    [
      "asks others",
      with_("a -> b { guard o > 1 && n == 0; assign m = -2, y = n; }, b -> a { guard w[o] == 1; assign w[0] = o; }"),
      "0(0) 1(-2) 0(-2) | 0-1 0>1 2=-2 c1=0; 1-2 some 0+3+4 3=?; 2-1 0>1 2=-2 c1=0",
    ],
    [
      "speaks over channels",
      with_("a -> b { select e : int[0, 1]; sync c[n + e]!; assign n = e; }, b -> a { sync c[2]?; assign n = 2; }"),
      "0(0) 1(0) 1(1) 0(2) | 0-1 ch0 1=0; 0-2 ch1 1=1; 1-3 ch2 1=2; 2-3 ch2 1=2; 3-1 ch2 1=0",
    ],
    [
      "fails",
      with_("a -> b { assign n = n + 3; }, b -> a { assign m = 6 / n, n = 4 - n; }, b -> b { guard n > 3; }"),
      "0(0,0) 1(3,0) 0(1,2) | 0-1 1=3; 1-2 2=2 1=1",
    ],
    [
      "invariants and clocks that others decide",
      with_(
        "a -> b { guard x >= o && y < 2; assign n = 1, x = o; }, b -> a { guard forall (i : int[0, 1]) x >= i + 1; }",
      ),
      "0(0) 1(1) 0(1) | 0-1? c1<2 1=1 c0=?; 1-2 c0>=1 c0>=2; 2-1? c1<2 1=1 c0=?",
    ],
    [
      "writes what it cannot follow",
      with_(
        "a -> b { assign f(); }, b -> a { assign n = 1; }",
        "void f() { int i = 0; while (i < o) { w[i] = 1; i++; } }",
      ),
      "0(0) 1(0) 0(1) 1(1) | 0-1 3=? 4=?; 1-2 1=1; 2-3 3=? 4=?; 3-2 1=1",
    ],
    [
      "writes its own so",
      with_("a -> b { assign f(); }", "void f() { int i = 0; while (i < o) { n = 1; i++; } }"),
      "cannot be followed",
    ],
    [
      "resets a clock so",
      with_("a -> b { assign f(); }", "void f() { int i = 0; while (i < o) { x = 0; i++; } }"),
      "cannot be followed",
    ],
    [
      "a temporary",
      with_("a -> b { assign t = n + 1, n = t; }, b -> a { guard n > 2; assign n = 0; }", "meta int[0,4] t;"),
      "0(0) 1(1) | 0-1 5=1 1=1",
    ],
    [
      "a guard that it cannot follow",
      with_("a -> b { guard f() > 0; assign n = 1; }", "int f() { int i = 0; while (i < o) { i++; } return i; }"),
      "0(0) 1(1) | 0-1 some 0 1=1",
    ],
  ])("%s", (_name, text, expected) => expect(shown(text)).toBe(expected));
});

it("begins in every initial location", () => {
  const text = "system:m\nevent:e\nprocess:P\nlocation:P:a{initial:}\nlocation:P:b{initial:}\nedge:P:a:b:e\n";
  const network = networkOf(text, "m.tck");
  expect(unfold(network, 0, ownCells(network))!.initial).toEqual([0, 1]);
});
