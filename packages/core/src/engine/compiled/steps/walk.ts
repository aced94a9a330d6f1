// The depth-first walk of Couvreur's search (1999), emitted: through the product of the graph of states with an
// automaton, and which of its nodes lie in one component so far. It goes on inside the module until the host has to
// decide: a component has met every acceptance set, a run may end in a node, the path is empty.
// `search/lasso/component-walk.ts` is its twin. A component is known by the first of its frames on the path, which
// links to that of the component below.

import { add, and, mul, or, shl, sub } from "../../../wasm/arithmetic.ts";
import type { ModuleBuilder } from "../../../wasm/assembler.ts";
import { eq, eqz, gtS, gtU, ltU, ne } from "../../../wasm/comparisons.ts";
import { call, defineFunction, type FunctionWriter, type Label } from "../../../wasm/function-writer.ts";
import { load32 } from "../../../wasm/memory.ts";
import { type Arg, global, k, type Local, type Locals, type Value } from "../../../wasm/value.ts";
import {
  ASKING,
  declareWalk,
  EDGE_BYTES,
  emitRecords,
  HEAD_BYTES,
  type WalkMemory,
  type WalkParts,
} from "./walk-memory.ts";

/** What `walk` yields. */
export const WALK = { running: 0, left: 1, ending: 2, component: 3 } as const;
const FRAME = { state: 0, at: 4, number: 8, next: 12, end: 16, edge: 20, inside: 24, entering: 28, below: 32 } as const;
export const FRAME_BYTES = 36;

export function emitWalk(module: ModuleBuilder, parts: WalkParts): void {
  const declared = declareWalk(module, parts);
  emitRecords(declared);
  emitPath(declared);
  emitEnds(declared);
  emitAdvance(declared);
}

/** Frames: pushed, merged into one component, left. */
function emitPath(parts: WalkMemory): void {
  const { module, frames, pending, root, entered, peak, placeOf } = parts;
  const frameAt = (offset: Arg): Value => add(global(frames.base), offset);
  defineFunction(module, parts.top, (f) => f.return(frameAt(sub(global(frames.top), FRAME_BYTES))));
  defineFunction(module, parts.first, (f) => f.return(load32(frameAt(global(root)), FRAME.number)));
  // (state, automaton state): begins there, unless it was seen.
  defineFunction(module, parts.enter, (f, ...params) => {
    const [state, at] = params as [Local, Local];
    f.do(call(parts.ensure));
    f.if(eqz(load32(placeOf(state, at))), () => f.do(call(parts.push, state, at, 0)));
  });
  // (state, automaton state, marks of the edge to it)
  defineFunction(module, parts.push, (f, ...params) => {
    const [state, at, marks] = params as [Local, Local, Local];
    const number = f.let(add(global(entered), 1));
    f.setGlobal(entered, number);
    const place = f.let(placeOf(state, at));
    f.store32(place, number);
    f.store32(pending.push(f, 4), place);
    const offset = f.let(global(frames.top));
    const frame = frames.push(f, FRAME_BYTES);
    f.store32(frame, state, FRAME.state);
    f.store32(frame, at, FRAME.at);
    f.store32(frame, number, FRAME.number);
    f.store32(frame, 0, FRAME.next);
    f.store32(frame, 0, FRAME.inside);
    f.store32(frame, marks, FRAME.entering);
    f.store32(frame, global(root), FRAME.below);
    f.setGlobal(root, offset);
    f.if(gtU(global(frames.top), global(peak)), () => f.setGlobal(peak, global(frames.top)));
  });
  // (number, marks): a step leads back to a node on the way, all components from there on are one. → has it met every
  // set?
  defineFunction(module, parts.merge, (f, ...params) => {
    const [number, marks] = params as [Local, Local];
    const met = f.let(marks);
    const frame = f.let(frameAt(global(root)));
    f.while(gtS(load32(frame, FRAME.number), number), () => {
      f.set(met, or(met, or(load32(frame, FRAME.inside), load32(frame, FRAME.entering))));
      f.setGlobal(root, load32(frame, FRAME.below));
      f.set(frame, frameAt(global(root)));
    });
    f.set(met, or(met, load32(frame, FRAME.inside)));
    f.store32(frame, met, FRAME.inside);
    f.return(eq(and(met, global(parts.sets)), global(parts.sets)));
  });
  // (the uppermost frame): where a component begins with it, that is done.
  defineFunction(module, parts.leave, (f, frame) => {
    f.setGlobal(frames.top, sub(global(frames.top), FRAME_BYTES));
    f.if(ne(global(root), global(frames.top)), () => f.return());
    f.setGlobal(root, load32(frame!, FRAME.below));
    const state = f.let(load32(frame!, FRAME.state));
    const own = f.let(placeOf(state, load32(frame!, FRAME.at)));
    const place = f.local();
    f.loop((again) => {
      f.setGlobal(pending.top, sub(global(pending.top), 4));
      f.set(place, load32(add(global(pending.base), global(pending.top))));
      f.store32(place, -1);
      f.branchIf(again, ne(place, own));
    });
  });
}

/** Whether a run may end in a node: the host is asked only where that is possible at all. */
function emitEnds(parts: WalkMemory): void {
  const { module, stuck } = parts;
  const stays = (letter: Value, at: Arg): Value =>
    add(global(parts.staying), shl(add(mul(sub(letter, 2), global(parts.width)), at), 2));
  defineFunction(module, parts.mayEnd, (f, ...params) => {
    const [state, at] = params as [Local, Local];
    const letter = f.let(call(parts.letter, state));
    f.if(eq(letter, 1), () => f.return(0));
    f.if(eqz(load32(stays(letter, at))), () => f.return(0));
    f.setGlobal(parts.asking, ASKING.end);
    f.setGlobal(parts.sourceId, state);
    f.if(call(parts.mayLast, state), () => f.return(1));
    f.return(call(parts.satisfies, state, sub(global(stuck), 1)));
  });
  // Staying in the uppermost node for ever is not accepted, nor in others with its letter and its state of the
  // automaton.
  defineFunction(module, parts.dismiss, (f) => {
    const frame = f.let(call(parts.top));
    f.store32(stays(call(parts.letter, load32(frame, FRAME.state)), load32(frame, FRAME.at)), 0);
  });
}

/** The walk itself. */
function emitAdvance(parts: WalkMemory): void {
  const { module, frames, asking, recordOf, edgesAt } = parts;
  // (frame): looks at its steps from the first on.
  defineFunction(module, parts.unfold, (f, frame) => {
    const state = f.let(load32(frame!, FRAME.state));
    const list = f.let(load32(recordOf(state)));
    f.if(eqz(list), () => {
      f.setGlobal(asking, ASKING.successors);
      parts.expand(f, state);
      const count = f.let(global(parts.ordinal));
      f.setGlobal(parts.generated, add(global(parts.generated), count));
      const first = f.let(call(parts.list, state, count));
      f.copy(first, load32(parts.targets), shl(count, 2));
      f.set(list, sub(first, 4));
    });
    f.set(list, add(list, 4));
    f.store32(frame!, add(list, shl(load32(sub(list, 4)), 2)), FRAME.end);
    f.store32(frame!, load32(edgesAt(load32(frame!, FRAME.at)), 4), FRAME.edge);
    f.store32(frame!, list, FRAME.next);
  });
  // (how many nodes may be entered) → WALK
  defineFunction(module, parts.walk, (f, most) => {
    const [frame, next, end, edge, first, last] = Array.from({ length: 6 }, () => f.local()) as Locals<6>;
    const left = f.let(most!);
    const keep = (at: Value): void => {
      f.store32(frame, next, FRAME.next);
      f.store32(frame, at, FRAME.edge);
    };
    f.loop((again) => {
      f.if(eqz(global(frames.top)), () => f.return(WALK.left));
      f.set(frame, call(parts.top));
      f.if(eqz(load32(frame, FRAME.next)), () => {
        f.if(eqz(left), () => f.return(WALK.running));
        f.set(left, sub(left, 1));
        f.do(call(parts.unfold, frame));
        f.if(global(parts.stuck), () => {
          f.if(call(parts.mayEnd, load32(frame, FRAME.state), load32(frame, FRAME.at)), () => f.return(WALK.ending));
        });
      });
      f.set(next, load32(frame, FRAME.next));
      f.set(end, load32(frame, FRAME.end));
      f.set(edge, load32(frame, FRAME.edge));
      const edges = f.let(edgesAt(load32(frame, FRAME.at)));
      f.set(first, load32(edges));
      f.set(last, load32(edges, 4));
      f.while(ltU(next, end), () => {
        const target = f.let(load32(next));
        const record = f.let(recordOf(target));
        f.while(ne(edge, first), () => {
          f.set(edge, sub(edge, EDGE_BYTES));
          const number = f.local();
          f.block((unread) => {
            leaveUnlessRead(parts, f, { edge, target, record, keep: () => keep(add(edge, EDGE_BYTES)) }, unread);
            f.setGlobal(parts.transitions, add(global(parts.transitions), 1));
            f.set(number, load32(add(record, shl(load32(edge, 8), 2)), HEAD_BYTES));
            f.if(eqz(number), () => {
              keep(edge);
              f.do(call(parts.push, target, load32(edge, 8), load32(edge, 12)));
              f.branch(again);
            });
            f.setGlobal(parts.covered, add(global(parts.covered), 1));
            f.branchIf(unread, eq(number, -1));
            f.if(call(parts.merge, number, load32(edge, 12)), () => {
              keep(edge);
              f.return(WALK.component);
            });
          });
        });
        f.set(next, add(next, 4));
        f.set(edge, last);
      });
      f.do(call(parts.leave, frame));
      f.branch(again);
    });
    f.return(k(WALK.left));
  });
}

interface Reading {
  readonly edge: Local;
  readonly target: Local;
  readonly record: Local;
  /** Reading may fail: what is to be done before. */
  keep(): void;
}

/** Code that leaves where the edge does not read the letter of the target. */
function leaveUnlessRead(parts: WalkMemory, f: FunctionWriter, reading: Reading, unread: Label): void {
  const { edge, target, record, keep } = reading;
  const yes = load32(edge);
  const no = load32(edge, 4);
  f.if(or(yes, no), () => {
    const letter = f.let(load32(record, 4));
    f.if(eqz(letter), () => {
      keep();
      f.set(letter, call(parts.letter, target));
    });
    f.branchIf(unread, eq(letter, 1));
    f.set(letter, sub(letter, 2));
    f.branchIf(unread, or(ne(and(letter, yes), yes), and(letter, no)));
  });
}
