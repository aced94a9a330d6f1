// What an invariant speaks of: some processes and some cells; of the others it says nothing. Whoever makes one tracks
// all that the target may depend on (its cone of influence): whoever asks for a location, takes part with a process
// that is tracked, or writes a cell that is read. A step that fails does not happen: with `failing`, edges whose
// updates matter for that, too.

import type { AccessAnalysis, Accesses } from "../../analysis/accesses.ts";
import type { Edge, Formula, Network, Statement } from "../../network/index.ts";
import type { JointStep } from "./joint-steps.ts";
import type { Tracked } from "./space.ts";

export function coneOf(
  network: Network,
  steps: readonly JointStep[],
  formula: Formula,
  accesses: AccessAnalysis,
  failing: ReadonlySet<number> = new Set(),
): Tracked {
  return new Cone(network, steps, accesses, failing).of(formula);
}

class Cone {
  private readonly network: Network;
  private readonly accesses: AccessAnalysis;
  private readonly processes = new Set<number>();
  private readonly cells = new Set<number>();
  private readonly statements: readonly { readonly edges: readonly Edge[]; readonly accesses: Accesses }[];
  /** By process: those without whom it cannot act. */
  private readonly partners: readonly Set<number>[];

  private readonly failing: ReadonlySet<number>;

  constructor(network: Network, steps: readonly JointStep[], accesses: AccessAnalysis, failing: ReadonlySet<number>) {
    this.failing = failing;
    this.network = network;
    this.accesses = accesses;
    const { edges, beforeUpdate, afterUpdate } = network;
    const cut = (statements: readonly Statement[], own: readonly Edge[]) =>
      statements.map((statement) => ({ edges: own, accesses: accesses.ofStatements([statement]) }));
    this.statements = [
      ...edges.flatMap((edge) => cut(edge.update, [edge])),
      ...cut([...beforeUpdate, ...afterUpdate], edges),
    ];
    this.partners = network.processes.map(() => new Set());
    for (const { edges: own } of steps) {
      for (const edge of own) for (const other of own) this.partners[edge.process]!.add(other.process);
    }
  }

  of(formula: Formula): Tracked {
    this.read(this.accesses.ofFormula(formula));
    for (let size = -1; size !== this.size; ) {
      size = this.size;
      for (const { edges, accesses } of this.statements) {
        if (![...accesses.writtenCells].some((cell) => this.cells.has(cell))) continue;
        this.read(accesses);
        for (const { process } of edges) this.processes.add(process);
      }
      for (const process of [...this.processes]) this.follow(process);
    }
    return { processes: this.processes, cells: this.cells };
  }

  private get size(): number {
    return this.processes.size + this.cells.size;
  }

  private follow(process: number): void {
    const { network, accesses } = this;
    for (const id of network.processes[process]!.edges) {
      const { guard, sync, update } = network.edges[id]!;
      if (this.failing.has(id)) this.read(accesses.ofStatements(update));
      this.read(accesses.ofConjuncts(guard.filter(({ kind }) => kind === "data")));
      if (sync.kind === "send" || sync.kind === "receive") {
        for (const { index } of sync.channel.steps) this.read(accesses.ofExpression(index));
      }
    }
    for (const partner of this.partners[process]!) this.processes.add(partner);
  }

  private read({ readCells, writtenCells, askedProcesses }: Accesses): void {
    for (const cell of readCells) this.cells.add(cell);
    for (const cell of writtenCells) this.cells.add(cell);
    for (const process of askedProcesses) this.processes.add(process);
  }
}
