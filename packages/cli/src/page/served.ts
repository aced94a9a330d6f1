// `/served.json`: what the page was opened with, news of its file, and saving it.

import type { IncomingMessage, ServerResponse } from "node:http";
import { basename } from "node:path";
import { defined } from "@tracehound/core";
import type { Guard } from "./guard.ts";
import { decoded, type ServedFile } from "./served-file.ts";

/** What the page opens with. */
export interface Served {
  readonly name: string;
  readonly content: Uint8Array;
  /** The question to choose, and a trace of it as `--trace` writes it. */
  readonly question?: string;
  readonly trace?: string;
  /** What can be saved; `check --open` never writes. */
  readonly file?: ServedFile;
}

/** More than any model. */
const MOST_BYTES = 64e6;
/** Milliseconds after which whoever waits for news asks again. */
const PATIENCE = 20_000;

export async function answerServed(
  request: IncomingMessage,
  response: ServerResponse,
  served: Served,
  guard: Guard,
): Promise<void> {
  const { method = "" } = request;
  if (method === "PUT") return save(request, response, served, guard);
  if (method !== "GET") return end(response, 405, { why: "only GET and PUT" });
  if (!guard.mayRead(request)) return end(response, 403, { why: "this needs the token of this server" });
  const known = request.headers["if-none-match"];
  if (known !== undefined && served.file !== undefined) return news(response, served.file, known);
  end(response, 200, await opening(served));
}

/** A model that was on the disk is read again, for whoever reloads. */
async function opening({ name, content, question, trace, file }: Served): Promise<object> {
  const now = await file?.read();
  return {
    name: basename(name),
    text: now?.text ?? decoded(content),
    ...defined({ question, trace }),
    ...(file === undefined || now === undefined ? {} : { file: file.identity, tag: now.tag }),
  };
}

async function news(response: ServerResponse, file: ServedFile, tag: string): Promise<void> {
  const leaving = new AbortController();
  const timer = setTimeout(() => leaving.abort(), PATIENCE);
  response.once("close", () => leaving.abort());
  const state = await file.otherThan(tag, leaving.signal);
  clearTimeout(timer);
  if (state === undefined) response.writeHead(304).end();
  else end(response, 200, { ...state, file: file.identity });
}

async function save(request: IncomingMessage, response: ServerResponse, { file }: Served, guard: Guard): Promise<void> {
  // Whoever goes on sending is not listened to.
  const refuse = (status: number, why: string): void => {
    response.setHeader("connection", "close");
    end(response, status, { why });
    response.once("finish", () => request.destroy());
  };
  if (!guard.mayWrite(request)) return refuse(403, "this needs the token of this server, and a page that it served");
  if (file === undefined) return refuse(403, "this server never writes");
  if (request.headers["x-tracehound-file"] !== file.identity) return refuse(403, "this server has another file");
  const tag = request.headers["if-match"];
  if (tag === undefined) return refuse(428, "which content does this take the place of?");
  if (Number(request.headers["content-length"] ?? Number.POSITIVE_INFINITY) > MOST_BYTES) {
    return refuse(413, `a model has at most ${MOST_BYTES / 1e6} MB`);
  }
  const bytes = await bodyOf(request);
  if (bytes === undefined) return refuse(413, `a model has at most ${MOST_BYTES / 1e6} MB`);
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return refuse(415, "this is no text");
  }
  const saved = await file.save(text, tag);
  if (saved.kind === "saved") end(response, 200, { tag: saved.tag });
  else if (saved.kind === "conflict") end(response, 409, saved.now);
  else end(response, 403, { why: saved.why });
}

/** Undefined where it is too long, or ends too early. */
function bodyOf(request: IncomingMessage): Promise<Uint8Array | undefined> {
  return new Promise((resolve) => {
    const pieces: Buffer[] = [];
    let length = 0;
    request.on("data", (piece: Buffer) => {
      length += piece.length;
      if (length > MOST_BYTES) resolve(undefined);
      else pieces.push(piece);
    });
    request.on("end", () => resolve(request.complete ? Buffer.concat(pieces) : undefined));
    request.on("error", () => resolve(undefined));
    request.on("close", () => resolve(undefined));
  });
}

function end(response: ServerResponse, status: number, value: object): void {
  if (response.destroyed) return;
  response.writeHead(status, { "content-type": "application/json", "cache-control": "no-store" });
  response.end(JSON.stringify(value));
}
