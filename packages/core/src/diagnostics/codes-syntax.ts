// Codes of the lexer and the parsers: 1xxx.

import type { CodeTable } from "./code-entry.ts";

// biome-ignore format: one code, one line
export const SYNTAX_CODES = {
  TH1001: { title: "unexpected text", explanation: "Something else was expected here; the message says what." },
  TH1002: { title: "unknown character", explanation: "The character does not belong to the language." },
  TH1003: { title: "comment not closed", explanation: "A comment that starts with `/*` never reaches its `*/`." },
  TH1004: { title: "string not closed", explanation: 'A string has no closing `"` on its line.' },
  TH1005: { title: "integer too large", explanation: "Integers have 32 bits: -2147483648 to 2147483647." },
  TH1006: { title: "name too long", explanation: "Names have at most 4000 characters." },
  TH1007: { title: "not in the language", explanation: "`switch` and `enum` of C are not there; constants, bounded integers and `if` do their work." },
  TH1008: { title: "keyword used as a name", explanation: "A keyword of the language cannot name anything." },
  TH1009: { title: "nested too deeply", explanation: "Expression trees are at most 1000 levels high (chains of operators count), brackets nest about 400 deep, statements about 800." },
  TH1010: { title: "missing `;`", explanation: "A declaration or statement is not ended." },
  TH1011: { title: "assignment in a condition", explanation: "Guards, invariants and queries compare with `==`; `=` assigns." },
  TH1012: { title: "old comparison", explanation: "`=<` and `=>` belong to the 3.x syntax; write `<=` and `>=`." },
  TH1014: { title: "no system line", explanation: "A model ends with `system P, Q;`, which says what runs." },
  TH1015: { title: "text after the end", explanation: "A label, query or section was complete, but text follows." },
  TH1016: { title: "label out of order", explanation: "An edge's labels stand in the order select, guard, sync, assign, probability, each at most once." },
  TH1017: { title: "bracket never closed", explanation: "A `(`, `[` or `{` has no partner; the place is where it opens." },
  TH1018: { title: "type expected", explanation: "A type such as `int[0,5]`, `bool`, `clock` or a type's name." },
  TH1019: { title: "not a query", explanation: "Queries start with `E<>`, `A[]`, `E[]`, `A<>`, `LTL:`, `LTL-some:`, `sup:`, `inf:`, `bounds:` or have the form `p --> q`." },
  TH1027: { title: "parentheses needed", explanation: "Tools disagree on how this temporal formula is read: `U` associates to the left in SPIN, and `[]` reaches further." },
  TH1021: { title: "late declaration", explanation: "Local declarations stand before the statements of a block." },
  TH1022: { title: "no such location", explanation: "An `.xta` process names a state that it does not declare." },
} satisfies CodeTable;
