// Suites with a name, to see regressions: their runs are kept in `bench/baselines`, and `bench diff` compares.

import { familyModel, type Suite, tasksOf } from "./suite.ts";

const plain = (search: string) => ({ name: search, search });

/** How many states the engine goes through, and how fast: breadth-first, on every family. */
const engine: Suite = {
  name: "engine",
  tasks: tasksOf(
    [
      familyModel("F6", "fischer", 6),
      familyModel("H5", "hanoi", 5),
      familyModel("A2", "arbiter", 2),
      familyModel("M1", "mutex", 1, "M"),
      familyModel("N1", "mutex", 1, "N"),
      familyModel("C1", "tram", 1, "C"),
      familyModel("philosophers-8", "philosophers", 8),
      familyModel("csmacd-5", "csmacd", 5),
      familyModel("fddi-4", "fddi", 4),
      familyModel("R5", "random", 5),
    ],
    ["bfs", "dfs"].map(plain),
    [1],
  ),
  seconds: 60,
  memory: 4000,
  abstraction: "extra-lu",
  por: "off",
};

/** How far each estimate leads: greedy search and A*. */
const heuristics: Suite = {
  name: "heuristics",
  tasks: tasksOf(
    [
      familyModel("F10", "fischer", 10),
      familyModel("H4", "hanoi", 4),
      familyModel("A3", "arbiter", 3),
      familyModel("M1", "mutex", 1, "M"),
      familyModel("R6", "random", 6),
    ],
    ["distance(combine=max)", "hL()", "merge(50)", "predicates()"]
      .flatMap((h) => [`greedy(${h})`, `astar(${h})`])
      .map(plain),
    [1],
  ),
  seconds: 30,
  memory: 4000,
  abstraction: "extra-lu",
  por: "off",
};

export const SUITES: readonly Suite[] = [engine, heuristics];
