// Programs whose answers SPIN 6.5.2 gives in its examples, written as networks. Its runs take steps as long as they
// can, so no location lets time pass; a run that is over stays in its last state, as here.

import { describe, expect, it } from "vitest";
import { leaderElection, urgently } from "../../reduction/queues.ts";
import { verdict } from "../ask.ts";

/** Peterson's algorithm for n processes: in each of n − 1 rounds the last who came waits. */
const peterson = (n: number): string => `
  int[0, ${n - 1}] turn[${n - 1}], flag[${n}];
  process User(const int[0, ${n - 1}] me) {
    int[0, ${n - 1}] k; int[0, ${n}] j;
    state again, round, come, wait, cs;
    urgent again, round, come, wait, cs;
    init again;
    trans again -> round { assign k = 0; },
      round -> come { guard k < ${n - 1}; assign flag[me] = k; },
      come -> wait { assign turn[k] = me, j = 0; },
      wait -> wait { guard j == me; assign j++; },
      wait -> wait { guard j < ${n} && j != me && (flag[j < ${n} ? j : 0] < k || turn[k] != me); assign j++; },
      wait -> round { guard j == ${n}; assign j = 0, k++; },
      round -> cs { guard k == ${n - 1}; },
      cs -> again { assign flag[me] = 0; };
  }
  ${Array.from({ length: n }, (_, me) => `P${me} = User(${me});`).join(" ")}
  system ${Array.from({ length: n }, (_, me) => `P${me}`).join(", ")};`;

/** Clients of a disk wait in a queue; an interrupt says that the first is served. */
const diskHead = `
  bool busy[3]; bool interrupt; int[0, 3] queue[4]; int[0, 3] waiting;
  process Scheduler() {
    int[0, 3] at, next;
    state idle, asked, told;
    urgent idle, asked, told;
    init idle;
    trans ${[0, 1, 2].map((client) => `idle -> asked { guard !busy[${client}]; assign busy[${client}] = true, next = ${client + 1}; }`).join(",")},
      asked -> idle { guard at == 0; assign at = next, interrupt = true, next = 0; },
      asked -> idle { guard at != 0; assign queue[waiting] = next, waiting++, next = 0; },
      idle -> told { guard interrupt; assign interrupt = false, busy[at - 1] = false; },
      told -> idle { guard waiting > 0;
        assign at = queue[0], queue[0] = queue[1], queue[1] = queue[2], queue[2] = 0, waiting--, interrupt = true; },
      told -> idle { guard waiting == 0; assign at = 0; };
  }
  system Scheduler;`;

/** Trains tell a gate that they come and go, in a queue; the gate keeps a list of those that it has stopped. */
const trains = (n: number): string => `
  int[0, ${2 * n}] mail[${n}]; int[0, ${n}] mails;
  int[0, ${n - 1}] list[${n}]; int[0, ${n}] length;
  chan go[${n}], stop[${n}], add[${n}], rem[${n}], someone[${n}], nobody;
  void post(int[0, ${2 * n}] message) { mail[mails] = message; mails++; }
  void take() { for (i : int[0, ${n - 2}]) { mail[i] = mail[i + 1]; } mail[${n - 1}] = 0; mails--; }
  process Train(const int[0, ${n - 1}] me) {
    state safe, approaching, stopped, start, crossed;
    urgent safe, approaching, stopped, start, crossed;
    init safe;
    trans safe -> approaching { guard mails < ${n}; assign post(1 + me); },
      approaching -> start { sync go[me]?; },
      approaching -> stopped { sync stop[me]?; },
      stopped -> start { sync go[me]?; },
      start -> crossed { },
      crossed -> safe { guard mails < ${n}; assign post(${n + 1} + me); };
  }
  process Gate() {
    int[0, ${n - 1}] who;
    state free, empty, add1, let, occupied, halt, add2, out;
    urgent free, empty, add1, let, occupied, halt, add2, out;
    init free;
    trans free -> empty { sync nobody?; },
      empty -> add1 { guard mail[0] >= 1 && mail[0] <= ${n}; assign who = mail[0] - 1, take(); },
      add1 -> let { select i : int[0, ${n - 1}]; guard i == who; sync add[i]!; },
      free -> let { select i : int[0, ${n - 1}]; sync someone[i]?; assign who = i; },
      let -> occupied { select i : int[0, ${n - 1}]; guard i == who; sync go[i]!; },
      occupied -> halt { guard mail[0] >= 1 && mail[0] <= ${n}; assign who = mail[0] - 1, take(); },
      halt -> add2 { select i : int[0, ${n - 1}]; guard i == who; sync stop[i]!; },
      add2 -> occupied { select i : int[0, ${n - 1}]; guard i == who; sync add[i]!; },
      occupied -> out { guard mail[0] > ${n}; assign who = mail[0] - ${n + 1}, take(); },
      out -> free { select i : int[0, ${n - 1}]; guard i == who; sync rem[i]!; };
  }
  process List() {
    state start, loop, shift;
    urgent start, loop, shift;
    init start;
    trans start -> loop { select i : int[0, ${n - 1}]; guard length > 0 && list[0] == i; sync someone[i]!; },
      start -> loop { guard length == 0; sync nobody!; },
      loop -> loop { select i : int[0, ${n - 1}]; guard length < ${n}; sync add[i]?; assign list[length] = i, length++; },
      loop -> shift { select i : int[0, ${n - 1}]; guard length > 0 && list[0] == i; sync rem[i]?; },
      shift -> start { assign ${Array.from({ length: n - 1 }, (_, i) => `list[${i}] = list[${i + 1}],`).join(" ")} list[${n - 1}] = 0, length--; };
  }
  ${Array.from({ length: n }, (_, me) => `T${me} = Train(${me});`).join(" ")}
  system ${Array.from({ length: n }, (_, me) => `T${me}`).join(", ")}, Gate, List;`;

const ring = urgently(leaderElection([3, 2, 1, 4], 6));

describe("SPIN's examples", () => {
  it.each([
    ["Peterson's algorithm: a process may be passed by for ever", peterson(4), "P1.again -> <> P1.cs", "violated"],
    ["trains: the gate is occupied again and again", trains(3), "[] <> Gate.occupied", "satisfied"],
    ["trains: one of them may never cross", trains(3), "[] <> T0.crossed", "violated"],
    ["a disk: who waits is served", diskHead, "[] (busy[1] -> <> !busy[1])", "satisfied"],
    ["a ring: somebody leads some time", ring, "<> (leaders > 0)", "satisfied"],
    ["a ring: in the end one leads", ring, "<> [] (leaders == 1)", "satisfied"],
    ["a ring: nobody leads until one does, always", ring, "[] ((leaders == 0) U (leaders == 1))", "satisfied"],
  ])("%s", async (_what, model, formula, expected) => {
    expect(await verdict(model, `LTL: ${formula}`)).toBe(expected);
  });
});
