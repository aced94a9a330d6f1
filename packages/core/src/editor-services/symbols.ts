// The names a model declares, with where and as what: for completion, hovering and going to definitions.

import { defined } from "../basics/defined.ts";
import type { Span } from "../diagnostics/index.ts";
import type { LoadedModel } from "../lang/load.ts";
import type { Network } from "../network/index.ts";

export interface ModelSymbol {
  readonly name: string;
  /** `int[0,5]`, `function`, `location`: what is shown beside it. */
  readonly detail: string;
  /** Index of the template it belongs to; absent: everybody sees it. */
  readonly template?: number;
  /** The element its declaration stands in, and where in the text. */
  readonly path?: string;
  readonly from: number;
  readonly to: number;
  readonly span: Span;
}

type Document = NonNullable<LoadedModel["document"]>;
type Declaration = Document["declarations"][number];

/** Enough for any model written by hand. */
const MOST = 5000;

export function symbolsOf({ document, network, sources }: LoadedModel): ModelSymbol[] {
  if (document === null) return network === null ? [] : networkSymbols(network);
  const symbols: ModelSymbol[] = [];
  const add = (name: string, detail: string, span: Span, template?: number): void => {
    if (symbols.length >= MOST) return;
    const path = sources.blocks[span.block]?.path;
    symbols.push({
      name,
      detail,
      from: span.start,
      to: span.end,
      span,
      ...defined({ template, path }),
    });
  };
  const declare = (declarations: readonly Declaration[], template?: number): void => {
    for (const declaration of declarations) {
      switch (declaration.kind) {
        case "variable":
        case "typedef": {
          const type = sources.textOf(declaration.type.span);
          for (const { name, nameSpan, span } of declaration.declarators) {
            const rest = sources.textOf({ ...span, start: nameSpan.end }).slice(0, 40);
            add(
              name,
              `${declaration.kind === "typedef" ? "type " : ""}${type} ${name}${rest}`.trim(),
              nameSpan,
              template,
            );
          }
          break;
        }
        case "function": {
          const head = sources.textOf({ ...declaration.span, end: declaration.body.span.start }).trim();
          add(declaration.name, head, declaration.nameSpan, template);
          break;
        }
        case "instantiation":
          add(declaration.name, `process, an instance of ${declaration.template}`, declaration.nameSpan, template);
          break;
      }
    }
  };
  declare(document.declarations);
  for (const [index, template] of document.templates.entries()) {
    add(template.name, `template(${template.parameterText.trim()})`, template.nameSpan);
    for (const { name, nameSpan, type } of template.parameters)
      add(name, `parameter ${sources.textOf(type.span)}`, nameSpan, index);
    declare(template.declarations, index);
    for (const { name, nameSpan, span } of template.locations)
      if (name !== undefined) add(name, `location of ${template.name}`, nameSpan ?? span, index);
  }
  declare(document.systemDeclarations);
  return symbols;
}

const NOWHERE: Span = { block: -1, start: 0, end: 0 };

/** TChecker's format declares everything for everybody. */
function networkSymbols({ processes, events, clocks, variables }: Network): ModelSymbol[] {
  const symbol = (name: string, detail: string, span = NOWHERE): ModelSymbol => ({
    name,
    detail,
    from: span.start,
    to: span.end,
    span,
  });
  return [
    ...clocks.map(({ name, span }) => symbol(name, `clock ${name}`, span)),
    ...variables.map(({ name, span }) => symbol(name, `int ${name}`, span)),
    ...processes.map(({ name }) => symbol(name, "process")),
    ...events.map((name) => symbol(name, "event")),
    ...processes.flatMap(({ name, locations }) =>
      locations.map((location) => symbol(location.name, `location of ${name}`)),
    ),
  ].slice(0, MOST);
}
