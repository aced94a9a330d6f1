// What the parts of the library know of a model, and users do not.

import type { Diagnostic, FaultyQuery, LoadedModel, Network, Query, Sources } from "@tracehound/core";
import { type Model, ModelError, type Problem } from "./model-types.ts";
import { SettingError } from "./settings.ts";

type Loaded = LoadedModel & { readonly network: Network };

const known = new WeakMap<Model, Loaded>();

export function remember(model: Model, loaded: Loaded): void {
  known.set(model, loaded);
}

export function innerOf(model: Model): Loaded {
  const loaded = known.get(model);
  if (loaded === undefined) throw new SettingError("model", "`model` takes what load() has returned, and nothing else");
  return loaded;
}

export interface Asked {
  readonly queries: readonly Query[];
  readonly network: Network;
  /** Of the model's own: those that cannot be read. */
  readonly faulty: readonly FaultyQuery[];
}

/** Questions as the core knows them: those given, or the model's own. */
export function asked(model: Model, questions: readonly string[] | undefined): Asked {
  const loaded = innerOf(model);
  if (questions === undefined) {
    return { queries: loaded.network.queries, network: loaded.network, faulty: loaded.faultyQueries };
  }
  let { network } = loaded;
  const queries = questions.map((text) => {
    const compiled = loaded.compileQuery(text);
    if (!compiled.ok) {
      throw new ModelError(
        compiled.diagnostics.map((diagnostic) => problemOf(diagnostic, loaded.sources)),
        text,
      );
    }
    ({ network } = compiled);
    return compiled.value;
  });
  return { queries, network, faulty: [] };
}

export function problemOf({ severity, code, message, hint, span }: Diagnostic, sources: Sources): Problem {
  const place = span === undefined ? undefined : sources.locate(span);
  return {
    severity,
    code,
    message,
    ...(hint === undefined ? {} : { hint }),
    ...(place === undefined ? {} : { line: place.line, column: place.column }),
  };
}
