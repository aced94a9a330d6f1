// Our own format: the network itself, as JSON.

import { withMetaSettled } from "../../analysis/meta.ts";
import { frozenNetwork } from "../../network/index.ts";
import { readNetworkJson, writeNetworkJson } from "../network-json.ts";
import { lostInNetwork } from "../uppaal/unseen.ts";
import type { Format } from "./format.ts";
import { prismQuestions, scopeOfNetwork } from "./prism-questions.ts";
import { noQuestions, unread } from "./questions.ts";
import { aboutLabels } from "./tchecker.ts";

export const json: Format<"json"> = {
  name: "json",
  title: "JSON",
  extensions: ["json"],
  queryExtensions: [],
  beginsLike: (text) => /^\s*\{/.test(text),
  read({ name, text, sources, sink, constants }) {
    const read = readNetworkJson(name, text, sources, sink);
    if (read === null) return unread();
    const { network, warnings } = withMetaSettled(frozenNetwork(read));
    for (const { variable: _, ...warning } of warnings) sink.add(warning);
    const none = noQuestions(network, "JSON");
    // A network that was a TChecker model has its labels.
    const questions =
      network.stochastic !== undefined
        ? prismQuestions(network, scopeOfNetwork(network, constants), sources, constants)
        : network.language === "tchecker"
          ? aboutLabels(network, none)
          : none;
    return { ...unread(), network, questions };
  },
  write({ network, document }, sink) {
    for (const what of document === null ? [] : lostInNetwork(document)) {
      sink.warn("TH3801", `the network has no place for ${what}: left out`);
    }
    return writeNetworkJson(network);
  },
  layOut({ sink }) {
    sink.error("TH3403", "A network in JSON has no layout to tidy", undefined, "format the model it was made from");
    return null;
  },
};
