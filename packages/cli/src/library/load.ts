// Models: read from text of any format, with everything that is wrong with them as values.

import { loadModel } from "@tracehound/core";
import { problemOf, remember } from "./inner.ts";
import { type Model, ModelError, type Source } from "./model-types.ts";
import { demandAll, KINDS, type Kind } from "./settings.ts";

const SOURCE: Readonly<Record<keyof Source, Kind>> = { name: KINDS.text, content: KINDS.content };

/** Reads a model. Throws `ModelError` with all that is wrong when there is something. */
export function load(source: Source): Model {
  demandAll("source", source, SOURCE, ["name", "content"]);
  const loaded = loadModel(source);
  const problems = loaded.diagnostics.map((diagnostic) => problemOf(diagnostic, loaded.sources));
  const { network } = loaded;
  if (network === null) throw new ModelError(problems, source.name);
  const model: Model = {
    name: source.name,
    processes: network.processes.map(({ name }) => name),
    questions: network.queries.map(({ text, comment, expectation }) => ({
      text,
      ...(comment === undefined || comment === "" ? {} : { comment }),
      ...(expectation === undefined ? {} : { expected: expectation.value ?? expectation.outcome }),
    })),
    problems,
  };
  remember(model, { ...loaded, network });
  return model;
}
