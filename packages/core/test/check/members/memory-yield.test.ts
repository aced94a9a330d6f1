// Members in other threads give way before the first one ends for want of memory; and it is believed only for a while
// that their memory is given back.

import { describe, expect, it } from "vitest";
import { relieved } from "../../../src/check/members/memory-yield.ts";
import { type Environment, type Limits, stillEnvironment } from "../../../src/limits/index.ts";

function scene() {
  const world = { now: 0, used: 0, gaveWay: 0, areUnderWay: true, allowed: [] as (number | undefined)[] };
  const outer: Environment = {
    ...stillEnvironment,
    now: () => world.now,
    memoryBytes: () => world.used,
    interruptible: (work, { memoryBytes }: Limits) => {
      world.allowed.push(memoryBytes);
      return work();
    },
  };
  const others = {
    get areUnderWay() {
      return world.areUnderWay;
    },
    giveWay: () => void world.gaveWay++,
  };
  return { world, environment: relieved(outer, 1e9, others) };
}

describe("beyond the limit", () => {
  it("the others give way, and the first goes on when the process shrinks", () => {
    const { world, environment } = scene();
    world.used = 0.9e9;
    expect(environment.memoryBytes()).toBe(0.9e9);
    expect(world.gaveWay).toBe(0);
    world.used = 1.2e9;
    expect(environment.memoryBytes()).toBe(1e9);
    expect(world.gaveWay).toBe(1);
    world.areUnderWay = false;
    world.now = 0.9;
    expect(environment.memoryBytes()).toBe(1e9);
    world.used = 0.7e9;
    expect(environment.memoryBytes()).toBe(0.7e9);
    world.now = 5;
    world.used = 1.01e9;
    expect(environment.memoryBytes()).toBe(1.01e9);
  });

  it("it ends where that does not help within a second, also if they do not end", () => {
    const { world, environment } = scene();
    world.used = 1.2e9;
    expect(environment.memoryBytes()).toBe(1e9);
    world.now = 1;
    expect(environment.memoryBytes()).toBe(1.2e9);
  });

  it("it ends at once where it is alone", () => {
    const { world, environment } = scene();
    world.areUnderWay = false;
    world.used = 1.2e9;
    expect(environment.memoryBytes()).toBe(1.2e9);
    expect(world.gaveWay).toBe(0);
  });
});

it("steps have room to outlast the others, and none afterwards", () => {
  const { world, environment } = scene();
  const step = (): void => environment.interruptible!(() => undefined, { memoryBytes: 1e9 });
  step();
  world.areUnderWay = false;
  step();
  expect(world.allowed).toEqual([1.1e9, 1e9]);
});
