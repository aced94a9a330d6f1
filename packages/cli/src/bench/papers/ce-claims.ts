// What the CE paper says of many runs together: who solves everything, who is best in the mean, what the queues are
// used for.

import { isSolved, type Journal, type Run } from "../journal.ts";
import { mean } from "../report/statistics.ts";
import { CE_ORDERS } from "./ce.ts";
import { type Judgement, judged } from "./claims.ts";
import { modelsOf, type PaperTable } from "./paper.ts";

type Order = keyof typeof CE_ORDERS;

/** The runs of one table: of one order, by method and instance. */
class OrderRuns {
  readonly order: Order;
  readonly methods: readonly string[];
  private readonly instances: readonly string[];
  private readonly journal: Journal;

  constructor({ columns, instances }: PaperTable, journal: Journal) {
    this.order = columns[0]!.searches[0]!.slice("plain-".length) as Order;
    this.methods = columns.map(({ id }) => id);
    this.instances = instances;
    this.journal = journal;
  }

  /** Those of one method, as far as they were made. */
  of(method: string, letters = "FSMNH"): Run[] {
    const rows = this.instances.filter((instance) => letters.includes(instance[0]!));
    return rows.flatMap((instance) => this.run(instance, method) ?? []);
  }

  /** Rows that every method solves, a run per method. */
  get common(): readonly ReadonlyMap<string, Run>[] {
    return this.instances.flatMap((instance) => {
      const runs = this.methods.flatMap((method): [string, Run][] => {
        const run = this.run(instance, method);
        return run !== undefined && isSolved(run) ? [[method, run]] : [];
      });
      return runs.length === this.methods.length ? [new Map(runs)] : [];
    });
  }

  get size(): number {
    return this.instances.length;
  }

  private run(instance: string, method: string): Run | undefined {
    return this.journal.run(modelsOf(instance, false)[0]!.name, `${method}-${this.order}`);
  }
}

export function overallJudgements(tables: readonly PaperTable[], journal: Journal): readonly Judgement[] {
  const orders = tables.map((table) => new OrderRuns(table, journal));
  return [
    onlyOneSolvesAll(orders),
    bestInTheMean(orders),
    shorterInTheMean(orders),
    shortestTraces(orders),
    ...aboutQueues(orders),
  ];
}

/**
 * Judged on those of the others that solved everything or came to the limit once; who was only stopped before is open.
 */
function onlyOneSolvesAll(orders: readonly OrderRuns[]): Judgement {
  const all = orders.flatMap((runs) =>
    runs.methods.map((method) => {
      const made = runs.of(method);
      const solved = made.filter(isSolved).length;
      return { name: `${method}-${runs.order}`, solved, isRefuted: solved < made.length, of: runs.size };
    }),
  );
  const own = all.find(({ name }) => name === "ce-hU")!;
  const others = all.filter((one) => one !== own);
  const rivals = others.filter(({ solved, of }) => solved === of);
  const beaten = others.filter(({ isRefuted }) => isRefuted);
  const open = others.filter((one) => !rivals.includes(one) && !beaten.includes(one));
  const fails = own.isRefuted || rivals.length > 0;
  const isWhole = own.solved === own.of;
  const words = [
    `ce-hU solves ${own.solved} of ${own.of}${isWhole || own.isRefuted ? "" : " so far"}`,
    ...(rivals.length > 0
      ? [`so ${rivals.length > 1 ? "do" : "does"} ${rivals.map(({ name }) => name).join(", ")}`]
      : []),
    ...(beaten.length > 0 ? [`${beaten.length} of ${others.length} others do not`] : []),
    ...(open.length > 0
      ? [`${open.length} open, which solve at most ${Math.max(...open.map(({ solved }) => solved))} so far`]
      : []),
  ];
  const judgement = judged("CE with hU solves all instances, and nothing else does.", {
    of: fails || (isWhole && beaten.length > 0) ? 1 : 0,
    holds: fails ? 0 : 1,
    ours: words.join("; "),
    theirs: "27 of 27; the next best 26",
  });
  const isOpen = judgement.verdict === "holds" && open.length > 0;
  return isOpen ? { ...judgement, verdict: "holds as far as run" } : judgement;
}

function bestInTheMean(orders: readonly OrderRuns[]): Judgement {
  const known = orders.filter(({ common }) => common.length > 0);
  const won = known.filter(({ common, methods }) => {
    const means = methods.map((method) => mean(common.map((runs) => runs.get(method)!.explored)));
    return means[methods.indexOf("ce")] === Math.min(...means);
  });
  return judged("In the mean over what all solve, CE explores the fewest states, whatever the order (table 4).", {
    of: known.length,
    holds: won.length,
    ours: `${won.length} of ${known.length} orders${won.length === 0 ? "" : ` (${won.map(({ order }) => CE_ORDERS[order]).join(", ")})`}`,
    theirs: "6 of 6 orders",
  });
}

function shorterInTheMean(orders: readonly OrderRuns[]): Judgement {
  const known = orders.filter(({ order, common }) => order !== "bfs" && common.length > 0);
  const won = known.filter(({ common }) => {
    const [ce, plain] = ["ce", "plain"].map((method) => mean(common.map((runs) => runs.get(method)!.length!)));
    return ce! < plain!;
  });
  return judged("But for breadth-first search, CE's traces are shorter than plain search's in the mean (table 4).", {
    of: known.length,
    holds: won.length,
    ours: `${won.length} of ${known.length} orders`,
    theirs: "5 of 5 orders",
  });
}

function shortestTraces(orders: readonly OrderRuns[]): Judgement {
  const rows = orders.filter(({ order }) => order !== "bfs").flatMap(({ common }) => common);
  const shortest = (runs: ReadonlyMap<string, Run>, bounded: boolean): number =>
    Math.min(...[...runs].filter(([method]) => method.startsWith("icb") === bounded).map(([, { length }]) => length!));
  const holds = rows.filter((runs) => shortest(runs, true) <= shortest(runs, false)).length;
  return judged("But for breadth-first search, iterative context bounding finds the shortest traces.", {
    of: rows.length,
    holds,
    ours: `${holds} of ${rows.length} rows`,
    theirs: "the smallest means in 5 of 5 orders",
  });
}

function aboutQueues(orders: readonly OrderRuns[]): Judgement[] {
  const contexts = orders.flatMap((runs) => runs.of("ce"));
  const exact = contexts.filter(({ prunable = 0 }) => prunable === 0).length;
  const fischer = orders.flatMap((runs) => runs.of("ce", "F"));
  const popped = ({ queues = [] }: Run, from: number): number =>
    queues.slice(from).reduce((sum, queue) => sum + queue.popped, 0);
  const one = fischer.filter((run) => popped(run, 1) <= 2 && (run.queues ?? []).slice(2).every((q) => q.pushed === 0));
  const useless = orders.find(({ order }) => order === "hL")!.of("ut", "FSMN");
  const unused = useless.filter((run) => popped(run, 1) === 0);
  const coarse = orders.find(({ order }) => order === "dU")!.of("ut", "SMNH");
  const used = coarse.filter((run) => popped(run, 1) > 0);
  const deferring = orders.flatMap((runs) => runs.of("ce", "SMNH")).filter(isSolved);
  const isLastLeft = deferring.filter(
    ({ queues = [] }) => queues.filter(({ pushed }) => pushed > 0).at(-1)?.popped === 0,
  );
  return [
    judged("The exact criterion of proposition 1 never fires.", {
      of: contexts.length,
      holds: exact,
      ours: `${exact} of ${contexts.length} runs of CE`,
      theirs: "in no case",
    }),
    judged("In F one deferred queue is enough, and hardly used (table 5).", {
      of: fischer.length,
      holds: one.length,
      ours: `${one.length} of ${fischer.length} runs`,
      theirs: "one state on average",
    }),
    judged("In S, M, N and H the last queue that is used at all is never taken from (table 5).", {
      of: deferring.length,
      holds: isLastLeft.length,
      ours: `${isLastLeft.length} of ${deferring.length} runs`,
      theirs: "never on average",
    }),
    judged("With dU, UT explores useless states in S, M, N and H (table 5).", {
      of: coarse.length,
      holds: used.length,
      ours: `${used.length} of ${coarse.length} runs`,
      theirs: "very often",
    }),
    judged("With hL, UT explores useless states in H only (table 5).", {
      of: useless.length,
      holds: unused.length,
      ours: `none in ${unused.length} of ${useless.length} runs on F, S, M and N`,
      theirs: "none in F, S, M and N",
    }),
  ];
}
