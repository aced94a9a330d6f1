// A disk in memory that behaves like the worst one: what was not synced is lost in a crash, in whole or in part, and
// any call can be the one at which the machine goes dark.

import type { SharedFiles } from "../basics/files.ts";

/** The machine went dark. */
export class Crash extends Error {}

interface Kept {
  bytes: Uint8Array;
  /** How much of it a crash leaves for certain. */
  synced: number;
}

export class MemoryFiles implements SharedFiles {
  private files = new Map<string, Kept>();
  /** Calls that change something, until the crash; Infinity: none comes. */
  private left: number;
  changes = 0;

  constructor(crashAfter = Number.POSITIVE_INFINITY) {
    this.left = crashAfter;
  }

  /** The disk after a crash: of what was not synced a share is there. */
  afterCrash(share: number, crashAfter = Number.POSITIVE_INFINITY): MemoryFiles {
    const after = new MemoryFiles(crashAfter);
    for (const [name, { bytes, synced }] of this.files) {
      const size = synced + Math.floor((bytes.length - synced) * share);
      after.files.set(name, { bytes: bytes.slice(0, size), synced: size });
    }
    return after;
  }

  names(): readonly string[] {
    return [...this.files.keys()];
  }

  size(name: string): number | undefined {
    return this.files.get(name)?.bytes.length;
  }

  read(name: string, from: number, length: number): Uint8Array {
    return this.of(name).bytes.slice(from, from + length);
  }

  append(name: string, bytes: Uint8Array): void {
    this.change();
    const file = this.files.get(name) ?? { bytes: new Uint8Array(0), synced: 0 };
    const longer = new Uint8Array(file.bytes.length + bytes.length);
    longer.set(file.bytes);
    longer.set(bytes, file.bytes.length);
    file.bytes = longer;
    this.files.set(name, file);
  }

  sync(name: string): void {
    this.change();
    const file = this.of(name);
    file.synced = file.bytes.length;
  }

  rename(from: string, to: string): void {
    this.change();
    this.files.set(to, this.of(from));
    this.files.delete(from);
  }

  publish(draft: string, name: string): boolean {
    this.change();
    if (this.files.has(name)) return false;
    this.files.set(name, this.of(draft));
    this.files.delete(draft);
    return true;
  }

  truncate(name: string, size: number): void {
    this.change();
    const file = this.of(name);
    file.bytes = file.bytes.slice(0, size);
    file.synced = Math.min(file.synced, size);
  }

  remove(name: string): void {
    this.change();
    this.of(name);
    this.files.delete(name);
  }

  /** Turns a bit of a file round. */
  damage(name: string, at: number): void {
    const { bytes } = this.of(name);
    bytes[at % bytes.length]! ^= 1;
  }

  private change(): void {
    this.changes++;
    if (--this.left < 0) throw new Crash("the machine went dark");
  }

  private of(name: string): Kept {
    const file = this.files.get(name);
    if (file === undefined) throw new Error(`there is no file ${name}`);
    return file;
  }
}
