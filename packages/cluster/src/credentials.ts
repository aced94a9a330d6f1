// NATS's own files of credentials: what `nsc` writes (`.creds`), a seed (`.nk`), or a context of the `nats` command
// (`.json`), which names the others, a user, a token, or the files of TLS.

import { readFileSync } from "node:fs";

export interface Credentials {
  readonly creds?: string;
  readonly seed?: string;
  readonly user?: string;
  readonly pass?: string;
  readonly token?: string;
  readonly tls?: { readonly caFile?: string; readonly certFile?: string; readonly keyFile?: string };
}

/** A text says what is wrong. What is secret is never in it. */
export function readCredentials(name: string, content: string): Credentials | string {
  const text = content.trim();
  if (text.includes("-----BEGIN NATS USER JWT-----")) return { creds: content };
  if (/^SU[A-Z2-7]{56}$/.test(text)) return { seed: text };
  if (!text.startsWith("{")) return "it is neither a .creds file nor a seed nor a context";
  let json: Record<string, unknown>;
  try {
    json = JSON.parse(text);
  } catch {
    return "it is no JSON";
  }
  const field = (key: string): string | undefined => {
    const value = json[key];
    return typeof value === "string" && value !== "" ? value : undefined;
  };
  const fileOf = (key: string): string | undefined => {
    const path = field(key);
    return path === undefined ? undefined : readFileSync(path, "utf8");
  };
  try {
    const creds = fileOf("creds");
    const seed = fileOf("nkey")?.trim();
    const [user, pass, token] = [field("user"), field("password"), field("token")];
    const [caFile, certFile, keyFile] = [field("ca"), field("cert"), field("key")];
    const tls = { ...(caFile && { caFile }), ...(certFile && { certFile }), ...(keyFile && { keyFile }) };
    const read = {
      ...(creds !== undefined && { creds }),
      ...(seed !== undefined && { seed }),
      ...(user !== undefined && { user }),
      ...(pass !== undefined && { pass }),
      ...(token !== undefined && { token }),
      ...(Object.keys(tls).length > 0 && { tls }),
    };
    return Object.keys(read).length === 0 ? `${name} names no user, token, key or certificate` : read;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
