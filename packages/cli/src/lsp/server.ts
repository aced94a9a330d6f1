// The language server: requests of an editor answered by the services of the core. It holds no knowledge of the
// languages itself.

import { type Analysis, defined, type FilePosition, foldsOf, formatModel, type QueryPlace } from "@tracehound/core";
import {
  type CancellationToken,
  type CodeLens,
  CodeLensRefreshRequest,
  type Connection,
  type ConnectionOptions,
  ErrorCodes,
  type InitializeParams,
  type InitializeResult,
  ResponseError,
  TextDocumentSyncKind,
  TextDocuments,
  type TextEdit,
} from "vscode-languageserver/node";
import { TextDocument } from "vscode-languageserver-textdocument";
import { VERSION } from "../version.ts";
import { type Answered, checkQuery } from "./check-query.ts";
import { actionOf, completionOf, diagnosticOf, locationOf, rangeOf, symbolOf } from "./wire.ts";
import { type Files, Workspace } from "./workspace.ts";

/** Milliseconds without a change before the model is read: a fast typist is not interrupted at every letter. */
const QUIET = 25;
/** Seconds for one question, unless the editor says otherwise. */
const SECONDS = 60;

/** What the editor is told when a question was answered. */
const RESULT = "tracehound/result";
const CHECK = "tracehound.check";

/** A request without parameters is refused by the protocol's library, one with `null` would be a fault of its own. */
export const CONNECTION: ConnectionOptions = {
  messageStrategy: {
    handleMessage(message, next) {
      const { params, ...rest } = message as typeof message & { readonly params?: unknown };
      const isNothing = params === null || (Array.isArray(params) && params.length === 1 && params[0] === null);
      return next(isNothing ? rest : message);
    },
  },
};

export function serveLanguages(connection: Connection, files: Files): void {
  const server = new LanguageServer(connection, files);
  server.listen();
}

class LanguageServer {
  private readonly connection: Connection;
  private readonly workspace: Workspace;
  private readonly documents = new TextDocuments(TextDocument);
  private readonly waiting = new Map<string, ReturnType<typeof setTimeout>>();
  /** What was answered last, by file and question, and of which text that is true. */
  private readonly answers = new Map<string, { readonly answer: Answered; readonly analysis: Analysis }>();
  private seconds = SECONDS;
  private refreshesLenses = false;
  private isInitialized = false;

  constructor(connection: Connection, files: Files) {
    this.connection = connection;
    this.workspace = new Workspace(files);
  }

  listen(): void {
    const { connection, documents, workspace } = this;
    // Nothing is answered before the editor has introduced itself.
    connection.onRequest((method) => {
      if (this.isInitialized) throw new ResponseError(ErrorCodes.MethodNotFound, `there is no request ${method}`);
      throw new ResponseError(ErrorCodes.ServerNotInitialized, "initialize comes first");
    });
    connection.onInitialize((params) => {
      if (!this.isInitialized) this.answerRequests();
      this.isInitialized = true;
      return this.initialize(params);
    });
    connection.onDidChangeWatchedFiles(({ changes }) => {
      for (const { uri } of changes) {
        workspace.changed(uri);
        for (const related of workspace.together(uri)) this.readSoon(related);
      }
    });
    documents.onDidChangeContent(({ document }) => {
      workspace.set(document.uri, document.getText());
      for (const related of workspace.together(document.uri)) this.readSoon(related);
    });
    documents.onDidClose(({ document: { uri } }) => {
      workspace.set(uri, null);
      void connection.sendDiagnostics({ uri, diagnostics: [] });
    });
    documents.listen(connection);
    connection.listen();
  }

  private answerRequests(): void {
    const { connection, workspace } = this;
    connection.onHover((params) => {
      const { uri, position } = placeIn(params);
      const found = workspace.analysis(uri)?.hover(uri, position);
      if (found === undefined) return null;
      return {
        contents: { kind: "markdown", value: `\`\`\`uppaal\n${found.text}\n\`\`\`` },
        range: rangeOf(found.range),
      };
    });
    connection.onDefinition((params) => {
      const { uri, position } = placeIn(params);
      const found = workspace.analysis(uri)?.definition(uri, position);
      return found === undefined ? null : locationOf(found);
    });
    connection.onReferences((params) => {
      const { uri, position } = placeIn(params);
      const found = workspace.analysis(uri)?.references(uri, position) ?? [];
      return found.slice(params.context?.includeDeclaration ? 0 : 1).map(locationOf);
    });
    connection.onCompletion((params) => {
      const { uri, position } = placeIn(params);
      return (workspace.analysis(uri)?.complete(uri, position) ?? []).map(completionOf);
    });
    connection.onPrepareRename((params) => {
      const { uri, position } = placeIn(params);
      const found = workspace.analysis(uri)?.hover(uri, position);
      return found === undefined ? null : rangeOf(found.range);
    });
    connection.onRenameRequest((params) => {
      const { uri, position } = placeIn(params);
      const name: unknown = params.newName;
      if (typeof name !== "string") throw invalid("newName is missing");
      const edits = workspace.analysis(uri)?.rename(uri, position, name) ?? [];
      if (typeof edits === "string") throw invalid(edits);
      const changes: Record<string, TextEdit[]> = {};
      for (const edit of edits) (changes[edit.file] ??= []).push({ range: rangeOf(edit), newText: edit.text });
      return { changes };
    });
    connection.onDocumentSymbol((params) => {
      const uri = uriIn(params);
      return (workspace.analysis(uri)?.outline(uri) ?? []).map(symbolOf);
    });
    connection.onFoldingRanges((params) => {
      const uri = uriIn(params);
      const folds = foldsOf(uri, workspace.text(uri) ?? "");
      return folds.map(([startLine, endLine]) => ({ startLine, endLine }));
    });
    connection.onCodeAction((params) => {
      const uri = uriIn(params);
      const { start, end } = params.range ?? {};
      if (typeof start?.line !== "number" || typeof end?.line !== "number") throw invalid("range is missing");
      return (workspace.analysis(uri)?.fixes(uri, start.line, end.line) ?? []).map(actionOf);
    });
    connection.onDocumentFormatting((params) => this.format(uriIn(params)));
    connection.onCodeLens((params) => this.lenses(uriIn(params)));
    connection.onExecuteCommand(({ command, arguments: args }, token) => {
      if (command !== CHECK) throw invalid(`there is no command ${command}`);
      const [uri, number] = (args ?? []) as [string?, number?];
      return this.check(uri ?? "", number ?? 1, token);
    });
  }

  private initialize({ capabilities, initializationOptions }: InitializeParams): InitializeResult {
    const seconds: unknown = (initializationOptions as { seconds?: unknown } | null)?.seconds;
    if (typeof seconds === "number" && seconds > 0) this.seconds = seconds;
    this.refreshesLenses = capabilities.workspace?.codeLens?.refreshSupport === true;
    return {
      capabilities: {
        textDocumentSync: TextDocumentSyncKind.Incremental,
        hoverProvider: true,
        definitionProvider: true,
        referencesProvider: true,
        renameProvider: { prepareProvider: true },
        completionProvider: { triggerCharacters: ["."] },
        documentFormattingProvider: true,
        documentSymbolProvider: true,
        foldingRangeProvider: true,
        codeActionProvider: { codeActionKinds: ["quickfix"] },
        codeLensProvider: {},
        executeCommandProvider: { commands: [CHECK] },
      },
      serverInfo: { name: "tracehound", version: VERSION },
    };
  }

  private readSoon(uri: string): void {
    clearTimeout(this.waiting.get(uri));
    this.waiting.set(
      uri,
      setTimeout(() => {
        this.waiting.delete(uri);
        this.publish(uri);
      }, QUIET),
    );
  }

  private publish(uri: string): void {
    if (!this.workspace.isOpen(uri)) return;
    const version = this.documents.get(uri)?.version;
    const analysis = this.workspace.analysis(uri);
    const marks = analysis?.marks.filter(({ file }) => file === uri) ?? [];
    const outdated = [...this.answers].filter(
      ([key, known]) => key.startsWith(`${uri} `) && known.analysis !== analysis,
    );
    for (const [key] of outdated) this.answers.delete(key);
    if (outdated.length > 0) this.refreshLenses();
    void this.connection.sendDiagnostics({
      uri,
      diagnostics: marks.map(diagnosticOf),
      ...defined({ version }),
    });
  }

  private refreshLenses(): void {
    if (this.refreshesLenses) void this.connection.sendRequest(CodeLensRefreshRequest.type);
  }

  private format(uri: string): TextEdit[] {
    const content = this.workspace.text(uri);
    if (content === null) return [];
    const { result } = formatModel({ name: uri, content });
    if (!result.ok) return [];
    // Lines end as they did.
    const newText = content.includes("\r\n") ? result.value.replace(/\r?\n/g, "\r\n") : result.value;
    if (newText === content) return [];
    // Beyond the last line is the end, as the protocol has it.
    const end = { line: content.split(/\r\n|\n|\r/).length, character: 0 };
    return [{ range: { start: { line: 0, character: 0 }, end }, newText }];
  }

  private lenses(uri: string): CodeLens[] {
    const analysis = this.workspace.analysis(uri);
    return (analysis?.queries ?? [])
      .filter(({ file, asked }) => file === uri && asked !== undefined)
      .map((query) => {
        const known = this.answers.get(`${uri} ${query.text}`);
        // Of another text nothing is known.
        const answer = known?.analysis === analysis ? known?.answer : undefined;
        const title = answer === undefined ? "Check this query" : `${answer.verdict}: ${answer.words}`;
        return { range: rangeOf(query), command: { title, command: CHECK, arguments: [uri, query.number] } };
      });
  }

  private async check(uri: string, number: number, token: CancellationToken): Promise<Omit<Answered, "html">> {
    const analysis = this.workspace.analysis(uri);
    const query = analysis?.queries.find((candidate) => candidate.file === uri && candidate.number === number);
    if (analysis === undefined || query === undefined || !isAsked(query)) {
      throw invalid(`there is no query ${number} that can be asked`);
    }
    const progress = await this.connection.window.createWorkDoneProgress();
    progress.begin(query.text, undefined, "searching", true);
    const signal = {
      get aborted() {
        return token.isCancellationRequested || progress.token.isCancellationRequested;
      },
    };
    const onProgress = ({ statistics }: { statistics: { explored: number } }): void =>
      progress.report(`explored ${statistics.explored.toLocaleString("en")} states`);
    try {
      const answer = await checkQuery(analysis.model, query, { seconds: this.seconds, signal, onProgress });
      this.answers.set(`${uri} ${query.text}`, { answer, analysis });
      void this.connection.sendNotification(RESULT, { uri, number, ...answer });
      this.refreshLenses();
      const { html: _, ...told } = answer;
      return told;
    } finally {
      progress.done();
    }
  }
}

function isAsked(query: QueryPlace): query is QueryPlace & { asked: NonNullable<QueryPlace["asked"]> } {
  return query.asked !== undefined;
}

function invalid(message: string): ResponseError {
  return new ResponseError(ErrorCodes.InvalidParams, message);
}

function uriIn({ textDocument }: { readonly textDocument?: { readonly uri?: unknown } }): string {
  const uri = textDocument?.uri;
  if (typeof uri !== "string") throw invalid("textDocument.uri is missing");
  return uri;
}

/** Requests come from anywhere: what they must have is looked at. */
function placeIn(params: {
  readonly textDocument?: { readonly uri?: unknown };
  readonly position?: { readonly line?: unknown; readonly character?: unknown };
}): { readonly uri: string; readonly position: FilePosition } {
  const { line, character } = params.position ?? {};
  if (typeof line !== "number" || typeof character !== "number") throw invalid("position is missing");
  return { uri: uriIn(params), position: { line, column: character } };
}
