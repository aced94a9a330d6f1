// The parts of an exported model as Munta's text: names, shifted values, guards, updates, loops and the observer.

import { cellTable } from "../../network/index.ts";
import { type CaseTree, pathsOf, type ValueCondition } from "./cases.ts";
import type { Draft } from "./drafts.ts";
import type { ClockBound, UpdateEffect } from "./effects.ts";
import type { MuntaAutomaton, MuntaEdge, MuntaModel } from "./munta-model.ts";
import { MuntaNames } from "./names.ts";
import type { Disjunct } from "./target.ts";
import type { TranslatedParts } from "./translate.ts";

export const TRAP = "_trap";
/** Raised when the observer has looked, where others could go on without time. */
export const LOOKED = "_obs";
const OBSERVER = "_observer";
const NEVER = "_never";
/** Of a model without clocks. */
const NO_CLOCK = "_none";

/** What the model's states are made of, in the order of their numbers. */
export interface MuntaLayout {
  readonly cells: readonly number[];
  readonly clocks: readonly number[];
  readonly hasTrap: boolean;
  readonly hasLooked: boolean;
  /** Disjuncts that the observer looks for; none: there is no observer. */
  readonly observed: readonly Disjunct[];
}

export interface MuntaText {
  readonly model: MuntaModel;
  readonly layout: MuntaLayout;
}

export function textOf(parts: TranslatedParts): MuntaText {
  return new Writer(parts).write();
}

class Writer {
  private readonly parts: TranslatedParts;
  private readonly layout: MuntaLayout;
  private readonly min: Int32Array;
  private readonly max: Int32Array;
  private readonly processNames: readonly string[];
  private readonly placeNames: readonly ReadonlyMap<number, string>[];
  private readonly ids: readonly ReadonlyMap<number, number>[];
  private readonly cellNames = new Map<number, string>();
  private readonly clockNames = new Map<number, string>();
  private readonly channelNames = new Map<number, string>();
  private readonly lookNames = new Map<number, string>();

  constructor(parts: TranslatedParts) {
    const { network, places } = parts;
    this.parts = parts;
    this.layout = layoutOf(parts);
    const table = cellTable(network);
    this.min = table.min;
    this.max = table.max;
    const names = new MuntaNames();
    this.processNames = network.processes.map(({ name }) => names.of(name));
    this.ids = places.map((own) => new Map(own.map(({ location }, id) => [location, id])));
    this.placeNames = places.map((own, process) => {
      const local = new MuntaNames();
      const { locations } = network.processes[process]!;
      return new Map(own.map(({ location }) => [location, local.of(locations[location]!.name)]));
    });
    for (const cell of this.layout.cells) this.cellNames.set(cell, names.of(table.name(cell)));
    for (const clock of this.layout.clocks) this.clockNames.set(clock, names.of(network.clocks[clock]!.name));
    for (const { label } of parts.drafts) {
      if ("look" in label || label.channel < 0 || this.channelNames.has(label.channel)) continue;
      const channel = network.channels[label.channel];
      this.channelNames.set(
        label.channel,
        names.of(channel?.name ?? `sync_${label.channel - network.channels.length}`),
      );
    }
    for (const process of this.lookedAt()) this.lookNames.set(process, names.of(`_look_${this.processNames[process]}`));
  }

  write(): MuntaText {
    const { network } = this.parts;
    const { cells, clocks, hasTrap, hasLooked, observed } = this.layout;
    const automata = network.processes.map((_, process) => this.automaton(process));
    if (observed.length > 0) automata.push(this.observer());
    const flag = (name: string) => ({ name, low: 0, high: 1 });
    const shifted = cells.map((cell) => {
      const start = network.initialValues[cell]!;
      return { name: this.cellNames.get(cell)!, low: this.min[cell]! - start, high: this.max[cell]! - start };
    });
    const model: MuntaModel = {
      automata,
      broadcast: [...this.channelNames].flatMap(([index, name]) => (network.channels[index]?.broadcast ? [name] : [])),
      clocks: clocks.length === 0 ? [NO_CLOCK] : clocks.map((clock) => this.clockNames.get(clock)!),
      vars: [...shifted, ...(hasTrap ? [flag(TRAP)] : []), ...(hasLooked ? [flag(LOOKED)] : [])],
      formula: this.formula(),
    };
    return { model, layout: this.layout };
  }

  /** Processes whose committed locations others look at. */
  private lookedAt(): readonly number[] {
    const { network, drafts } = this.parts;
    const looks = new Set(drafts.flatMap(({ label }) => ("look" in label ? [label.look] : [])));
    const able = (process: number): boolean => this.committed(process).length > 0;
    return [...network.processes.keys()].filter((p) => looks.has(p) || (this.layout.hasLooked && able(p)));
  }

  private committed(process: number): readonly number[] {
    const { locations } = this.parts.network.processes[process]!;
    return this.parts.places[process]!.flatMap(({ location }, id) => (locations[location]!.committed ? [id] : []));
  }

  private automaton(process: number): MuntaAutomaton {
    const { network, places, drafts } = this.parts;
    const { locations, initial } = network.processes[process]!;
    const nodes = places[process]!.map(({ location, invariant }, id) => {
      const name = this.placeNames[process]!.get(location)!;
      return { id, name, invariant: invariant.map((bound) => this.clockText(bound)).join(" && ") };
    });
    const committed = this.committed(process);
    const isUrgent = (location: number) => locations[location]!.urgent || locations[location]!.committed;
    return {
      name: this.processNames[process]!,
      initial: this.ids[process]!.get(initial[0]!)!,
      nodes,
      committed,
      // A committed location alone lets time pass there.
      urgent: places[process]!.flatMap(({ location }, id) => (isUrgent(location) ? [id] : [])),
      edges: [
        ...drafts.filter((draft) => draft.process === process).map((draft) => this.edge(draft)),
        ...this.looks(process, committed),
        ...this.loops(process),
      ],
    };
  }

  private edge({ process, source, target, conditions, clocks, label, effect, traps }: Draft): MuntaEdge {
    const ids = this.ids[process]!;
    const guard = [...this.pausing(), ...conditions.flatMap((one) => this.dataText(one))];
    return {
      source: ids.get(source)!,
      target: ids.get(target)!,
      guard: [...guard, ...clocks.map((bound) => this.clockText(bound))].join(" && "),
      label: this.labelText(label),
      update: [...this.updateTexts(effect), ...(traps ? [`${TRAP} := 1`] : [])].join(", "),
    };
  }

  /** Nothing happens any more when the observer has looked; nor when the trap is up and deadlocks are asked for. */
  private pausing(): readonly string[] {
    const stops = this.parts.disjuncts === null && this.layout.hasTrap;
    return [...(this.layout.hasLooked ? [`${LOOKED} == 0`] : []), ...(stops ? [`${TRAP} == 0`] : [])];
  }

  /** Committed locations let others look: what stays where it is counts as a committed partner. */
  private looks(process: number, committed: readonly number[]): readonly MuntaEdge[] {
    const name = this.lookNames.get(process);
    if (name === undefined) return [];
    const guard = this.pausing().join(" && ");
    return committed.map((id) => ({ source: id, target: id, guard, label: `${name}?`, update: "" }));
  }

  /**
   * Nobody receives: it never happens. But every location has an edge, and every clock its largest constant
   * everywhere.
   */
  private loops(process: number): readonly MuntaEdge[] {
    const { places, drafts } = this.parts;
    const most = new Map<number, number>();
    const own = drafts.filter((draft) => draft.process === process).flatMap(({ clocks }) => clocks);
    for (const { clock, constant } of [...own, ...places[process]!.flatMap(({ invariant }) => invariant)]) {
      most.set(clock, Math.max(most.get(clock) ?? 0, constant));
    }
    const texts = [...most].map(([clock, constant]) => this.clockText({ clock, op: ">=", constant }));
    // Munta wants a clock, and wants it used.
    const guard = this.layout.clocks.length === 0 ? `${NO_CLOCK} >= 0` : texts.join(" && ");
    return places[process]!.map((_, id) => ({ source: id, target: id, guard, label: `${NEVER}!`, update: "" }));
  }

  /** From `looking` it goes wherever the clocks are as asked, without any time, and stays there. */
  private observer(): MuntaAutomaton {
    const { observed, hasLooked } = this.layout;
    const ways = ["", ...(hasLooked ? [...this.lookNames.values()].map((name) => `${name}!`) : [])];
    const ids = observed.map((_, i) => i + 1);
    const nodes = [
      { id: 0, name: "looking", invariant: "" },
      ...ids.map((id) => ({ id, name: `seen_${id}`, invariant: "" })),
    ];
    const edges = observed.flatMap(({ clocks }, i) =>
      ways.map((label): MuntaEdge => {
        const guard = [...this.pausing(), ...clocks.map((bound) => this.clockText(bound))].join(" && ");
        return { source: 0, target: i + 1, guard, label, update: hasLooked ? `${LOOKED} := 1` : "" };
      }),
    );
    return { name: OBSERVER, initial: 0, nodes, committed: ids, urgent: ids, edges };
  }

  private formula(): string {
    const { disjuncts } = this.parts;
    const { observed, hasTrap } = this.layout;
    const [first] = [...this.placeNames[0]!.values()];
    const some = `${this.processNames[0]}.${first}`;
    // Asked for deadlocks, Munta does not read it; but there must be one.
    if (disjuncts === null) return `E<> ${some}`;
    const texts = disjuncts.flatMap((disjunct) => {
      const looked = observed.indexOf(disjunct);
      const terms = disjunct.conditions.flatMap((one) => this.termTexts(one));
      if (terms.includes("false")) return [];
      const all = [...terms, ...(looked < 0 ? [] : [`${OBSERVER}.seen_${looked + 1}`])];
      return [all.length === 0 ? `${some} || !(${some})` : all.join(" && ")];
    });
    if (hasTrap) texts.push(`${TRAP} == 1`);
    return `E<> ${texts.length === 0 ? `${some} && !(${some})` : [...new Set(texts)].join(" || ")}`;
  }

  /** As a part of the formula: nothing where it always holds, `false` where it never does. */
  private termTexts(condition: ValueCondition): readonly string[] {
    const { network, places } = this.parts;
    const { key, low, high, among } = condition;
    if (among !== undefined) {
      const process = key - network.cells;
      const at = (location: number) => `${this.processNames[process]}.${this.placeNames[process]!.get(location)}`;
      const here = places[process]!.map(({ location }) => location).filter((location) => among.includes(location));
      if (here.length === 0) return ["false"];
      if (here.length === 1) return [at(here[0]!)];
      const others = places[process]!.filter(({ location }) => !among.includes(location));
      return others.map(({ location }) => `!(${at(location)})`);
    }
    if (this.cellNames.has(key)) return this.dataText(condition);
    const value = network.initialValues[key]!;
    return value >= low && value <= high ? [] : ["false"];
  }

  private dataText({ key, low, high }: ValueCondition): readonly string[] {
    const name = this.cellNames.get(key)!;
    const start = this.parts.network.initialValues[key]!;
    if (low === high) return [`${name} == ${low - start}`];
    return [
      ...(low > this.min[key]! ? [`${name} >= ${low - start}`] : []),
      ...(high < this.max[key]! ? [`${name} <= ${high - start}`] : []),
    ];
  }

  private clockText({ clock, op, constant }: ClockBound): string {
    return `${this.clockNames.get(clock)} ${op} ${constant}`;
  }

  private labelText(label: Draft["label"]): string {
    if ("look" in label) return `${this.lookNames.get(label.look)}!`;
    return label.channel < 0 ? "" : `${this.channelNames.get(label.channel)}${label.mark}`;
  }

  private updateTexts(effect: CaseTree<UpdateEffect>): readonly string[] {
    const leaves = [...pathsOf(effect)].map(({ leaf }) => leaf);
    const cells = [...new Set(leaves.flatMap(({ writes }) => writes.map(({ cell }) => cell)))];
    const late = new Set([...pathsOf(effect)].flatMap(({ conditions }) => conditions.map(({ key }) => key)));
    // What others read is written last, so that one after the other means the same.
    const ordered = [...cells.filter((cell) => !late.has(cell)), ...cells.filter((cell) => late.has(cell))];
    const resets = leaves.find(({ fails }) => !fails)?.resets ?? [];
    const failing = leaves.some(({ fails }) => fails);
    return [
      ...ordered.map(
        (cell) => `${this.cellNames.get(cell)} := ${this.byCases(effect, (leaf) => this.written(leaf, cell))}`,
      ),
      ...resets.map((clock) => `${this.clockNames.get(clock)} := 0`),
      ...(failing ? [`${TRAP} := ${this.byCases(effect, ({ fails }) => (fails ? "1" : TRAP))}`] : []),
    ];
  }

  /** `(a ? v <= 3 : b)` is a where v is at most 3, else b. */
  private byCases(tree: CaseTree<UpdateEffect>, text: (leaf: UpdateEffect) => string): string {
    if ("leaf" in tree) return text(tree.leaf);
    const [first, ...rest] = tree.branches.map(({ when, tree: next }) => ({ when, text: this.byCases(next, text) }));
    let all = rest.at(-1)!.text;
    for (const { when, text: one } of [first!, ...rest.slice(0, -1)].reverse()) {
      const start = this.parts.network.initialValues[when.key]!;
      if (one !== all) all = `(${one} ? ${this.cellNames.get(when.key)} <= ${when.high - start} : ${all})`;
    }
    return all;
  }

  private written({ writes }: UpdateEffect, cell: number): string {
    const write = writes.find((one) => one.cell === cell);
    if (write === undefined) return this.cellNames.get(cell)!;
    const { initialValues } = this.parts.network;
    const plus = write.plus + (write.base < 0 ? 0 : initialValues[write.base]!) - initialValues[cell]!;
    if (write.base < 0) return `${plus}`;
    const name = this.cellNames.get(write.base)!;
    return plus === 0 ? name : plus > 0 ? `${name} + ${plus}` : `${name} - ${-plus}`;
  }
}

function layoutOf({ network, places, drafts, disjuncts }: TranslatedParts): MuntaLayout {
  const cells = new Set<number>();
  const clocks = new Set<number>();
  for (const { conditions, clocks: bounds, effect } of drafts) {
    for (const { key } of conditions) cells.add(key);
    for (const { clock } of bounds) clocks.add(clock);
    for (const { conditions: late, leaf } of pathsOf(effect)) {
      for (const { key } of late) cells.add(key);
      for (const { cell, base } of leaf.writes) {
        cells.add(cell);
        if (base >= 0) cells.add(base);
      }
      for (const clock of leaf.resets) clocks.add(clock);
    }
  }
  for (const { clock } of places.flatMap((own) => own.flatMap(({ invariant }) => invariant))) clocks.add(clock);
  const observed = (disjuncts ?? []).filter((disjunct) => disjunct.clocks.length > 0);
  for (const { clock } of observed.flatMap((disjunct) => disjunct.clocks)) clocks.add(clock);
  const hasTrap = drafts.some(({ traps, effect }) => traps || [...pathsOf(effect)].some(({ leaf }) => leaf.fails));
  const isCommitted = network.processes.some(({ locations }) => locations.some(({ committed }) => committed));
  const ascending = (set: ReadonlySet<number>) => [...set].sort((a, b) => a - b);
  return {
    cells: ascending(cells),
    clocks: ascending(clocks),
    hasTrap,
    hasLooked: observed.length > 0 && isCommitted,
    observed,
  };
}
