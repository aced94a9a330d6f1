// What the store needs to know of discrete states: a number for each, in order of discovery, found again from the
// packed words. They are kept beside an index of hashes (`hashed-states.ts`); long ones are trees (`tree-states.ts`),
// and short ones without zones need less (`short-states.ts`).

import type { FunctionHandle, GlobalHandle } from "../../../wasm/assembler.ts";
import type { FunctionWriter } from "../../../wasm/function-writer.ts";
import type { Arg, Value } from "../../../wasm/value.ts";

export interface DiscreteShape {
  /** Packed words of a state, and the bits of them that are used (the highest used bit's number plus one). */
  readonly words: number;
  readonly bits: number;
  /** Does a state have a word for the head of its list of zones? */
  readonly hasHead: boolean;
  /** Where the packed words of the state being expanded and of the candidate at hand stand. */
  readonly sourceWords: number;
  readonly candidateWords: number;
}

export interface DiscreteStates {
  readonly count: GlobalHandle;
  /** (address of words) → number of the state; a new one is the count before the call; −2: out of memory. */
  readonly find: FunctionHandle;
  /** () → the same for the candidate at hand. */
  readonly findCandidate: FunctionHandle;
  /** Code that opens the index. */
  start(f: FunctionWriter): void;
  /** Address of a state's words, valid until the next call. */
  wordsOf(state: Arg): Value;
  /** Address of the head of its list of zones. */
  headOf(state: Arg): Value;
  /** (): to be called when `sourceWords` was taken from `wordsOf`; null where nothing is to be remembered. */
  readonly noteSource: FunctionHandle | null;
}

/** Candidates that wait to be looked up together. */
export interface Batch {
  /** (): the candidate at hand. */
  readonly add: FunctionHandle;
  /** (key): a candidate given by its packed words as one number; null where states are longer. */
  readonly addKey: FunctionHandle | null;
  /** (): looks up and stores all that wait. */
  readonly flush: FunctionHandle;
}

/** What a batch needs of the store that it fills. */
export interface BatchSink {
  /** The state being expanded, and the number of the next candidate. */
  readonly parent: GlobalHandle;
  readonly ordinal: GlobalHandle;
  /** (id, parent, ordinal) → −2 when memory is exhausted: a node for a new discrete state. */
  readonly note: FunctionHandle;
  readonly covered: GlobalHandle;
  outOfMemory(f: FunctionWriter): void;
}
