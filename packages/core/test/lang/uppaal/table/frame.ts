// Small models to put a snippet into: each slot names a place of a model, and everything around it is fit and fixed,
// so that what is wrong with the model is wrong with the snippet.

export type Slot = (typeof SLOTS)[number];

export const SLOTS = [
  "global", // among the declarations of the model
  "local", // among those of the template `T`
  "body", // in the body of a void function
  "expr", // as a statement of a function
  "param", // the parameters of a template that is not instantiated
  "system", // the whole system section; there are the templates T, U(id), V(int&, clock&, chan&), W(int) and Q(id)
  "inv",
  "rate",
  "select",
  "guard",
  "sync",
  "update",
  "weight", // labels of an edge that leaves a branchpoint
  "branch-select",
  "branch-guard",
  "branch-sync",
  "branch-update",
  "location", // the name of a location of `T`
  "template", // the name of a template
  "process", // the name of a process
  "query",
  "statistical", // a query to a model whose channels are all broadcast
  "xta", // a whole textual model
  "old", // the same in the syntax of UPPAAL 3.x
  "xml", // the inside of `<nta>`
] as const;

export interface Framed {
  readonly file: "model.xml" | "model.xta" | "model.ta";
  readonly text: string;
  readonly query?: string;
}

export function frame(slot: Slot, snippet: string): Framed {
  switch (slot) {
    case "xta":
      return { file: "model.xta", text: `${snippet}\n` };
    case "old":
      return { file: "model.ta", text: `${snippet}\n` };
    case "xml":
      return { file: "model.xml", text: `<nta>${snippet}</nta>\n` };
    case "query":
      return { file: "model.xml", text: model({}), query: snippet };
    case "statistical": {
      const text = model({}).replaceAll(/(?:(?:urgent|broadcast) )?chan/g, "broadcast chan");
      return { file: "model.xml", text, query: snippet };
    }
    case "body":
      return { file: "model.xml", text: model({ global: `void body() { ${snippet} }` }) };
    case "expr":
      return { file: "model.xml", text: model({ global: `void body() { ${snippet}; }` }) };
    case "param":
      return { file: "model.xml", text: model({ param: snippet, system: "system U;" }) };
    case "template":
      return { file: "model.xml", text: model({ template: snippet, system: `system T, ${snippet};` }) };
    case "process":
      return { file: "model.xml", text: model({ system: `${snippet} = T();\nsystem ${snippet};` }) };
    default:
      return { file: "model.xml", text: model({ [slot]: snippet }) };
  }
}

const DECLARATIONS = `const int N = 3, K = 5; const bool B = true;
typedef int[0,N-1] id_t; typedef scalar[3] S; typedef struct { int p; bool q; } Rec;
int i, j; int[0,5] n; int a[N]; int m[2][3]; bool b; Rec r, rs[2]; S s; int byS[S]; double d; meta int mt;
clock x, y, z[N]; chan c, cs[N]; broadcast chan bc; urgent chan uc;
int f(int v) { return v + 1; }
void g() { i = 1; }
bool h() { return b; }`;

const SYSTEM = "P = T();\nsystem P, Q;";

function model(parts: Readonly<Record<string, string | undefined>>): string {
  const label = (kind: string, text: string | undefined): string =>
    text === undefined ? "" : `<label kind="${kind}">${escaped(text)}</label>`;
  const edge = `${label("select", parts.select)}${label("guard", parts.guard)}${label("synchronisation", parts.sync)}${label("assignment", parts.update)}`;
  const branch = `${label("select", parts["branch-select"])}${label("guard", parts["branch-guard"])}${label("synchronisation", parts["branch-sync"])}${label("assignment", parts["branch-update"])}${label("probability", parts.weight)}`;
  const plain = (name: string, parameter: string): string =>
    `<template><name>${name}</name><parameter>${parameter}</parameter><location id="${name}0"><name>A</name></location><init ref="${name}0"/></template>`;
  return `<nta><declaration>${escaped(`${DECLARATIONS}\n${parts.global ?? ""}`)}</declaration>
<template><name>T</name><parameter>${escaped(parts.param ?? "")}</parameter>
<declaration>clock lx; int li; bool g1() { return b; } ${escaped(parts.local ?? "")}</declaration>
<location id="id0"><name>A</name>${label("invariant", parts.inv)}${label("exponentialrate", parts.rate)}</location>
<location id="id1"><name>B</name></location>
<location id="id2"><name>${escaped(parts.location ?? "C")}</name></location>
<branchpoint id="id3"/><init ref="id0"/>
<transition><source ref="id0"/><target ref="id1"/>${edge}</transition>
<transition><source ref="id1"/><target ref="id3"/></transition>
<transition><source ref="id3"/><target ref="id2"/>${branch}</transition></template>
${plain("U", "const id_t me")}
${plain("V", "int &amp;ri, clock &amp;rx, chan &amp;rc")}
${plain("W0", "int v")}
${plain("Q", "const id_t me")}
${parts.template === undefined ? "" : plain(escaped(parts.template), "")}
<system>${escaped(parts.system ?? SYSTEM)}</system></nta>
`;
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
