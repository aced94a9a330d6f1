// Which steps the letters of a run may show: those that write what an atom reads, and those that move a process to or
// from where an atom asks for it. The order of all others cannot be told from the word, up to letters that repeat.

import { AccessAnalysis } from "../analysis/accesses.ts";
import type { Expression, Formula, Network } from "../network/index.ts";
import type { TakenStep } from "./dependence.ts";

export class Visibility {
  private readonly accesses: AccessAnalysis;
  private readonly cells = new Set<number>();
  /** Processes of which every move shows. */
  private readonly processes = new Set<number>();
  /** By process: locations that are asked for one by one. */
  private readonly places: readonly Set<number>[];

  constructor(network: Network, atoms: readonly Formula[]) {
    this.accesses = new AccessAnalysis(network);
    this.places = network.processes.map(() => new Set());
    for (const atom of atoms) this.addFormula(atom);
  }

  /** Moves to and from these locations show, too. */
  addPlace(process: number, location: number): void {
    this.places[process]!.add(location);
  }

  shows({ writes, edges, joining }: TakenStep): boolean {
    return (
      writes.some((cell) => this.cells.has(cell)) ||
      [...edges, ...joining].some(({ process, source, target }) => {
        if (source === target) return false;
        const places = this.places[process]!;
        return this.processes.has(process) || places.has(source) || places.has(target);
      })
    );
  }

  private addFormula(formula: Formula): void {
    switch (formula.kind) {
      case "data":
        this.addExpression(formula.condition);
        break;
      case "not":
        this.addFormula(formula.part);
        break;
      case "and":
      case "or":
        for (const part of formula.parts) this.addFormula(part);
        break;
      case "forall":
      case "exists":
        this.addFormula(formula.body);
        break;
      default:
        throw new Error(`letters do not show ${formula.kind}`);
    }
  }

  private addExpression(expression: Expression): void {
    if (expression.kind === "at" && expression.process.steps.length === 0) {
      this.addPlace(expression.process.base, expression.location);
      return;
    }
    const { readCells, askedProcesses } = this.accesses.ofExpression(expression);
    for (const cell of readCells) this.cells.add(cell);
    for (const process of askedProcesses) this.processes.add(process);
  }
}
