// TChecker's format. Its questions are labels; written as a query they read `labels: a, b`.

import { frozenNetwork, type Network } from "../../network/index.ts";
import { formatTchecker, labelsIn, labelsQuery, readTchecker, writeTchecker } from "../tchecker/index.ts";
import { lostInNetwork, statisticsIn } from "../uppaal/unseen.ts";
import type { Format, Questions } from "./format.ts";
import { askedOf, noQuestions, unread } from "./questions.ts";

const TITLE = "TChecker\u2019s format";
const HINT = "ask for labels: `--labels a,b`";

export const tck: Format<"tck"> = {
  name: "tck",
  title: TITLE,
  extensions: ["tck"],
  queryExtensions: [],
  beginsLike: (text) => /^(?:\s|#.*)*system\s*:/.test(text),
  read({ name, text, sources, sink }) {
    const read = readTchecker(text, name, sources, sink);
    if (read === null) return { ...unread(), questions: noQuestions(null, TITLE, HINT) };
    const network = frozenNetwork(read);
    return { ...unread(), network, questions: aboutLabels(network, noQuestions(network, TITLE, HINT)) };
  },
  write({ network, document }, sink) {
    const lost = document === null ? [] : [...lostInNetwork(document), ...statisticsIn(document)];
    for (const what of lost) sink.warn("TH3402", `Left out of the TChecker file: ${what}`);
    return writeTchecker(network, sink);
  },
  layOut: ({ name, text, sources, sink }) => formatTchecker(text, name, sources, sink),
};

/** Questions about labels, and otherwise what `others` says. */
export function aboutLabels(network: Network, others: Questions): Questions {
  return {
    ...others,
    compileQuery(query) {
      const asked = labelsIn(query);
      if (asked === undefined) return others.compileQuery(query);
      return askedOf(network, labelsQuery(network, asked.labels, asked.question));
    },
    compileLabels: (labels, question) => askedOf(network, labelsQuery(network, labels, question)),
  };
}
