// What is known of a template before it is instantiated: found once, when the template is checked on its own.

import type { Obstacle } from "../../../network/index.ts";
import type { InstantiationDeclaration, Parameter } from "../ast.ts";
import type { TemplateNode } from "../document.ts";
import type { Scope } from "./scope.ts";

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
