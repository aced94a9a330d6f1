// A folder of files, handed in by the environment: the core knows no disk. Names are plain, without folders in them.
// What fails (a full disk, a file that is gone) is thrown by whoever implements this, and ends the search.

export interface Files {
  names(): readonly string[];
  /** In bytes; undefined where there is no such file. */
  size(name: string): number | undefined;
  /** So many bytes from there on, or as many as there are. */
  read(name: string, from: number, length: number): Uint8Array;
  /** Makes the file where there is none. */
  append(name: string, bytes: Uint8Array): void;
  /** What was appended is on the disk when this returns. */
  sync(name: string): void;
  /** Replaces what has the new name in one piece, and for good. */
  rename(from: string, to: string): void;
  truncate(name: string, size: number): void;
  remove(name: string): void;
}

/** A folder in which several processes work at once: what is published there stays as it is. */
export interface SharedFiles extends Files {
  /**
   * Gives a file this name, and tells whether it did: of several who want a name, the first has it. `forGood`: the name
   * is on the disk when this returns.
   */
  publish(draft: string, name: string, forGood: boolean): boolean;
}

/** What one of several processes on a folder has to be told about itself and the world. */
export interface Joined {
  readonly files: SharedFiles;
  /** Its name, which no other process has or had: letters, digits and dashes. */
  readonly me: string;
  /** Wall-clock seconds since any fixed moment: what others do is judged by this clock alone. */
  now(): number;
  /** There is nothing to do for a moment. */
  rest(): void;
  /** Is it certain that a process of this name has ended? Absent, or false: nobody can tell from here. */
  hasEnded?(name: string): boolean;
}

/** A folder for one search that is larger than memory. */
export interface DiskFolder {
  readonly files: Files;
  /** Goes on with what lies there; otherwise the folder is empty. */
  readonly resume: boolean;
  /** Memory for what is loaded at a time. */
  readonly memoryBytes: number;
  /** What is asked of which model by which version: a search goes on only where it is the same. */
  readonly identity: string;
  /** Milliseconds, from anywhere. Work is kept after some time as well; without a clock after some states only. */
  readonly now?: () => number;
  /** Others work there, too. */
  readonly joined?: Joined;
  /** Hears what a user should know: that something was damaged and is done again. */
  readonly tell?: (sentence: string) => void;
  /** Throws: the folder is not for this search, and is left as it is. */
  readonly refuse?: (sentence: string) => never;
}
