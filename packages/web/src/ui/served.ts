// What the page asks the server that it came from: the model that `tracehound serve` was started with, news of its
// file, and to save it. The token of the server comes with the address that was printed; this tab remembers it, nobody
// else.

import { defined } from "@tracehound/core";

export interface Opening {
  readonly name: string;
  readonly text: string;
  readonly question?: string;
  readonly trace?: string;
  /** The file, and what names its content; absent where nothing can be saved. */
  readonly file?: string;
  readonly tag?: string;
}

export interface OnDisk {
  /** Null: the file is gone. */
  readonly text: string | null;
  readonly tag: string;
}

export type SaveAnswer =
  | { readonly kind: "saved"; readonly tag: string }
  | { readonly kind: "conflict"; readonly now: OnDisk }
  | { readonly kind: "refused"; readonly why: string };

const KEY = "tracehound token";
const PLACE = "./served.json";
let token: string | undefined;

/** Takes the token out of the address: nobody is to copy it with a link. */
export function takeToken(): boolean {
  const given = /^#served=([\w-]+)$/.exec(location.hash)?.[1];
  if (given !== undefined) {
    token = given;
    try {
      sessionStorage.setItem(KEY, given);
    } catch {}
    history.replaceState(history.state, "", "#served");
  }
  return location.hash === "#served";
}

function headers(more: Record<string, string> = {}): Record<string, string> {
  try {
    token ??= sessionStorage.getItem(KEY) ?? undefined;
  } catch {}
  return { ...defined({ authorization: token === undefined ? undefined : `Bearer ${token}` }), ...more };
}

export async function opening(): Promise<Opening | undefined> {
  const response = await fetch(PLACE, { headers: headers(), cache: "no-store" }).catch(() => undefined);
  return response?.ok === true ? ((await response.json()) as Opening) : undefined;
}

/**
 * Kept when the file has another content; undefined where there is nothing new for a while. Throws without the server.
 */
export async function news(
  { file, tag }: { readonly file: string; readonly tag: string },
  signal: AbortSignal,
): Promise<OnDisk | undefined> {
  const response = await fetch(PLACE, { headers: headers({ "if-none-match": tag }), cache: "no-store", signal });
  if (response.status === 304) return undefined;
  if (!response.ok) throw new Error(`the server says ${response.status}`);
  const now = (await response.json()) as OnDisk & { readonly file: string };
  if (now.file !== file) throw new Error("this server has another file");
  return now;
}

export async function saveServed(
  text: string,
  { file, tag }: { readonly file: string; readonly tag: string },
): Promise<SaveAnswer> {
  const response = await fetch(PLACE, {
    method: "PUT",
    body: text,
    headers: headers({ "if-match": tag, "x-tracehound-file": file, "content-type": "text/plain;charset=utf-8" }),
  }).catch(() => undefined);
  if (response === undefined) return { kind: "refused", why: "its server has ended" };
  const answer = (await response.json().catch(() => ({}))) as Partial<OnDisk> & { readonly why?: string };
  if (response.ok) return { kind: "saved", tag: answer.tag! };
  if (response.status === 409) return { kind: "conflict", now: { text: answer.text ?? null, tag: answer.tag! } };
  return { kind: "refused", why: answer.why ?? `its server says ${response.status}` };
}
