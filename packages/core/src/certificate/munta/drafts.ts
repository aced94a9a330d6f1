// Edges of Munta's before they are text: what the cases of the network's edges become, trap edges included.

import { Commitment } from "../../analysis/commitment.ts";
import type { Edge, Network } from "../../network/index.ts";
import type { CaseTree, ValueCondition } from "./cases.ts";
import { pathsOf } from "./cases.ts";
import type { EdgeCase } from "./edges.ts";
import type { ClockBound, UpdateEffect } from "./effects.ts";
import { refuse } from "./refusal.ts";
import type { Role, Roles } from "./roles.ts";

export interface Draft {
  readonly process: number;
  readonly source: number;
  readonly target: number;
  readonly conditions: readonly ValueCondition[];
  readonly clocks: readonly ClockBound[];
  /** Index of a channel or vector, or "look": taken together with a committed location of that process. */
  readonly label: { readonly channel: number; readonly mark: Role["mark"] } | { readonly look: number };
  readonly effect: CaseTree<UpdateEffect>;
  /** Raises the trap, whatever the effect says. */
  readonly traps: boolean;
}

const NOTHING: CaseTree<UpdateEffect> = { leaf: { fails: false, writes: [], resets: [] } };
const ALONE = { channel: -1, mark: "" } as const;

export class Drafts {
  private readonly network: Network;
  private readonly roles: Roles;
  private readonly commitment: Commitment;

  constructor(network: Network, roles: Roles) {
    this.network = network;
    this.roles = roles;
    this.commitment = new Commitment(network);
  }

  of({ edge, conditions, outcome }: EdgeCase): readonly Draft[] {
    if (outcome.kind === "unseen") return this.unseen(edge, conditions);
    const { channel, clocks, effect } = outcome;
    this.expectSayable(edge, channel, clocks, effect);
    const fails = "leaf" in effect && effect.leaf.fails;
    const roles = this.roles.possible(edge).filter((role) => channel < 0 || role.channel === channel);
    return roles.map((label): Draft => {
      const { process, source } = edge;
      // Where the update fails there is no target; the source's invariant holds, so that nothing keeps the trap
      // from rising.
      if (fails) return { process, source, target: source, conditions, clocks, label, effect: NOTHING, traps: true };
      return { process, source, target: edge.target, conditions, clocks, label, effect, traps: false };
    });
  }

  /** A guard's data fails whatever clocks and partners say, as far as the committed rule lets the edge move. */
  private unseen(edge: Edge, conditions: readonly ValueCondition[]): readonly Draft[] {
    const { process, source } = edge;
    const trap = { process, source, target: source, conditions, clocks: [], effect: NOTHING, traps: true };
    const others = new Set(this.commitment.companions(edge).map((companion) => companion.process));
    return [{ ...trap, label: ALONE }, ...[...others].map((look) => ({ ...trap, label: { look } }))];
  }

  private expectSayable(
    edge: Edge,
    channel: number,
    clocks: readonly ClockBound[],
    effect: CaseTree<UpdateEffect>,
  ): void {
    const used = this.network.channels[channel];
    if (used?.urgent) {
      const hint = "an urgent location before the synchronisation may say the same";
      refuse("urgent channels", `Munta has no urgent channels: ${used.name}`, edge.span ?? used.span, hint);
    }
    if (used?.broadcast && edge.sync.kind === "receive" && clocks.length > 0) {
      const message = `who receives ${used.name}, a broadcast, may ask no clocks in Munta`;
      refuse("clock guards at receivers of broadcasts", message, edge.span);
    }
    const resets = new Set([...pathsOf(effect)].filter(({ leaf }) => !leaf.fails).map(({ leaf }) => `${leaf.resets}`));
    if (resets.size > 1) {
      refuse("updates that mix with a partner's", "which clocks are reset depends on what a partner writes", edge.span);
    }
  }
}
