// The whole state space as one set, without any question: how many states there are, of whatever length that number is,
// and what it took to find out.

import { hiddenObstacleDiagnostic } from "../../analysis/obstacles/independent.ts";
import { defined } from "../../basics/defined.ts";
import type { Diagnostic } from "../../diagnostics/index.ts";
import { Budget, type CancelSignal, type Environment, type Limits } from "../../limits/index.ts";
import type { Network } from "../../network/index.ts";
import { NO_STATISTICS, type Progress, type Runnable, run, type SearchStatus } from "../../search/index.ts";
import {
  CompiledDiagrams,
  faultIn,
  NotForDiagrams,
  type Reach,
  type ReachOrder,
  reachFrom,
  realFaults,
  runTo,
  SymbolicAccount,
  type SymbolicStatistics,
  SymbolicSystem,
  structureOf,
  TooDeep,
} from "../../symbolic/index.ts";
import { unlessLimited } from "../answer.ts";
import type { Because } from "../verdict.ts";

export interface SetExplorationOptions {
  readonly order?: ReachOrder;
  readonly limits?: Limits;
}

export interface SetExploration {
  /** Absent where nothing was begun. */
  readonly symbolic?: SymbolicStatistics;
  readonly seconds: number;
  readonly cpuSeconds: number;
  readonly memoryMB: number;
  /** Absent when everything was explored. */
  readonly because?: Because;
  readonly diagnostic?: Diagnostic;
}

export async function exploreSets(
  network: Network,
  { order = "saturation", limits }: SetExplorationOptions,
  environment: Environment,
  signal?: CancelSignal,
  onProgress?: (progress: Progress) => void,
): Promise<SetExploration> {
  const [started, cpuStarted] = [environment.now(), environment.cpu()];
  const budget = new Budget(environment, limits, signal);
  const exploration = new Exploring(network, order, environment);
  const hidden = hiddenObstacleDiagnostic(network);
  const outcome = hidden === undefined ? await unlessLimited(() => run(exploration, budget, onProgress)) : "gave-up";
  const because = becauseOf(outcome, hidden ?? exploration.refusal);
  const symbolic = await unlessLimited(() => budget.finishing(() => exploration.finalStatistics));
  return {
    ...defined({
      symbolic: typeof symbolic === "string" ? undefined : symbolic,
      because,
      diagnostic: hidden ?? exploration.refusal,
    }),
    seconds: environment.now() - started,
    cpuSeconds: environment.cpu() - cpuStarted,
    memoryMB: environment.memoryBytes() / 1e6,
  };
}

function becauseOf(outcome: string, diagnostic: Diagnostic | undefined): Because | undefined {
  switch (outcome) {
    case "exhausted":
      return undefined;
    case "fault":
      return "model-fault";
    case "gave-up":
      return diagnostic === undefined ? "incomplete-search" : "not-supported";
    default:
      return outcome as Because;
  }
}

class Exploring implements Runnable {
  refusal: Diagnostic | undefined;
  private work:
    | { readonly system: SymbolicSystem; readonly reach: Reach; readonly account: SymbolicAccount }
    | undefined;
  private readonly network: Network;
  private readonly order: ReachOrder;
  private readonly environment: Environment;

  constructor(network: Network, order: ReachOrder, environment: Environment) {
    this.network = network;
    this.order = order;
    this.environment = environment;
  }

  step(): SearchStatus {
    try {
      return this.work === undefined ? this.begin() : this.advance(this.work);
    } catch (error) {
      if (!(error instanceof NotForDiagrams) && !(error instanceof TooDeep)) throw error;
      this.refusal = { code: "TH3220", severity: "error", message: error.message, hint: "leave out --symbolic" };
      return "gave-up";
    }
  }

  get statistics() {
    const symbolic = this.work?.account.statistics;
    return symbolic === undefined ? NO_STATISTICS : { ...NO_STATISTICS, symbolic };
  }

  get finalStatistics(): SymbolicStatistics | undefined {
    if (this.work === undefined) return undefined;
    this.work.account.isOver = true;
    return this.work.account.statistics;
  }

  private begin(): SearchStatus {
    const diagrams = new CompiledDiagrams(defined({ makeMemory: this.environment.makeMemory }));
    const system = new SymbolicSystem(diagrams, structureOf(this.network));
    const reach = reachFrom(system, this.order);
    this.work = { system, reach, account: new SymbolicAccount(system, reach, this.order) };
    if (system.initialFault === undefined) return "running";
    this.refusal = system.initialFault.diagnostic;
    return "fault";
  }

  private advance({ system, reach }: NonNullable<Exploring["work"]>): SearchStatus {
    if (reach.advance()) return "running";
    const { states, complete } = realFaults(system, system.failing(reach.states));
    if (states !== 0) {
      // On a shortest run nothing fails before its end.
      const end = runTo(system, reach, states).at(-1)!;
      this.refusal = faultIn(system, system.stateOf(end))?.diagnostic;
      return "fault";
    }
    return complete ? "exhausted" : "gave-up";
  }
}
