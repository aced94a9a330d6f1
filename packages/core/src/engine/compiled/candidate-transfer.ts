// Candidates that change hands: between engines of one program, in several threads, that divide the states among them
// by a hash of the discrete part. What travels are the packed words of the state and its zone as they lie in memory.

import type { StateId } from "../engine.ts";
import type { Instance } from "./instance.ts";
import { CANDIDATE_HEADER } from "./steps/candidates.ts";

/** Where the words of a candidate begin, counted in words. */
const WORDS_AT = CANDIDATE_HEADER / 4;

export function hashOfCandidate(instance: Instance, record: number): number {
  const words = instance.words(record + CANDIDATE_HEADER, instance.program.layout.words);
  let hash = 0x2545f491;
  for (const word of words) hash = Math.imul(hash ^ word, 0x9e3779b1);
  return (hash ^ (hash >>> 15)) >>> 8;
}

/** The dimension of the zone, the words, the zone; yields how many words that takes. */
export function packCandidate(instance: Instance, record: number, into: Int32Array): number {
  const { words } = instance.program.layout;
  const memory = new Int32Array(instance.memory.buffer);
  const at = record >>> 2;
  const zone = at + (memory[at + 2]! >>> 2);
  const end = at + (memory[at]! >>> 2);
  into[0] = memory[at + 1]!;
  into.set(memory.subarray(at + WORDS_AT, at + WORDS_AT + words), 1);
  into.set(memory.subarray(zone, end), 1 + words);
  return 1 + words + end - zone;
}

/** Stores what was packed; yields its id or a negative code. */
export function insertPacked({ program, memory, exports }: Instance, packed: Int32Array): StateId {
  const { words } = program.layout;
  const view = new Int32Array(memory.buffer);
  view.set(packed.subarray(1, 1 + words), program.at.candidateWords >>> 2);
  view.set(packed.subarray(1 + words), program.at.tight >>> 2);
  return exports.insert(program.at.candidateWords, program.at.tight, packed[0]!, 0, -1, 0);
}
