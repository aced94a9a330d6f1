// An editor, as far as the language server can tell: the protocol's own client library on the other end of two streams.

import { PassThrough } from "node:stream";
import { createConnection, ProposedFeatures } from "vscode-languageserver/node";
import {
  createProtocolConnection,
  DidChangeTextDocumentNotification,
  DidOpenTextDocumentNotification,
  InitializedNotification,
  InitializeRequest,
  type InitializeResult,
  type ProtocolConnection,
  PublishDiagnosticsNotification,
  type PublishDiagnosticsParams,
  type Range,
  StreamMessageReader,
  StreamMessageWriter,
  type TextEdit,
} from "vscode-languageserver-protocol/node";
import { CONNECTION, serveLanguages } from "../src/lsp/server.ts";

export class Editor {
  readonly connection: ProtocolConnection;
  readonly texts = new Map<string, string>();
  private readonly published: PublishDiagnosticsParams[] = [];
  private heard: (() => void) | undefined;
  private version = 0;

  private constructor(connection: ProtocolConnection) {
    this.connection = connection;
    connection.onNotification(PublishDiagnosticsNotification.type, (params) => {
      this.published.push(params);
      this.heard?.();
    });
    connection.listen();
  }

  static async start(files: Readonly<Record<string, string>> = {}): Promise<[Editor, InitializeResult]> {
    const editor = Editor.connect(files);
    return [editor, await editor.initialize()];
  }

  /** Nothing has been said yet. */
  static connect(files: Readonly<Record<string, string>> = {}): Editor {
    const [toServer, toClient] = [new PassThrough(), new PassThrough()];
    serveLanguages(createConnection(ProposedFeatures.all, toServer, toClient, CONNECTION), {
      read: (uri) => files[uri] ?? null,
    });
    return new Editor(createProtocolConnection(new StreamMessageReader(toClient), new StreamMessageWriter(toServer)));
  }

  async initialize(): Promise<InitializeResult> {
    const about = { processId: null, rootUri: null, capabilities: {} };
    const result = await this.connection.sendRequest(InitializeRequest.type, about);
    await this.connection.sendNotification(InitializedNotification.type, {});
    return result;
  }

  async open(uri: string, text: string): Promise<void> {
    this.texts.set(uri, text);
    await this.connection.sendNotification(DidOpenTextDocumentNotification.type, {
      textDocument: { uri, languageId: "uppaal", version: ++this.version, text },
    });
  }

  /** Replaces the first occurrence, as typing there would. */
  async edit(uri: string, from: string, to: string): Promise<void> {
    const before = this.texts.get(uri)!;
    const range = rangeOf(before, before.indexOf(from), from.length);
    this.texts.set(uri, before.replace(from, to));
    await this.connection.sendNotification(DidChangeTextDocumentNotification.type, {
      textDocument: { uri, version: ++this.version },
      contentChanges: [{ range, text: to }],
    });
  }

  /** What the server says about the newest text. */
  async diagnostics(uri: string): Promise<PublishDiagnosticsParams["diagnostics"]> {
    const version = this.version;
    for (;;) {
      const found = this.published.find((params) => params.uri === uri && (params.version ?? 0) >= version);
      if (found !== undefined) return found.diagnostics;
      await new Promise<void>((resolve) => (this.heard = resolve));
    }
  }

  /** Where a text stands; `offset` counts from its beginning. */
  place(uri: string, text: string, offset = 0, from = 0) {
    const whole = this.texts.get(uri)!;
    const at = whole.indexOf(text, from);
    if (at < 0) throw new Error(`there is no ${text}`);
    return { textDocument: { uri }, position: rangeOf(whole, at + offset, 0).start };
  }

  applied(uri: string, edits: readonly TextEdit[]): string {
    let text = this.texts.get(uri)!;
    const offset = ({ line, character }: Range["start"]): number =>
      text.split("\n").slice(0, line).join("\n").length + (line === 0 ? 0 : 1) + character;
    const sorted = [...edits].sort((a, b) => offset(b.range.start) - offset(a.range.start));
    for (const { range, newText } of sorted)
      text = text.slice(0, offset(range.start)) + newText + text.slice(offset(range.end));
    return text;
  }

  close(): void {
    this.connection.dispose();
  }
}

function rangeOf(text: string, at: number, length: number): Range {
  const position = (offset: number) => {
    const lines = text.slice(0, offset).split("\n");
    return { line: lines.length - 1, character: lines.at(-1)!.length };
  };
  return { start: position(at), end: position(at + length) };
}
