// The kinds of queries. A query is plain data; what its kind means is asked of the kind.

import type { Formula } from "../constraints.ts";
import { bounds } from "./bounds.ts";
import { eventually } from "./eventually.ts";
import { infimum } from "./infimum.ts";
import { invariantly } from "./invariantly.ts";
import { leadsTo } from "./leads-to.ts";
import { ltl, ltlSome } from "./ltl.ts";
import { possibly } from "./possibly.ts";
import { potentiallyAlways } from "./potentially-always.ts";
import { probability } from "./probability.ts";
import { type AskedFormula, type FormName, type Forms, formulasIn, type QueryBase, type Term } from "./query.ts";
import type { QueryKind, Sought } from "./query-kind.ts";
import { expectation, sampledProbability, simulation } from "./statistical.ts";
import { supremum } from "./supremum.ts";
import { unsupported } from "./unsupported.ts";

export type { AskedFormula, Expectation, FormName, Forms, GuideTerm, Term } from "./query.ts";
export { negation, type QueryKind, type Sought } from "./query-kind.ts";
export type { PathProperty, RunBound, Shown, StatisticalQuestion } from "./statistical-question.ts";

/** In the order in which they are named to users. */
const KINDS = [
  possibly,
  invariantly,
  potentiallyAlways,
  eventually,
  leadsTo,
  ltl,
  ltlSome,
  supremum,
  infimum,
  bounds,
  probability,
  sampledProbability,
  expectation,
  simulation,
  unsupported,
] as const;

type Kind = (typeof KINDS)[number];
type BodyOf<K extends Kind> =
  K extends QueryKind<infer Name, infer Form> ? { readonly kind: Name } & Forms[Form] : never;

export type Query = QueryBase & BodyOf<Kind>;
/** Queries that are written in this form. */
export type QueryOf<Form extends FormName> = QueryBase & BodyOf<Extract<Kind, { readonly form: Form }>>;
export type KindName<Form extends FormName = FormName> = Extract<Kind, { readonly form: Form }>["name"];

export const queryKinds: readonly QueryKind[] = KINDS;

const byName: ReadonlyMap<string, QueryKind> = new Map(KINDS.map((kind) => [kind.name, kind as QueryKind]));

export function kindOf({ kind }: { readonly kind: Query["kind"] }): QueryKind {
  return byName.get(kind)!;
}

export function kindsOfForm<Form extends FormName>(form: Form): readonly QueryKind<KindName<Form>, Form>[] {
  return (KINDS as readonly QueryKind[]).filter((kind) => kind.form === form) as never;
}

/** "E<> and A[]": the kinds of which something is true, for messages. */
export function kindsWhere(isMeant: (kind: QueryKind) => boolean, { quote = "", last = "and" } = {}): string {
  const names = queryKinds.filter(isMeant).map(({ name }) => `${quote}${name}${quote}`);
  const end = names.pop();
  return names.length === 0 ? `${end}` : `${names.join(", ")} ${last} ${end}`;
}

/** Undefined: no run answers the query. */
export function soughtBy(query: Query): Sought | undefined {
  return kindOf(query).sought(query as never);
}

export function askedFormulas(query: Query): readonly AskedFormula[] {
  return (formulasIn[kindOf(query).form] as (query: Query) => readonly AskedFormula[])(query);
}

export function formulasOf(query: Query): readonly Formula[] {
  return askedFormulas(query).map(({ formula }) => formula);
}

/** What is measured; empty for questions about runs. */
export function termsOf(query: Query): readonly Term[] {
  return "terms" in query ? query.terms : [];
}
