// A model family: one parametrised model that grows with a size, as the papers' experiments use them. A family
// produces a model as XTA text with queries; `tracehound generate` writes it in any format (the drawing is made when
// it is written as XML). Text rather than syntax trees, so that each automaton can be read here as its author means it.

export interface FamilyOptions {
  readonly size: number;
  readonly variant: string;
  /** The faultless model instead of the one with the seeded error. */
  readonly correct: boolean;
  readonly seed: number;
  /** The text of a problem of the literature, for families that read them. */
  readonly instance?: string;
}

/** An instance that cannot be read. */
export class InstanceFault extends Error {
  readonly line: number;

  constructor(line: number, message: string) {
    super(message);
    this.name = "InstanceFault";
    this.line = line;
  }
}

export interface FamilyModel {
  /** Declarations, processes and the system line. */
  readonly xta: string;
  readonly queries: readonly FamilyQuery[];
}

export interface FamilyQuery {
  readonly formula: string;
  readonly comment: string;
  /** What is known to be the answer. */
  readonly holds?: boolean;
}

export interface Family {
  readonly name: string;
  readonly summary: string;
  /** What `size` counts: "processes", "disks". */
  readonly unit: string;
  readonly sizes: { readonly min: number; readonly max: number; readonly default: number };
  /** The first is the default. */
  readonly variants: readonly { readonly name: string; readonly summary: string }[];
  /** Whether `correct` changes anything. */
  readonly hasCorrect: boolean;
  /** Whether `seed` changes anything. */
  readonly hasSeed: boolean;
  /** Whether instances can be read. */
  readonly hasInstance: boolean;
  generate(options: FamilyOptions): FamilyModel;
}

interface FamilyDefinition {
  readonly summary: string;
  /** `unit`: what sizes count, as in "processes" or "disks". */
  readonly sizes: Family["sizes"] & { readonly unit: string };
  /** True by default: most models have a seeded error. */
  readonly hasCorrect?: boolean;
  readonly hasSeed?: boolean;
  readonly hasInstance?: boolean;
  generate(options: FamilyOptions): FamilyModel;
  readonly variants: Family["variants"];
}

export function defineFamily(name: string, definition: FamilyDefinition): Family {
  const { summary, variants, hasCorrect = true, hasSeed = false, hasInstance = false } = definition;
  const { unit, ...sizes } = definition.sizes;
  return {
    name,
    summary,
    unit,
    sizes,
    variants,
    hasCorrect,
    hasSeed,
    hasInstance,
    generate: (options) => definition.generate(options),
  };
}

/** 0 … n − 1 */
export const range = (n: number): number[] => Array.from({ length: n }, (_, i) => i);

/** A process that sends once, to the first, at the very beginning. */
export const starter = (channel: string): string => `process Starter() {
    state fresh, done;
    urgent fresh;
    init fresh;
    trans
        fresh -> done { sync ${channel}[0]!; };
}`;
