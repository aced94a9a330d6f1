// Time and memory as a worker knows them. Browsers do not tell how much memory a worker uses, but nearly all of it are
// the memories of compiled engines and estimates, which are made and counted here.

import type { Environment } from "@tracehound/core";

const memories = new Set<WeakRef<WebAssembly.Memory>>();

const makeMemory: NonNullable<Environment["makeMemory"]> = (size) => {
  const memory = new WebAssembly.Memory(size);
  memories.add(new WeakRef(memory));
  return memory;
};

function memoryBytes(): number {
  let sum = 0;
  for (const reference of memories) {
    const memory = reference.deref();
    if (memory === undefined) memories.delete(reference);
    else sum += memory.buffer.byteLength;
  }
  const heap = (performance as { memory?: { usedJSHeapSize: number } }).memory?.usedJSHeapSize ?? 0;
  return sum + heap;
}

const channel = new MessageChannel();
const waiting: (() => void)[] = [];
channel.port1.onmessage = () => waiting.shift()?.();

export const environment: Environment = {
  now: () => performance.now() / 1000,
  // A worker that computes all the time uses what passes.
  cpu: () => performance.now() / 1000,
  memoryBytes,
  makeMemory,
  // A timer would be held back to four milliseconds; a message is not, and lets others in all the same.
  pause: () =>
    new Promise((resolve) => {
      waiting.push(resolve);
      channel.port2.postMessage(0);
    }),
};
