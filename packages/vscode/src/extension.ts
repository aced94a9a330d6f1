// The extension: starts the language server that is packed beside it, and opens what a checked query has shown. All
// knowledge of models is the server's.

import { join } from "node:path";
import { commands, type ExtensionContext, ViewColumn, type WebviewPanel, window, workspace } from "vscode";
import { LanguageClient, TransportKind } from "vscode-languageclient/node";

interface Result {
  readonly query: string;
  readonly verdict: string;
  readonly words: string;
  readonly steps?: number;
  readonly html: string;
}

const LANGUAGES = ["uppaal", "uppaal-query", "tchecker", "prism", "prism-properties", "xml"];

let client: LanguageClient | undefined;
let panel: WebviewPanel | undefined;
let latest: Result | undefined;

export async function activate(context: ExtensionContext): Promise<void> {
  const server = { module: join(context.extensionPath, "dist/language-server.cjs"), transport: TransportKind.ipc };
  client = new LanguageClient("tracehound", "Tracehound", server, {
    documentSelector: LANGUAGES.map((language) => ({ scheme: "file", language })),
    initializationOptions: { seconds: workspace.getConfiguration("tracehound").get<number>("seconds") },
    synchronize: {
      fileEvents: workspace.createFileSystemWatcher("**/*.{xml,xta,ta,tck,q,prism,pm,nm,sm,props,pctl,csl}"),
    },
  });
  client.onNotification("tracehound/result", (result: Result) => void answered(result));
  context.subscriptions.push(commands.registerCommand("tracehound.showTrace", show));
  await client.start();
}

export async function deactivate(): Promise<void> {
  await client?.stop();
}

async function answered(result: Result): Promise<void> {
  latest = result;
  if (result.steps !== undefined) show();
  const message = `${result.query}: ${result.verdict}. ${result.words}`;
  if (result.verdict === "unknown") await window.showWarningMessage(message);
  else window.setStatusBarMessage(message, 10_000);
}

/** The report is a page of its own, which allows nothing but its own script and style. */
function show(): void {
  if (latest === undefined) {
    void window.showInformationMessage("No query was checked yet: use the lens above a query.");
    return;
  }
  if (panel === undefined) {
    panel = window.createWebviewPanel("tracehound", "Trace", ViewColumn.Beside, { enableScripts: true });
    panel.onDidDispose(() => (panel = undefined));
  }
  panel.title = latest.query;
  panel.webview.html = latest.html;
  panel.reveal(ViewColumn.Beside, true);
}
