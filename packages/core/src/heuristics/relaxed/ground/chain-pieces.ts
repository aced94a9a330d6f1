// In a circuit each thing that a chain writes is a piece of its own: it runs when something that this one thing depends
// on has grown, and the same values added to the same cells are the same piece, whoever adds them.

import type { Output } from "../../../circuit/outputs.ts";
import type { Chain } from "./chains.ts";
import type { CircuitBuilder } from "./circuit-builder.ts";

export class ChainPieces {
  /** Pieces, and chains that stay whole. */
  readonly chains: Chain[] = [];
  private readonly circuits: CircuitBuilder | null;
  private readonly relevant: Uint8Array;
  private readonly ofChain = new Map<Chain, readonly Chain[]>();
  private readonly pieces = new Map<string, Chain>();

  /** `circuits` null: all chains stay whole. `relevant`: cells that are followed. */
  constructor(circuits: CircuitBuilder | null, relevant: Uint8Array) {
    this.circuits = circuits;
    this.relevant = relevant;
  }

  of(chain: Chain): readonly Chain[] {
    let pieces = this.ofChain.get(chain);
    if (pieces === undefined) {
      pieces = this.cut(chain);
      this.ofChain.set(chain, pieces);
    }
    return pieces;
  }

  private cut(chain: Chain): readonly Chain[] {
    if (!chain.writes.some((cell) => this.relevant[cell] === 1)) return [];
    const outputs = this.circuits?.outputsOf(chain, this.relevant) ?? null;
    if (outputs === null) {
      const whole = { ...chain, index: this.chains.length };
      this.chains.push(whole);
      return [whole];
    }
    return outputs.map((output) => this.piece(chain, output));
  }

  private piece(whole: Chain, output: Output): Chain {
    const key =
      output.kind === "cell"
        ? `${output.cell} ${output.node}`
        : `${output.cells.join()} ${output.gate} ${output.index} ${output.node}`;
    let piece = this.pieces.get(key);
    if (piece === undefined) {
      const reads = this.circuits!.readsOf(output);
      const writes = output.kind === "cell" ? [output.cell] : output.cells.filter((cell) => cell >= 0);
      piece = { ...whole, index: this.chains.length, reads, writes, output };
      this.pieces.set(key, piece);
      this.chains.push(piece);
    }
    return piece;
  }
}
