// What a question may speak of: processes, what each of them has, and what everybody sees.

import type { ModelView } from "../stores/model-view.ts";

export interface QueryName {
  readonly name: string;
  readonly detail: string;
}

export interface QueryNames {
  readonly global: readonly QueryName[];
  /** Locations, variables and clocks of a process, by its name. */
  readonly of: ReadonlyMap<string, readonly QueryName[]>;
}

/** Nobody looks through more. */
const MOST_PROCESSES = 2000;

export function queryNames(view: ModelView | undefined): QueryNames {
  const network = view?.network ?? null;
  if (view === undefined || network === null) return { global: [], of: new Map() };
  const processes = network.processes.slice(0, MOST_PROCESSES);
  const locals = new Map<string, QueryName[]>();
  for (const { name, detail, template } of view.symbols) {
    if (template === undefined) continue;
    const owner = view.plans.plans[template]?.name ?? "";
    locals.set(owner, [...(locals.get(owner) ?? []), { name, detail }]);
  }
  const of = new Map<string, readonly QueryName[]>();
  for (const { name, template, locations } of processes) {
    const inside = locations.map(({ name: location }) => ({ name: location, detail: `location of ${name}` }));
    const others = (locals.get(template) ?? []).filter((local) => inside.every((one) => one.name !== local.name));
    of.set(name, [...inside, ...others]);
    // `Process(i).` with a bound variable: what every instance of the template has.
    if (!of.has(template)) of.set(template, [...inside, ...others]);
  }
  const globals = view.symbols.filter(
    ({ template, detail }) => template === undefined && !detail.startsWith("template"),
  );
  return {
    global: [
      ...processes.map(({ name }) => ({ name, detail: "process" })),
      ...globals.map(({ name, detail }) => ({ name, detail })),
    ],
    of,
  };
}
