// Several models in one run: one after the other, each with its name above its answers, and a summary. A model that cannot
// be read does not keep the others from being checked; the gravest of all exit codes is the answer.

import type { Context } from "../context.ts";
import { UsageError } from "../errors.ts";
import { EXIT, type ExitCode, gravest } from "../exit-codes.ts";
import { tellFailure } from "../explain-error.ts";
import { VERSION } from "../version.ts";
import type { ModelFiles } from "./model-files.ts";
import { type CheckedModel, checkModel } from "./one-model.ts";
import type { Options, Settings } from "./settings.ts";

export async function checkModels(
  { models, searched }: ModelFiles,
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
    if (!options.json) context.out(`${context.colours.out.underline(model)}\n`);
    checked.push({ model, outcome: await attempt(model) });
  }
  const codes = checked.map(({ outcome }) => outcome.code);
  if (context.signal.aborted && checked.length < models.length) codes.push(EXIT.unknown);
  if (options.json) {
    const told = checked.map(({ model, outcome: { code, results = [], failure } }) => ({
      model,
      exit: code,
      results,
      ...failure,
    }));
    context.json({ tool: "tracehound", version: VERSION, search: settings.spec, models: told });
  } else context.out(`${summary(checked.map(({ outcome }) => outcome))}\n`);
  return gravest(codes);

  async function attempt(model: string): Promise<CheckedModel> {
    try {
      return await checkModel(model, undefined, options, settings, context);
    } catch (error) {
      // A folder holds models without questions as well.
      if (searched && error instanceof UsageError && error.message.endsWith("has no queries")) {
        if (!options.json) context.out("no queries\n\n");
        return { code: EXIT.satisfied, verdicts: [] };
      }
      const { code, json: failure } = tellFailure(error, [], context);
      return { code, verdicts: [], failure };
    }
  }
}

function summary(outcomes: readonly CheckedModel[]): string {
  const verdicts = outcomes.flatMap((outcome) => outcome.verdicts);
  const counts = (["satisfied", "violated", "unknown"] as const)
    .map((kind) => [verdicts.filter((verdict) => verdict === kind).length, kind] as const)
    .filter(([count]) => count > 0)
    .map(([count, kind]) => `${count} ${kind}`);
  const bad = outcomes.filter(({ code }) => code >= EXIT.badInput).length;
  const models = outcomes.length === 1 ? "1 model" : `${outcomes.length} models`;
  return [models, ...counts, ...(bad === 0 ? [] : [`${bad} with errors`])].join(", ");
}
