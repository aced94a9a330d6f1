// Saving under `serve`, attacked: whoever is not the page of this server, opened with its token, reads nothing and
// writes nothing; what is written is the file that was named and no other, in one piece, and never over what somebody
// else wrote.

import { createHash } from "node:crypto";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { type IncomingHttpHeaders, request } from "node:http";
import { join } from "node:path";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { Context } from "../src/context.ts";
import { ServedFile } from "../src/page/served-file.ts";
import { servePage } from "../src/page/server.ts";
import { ROOT } from "./run.ts";
import { scratchFolder } from "./scratch.ts";

const isBuilt = existsSync(join(ROOT, "packages/web/dist/index.html"));
const MODEL = "process P() { state a; init a; }\nsystem P;\n";
const tagOf = (text: string | Buffer): string => createHash("sha256").update(text).digest("base64url");

interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

interface Started {
  readonly port: number;
  readonly token: string;
  readonly file: string;
  /** As the page asks, unless told otherwise. */
  ask(method: string, change?: Ask): Promise<Answer>;
}

interface Ask {
  readonly path?: string;
  readonly headers?: Record<string, string | undefined>;
  readonly body?: string | Buffer;
}

const ending: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of ending.splice(0)) await end();
});

async function start(path: string, { writes = true, browser = false } = {}): Promise<Started> {
  const control = new AbortController();
  let address = "";
  const context = {
    out: (text: string) => void (address += text),
    err: () => {},
    signal: control.signal,
  } as unknown as Context;
  const file = writes ? await ServedFile.at(path) : undefined;
  const served = { name: path, content: readFileSync(path), ...(file === undefined ? {} : { file }) };
  const over = servePage({ port: 0, browser, served }, context);
  ending.push(() => {
    control.abort();
    return over;
  });
  await expect.poll(() => address).toMatch(/#served=/);
  const { port, hash } = new URL(/http\S+/.exec(address)![0]);
  const token = hash.replace("#served=", "");
  const identity = file?.identity ?? "";
  return {
    port: Number(port),
    token,
    file: identity,
    ask: (method, { path: at = "/served.json", headers = {}, body } = {}) => {
      const usual = {
        host: `127.0.0.1:${port}`,
        authorization: `Bearer ${token}`,
        ...(method === "PUT" ? { origin: `http://127.0.0.1:${port}`, "x-tracehound-file": identity } : {}),
      };
      const all = Object.fromEntries(
        Object.entries({ ...usual, ...headers }).filter(([, value]) => value !== undefined),
      );
      return send(Number(port), method, at, all as Record<string, string>, body);
    },
  };
}

function send(
  port: number,
  method: string,
  path: string,
  headers: Record<string, string>,
  body?: string | Buffer,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const asking = request({ host: "127.0.0.1", port, method, path, headers }, (response) => {
      let text = "";
      response.setEncoding("utf8");
      response.on("data", (piece: string) => {
        text += piece;
      });
      response.on("end", () => resolve({ status: response.statusCode ?? 0, headers: response.headers, text }));
    });
    // A server that has answered does not read on.
    asking.on("error", reject);
    asking.end(body);
  });
}

function modelIn(folder: string): string {
  const path = join(folder, "m.xta");
  writeFileSync(path, MODEL);
  return path;
}

describe.runIf(isBuilt)("saving under serve", () => {
  it("writes the file that was named, in one piece, with its mode, and tells the new tag", async () => {
    const folder = scratchFolder();
    const path = modelIn(folder);
    chmodSync(path, 0o640);
    const { ask } = await start(path);
    const opened = JSON.parse((await ask("GET")).text);
    expect(opened).toMatchObject({ name: "m.xta", text: MODEL, tag: tagOf(MODEL) });
    const saved = await ask("PUT", { headers: { "if-match": opened.tag }, body: "// é\n" });
    expect(saved.status).toBe(200);
    expect(JSON.parse(saved.text)).toEqual({ tag: tagOf("// é\n") });
    expect(readFileSync(path, "utf8")).toBe("// é\n");
    expect(statSync(path).mode & 0o777).toBe(0o640);
    expect(readdirSync(folder)).toEqual(["m.xta"]);
  });

  it.each<[string, Record<string, string | undefined>, number]>([
    ["another origin", { origin: "http://evil.example" }, 403],
    ["an origin on another port of this machine", { origin: "http://127.0.0.1:1" }, 403],
    ["no origin", { origin: undefined }, 403],
    ["the origin of a file", { origin: "null" }, 403],
    ["another Host", { host: "evil.example" }, 403],
    ["another Host that fits the origin", { host: "evil.example", origin: "http://evil.example" }, 403],
    ["this machine's Host without the port", { host: "127.0.0.1" }, 403],
    ["a page of another site", { "sec-fetch-site": "cross-site" }, 403],
    ["a page of this site on another port", { "sec-fetch-site": "same-site" }, 403],
    ["no token", { authorization: undefined }, 403],
    ["an empty token", { authorization: "Bearer " }, 403],
    ["another token", { authorization: `Bearer ${"A".repeat(43)}` }, 403],
    ["another server's file", { "x-tracehound-file": "elsewhere" }, 403],
    ["no content that it takes the place of", { "if-match": undefined }, 428],
    ["any content", { "if-match": "*" }, 409],
    ["a length that no model has", { "content-length": "64000001" }, 413],
  ])("refuses %s, and writes nothing", async (_, headers, status) => {
    const path = modelIn(scratchFolder());
    const { ask, token } = await start(path);
    const usual = { "if-match": tagOf(MODEL) };
    const answer = await ask("PUT", {
      headers: { ...usual, ...headers },
      body: headers["content-length"] ? "" : "gone",
    }).catch((error: Error) => ({ status: 0, text: error.message, headers: {} }));
    // Of a body that is announced and does not come, the answer may be cut off.
    expect(headers["content-length"] === undefined ? [status] : [status, 0]).toContain(answer.status);
    expect(answer.text).not.toContain(token);
    expect(readFileSync(path, "utf8")).toBe(MODEL);
  });

  it("tells the token and the model to nobody who has no token", async () => {
    const path = modelIn(scratchFolder());
    const { ask, token } = await start(path);
    for (const headers of [{}, { origin: "http://evil.example" }, { "if-none-match": "x" }]) {
      const answer = await ask("GET", { headers: { authorization: undefined, ...headers } });
      expect(answer.status).toBe(403);
      expect(answer.text).not.toContain("process P");
    }
    // Whatever another user of this machine asks for, the token is in no answer.
    const paths = ["/", "/index.html", "/served.json?token", "/token", "/offline.js", "/%2e%2e/m.xta", "//served.json"];
    for (const at of paths) {
      for (const method of ["GET", "HEAD", "OPTIONS", "POST"]) {
        const { text, headers } = await ask(method, { path: at, headers: { authorization: undefined } });
        expect(text + JSON.stringify(headers), `${method} ${at}`).not.toContain(token);
        expect(headers).not.toHaveProperty("access-control-allow-origin");
      }
    }
    expect(JSON.stringify(process.argv)).not.toContain(token);
  });

  it.runIf(process.platform === "linux")("starts the browser without the token in its arguments", async () => {
    const folder = scratchFolder();
    const told = join(folder, "told");
    writeFileSync(join(folder, "xdg-open"), `#!/bin/sh\necho "$@" > ${told}.tmp && mv ${told}.tmp ${told}\n`, {
      mode: 0o755,
    });
    const before = process.env["PATH"];
    process.env["PATH"] = `${folder}:${before}`;
    try {
      const { token, port } = await start(modelIn(folder), { browser: true });
      await expect.poll(() => existsSync(told)).toBe(true);
      const words = readFileSync(told, "utf8").trim();
      expect(words).not.toContain(token);
      const page = new URL(words);
      expect(readFileSync(page, "utf8")).toContain(`url=http://127.0.0.1:${port}/#served=${token}"`);
      // Nobody else can look into its folder, and it goes with the server.
      expect(statSync(new URL(".", page)).mode & 0o077).toBe(0);
      await ending.pop()!();
      expect(existsSync(page)).toBe(false);
    } finally {
      process.env["PATH"] = before;
    }
  });

  it("writes nowhere else, whatever the path says", async () => {
    const folder = scratchFolder();
    const path = modelIn(folder);
    writeFileSync(join(folder, "other.xta"), MODEL);
    const { ask } = await start(path);
    const paths = [
      "/other.xta",
      "/../other.xta",
      "/served.json/../other.xta",
      "/%2e%2e%2fother.xta",
      `${folder}/other.xta`,
    ];
    for (const at of paths) {
      const { status } = await ask("PUT", { path: at, headers: { "if-match": tagOf(MODEL) }, body: "gone" });
      expect([403, 404, 405]).toContain(status);
    }
    expect(readFileSync(join(folder, "other.xta"), "utf8")).toBe(MODEL);
    // What a request asks for beside the path is not listened to.
    const query = "/served.json?path=../other.xta&name=other.xta";
    await ask("PUT", { path: query, headers: { "if-match": tagOf(MODEL), "x-name": "other.xta" }, body: "// saved\n" });
    expect(readFileSync(join(folder, "other.xta"), "utf8")).toBe(MODEL);
  });

  it("follows a link that was named, and none that was put in its place later", async () => {
    const folder = scratchFolder();
    mkdirSync(join(folder, "real"));
    const real = modelIn(join(folder, "real"));
    const link = join(folder, "link.xta");
    symlinkSync(real, link);
    const first = await start(link);
    const body = "// through the link\n";
    expect((await first.ask("PUT", { headers: { "if-match": tagOf(MODEL) }, body })).status).toBe(200);
    expect(readFileSync(real, "utf8")).toBe(body);
    // The file becomes a link to what its owner never named.
    const secret = join(folder, "secret");
    writeFileSync(secret, body);
    renameSync(real, `${real}.old`);
    symlinkSync(secret, real);
    const answer = await first.ask("PUT", { headers: { "if-match": tagOf(body) }, body: "gone" });
    expect(answer.status).toBe(403);
    // And so does the name.
    rmSync(real);
    renameSync(`${real}.old`, real);
    rmSync(link);
    symlinkSync(secret, link);
    expect((await first.ask("PUT", { headers: { "if-match": tagOf(body) }, body: "gone" })).status).toBe(403);
    for (const path of [secret, real]) expect(readFileSync(path, "utf8")).toBe(body);
  });

  it("refuses a body that is announced as small and does not end, and what is no text", async () => {
    const path = modelIn(scratchFolder());
    const { ask } = await start(path);
    const headers = { "if-match": tagOf(MODEL), "transfer-encoding": "chunked" };
    const huge = await ask("PUT", { headers, body: Buffer.alloc(65_000_000, 32) }).catch(() => ({ status: 413 }));
    expect(huge.status).toBe(413);
    const bytes = Buffer.from([0xff, 0xfe, 0xfd, 0x80]);
    expect((await ask("PUT", { headers: { "if-match": tagOf(MODEL) }, body: bytes })).status).toBe(415);
    expect(readFileSync(path, "utf8")).toBe(MODEL);
  });

  it("lets one of two writers win and shows the other what was written; also of two servers", async () => {
    const path = modelIn(scratchFolder());
    const servers = [await start(path), await start(path)];
    const texts = Array.from({ length: 8 }, (_, i) => `// ${i}\n`);
    const answers = await Promise.all(
      texts.map((body, i) => servers[i % 2]!.ask("PUT", { headers: { "if-match": tagOf(MODEL) }, body })),
    );
    const won = answers.flatMap(({ status }, i) => (status === 200 ? [texts[i]!] : []));
    expect(won).toHaveLength(1);
    expect(readFileSync(path, "utf8")).toBe(won[0]);
    for (const { status, text } of answers) {
      if (status === 409) expect(JSON.parse(text)).toEqual({ text: won[0], tag: tagOf(won[0]!) });
      // Of two servers the second may meet the first in the middle of it.
      else if (status !== 200) expect(JSON.parse(text).why).toContain("somebody else is writing");
    }
    expect(answers.some(({ status }) => status === 409)).toBe(true);
  });

  it("never writes for check --open, or over what is no UTF-8", async () => {
    const folder = scratchFolder();
    const path = modelIn(folder);
    const opened = await start(path, { writes: false });
    const headers = { "if-match": tagOf(MODEL) };
    expect((await opened.ask("PUT", { headers, body: "gone" })).status).toBe(403);
    expect(readFileSync(path, "utf8")).toBe(MODEL);
    const latin = join(folder, "latin.xml");
    const bytes = Buffer.from("<nta><!-- \xe9 --></nta>", "latin1");
    writeFileSync(latin, bytes);
    const { ask } = await start(latin);
    expect(JSON.parse((await ask("GET")).text).text).toBe("<nta><!-- é --></nta>");
    expect((await ask("PUT", { headers: { "if-match": tagOf(bytes) }, body: "gone" })).text).toContain("UTF-8");
    expect(readFileSync(latin)).toEqual(bytes);
  });

  it("keeps the mark and the encoding of a file, and tells when it changes", async () => {
    const path = join(scratchFolder(), "wide.xml");
    const bytes = Buffer.from("\uFEFF<nta/>", "utf16le");
    writeFileSync(path, bytes);
    const { ask } = await start(path);
    expect(JSON.parse((await ask("GET")).text).text).toBe("<nta/>");
    expect((await ask("PUT", { headers: { "if-match": tagOf(bytes) }, body: "<nta></nta>" })).status).toBe(200);
    const wide = Buffer.from("\uFEFF<nta></nta>", "utf16le");
    expect(readFileSync(path)).toEqual(wide);
    const news = ask("GET", { headers: { "if-none-match": tagOf(wide) } });
    writeFileSync(path, "<nta>1</nta>");
    expect(JSON.parse((await news).text)).toMatchObject({ text: "<nta>1</nta>" });
    rmSync(path);
    const gone = await ask("GET", { headers: { "if-none-match": tagOf("<nta>1</nta>") } });
    expect(JSON.parse(gone.text)).toMatchObject({ text: null, tag: "none" });
    expect((await ask("PUT", { headers: { "if-match": "none" }, body: "<nta/>" })).status).toBe(200);
    expect(readFileSync(path, "utf8")).toBe("<nta/>");
  });

  it("tells nothing of a file that is being written", async () => {
    const path = join(scratchFolder(), "busy.xta");
    writeFileSync(path, MODEL);
    const file = (await ServedFile.at(path))!;
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const look = async (): Promise<void> => {
      while (vi.getTimerCount() === 0) await new Promise((resolve) => setImmediate(resolve));
    };
    try {
      const news = file.otherThan(tagOf(MODEL), new AbortController().signal);
      await look();
      // Emptied first, as most programs do, and written a moment later.
      for (const text of ["", "// half", `// whole\n${MODEL}`]) {
        writeFileSync(path, text);
        vi.advanceTimersByTime(400);
        await look();
      }
      vi.advanceTimersByTime(400);
      expect(await news).toMatchObject({ text: `// whole\n${MODEL}` });
    } finally {
      vi.useRealTimers();
    }
  });
});
