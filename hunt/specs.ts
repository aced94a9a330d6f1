// Every search that the registries show: presets, and the examples of searches, open lists and evaluators.

import { evaluators, openLists, presets, strategies } from "@tracehound/core";

export const SPECS: readonly string[] = [
  ...presets.keys(),
  ...strategies.components.flatMap(({ examples = [] }) => examples),
  ...openLists.components.flatMap(({ examples = [] }) => examples.map((example) => `eager(${example})`)),
  ...evaluators.components.flatMap(({ examples = [] }) => examples.map((example) => `greedy(${example})`)),
];
