// Several processes on one folder, in one thread: they take turns at random, and any of them may be killed at any of its
// writes. Time passes when somebody rests.

import type { Joined, SharedFiles } from "../basics/files.ts";
import { Crash, type MemoryFiles } from "./memory-files.ts";

/** What one process sees of the folder: killed, it changes nothing any more. */
class FilesOfProcess implements SharedFiles {
  private readonly files: MemoryFiles;
  private left: number;

  constructor(files: MemoryFiles, changes: number) {
    this.files = files;
    this.left = changes;
  }

  names(): readonly string[] {
    return this.files.names();
  }

  size(name: string): number | undefined {
    return this.files.size(name);
  }

  read(name: string, from: number, length: number): Uint8Array {
    // Somebody else may have removed it meanwhile.
    return this.files.size(name) === undefined ? new Uint8Array(0) : this.files.read(name, from, length);
  }

  append(name: string, bytes: Uint8Array): void {
    this.change(() => this.files.append(name, bytes));
  }

  sync(name: string): void {
    this.change(() => this.files.sync(name));
  }

  rename(from: string, to: string): void {
    this.change(() => this.files.rename(from, to));
  }

  publish(draft: string, name: string): boolean {
    return this.change(() => this.files.publish(draft, name));
  }

  truncate(name: string, size: number): void {
    this.change(() => this.files.truncate(name, size));
  }

  remove(name: string): void {
    this.change(() => {
      if (this.files.size(name) !== undefined) this.files.remove(name);
    });
  }

  private change<T>(work: () => T): T {
    if (--this.left < 0) throw new Crash("killed");
    return work();
  }
}

/** One folder, one clock and those who work there. */
export class JoinedProcesses {
  readonly files: MemoryFiles;
  private readonly below: (end: number) => number;
  private time = 0;
  private started = 0;
  private readonly name: number;

  constructor(files: MemoryFiles, below: (end: number) => number) {
    this.files = files;
    this.below = below;
    this.name = below(1e9);
  }

  /** One more process, which is killed after so many writes. */
  join(changes = Number.POSITIVE_INFINITY): Joined {
    return {
      files: new FilesOfProcess(this.files, changes),
      me: `process-${this.name}-${this.started++}`,
      now: () => this.time,
      rest: () => {
        this.time++;
      },
    };
  }

  /** Lets others have their turn, for as long as chance will have it. */
  get environment() {
    return {
      now: () => 0,
      cpu: () => 0,
      memoryBytes: () => 0,
      stepsPerSlice: 1,
      pause: async () => {
        for (let left = this.below(4); left > 0; left--) await Promise.resolve();
      },
    };
  }
}
