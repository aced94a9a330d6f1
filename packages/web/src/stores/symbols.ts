// The names a model declares, with where and as what: for completion, hovering and going to definitions.

import type { LoadedModel } from "@tracehound/core";

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
}

type Document = NonNullable<LoadedModel["document"]>;
type Declaration = Document["declarations"][number];

/** Enough for any model written by hand. */
const MOST = 5000;

export function symbolsOf({ document, sources }: LoadedModel): ModelSymbol[] {
  if (document === null) return [];
  const symbols: ModelSymbol[] = [];
  const add = (
    name: string,
    detail: string,
    span: { block: number; start: number; end: number },
    template?: number,
  ): void => {
    if (symbols.length >= MOST) return;
    const path = sources.blocks[span.block]?.path;
    symbols.push({
      name,
      detail,
      from: span.start,
      to: span.end,
      ...(template === undefined ? {} : { template }),
      ...(path === undefined ? {} : { path }),
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
    for (const { name, span } of template.locations)
      if (name !== undefined) add(name, `location of ${template.name}`, span, index);
  }
  declare(document.systemDeclarations);
  return symbols;
}
