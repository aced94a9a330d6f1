// `tracehound replay`: runs a trace file (JSON or UPPAAL's .xtr) through the exact semantics of a model.

import {
  defined,
  judgeTrace,
  judgeXtr,
  type LoadedModel,
  type Network,
  type Query,
  type Replay,
  readTraceJson,
  readXtr,
  type TraceJson,
  tracedNetwork,
  traceToJson,
  traceToText,
} from "@tracehound/core";
import { defineCommand } from "../command.ts";
import { BadInput } from "../errors.ts";
import { EXIT } from "../exit-codes.ts";
import { declareLimits, type LimitOptions, limitsOf } from "../limits/options.ts";
import { isJsonTrace } from "../simulate/trace-file.ts";
import { VERSION } from "../version.ts";

interface Options extends LimitOptions {
  readonly q?: string;
  readonly full?: true;
  readonly json?: true;
}

export const replay = defineCommand<Options>({
  name: "replay",
  summary: "Runs a trace through a model.",
  description:
    "Runs a trace through the exact semantics of a model, step by step: every delay must be allowed, every step " +
    "possible, everything else as the file says, and the end must be what the file's query asks for. Reads the JSON " +
    "that `check --trace` writes, and UPPAAL's .xtr files, which have neither delays nor a query: they are timed anew.",
  examples: [
    ["tracehound replay model.xml run.json", "exit 0 when the run is one of the model, 1 when it is not"],
    ['tracehound replay model.xml run.xtr -q "E<> P.done"', "does it show this?"],
  ],
  declare: (command) =>
    declareLimits(
      command
        .argument("<model>", "the model")
        .argument("<trace>", "the trace: .json or .xtr")
        .option("-q <query>", "what the run is to show, where the file does not say"),
    )
      .option("--full", "JSON with whole states")
      .option("--json", "print one JSON object instead of text"),
  async run([path, file], options, context) {
    const budget = context.budget(limitsOf(options));
    const loaded = await context.loadModel(path!, budget);
    const { network } = loaded;
    const text = new TextDecoder().decode(await context.readFile(file!));
    const { outcome, query } = budget.during(() => judged(loaded, file!, text, options.q));
    const shows = query === undefined ? undefined : query.text;
    if (options.json) {
      const told = outcome.ok
        ? {
            trace: budget.finishing(() =>
              traceToJson(tracedNetwork(network!, query), outcome.trace, { full: options.full ?? false }),
            ),
          }
        : { step: outcome.step, problem: outcome.problem };
      const about = { tool: "tracehound", version: VERSION, model: path, file };
      context.json({ ...about, ...defined({ query: shows }), ok: outcome.ok, ...told });
    } else if (outcome.ok) {
      const what = shows === undefined ? "; no query says what it is to show" : `, and answers ${shows}`;
      const steps = budget.finishing(() => traceToText(tracedNetwork(network!, query), outcome.trace));
      context.say(`the trace is a run of the model${what}\n\n${steps}`);
    } else {
      context.say(`the trace is no run of the model: step ${outcome.step}: ${outcome.problem}\n`);
    }
    return outcome.ok ? EXIT.satisfied : EXIT.violated;
  },
});

type Judged = { readonly outcome: Replay; readonly query: Query | undefined };

function judged(loaded: LoadedModel, file: string, text: string, asked: string | undefined): Judged {
  const network = loaded.network!;
  const complaint = `${file} is no trace of ${loaded.name}`;
  if (!isJsonTrace(file, text)) {
    const question = questionOf(loaded, asked);
    const read = readXtr(network, text);
    if ("problem" in read) throw new BadInput(`${complaint}: ${read.problem}`);
    return { outcome: judgeXtr(question.network, question.query, read), query: question.query };
  }
  const run = readTraceJson(network, text);
  if ("problem" in run) throw new BadInput(`${complaint}: ${run.problem}`);
  const inexact = (run.recorded as Partial<TraceJson>).sampled?.inexact;
  if (typeof inexact === "string") {
    throw new BadInput(
      `the run in ${file} was drawn at random and cannot be replayed exactly: ${inexact}; the same question with the same --seed draws it again`,
    );
  }
  const question = questionOf(loaded, run.query ?? asked, run.labels);
  // A run of random delays that ends before what is asked about claims nothing.
  const query = question.query?.kind === "Pr" && run.end === "stopped" ? undefined : question.query;
  const { network: extended } = question;
  // A file that names a query is about that one; another one can be asked besides.
  const first = judgeTrace(extended, query, run);
  const other = asked === undefined || run.query === undefined ? undefined : questionOf(loaded, asked);
  if (!first.ok || other === undefined) return { outcome: first, query };
  return { outcome: judgeTrace(other.network, other.query, run), query: other.query };
}

/** The query of a file and what it is asked of; the labels beside it, if there are any, must be the same question. */
export function questionOf(
  loaded: LoadedModel,
  text: string | undefined,
  labels?: readonly string[],
): { readonly query: Query | undefined; readonly network: Network } {
  const given = labels === undefined ? undefined : loaded.compileLabels(labels);
  const compiled = text === undefined ? given : loaded.compileQuery(text, "query");
  const nothing = { query: undefined, network: loaded.network! };
  if (compiled === undefined) return nothing;
  for (const result of [compiled, given]) {
    if (result?.ok === false) throw new BadInput({ diagnostics: result.diagnostics, sources: loaded.sources });
  }
  if (!compiled.ok) return nothing;
  if (given?.ok && given.value.text !== compiled.value.text) {
    throw new BadInput(`the labels ask \`${given.value.text}\`, the query is \`${compiled.value.text}\``);
  }
  return { query: compiled.value, network: compiled.network };
}
