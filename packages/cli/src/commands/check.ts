// `tracehound check`: answers queries about models, with traces and certificates as evidence.

import { TRACE_FORMATS } from "@tracehound/core";
import type { Command } from "commander";
import { EVIDENCE_ENDINGS } from "../check/evidence-files.ts";
import { checkExperiments } from "../check/experiments.ts";
import { FRONT_ENDINGS } from "../check/front-files.ts";
import { GANTT_ENDINGS } from "../check/gantt-files.ts";
import { modelFiles } from "../check/model-files.ts";
import { checkModel } from "../check/one-model.ts";
import { type Options, readSettings } from "../check/settings.ts";
import { checkModels } from "../check/several-models.ts";
import { declareStatistics } from "../check/statistics-options.ts";
import { declareSwarm, readSwarm } from "../check/swarm.ts";
import { TRACE_ENDINGS } from "../check/trace-files.ts";
import { watching } from "../check/watch.ts";
import { defineCommand } from "../command.ts";
import { valuations } from "../constants.ts";
import { UsageError } from "../errors.ts";
import type { ExitCode } from "../exit-codes.ts";
import { declareLimits } from "../limits/options.ts";
import {
  collect,
  collectQueries,
  list,
  nonNegativeInteger,
  nonNegativeNumber,
  positiveInteger,
  positiveIntegers,
  positiveNumber,
} from "../options.ts";
import { VERSION } from "../version.ts";
import { endingsText } from "../writing/endings.ts";

export const check = defineCommand<Options>({
  name: "check",
  summary: "Answers the queries of models.",
  description:
    "Answers the queries of a model: its own, those of a query file (.q), those of -q, or a question for labels " +
    "(.tck). A witness or counterexample is a timed run that was replayed before it is shown. A .tck model without " +
    "--labels is explored. Several models, or a folder of them, are checked one after the other; limits are for each.",
  examples: [
    ["tracehound check model.xml", "all queries of the file"],
    ['tracehound check model.xml -q "A[] not deadlock" --trace run.json', "one question; keep its trace"],
    ["tracehound check model.xml --trace -", "every state of the traces"],
    ["tracehound check models/ --quiet", "all models of a folder, a line per query"],
    ["tracehound check model.xml --watch", "again after every change"],
    ["tracehound check model.tck --labels a,b --json", "can a state carry both labels?"],
    ["tracehound check model.xml --expect", "compare with the results the file expects, for use in CI"],
    [
      'tracehound check model.xml -q "Pr[<=100](<> P.done)" --epsilon 0.01 --workers auto',
      "a probability, by random runs",
    ],
    [
      "tracehound check model.xml --query 1 --disk work --memory 2000",
      "a search larger than memory; --resume goes on with it",
    ],
    [
      "tracehound check model.xml --query 1 --swarm --hit hit.json",
      "many different hunts on all cores; how to repeat the hit",
    ],
    ["tracehound check model.xml --explain", "what would run, and why; nothing is searched"],
  ],
  declare,
  async run(words, options, context) {
    const settings = readSettings(options, await readSwarm(options, context));
    if (options.watch && (options.open || options.json || words.includes("-"))) {
      throw new UsageError("--watch goes neither with --open nor with --json nor with standard input");
    }
    if (options.search !== undefined && settings.optimal !== undefined) {
      const how = settings.optimal === "steps" ? "searches breadth first" : "chooses where it looks (--space)";
      context.err(`--optimal ${settings.optimal} ${how}: --search is not followed\n`);
    }
    if (options.space !== undefined && options.front === undefined && !isOfSpaces(settings.optimal)) {
      context.err("--space is about --optimal time and cost: it is not followed\n");
    }
    const experiments = valuations(options);
    const once = async (): Promise<ExitCode> => {
      if (experiments.length > 1) return checkExperiments(experiments, words, options, settings, context);
      context.constants = experiments[0]!;
      const files = await modelFiles(words, context);
      if (files.several) return checkModels(files, options, settings, context);
      const [{ path: model }] = files.models;
      const about = { model, search: settings.spec };
      context.whenItFails({ ...about, results: [] });
      const { code, results, failure } = await checkModel(model, files.queryFile, options, settings, context);
      if (results !== undefined) context.json({ tool: "tracehound", version: VERSION, ...about, results, ...failure });
      return code;
    };
    if (!options.watch) return once();
    const watched = async (): Promise<string[]> => {
      const { models, queryFile } = await modelFiles(words, context);
      return [...models.map(({ path }) => path), ...(queryFile === undefined ? [] : [queryFile])];
    };
    return watching(watched, once, context);
  },
});

function declare(command: Command): Command {
  return declareStatistics(
    declareSwarm(
      declareLimits(
        command
          .argument(
            "<model...>",
            "models (.xml, .xta, .ta, .tck, .prism or .json; - reads standard input), folders, or a model and a query file (.q, .props)",
          )
          .option("-D <name=value>", "set a constant; may be repeated; 1:5 and 1:2:5 are ranges (.prism)", collect)
          .option("-q <query>", "a query, instead of the model's own; may be repeated", collectQueries)
          .option("--query <n>", "only the query of this number, counted from 1; may be repeated", positiveIntegers)
          .option("--labels <a,b>", "can a state carry all these labels? (.tck)", list)
          .option(
            "--accepting [how]",
            "with --labels: is there a run that meets each of them infinitely often? together: states with all of them (.tck)",
          )
          .option(
            "--search <spec>",
            "a search, for example bfs, greedy(hU()) or a preset; see `tracehound list searches` (default: a portfolio)",
          )
          .option(
            "--disk <folder>",
            "keep states in this folder, not in memory: bfs, or astar(h) by --search; one query",
          )
          .option("--disk-limit <MB>", "at most so much on disk", positiveNumber)
          .option("--resume", "go on with the search that lies in the folder")
          .option(
            "--join",
            "share the folder with other processes that are started alike, and go on with what lies there",
          )
          .option("--abstraction <name>", "auto, extra-lu, alu, extra-m, local-time or none (default: auto)"),
      ),
    ),
  )
    .option(
      "--query-time <seconds>",
      "give up each query after this time; --time is for all together, each may use its share of what is left",
      nonNegativeNumber,
    )
    .option(
      "--runs <which>",
      "of questions about infinite runs: infinite, only those with infinitely many steps; divergent, only those in which time diverges (default: maximal)",
    )
    .option(
      "--fairness <how>",
      "for infinite runs without clocks: none, weak or strong, of all processes or of some: strong:P,Q (default: none)",
    )
    .option(
      "--por <when>",
      "partial-order reduction: auto, on or off; on is stubborn, sets that keep shortest lengths; c2c: sets with the cycle proviso, which do not (default: auto for E<> and A[]; off with --search and for infinite runs)",
    )
    .option(
      "--symmetry <which>",
      "store states once that differ in what is interchangeable, for E<> and A[]: off, scalar (as scalar sets say) or auto (wherever it is found) (default: off)",
    )
    .option("--print-automaton", "print the automata of LTL queries (HOA); nothing is searched")
    .option("--seed <n>", "seed of a random search", nonNegativeInteger)
    .option("--optimal <what>", "the shortest trace (steps), the fastest (time) or the cheapest (cost)")
    .option(
      "--front <what>",
      "cost: all best compromises between time and cost; the fastest is shown, or the cheapest with --optimal cost",
    )
    .option(
      "--space <name>",
      "where --optimal looks: auto, tasks (a shop), points (where clocks meet bounds), ticks (whole units of time) or zones",
    )
    .option("--shorten", "make a trace shorter afterwards")
    .option("--improve", "go on looking for better traces while time is left")
    .option("--witnesses <k>", "several traces that differ in their actions", positiveInteger)
    .option("--trace <file>", `write the trace to a file (${endingsText(TRACE_ENDINGS)}); - prints every state of it`)
    .option("--format <format>", `${TRACE_FORMATS.join(", ")} (default: by the file's ending)`)
    .option("--full", "whole states in the steps of JSON traces, not only what changed")
    .option("--no-steps", "JSON traces without their steps: how long they are, where they begin and end")
    .option("--trust-estimates", 'say "cannot happen" also on the word of an estimate that could not be checked')
    .option(
      "--certificate <file>",
      'write what proves "cannot happen" or "must happen" to a file; NAME.muntax: for Munta',
    )
    .option(
      "--evidence <file>",
      `write what shows a probability: the part of the graph that carries it (${endingsText(EVIDENCE_ENDINGS)})`,
    )
    .option("--front-file <file>", `write the front of --front cost (${endingsText(FRONT_ENDINGS)})`)
    .option("--gantt <file>", `write the trace as a plan over time (${endingsText(GANTT_ENDINGS)})`)
    .option("--html <file>", "write a report with pictures that any browser opens")
    .option("--open", "show the model and the first trace on the page, in the browser")
    .option("--no-browser", "with --open: print the address only")
    .option("--expect", "compare with the results that the file expects")
    .option("--explain", "say what would run for each query, and why; nothing is searched or written")
    .option(
      "--why",
      "say more: the nearest state, what failed, whether it is vacuous (default, except with --json or --quiet)",
    )
    .option("--no-why", "answer only")
    .option("--quiet", "one line per query")
    .option("--verbose", "every state of traces, and what each member of a portfolio did")
    .option("--watch", "check again whenever a file has changed, until Ctrl-C")
    .option("--progress", "tell how far it is, also where nobody watches")
    .option("--json", "print one JSON object instead of text");
}

const isOfSpaces = (optimal: string | undefined): boolean => optimal === "time" || optimal === "cost";
