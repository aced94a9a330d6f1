// The folder of a search by several processes: others write and remove files there, too, on this machine or on another
// that shares the file system. What is published is linked to its name, which only one of them can do.

import { existsSync, linkSync, unlinkSync } from "node:fs";
import { join } from "node:path";
import type { SharedFiles } from "@tracehound/core";
import { SearchFolder } from "./search-folder.ts";

export class SharedFolder extends SearchFolder implements SharedFiles {
  /** Bytes that were written here since all files of the folder were last added up. */
  private since = Number.POSITIVE_INFINITY;

  override size(name: string): number | undefined {
    return this.sizeOnDisk(name);
  }

  override read(name: string, from: number, length: number): Uint8Array {
    try {
      // Markers may have been made anew, and are read once; states stay what they are.
      if (!/^(kept|made)\./.test(name)) this.close(name);
      this.fileOf(name, true);
    } catch (error) {
      // Somebody has removed it: there is nothing to be read.
      if (codeOf(error) === "ENOENT") return new Uint8Array(0);
    }
    return super.read(name, from, length);
  }

  override append(name: string, bytes: Uint8Array): void {
    if (this.limit < Number.POSITIVE_INFINITY) this.addUp(bytes.length);
    super.append(name, bytes);
  }

  publish(draft: string, name: string, forGood: boolean): boolean {
    return this.trying("written", () => {
      this.close(draft);
      const [from, to] = [join(this.path, draft), join(this.path, name)];
      try {
        linkSync(from, to);
      } catch (error) {
        if (codeOf(error) !== "EEXIST") throw error;
        return false;
      } finally {
        unlinkSync(from);
        this.note(draft, undefined);
      }
      if (forGood) this.syncFolder();
      return true;
    });
  }

  override remove(name: string): void {
    if (existsSync(join(this.path, name))) {
      this.trying("removed", () => {
        try {
          super.remove(name);
        } catch (error) {
          if (existsSync(join(this.path, name))) throw error;
        }
      });
    }
    this.note(name, undefined);
  }

  /** Others write, too: now and then all files are added up. */
  private addUp(bytes: number): void {
    this.since += bytes;
    if (this.since <= this.limit / 100) return;
    this.used = this.names().reduce((sum, one) => sum + (this.sizeOnDisk(one) ?? 0), 0);
    this.since = 0;
  }
}

const codeOf = (error: unknown): string | undefined =>
  error instanceof Error && "code" in error ? String(error.code) : undefined;
