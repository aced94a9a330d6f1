// The page of jobs under `serve --broker`: who has the token sees all jobs, nobody else does, and a broker that is away is
// told in a sentence.

import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, it } from "vitest";
import { Guard } from "../src/page/guard.ts";
import { answerJobs } from "../src/page/jobs.ts";

let server: Server | undefined;
afterEach(() => void server?.close());

async function serving(list: () => Promise<readonly unknown[]>) {
  const own = createServer((request, response) => {
    void answerJobs(request.url!, request, response, { broker: "nats://here:4222", list }, guard);
  });
  server = own;
  await new Promise<void>((resolve) => own.listen(0, "127.0.0.1", resolve));
  const { port } = own.address() as AddressInfo;
  const guard = new Guard(port);
  return async (path: string, token?: string, method = "GET") => {
    const headers: Record<string, string> = token === undefined ? {} : { authorization: `Bearer ${token}` };
    const response = await fetch(`http://127.0.0.1:${port}${path}`, { method, headers });
    return { status: response.status, text: await response.text(), token: guard.token };
  };
}

it("shows jobs to whoever has the token", async () => {
  const ask = await serving(async () => [{ id: "3f2a91bc", state: "running" }]);
  const { token, text, status } = await ask("/jobs");
  expect([status, text]).toEqual([200, expect.stringContaining("<title>Jobs – Tracehound</title>")]);
  expect(JSON.parse((await ask("/jobs.json", token)).text)).toEqual({
    broker: "nats://here:4222",
    jobs: [{ id: "3f2a91bc", state: "running" }],
  });
  expect((await ask("/jobs.json")).status).toBe(403);
  expect((await ask("/jobs.json", "wrong")).status).toBe(403);
  expect((await ask("/jobs.json", token, "POST")).status).toBe(405);
});

it("says when the broker does not answer", async () => {
  const ask = await serving(() => Promise.reject(new Error("timeout")));
  const { token } = await ask("/jobs");
  const { status, text } = await ask("/jobs.json", token);
  expect([status, JSON.parse(text)]).toEqual([503, { why: "the broker does not answer (timeout)" }]);
});
