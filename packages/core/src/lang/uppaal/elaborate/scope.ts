// Names and what they stand for. One name space per scope; inner scopes shadow outer ones; a name is visible after
// its declaration.

import type { Span } from "../../../diagnostics/index.ts";
import type { Expression, Obstacle } from "../../../network/index.ts";
import type { FunctionDeclaration, InstantiationDeclaration, Parameter } from "../ast.ts";
import type { TemplateNode } from "../document.ts";
import type { Extent, Type } from "./values/types.ts";

interface Named {
  readonly name: string;
  readonly span: Span;
  /** True when what it stands for differs between instances of a template. */
  readonly local: boolean;
  /** Position among all declarations: a function sees only what was declared before it. */
  order?: number;
}

/** Variables, constants, parameters, clocks and channels; also select and quantified names. */
export interface ValueSymbol extends Named {
  readonly kind: "value";
  readonly type: Type;
  readonly root: PathRoot;
  /** A reference parameter of a template stands for its argument. */
  readonly alias?: AccessPath;
  /** A free parameter of a process set. */
  readonly free: boolean;
  /** Set when something writes it (parameters of templates and functions ask). */
  written: boolean;
}
export interface TypeSymbol extends Named {
  readonly kind: "type";
  readonly type: Type;
  readonly constant: boolean;
  readonly meta: boolean;
}
export interface FunctionSymbol extends Named {
  readonly kind: "function";
  readonly declaration: FunctionDeclaration;
  /** Where its names are looked up, and whose function it is. */
  readonly scope: Scope;
  readonly owner: Owner;
  /** What a caller needs to know; null until its head was read. */
  signature: FunctionSignature | null;
  /** Being read: a call now is recursion. */
  open: boolean;
  /** Index among the functions of the network, once something uses it. */
  index: number | null;
  /** Does the function depend on the instance? Known with the index. */
  touched: boolean;
  /** Has errors of its own. */
  broken: boolean;
}
export interface FunctionSignature {
  readonly returns: Type;
  readonly parameters: readonly SignatureParameter[];
  /** Does it write variables or clocks outside itself? */
  effect: boolean;
}
export interface SignatureParameter {
  readonly name: string;
  readonly type: Type;
  readonly passing: "value" | "copy" | "reference" | "clock" | "ignored";
  readonly constant: boolean;
  readonly symbol: ValueSymbol;
}
export interface LocationSymbol extends Named {
  readonly kind: "location";
  readonly index: number;
}
export interface TemplateSymbol extends Named {
  readonly kind: "template";
  readonly instantiable: Instantiable;
}
export interface ProcessSymbol extends Named {
  readonly kind: "process";
  readonly set: ProcessSet;
}
/** Imported functions, dynamic templates, variables whose first value no analysis knows: known by name only. */
export interface ExtensionSymbol extends Named {
  readonly kind: "extension";
  readonly feature: string;
  readonly variable?: true;
}
/** Declared, but with an error: its uses say nothing more. */
export interface BrokenSymbol extends Named {
  readonly kind: "broken";
  /** Never declared: it stands here so that it is reported once. */
  readonly unknown?: true;
  /** Of a process: what it has, as far as that is known. */
  readonly members?: ReadonlySet<string>;
}
export type AnySymbol =
  | ValueSymbol
  | TypeSymbol
  | FunctionSymbol
  | LocationSymbol
  | TemplateSymbol
  | ProcessSymbol
  | ExtensionSymbol
  | BrokenSymbol;

/** A free parameter, and the values it runs over. */
export interface FreeParameter {
  readonly name: string;
  readonly type: Type;
  readonly min: number;
  readonly count: number;
}

/** A process, or all instances of a template with free parameters, neighbours in lexicographic order. */
export interface ProcessSet {
  readonly name: string;
  readonly first: number;
  readonly count: number;
  readonly parameters: readonly {
    readonly name: string;
    readonly type: Type;
    readonly min: number;
    readonly count: number;
  }[];
  readonly scopes: readonly Scope[];
  /** How far the cells and clocks of neighbours lie apart. */
  readonly stride: Extent;
}

/** Whose declarations these are: the model's, or those of one instance of a template. */
export interface Owner {
  /** `P(1).` in front of names, or empty. */
  readonly prefix: string;
  readonly process?: number;
  readonly template?: TemplateInfo;
}

export class Scope {
  readonly parent: Scope | null;
  readonly names = new Map<string, AnySymbol>();
  /** The scope of a section of the file (global, template, system), not of a block inside it. */
  readonly outermost: boolean;

  constructor(parent: Scope | null, outermost = false) {
    this.parent = parent;
    this.outermost = outermost;
  }

  /** `horizon`: declarations of outer sections from there on are not seen. */
  find(name: string, horizon = Number.POSITIVE_INFINITY): AnySymbol | undefined {
    let scope: Scope | null = this;
    while (scope !== null) {
      const found = scope.names.get(name);
      if (found !== undefined && !(scope.outermost && found.order !== undefined && found.order > horizon)) return found;
      scope = scope.parent;
    }
    return undefined;
  }

  /** All visible names, for suggestions. */
  visible(): Set<string> {
    const names = new Set<string>();
    for (let scope: Scope | null = this; scope !== null; scope = scope.parent) {
      for (const [name, symbol] of scope.names)
        if (symbol.kind !== "broken" || symbol.unknown !== true) names.add(name);
    }
    return names;
  }
}

/** Where a variable lives: its first cell, clock and channel. */
export interface PathRoot {
  /** `state`: cells of the network; `frame`: of the current frame; `reference`: the frame cell holds the address. */
  readonly space: "state" | "frame" | "reference";
  readonly at: Extent;
  /** The values of a constant, cell by cell; `null`: a parameter whose value is not known yet. */
  readonly values?: readonly number[] | null;
  readonly writable: boolean;
  /** Whom to tell when it is written. */
  readonly symbol?: ValueSymbol;
  /** The process of a set, when a query names it by a computed index. */
  readonly process?: readonly AccessStep[];
}

export interface AccessStep {
  readonly index: Expression;
  readonly first: number;
  readonly count: number;
  readonly stride: Extent;
  readonly span?: Span;
}

/** A path from a root: constant parts are summed in `offset`, computed subscripts are steps. */
export interface AccessPath {
  readonly root: PathRoot;
  readonly offset: Extent;
  readonly steps: readonly AccessStep[];
  readonly type: Type;
  /** What must run before the cells hold the value: a call whose result is an array or record. */
  readonly prelude: readonly Expression[];
}

/** What is known of a template before it is instantiated: found once, when the template is checked on its own. */
export interface TemplateInfo {
  readonly node: TemplateNode;
  /** The names of its locations; its parent are the declarations of the model. Instances put their names before it. */
  readonly scope: Scope;
  /** Locations by id, and branchpoints. */
  readonly locations: ReadonlyMap<string, number>;
  readonly branchpoints: ReadonlySet<string>;
  /** Parameters (by position) that the template writes: they become variables of the process. */
  readonly written: Set<number>;
  /** How many edges each edge of the file becomes (guards with disjunctions are split). */
  readonly alternatives: Map<object, number>;
  /** Lowered parts that do not depend on the instance, by syntax node; shared by all instances. */
  readonly shared: Map<object, unknown>;
  /** What no analysis supports, to be noted when a process is made of it. */
  readonly obstacles: Obstacle[];
  /** Has errors: nothing is built from it. */
  broken: boolean;
}

/** Something a process can be made of: a template, or an instantiation that leaves parameters open. */
export interface Instantiable {
  readonly name: string;
  readonly parameters: readonly Parameter[];
  readonly template: TemplateInfo;
  /** Present unless it is the template itself: its arguments, in the scope where they are evaluated. */
  readonly partial?: {
    readonly base: Instantiable;
    readonly node: InstantiationDeclaration;
    readonly scope: Scope;
  };
  broken: boolean;
}
