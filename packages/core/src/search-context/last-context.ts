// The context of the last transition made part of the state: every process gets a cell that says whether, or by which
// kind of edge, it took part in the latest step. An engine for this network finds duplicates by state and last context,
// inclusion of zones and all, and offers the same steps in the same order as for the plain network.

import type { Network, Statement } from "../network/index.ts";

/** `mark` tells contexts apart: edges of one process with equal marks (1, 2, …) have the same context. */
export function withLastContext(network: Network, mark: (edge: number) => number): Network {
  const { cells, processes } = network;
  const marks = network.edges.map(({ id }) => mark(id));
  const max = marks.reduce((greatest, one) => Math.max(greatest, one), 1);
  const note = (process: number, value: number): Statement => ({
    kind: "expression",
    expression: {
      kind: "assign",
      target: { space: "state", base: cells + process, offset: 0, steps: [] },
      op: "",
      value: { kind: "constant", value },
      min: 0,
      max,
      yields: "new",
    },
  });
  return {
    ...network,
    cells: cells + processes.length,
    initialValues: [...network.initialValues, ...processes.map(() => 0)],
    variables: [
      ...network.variables,
      ...processes.map(({ name }, process) => ({
        name: `${name}.last context`,
        type: { kind: "int", min: 0, max } as const,
        cell: cells + process,
        meta: false,
      })),
    ],
    edges: network.edges.map((edge) => ({ ...edge, update: [...edge.update, note(edge.process, marks[edge.id]!)] })),
    beforeUpdate: [...processes.map((_, process) => note(process, 0)), ...network.beforeUpdate],
  };
}
