// Symmetry on models as people write them: matrices over names, two kinds of names, values that are swapped by a
// function, starts that are not symmetric, variables of processes in the question. No answer changes, and something is
// saved.

import { describe, expect, it } from "vitest";
import { strategies } from "../../src/check/index.ts";
import { configure } from "../../src/spec/index.ts";
import { exchangeRun, seededChoices } from "../../src/testing/index.ts";
import { ask, load } from "../check/ask.ts";

type Compiled = Extract<ReturnType<ReturnType<typeof load>["compileQuery"]>, { readonly ok: true }>;

const friends = `
typedef scalar[3] id_t;
typedef struct { id_t who; int[0,3] n; } Record;
bool likes[id_t][id_t]; Record last;
process P(const id_t me) {
  id_t friend; bool has;
  state idle, met, sad;
  init idle;
  trans idle -> met { select o : id_t; guard o != me && !likes[me][o];
      assign likes[me][o] = true, friend = o, has = true, last.who = me, last.n = (last.n + 1) % 4; },
    met -> idle { guard has && likes[friend][me]; },
    met -> sad { guard has && !likes[friend][me] && last.who == friend; },
    sad -> idle { assign likes[me][friend] = false; };
}
system P;`;

const servers = `
typedef scalar[2] srv; typedef scalar[3] cli;
cli at[srv]; bool busy[srv]; chan ask[srv], done[cli]; int[0,5] served;
process S(const srv me) {
  state free, work;
  init free;
  trans free -> work { sync ask[me]?; assign busy[me] = true; },
    work -> free { sync done[at[me]]!; assign busy[me] = false, served = served < 5 ? served + 1 : 0; };
}
process C(const cli me) {
  clock x; srv my;
  state rest { x <= 5 }, wait;
  init rest;
  trans rest -> wait { select s : srv; guard x >= 2 && !busy[s]; sync ask[s]!; assign at[s] = me, my = s; },
    wait -> rest { sync done[me]?; assign x = 0; };
}
system S, C;`;

const tokens = `
typedef scalar[3] id_t;
int[0,9] tok[id_t] = {3, 1, 0}; id_t place[id_t];
void swap(id_t a, id_t b) { id_t t = place[a]; place[a] = place[b]; place[b] = t; }
process P(const id_t me) {
  state a, b;
  init a;
  trans a -> a { select o : id_t; guard o != me && tok[me] > 0 && tok[o] < 9; assign tok[me]--, tok[o]++, swap(me, o); },
    a -> b { guard tok[me] == 4; assign place[me] = me; };
}
system P;`;

const ROWS: readonly (readonly [string, string])[] = [
  [friends, "E<> exists (i : id_t) P(i).sad && P(i).friend == last.who && last.n == 3"],
  [friends, "A[] not (forall (i : id_t) P(i).sad)"],
  [servers, "E<> exists (c : cli) C(c).wait && at[C(c).my] != c"],
  [servers, "E<> exists (c : cli) C(c).rest && C(c).x > 4 && served == 3"],
  [tokens, "E<> exists (i : id_t) P(i).b && place[i] == i"],
  [tokens, "E<> forall (i : id_t) P(i).b"],
];

describe("symmetry in models as people write them", () => {
  it.each(ROWS)("exchanged states of model %# do the same", (model, query) => {
    const { network, ...compiled } = load(model).compileQuery(query) as Compiled;
    const { compared, wrong } = exchangeRun(network, compiled.value, seededChoices(1), 20);
    expect([compared > 2, wrong]).toEqual([true, []]);
  });

  it.each(ROWS)("model %#", async (model, query) => {
    const plain = await ask(model, query, { symmetry: "off", ...by("bfs") });
    for (const spec of ["bfs", "dfs", "astar(hL())"]) {
      const { verdict, statistics } = await ask(model, query, { symmetry: "scalar", ...by(spec) });
      expect([spec, verdict.kind]).toEqual([spec, plain.verdict.kind]);
      expect(statistics.symmetry).toBeDefined();
      if (spec === "bfs") expect(statistics.stored).toBeLessThan(plain.statistics.stored);
    }
  });
});

function by(spec: string) {
  const read = configure(strategies, spec);
  if (!read.ok) throw new Error(read.diagnostics[0]!.message);
  return { strategy: read.value };
}
