// What a walk through a product keeps in memory, emitted: its registers, its stacks, the automaton, and a record for
// every state.
//
//   record of a state:  list of successors (0: not expanded) │ letter + 2 (0: not asked, 1: fails) │ a number for each
//   state of the automaton, in order of discovery (0: not seen, −1: its component is done)
//   automaton:          first and last edge of each state, as addresses; edges: yes │ no │ target │ marks

import { add, and, mul, shl, shrU } from "../../../wasm/arithmetic.ts";
import { type FunctionHandle, type GlobalHandle, i32, type ModuleBuilder } from "../../../wasm/assembler.ts";
import { eqz, gtU, ltU } from "../../../wasm/comparisons.ts";
import { call, defineFunction, type FunctionWriter } from "../../../wasm/function-writer.ts";
import { load32 } from "../../../wasm/memory.ts";
import type { MemoryMap } from "../../../wasm/memory-map.ts";
import { type Arg, global, type Local, type Locals, type Value } from "../../../wasm/value.ts";
import type { Store } from "../store/store.ts";

/** What a walk was at when the model failed, in the exported `walkAsking`; `sourceId` is the state. */
export const ASKING = { successors: 1, letter: 2, end: 3 } as const;
export const EDGE_BYTES = 16;
/** The words in front of the numbers in the record of a state. */
export const HEAD_BYTES = 8;
const FIRST_ROOM = 1 << 12;
/** Records stand in chunks of 2^10, so that they never move, and chunks in a table of so many bytes. */
const CHUNK_BITS = 10;
const CHUNK_TABLE = 1 << 18;

export interface WalkParts {
  readonly map: MemoryMap;
  readonly store: Store;
  readonly sourceId: GlobalHandle;
  readonly ordinal: GlobalHandle;
  /** The address of the address of the ids that the candidates of the latest expansion are. */
  readonly targets: number;
  /** Code that expands a stored state and stores its candidates. */
  expand(f: FunctionWriter, id: Local): void;
  /** (id, atoms) → which of the first targets hold. */
  readonly letterOf: FunctionHandle;
  /** (id, target) */
  readonly satisfies: FunctionHandle;
  /** (id) → 0 where time cannot pass for ever, for reasons that the locations alone tell. */
  readonly mayLast: FunctionHandle;
  outOfMemory(f: FunctionWriter): void;
}

export function declareWalk(module: ModuleBuilder, parts: WalkParts) {
  const zero = (exportAs?: string): GlobalHandle => module.global("i32", 0, exportAs);
  const exported = (name: string, params: number, result: boolean): FunctionHandle => {
    const handle = module.declare(name, i32(params), result ? ["i32"] : []);
    module.export(handle);
    return handle;
  };
  const registers = {
    recordBytes: zero(),
    /** How many states have a record. */
    capacity: zero(),
    automaton: zero(),
    width: zero(),
    atoms: zero(),
    sets: zero(),
    /** The number of the target that says "deadlock", + 1; 0: no run ends. */
    stuck: zero(),
    /** By letter and state of the automaton: 0 where staying there for ever is known not to be accepted. */
    staying: zero(),
    /** The frame where the uppermost component begins, as an offset. */
    root: zero(),
    asking: zero("walkAsking"),
    entered: zero("walkEntered"),
    transitions: zero("walkTransitions"),
    covered: zero("walkCovered"),
    /** Most bytes of frames. */
    peak: zero("walkPeak"),
    generated: zero("walkGenerated"),
  };
  const functions = {
    start: exported("walkStart", 6, true),
    list: exported("walkList", 2, true),
    enter: exported("walkEnter", 2, false),
    walk: exported("walk", 1, true),
    top: exported("walkTop", 0, true),
    first: exported("walkFirst", 0, true),
    number: exported("walkNumber", 2, true),
    fail: exported("walkFail", 1, false),
    dismiss: exported("walkDismiss", 0, false),
    ensure: module.declare("walkRecords", [], []),
    letter: module.declare("walkLetter", i32(1), ["i32"]),
    push: module.declare("walkPush", i32(3), []),
    unfold: module.declare("walkUnfold", i32(1), []),
    mayEnd: module.declare("walkMayEnd", i32(2), ["i32"]),
    merge: module.declare("walkMerge", i32(2), ["i32"]),
    leave: module.declare("walkLeave", i32(1), []),
  };
  const allocated = (f: FunctionWriter, bytes: Arg): Local => {
    const address = f.let(call(parts.store.allocate, bytes));
    f.if(eqz(address), () => parts.outOfMemory(f));
    return address;
  };
  const frames = emitStack(module, "walkFrames", parts.store, allocated);
  /** Nodes whose component is not done, in order of discovery: the addresses of their numbers. */
  const pending = emitStack(module, "walkPending", parts.store, allocated);
  const chunks = parts.map.room(CHUNK_TABLE);
  const recordOf = (state: Local): Value =>
    add(
      load32(shl(shrU(state, CHUNK_BITS), 2), chunks),
      mul(and(state, (1 << CHUNK_BITS) - 1), global(registers.recordBytes)),
    );
  /** The address of the number of a node. */
  const placeOf = (state: Local, at: Arg): Value => add(add(recordOf(state), HEAD_BYTES), shl(at, 2));
  const edgesAt = (at: Arg): Value => add(global(registers.automaton), shl(at, 3));
  const memory = { allocated, chunks, frames, pending, recordOf, placeOf, edgesAt };
  return { module, ...parts, ...registers, ...functions, ...memory };
}

export type WalkMemory = ReturnType<typeof declareWalk>;

/** A stack in the heap; `top` counts bytes. */
function emitStack(
  module: ModuleBuilder,
  name: string,
  store: Store,
  allocated: (f: FunctionWriter, bytes: Arg) => Local,
) {
  const base = module.global("i32", 0);
  const top = module.global("i32", 0);
  const room = module.global("i32", 0);
  const grow = module.declare(name, [], []);
  defineFunction(module, grow, (f) => {
    const wanted = f.let(add(shl(global(room), 1), FIRST_ROOM));
    const grown = allocated(f, wanted);
    f.copy(grown, global(base), global(top));
    store.recycle(f, global(base), global(room));
    f.setGlobal(base, grown);
    f.setGlobal(room, wanted);
  });
  return {
    base,
    top,
    /** Code that makes room for so many bytes, and yields where they are. */
    push(f: FunctionWriter, bytes: number): Local {
      f.if(gtU(add(global(top), bytes), global(room)), () => f.do(call(grow)));
      const address = f.let(add(global(base), global(top)));
      f.setGlobal(top, add(global(top), bytes));
      return address;
    },
  };
}

/** What is known of states: their successors, their letters, the numbers of their nodes. */
export function emitRecords(parts: WalkMemory): void {
  const { module, recordBytes, capacity, allocated, recordOf, store } = parts;
  // (states of the automaton, edges, acceptance sets, atoms, letters, stuck) → where the automaton is to be written.
  defineFunction(module, parts.start, (f, ...params) => {
    const [width, edges, sets, atoms, letters, stuck] = params as Locals<6>;
    f.setGlobal(parts.sets, sets);
    f.setGlobal(parts.stuck, stuck);
    f.setGlobal(parts.width, width);
    f.setGlobal(parts.atoms, atoms);
    f.setGlobal(recordBytes, add(shl(width, 2), HEAD_BYTES));
    f.setGlobal(parts.automaton, allocated(f, add(shl(width, 3), mul(edges, EDGE_BYTES))));
    const stayingBytes = f.let(shl(mul(letters, width), 2));
    f.setGlobal(parts.staying, allocated(f, stayingBytes));
    f.fill(global(parts.staying), 1, stayingBytes);
    f.return(global(parts.automaton));
  });
  // Every state that there is has a record afterwards.
  defineFunction(module, parts.ensure, (f) => {
    const size = f.let(call(store.size));
    const bytes = f.let(shl(global(recordBytes), CHUNK_BITS));
    f.while(ltU(global(capacity), size), () => {
      const entry = f.let(shl(shrU(global(capacity), CHUNK_BITS), 2));
      f.if(eqz(ltU(entry, CHUNK_TABLE)), () => parts.outOfMemory(f));
      const chunk = allocated(f, bytes);
      f.fill(chunk, 0, bytes);
      f.store32(entry, chunk, parts.chunks);
      f.setGlobal(capacity, add(global(capacity), 1 << CHUNK_BITS));
    });
  });
  // (state, count) → where the ids of its successors are to be written.
  defineFunction(module, parts.list, (f, ...params) => {
    const [state, count] = params as [Local, Local];
    f.do(call(parts.ensure));
    const list = allocated(f, add(shl(count, 2), 4));
    f.store32(list, count);
    f.store32(recordOf(state), list);
    f.return(add(list, 4));
  });
  defineFunction(module, parts.letter, (f, state) => {
    const record = f.let(recordOf(state!));
    const known = f.let(load32(record, 4));
    f.if(known, () => f.return(known));
    f.setGlobal(parts.asking, ASKING.letter);
    f.setGlobal(parts.sourceId, state!);
    f.set(known, add(call(parts.letterOf, state!, global(parts.atoms)), 2));
    f.store32(record, known, 4);
    f.return(known);
  });
  // (state): its letter cannot be read.
  defineFunction(module, parts.fail, (f, state) => f.store32(recordOf(state!), 1, 4));
  defineFunction(module, parts.number, (f, ...params) => {
    const [state, at] = params as [Local, Local];
    f.if(eqz(ltU(state, global(capacity))), () => f.return(0));
    f.return(load32(parts.placeOf(state, at)));
  });
}
