// Joint steps, emitted: found through the current locations and per-channel lists, in the order of the seam. Each
// step is fired on the working state, its result is stored at once (`expandAll`) or appended to the list of
// candidates (`expand`), and everything it changed is put back. Network-independent: the network is in the tables.

import type { FunctionHandle, GlobalHandle } from "./assembler.ts";
import {
  type Arg,
  add,
  and,
  call,
  callIndirect,
  defineFunction,
  divS,
  eq,
  eqz,
  type FunctionWriter,
  geS,
  global,
  gtS,
  gtU,
  type Label,
  type Local,
  load32,
  ltS,
  ltU,
  mul,
  ne,
  or,
  shl,
  sub,
  type Value,
} from "./code.ts";
import { CONSTRAINT_BYTES, type Context, STEP_BUDGET, siteOf, stackEnd } from "./context.ts";
import { EDGE, type EdgeTable, KIND } from "./edge-table.ts";
import type { WorkingState } from "./state.ts";
import { copyWords } from "./steps.ts";
import type { ZoneStep } from "./zone-step.ts";

/** Up to this many processes the loop over them is unrolled. */
const UNROLLED = 64;

/** Who takes part in the step at hand. */
export interface StepRegisters {
  /** Pairs (edge record, frame). */
  readonly participants: number;
  readonly participantCount: GlobalHandle;
  /** −1: none. */
  readonly channel: GlobalHandle;
  /** The record of an edge that is tried alone (see `steps.ts`); 0: look at the participants. */
  readonly alone: GlobalHandle;
}

export interface SuccessorParts {
  readonly zones: ZoneStep | null;
  /** Data invariants of networks without clocks. */
  readonly invariants: FunctionHandle | null;
  /** () : what to do with a complete candidate. */
  readonly emit: FunctionHandle;
  /** Runs statements around every update, packs and restores what they write, puts meta variables back. */
  readonly before: FunctionHandle | null;
  readonly after: FunctionHandle | null;
  readonly packAround: FunctionHandle | null;
  readonly restoreAround: FunctionHandle | null;
  readonly resetMeta: FunctionHandle | null;
}

/** Declared first, because `timeStops` of the zones needs it; null without urgent channels. */
export function declareUrgency(context: Context): FunctionHandle | null {
  const { network, module } = context;
  return network.channels.some(({ urgent }) => urgent) ? module.declare("urgentEnabled", [], ["i32"]) : null;
}

/** () → nothing: tries all steps from the working state. */
export function emitSuccessors(
  context: Context,
  state: WorkingState,
  edges: EdgeTable,
  parts: SuccessorParts,
  { participants, participantCount, channel, alone }: StepRegisters,
  urgentEnabled: FunctionHandle | null,
): FunctionHandle {
  const { module, map, network } = context;
  const i32 = (count: number) => Array<"i32">(count).fill("i32");
  const guardType = module.typeOf({ params: ["i32"], results: ["i32"] });
  const runType = module.typeOf({ params: ["i32"], results: [] });
  const stepType = module.typeOf({ params: [], results: [] });
  const options = map.reserve(16 * edges.maxOptions);
  const optionTop = module.global("i32", options);
  const groups = map.reserve(12 * (edges.maxParticipants + 1));
  const groupTop = module.global("i32", groups);

  const guardOf = module.declare("guardOf", i32(2), ["i32"]);
  const channelOf = module.declare("channelOf", i32(2), ["i32"]);
  const fire = module.declare("fire", i32(1), []);
  const begin = module.declare("begin", i32(1), []);
  const binary = module.declare("binary", i32(3), []);
  const broadcast = module.declare("broadcast", i32(3), []);
  const vector = module.declare("vector", i32(1), []);
  const collect = module.declare("collect", i32(2), []);
  const product = module.declare("product", i32(3), []);
  const explore = module.declare("explore", [], []);

  const locationOf = (process: Arg): Value => load32(shl(process, 2), context.locations);
  const isCommitted = (f: FunctionWriter, process: Arg): Value => and(state.flagsOf(f, process), 1);
  const anyCommitted: Value = and(global(state.stops), 0xffff);
  const edgeAt = (edge: Arg, field: keyof typeof EDGE): Value => load32(edge, EDGE[field]);

  defineFunction(module, guardOf, (f, ...params) => {
    const [edge, frame] = params as [Local, Local];
    const slot = f.let(edgeAt(edge, "guard"));
    f.return(f.choose(slot, callIndirect(guardType, slot, frame), 1));
  });
  defineFunction(module, channelOf, (f, ...params) => {
    const [edge, frame] = params as [Local, Local];
    const slot = f.let(edgeAt(edge, "channelCode"));
    f.return(f.choose(slot, callIndirect(guardType, slot, frame), edgeAt(edge, "channel")));
  });

  /** A frame for an edge on top of the stack, given back by `leaveFrame`. */
  const enterFrame = (f: FunctionWriter, edge: Arg): Local => {
    const frame = f.let(global(context.stackTop));
    f.setGlobal(context.stackTop, add(frame, edgeAt(edge, "frameBytes")));
    f.if(gtU(global(context.stackTop), stackEnd(context)), () => {
      const message = () => "one step needs too many frames";
      f.do(call(context.fault, siteOf(context, { kind: "endless", span: undefined, message }), 0));
    });
    return frame;
  };

  /** Runs `body` for all values of the edge's selects, the first one varying slowest. */
  function forSelects(f: FunctionWriter, edge: Local, frame: Local, body: () => void): void {
    const count = f.let(edgeAt(edge, "selectCount"));
    const ranges = f.let(edgeAt(edge, "selects"));
    const i = f.local();
    const at = f.local();
    f.block((done) => {
      f.for(i, 0, count, () => {
        f.set(at, add(ranges, shl(i, 3)));
        f.branchIf(done, gtS(load32(at), load32(at, 4)));
        f.store32(add(frame, shl(i, 2)), load32(at));
      });
      f.loop((again) => {
        body();
        f.set(i, sub(count, 1));
        f.while(geS(i, 0), () => {
          f.set(at, add(ranges, shl(i, 3)));
          const cell = f.let(add(frame, shl(i, 2)));
          f.if(ltS(load32(cell), load32(at, 4)), () => {
            f.store32(cell, add(load32(cell), 1));
            f.branch(again);
          });
          f.store32(cell, load32(at));
          f.set(i, sub(i, 1));
        });
      });
    });
  }

  /** The same for a receiver on channel `used`: a select that the channel determines is not tried out. */
  function forReceiverSelects(f: FunctionWriter, edge: Local, frame: Local, used: Local, body: () => void): void {
    const stride = f.let(edgeAt(edge, "inverseStride"));
    f.if(
      stride,
      () => {
        const position = divS(sub(used, edgeAt(edge, "inverseBase")), stride);
        f.store32(frame, add(position, edgeAt(edge, "inverseFirst")));
        f.if(call(guardOf, edge, frame), body);
      },
      () =>
        forSelects(f, edge, frame, () => {
          f.if(eq(call(channelOf, edge, frame), used), () => f.if(call(guardOf, edge, frame), body));
        }),
    );
  }

  const setParticipant = (f: FunctionWriter, at: Arg, edge: Arg, frame: Arg): void => {
    f.store32(shl(at, 3), edge, participants);
    f.store32(shl(at, 3), frame, participants + 4);
  };

  // ------------------------------------------------------------------------------------------ firing

  defineFunction(module, fire, (f, start) => {
    const count = f.let(shl(global(participantCount), 3));
    const at = f.local();
    const edge = f.local();
    const slot = f.local();
    const each = (body: () => void): void =>
      f.for(
        at,
        0,
        count,
        () => {
          f.set(edge, load32(at, participants));
          body();
        },
        8,
      );
    const run = (field: "update" | "pack" | "restore"): void => {
      f.set(slot, edgeAt(edge, field));
      f.if(slot, () => f.do(callIndirect(runType, slot, load32(at, participants + 4))));
    };
    f.if(anyCommitted, () => {
      const allowed = f.let(0);
      each(() => f.set(allowed, or(allowed, isCommitted(f, edgeAt(edge, "process")))));
      f.if(eqz(allowed), () => f.return());
    });
    const zone = f.let(1);
    if (parts.zones !== null) {
      f.set(zone, call(parts.zones.applyGuards, start!));
      f.if(eqz(zone), () => f.return());
    }
    f.setGlobal(context.steps, STEP_BUDGET);
    if (parts.before !== null) f.do(call(parts.before));
    each(() => run("update"));
    if (parts.after !== null) f.do(call(parts.after));
    const move = (to: "target" | "source"): void =>
      each(() => {
        f.if(ne(edgeAt(edge, "target"), edgeAt(edge, "source")), () =>
          f.do(call(state.move, edgeAt(edge, "process"), edgeAt(edge, to))),
        );
      });
    move("target");
    if (parts.resetMeta !== null) f.do(call(parts.resetMeta));
    const possible =
      parts.zones !== null
        ? f.let(call(parts.zones.enter, zone))
        : parts.invariants !== null
          ? f.let(call(parts.invariants))
          : null;
    const pack = (): void => {
      copyWords(context, f, state.candidateWords, state.sourceWords);
      each(() => {
        f.do(call(state.packLocation, edgeAt(edge, "process"), edgeAt(edge, "target")));
        run("pack");
      });
      if (parts.packAround !== null) f.do(call(parts.packAround));
    };
    if (possible === null) pack();
    else f.if(possible, pack);
    each(() => run("restore"));
    if (parts.restoreAround !== null) f.do(call(parts.restoreAround));
    move("source");
    if (parts.zones !== null) f.if(global(context.touchedCount), () => f.do(call(parts.zones!.forget)));
    if (possible === null) f.do(call(parts.emit));
    else f.if(possible, () => f.do(call(parts.emit)));
  });

  // ------------------------------------------------------------------------------------------ finding partners

  // (edge): tries it as the initiator, with all values of its selects.
  defineFunction(module, begin, (f, edgeParam) => {
    const edge = edgeParam!;
    const kind = f.let(edgeAt(edge, "kind"));
    f.if(and(ne(anyCommitted, 0), eqz(kind)), () => {
      f.if(eqz(isCommitted(f, edgeAt(edge, "process"))), () => f.return());
    });
    const frame = enterFrame(f, edge);
    const constraints = f.let(global(context.constraintTop));
    setParticipant(f, 0, edge, frame);
    forSelects(f, edge, frame, () => {
      f.setGlobal(alone, 0);
      f.setGlobal(participantCount, 1);
      f.setGlobal(channel, -1);
      f.if(call(guardOf, edge, frame), () => {
        f.if(
          eq(kind, KIND.internal),
          () => f.do(call(fire, constraints)),
          () =>
            f.if(
              eq(kind, KIND.binary),
              () => f.do(call(binary, edge, frame, constraints)),
              () => f.do(call(broadcast, edge, frame, constraints)),
            ),
        );
      });
      f.setGlobal(context.constraintTop, constraints);
    });
    f.setGlobal(context.stackTop, frame);
  });

  /** Runs `body` with every edge of a list (count, records…). */
  function forList(f: FunctionWriter, list: Local, edge: Local, body: (leave: Label) => void): void {
    const end = f.let(add(list, shl(load32(list), 2)));
    f.while(ltU(list, end), (leave) => {
      f.set(list, add(list, 4));
      f.set(edge, load32(list));
      body(leave);
    });
  }

  const isElsewhere = (edge: Local): Value => ne(locationOf(edgeAt(edge, "process")), edgeAt(edge, "source"));

  defineFunction(module, binary, (f, ...params) => {
    const [sender, senderFrame, start] = params as [Local, Local, Local];
    const used = f.let(call(channelOf, sender, senderFrame));
    f.setGlobal(channel, used);
    f.setGlobal(participantCount, 2);
    const list = f.let(load32(shl(used, 2), edges.receiving));
    const process = f.let(edgeAt(sender, "process"));
    const constraints = f.let(global(context.constraintTop));
    const blocked = f.let(and(ne(anyCommitted, 0), eqz(isCommitted(f, process))));
    const edge = f.local();
    forList(f, list, edge, () => {
      f.block((next) => {
        const other = f.let(edgeAt(edge, "process"));
        f.branchIf(next, or(eq(other, process), isElsewhere(edge)));
        f.if(blocked, () => f.branchIf(next, eqz(isCommitted(f, other))));
        const frame = enterFrame(f, edge);
        setParticipant(f, 1, edge, frame);
        forReceiverSelects(f, edge, frame, used, () => {
          f.do(call(fire, start));
          f.setGlobal(context.constraintTop, constraints);
        });
        f.setGlobal(context.constraintTop, constraints);
        f.setGlobal(context.stackTop, frame);
      });
    });
  });

  // (edge, channel or −1): appends what the edge offers to the options. Frames stay, each option has its own.
  defineFunction(module, collect, (f, ...params) => {
    const [edge, used] = params as [Local, Local];
    const frame = enterFrame(f, edge);
    const start = f.local();
    const kept = f.local();
    forSelects(f, edge, frame, () => {
      f.set(start, global(context.constraintTop));
      f.block((no) => {
        f.if(geS(used, 0), () => f.branchIf(no, ne(call(channelOf, edge, frame), used)));
        f.if(eqz(call(guardOf, edge, frame)), () => {
          f.setGlobal(context.constraintTop, start);
          f.branch(no);
        });
        f.set(kept, enterFrame(f, edge));
        // A call into the host's memory copy costs more than a few words, and most frames are empty.
        f.if(edgeAt(edge, "frameBytes"), () => f.copy(kept, frame, edgeAt(edge, "frameBytes")));
        const top = f.let(global(optionTop));
        f.store32(top, edge);
        f.store32(top, kept, 4);
        f.store32(top, start, 8);
        f.store32(top, global(context.constraintTop), 12);
        f.setGlobal(optionTop, add(top, 16));
      });
    });
  });

  /** Closes a group of options that began at `first`: one participant takes one of them. */
  const closeGroup = (f: FunctionWriter, first: Local): void => {
    const top = f.let(global(groupTop));
    f.store32(top, first);
    f.store32(top, global(optionTop), 4);
    f.store32(top, first, 8);
    f.setGlobal(groupTop, add(top, 12));
  };

  // (start and end of the initiator's constraints, number of initiators): fires all combinations of the groups.
  defineFunction(module, product, (f, ...params) => {
    const [start, end, initiators] = params as [Local, Local, Local];
    const group = f.local();
    const option = f.local();
    const at = f.local();
    const top = f.let(global(context.constraintTop));
    const bytes = f.local();
    const append = (from: Value, to: Value): void => {
      const first = f.let(from);
      f.set(bytes, sub(to, first));
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
    f.loop((again) => {
      append(start, end);
      f.set(at, initiators);
      f.for(
        group,
        groups,
        global(groupTop),
        () => {
          f.set(option, load32(group, 8));
          setParticipant(f, at, load32(option), load32(option, 4));
          append(load32(option, 8), load32(option, 12));
          f.set(at, add(at, 1));
        },
        12,
      );
      f.setGlobal(participantCount, at);
      f.do(call(fire, top));
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

  const openGroups = (f: FunctionWriter): void => {
    f.setGlobal(optionTop, options);
    f.setGlobal(groupTop, groups);
  };

  defineFunction(module, broadcast, (f, ...params) => {
    const [sender, senderFrame, start] = params as [Local, Local, Local];
    const used = f.let(call(channelOf, sender, senderFrame));
    f.setGlobal(channel, used);
    const list = f.let(load32(shl(used, 2), edges.receiving));
    const process = f.let(edgeAt(sender, "process"));
    const stack = f.let(global(context.stackTop));
    const end = f.let(global(context.constraintTop));
    const edge = f.local();
    const joining = f.let(-1);
    const first = f.let(options);
    openGroups(f);
    const close = (): void => f.if(ne(first, global(optionTop)), () => closeGroup(f, first));
    forList(f, list, edge, () => {
      f.block((next) => {
        const other = f.let(edgeAt(edge, "process"));
        f.branchIf(next, or(eq(other, process), isElsewhere(edge)));
        f.if(ne(other, joining), () => {
          close();
          f.set(joining, other);
          f.set(first, global(optionTop));
        });
        f.do(call(collect, edge, used));
      });
    });
    close();
    f.do(call(product, start, end, 1));
    f.setGlobal(context.stackTop, stack);
    f.setGlobal(context.constraintTop, end);
  });

  // (vector): needs all its strong participants; weak ones join where they can. Steps stand in system order.
  defineFunction(module, vector, (f, table) => {
    const participant = f.local();
    const stack = f.let(global(context.stackTop));
    const end = f.let(global(context.constraintTop));
    const edge = f.local();
    const first = f.local();
    const own = f.local();
    const last = f.let(add(add(table!, 4), mul(load32(table!), 12)));
    const offered = (): Value => load32(add(load32(participant, 8), shl(locationOf(load32(participant)), 2)));
    // Most vectors are ruled out by the locations alone.
    f.for(
      participant,
      add(table!, 4),
      last,
      () => f.if(eqz(or(load32(participant, 4), load32(offered()))), () => f.return()),
      12,
    );
    openGroups(f);
    f.setGlobal(alone, 0);
    f.setGlobal(participantCount, 0);
    f.setGlobal(channel, -1);
    f.block((impossible) => {
      f.for(
        participant,
        add(table!, 4),
        last,
        () => {
          f.set(first, global(optionTop));
          f.set(own, offered());
          forList(f, own, edge, () => f.do(call(collect, edge, -1)));
          f.if(
            ne(first, global(optionTop)),
            () => closeGroup(f, first),
            () => f.branchIf(impossible, eqz(load32(participant, 4))),
          );
        },
        12,
      );
      f.branchIf(impossible, eq(global(groupTop), groups));
      f.do(call(product, end, end, 0));
    });
    f.setGlobal(context.stackTop, stack);
    f.setGlobal(context.constraintTop, end);
  });

  defineFunction(module, explore, (f) => {
    const process = f.local();
    const edge = f.local();
    const at = f.local();
    const step = f.local();
    f.for(
      at,
      edges.vectorRuns,
      edges.vectorRuns + 8 * edges.vectorRunCount,
      () => {
        const list = f.let(load32(add(load32(at, 4), shl(load32(load32(at)), 2))));
        forList(f, list, edge, () => f.do(call(vector, edge)));
      },
      8,
    );
    const tryAll = (list: Local): void =>
      forList(f, list, edge, () => {
        f.set(step, edgeAt(edge, "step"));
        f.if(
          step,
          () => f.do(callIndirect(stepType, step)),
          () => f.do(call(begin, edge)),
        );
      });
    if (network.processes.length <= UNROLLED) {
      const list = f.local();
      for (const [p, table] of edges.initiatingOf.entries()) {
        f.set(list, load32(shl(load32(context.locations + 4 * p), 2), table));
        tryAll(list);
      }
      return;
    }
    f.for(process, 0, network.processes.length, () => {
      const byLocation = load32(shl(process, 2), edges.initiating);
      tryAll(f.let(load32(add(byLocation, shl(locationOf(process), 2)))));
    });
  });

  // ------------------------------------------------------------------------------------------ urgency

  if (urgentEnabled !== null) {
    // Is a synchronisation on an urgent channel enabled? A broadcast needs its sender only. Guards have no clocks.
    const answers = module.declare("answers", i32(2), ["i32"]);
    defineFunction(module, answers, (f, ...params) => {
      const [sender, used] = params as [Local, Local];
      const list = f.let(load32(shl(used, 2), edges.receiving));
      const edge = f.local();
      forList(f, list, edge, () => {
        f.block((next) => {
          f.branchIf(next, or(eq(edgeAt(edge, "process"), edgeAt(sender, "process")), isElsewhere(edge)));
          const frame = enterFrame(f, edge);
          forReceiverSelects(f, edge, frame, used, () => {
            f.setGlobal(context.stackTop, frame);
            f.return(1);
          });
          f.setGlobal(context.stackTop, frame);
        });
      });
      f.return(0);
    });
    defineFunction(module, urgentEnabled, (f) => {
      const process = f.local();
      const edge = f.local();
      const at = f.local();
      f.for(
        at,
        0,
        4 * edges.urgentProcessCount,
        () => {
          f.set(process, load32(at, edges.urgentProcesses));
          const byLocation = load32(shl(process, 2), edges.initiating);
          const list = f.let(load32(add(byLocation, shl(locationOf(process), 2))));
          forList(f, list, edge, () => {
            f.if(edgeAt(edge, "urgent"), () => {
              const frame = enterFrame(f, edge);
              forSelects(f, edge, frame, () => {
                f.if(call(guardOf, edge, frame), () => {
                  const enabled = f.choose(
                    eq(edgeAt(edge, "kind"), KIND.broadcast),
                    1,
                    call(answers, edge, call(channelOf, edge, frame)),
                  );
                  f.if(enabled, () => {
                    f.setGlobal(context.stackTop, frame);
                    f.return(1);
                  });
                });
              });
              f.setGlobal(context.stackTop, frame);
            });
          });
        },
        4,
      );
      f.return(0);
    });
  }
  return explore;
}
