// Munta's language: `.muntax`, a network with one question as JSON. It is read; models are written in it together with
// certificates (`tracehound certify --for munta`).

import { readJson } from "../../basics/checked-json.ts";
import { DiagnosticSink } from "../../diagnostics/index.ts";
import { frozenNetwork } from "../../network/index.ts";
import { MuntaBuilder, muntaxSchema } from "../munta/index.ts";
import type { Format } from "./format.ts";
import { askedOf, noQuestions, unread } from "./questions.ts";

const TITLE = "Munta\u2019s language";

export const muntax: Format<"muntax"> = {
  name: "muntax",
  title: TITLE,
  extensions: ["muntax"],
  queryExtensions: [],
  beginsLike: (text) => /^\s*\{\s*(?:"madeBy"[^,]*,\s*)?"automata"\s*:/.test(text),
  read({ name, text, sources, sink }) {
    // Munta lets strings go on in the next line, JSON does not; places stay what they are.
    const read = readJson(text.replace(/[\n\r\t]/g, " "), muntaxSchema);
    if ("problem" in read) {
      const block = sources.add({ file: name, text });
      sink.error("TH1960", `this is no model of Munta\u2019s: ${read.problem}`, { block, start: 0, end: 1 });
      return unread();
    }
    const builder = new MuntaBuilder(read.output, name, text, sources, sink);
    const built = builder.network(name.replace(/^.*[\\/]/, "").replace(/\.[^.]*$/, "") || "model");
    if (built === null) return unread();
    const network = frozenNetwork(built);
    const questions = {
      ...noQuestions(network, TITLE, 'ask in Munta\u2019s words: `-q "E<> P.l && v == 1"`'),
      compileQuery(query: string, fileName = "query") {
        const asking = new DiagnosticSink();
        const block = sources.add({ file: fileName, text: query });
        const own = builder.saying(asking);
        const asked = own.question(query, (at) => ({ block, start: at, end: at + 1 }), network);
        return asked === null
          ? ({ ok: false, diagnostics: asking.list } as const)
          : askedOf(network, asking.result(asked));
      },
    };
    return { ...unread(), network, questions };
  },
  layOut({ sink }) {
    sink.error("TH3403", "a model of Munta\u2019s has no layout to tidy");
    return null;
  },
};
