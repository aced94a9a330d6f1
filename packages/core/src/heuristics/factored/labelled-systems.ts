// Components that are being composed, and the labels that hold them together. Labels are reduced without changing what
// the composition can do (Sievers, Wehrle and Helmert 2014, "exact label reduction"): a label that some component never
// takes is gone; a component that a label leaves as it is does not take part in it; a label of one component only is
// internal to it; and labels that mean the same in all components but one are one label with the union of their
// relations there. Every step counts one, so labels need not agree on a cost.

import type { Meter } from "./build-budget.ts";
import type { FactoredSystem } from "./factored-system.ts";
import { mix } from "./state-sets.ts";
import type { TransitionSystem } from "./transition-system.ts";

export interface MutableLabel {
  /** Possible only while nobody is in a committed location: that is asked where components meet. */
  readonly calm: boolean;
  readonly relations: Map<number, number>;
  /** Sum over its components: what is left without one of them is quickly known. */
  hash: number;
}

export class LabelledSystems {
  /** In the order in which they stand: what was composed takes the place of its first part. */
  readonly systems = new Map<number, TransitionSystem>();
  readonly labels = new Set<MutableLabel>();
  private readonly byComponent = new Map<number, Set<MutableLabel>>();
  private readonly meter: Meter;

  constructor({ components, labels, calm }: FactoredSystem, meter: Meter) {
    this.meter = meter;
    for (const [at, { system }] of components.entries()) this.systems.set(at, system);
    for (const at of this.systems.keys()) this.byComponent.set(at, new Set());
    for (const label of labels) this.add(new Map(label), calm.has(label));
  }

  labelsOf(component: number): ReadonlySet<MutableLabel> {
    return this.byComponent.get(component)!;
  }

  /** Relations of a component that some label means, or that are internal. */
  usedRelations(component: number): ReadonlySet<number> {
    const { internal, calmInternal } = this.systems.get(component)!;
    const used = new Set([...internal, ...calmInternal]);
    for (const { relations } of this.labelsOf(component)) used.add(relations.get(component)!);
    return used;
  }

  /** Puts one system in the place of another, or of two; `relation` says what a label means in it. */
  replace(
    parts: readonly number[],
    as: number,
    system: TransitionSystem,
    relation: (label: MutableLabel) => number,
  ): void {
    const concerned = new Set(parts.flatMap((part) => [...this.labelsOf(part)]));
    const order = [...this.systems];
    this.systems.clear();
    let placed = false;
    for (const [at, old] of order) {
      if (!parts.includes(at)) this.systems.set(at, old);
      else if (!placed) {
        this.systems.set(as, system);
        placed = true;
      }
    }
    for (const part of parts) this.byComponent.delete(part);
    this.byComponent.set(as, new Set());
    for (const label of concerned) {
      const id = relation(label);
      for (const part of parts) label.relations.delete(part);
      label.relations.set(as, id);
      label.hash = hashOfLabel(label.relations, label.calm);
      this.byComponent.get(as)!.add(label);
    }
  }

  drop(component: number): void {
    this.systems.delete(component);
    for (const label of this.byComponent.get(component)!) this.forget(label, component);
    this.byComponent.delete(component);
  }

  reduce(): void {
    let changed: Iterable<MutableLabel> = [...this.labels];
    for (;;) {
      for (const label of changed) this.normalise(label);
      const joined = new Set<MutableLabel>();
      const whole = this.byHash();
      for (const component of this.systems.keys()) this.joinIn(component, whole, joined);
      if (joined.size === 0) return;
      changed = joined;
    }
  }

  private byHash(): ReadonlyMap<number, readonly MutableLabel[]> {
    const labels = new Map<number, MutableLabel[]>();
    for (const label of this.labels) {
      const same = labels.get(label.hash);
      if (same === undefined) labels.set(label.hash, [label]);
      else same.push(label);
    }
    return labels;
  }

  private add(relations: Map<number, number>, calm: boolean): void {
    const label = { relations, calm, hash: hashOfLabel(relations, calm) };
    this.labels.add(label);
    for (const component of relations.keys()) this.byComponent.get(component)!.add(label);
  }

  private normalise(label: MutableLabel): void {
    if (!this.labels.has(label)) return;
    const { relations } = label;
    this.meter.spend(relations.size);
    for (const [component, id] of relations) {
      const kind = this.systems.get(component)!.kindOf(id);
      if (kind === "empty") {
        this.remove(label);
        return;
      }
      if (kind === "identity") this.forget(label, component);
    }
    if (relations.size > 1) return;
    for (const [component, id] of relations) {
      const { internal, calmInternal } = this.systems.get(component)!;
      (label.calm ? calmInternal : internal).add(id);
    }
    this.remove(label);
  }

  /** Joins labels that differ in this component only. */
  private joinIn(
    component: number,
    whole: ReadonlyMap<number, readonly MutableLabel[]>,
    joined: Set<MutableLabel>,
  ): void {
    const system = this.systems.get(component)!;
    const groups = new Map<number, MutableLabel[]>();
    const own = this.byComponent.get(component)!;
    if (own.size === 0) return;
    this.meter.spend(own.size);
    for (const label of own) {
      const rest = (label.hash - mix(component, label.relations.get(component)!)) | 0;
      const group = groups.get(rest);
      if (group === undefined) groups.set(rest, [label]);
      else group.push(label);
    }
    for (const [rest, group] of groups) {
      // Staying where one is may be what another label means here.
      for (const label of whole.get(rest) ?? []) {
        if (this.labels.has(label) && !label.relations.has(component)) group.push(label);
      }
      if (group.length < 2) continue;
      for (const same of this.equalWithout(group, component)) {
        if (same.length < 2) continue;
        this.meter.spend(same.length * same[0]!.relations.size);
        const kept = same.find(({ relations }) => relations.has(component));
        if (kept === undefined) continue;
        const relation = system.union([...new Set(same.map(({ relations }) => relations.get(component) ?? null))]);
        for (const label of same) if (label !== kept) this.remove(label);
        kept.relations.set(component, relation);
        kept.hash = hashOfLabel(kept.relations, kept.calm);
        joined.add(kept);
      }
    }
  }

  private equalWithout(group: readonly MutableLabel[], component: number): readonly MutableLabel[][] {
    const classes: MutableLabel[][] = [];
    for (const label of group) {
      const found = classes.find(
        ([first]) => first!.calm === label.calm && isEqualWithout(first!.relations, label.relations, component),
      );
      if (found === undefined) classes.push([label]);
      else found.push(label);
    }
    return classes;
  }

  private forget(label: MutableLabel, component: number): void {
    label.relations.delete(component);
    label.hash = hashOfLabel(label.relations, label.calm);
    this.byComponent.get(component)!.delete(label);
  }

  private remove(label: MutableLabel): void {
    this.labels.delete(label);
    for (const component of label.relations.keys()) this.byComponent.get(component)!.delete(label);
  }
}

function hashOfLabel(relations: ReadonlyMap<number, number>, calm: boolean): number {
  let hash = calm ? 1 : 0;
  for (const [component, id] of relations) hash = (hash + mix(component, id)) | 0;
  return hash;
}

function isEqualWithout(a: ReadonlyMap<number, number>, b: ReadonlyMap<number, number>, component: number): boolean {
  let size = 0;
  for (const [at, id] of a) {
    if (at === component) continue;
    if (b.get(at) !== id) return false;
    size++;
  }
  return size === b.size - (b.has(component) ? 1 : 0);
}
