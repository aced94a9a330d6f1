// `/jobs` and `/jobs.json` of `serve --broker`: how far all jobs of a broker are, for whoever has the token.

import type { IncomingMessage, ServerResponse } from "node:http";
import { reason } from "../context.ts";
import type { Guard } from "./guard.ts";
import { JOBS_PAGE } from "./jobs-page.ts";

/** Where jobs are asked for. */
export interface ServedJobs {
  /** Without anything secret: addresses with a user are refused. */
  readonly broker: string;
  list(): Promise<readonly unknown[]>;
}

/** Scripts and styles of the page itself, and nothing from elsewhere. */
const POLICY =
  "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; connect-src 'self'; base-uri 'none'";

export async function answerJobs(
  path: string,
  request: IncomingMessage,
  response: ServerResponse,
  { broker, list }: ServedJobs,
  guard: Guard,
): Promise<void> {
  if (request.method !== "GET") return end(response, 405, { why: "only GET" });
  if (path === "/jobs") {
    response.writeHead(200, { "content-type": "text/html; charset=utf-8", "content-security-policy": POLICY });
    response.end(JOBS_PAGE);
    return;
  }
  if (!guard.mayRead(request)) return end(response, 403, { why: "this needs the token of this server" });
  try {
    end(response, 200, { broker, jobs: await list() });
  } catch (error) {
    end(response, 503, { why: `the broker does not answer (${reason(error)})` });
  }
}

function end(response: ServerResponse, status: number, told: object): void {
  response.writeHead(status, { "content-type": "application/json", "cache-control": "no-store" });
  response.end(JSON.stringify(told));
}
