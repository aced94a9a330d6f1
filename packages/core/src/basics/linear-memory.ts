// Where emitted code keeps what it works on. Engines and estimates are handed a way to make such memories and make none
// themselves, so that the host decides what they are: counted (a browser tells no worker how much it uses), smaller
// than the platform allows, or shared between threads.

/** In pages of 64 KiB. */
export interface MemorySize {
  readonly initial: number;
  readonly maximum?: number;
  /** Between threads; the maximum is said then. */
  readonly shared?: boolean;
}

export type MakeMemory = (size: MemorySize) => WebAssembly.Memory;

/** For hosts that do not care. */
export const plainMemory: MakeMemory = (size) => new WebAssembly.Memory(size);
