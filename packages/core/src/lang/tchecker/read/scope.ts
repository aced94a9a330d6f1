// The names of a TChecker file. Variables and clocks share one space; processes, events and the locations of each
// process have their own. A declaration is in force from its line on, so a miss is told apart from "too early".

import type { DiagnosticSink, NameListener, Span } from "../../../diagnostics/index.ts";
import { didYouMean } from "../../../diagnostics/suggest.ts";
import { clip } from "../lines.ts";
import type { TckDeclaration, TckPiece } from "../syntax.ts";

export type DataSymbol =
  | { readonly kind: "clock"; readonly first: number; readonly size: number }
  | { readonly kind: "int"; readonly cell: number; readonly size: number; readonly min: number; readonly max: number }
  | { readonly kind: "local"; readonly cell: number; readonly size: number };

/** One space of names: what is declared so far, and what will be. */
export class TckNames<T> {
  private readonly what: string;
  private readonly known = new Map<string, T>();
  private readonly declared = new Map<string, Span>();
  private readonly later: ReadonlySet<string>;
  private readonly listener: NameListener | undefined;

  constructor(what: string, later: ReadonlySet<string> = new Set(), listener?: NameListener) {
    this.what = what;
    this.later = later;
    this.listener = listener;
  }

  declare(name: TckPiece, value: T, sink: DiagnosticSink): boolean {
    if (this.known.has(name.text)) {
      sink.error("TH2402", `${capital(this.what)} \`${clip(name.text)}\` is declared twice`, name.span);
      return false;
    }
    this.known.set(name.text, value);
    this.declared.set(name.text, name.span);
    return true;
  }

  get(name: string): T | undefined {
    return this.known.get(name);
  }

  /** The named thing; reports the miss and what may have been meant. */
  find(name: string, span: Span, sink: DiagnosticSink): T | undefined {
    const found = this.known.get(name);
    if (found !== undefined) {
      this.listener?.means(span, this.declared.get(name)!);
      return found;
    }
    if (this.later.has(name)) {
      const hint = "move its declaration up";
      sink.error("TH2403", `${capital(this.what)} \`${clip(name)}\` is used before it is declared`, span, hint);
    } else {
      const hint = didYouMean(name, this.known.keys()) ?? "declare it, one declaration per line";
      sink.error("TH2401", `There is no ${this.what} \`${clip(name)}\``, span, hint);
    }
    return undefined;
  }
}

/** The names that declarations of these kinds will introduce, wherever they stand; `field` is where the name is. */
export function namesIn(
  declarations: readonly TckDeclaration[],
  ...kinds: readonly [keyword: string, field: number][]
) {
  const names = new Set<string>();
  for (const { keyword, fields } of declarations) {
    for (const [kind, field] of kinds) if (kind === keyword.text && fields[field]) names.add(fields[field].text);
  }
  return names;
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
