// What is drawn over time: values, and the bars that the model itself declares in its `gantt` section. A bar's
// condition is compiled like a query, for each value of its parameters, and asked in every state of the trace.

import {
  createConcreteSemantics,
  formatExpression,
  type GanttBar,
  type LoadedModel,
  type Network,
  type Query,
  seriesOf,
  type Trace,
} from "@tracehound/core";
import { networkOf } from "./models.ts";
import type { Answer, Ask } from "./protocol.ts";

export function overTime({ source, trace }: Ask<"overTime">): Answer<"overTime"> {
  const { model, network } = networkOf(source);
  return { series: seriesOf(network, trace), bars: barsOf(model, network, trace) };
}

/** UPPAAL's colours of Gantt bars, by number. */
const COLOURS = ["#ff0000", "#00b050", "#2f6fde", "#ffd000", "#00b7b7", "#b000b0", "#ff8c00", "#808080"] as const;
const MOST_BARS = 64;

function barsOf(model: LoadedModel, network: Network, trace: Trace): GanttBar[] {
  let semantics = createConcreteSemantics(network);
  let latest = network;
  const states = [trace.initial, ...trace.steps.map(({ state }) => state)];
  const bars: GanttBar[] = [];
  for (const { name, parameters, bars: lines } of model.document?.gantt ?? []) {
    for (const values of rangesOf(
      model,
      parameters.map(({ name: parameter, type }) => ({ parameter, type })),
    )) {
      if (bars.length >= MOST_BARS) return bars;
      const colours: (string | null)[] = states.map(() => null);
      for (const { bindings, predicate, colour } of lines) {
        const bound = [...values.map(({ parameter, value }) => `${parameter} : int[${value},${value}]`)];
        const more = bindings.map(
          ({ name: binding, span }) => `${binding} : ${model.sources.textOf(span).replace(/^[^:]*:/, "")}`,
        );
        const condition = `exists (${[...bound, ...more].join(") exists (")}) `;
        const text = `E<> ${bound.length + more.length === 0 ? "" : condition}(${formatExpression(predicate)})`;
        const compiled = model.compileQuery(text, "gantt");
        if (!compiled.ok || compiled.value.kind !== "E<>") continue;
        if (compiled.network !== latest) {
          latest = compiled.network;
          semantics = createConcreteSemantics(latest);
        }
        const { formula, frameSize } = compiled.value as Extract<Query, { kind: "E<>" }>;
        const shade = COLOURS[(colour.kind === "number" ? colour.value : 0) % COLOURS.length]!;
        for (const [index, state] of states.entries()) {
          if (semantics.holds(formula, frameSize, state)) colours[index] = shade;
        }
      }
      const suffix = values.map(({ value }) => value).join(",");
      bars.push({ name: suffix === "" ? name : `${name}(${suffix})`, colours });
    }
  }
  return bars;
}

type Parameter = {
  readonly parameter: string;
  readonly type: { readonly span: Parameters<LoadedModel["sources"]["textOf"]>[0] };
};

/** All values of the parameters; their ranges are read off by asking for them. */
function rangesOf(model: LoadedModel, parameters: readonly Parameter[]): { parameter: string; value: number }[][] {
  let rows: { parameter: string; value: number }[][] = [[]];
  for (const { parameter, type } of parameters) {
    const text = model.sources.textOf(type.span);
    const compiled = model.compileQuery(`E<> exists (${parameter} : ${text}) ${parameter} == ${parameter}`, "gantt");
    const range = compiled.ok ? boundsIn(compiled.value) : undefined;
    if (range === undefined) return [];
    const values = Array.from({ length: Math.min(MOST_BARS, range.max - range.min + 1) }, (_, i) => range.min + i);
    rows = rows.flatMap((row) => values.map((value) => [...row, { parameter, value }]));
  }
  return rows;
}

/** The first quantifier's range. */
function boundsIn(value: unknown): { min: number; max: number } | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  const { kind, min, max } = value as { kind?: unknown; min?: unknown; max?: unknown };
  if (kind === "exists" && typeof min === "number" && typeof max === "number") return { min, max };
  for (const part of Object.values(value)) {
    const found = boundsIn(part);
    if (found !== undefined) return found;
  }
  return undefined;
}
