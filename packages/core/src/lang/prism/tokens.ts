// The tokens of PRISM's language. Numbers stop before `..`; every other character that means nothing is reported once.

import type { DiagnosticSink } from "../../diagnostics/index.ts";

export interface PrismToken {
  readonly kind: "name" | "number" | "string" | "symbol" | "end";
  /** Of strings, without the quotes. */
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** Words that name nothing else; `min` and `max` are functions as well. */
export const KEYWORDS: ReadonlySet<string> = new Set(
  (
    "A bool clock const ctmc C double dtmc E endinit endinvariant endmodule endobservables endrewards endsystem false " +
    "formula filter func F global G init invariant I int label max mdp min module X nondeterministic observable " +
    "observables of Pmax Pmin P pomdp popta probabilistic prob pta rate rewards Rmax Rmin R S stochastic system true U W"
  ).split(" "),
);

const TOKEN =
  /(\s+|\/\/[^\n]*)|([A-Za-z_][A-Za-z0-9_]*)|((?:\d+\.(?!\.)\d*|\.\d+|\d+)(?:[eE][+-]?\d+)?)|"([^"\n]*)"|(<=>|=>|->|<=|>=|!=|\.\.|\|\||[-+*/()[\]{}<>=!&|?:;,'^])/y;

export function tokenise(text: string, block: number, sink: DiagnosticSink): PrismToken[] {
  const tokens: PrismToken[] = [];
  let at = 0;
  while (at < text.length) {
    TOKEN.lastIndex = at;
    const match = TOKEN.exec(text);
    const end = match === null ? at + 1 : TOKEN.lastIndex;
    if (match === null) {
      const character = String.fromCodePoint(text.codePointAt(at)!);
      const hint = character === '"' ? "a name in quotes ends on the same line" : undefined;
      sink.error("TH1500", `\`${character}\` does not belong here`, { block, start: at, end }, hint);
      at += character.length;
      continue;
    }
    const [, space, name, number, string, symbol] = match;
    if (space === undefined) {
      const kind =
        name !== undefined ? "name" : number !== undefined ? "number" : string !== undefined ? "string" : "symbol";
      tokens.push({ kind, text: (name ?? number ?? string ?? symbol)!, start: at, end });
    }
    at = end;
  }
  tokens.push({ kind: "end", text: "", start: text.length, end: text.length });
  return tokens;
}
