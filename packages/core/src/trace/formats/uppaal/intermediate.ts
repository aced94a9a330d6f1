// The network in UPPAAL's intermediate format (`.if`): the tables that readers of `.xtr` files need to give its numbers
// their names. The order of clocks, values, locations and edges is that of our `.xtr` files. The instructions of
// UPPAAL's own machine are not among them: the section is there, and empty.

import type { Network } from "../../../network/index.ts";
import { cellTableOf } from "../../names.ts";
import { clockNames, edgesInFile, labelsOf, variableNames } from "./names.ts";
import type { EdgeTexts } from "./verifyta-text.ts";

export function networkToIntermediate(network: Network, textsOf: (edge: number) => EdgeTexts = () => ({})): string {
  const layout: string[] = [];
  const cell = (text: string): number => layout.push(`${layout.length}:${text}`) - 1;
  for (const [number, name] of clockNames(network).entries()) cell(`clock:${number}:${name}`);
  const { min, max } = cellTableOf(network);
  for (const [number, name] of variableNames(network).entries())
    cell(`var:${min[number]}:${max[number]}:${network.initialValues[number]}:${number}:${name}`);
  const places = network.processes.map(({ locations }) =>
    locations.map(({ name, committed, urgent }) =>
      cell(`location:${committed ? "committed" : urgent ? "urgent" : ""}:${name}`),
    ),
  );
  const expressions = new Expressions();
  const always = expressions.address("1");
  const processes = network.processes.map(({ name, initial }, p) => `${p}:${places[p]![initial[0]!]}:${name}`);
  const locations = places.flatMap((own, p) => own.map((place) => `${place}:${p}:${always}`));
  const edges = network.processes.flatMap((process, p) =>
    edgesInFile(network, process).map((edge) => {
      // One that can never be taken keeps its number.
      if (edge === undefined)
        return [p, places[p]![0], places[p]![0], expressions.address("0"), always, always].join(":");
      const { guard, sync, update } = labelsOf(textsOf(edge.id));
      const texts = [guard, sync, update].map((text) => expressions.address(text));
      return [p, places[p]![edge.source], places[p]![edge.target], ...texts].join(":");
    }),
  );
  const sections = { layout, instructions: [], processes, locations, edges, expressions: expressions.lines() };
  return Object.entries(sections)
    .map(([name, lines]) => [name, ...lines, "", ""].join("\n"))
    .join("");
}

/** Texts by made-up addresses. */
class Expressions {
  private readonly addresses = new Map<string, number>();

  address(text: string): number {
    let address = this.addresses.get(text);
    if (address === undefined) this.addresses.set(text, (address = this.addresses.size));
    return address;
  }

  lines(): string[] {
    return [...this.addresses].map(([text, address]) => `${address}::: ${text}`);
  }
}
