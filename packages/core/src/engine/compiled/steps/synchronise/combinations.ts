// Combinations, emitted: each of several participants offers some edges (a group of options, with their frames and
// clock constraints), and the product of the groups is fired, the last group varying fastest. Broadcasts and vectors
// are combinations.

import { add, sub } from "../../../../wasm/arithmetic.ts";
import type { FunctionHandle } from "../../../../wasm/assembler.ts";
import { eq, eqz, geS, gtU, ltU, ne } from "../../../../wasm/comparisons.ts";
import { CONSTRAINT_BYTES, type EmitContext, siteOf } from "../../../../wasm/context.ts";
import { call, defineFunction, type FunctionWriter } from "../../../../wasm/function-writer.ts";
import { load32 } from "../../../../wasm/memory.ts";
import { type Arg, global, type Local, type Value } from "../../../../wasm/value.ts";
import type { StepRegisters } from "../../state/step-registers.ts";
import { edgeAt } from "../../state/step-registers.ts";
import { forList } from "../edges/edge-access.ts";
import type { EdgeTable } from "../edges/edge-table.ts";
import type { Frames } from "../edges/frames.ts";
import { setParticipant } from "../step-code.ts";
import { emitCombine, emitMayStayOut, type JoiningParts } from "./joining.ts";

export interface Combinations {
  /** Forgets all options. */
  open(f: FunctionWriter): void;
  /** The next option's address: options from there on belong to the group that is closed next. */
  readonly next: Value;
  /** Closes the group of options that began at `first`: one participant takes one of them, or none if it `may`. */
  closeGroup(f: FunctionWriter, first: Local, mayStayOut: Arg): void;
  /** Code for "no group was closed". */
  readonly isEmpty: Value;
  /** (edge, channel or −1): appends what the edge offers. Frames stay, each option has its own. */
  readonly collect: FunctionHandle;
  /**
   * Code that does the same with every edge of a list, on no channel; edges of one guard ask it once, where there are
   * neither selects nor clocks.
   */
  collectAll(f: FunctionWriter, list: Local, edge: Local): void;
  /** (start and end of the initiator's constraints, number of initiators): fires all combinations of the groups. */
  readonly product: FunctionHandle;
}

/** Given where clocks decide who takes part. */
export type Joining = Omit<JoiningParts, "groupTop" | "append" | "fire">;

/** What steps are combined of, and what happens to a complete one. */
export interface Combining {
  readonly edges: EdgeTable;
  readonly frames: Frames;
  readonly registers: StepRegisters;
  readonly fire: FunctionHandle;
  readonly joining: Joining | null;
}

export function emitCombinations(context: EmitContext, combining: Combining): Combinations {
  const declared = declareCombinations(context, combining);
  const collecting = emitCollect(declared);
  const producing = emitProduct(declared);
  const { optionTop, groupTop, groups, collect, product } = declared;
  const isEmpty = eq(global(groupTop), groups);
  return { ...producing, ...collecting, next: global(optionTop), isEmpty, collect, product };
}

/** Memory and functions, declared before anything is defined. */
function declareCombinations(context: EmitContext, combining: Combining) {
  const { edges, frames, registers, fire, joining } = combining;
  const { module, map } = context;
  const { participantCount } = registers;
  const options = map.reserve(16 * edges.maxOptions);
  const optionTop = module.global("i32", options);
  const groups = map.reserve(12 * (edges.maxParticipants + 1));
  const groupTop = module.global("i32", groups);
  const guardOf = joining === null ? frames.guardOf : frames.guardThrough("wholeGuard");
  const collect = module.declare("collect", ["i32", "i32"], []);
  const product = module.declare("product", ["i32", "i32", "i32"], []);
  const rooms = { options, optionTop, groups, groupTop };
  return { context, module, frames, registers, participantCount, fire, joining, guardOf, ...rooms, collect, product };
}

type Declared = ReturnType<typeof declareCombinations>;

/** The options of one group. */
function emitCollect({ module, collect, frames, context, guardOf, optionTop, joining, groupTop }: Declared) {
  const append = (f: FunctionWriter, edge: Local, frame: Local, start: Value): void => {
    const top = f.let(global(optionTop));
    f.store32(top, edge);
    f.store32(top, frame, 4);
    f.store32(top, start, 8);
    f.store32(top, global(context.constraintTop), 12);
    f.setGlobal(optionTop, add(top, 16));
  };

  defineFunction(module, collect, (f, ...params) => {
    const [edge, used] = params as [Local, Local];
    const frame = frames.enter(f, edge);
    const start = f.local();
    const kept = f.local();
    frames.forSelects(f, edge, frame, () => {
      f.set(start, global(context.constraintTop));
      f.block((no) => {
        f.if(geS(used, 0), () => f.branchIf(no, ne(call(frames.channelOf, edge, frame), used)));
        f.if(eqz(call(guardOf, edge, frame)), () => {
          f.setGlobal(context.constraintTop, start);
          f.branch(no);
        });
        f.set(kept, frames.enter(f, edge));
        // A call into the host's memory copy costs more than a few words, and most frames are empty.
        f.if(edgeAt(edge, "frameBytes"), () => f.copy(kept, frame, edgeAt(edge, "frameBytes")));
        append(f, edge, kept, start);
      });
    });
  });

  const collectAll: Combinations["collectAll"] = (f, list, edge) => {
    if (context.network.clocks.length > 0) {
      forList(f, list, edge, () => f.do(call(collect, edge, -1)));
      return;
    }
    const [asked, holds, frame, slot] = [f.let(-1), f.local(), f.local(), f.local()];
    forList(f, list, edge, () => {
      f.if(
        edgeAt(edge, "selectCount"),
        () => f.do(call(collect, edge, -1)),
        () => {
          f.set(slot, edgeAt(edge, "guard"));
          f.if(ne(slot, asked), () => {
            f.set(asked, slot);
            f.set(holds, call(guardOf, edge, global(context.stackTop)));
          });
          f.if(holds, () => {
            f.set(frame, frames.enter(f, edge));
            append(f, edge, frame, global(context.constraintTop));
          });
        },
      );
    });
  };

  const mayStayOut = joining === null ? null : emitMayStayOut(context, joining.zones);
  const closeGroup: Combinations["closeGroup"] = (f, first, may) => {
    const top = f.let(global(groupTop));
    f.store32(top, first);
    f.store32(top, global(optionTop), 4);
    // The third field is the option at hand, or says that there is one more choice.
    f.store32(top, mayStayOut === null ? first : f.choose(may, call(mayStayOut, first, global(optionTop)), 0), 8);
    f.setGlobal(groupTop, add(top, 12));
  };
  return { closeGroup, collectAll };
}

/** One option of each group, in all ways. */
function emitProduct(parts: Declared) {
  const { context, joining, groupTop, groups } = parts;
  /** Code that appends a copy of some constraints. */
  const append = (f: FunctionWriter, from: Value, to: Value): void => {
    const first = f.let(from);
    const bytes = f.let(sub(to, first));
    f.if(bytes, () => {
      f.if(gtU(add(global(context.constraintTop), bytes), context.constraints + CONSTRAINT_BYTES), () => {
        const message = () => "one step has too many clock constraints";
        f.do(call(context.fault, siteOf(context, { kind: "bound", span: undefined, message }), 0));
      });
      const to = f.let(global(context.constraintTop));
      f.setGlobal(context.constraintTop, add(to, bytes));
      f.while(bytes, () => {
        f.set(bytes, sub(bytes, 4));
        f.store32(add(to, bytes), load32(add(first, bytes)));
      });
    });
  };

  const combine =
    joining === null ? null : emitCombine(context, parts.registers, { ...joining, groupTop, append, fire: parts.fire });
  defineFunction(parts.module, parts.product, (f, ...params) => {
    const [start, end, initiators] = params as [Local, Local, Local];
    const top = f.let(global(context.constraintTop));
    if (joining !== null && combine !== null) {
      const { zones, federations, exclusions } = joining;
      f.setGlobal(exclusions.top, exclusions.base);
      append(f, start, end);
      const room = f.let(call(zones.applyGuards, top));
      f.if(room, () => {
        f.set(room, call(federations.copyOf, room, global(zones.sourceDim)));
        f.do(call(combine, groups, initiators, top, room));
        f.do(call(federations.release, room));
      });
      f.setGlobal(exclusions.top, exclusions.base);
      f.setGlobal(context.constraintTop, top);
      return;
    }
    const group = f.local();
    const option = f.local();
    const at = f.local();
    f.loop((again) => {
      append(f, start, end);
      f.set(at, initiators);
      f.for(
        group,
        groups,
        global(groupTop),
        () => {
          f.set(option, load32(group, 8));
          setParticipant(f, parts.registers, at, load32(option), load32(option, 4));
          append(f, load32(option, 8), load32(option, 12));
          f.set(at, add(at, 1));
        },
        12,
      );
      f.setGlobal(parts.participantCount, at);
      f.do(call(parts.fire, top));
      f.setGlobal(context.constraintTop, top);
      // The last group varies fastest.
      f.set(group, sub(global(groupTop), 12));
      f.while(eqz(ltU(group, groups)), () => {
        f.set(option, add(load32(group, 8), 16));
        f.if(ltU(option, load32(group, 4)), () => {
          f.store32(group, option, 8);
          f.branch(again);
        });
        f.store32(group, load32(group), 8);
        f.set(group, sub(group, 12));
      });
    });
  });

  const open = (f: FunctionWriter): void => {
    f.setGlobal(parts.optionTop, parts.options);
    f.setGlobal(groupTop, groups);
  };
  return { open };
}
