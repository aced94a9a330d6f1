// Work that would never come back is ended, in JavaScript and in WebAssembly, and the thread goes on.

import { LimitReached } from "@tracehound/core";
import { describe, expect, it, vi } from "vitest";
import { abortForMany } from "../src/limits/abort.ts";
import { interruptibleInThread } from "../src/limits/interruptible.ts";

/** (module (func (export "f") (loop br 0))) */
const ENDLESS = new Uint8Array([
  0, 97, 115, 109, 1, 0, 0, 0, 1, 4, 1, 96, 0, 0, 3, 2, 1, 0, 7, 5, 1, 1, 102, 0, 0, 10, 9, 1, 7, 0, 3, 64, 12, 0, 11,
  11,
]);

describe("interruptible work", () => {
  it("hands its result and its errors through", () => {
    expect(interruptibleInThread(() => 42, {})).toBe(42);
    const error = new Error("mine");
    expect(() =>
      interruptibleInThread(
        () => {
          throw error;
        },
        { seconds: 100 },
      ),
    ).toThrow(error);
  });

  it("ends in the middle of JavaScript", () => {
    const endless = (): never => {
      for (;;);
    };
    expect(() => interruptibleInThread(endless, { seconds: 0.05 })).toThrow(new LimitReached("time"));
    expect(interruptibleInThread(() => "goes on", { seconds: 100 })).toBe("goes on");
  });

  it("ends in the middle of WebAssembly", () => {
    const { f } = new WebAssembly.Instance(new WebAssembly.Module(ENDLESS)).exports as { f: () => void };
    expect(() => interruptibleInThread(f, { seconds: 0.05 })).toThrow(new LimitReached("time"));
  });
});

it("Ctrl-C is heard by a thread for every core, and node warns of none", async () => {
  const warned = vi.fn();
  process.on("warning", warned);
  const { signal } = abortForMany();
  for (let core = 0; core < 64; core++) signal.addEventListener("abort", () => {});
  await new Promise((resolve) => setImmediate(resolve));
  process.off("warning", warned);
  expect(warned).not.toHaveBeenCalled();
});
