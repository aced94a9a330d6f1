// Small models for the elaborator's tests: one template with one edge, of which a case gives the parts that matter.

import { expect, it } from "vitest";
import { type Diagnostic, DiagnosticSink, Sources } from "../../../../src/diagnostics/index.ts";
import { type Elaboration, elaborate } from "../../../../src/lang/uppaal/elaborate.ts";
import { parseQuery, parseXta } from "../../../../src/lang/uppaal/parse.ts";
import type { Edge, Expression, Network, Query, Statement } from "../../../../src/network/index.ts";

export interface Parts {
  readonly globals?: string;
  readonly parameters?: string;
  readonly locals?: string;
  readonly invariant?: string;
  readonly select?: string;
  readonly guard?: string;
  readonly sync?: string;
  readonly update?: string;
  /** Everything after the template; `system P;` unless given. */
  readonly system?: string;
  readonly query?: string;
}

export function text(parts: Parts): string {
  const label = (keyword: string, value: string | undefined): string =>
    value === undefined ? "" : `${keyword} ${value}; `;
  const labels =
    label("select", parts.select) +
    label("guard", parts.guard) +
    label("sync", parts.sync) +
    label("assign", parts.update);
  return `${parts.globals ?? ""}
process P(${parts.parameters ?? ""}) {
  ${parts.locals ?? ""}
  state A${parts.invariant === undefined ? "" : ` { ${parts.invariant} }`}, B;
  init A;
  trans A -> B { ${labels}};
}
${parts.system ?? "system P;"}
`;
}

export interface Outcome {
  readonly elaboration: Elaboration | null;
  readonly network: Network | null;
  readonly query: Query | null;
  readonly diagnostics: readonly Diagnostic[];
  readonly errors: readonly string[];
  readonly warnings: readonly string[];
  readonly sources: Sources;
}

export function run(input: Parts | string): Outcome {
  const source = typeof input === "string" ? input : text(input);
  const sources = new Sources();
  const sink = new DiagnosticSink();
  const block = sources.add({ file: "case.xta", text: source });
  const document = parseXta({ sources, block, sink, syntax: "new" });
  if (document === null) throw new Error(`not parsed: ${JSON.stringify(sink.list)}\n${source}`);
  const elaboration = elaborate(document, sources, sink);
  let query: Query | null = null;
  if (typeof input !== "string" && input.query !== undefined && elaboration !== null) {
    const queryBlock = sources.add({ file: "case.q", text: input.query });
    const node = parseQuery({ sources, block: queryBlock, sink });
    if (node !== null) query = elaboration.compileQuery(node, { text: input.query });
  }
  const codes = (severity: string): string[] => sink.list.filter((d) => d.severity === severity).map((d) => d.code);
  return {
    elaboration,
    network: elaboration?.extended() ?? null,
    query,
    diagnostics: sink.list,
    errors: codes("error"),
    warnings: codes("warning"),
    sources,
  };
}

/** The network of a model that must be fine. */
export function network(input: Parts | string): Network {
  const outcome = run(input);
  if (outcome.network === null) throw new Error(JSON.stringify(outcome.diagnostics, null, 1));
  return outcome.network;
}

export function firstEdge(input: Parts | string): Edge {
  return network(input).edges[0]!;
}

export function query(input: Parts): Query {
  const outcome = run(input);
  if (outcome.query === null) throw new Error(JSON.stringify(outcome.diagnostics, null, 1));
  return outcome.query;
}

/** Title, model, and the codes of all errors in order; none: the model is accepted. */
export type Case = readonly [title: string, parts: Parts, ...codes: string[]];

export function conformance(cases: readonly Case[]): void {
  for (const [title, parts, ...codes] of cases) {
    it(`${codes.length === 0 ? "accepts" : "rejects"} ${title}`, () => {
      const outcome = run(parts);
      expect(outcome.errors, JSON.stringify(outcome.diagnostics, null, 1)).toEqual(codes);
      // What is rejected says where, and what is accepted is there.
      for (const diagnostic of outcome.diagnostics) expect(diagnostic.span).toBeDefined();
      // A wrong query (it stands in a block of its own) leaves the model intact.
      const inModel = outcome.diagnostics.some(({ severity, span }) => severity === "error" && span?.block === 0);
      expect(outcome.network === null).toBe(inModel);
    });
  }
}

export const constant = (value: number) => ({ kind: "constant", value });

/** The expression that is all there is. */
export function onlyExpression(statements: readonly Statement[]): Expression {
  expect(statements).toHaveLength(1);
  const [statement] = statements;
  if (statement?.kind !== "expression") throw new Error(`not an expression: ${statement?.kind}`);
  return statement.expression;
}
