// Who may ask for the file of `serve`, and who may write it: the page that this server has served, opened by whoever
// was given the token. The token is made anew for every server, is printed on its terminal, and is never sent to
// anybody.

import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import type { IncomingMessage } from "node:http";

export class Guard {
  readonly token = randomBytes(32).toString("base64url");
  private readonly port: number;

  constructor(port: number) {
    this.port = port;
  }

  /** A page elsewhere that points its name at this machine is not served. */
  isForUs({ headers }: IncomingMessage): boolean {
    return this.hosts.includes(headers.host ?? "");
  }

  mayRead(request: IncomingMessage): boolean {
    const { origin } = request.headers;
    return (origin === undefined || this.isOurs(origin, request)) && this.isSameSite(request) && this.hasToken(request);
  }

  /** A browser always says where such a request comes from. */
  mayWrite(request: IncomingMessage): boolean {
    const { origin } = request.headers;
    return origin !== undefined && this.isOurs(origin, request) && this.isSameSite(request) && this.hasToken(request);
  }

  private get hosts(): readonly string[] {
    return [`127.0.0.1:${this.port}`, `localhost:${this.port}`];
  }

  private isOurs(origin: string, { headers }: IncomingMessage): boolean {
    return origin === `http://${headers.host}`;
  }

  private isSameSite({ headers }: IncomingMessage): boolean {
    const site = headers["sec-fetch-site"];
    return site === undefined || site === "same-origin";
  }

  private hasToken({ headers }: IncomingMessage): boolean {
    const given = /^Bearer ([\w-]{1,200})$/.exec(headers.authorization ?? "")?.[1] ?? "";
    return timingSafeEqual(digest(given), digest(this.token));
  }
}

/** Of one length, whatever was given. */
function digest(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
