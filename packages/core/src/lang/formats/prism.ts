// PRISM's language: `.prism`, `.pm`, `.nm`, `.sm`, and files of properties.

import { type DiagnosticCode, DiagnosticSink, isRefusal } from "../../diagnostics/index.ts";
import { frozenNetwork } from "../../network/index.ts";
import { elaborate } from "../prism/elaborate.ts";
import { layOutPrism } from "../prism/layout.ts";
import { parseModel } from "../prism/parser.ts";
import type { Format } from "./format.ts";
import { prismQuestions } from "./prism-questions.ts";
import { unread } from "./questions.ts";

/** Where constants have no values, nothing is said of what they would lead to. */
const WITHOUT_VALUE: ReadonlySet<DiagnosticCode> = new Set(["TH2503", "TH2504"]);
const ABOUT_VALUES: ReadonlySet<DiagnosticCode> = new Set(["TH2506", "TH2507", "TH2511", "TH2512", "TH2513", "TH2514"]);

export const prism: Format<"prism"> = {
  name: "prism",
  title: "PRISM\u2019s language",
  extensions: ["prism", "pm", "nm", "sm"],
  queryExtensions: ["props", "pctl", "csl"],
  beginsLike: (text) => /^(?:\s|\/\/[^\n]*)*(?:dtmc|ctmc|mdp|probabilistic|nondeterministic|stochastic)\b/.test(text),
  read({ name, text, sources, sink, constants }) {
    const block = sources.add({ file: name, text });
    const model = parseModel(text, block, sink);
    if (model.type === undefined && sink.errors === 0) {
      const start = { block, start: 0, end: Math.min(text.length, 1) };
      sink.warn(
        "TH2519",
        "the model does not say what it is, and is taken for an MDP",
        start,
        "begin it with `dtmc`, `ctmc` or `mdp`",
      );
    }
    // Where something was left out, all that speaks of it would look wrong.
    if (sink.errors > 0 && sink.list.every(({ severity, code }) => severity !== "error" || isRefusal(code)))
      return unread();
    const readable = sink.errors === 0;
    const own = new DiagnosticSink();
    const elaboration = elaborate(model, modelName(name), sources, own, constants);
    const isOpen = own.list.some(({ code }) => WITHOUT_VALUE.has(code));
    // A module that could not be read has been told about.
    const isSaid = (code: DiagnosticCode): boolean =>
      (isOpen && ABOUT_VALUES.has(code)) || (!readable && code === "TH1502");
    for (const diagnostic of own.list) if (!isSaid(diagnostic.code)) sink.add(diagnostic);
    if (!readable || elaboration === null) return unread();
    const network = frozenNetwork(elaboration.network);
    return { ...unread(), network, questions: prismQuestions(network, elaboration.scope, sources, constants) };
  },
  layOut: ({ name, text, sources, sink }) => layOutPrism(text, name, sources, sink),
};

function modelName(file: string): string {
  return file.replace(/^.*[\\/]/, "").replace(/\.[^.]*$/, "") || "model";
}
