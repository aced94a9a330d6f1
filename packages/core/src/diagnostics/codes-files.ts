// Codes of files, formats, lints and conversions: what is said about a model as a whole rather than about its text.

import type { CodeTable } from "./code-entry.ts";

// biome-ignore format: one code, one line
export const FILE_CODES = {
  TH1900: { title: "unreadable file", explanation: "The file is empty, too large, no text, or in a rare encoding." },
  TH1901: { title: "malformed XML", explanation: "The file is not well-formed XML, is nested absurdly deep, or uses entities of its own." },
  TH1902: { title: "not an UPPAAL model", explanation: "The outermost element of a model is `<nta>` or `<project>`." },
  TH1903: { title: "old syntax", explanation: "The texts of the model were read in the syntax of UPPAAL 3.x." },
  TH1904: { title: "no system", explanation: "The `<system>` element is missing or empty: nothing would run." },
  TH1905: { title: "template without a name", explanation: "Processes are named after templates." },
  TH1906: { title: "missing id", explanation: "Locations and branchpoints need an `id` that edges refer to." },
  TH1907: { title: "id used twice", explanation: "Two locations of a template have the same `id`." },
  TH1909: { title: "dangling reference", explanation: "An `<init>`, `<source>` or `<target>` names no location." },
  TH1910: { title: "unknown label", explanation: "The label's kind is not known here, so the label has no effect." },
  TH1911: { title: "label twice", explanation: "A location or edge has two labels of the same kind." },
  TH1912: { title: "not a name", explanation: "Names consist of letters, digits and `_`, and start with no digit." },
  TH1913: { title: "encoding guessed", explanation: "The bytes are no UTF-8; they were read as Latin-1." },
  TH1914: { title: "more errors", explanation: "Only the first 50 errors are shown; the others are counted." },
  TH1915: { title: "misspelt element", explanation: "An element of the XML is called nearly like one of UPPAAL's, and has no effect." },
  TH1950: { title: "malformed JSON", explanation: "The file is not valid JSON." },
  TH1951: { title: "not a network", explanation: "The JSON file does not say that it is a network of Tracehound." },
  TH1952: { title: "network of another version", explanation: "The JSON network was written by another version." },
  TH1953: { title: "broken network", explanation: "A part of the JSON network is missing or leads out of bounds." },
} satisfies CodeTable;

// biome-ignore format: one code, one line
export const LINT_CODES = {
  TH2800: { title: "unreachable location", explanation: "No path of edges leads from the initial location there." },
  TH2801: { title: "strict invariant", explanation: "Time may approach the bound of the invariant but not reach it." },
  TH2802: { title: "clock guard with an urgent channel", explanation: "Time stops as soon as the synchronisation is possible, which UPPAAL's documentation forbids." },
  TH2803: { title: "clock guard on a broadcast receiver", explanation: "Whether the receiver takes part depends on when the sender sends." },
  TH2804: { title: "huge select", explanation: "The select stands for thousands of edges." },
  TH2805: { title: "guard never true", explanation: "The guard is false whatever the state, so the edge is dead." },
  TH2806: { title: "no initial state", explanation: "An invariant is false at the start: nothing can happen at all." },
  TH2807: { title: "committed and stuck", explanation: "Nothing leaves the location, or only guards that wait for time." },
  TH2808: { title: "loop without time", explanation: "A loop that nothing holds back, in a location that limits time." },
  TH2809: { title: "contradictory guard", explanation: "Guard and invariant bound a clock so that no value is left." },
  TH2810: { title: "unused variable", explanation: "The variable is neither read nor written." },
  TH2811: { title: "variable never written", explanation: "The variable keeps its initial value: it is a constant." },
  TH2812: { title: "variable never read", explanation: "Nothing in the model depends on the variable." },
  TH2813: { title: "clock never tested", explanation: "No guard, invariant or query looks at the clock." },
  TH2814: { title: "unused channel", explanation: "No edge synchronises on the channel." },
  TH2815: { title: "channel without partner", explanation: "The channel has senders but no receivers, or receivers but no senders, or one process for both." },
  TH2816: { title: "impossible synchronisation", explanation: "A participant has no edge with the event." },
  TH2817: { title: "meta variable that is kept", explanation: "Something reads what an earlier step left in a `meta` variable. It is an ordinary variable here; UPPAAL stores its values too, but takes states for equal that differ in it alone." },
  TH2820: { title: "vacuous query", explanation: "The answer is known without looking at what the model does." },
  TH2821: { title: "neither rate nor bound", explanation: "Random runs leave such a location with rate 1, as UPPAAL's do." },
  TH2830: { title: "unused template", explanation: "The system line names no instance of the template." },
  TH2831: { title: "unused declaration", explanation: "Nothing refers to the constant, type or function." },
} satisfies CodeTable;

// biome-ignore format: one code, one line
export const CONVERSION_CODES = {
  TH3403: { title: "cannot be formatted", explanation: "Only files with a text of their own can be laid out." },
  TH3405: { title: "probabilities cannot be written", explanation: "The format has no words for probabilities, rates or rewards." },
  TH3404: { title: "format that is only read", explanation: "Models of this format are read but not written." },
  TH3800: { title: "cannot be said", explanation: "The target format has no way to say what the model says." },
  TH3801: { title: "left out", explanation: "The target format has no place for this; the model means the same." },
  TH4800: { title: "no queries in this format", explanation: "TChecker files have labels, and JSON networks bring their queries along; others cannot be asked." },
  TH4801: { title: "empty query", explanation: "The query consists of blanks and comments only." },
  TH4803: {
    title: "no guiding expressions in this format",
    explanation:
      "Expressions that guide a search (`expr`, `hints`) are written in UPPAAL\u2019s language, over models in one of its formats.",
  },
  TH4804: {
    title: "no guiding expression",
    explanation: "What guides a search is an integer or a condition over locations and variables, not over clocks.",
  },
  TH4802: { title: "no labels in this format", explanation: "Only TChecker files have labels to ask for." },
} satisfies CodeTable;
