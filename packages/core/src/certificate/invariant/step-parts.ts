// Joint steps cut into parts (conditions of guards, equality of channels, statements of updates), and parts that share
// a cell, a location or a select put together again: what is left apart can be enumerated apart. A guard and a channel
// are read in the state before any update; updates see what earlier partners wrote. A clock's guard counts as true.

import type { AccessAnalysis, Accesses } from "../../analysis/accesses.ts";
import type { Edge, Expression, IndexedRef, Network, Statement } from "../../network/index.ts";
import { compileBlock, compileExpression, compileIndexed, type FunctionTable } from "../../semantics/evaluate/index.ts";
import type { ChoosingMachine } from "./choosing-machine.ts";

export interface StepPart {
  /** Alike for equal parts of several steps. */
  readonly key: string;
  /** Whose frame it runs in; −1: that of the update hooks. */
  readonly edges: readonly number[];
  readonly cells: ReadonlySet<number>;
  readonly writes: ReadonlySet<number>;
  readonly processes: ReadonlySet<number>;
  readonly isUpdate: boolean;
  /** Of a guard: what has to hold in the frame of its edge. */
  readonly condition?: Expression;
  run(machine: ChoosingMachine): boolean;
}

export class StepCutter {
  private readonly accesses: AccessAnalysis;
  private readonly functions: FunctionTable;
  private readonly guards = new Map<number, readonly StepPart[]>();
  private readonly updates = new Map<number, readonly StepPart[]>();
  readonly before: readonly StepPart[];
  readonly after: readonly StepPart[];

  constructor(network: Network, accesses: AccessAnalysis, functions: FunctionTable) {
    this.accesses = accesses;
    this.functions = functions;
    const { beforeUpdate, afterUpdate, updateFrameSize } = network;
    this.before = this.statements(beforeUpdate, -1, updateFrameSize, "before");
    this.after = this.statements(afterUpdate, -1, updateFrameSize, "after");
  }

  guardOf(edge: Edge): readonly StepPart[] {
    let parts = this.guards.get(edge.id);
    if (parts === undefined) {
      parts = edge.guard.flatMap((conjunct, at): StepPart[] => {
        if (conjunct.kind === "clock") return [];
        const holds = compileExpression(conjunct.condition, this.functions);
        const run = (m: ChoosingMachine): boolean => {
          m.enter(edge.id, edge.frameSize);
          return holds(m) !== 0;
        };
        const { condition } = conjunct;
        return [
          { ...part(`g${edge.id}.${at}`, [edge.id], this.accesses.ofExpression(condition), false, run), condition },
        ];
      });
      this.guards.set(edge.id, parts);
    }
    return parts;
  }

  updateOf(edge: Edge): readonly StepPart[] {
    let parts = this.updates.get(edge.id);
    if (parts === undefined) {
      parts = this.statements(edge.update, edge.id, edge.frameSize, `u${edge.id}`);
      this.updates.set(edge.id, parts);
    }
    return parts;
  }

  /** Null: they never mean the same channel. Undefined: always. */
  sameChannel(sender: Edge, receiver: Edge): StepPart | null | undefined {
    const [one, other] = [channelOf(sender), channelOf(receiver)];
    if (one === undefined || other === undefined) return null;
    const common = new Set(channelsNamed(one));
    if (!channelsNamed(other).some((channel) => common.has(channel))) return null;
    if (one.steps.length === 0 && other.steps.length === 0) return undefined;
    const [left, right] = [compileIndexed(one, this.functions), compileIndexed(other, this.functions)];
    const run = (m: ChoosingMachine): boolean => {
      m.enter(sender.id, sender.frameSize);
      const channel = left(m);
      m.enter(receiver.id, receiver.frameSize);
      return right(m) === channel;
    };
    const indices = [...one.steps, ...other.steps].map(({ index }) => this.accesses.ofExpression(index));
    return part(`c${sender.id}.${receiver.id}`, [sender.id, receiver.id], together(indices), false, run);
  }

  /** What a channel's index asks of an edge that needs no partner: that it can be computed. */
  ownChannel(edge: Edge): StepPart | undefined {
    const channel = channelOf(edge);
    if (channel === undefined || channel.steps.length === 0) return undefined;
    const index = compileIndexed(channel, this.functions);
    const run = (m: ChoosingMachine): boolean => {
      m.enter(edge.id, edge.frameSize);
      index(m);
      return true;
    };
    const indices = channel.steps.map(({ index: one }) => this.accesses.ofExpression(one));
    return part(`n${edge.id}`, [edge.id], together(indices), false, run);
  }

  private statements(
    statements: readonly Statement[],
    edge: number,
    frameSize: number,
    key: string,
  ): readonly StepPart[] {
    return statements.map((statement, at) => {
      const runner = compileBlock([statement], this.functions);
      const run = (m: ChoosingMachine): boolean => {
        m.enter(edge, frameSize);
        runner(m);
        return true;
      };
      return part(`${key}.${at}`, [edge], this.accesses.ofStatements([statement]), true, run);
    });
  }
}

function part(
  key: string,
  edges: readonly number[],
  { readCells, writtenCells, askedProcesses }: Accesses,
  isUpdate: boolean,
  run: StepPart["run"],
): StepPart {
  const cells = new Set([...readCells, ...writtenCells]);
  return { key, edges, cells, writes: writtenCells, processes: askedProcesses, isUpdate, run };
}

function together(all: readonly Accesses[]): Accesses {
  const union = (pick: (one: Accesses) => ReadonlySet<number>) => new Set(all.flatMap((one) => [...pick(one)]));
  return {
    readCells: union(({ readCells }) => readCells),
    writtenCells: union(({ writtenCells }) => writtenCells),
    testedClocks: new Set(),
    resetClocks: new Set(),
    askedProcesses: union(({ askedProcesses }) => askedProcesses),
  };
}

function channelOf({ sync }: Edge): IndexedRef | undefined {
  return sync.kind === "send" || sync.kind === "receive" ? sync.channel : undefined;
}

/** Every channel that the name may mean, whatever its indices are. */
export function channelsNamed({ base, steps }: IndexedRef): readonly number[] {
  let channels = [base];
  for (const { index, first, count, stride } of steps) {
    const positions = index.kind === "constant" ? [index.value - first] : Array.from({ length: count }, (_, at) => at);
    channels = channels.flatMap((channel) => positions.map((at) => channel + at * stride));
  }
  return channels;
}

/** StepCutter that share a cell, a location that is asked for, or an edge with selects, in their order. */
export function grouped(
  network: Network,
  parts: readonly StepPart[],
  linksOf: (part: StepPart) => Iterable<string>,
): StepPart[][] {
  const leader = new Map<string, number>();
  const parent = parts.map((_, at) => at);
  const find = (at: number): number => {
    let root = at;
    while (parent[root] !== root) root = parent[root]!;
    parent[at] = root;
    return root;
  };
  const link = (name: string, at: number): void => {
    const other = leader.get(name);
    if (other === undefined) leader.set(name, at);
    else parent[find(at)] = find(other);
  };
  for (const [at, one] of parts.entries()) {
    for (const name of linksOf(one)) link(name, at);
    for (const edge of one.edges) if (edge >= 0 && network.edges[edge]!.selects.length > 0) link(`e${edge}`, at);
  }
  const groups = new Map<number, StepPart[]>();
  for (const [at, one] of parts.entries()) {
    const root = find(at);
    const group = groups.get(root);
    if (group === undefined) groups.set(root, [one]);
    else group.push(one);
  }
  return [...groups.values()];
}
