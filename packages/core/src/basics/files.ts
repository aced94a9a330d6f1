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

/** A folder for one search that is larger than memory. */
export interface DiskFolder {
  readonly files: Files;
  /** Goes on with what lies there; otherwise the folder is empty. */
  readonly resume: boolean;
  /** Memory for what is loaded at a time. */
  readonly memoryBytes: number;
  /** What is asked of which model by which version: a search goes on only where it is the same. */
  readonly identity: string;
  /** Hears what a user should know: that something was damaged and is done again. */
  readonly tell?: (sentence: string) => void;
}
