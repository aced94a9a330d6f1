// Several models in one run: one after the other, each with its name above its answers, and a summary. A model that
// cannot be read does not keep the others from being checked; the gravest of all exit codes is the answer.

import type { Context } from "../context.ts";
import { UsageError } from "../errors.ts";
import { EXIT, type ExitCode, gravest } from "../exit-codes.ts";
import { tellFailure } from "../explain-error.ts";
import { VERSION } from "../version.ts";
import { type ModelFile, type ModelFiles, noModelsIn } from "./model-files.ts";
import { type CheckedModel, checkModel } from "./one-model.ts";
import type { Options, Settings } from "./settings.ts";

export async function checkModels(
  { models }: ModelFiles,
  options: Options,
  settings: Settings,
  context: Context,
): Promise<ExitCode> {
  for (const [name, value] of Object.entries({
    certificate: options.certificate,
    html: options.html,
    open: options.open,
  })) {
    if (value !== undefined) throw new UsageError(`--${name} is about one model`, "check the models one by one");
  }
  if (options.trace !== undefined && options.trace !== "-") {
    throw new UsageError("--trace with a file is about one model", "--trace - prints all traces");
  }
  const checked: { readonly model: string; readonly outcome: CheckedModel }[] = [];
  for (const model of models) {
    if (context.signal.aborted) break;
    if (!options.json) context.out(`${context.colours.out.underline(model.path)}\n`);
    checked.push({ model: model.path, outcome: await attempt(model) });
  }
  const codes = checked.map(({ outcome }) => outcome.code);
  const left = models.length - checked.length;
  if (left > 0) codes.push(EXIT.unknown);
  // Who checks a folder of models without a single question has checked nothing.
  const isNothing = left === 0 && checked.every(({ outcome }) => outcome.passedOver);
  const nothing = isNothing ? tellFailure(noQueries(), [], context) : undefined;
  if (nothing !== undefined) codes.push(nothing.code);
  if (options.json) {
    const told = checked.map(({ model, outcome: { code, results = [], failure } }) => ({
      model,
      exit: code,
      results,
      ...failure,
    }));
    context.json({ tool: "tracehound", version: VERSION, search: settings.spec, models: told, ...nothing?.json });
  } else
    context.out(
      `${summary(
        checked.map(({ outcome }) => outcome),
        left,
      )}\n`,
    );
  return gravest(codes);

  async function attempt({ path, found, empty }: ModelFile): Promise<CheckedModel> {
    try {
      if (empty) throw noModelsIn(path);
      return await checkModel(path, undefined, options, settings, context);
    } catch (error) {
      // A folder holds models without questions as well.
      if (found && error instanceof UsageError && error.message.endsWith("has no queries")) {
        if (!options.json) context.out("no queries\n\n");
        return { code: EXIT.satisfied, verdicts: [], passedOver: true };
      }
      const { code, json: failure } = tellFailure(error, [], context);
      return { code, verdicts: [], failure };
    }
  }
}

function noQueries(): UsageError {
  return new UsageError("none of these models has queries", 'ask one: -q "A[] not deadlock"');
}

/** `left`: models that were not begun. */
function summary(outcomes: readonly CheckedModel[], left: number): string {
  const verdicts = outcomes.flatMap((outcome) => outcome.verdicts);
  const counts = (["satisfied", "violated", "unknown"] as const)
    .map((kind) => [verdicts.filter((verdict) => verdict === kind).length, kind] as const)
    .filter(([count]) => count > 0)
    .map(([count, kind]) => `${count} ${kind}`);
  const bad = outcomes.filter(({ code }) => code >= EXIT.badInput).length;
  const models = outcomes.length === 1 ? "1 model" : `${outcomes.length} models`;
  return [
    models,
    ...counts,
    ...(bad === 0 ? [] : [`${bad} with errors`]),
    ...(left === 0 ? [] : [`${left} not begun`]),
  ].join(", ");
}
