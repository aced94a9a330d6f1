// Zones of local time against the plain operations they stand for: synchronising is to demand equal references, one
// constraint after the other, and a delay leaves what Floyd–Warshall would.

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  close,
  constrain,
  copyZone,
  delayLocally,
  INF,
  isEmpty,
  isSynchronisable,
  le,
  lt,
  selectRows,
  synchronised,
} from "../../src/zone/index.ts";

const REFERENCES = 3;
const CLOCKS = 4;
const DIM = REFERENCES + CLOCKS;
const ownerOf = (clock: number): number => clock % REFERENCES;

type Action = readonly [kind: number, a: number, b: number, value: number];

/** Starts where everybody is at one moment; resets, meetings, bounds and delays follow, empty results are skipped. */
function localZone(actions: readonly Action[]): Int32Array {
  let zone: Int32Array = new Int32Array(DIM * DIM);
  for (const [kind, a, b, value] of actions) {
    const next = copyZone(zone);
    const clock = REFERENCES + (a % CLOCKS);
    const reference = ownerOf(a % CLOCKS);
    const [s, t] = [a % REFERENCES, b % REFERENCES];
    const holds =
      kind === 0
        ? reset(next, clock, reference)
        : kind === 1
          ? constrain(next, DIM, s, t, le(0)) && constrain(next, DIM, t, s, le(0))
          : kind === 2
            ? constrain(next, DIM, clock, reference, b % 2 === 0 ? le(value) : lt(value + 1))
            : kind === 3
              ? constrain(next, DIM, reference, clock, b % 2 === 0 ? le(-value) : lt(-value))
              : delay(next, [Number(b % 4 === 0), 0, Number(b % 5 === 0)]);
    if (holds) zone = next;
  }
  return zone;
}

function reset(zone: Int32Array, clock: number, reference: number): boolean {
  for (let i = 0; i < DIM; i++) {
    if (i === clock) continue;
    zone[clock * DIM + i] = zone[reference * DIM + i]!;
    zone[i * DIM + clock] = zone[i * DIM + reference]!;
  }
  return true;
}

function delay(zone: Int32Array, standing: readonly number[]): boolean {
  delayLocally(zone, DIM, standing);
  return true;
}

const actions = fc.array(fc.tuple(fc.nat(4), fc.nat(11), fc.nat(11), fc.nat(4)), { maxLength: 25 });

describe("zones of local time", () => {
  it("stay canonical when processes delay on their own", () => {
    fc.assert(
      fc.property(actions, fc.array(fc.boolean(), { minLength: REFERENCES, maxLength: REFERENCES }), (list, still) => {
        const zone = localZone(list);
        delayLocally(zone, DIM, still.map(Number));
        const closed = copyZone(zone);
        expect(close(closed, DIM)).toBe(true);
        expect(closed).toEqual(zone);
        for (const [t, stands] of still.entries()) if (!stands) expect(zone[((t + 1) % DIM) * DIM + t]).toBe(INF);
      }),
    );
  });

  it("are synchronised by demanding equal local times", () => {
    let empty = 0;
    fc.assert(
      fc.property(actions, (list) => {
        const zone = localZone(list);
        const plain = copyZone(zone);
        for (let t = 1; t < REFERENCES; t++) {
          constrain(plain, DIM, 0, t, le(0));
          constrain(plain, DIM, t, 0, le(0));
        }
        expect(isSynchronisable(zone, DIM, REFERENCES)).toBe(!isEmpty(plain));
        if (isEmpty(plain)) {
          empty++;
          return;
        }
        const rows = [0, ...Array.from({ length: CLOCKS }, (_, clock) => REFERENCES + clock)];
        expect(synchronised(zone, DIM, REFERENCES)).toEqual(selectRows(plain, DIM, rows));
      }),
      { numRuns: 400, seed: 19 },
    );
    expect(empty).toBeGreaterThan(5);
  });
});
