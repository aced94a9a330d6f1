// One model checked for many values of its constants (`-D N=1:5`): a line with the values, then the answers for them.

import type { Context } from "../context.ts";
import { UsageError } from "../errors.ts";
import { type ExitCode, gravest } from "../exit-codes.ts";
import { VERSION } from "../version.ts";
import { modelFiles } from "./model-files.ts";
import { checkModel } from "./one-model.ts";
import type { Options, Settings } from "./settings.ts";

export async function checkExperiments(
  experiments: readonly ReadonlyMap<string, string>[],
  words: readonly string[],
  options: Options,
  settings: Settings,
  context: Context,
): Promise<ExitCode> {
  const { models, queryFile, several } = await modelFiles(words, context);
  if (several) throw new UsageError("ranges of constants are for one model", "give one value: -D N=2");
  const [{ path: model }] = models;
  context.whenItFails({ model, experiments: [] });
  const told: object[] = [];
  const codes: ExitCode[] = [];
  for (const constants of experiments) {
    context.constants = constants;
    const values = [...constants].map(([name, value]) => `${name}=${value}`).join(", ");
    if (!options.json) context.out(`${context.colours.out.bold(values)}\n`);
    const { code, results } = await checkModel(model, queryFile, options, settings, context);
    codes.push(code);
    told.push({ constants: Object.fromEntries(constants), results: results ?? [] });
  }
  if (options.json)
    context.json({ tool: "tracehound", version: VERSION, model, search: settings.spec, experiments: told });
  return gravest(codes);
}
