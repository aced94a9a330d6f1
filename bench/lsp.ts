// How soon the language server answers after an edit: the largest shared model and a generated file of 1.4 MB, opened
// and edited by the protocol's client library in a process of their own. Wall-clock time until the diagnostics of the
// new text are there, and the server's processor time for them; then a completion, a hover and all references together.

import { spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import {
  CompletionRequest,
  createProtocolConnection,
  DidChangeTextDocumentNotification,
  DidOpenTextDocumentNotification,
  HoverRequest,
  InitializedNotification,
  InitializeRequest,
  PublishDiagnosticsNotification,
  ReferencesRequest,
  StreamMessageReader,
  StreamMessageWriter,
} from "vscode-languageserver-protocol/node";
import { median, printHead, printRow } from "./measure.ts";
import { wideModel } from "./models.ts";
import { COMMAND, ERROR_MODELS } from "./places.ts";

const EDITS = 9;
const LARGEST = `${ERROR_MODELS}md5-jop.xml`;

const server = spawn(process.execPath, [COMMAND, "lsp"], { stdio: ["pipe", "pipe", "inherit"] });
const connection = createProtocolConnection(
  new StreamMessageReader(server.stdout),
  new StreamMessageWriter(server.stdin),
);
let version = 0;
let heard: (version: number) => void = () => {};
connection.onNotification(PublishDiagnosticsNotification.type, (params) => heard(params.version ?? 0));
connection.listen();
await connection.sendRequest(InitializeRequest.type, { processId: null, rootUri: null, capabilities: {} });
await connection.sendNotification(InitializedNotification.type, {});

printHead([
  "model",
  "bytes",
  "opened, ms",
  "after an edit, ms",
  "of them CPU, ms",
  "completion, hover, references, ms",
]);
if (existsSync(LARGEST)) await measure("largest shared model", readFileSync(LARGEST, "utf8"));
await measure("generated, 4,000 edges in 1.4 MB", wideModel(40, 100));
connection.dispose();
server.kill();

async function measure(name: string, text: string): Promise<void> {
  const uri = `file:///bench/${text.length}.xml`;
  const textDocument = { uri };
  const lines = text.split("\n");
  const line = lines.findIndex((candidate) => candidate.includes("<declaration>"));
  const character = lines[line]!.indexOf("<declaration>") + "<declaration>".length;
  const position = { line, character };
  const opened = await answered(() =>
    connection.sendNotification(DidOpenTextDocumentNotification.type, {
      textDocument: { uri, languageId: "xml", version, text },
    }),
  );
  const edits: { wall: number; cpu: number }[] = [];
  const questions: number[] = [];
  for (let edit = 0; edit < EDITS; edit++) {
    edits.push(
      await answered(() =>
        connection.sendNotification(DidChangeTextDocumentNotification.type, {
          textDocument: { uri, version },
          contentChanges: [{ range: { start: position, end: position }, text: ` int edited${edit};` }],
        }),
      ),
    );
    const at = { textDocument, position: { line, character: character + 6 } };
    const before = performance.now();
    await connection.sendRequest(CompletionRequest.type, at);
    await connection.sendRequest(HoverRequest.type, at);
    await connection.sendRequest(ReferencesRequest.type, { ...at, context: { includeDeclaration: true } });
    questions.push(performance.now() - before);
  }
  printRow([
    name,
    text.length,
    opened.wall.toFixed(0),
    median(edits.map(({ wall }) => wall)).toFixed(0),
    median(edits.map(({ cpu }) => cpu)).toFixed(0),
    median(questions).toFixed(0),
  ]);
}

async function answered(send: () => Promise<void>): Promise<{ wall: number; cpu: number }> {
  const [wall, cpu, sent] = [performance.now(), cpuOf(server.pid!), ++version];
  const answer = new Promise<void>((resolve) => {
    heard = (about) => about === sent && resolve();
  });
  await send();
  await answer;
  return { wall: performance.now() - wall, cpu: cpuOf(server.pid!) - cpu };
}

/** Milliseconds of processor time; NaN where nobody can tell. */
function cpuOf(pid: number): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]!.split(" ");
    return 10 * (Number(fields[11]) + Number(fields[12]));
  } catch {
    return Number.NaN;
  }
}
