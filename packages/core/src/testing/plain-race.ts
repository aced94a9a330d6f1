// The stochastic semantics once more, as one would explain them: plain objects, nothing kept from one step to the next,
// nothing compiled but expressions. The fast stepper is compared with it run by run: the same stream must give the same
// steps at the same moments. Clocks run along straight lines here; differential equations have closed forms to meet.

import { type Conjunct, combinations, compares, type Edge, type Location, type Network } from "../network/index.ts";
import { compileBlock, compileClock, compileIndexed } from "../semantics/evaluate/index.ts";
import { RealCompiler, RealMachine } from "../stochastic/real-machine.ts";

export interface PlainStep {
  readonly time: number;
  readonly edges: readonly number[];
}

/** An edge as one draws it, with values for its selects, and when it is enabled, seen from now. */
interface Option {
  readonly process: number;
  readonly group: readonly Edge[];
  readonly select: readonly number[];
  readonly channel: number | null;
  readonly windows: readonly Interval[];
}
interface Interval {
  readonly low: number;
  readonly high: number;
  readonly highOpen?: boolean;
}

export class PlainRace {
  private readonly network: Network;
  private readonly compiler: RealCompiler;
  private readonly machine: RealMachine;
  private locations: Int32Array;
  private slopes: number[] = [];
  private time = 0;

  constructor(network: Network) {
    this.network = network;
    this.compiler = new RealCompiler(network.functions);
    this.machine = new RealMachine(network.cells, network.clocks.length);
    this.locations = new Int32Array(network.processes.length);
  }

  /** The steps of a run up to a time, at most so many. */
  run(seed: number, number: number, until: number, most: number): PlainStep[] {
    const { network, machine } = this;
    machine.memory.set(network.initialValues);
    machine.clocks.set(network.clocks.map(({ initial }) => initial));
    this.locations = Int32Array.from(network.processes.map(({ initial }) => initial[0]!));
    machine.locations = this.locations;
    machine.stream.begin(seed, number);
    this.time = 0;
    const steps: PlainStep[] = [];
    while (steps.length < most) {
      machine.beginStep();
      this.slopes = this.slopesNow();
      const options = network.processes.map((_, process) => this.optionsOf(process));
      const race = this.race(options);
      if (race === "stuck" || this.time + race.delay > until) break;
      for (let i = 0; i < machine.clocks.length; i++)
        machine.clocks[i] = machine.clocks[i]! + this.slopes[i]! * race.delay;
      if (race.delay > 0) this.time += race.delay;
      if (race.isLocked) break;
      if (race.winner === undefined) continue;
      const edges = this.move(options[race.winner]!, race.delay);
      if (edges !== undefined) steps.push({ time: this.time, edges });
    }
    return steps;
  }

  private locationOf(process: number): Location {
    return this.network.processes[process]!.locations[this.locations[process]!]!;
  }

  private slopesNow(): number[] {
    const slopes = this.network.clocks.map(() => 1);
    for (const process of this.network.processes.keys()) {
      const { rates, frameSize } = this.locationOf(process);
      for (const { binders, when, clock, rate } of rates) {
        for (const values of combinations(binders)) {
          this.machine.openFrame(frameSize);
          for (const [i, { cell }] of binders.entries()) this.machine.memory[this.machine.frame + cell] = values[i]!;
          if (when !== undefined && this.compiler.expression(when)(this.machine) === 0) continue;
          slopes[compileClock(clock, this.compiler)(this.machine) - 1] = this.compiler.expression(rate)(this.machine);
        }
      }
    }
    return slopes;
  }

  /** Where the conjuncts hold; null: nowhere. A strict end that lies at this very moment excludes it. */
  private windowOf(conjuncts: readonly Conjunct[], frameSize: number, select: readonly number[]): Interval | null {
    const { machine, compiler } = this;
    let [low, high, lowOpen, highOpen] = [0, Number.POSITIVE_INFINITY, false, false];
    machine.openFrame(frameSize);
    machine.setFrame(select);
    for (const conjunct of conjuncts) {
      if (conjunct.kind === "data") {
        if (compiler.expression(conjunct.condition)(machine) === 0) return null;
        continue;
      }
      for (const values of combinations(conjunct.binders)) {
        for (const [i, { cell }] of conjunct.binders.entries()) machine.memory[machine.frame + cell] = values[i]!;
        if (conjunct.when !== undefined && compiler.expression(conjunct.when)(machine) === 0) continue;
        const [a, b] = [conjunct.left, conjunct.right].map((clock) => compileClock(clock, compiler)(machine) - 1);
        const value = (a! < 0 ? 0 : machine.clocks[a!]!) - (b! < 0 ? 0 : machine.clocks[b!]!);
        const slope = (a! < 0 ? 0 : this.slopes[a!]!) - (b! < 0 ? 0 : this.slopes[b!]!);
        const limit = compiler.expression(conjunct.bound)(machine);
        const apart = limit - value;
        const rest = Math.abs(apart) <= 1e-9 * Math.max(1, Math.abs(limit)) ? 0 : apart;
        const { op } = conjunct;
        if (slope === 0) {
          if (!compares(op, 0, rest)) return null;
          continue;
        }
        const at = rest / slope;
        const isStrict = op === "<" || op === ">";
        const rises = slope > 0 ? op.startsWith(">") : op.startsWith("<");
        if (op === "==" && at < 0) return null;
        if ((op === "==" || rises) && (at > low || (at === low && isStrict))) [low, lowOpen] = [at, isStrict];
        if ((op === "==" || !rises) && (at < high || (at === high && isStrict))) [high, highOpen] = [at, isStrict];
        if (low > high || (low === high && (lowOpen || highOpen))) return null;
      }
    }
    const open = low === 0 ? Number.MIN_VALUE : low * (1 + Number.EPSILON);
    return { low: lowOpen ? open : low, high, highOpen };
  }

  /** What a process may initiate, or receive: edges in file order, select values ascending. */
  private optionsOf(process: number, received?: number): Option[] {
    const groups = new Map<number, Edge[]>();
    for (const id of this.network.processes[process]!.edges) {
      const edge = this.network.edges[id]!;
      if (edge.source !== this.locations[process] || (edge.sync.kind === "receive") !== (received !== undefined))
        continue;
      const key = edge.branch?.group ?? edge.id;
      groups.set(key, [...(groups.get(key) ?? []), edge]);
    }
    const options: Option[] = [];
    for (const group of groups.values()) {
      const first = group[0]!;
      const selects = first.selects.slice(0, first.selects.length - (first.branch?.selects ?? 0));
      const alternatives = group.filter(({ branch }) => (branch?.outcome ?? 0) === (first.branch?.outcome ?? 0));
      for (const select of combinations(selects)) {
        const windows = alternatives.flatMap(({ guard, frameSize }) => this.windowOf(guard, frameSize, select) ?? []);
        if (windows.length === 0) continue;
        let channel: number | null = null;
        if (first.sync.kind === "send" || first.sync.kind === "receive") {
          this.machine.openFrame(first.frameSize);
          this.machine.setFrame(select);
          channel = compileIndexed(first.sync.channel, this.compiler)(this.machine);
        }
        if (received !== undefined && channel !== received) continue;
        options.push({ process, group, select, channel, windows });
      }
    }
    return received === undefined ? options.flatMap((option) => this.withPartners(option)) : options;
  }

  /** Committed processes come first; who sends on a binary channel needs somebody who receives. */
  private withPartners(option: Option): Option[] {
    const { process, channel } = option;
    const someoneIsCommitted = this.network.processes.some((_, p) => this.locationOf(p).committed);
    const mustJoin = someoneIsCommitted && !this.locationOf(process).committed;
    if (channel === null) return mustJoin ? [] : [option];
    const others = this.network.processes.map((_, p) => p).filter((p) => p !== process);
    const heard = others
      .filter((p) => !mustJoin || this.locationOf(p).committed)
      .flatMap((p) => this.optionsOf(p, channel));
    if (this.network.channels[channel]!.broadcast) {
      return !mustJoin || heard.some(({ windows }) => windows.some(({ low }) => low <= 0)) ? [option] : [];
    }
    const windows = option.windows.flatMap((own) => {
      const starts = heard
        .flatMap((each) => each.windows)
        .map(({ low, high }) => ({ low: Math.max(low, own.low), high: Math.min(high, own.high) }))
        .filter(({ low, high }) => low <= high);
      return starts.length === 0 ? [] : [{ low: Math.min(...starts.map(({ low }) => low)), high: own.high }];
    });
    return windows.length === 0 ? [] : [{ ...option, windows }];
  }

  private race(
    options: readonly (readonly Option[])[],
  ): { winner?: number; delay: number; isLocked?: boolean } | "stuck" {
    const { stream } = this.machine;
    const isHurried = (p: number): boolean => this.locationOf(p).committed || this.locationOf(p).urgent;
    const all = [...options.keys()];
    if (all.some(isHurried)) {
      const isCommitted = all.some((p) => this.locationOf(p).committed);
      const able = all.filter((p) =>
        options[p]!.some(({ windows }) => windows.some(({ low, high }) => low <= 0 && 0 <= high)),
      );
      const hasty = isCommitted ? able : able.filter(isHurried);
      const tied = hasty.length > 0 ? hasty : able;
      if (tied.length === 0) return "stuck";
      return { winner: tied[tied.length === 1 ? 0 : stream.below(tied.length)]!, delay: 0 };
    }
    const bounds = all.map((p) => {
      const { invariant, frameSize } = this.locationOf(p);
      if (invariant.length === 0) return { until: Number.POSITIVE_INFINITY, isOpen: false };
      const { high, highOpen } = this.windowOf(invariant, frameSize, []) ?? { high: 0 };
      return { until: Math.max(0, high), isOpen: highOpen === true && high > 0 };
    });
    const draws = all.map((p) => this.draw(p, options[p]!, bounds[p]!));
    const least = Math.min(...draws);
    const most = Math.min(...bounds.map(({ until }) => until));
    if (least > most) {
      const isLocked = bounds.find(({ until }) => until === most)!.isOpen;
      return most <= 0 ? "stuck" : { delay: most, isLocked };
    }
    if (least === Number.POSITIVE_INFINITY) return "stuck";
    const tied = all.filter((p) => draws[p] === least);
    return { winner: tied[tied.length === 1 ? 0 : stream.below(tied.length)]!, delay: least };
  }

  private draw(
    process: number,
    options: readonly Option[],
    { until: bound, isOpen }: { readonly until: number; readonly isOpen: boolean },
  ): number {
    const { stream } = this.machine;
    const isUrgent = ({ channel }: Option): boolean => channel !== null && this.network.channels[channel]!.urgent;
    const start = (some: readonly Option[]): number =>
      Math.min(Number.POSITIVE_INFINITY, ...some.flatMap(({ windows }) => windows.map(({ low }) => low)));
    const earliest = start(options);
    const urgent = start(options.filter(isUrgent));
    if (earliest === Number.POSITIVE_INFINITY || earliest > bound) return Number.POSITIVE_INFINITY;
    if (isOpen && earliest > 0 && bound - earliest <= 1e-9) return Number.POSITIVE_INFINITY;
    if (Math.min(urgent, bound) <= earliest) return earliest;
    if (bound < Number.POSITIVE_INFINITY) return Math.min(urgent, earliest + stream.fraction() * (bound - earliest));
    const { rate, frameSize } = this.locationOf(process);
    this.machine.openFrame(frameSize);
    const speed = rate === undefined ? 1 : this.compiler.expression(rate)(this.machine);
    return Math.min(urgent, earliest + stream.exponential() / speed);
  }

  /** The winner's step, with all who join; undefined: none of its edges can be taken after all. */
  private move(options: readonly Option[], delay: number): readonly number[] | undefined {
    const { stream } = this.machine;
    const at = ({ windows }: Option): boolean => windows.some(({ low, high }) => low <= delay && delay <= high);
    // Time has passed: what can be received is asked anew, at this moment.
    const left = options.filter(at).filter((option) => !this.isBinary(option) || this.partnersOf(option).length > 0);
    while (left.length > 0) {
      const which = left.length === 1 ? 0 : stream.below(left.length);
      const edges = this.take(left[which]!);
      if (edges !== undefined) return edges;
      left[which] = left.at(-1)!;
      left.pop();
    }
    return undefined;
  }

  private isBinary({ channel }: Option): boolean {
    return channel !== null && !this.network.channels[channel]!.broadcast;
  }

  private partnersOf({ process, channel }: Option): Option[] {
    const mustJoin =
      this.network.processes.some((_, p) => this.locationOf(p).committed) && !this.locationOf(process).committed;
    return this.network.processes.flatMap((_, p) => {
      if (p === process || (mustJoin && !this.locationOf(p).committed)) return [];
      return this.optionsOf(p, channel!).filter(({ windows }) => windows.some(({ low }) => low <= 0));
    });
  }

  private take(option: Option): readonly number[] | undefined {
    const { machine, network } = this;
    const before = [machine.memory.slice(0, network.cells), machine.clocks.slice(), this.locations.slice()] as const;
    const joining: Option[] = [];
    if (this.isBinary(option)) {
      const partners = this.partnersOf(option);
      joining.push(partners[partners.length === 1 ? 0 : machine.stream.below(partners.length)]!);
    } else if (option.channel !== null) {
      for (const process of network.processes.keys()) {
        if (process === option.process) continue;
        const able = this.optionsOf(process, option.channel).filter(({ windows }) =>
          windows.some(({ low }) => low <= 0),
        );
        if (able.length > 0) joining.push(able[able.length === 1 ? 0 : machine.stream.below(able.length)]!);
      }
    }
    const chosen = [option, ...joining].map((each) => ({ each, ...this.outcomeOf(each) }));
    const run = (body: Network["beforeUpdate"]): void => {
      machine.openFrame(network.updateFrameSize);
      compileBlock(body, this.compiler)(machine);
    };
    run(network.beforeUpdate);
    for (const { each, edge, select } of chosen) {
      machine.openFrame(edge.frameSize);
      machine.setFrame(select);
      this.locations[each.process] = edge.target;
      compileBlock(edge.update, this.compiler)(machine);
    }
    run(network.afterUpdate);
    this.slopes = this.slopesNow();
    const holds = network.processes.every((_, process) => {
      const { invariant, frameSize } = this.locationOf(process);
      const window = this.windowOf(invariant, frameSize, []);
      return window !== null && window.low <= 0 && window.high >= 0;
    });
    if (holds) return chosen.map(({ edge }) => edge.id);
    machine.memory.set(before[0]);
    machine.clocks.set(before[1]);
    this.locations.set(before[2]);
    this.slopes = this.slopesNow();
    return undefined;
  }

  private outcomeOf({ group, select }: Option): { readonly edge: Edge; readonly select: readonly number[] } {
    const outcomes = new Map<number, Edge>();
    for (const edge of group)
      if (!outcomes.has(edge.branch?.outcome ?? 0)) outcomes.set(edge.branch?.outcome ?? 0, edge);
    const each = [...outcomes.values()].map((edge) => {
      const own = edge.selects.slice(edge.selects.length - (edge.branch?.selects ?? 0));
      this.machine.openFrame(edge.frameSize);
      this.machine.setFrame(select);
      const weight = edge.branch?.weight === undefined ? 1 : this.compiler.expression(edge.branch.weight)(this.machine);
      const choices = [...combinations(own)];
      return { edge, choices, weight: weight * choices.length };
    });
    if (each.length === 1 && each[0]!.choices.length === 1) {
      return { edge: each[0]!.edge, select: [...select, ...each[0]!.choices[0]!] };
    }
    let at = this.machine.stream.fraction() * each.reduce((sum, { weight }) => sum + weight, 0);
    const possible = each.filter(({ weight }) => weight > 0);
    for (const [i, { edge, choices, weight }] of possible.entries()) {
      if (at >= weight && i < possible.length - 1) {
        at -= weight;
        continue;
      }
      const which = Math.min(choices.length - 1, Math.floor((at / weight) * choices.length));
      return { edge, select: [...select, ...choices[which]!] };
    }
    throw new Error("no outcome has a weight");
  }
}
