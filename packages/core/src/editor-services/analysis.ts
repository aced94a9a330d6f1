// A model, and the questions beside it, as an editor sees them: read once after each change, then asked about marks,
// names and places. Everything is about files, lines and columns (from 0); the texts inside an XML file are found
// through its entities.

import { defined } from "../basics/defined.ts";
import type { Span } from "../diagnostics/index.ts";
import { type LoadedModel, loadModel, type ModelFile } from "../lang/load.ts";
import { type FaultyQuery, numberedQueries } from "../lang/uppaal/document.ts";
import type { Network, Query } from "../network/index.ts";
import { type Suggestion, suggestions } from "./completion.ts";
import { declarationText } from "./declaration-text.ts";
import { type Fix, fixesOf } from "./fixes.ts";
import { NameTable, sameSpan } from "./name-table.ts";
import { type OutlineEntry, outlineOf } from "./outline.ts";
import { type FilePosition, Places } from "./places.ts";
import { prismSymbols } from "./prism-symbols.ts";
import type { FileEdit, FileRange, Mark, QueryPlace } from "./ranges.ts";
import { isWordOfLanguage, placesOfWord } from "./rename.ts";
import { type ModelSymbol, symbolsOf } from "./symbols.ts";

export interface Analysis {
  readonly model: LoadedModel;
  readonly marks: readonly Mark[];
  /** The questions of the model, then those of the file beside it. */
  readonly queries: readonly QueryPlace[];
  /** What a file holds, as a tree. */
  outline(file: string): readonly OutlineEntry[];
  /** What may have been meant where something is wrong, on these lines. */
  fixes(file: string, first: number, last: number): readonly Fix[];
  hover(file: string, at: FilePosition): { readonly text: string; readonly range: FileRange } | undefined;
  definition(file: string, at: FilePosition): FileRange | undefined;
  references(file: string, at: FilePosition): FileRange[];
  complete(file: string, at: FilePosition): Suggestion[];
  /** The edits that rename what is called so here, or why that cannot be. */
  rename(file: string, at: FilePosition, name: string): readonly FileEdit[] | string;
}

export function analyse(file: ModelFile, beside?: ModelFile): Analysis {
  const names = new NameTable();
  const model = loadModel(file, { names });
  const asked = beside === undefined ? undefined : model.readQueries(beside);
  // Of a faulty model no question is compiled; but what is renamed may stand in them.
  if (model.network === null && typeof beside?.content === "string")
    model.sources.add({ file: beside.name, text: beside.content });
  return new ModelAnalysis(model, names, file.name, asked);
}

class ModelAnalysis implements Analysis {
  readonly model: LoadedModel;
  readonly marks: readonly Mark[];
  readonly queries: readonly QueryPlace[];
  private readonly names: NameTable;
  private readonly places: Places;
  private readonly symbols: readonly ModelSymbol[];

  constructor(
    model: LoadedModel,
    names: NameTable,
    file: string,
    asked: ReturnType<LoadedModel["readQueries"]> | undefined,
  ) {
    this.model = model;
    this.names = names;
    this.places = new Places(model.sources);
    this.symbols = model.format === "prism" ? prismSymbols(model.sources, model.name) : symbolsOf(model);
    // That questions cannot be compiled because the model has faults is said by the faults.
    const others = (asked?.diagnostics ?? []).filter(({ span }) => span !== undefined || model.network !== null);
    const diagnostics = [...model.diagnostics, ...others];
    this.marks = diagnostics.map((diagnostic) => ({ diagnostic, ...this.rangeOf(diagnostic.span, file) }));
    const { network, faultyQueries } = model;
    const own = network === null ? this.unasked() : this.placed(network.queries, faultyQueries, network);
    const beside = asked === undefined ? [] : this.placed(asked.queries, asked.faultyQueries, asked.network);
    this.queries = [...own, ...beside];
  }

  outline(file: string): readonly OutlineEntry[] {
    const place = ({ span }: ModelSymbol): FileRange | undefined => (span.block < 0 ? undefined : this.rangeOf(span));
    return outlineOf(file, this.model, this.symbols, this.queries, place);
  }

  fixes(file: string, first: number, last: number): readonly Fix[] {
    const touched = this.marks.filter((mark) => mark.file === file && mark.from.line <= last && mark.to.line >= first);
    return touched.flatMap(fixesOf);
  }

  hover(file: string, at: FilePosition): { text: string; range: FileRange } | undefined {
    const use = this.nameAt(file, at);
    if (use === undefined) return undefined;
    const declaration = this.names.declarationOf(use);
    const symbol = this.symbols.find(({ span }) => sameSpan(span, declaration));
    const { sources } = this.model;
    // There every declaration is a line.
    const isTchecker = this.model.format === "tck";
    const shown = (): string =>
      isTchecker ? sources.locate(declaration).excerpt.trim() : declarationText(sources, declaration);
    return { text: symbol?.detail ?? shown(), range: this.rangeOf(use) };
  }

  definition(file: string, at: FilePosition): FileRange | undefined {
    const use = this.nameAt(file, at);
    return use === undefined ? undefined : this.rangeOf(this.names.declarationOf(use));
  }

  references(file: string, at: FilePosition): FileRange[] {
    return this.occurrences(file, at).map((span) => this.rangeOf(span));
  }

  rename(file: string, at: FilePosition, name: string): FileEdit[] | string {
    if (!/^[A-Za-z_]\w*$/.test(name)) return `\`${name}\` is not a name: letters, digits and \`_\`, no digit first`;
    const isTchecker = this.model.format === "tck";
    if (isWordOfLanguage(name, isTchecker)) return `\`${name}\` is a word of the language`;
    const { sources } = this.model;
    const spans = this.occurrences(file, at);
    if (spans.length === 0) return "nothing here has a name that could change";
    const old = sources.textOf(spans[0]!);
    if (old === name) return [];
    if (this.isTaken(name)) return `something else is called \`${name}\` already`;
    const [met] = placesOfWord(sources, name, isTchecker);
    if (met !== undefined) return `\`${name}\` stands in the model already (${this.lineOf(met)})`;
    const strange =
      spans.find((span) => sources.textOf(span) !== old) ??
      placesOfWord(sources, old, isTchecker).find(
        (place) => !spans.some((span) => sameSpan(span, place)) && !this.isExplained(place),
      );
    if (strange !== undefined)
      return `\`${old}\` may mean the same in another place that cannot be followed (${this.lineOf(strange)}): rename it by hand`;
    return spans.map((span) => ({ ...this.rangeOf(span), text: name }));
  }

  complete(file: string, at: FilePosition): Suggestion[] {
    const place = this.places.at(file, at);
    if (place === undefined) return [];
    const { path, text } = this.model.sources.blocks[place.block]!;
    const template = this.templateAt(place.block, place.offset);
    const isQuery = path === undefined ? file !== this.model.name : path.includes("/formula");
    return suggestions(this.model, this.symbols, {
      before: text.slice(Math.max(0, place.offset - 200), place.offset),
      isQuery,
      ...defined({ template }),
    });
  }

  /** Any declared name, in any scope: shadowing is legal, but nobody renames on purpose what then means two things. */
  private isTaken(name: string): boolean {
    return this.symbols.some((symbol) => symbol.name === name);
  }

  /** Does it have a meaning that is known? */
  private isExplained(place: Span): boolean {
    const known = this.names.at(place.block, place.start) ?? this.nameOfSymbol(place);
    return known !== undefined && sameSpan(known, place);
  }

  private lineOf(span: Span): string {
    const { file, line } = this.model.sources.locate(span);
    return `line ${line}${file === this.model.name ? "" : ` of ${file.replace(/^.*\//, "")}`}`;
  }

  private nameOfSymbol(place: Span): Span | undefined {
    return this.symbols.find(({ span }) => sameSpan(span, place))?.span;
  }

  private occurrences(file: string, at: FilePosition): Span[] {
    const use = this.nameAt(file, at);
    if (use === undefined) return [];
    const declaration = this.names.declarationOf(use);
    return [declaration, ...this.names.usesOf(declaration).filter((span) => !sameSpan(span, declaration))];
  }

  private nameAt(file: string, at: FilePosition): Span | undefined {
    const place = this.places.at(file, at);
    if (place === undefined) return undefined;
    const { block, offset } = place;
    const declared = this.symbols.find(
      ({ span }) => span.block === block && span.start <= offset && offset <= span.end,
    );
    return this.names.at(block, offset) ?? declared?.span;
  }

  private templateAt(block: number, offset: number): number | undefined {
    const path = this.model.sources.blocks[block]!.path;
    const templates = this.model.document?.templates ?? [];
    const at =
      path === undefined
        ? templates.findIndex(({ span }) => span.block === block && span.start <= offset && offset <= span.end)
        : Number(/\/template\[(\d+)\]/.exec(path)?.[1] ?? 0) - 1 + templates.filter(({ inText }) => inText).length;
    return at >= 0 && at < templates.length && (path === undefined || path.includes("/template")) ? at : undefined;
  }

  /** The questions of a model with faults. */
  private unasked(): QueryPlace[] {
    return [...numberedQueries(this.model.document?.queries ?? [])].map(([number, { query, span, text }]) => ({
      number,
      text: text.trim(),
      ...this.rangeOf(query?.span ?? span),
    }));
  }

  private placed(queries: readonly Query[], faulty: readonly FaultyQuery[], network: Network | null): QueryPlace[] {
    const placed = [...queries, ...faulty].flatMap((query) => {
      const span = "diagnostic" in query ? query.diagnostic.span : query.span;
      if (span === undefined) return [];
      const asked = "diagnostic" in query || network === null ? {} : { asked: { query, network } };
      return [{ number: query.number ?? 0, text: query.text, ...this.rangeOf(span), ...asked }];
    });
    return placed.sort((a, b) => a.number - b.number);
  }

  private rangeOf(span: Span | undefined, file = this.model.name): FileRange {
    if (span === undefined) return { file, from: { line: 0, column: 0 }, to: { line: 0, column: 1 } };
    const { line, column, endLine, endColumn, file: where } = this.model.sources.locate(span);
    return {
      file: where,
      from: { line: line - 1, column: column - 1 },
      to: { line: endLine - 1, column: endColumn - 1 },
    };
  }
}
