// The language server on PRISM models and the properties beside them: what is wrong, what names mean, what may be
// written.

import { afterEach, describe, expect, it } from "vitest";
import {
  CompletionRequest,
  DefinitionRequest,
  DocumentFormattingRequest,
  HoverRequest,
  ReferencesRequest,
} from "vscode-languageserver-protocol/node";
import { Editor } from "./lsp.ts";

const MODEL = "file:///models/walk.prism";
const PROPS = "file:///models/walk.props";

const WALK = `dtmc
const int N = 4; // steps
formula inside = x>0 & x<N;
module walk
  x : [0..N] init 1;
  [move] inside -> 0.5:(x'=x-1) + 0.5:(x'=x+1);
  [stay] !inside -> true;
endmodule
label "won" = x=N;
rewards "moves" [move] true : 1; endrewards
`;

let editor: Editor;
afterEach(() => editor.close());

async function open(text: string, properties?: string): Promise<void> {
  [editor] = await Editor.start();
  await editor.open(MODEL, text);
  if (properties !== undefined) await editor.open(PROPS, properties);
}

describe("the language server on PRISM", () => {
  it("marks what is wrong in models and in properties beside them, and nothing else", async () => {
    await open(WALK);
    expect((await editor.diagnostics(MODEL)).map(({ code }) => code)).toEqual([]);
    await editor.open(PROPS, 'P=? [ F "won" ];\nP=? [ F "wn" ];\n');
    const marks = await editor.diagnostics(PROPS);
    expect(marks.map(({ code, range }) => [code, range.start.line])).toEqual([["TH2517", 1]]);
    await editor.edit(MODEL, "x<N", "y<N");
    const [unknown] = await editor.diagnostics(MODEL);
    expect([unknown!.code, unknown!.range.start.line]).toEqual(["TH2500", 2]);
  });

  it("says what a name is, and where it is declared and used", async () => {
    await open(WALK, 'P=? [ F x=N & "won" ];\n');
    const hover = async (text: string, offset = 0) =>
      (await editor.connection.sendRequest(HoverRequest.type, editor.place(MODEL, text, offset)))?.contents;
    expect(JSON.stringify(await hover("x<N", 2))).toContain("const int N = 4");
    expect(JSON.stringify(await hover("x>0"))).toContain("x : [0..N] init 1");
    expect(JSON.stringify(await hover("inside ->"))).toContain("formula inside");
    const definition = await editor.connection.sendRequest(DefinitionRequest.type, editor.place(PROPS, "x=N"));
    expect(definition).toMatchObject({ uri: MODEL, range: { start: { line: 4, character: 2 } } });
    const about = { ...editor.place(MODEL, "x : ["), context: { includeDeclaration: true } };
    const references = await editor.connection.sendRequest(ReferencesRequest.type, about);
    expect(references!.length).toBeGreaterThanOrEqual(6);
  });

  it("offers names and words, also while the model cannot be read", async () => {
    await open(WALK, "P=? [ F ");
    const offered = async (uri: string, text: string, offset: number): Promise<string[]> => {
      const found = await editor.connection.sendRequest(CompletionRequest.type, editor.place(uri, text, offset));
      return (Array.isArray(found) ? found : (found?.items ?? [])).map(({ label }) => label);
    };
    expect(await offered(PROPS, "F ", 2)).toEqual(expect.arrayContaining(["x", "N", "inside", "won", "Pmax=?"]));
    await editor.edit(MODEL, "[stay]", "[stay");
    const inModel = await offered(MODEL, "[stay", 1);
    expect(inModel).toEqual(expect.arrayContaining(["x", "N", "inside", "endmodule"]));
    expect(inModel).not.toContain("A[]");
  });

  it("lays a model out", async () => {
    await open(WALK.replace("  x : [0..N] init 1;", "x:[0..N]   init 1;"));
    const options = { tabSize: 2, insertSpaces: true };
    const edits = await editor.connection.sendRequest(DocumentFormattingRequest.type, {
      textDocument: { uri: MODEL },
      options,
    });
    expect(editor.applied(MODEL, edits ?? [])).toContain("\n  x:[0..N] init 1;");
  });
});
