// Expands states that are kept as text outside of any engine: what a search does that keeps and forgets states by
// itself. The engine behind it is a workbench; it is replaced before it holds much.

import { encoded } from "../../engine/encoded.ts";
import type { Engine, StateId } from "../../engine/engine.ts";
import type { HeuristicConfig } from "../../heuristics/index.ts";
import type { SearchContext } from "../../search-context/index.ts";
import { FaultLedger, faultName } from "../fault-ledger.ts";
import type { WayLimit } from "../way-limit.ts";

/** A state, one character per byte. Equal states have equal text. */
export type StateText = string;

export interface Successor {
  readonly ordinal: number;
  readonly text: StateText;
  readonly bytes: Uint8Array;
  readonly estimate: number;
  /** Of the way to it, and of every way that goes on from there, as the limits measure them. */
  readonly measure: number;
  readonly ahead: number;
}

/** An estimate that is infinite, but no proof: such states come last. */
const FAR = 2 ** 40;

/** States that the engine may hold. */
const CAPACITY = 8192;

export class Scratch {
  private context: SearchContext;
  private readonly config: HeuristicConfig;
  private readonly capacity: number;
  private used = 0;
  readonly ledger: FaultLedger;

  constructor(context: SearchContext, config: HeuristicConfig, capacity = CAPACITY) {
    this.context = context;
    this.ledger = new FaultLedger(context.engine, faultName);
    this.config = config;
    this.capacity = capacity;
  }

  get engine(): Engine {
    return this.context.engine;
  }

  /** The state in the engine of the moment. */
  load(text: StateText): StateId {
    if (this.used > this.capacity) this.renew();
    const bytes = new Uint8Array(text.length);
    for (let i = 0; i < text.length; i++) bytes[i] = text.charCodeAt(i);
    return this.engine.decode(bytes, this.cost());
  }

  /** The wanted successors of a loaded state, or of nothing: then the initial states. */
  successors(state: StateId | -1, before: number, limits: WayLimit, wanted?: readonly number[]): Successor[] {
    const { engine } = this;
    const expansion = state < 0 ? engine.initial() : engine.expand(state);
    const estimates = this.context.estimatesOf(this.config);
    const ordinals = wanted ?? Array.from({ length: expansion.count }, (_, ordinal) => ordinal);
    const measures = ordinals.map((ordinal) =>
      state < 0 ? limits.start : limits.after(before, expansion, ordinal, state),
    );
    // Each is read before the next is stored, which may swallow it.
    return ordinals.map((ordinal, i) => {
      const successor = engine.insert(ordinal, state, this.cost());
      const bytes = encoded(engine, successor);
      const estimate = estimates.of(successor);
      const measure = measures[i]!;
      const ahead = limits.ahead(measure, Math.min(estimate, FAR), () => engine.view(successor));
      return { ordinal, text: textOf(bytes), bytes, estimate, measure, ahead };
    });
  }

  /** Each cost is below all before it, so nothing that is stored covers a state. */
  private cost(): number {
    return -++this.used;
  }

  private renew(): void {
    this.context = this.context.restarted();
    this.ledger.goOnIn(this.engine);
    this.used = 0;
  }
}

function textOf(bytes: Uint8Array): StateText {
  let text = "";
  for (let from = 0; from < bytes.length; from += 4096) {
    text += String.fromCharCode(...bytes.subarray(from, from + 4096));
  }
  return text;
}
