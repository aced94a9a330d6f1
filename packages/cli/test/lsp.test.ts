import { afterEach, describe, expect, it } from "vitest";
import {
  CodeActionRequest,
  CodeLensRequest,
  CompletionRequest,
  DefinitionRequest,
  DocumentFormattingRequest,
  DocumentSymbolRequest,
  ExecuteCommandRequest,
  FoldingRangeRequest,
  HoverRequest,
  ReferencesRequest,
  RenameRequest,
} from "vscode-languageserver-protocol/node";
import { Editor } from "./lsp.ts";

const XTA = "file:///models/lamp.xta";
const Q = "file:///models/lamp.q";
const XML = "file:///models/lamp.xml";
const TCK = "file:///models/lamp.tck";

const LAMP = `const int SOON = 5;
chan press;
process Lamp() {
  clock x;
  state off, dim { x <= 100 };
  init off;
  trans off -> dim { sync press?; assign x = 0; },
        dim -> off { guard x >= SOON; sync press?; };
}
process User() { state idle; init idle; trans idle -> idle { sync press!; }; }
L = Lamp();
system L, User;
`;

const LAMP_XML = `<nta>
<declaration>const int SOON = 5; clock x; chan press;</declaration>
<template><name>Lamp</name>
<location id="id0"><name>off</name></location>
<location id="id1"><name>dim</name><label kind="invariant">x &lt;= 100 &amp;&amp; x &lt;= 20 * SOON</label></location>
<init ref="id0"/>
<transition><source ref="id0"/><target ref="id1"/><label kind="assignment">x = 0</label></transition>
<transition><source ref="id1"/><target ref="id0"/><label kind="guard">x &gt;= SOON</label></transition>
</template>
<system>system Lamp;</system>
<queries><query><formula>E&lt;&gt; Lamp.dim &amp;&amp; x &gt; SOON</formula></query></queries>
</nta>
`;

const LAMP_TCK = `system:lamp
event:press
clock:1:x
process:lamp
location:lamp:off{initial:}
location:lamp:dim{invariant: x<=100 : labels: shines}
edge:lamp:off:dim:press{do: x=0}
edge:lamp:dim:off:press{provided: x>=5}
`;

let editor: Editor;
afterEach(() => editor.close());

describe("the language server, asked by the protocol's client library", () => {
  it("says what it can do", async () => {
    const [started, { capabilities, serverInfo }] = await Editor.start();
    editor = started;
    expect(serverInfo?.name).toBe("tracehound");
    expect(Object.keys(capabilities)).toEqual(
      expect.arrayContaining(["hoverProvider", "renameProvider", "completionProvider", "codeLensProvider"]),
    );
  });

  it("follows an editor: open, break, mend", async () => {
    [editor] = await Editor.start();
    await editor.open(XTA, LAMP);
    expect(await editor.diagnostics(XTA)).toEqual([]);
    await editor.edit(XTA, "x >= SOON", "x >= SON");
    const [found] = await editor.diagnostics(XTA);
    expect(found).toMatchObject({
      code: "TH2001",
      severity: 1,
      range: { start: { line: 7, character: 32 }, end: { line: 7, character: 35 } },
    });
    expect(found!.message).toContain("did you mean `SOON`?");
    await editor.edit(XTA, "x >= SON", "x >= SOON");
    expect(await editor.diagnostics(XTA)).toEqual([]);
  });

  it("points through the entities of XML", async () => {
    [editor] = await Editor.start();
    await editor.open(XML, LAMP_XML.replace("20 * SOON", "20 * SON"));
    const [found] = await editor.diagnostics(XML);
    const { position } = editor.place(XML, "SON<");
    expect(found!.range.start).toEqual(position);
  });

  it("explains names, and finds where they are declared and used", async () => {
    [editor] = await Editor.start();
    await editor.open(XML, LAMP_XML);
    const use = editor.place(XML, "20 * SOON", 6);
    const hover = await editor.connection.sendRequest(HoverRequest.type, use);
    expect(JSON.stringify(hover!.contents)).toContain("const int SOON = 5");
    expect(await editor.connection.sendRequest(DefinitionRequest.type, use)).toMatchObject({
      uri: XML,
      range: { start: editor.place(XML, "SOON").position },
    });
    const all = await editor.connection.sendRequest(ReferencesRequest.type, {
      ...use,
      context: { includeDeclaration: true },
    });
    expect(all).toHaveLength(4);
    const nothing = await editor.connection.sendRequest(HoverRequest.type, editor.place(XML, "<init", 2));
    expect(nothing).toBeNull();
  });

  it("renames a location in its process, and in the questions beside the model", async () => {
    [editor] = await Editor.start({ [Q]: "E<> L.dim\nA[] L.dim imply L.x <= 100\n" });
    await editor.open(XTA, LAMP);
    const edit = await editor.connection.sendRequest(RenameRequest.type, {
      ...editor.place(XTA, "dim { x", 1),
      newName: "glowing",
    });
    expect(editor.applied(XTA, edit!.changes![XTA]!)).toBe(LAMP.replaceAll("dim", "glowing"));
    expect(edit!.changes![Q]).toHaveLength(2);
  });

  it("renames what two files and a system line call by the same name", async () => {
    [editor] = await Editor.start();
    await editor.open(XTA, LAMP);
    await editor.open(Q, "E<> L.dim\n");
    const edit = await editor.connection.sendRequest(RenameRequest.type, { ...editor.place(Q, "L.", 1), newName: "M" });
    expect(editor.applied(XTA, edit!.changes![XTA]!)).toBe(
      LAMP.replace("L = ", "M = ").replace("system L", "system M"),
    );
    expect(editor.applied(Q, edit!.changes![Q]!)).toBe("E<> M.dim\n");
  });

  it.each([
    ["2fast", "is not a name"],
    ["while", "is a word of the language"],
    ["press", "something else is called `press` already"],
  ])("does not rename to %s", async (newName, why) => {
    [editor] = await Editor.start();
    await editor.open(XTA, LAMP);
    const asked = editor.connection.sendRequest(RenameRequest.type, { ...editor.place(XTA, "SOON", 1), newName });
    await expect(asked).rejects.toThrow(why);
  });

  it.each([
    ["in a guard", XTA, LAMP, "x >= ", ["SOON", "x", "press"], ["off"]],
    ["of a process", Q, "E<> L.\n", "L.", ["off", "dim", "x"], ["SOON"]],
    ["in a question inside XML", XML, LAMP_XML, "x &gt; ", ["Lamp", "SOON", "deadlock"], ["dim"]],
    ["in TChecker's format", TCK, LAMP_TCK, "provided: ", ["x", "lamp", "press", "invariant"], ["E<>"]],
  ])("completes names %s", async (_, uri, text, after, some, none) => {
    [editor] = await Editor.start({ [XTA]: LAMP });
    await editor.open(uri, text);
    const items = await editor.connection.sendRequest(CompletionRequest.type, editor.place(uri, after, after.length));
    const labels = (items as { label: string }[]).map(({ label }) => label);
    expect(labels).toEqual(expect.arrayContaining(some));
    for (const label of none) expect(labels).not.toContain(label);
  });

  it("knows the names of TChecker's format", async () => {
    [editor] = await Editor.start();
    await editor.open(TCK, LAMP_TCK);
    const edit = await editor.connection.sendRequest(RenameRequest.type, {
      ...editor.place(TCK, "x>=5"),
      newName: "y",
    });
    expect(editor.applied(TCK, edit!.changes![TCK]!)).toBe(
      LAMP_TCK.replace("1:x", "1:y").replace(" x=0", " y=0").replace("x>=5", "y>=5").replace("x<=100", "y<=100"),
    );
  });

  it("lays out models and questions", async () => {
    [editor] = await Editor.start();
    await editor.open(Q, "E<>   L.dim&&true   \n");
    const options = { tabSize: 2, insertSpaces: true };
    const edits = await editor.connection.sendRequest(DocumentFormattingRequest.type, {
      textDocument: { uri: Q },
      options,
    });
    expect(edits![0]!.newText).toBe("E<> L.dim && true\n");
    await editor.open(XTA, LAMP.replace("const int SOON = 5", "const   int SOON=5"));
    const laidOut = await editor.connection.sendRequest(DocumentFormattingRequest.type, {
      textDocument: { uri: XTA },
      options,
    });
    expect(laidOut![0]!.newText).toContain("const int SOON = 5;");
  });

  it.each([
    ["a name", XTA, LAMP.replace("x >= SOON", "x >= SON"), LAMP],
    ["a channel", XTA, LAMP.replace("sync press!", "sync pres!"), LAMP],
    ["a template", XTA, LAMP.replace("L = Lamp()", "L = Lmp()"), LAMP],
    ["a forgotten sign", XTA, LAMP.replace("sync press!", "sync press"), LAMP],
    ["a name in XML", XML, LAMP_XML.replace("20 * SOON", "20 * SON"), LAMP_XML],
    ["a location in a question", Q, "E<> L.dm\n", "E<> L.dim\n"],
    ["a process in a question", Q, "E<> Usr.idle\n", "E<> User.idle\n"],
    ["a bare location", Q, "E<> dim\n", "E<> L.dim\n"],
    ["a word of questions", Q, "E<> L.dim impy true\n", undefined],
    ["an attribute", TCK, LAMP_TCK.replace("invariant:", "invarant:"), LAMP_TCK],
    ["an event", TCK, LAMP_TCK.replace("off:dim:press", "off:dim:pres"), LAMP_TCK],
  ])("mends %s", async (_, uri, text, mended) => {
    [editor] = await Editor.start({ [XTA]: LAMP });
    await editor.open(uri, text);
    const diagnostics = (await editor.diagnostics(uri)).filter(({ severity }) => severity === 1);
    expect(diagnostics.length).toBeGreaterThan(0);
    const { range } = diagnostics[0]!;
    const asked = { textDocument: { uri }, range, context: { diagnostics } };
    const actions = (await editor.connection.sendRequest(CodeActionRequest.type, asked)) ?? [];
    const texts = actions.map((action) =>
      "edit" in action ? editor.applied(uri, action.edit!.changes![uri]!) : undefined,
    );
    if (mended === undefined) expect(texts).toEqual([]);
    else expect(texts).toContain(mended);
  });

  it("has a quick fix for every hint that says what was meant", async () => {
    [editor] = await Editor.start();
    const slips = [
      ["SOON;", "soon;"],
      ["press?", "pres?"],
      ["L, User", "L, Usr"],
      ["clock x", "clok x"],
      ["off -> dim", "off -> dm"],
      ["init off", "init of"],
    ] as const;
    let hints = 0;
    for (const [right, wrong] of slips) {
      await editor.open(XTA, LAMP.replace(right, wrong));
      for (const diagnostic of await editor.diagnostics(XTA)) {
        if (!JSON.stringify(diagnostic.message).includes("did you mean")) continue;
        hints++;
        const asked = { textDocument: { uri: XTA }, range: diagnostic.range, context: { diagnostics: [diagnostic] } };
        expect(await editor.connection.sendRequest(CodeActionRequest.type, asked)).not.toEqual([]);
      }
    }
    expect(hints).toBeGreaterThanOrEqual(slips.length - 1);
  });

  it("outlines a model with its templates, and the questions beside it", async () => {
    [editor] = await Editor.start();
    await editor.open(XTA, LAMP);
    await editor.open(Q, "E<> L.dim\n\nA[] L.off imply true\n");
    await editor.open(XML, LAMP_XML);
    const outline = async (uri: string): Promise<unknown[]> => {
      const found = (await editor.connection.sendRequest(DocumentSymbolRequest.type, { textDocument: { uri } })) ?? [];
      return found.map((one) => {
        if (!("children" in one)) return one;
        for (const child of one.children ?? []) {
          expect(child.range.start.line).toBeGreaterThanOrEqual(one.range.start.line);
          expect(child.range.end.line).toBeLessThanOrEqual(one.range.end.line);
        }
        return one.children!.length === 0 ? one.name : [one.name, ...one.children!.map(({ name }) => name)];
      });
    };
    expect(await outline(XTA)).toEqual(["SOON", "press", ["Lamp", "x", "off", "dim"], ["User", "idle"], "L"]);
    expect(await outline(Q)).toEqual(["E<> L.dim", "A[] L.off imply true"]);
    expect(await outline(XML)).toEqual(["SOON", "x", "press", ["Lamp", "off", "dim"], "E<> Lamp.dim && x > SOON"]);
  });

  it("folds templates, comments and elements", async () => {
    [editor] = await Editor.start();
    const folds = async (uri: string, text: string): Promise<unknown> => {
      await editor.open(uri, text);
      const found = await editor.connection.sendRequest(FoldingRangeRequest.type, { textDocument: { uri } });
      return found!.map(({ startLine, endLine }) => [startLine, endLine]);
    };
    expect(await folds(XTA, `/* two\nlines */\n// {\n${LAMP}`)).toEqual([
      [0, 1],
      [5, 10],
    ]);
    expect(await folds(XML, LAMP_XML)).toEqual([
      [0, 10],
      [2, 7],
    ]);
    expect(await folds(TCK, `${LAMP_TCK}\nprocess:other\nlocation:other:o{initial:}\n`)).toEqual([
      [3, 7],
      [9, 10],
    ]);
    expect(await folds(Q, "{ } }")).toEqual([]);
  });

  it("checks a query from its lens", async () => {
    [editor] = await Editor.start();
    await editor.open(XML, LAMP_XML);
    const results: { html: string; verdict: string }[] = [];
    editor.connection.onNotification("tracehound/result", (result) => void results.push(result));
    const lenses = await editor.connection.sendRequest(CodeLensRequest.type, { textDocument: { uri: XML } });
    expect(lenses).toHaveLength(1);
    const { command, title } = lenses![0]!.command!;
    expect(title).toBe("Check this query");
    const answer = await editor.connection.sendRequest(ExecuteCommandRequest.type, {
      command,
      arguments: lenses![0]!.command!.arguments!,
    });
    expect(answer).toMatchObject({ verdict: "satisfied", steps: 1 });
    expect(results[0]!.html).toContain("<!doctype html>");
    const again = await editor.connection.sendRequest(CodeLensRequest.type, { textDocument: { uri: XML } });
    expect(again![0]!.command!.title).toContain("satisfied");
    const wrong = editor.connection.sendRequest(ExecuteCommandRequest.type, { command, arguments: [XML, 7] });
    await expect(wrong).rejects.toThrow("there is no query 7");
  });

  it("forgets an answer when the model changes, also beside the questions", async () => {
    [editor] = await Editor.start();
    await editor.open(XTA, LAMP);
    await editor.open(Q, "E<> L.dim\n");
    const lenses = () => editor.connection.sendRequest(CodeLensRequest.type, { textDocument: { uri: Q } });
    const [lens] = (await lenses())!;
    const { command, arguments: given } = lens!.command!;
    await editor.connection.sendRequest(ExecuteCommandRequest.type, { command, arguments: given! });
    expect((await lenses())![0]!.command!.title).toContain("satisfied");
    await editor.edit(XTA, "off -> dim { sync press?;", "off -> dim { guard x < 0; sync press?;");
    expect((await lenses())![0]!.command!.title).toBe("Check this query");
  });

  it("has nothing to say about other XML", async () => {
    [editor] = await Editor.start();
    await editor.open(XML, "<!-- <nta> --><html><body/></html>");
    expect(await editor.diagnostics(XML)).toEqual([]);
    await editor.edit(XML, "html", "nta");
    expect(await editor.diagnostics(XML)).not.toEqual([]);
  });

  it("survives whatever is typed", async () => {
    [editor] = await Editor.start();
    for (const text of ["", "<nta", "process P(", "/* never", "system", "\u0000", "{".repeat(5000)]) {
      for (const uri of [XTA, XML, TCK, Q]) {
        await editor.open(uri, text);
        await editor.diagnostics(uri);
        const position = { line: 0, character: Math.min(2, text.length) };
        await editor.connection.sendRequest(CompletionRequest.type, { textDocument: { uri }, position });
        await editor.connection.sendRequest(HoverRequest.type, { textDocument: { uri }, position });
        await editor.connection.sendRequest(CodeLensRequest.type, { textDocument: { uri } });
      }
    }
  });

  it("answers nothing before it is initialised, and refuses requests that lack something", async () => {
    editor = Editor.connect({ [XTA]: LAMP });
    const place = { textDocument: { uri: XTA }, position: { line: 0, character: 12 } };
    const refused = (type: string, params: object | null) =>
      editor.connection.sendRequest(type, params).then(
        () => 0,
        ({ code }: { code: number }) => code,
      );
    expect(await refused("textDocument/hover", place)).toBe(-32002);
    expect(await refused("workspace/magic", {})).toBe(-32002);
    await editor.initialize();
    expect(await refused("textDocument/hover", place)).toBe(0);
    expect(await refused("workspace/magic", {})).toBe(-32601);
    expect(await refused("textDocument/rename", place)).toBe(-32602);
    expect(await refused("textDocument/hover", { textDocument: { uri: XTA } })).toBe(-32602);
    expect(await refused("textDocument/codeLens", {})).toBe(-32602);
    expect(await refused("textDocument/hover", null)).toBe(-32602);
  });

  it("keeps the ends of lines when it formats", async () => {
    [editor] = await Editor.start();
    const text = LAMP.replaceAll("\n", "\r\n").replace("{ off", "{   off");
    await editor.open(XTA, `${text}\r\n\r\n`);
    const options = { tabSize: 2, insertSpaces: true };
    const [edit] = (await editor.connection.sendRequest(DocumentFormattingRequest.type, {
      textDocument: { uri: XTA },
      options,
    }))!;
    expect(edit!.newText).toContain("\r\n");
    expect(edit!.newText.replaceAll("\r\n", "")).not.toMatch(/[\r\n]/);
  });

  it("says nothing about questions of a model that has faults of its own", async () => {
    [editor] = await Editor.start({ [Q]: "E<> L.dim\n" });
    await editor.open(XTA, LAMP.replace("init off", "init on"));
    expect((await editor.diagnostics(XTA)).map(({ code }) => code)).toEqual(["TH1022"]);
  });

  it("knows the fields of structs, and what is bound or selected", async () => {
    const text = `typedef struct { int[0,3] low; int[0,3] high; } pair_t;
pair_t p = { low : 1, high: 2 };
pair_t many[2];
process P(const int[0,1] me, int[0,1] other) {
  int next(int a, int b) { int both = a + b, rest; return both; }
  state A; init A;
  trans A -> A { select e : int[0,1], f : int[0,1]; guard p.low + many[e].low < f + next(me, other); };
}
system P;
`;
    [editor] = await Editor.start();
    await editor.open(XTA, text);
    expect((await editor.diagnostics(XTA)).filter(({ severity }) => severity === 1)).toEqual([]);
    const hovered = async (where: string, offset: number): Promise<string> => {
      const hover = await editor.connection.sendRequest(HoverRequest.type, editor.place(XTA, where, offset));
      return (hover!.contents as { value: string }).value.split("\n")[1]!;
    };
    expect(await hovered("f + next", 0)).toBe("f : int[0,1]");
    expect(await hovered("many[e]", 5)).toBe("e : int[0,1]");
    expect(await hovered("a + b", 4)).toBe("int b");
    expect(await hovered("return both", 7)).toBe("int both = a + b");
    expect(await hovered("p.low +", 2)).toBe("int[0,3] low");
    const low = editor.place(XTA, "p.low +", 2);
    const rename = await editor.connection.sendRequest(RenameRequest.type, { ...low, newName: "least" });
    expect(editor.applied(XTA, rename!.changes![XTA]!)).toBe(text.replaceAll(/\blow\b/g, "least"));
    const items = await editor.connection.sendRequest(CompletionRequest.type, editor.place(XTA, "many[e].low", 8));
    expect((items as { label: string }[]).map(({ label }) => label)).toEqual(["low", "high"]);
  });
});
