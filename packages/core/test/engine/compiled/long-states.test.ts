// States of many words are trees, and only what a step wrote is packed and put back: whole state spaces against the
// reference engine, with arrays written through indices, references, loops and copies.

import { expect, test } from "vitest";
import { loadModel } from "../../../src/lang/load.ts";
import { compareEngines } from "../../../src/testing/index.ts";

/** An array of `size` numbers that processes write at random places; more words than fit a flat record. */
const text = (size: number, clocks: boolean): string => `
  const int N = ${size};
  typedef int[0, N - 1] at_t;
  int a[N]; int b[N]; int[0, 3] turn; meta int scratch[N]; ${clocks ? "clock x;" : ""}
  void bump(int &cell) { cell = cell + 1; }
  void shift() { for (i : at_t) { scratch[i] = a[i]; } for (i : at_t) { a[i] = scratch[(i + 1) % N]; } }
  void fresh() { int local[N]; local[2] = 7; b = local; }
  process P(const int[0, 1] id) {
    state s, t ${clocks ? "{ x <= 5 }" : ""}; init s;
    trans s -> t { select i : int[3, 5]; guard a[i * 9] < 1 && turn < 3; assign a[i * 9] = id + 1, turn++; },
          t -> s { guard turn > 0 ${clocks ? "&& x >= 2" : ""}; assign bump(b[a[27] * 11]), turn--; },
          t -> t { guard a[0] == 0 && b[2] < 2; assign shift(), b[N - 1] = 3; },
          s -> s { guard b[N - 1] == 3; assign fresh(); };
  }
  system P;`;

const read = (content: string) => {
  const { network, diagnostics } = loadModel({ name: "model.xta", content }, { lints: false });
  if (network === null) throw new Error(diagnostics.map(({ message }) => message).join("; "));
  return network;
};

test.each([
  [60, false],
  [60, true],
  [300, false],
  [300, true],
  [1100, false],
])("arrays of %i, clocks: %s", (size, clocks) => {
  const network = read(text(size, clocks));
  for (const [stepwise, costs] of [
    [false, false],
    [true, false],
    [true, true],
  ] as const) {
    const limit = size > 1000 ? 12 : 60;
    const how = { abstraction: "extra-lu", subsumption: "inclusion", stepwise, costs, limit } as const;
    const outcome = compareEngines(network, how);
    expect(outcome).toMatchObject({ kind: "agreed" });
    if (outcome.kind === "agreed") expect(outcome.states).toBeGreaterThan(20);
  }
});

test("one packed state, several zones", () => {
  // The receiver's guard cuts the zone: where it holds the receiver takes part, where it does not the sender goes
  // alone.
  const network = read(`
    int a[40]; clock x; broadcast chan c;
    process S() { state s; init s; trans s -> s { guard a[7] < 4; sync c!; assign a[7]++; }; }
    process R() { state r, q { x <= 9 }; init r;
      trans r -> q { guard x >= 2 && x <= 4; sync c?; assign a[30] = 1; },
            q -> r { guard x >= 1; assign x = 0; }; }
    system S, R;`);
  for (const stepwise of [false, true]) {
    const how = { abstraction: "extra-lu", subsumption: "inclusion", stepwise } as const;
    expect(compareEngines(network, how)).toMatchObject({ kind: "agreed" });
  }
});
