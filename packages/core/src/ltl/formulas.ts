// Formulas of linear temporal logic in negation normal form, made once each: equal formulas are the same object, so
// sets of them are cheap. Whatever can be simplified by looking at a formula is simplified when it is made (Somenzi and
// Bloem 2000, Etessami and Holzmann 2000): constants, absorption by implications that can be read off, pure
// eventualities and their duals, on which time has no hold.

import type { Temporal } from "../network/index.ts";

export interface Ltl {
  readonly id: number;
  readonly kind: "true" | "false" | "literal" | "and" | "or" | "next" | "until" | "release";
  /** Of a literal. */
  readonly atom: number;
  readonly positive: boolean;
  /** Operands; `left` before `right`. */
  readonly parts: readonly Ltl[];
  /** Once true at some time, it was true at all times before (`F p`); true now, it stays true (`G p`). */
  readonly eventual: boolean;
  readonly universal: boolean;
}

type Shape = Pick<Ltl, "kind"> & Partial<Pick<Ltl, "atom" | "positive" | "parts">>;

export class LtlFormulas {
  private readonly known = new Map<string, Ltl>();
  private readonly negations = new Map<Ltl, Ltl>();
  private readonly implications = new Map<number, boolean>();
  private readonly implicationsNow = new Map<number, boolean>();
  readonly true = this.make({ kind: "true" });
  readonly false = this.make({ kind: "false" });

  literal(atom: number, positive: boolean): Ltl {
    return this.make({ kind: "literal", atom, positive });
  }

  and(...parts: readonly Ltl[]): Ltl {
    return this.gathered("and", parts);
  }

  /**
   * The same, but a part goes only if another one implies it without looking at the next moment. Who keeps what is left
   * for later in this form, step after step, never puts a promise off by leaving it out.
   */
  conjunction(...parts: readonly Ltl[]): Ltl {
    return this.connect("and", parts, true);
  }

  or(...parts: readonly Ltl[]): Ltl {
    return this.gathered("or", parts);
  }

  next(part: Ltl): Ltl {
    if (part.kind === "true" || part.kind === "false" || (part.eventual && part.universal)) return part;
    return this.make({ kind: "next", parts: [part] });
  }

  until(left: Ltl, right: Ltl): Ltl {
    if (right.eventual || left.kind === "false" || this.implies(left, right)) return right;
    // `F X p` is `X F p`.
    if (left.kind === "true" && right.kind === "next") return this.next(this.until(left, right.parts[0]!));
    if (left.kind !== "true" && this.implies(this.not(right), left)) return this.until(this.true, right);
    const [inner, outer] = right.kind === "until" ? right.parts : [];
    if (inner !== undefined && this.implies(left, inner)) return right;
    if (outer !== undefined && left.kind === "true") return this.until(left, outer);
    return this.make({ kind: "until", parts: [left, right] });
  }

  release(left: Ltl, right: Ltl): Ltl {
    return this.not(this.until(this.not(left), this.not(right)));
  }

  not(formula: Ltl): Ltl {
    let negation = this.negations.get(formula);
    if (negation === undefined) {
      negation = this.negated(formula);
      this.negations.set(formula, negation);
      this.negations.set(negation, formula);
    }
    return negation;
  }

  /** An implication that can be read off, `now`: without looking at the next moment; false says nothing. */
  implies(a: Ltl, b: Ltl, now = false): boolean {
    if (a === b || a.kind === "false" || b.kind === "true") return true;
    if (a.kind === "true" || b.kind === "false") return false;
    const key = a.id * 0x4000000 + b.id;
    const implications = now ? this.implicationsNow : this.implications;
    const known = implications.get(key);
    if (known !== undefined) return known;
    // Whoever asks again on the way gets no for an answer.
    implications.set(key, false);
    const answer = this.followsFrom(a, b, now);
    implications.set(key, answer);
    return answer;
  }

  private followsFrom(a: Ltl, b: Ltl, now: boolean): boolean {
    const implies = (one: Ltl, other: Ltl): boolean => this.implies(one, other, now);
    const [aLeft, aRight] = a.parts as readonly [Ltl, Ltl];
    const [bLeft, bRight] = b.parts as readonly [Ltl, Ltl];
    if (b.kind === "and") return b.parts.every((part) => implies(a, part));
    if (a.kind === "or") return a.parts.every((part) => implies(part, b));
    if (a.kind === "and" && a.parts.some((part) => implies(part, b))) return true;
    if (b.kind === "or" && b.parts.some((part) => implies(a, part))) return true;
    if (a.kind === "until" && b.kind === "until") {
      if (implies(aLeft, bLeft) && implies(aRight, bRight)) return true;
    }
    if (a.kind === "release" && b.kind === "release") {
      if (implies(aLeft, bLeft) && implies(aRight, bRight)) return true;
    }
    if (a.kind === "until" && implies(aLeft, b) && implies(aRight, b)) return true;
    if (a.kind === "release" && implies(aRight, b)) return true;
    if (b.kind === "until" && implies(a, bRight)) return true;
    if (b.kind === "release" && implies(a, bLeft) && implies(a, bRight)) return true;
    if (a.kind === "next" && b.kind === "next") return implies(aLeft, bLeft);
    if (now) return false;
    if (b.kind === "next") return a.universal && implies(a, bLeft);
    return a.kind === "next" && b.eventual && implies(aLeft, b);
  }

  private negated({ kind, atom, positive, parts }: Ltl): Ltl {
    const [left, right] = parts as readonly [Ltl, Ltl];
    switch (kind) {
      case "true":
        return this.false;
      case "false":
        return this.true;
      case "literal":
        return this.literal(atom, !positive);
      case "and":
        return this.or(...parts.map((part) => this.not(part)));
      case "or":
        return this.and(...parts.map((part) => this.not(part)));
      case "next":
        return this.next(this.not(left));
      case "until":
        return this.make({ kind: "release", parts: [this.not(left), this.not(right)] });
      case "release":
        return this.make({ kind: "until", parts: [this.not(left), this.not(right)] });
    }
  }

  /** `F p` or `F q` is `F (p or q)`: one promise instead of two; and so with `G p` and `G q`. */
  private gathered(kind: "and" | "or", parts: readonly Ltl[]): Ltl {
    const whole = this.connect(kind, parts);
    if (whole.kind !== kind) return whole;
    const [operator, left] = kind === "or" ? (["until", this.true] as const) : (["release", this.false] as const);
    const alike = whole.parts.filter((part) => part.kind === operator && part.parts[0] === left);
    if (alike.length < 2) return whole;
    const inner = this[kind](...alike.map((part) => part.parts[1]!));
    return this.connect(kind, [this[operator](left, inner), ...whole.parts.filter((part) => !alike.includes(part))]);
  }

  private connect(kind: "and" | "or", given: readonly Ltl[], now = false): Ltl {
    const [neutral, absorbing] = kind === "and" ? [this.true, this.false] : [this.false, this.true];
    const flat = [...new Set(given.flatMap((part) => (part.kind === kind ? part.parts : [part])))];
    const members = flat.filter((part) => part !== neutral);
    if (members.includes(absorbing)) return absorbing;
    const weaker = (a: Ltl, b: Ltl): boolean => (kind === "and" ? this.implies(b, a, now) : this.implies(a, b, now));
    const kept: Ltl[] = [];
    for (const [k, part] of members.entries()) {
      const isSuperfluous = members.some(
        (other, j) => other !== part && weaker(part, other) && (!weaker(other, part) || j < k),
      );
      if (!isSuperfluous) kept.push(part);
    }
    for (const part of kept) {
      // p and not p, or something that rules the other out.
      const opposite = this.not(part);
      if (
        kept.some(
          (other) => other !== part && (kind === "and" ? this.implies(other, opposite) : this.implies(opposite, other)),
        )
      ) {
        return absorbing;
      }
    }
    if (kept.length === 0) return neutral;
    if (kept.length === 1) return kept[0]!;
    kept.sort((a, b) => a.id - b.id);
    return this.make({ kind, parts: kept });
  }

  private make({ kind, atom = -1, positive = true, parts = [] }: Shape): Ltl {
    const key = `${kind} ${atom} ${positive} ${parts.map(({ id }) => id).join()}`;
    const known = this.known.get(key);
    if (known !== undefined) return known;
    const id = this.known.size;
    const made: Ltl = { id, kind, atom, positive, parts, ...holdOf(kind, parts) };
    this.known.set(key, made);
    return made;
  }
}

function holdOf(kind: Ltl["kind"], parts: readonly Ltl[]): Pick<Ltl, "eventual" | "universal"> {
  const [left, right] = parts;
  switch (kind) {
    case "true":
    case "false":
      return { eventual: true, universal: true };
    case "literal":
      return { eventual: false, universal: false };
    case "until":
      return {
        eventual: left!.kind === "true" || right!.eventual,
        universal: left!.universal && right!.universal,
      };
    case "release":
      return {
        eventual: left!.eventual && right!.eventual,
        universal: left!.kind === "false" || right!.universal,
      };
    default:
      return { eventual: parts.every((part) => part.eventual), universal: parts.every((part) => part.universal) };
  }
}

/** A formula as it is written, in negation normal form. */
export function normalForm(formulas: LtlFormulas, formula: Temporal): Ltl {
  const of = (part: Temporal): Ltl => normalForm(formulas, part);
  switch (formula.kind) {
    case "constant":
      return formula.value ? formulas.true : formulas.false;
    case "atom":
      return formulas.literal(formula.atom, true);
    case "not":
      return formulas.not(of(formula.part));
    case "next":
      return formulas.next(of(formula.part));
    case "always":
      return formulas.release(formulas.false, of(formula.part));
    case "eventually":
      return formulas.until(formulas.true, of(formula.part));
    case "and":
      return formulas.and(...formula.parts.map(of));
    case "or":
      return formulas.or(...formula.parts.map(of));
    case "until":
      return formulas.until(of(formula.left), of(formula.right));
    case "release":
      return formulas.release(of(formula.left), of(formula.right));
    case "weak-until": {
      const [left, right] = [of(formula.left), of(formula.right)];
      return formulas.release(right, formulas.or(left, right));
    }
    case "strong-release": {
      const [left, right] = [of(formula.left), of(formula.right)];
      return formulas.until(right, formulas.and(left, right));
    }
  }
}
