// Random small networks over the whole core language, for holding engines against the oracle and against each other.
// A network first decides which features it uses, then draws processes that use them; updates stay in range, so
// that models have no faults. The least decisions give the plainest network.

import type { Conjunct, Expression, Network, Rate, Select, Statement, Sync } from "../network/network.ts";
import {
  apart,
  cell,
  clockElement,
  copyClock,
  data,
  element,
  local,
  NetworkBuilder,
  num,
  onElement,
  onEvent,
  op,
  type ProcessBuilder,
  rate,
  receive,
  reset,
  send,
  set,
  when,
} from "./builder.ts";
import { type Choices, Dice } from "./choices.ts";

/** Features a network may decide to use, with the share of networks (in percent) that try to. */
export const FEATURES = {
  data: 45,
  binary: 55,
  broadcast: 35,
  urgentChannel: 22,
  urgentLocation: 25,
  committedLocation: 25,
  select: 25,
  diagonals: 14,
  copies: 15,
  values: 22,
  priorities: 16,
  vectors: 18,
  stopwatches: 10,
  meta: 16,
  functions: 18,
  arrays: 18,
  hooks: 12,
  variableBounds: 18,
  dataInvariants: 10,
  channelArrays: 12,
  clockArrays: 14,
  quantifiers: 12,
} as const;
export type RandomFeature = keyof typeof FEATURES;

/** Largest constant that clocks are compared with or set to. */
export const LARGEST = 3;

export interface RandomNetwork {
  readonly network: Network;
  readonly features: ReadonlySet<RandomFeature>;
}

export function randomNetwork(choices: Choices): RandomNetwork {
  return new Generator(new Dice(choices), false).generate();
}

/** The same without care: indices, ranges, divisions and clocks set back may fail; committed broadcasts are common. */
export function randomFaultyNetwork(choices: Choices): RandomNetwork {
  return new Generator(new Dice(choices), true).generate();
}

/** What networks that may fail have more often than others. */
const CARELESS: Partial<Record<RandomFeature, number>> = {
  data: 90,
  arrays: 55,
  channelArrays: 30,
  clockArrays: 30,
  dataInvariants: 25,
  committedLocation: 45,
  broadcast: 50,
  urgentChannel: 30,
};

interface Counter {
  readonly cell: number;
  readonly first: number;
  readonly step: number;
  readonly most: number;
}

/** Short ones, large ones that are soon full, and one that takes a thousand steps. */
const COUNTERS: readonly Omit<Counter, "cell">[] = [
  { first: 0, step: 1, most: 4 },
  { first: 996, step: 1, most: 1_000 },
  { first: 0, step: 250, most: 1_000 },
  { first: 31_000, step: 600, most: 32_767 },
  { first: 0, step: 1, most: 1_000 },
];

const COMPARISONS = ["<=", "<", ">=", ">", "=="] as const;

class Generator {
  private readonly dice: Dice;
  private readonly features: ReadonlySet<RandomFeature>;
  private readonly model = new NetworkBuilder("random");
  private readonly clocks: number[];
  /**
   * Guards meet on the same clock and constant more often than chance would have it, or they rarely depend on each
   * other.
   */
  private readonly favourite: { clock: number; constant: number };
  /** Integer variables, all with range 0 … 2. */
  private readonly variables: number[] = [];
  private array = -1;
  private meta = -1;
  private readonly channels: number[] = [];
  /** First of two neighbouring channels that are named by index. */
  private channelArray = -1;
  private readonly events: number[] = [];
  /** May the model fail? */
  private readonly careless: boolean;
  /** A variable that only grows, until it leaves its range. */
  private counter: Counter | undefined;

  constructor(dice: Dice, careless: boolean) {
    this.dice = dice;
    this.careless = careless;
    const share = (feature: RandomFeature): number => (careless ? CARELESS[feature] : undefined) ?? FEATURES[feature];
    const wanted = (Object.keys(FEATURES) as RandomFeature[]).filter((feature) => dice.chance(share(feature)));
    this.features = new Set(wanted);
    const least = this.has("clockArrays") || this.has("diagonals") ? 2 : 1;
    this.clocks = dice.several(least, this.has("diagonals") ? 2 : 3, (k) =>
      this.model.clock(`x${k}`, this.initialClock()),
    );
    this.favourite = { clock: dice.one(this.clocks), constant: dice.between(1, LARGEST) };
  }

  generate(): RandomNetwork {
    this.declare();
    const count = this.dice.between(this.channels.length + this.events.length > 0 ? 2 : 1, 3);
    for (let p = 0; p < count; p++) this.process(this.model.process(`P${p}`));
    if (this.has("vectors")) this.vectors();
    if (this.has("hooks")) this.model.afterUpdate.push(this.dataUpdate(0));
    if (this.has("hooks") && this.dice.chance(40)) this.model.beforeUpdate.push(this.dataUpdate(0));
    return { network: this.model.build(), features: this.features };
  }

  private has(feature: RandomFeature): boolean {
    return this.features.has(feature);
  }

  private initialClock(): number {
    return this.has("values") && this.dice.chance(20) ? this.dice.between(1, 2) : 0;
  }

  private declare(): void {
    const { model, dice } = this;
    const needsData =
      this.has("data") ||
      this.has("meta") ||
      this.has("hooks") ||
      this.has("variableBounds") ||
      this.has("dataInvariants");
    if (needsData)
      for (let k = dice.between(1, 2); k > 0; k--) this.variables.push(model.int(`v${k}`, 0, 2, dice.between(0, 1)));
    if (this.careless && dice.chance(25)) {
      const shape = dice.one(COUNTERS);
      this.counter = { ...shape, cell: model.int("n", 0, shape.most, shape.first) };
    }
    if (this.has("arrays")) {
      this.array = model.variable("a", {
        kind: "array",
        element: { kind: "int", min: 0, max: 2 },
        first: 0,
        length: 2,
      });
    }
    if (this.has("meta")) this.meta = model.variable("m", { kind: "int", min: 0, max: 2 }, dice.between(0, 1), true);
    const priority = (): number => (this.has("priorities") ? dice.between(0, 2) : 0);
    const urgent = (): boolean => this.has("urgentChannel") && dice.chance(60);
    if (this.has("binary")) this.channels.push(model.channel("c", { urgent: urgent(), priority: priority() }));
    if (this.has("broadcast")) {
      this.channels.push(model.channel("b", { broadcast: true, urgent: urgent(), priority: priority() }));
    }
    if (this.has("urgentChannel") && !this.channels.some((c) => model.channels[c]!.urgent)) {
      this.channels.push(model.channel("u", { urgent: true, priority: priority() }));
    }
    if (this.has("channelArrays")) {
      const options = { broadcast: dice.chance(40), urgent: urgent(), priority: priority() };
      this.channelArray = model.channel("d[0]", options);
      model.channel("d[1]", options);
    }
    if (this.has("priorities")) model.internalPriority = dice.between(0, 1);
    if (this.has("vectors")) this.events.push(model.event("e"), model.event("f"));
    // twice(k) = 2k mod 3, and a procedure that resets a clock.
    if (this.has("functions")) {
      const body: Statement[] = [{ kind: "return", value: op("%", op("*", local(0), num(2)), num(3)) }];
      const parameters = [{ name: "k", cell: 0, size: 1, kind: "value" }] as const;
      model.functions.push({ name: "twice", parameters, frameSize: 1, returns: 1, body });
      const resets: Statement[] = [reset(dice.one(this.clocks), dice.chance(20) ? 1 : 0)];
      if (this.has("clockArrays") && dice.chance(50)) {
        const clock = clockElement(this.clocks[0]!, 2, local(0));
        const each: Statement = { kind: "expression", expression: { kind: "clock-assign", clock, value: num(0) } };
        resets.push({ kind: "iterate", cell: 0, min: 0, max: 1, body: [each] });
      }
      model.functions.push({ name: "restart", parameters: [], frameSize: 1, returns: 0, body: resets });
    }
  }

  private process(process: ProcessBuilder): void {
    const { dice } = this;
    if (this.has("priorities")) process.priority = dice.between(0, 1);
    const locations = dice.between(2, 3);
    for (let l = 0; l < locations; l++) {
      process.location(`l${l}`, {
        urgent: this.has("urgentLocation") && dice.chance(20),
        committed: this.has("committedLocation") && dice.chance(20),
        invariant: this.invariant(),
        frameSize: 1,
        rates: this.rates(),
      });
    }
    if (this.has("vectors") && dice.chance(15)) process.initial = [0, 1];
    // A way through all locations, then a few more edges.
    for (let l = 0; l + 1 < locations; l++) this.edge(process, l, l + 1);
    for (let k = dice.between(0, 3); k > 0; k--) {
      this.edge(process, dice.between(0, locations - 1), dice.between(0, locations - 1));
    }
  }

  private invariant(): Conjunct[] {
    const { dice } = this;
    const conjuncts: Conjunct[] = [];
    if (dice.chance(35)) conjuncts.push(when(this.clock(), dice.chance(25) ? "<" : "<=", this.bound(0, 1)));
    if (dice.chance(4)) conjuncts.push(when(this.clock(), ">=", dice.between(0, 1)));
    if (this.has("diagonals") && dice.chance(10)) conjuncts.push(this.diagonal());
    if (this.has("quantifiers") && this.clocks.length > 1 && dice.chance(15))
      conjuncts.push(this.forAllClocks(0, "<="));
    if (this.array >= 0 && this.slips(10)) {
      conjuncts.push(data(op("<=", element(this.array, 2, this.index(0)), num(1))));
    }
    if (this.has("dataInvariants") && dice.chance(25)) {
      conjuncts.push(data(op("<=", this.value(0), num(1))));
    }
    return conjuncts;
  }

  private rates(): Rate[] {
    if (!this.has("stopwatches") || !this.dice.chance(40)) return [];
    const stopped = rate(this.dice.one(this.clocks), this.dice.chance(15) ? 1 : 0);
    return [this.slips(15) && this.variables.length > 0 ? { ...stopped, rate: cell(this.variables[0]!) } : stopped];
  }

  private edge(process: ProcessBuilder, source: number, target: number): void {
    const { dice } = this;
    const selects: Select[] =
      this.has("select") && dice.chance(50) ? [{ name: "i", min: 0, max: dice.between(1, 2) }] : [];
    process.edge(source, target, {
      selects,
      guard: this.guard(selects.length),
      sync: this.sync(selects.length),
      locals: 1,
      update: this.update(selects.length),
    });
  }

  private sync(selects: number): Sync {
    const { dice } = this;
    if (this.events.length > 0 && dice.chance(45)) return onEvent(dice.one(this.events));
    if (this.channelArray >= 0 && dice.chance(40)) {
      return onElement(dice.chance(50) ? "send" : "receive", this.channelArray, 2, this.index(selects));
    }
    if (this.channels.length > 0 && dice.chance(60)) {
      return dice.chance(50) ? send(dice.one(this.channels)) : receive(dice.one(this.channels));
    }
    return { kind: "internal" };
  }

  private guard(selects: number): Conjunct[] {
    const { dice } = this;
    const conjuncts: Conjunct[] = [];
    if (this.hasData() && dice.chance(30)) {
      conjuncts.push(
        data(op(dice.one(["==", "!=", "<=", ">"] as const), this.value(selects), num(dice.between(0, 1)))),
      );
    }
    if (this.counter !== undefined && dice.chance(20)) {
      const { cell: n, first, step, most } = this.counter;
      const reached = dice.chance(50) ? most : first + dice.between(1, 3) * step;
      conjuncts.push(data(op(dice.one([">=", "==", "<"] as const), cell(n), num(reached))));
    }
    if (this.has("quantifiers") && this.array >= 0 && dice.chance(40)) {
      const body = op(">=", element(this.array, 2, local(selects)), num(1));
      conjuncts.push(data({ kind: dice.one(["exists", "forall", "sum"]), cell: selects, min: 0, max: 1, body }));
    }
    if (dice.chance(55)) conjuncts.push(when(this.clock(), dice.one(COMPARISONS), this.bound(selects, 0)));
    if (dice.chance(15)) conjuncts.push(when(this.clock(), dice.one(COMPARISONS), this.bound(selects, 0)));
    if (this.has("diagonals") && dice.chance(30)) conjuncts.push(this.diagonal());
    if (this.has("clockArrays") && dice.chance(30)) {
      const left = clockElement(this.clocks[0]!, 2, this.index(selects));
      const bound = this.bound(selects, 0);
      conjuncts.push({ kind: "clock", binders: [], left, op: dice.one(COMPARISONS), bound });
    }
    if (this.has("quantifiers") && this.clocks.length > 1 && dice.chance(30)) {
      conjuncts.push(this.forAllClocks(selects, dice.one(COMPARISONS)));
    }
    return conjuncts;
  }

  /** The first two clocks against a bound, each only where the data says so. The variable lives behind the selects. */
  private forAllClocks(selects: number, comparison: (typeof COMPARISONS)[number]): Conjunct {
    const { dice } = this;
    const index = local(selects);
    const condition = dice.chance(50) ? { when: op("<=", index, this.value(selects)) } : {};
    return {
      kind: "clock",
      binders: [{ cell: selects, min: 0, max: 1 }],
      ...condition,
      left: clockElement(this.clocks[0]!, 2, index),
      op: comparison,
      bound: dice.chance(30) ? op("+", index, num(1)) : num(dice.between(1, LARGEST)),
    };
  }

  private diagonal(): Conjunct {
    const { dice, clocks } = this;
    const left = dice.between(0, clocks.length - 1);
    const right = (left + 1) % clocks.length;
    return apart(clocks[left]!, clocks[right]!, dice.one(COMPARISONS), dice.between(-2, 2));
  }

  /** What a clock is compared with: mostly a constant. */
  private bound(selects: number, least: number): Expression {
    const { dice } = this;
    if (this.has("variableBounds") && dice.chance(40)) return op("+", this.value(selects), num(least));
    return num(dice.chance(50) ? this.favourite.constant : dice.between(least, LARGEST));
  }

  /** A clock to compare. */
  private clock(): number {
    return this.dice.chance(50) ? this.favourite.clock : this.dice.one(this.clocks);
  }

  private hasData(): boolean {
    return this.variables.length > 0 || this.array >= 0;
  }

  /** A value from 0 to 2. */
  private value(selects: number): Expression {
    const { dice } = this;
    const values: Expression[] = [num(1), ...this.variables.map(cell)];
    if (selects > 0) values.push(local(0));
    if (this.array >= 0) values.push(element(this.array, 2, num(0)), element(this.array, 2, this.index(selects)));
    if (this.meta >= 0) values.push(cell(this.meta));
    const chosen = dice.one(values);
    if (this.slips(10)) return op(dice.one(["/", "%"] as const), num(2), chosen);
    if (!this.has("functions") || !dice.chance(30)) return chosen;
    return { kind: "call", function: 0, arguments: [{ kind: "value", value: chosen }] };
  }

  /** Does what follows happen without care? Never in networks that must not fail. */
  private slips(percent: number): boolean {
    return this.careless && this.dice.chance(percent);
  }

  /** 0 or 1. */
  private index(selects: number): Expression {
    if (this.slips(25)) return selects > 0 ? local(0) : this.variables.length > 0 ? cell(this.variables[0]!) : num(2);
    if (selects > 0) return op("%", local(0), num(2));
    return this.variables.length > 0 ? op("%", cell(this.variables[0]!), num(2)) : num(1);
  }

  private update(selects: number): Statement[] {
    const { dice } = this;
    const statements: Statement[] = [];
    if (dice.chance(45)) statements.push(this.clockUpdate(selects));
    if (this.hasData() && dice.chance(50)) statements.push(this.dataUpdate(selects));
    if (this.meta >= 0 && dice.chance(40)) {
      statements.push(set(this.meta, this.value(selects), 0, 2), set(this.variables[0]!, cell(this.meta), 0, 2));
    }
    if (dice.chance(15)) statements.push(this.clockUpdate(selects));
    return statements;
  }

  private clockUpdate(selects: number): Statement {
    const { dice } = this;
    const clock = dice.one(this.clocks);
    if (this.slips(8) && this.variables.length > 0) return reset(clock, op("-", cell(this.variables[0]!), num(1)));
    if (this.slips(8) && this.clocks.length > 1 && !this.has("diagonals")) {
      return copyClock(clock, dice.one(this.clocks.filter((other) => other !== clock)), -1);
    }
    if (this.has("functions") && dice.chance(25)) {
      return { kind: "expression", expression: { kind: "call", function: 1, arguments: [] } };
    }
    if (this.has("copies") && this.clocks.length > 1 && dice.chance(45)) {
      const source = dice.one(this.clocks);
      // Shifts and diagonals together would multiply diagonals without end.
      return copyClock(clock, source, this.has("diagonals") || source === clock ? 0 : dice.between(0, 1));
    }
    if (this.has("values") && dice.chance(40))
      return reset(clock, dice.chance(50) ? dice.between(1, 2) : this.value(selects));
    return reset(clock);
  }

  private dataUpdate(selects: number): Statement {
    const { dice } = this;
    if (this.counter !== undefined && dice.chance(40)) {
      const { cell: n, step, most } = this.counter;
      return set(n, op("+", cell(n), num(step)), 0, most);
    }
    const value = dice.chance(50)
      ? this.value(selects)
      : this.slips(25)
        ? op("+", this.value(selects), num(1))
        : op("%", op("+", this.value(selects), num(dice.between(1, 2))), num(3));
    if (this.array >= 0 && (this.variables.length === 0 || dice.chance(50))) {
      const step = { index: this.index(selects), first: 0, count: 2, stride: 1 };
      const target = { space: "state", base: this.array, offset: 0, steps: [step] } as const;
      return {
        kind: "expression",
        expression: { kind: "assign", target, op: "", value, min: 0, max: 2, yields: "new" },
      };
    }
    const assign = set(dice.one(this.variables), value, 0, 2);
    if (!dice.chance(20)) return assign;
    return { kind: "if", condition: this.value(selects), then: [assign], otherwise: [] };
  }

  private vectors(): void {
    const { dice, model } = this;
    for (let k = dice.between(1, 3); k > 0; k--) {
      const participants = model.processes
        .map((_, process) => ({ process, event: dice.one(this.events), weak: dice.chance(35) }))
        .filter(() => !dice.chance(20));
      if (participants.some(({ weak }) => !weak)) model.vectors.push({ participants });
    }
  }
}
