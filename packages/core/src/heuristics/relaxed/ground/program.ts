// Conditions and updates as data: what runs on the abstract machine, what it was made of, and where its results are
// kept.

import type { Expression, Statement } from "../../../network/index.ts";
import type { AbstractMachine } from "../../../value-sets/abstract-machine.ts";
import type { ValueSet } from "../../../value-sets/value-set.ts";

/** What an update leaves in the cells it writes. Where it is kept in a tree, cells are slots. */
export interface Writes {
  readonly cells: readonly number[];
  readonly sets: readonly ValueSet[];
  /** Is the set all that the cell may hold afterwards, or an addition? */
  readonly replaces: readonly boolean[];
}

/** The nodes where the two trees begin: of what is kept, and of what is tried out for the state at hand. */
export interface Tree {
  root: number;
  tried: number;
  /** For which state `tried` was planted. */
  state: number;
}

/** Something whose results are kept in a decision tree, perhaps together with others of its shape. */
export interface Rooted {
  tree: Tree;
  /** Input that a slot stands for; null: inputs are not renamed. */
  slots: Int32Array | null;
}

/** The text of a program: an expression or the statements of an update, and the frame in which they run. */
export interface Code {
  readonly frame: FrameText;
  readonly body: Expression | readonly Statement[];
  /** For expressions: another one, in a frame of its own, that must be able to be the same. */
  readonly meets?: Code;
}

export interface FrameText {
  readonly size: number;
  readonly selects: readonly ValueSet[];
  /** A select that takes the value of the sender's index: evaluated in a frame of its own, or kept in an input. */
  readonly passed: {
    readonly cell: number;
    readonly min: number;
    readonly max: number;
    readonly from: IndexText | number;
  } | null;
}

interface IndexText {
  readonly index: Expression;
  readonly size: number;
  readonly selects: readonly ValueSet[];
}

export interface GroundProgram extends Rooted {
  /** Runs on the machine, from its start. */
  readonly run: (machine: AbstractMachine) => ValueSet | undefined;
  /** What it was made of, as plain data. */
  readonly source: unknown;
  /** Its text, where a circuit can be made of it. */
  readonly code: Code | null;
  /** Every cell it may read. */
  readonly reads: readonly number[];
  readonly asksLocations: boolean;
  /** The layer, counted over all builds, in which the graph last asked for its value, and that value. */
  asked: number;
  latest: ValueSet | null;
}

/** The tree of what was not registered yet. */
export const NO_TREE: Tree = { root: -1, tried: -1, state: -1 };

/** A program of which nothing was asked yet. */
export function newProgram(
  made: Pick<GroundProgram, "run" | "source" | "code" | "reads" | "asksLocations">,
): GroundProgram {
  return { ...made, tree: NO_TREE, slots: null, asked: -1, latest: null };
}
